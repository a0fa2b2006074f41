//! Chances and odds.

/// The chance at which the odds are e to the power of `x`.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The loss, in nats, of expecting odds of e to the power of `logit` where a chance was `wanted`.
pub fn cross_entropy(wanted: f32, logit: f32) -> f32 {
    // ln(1 + e^x) without overflow.
    let soft = |x: f32| x.max(0.0) + (-x.abs()).exp().ln_1p();
    wanted * soft(-logit) + (1.0 - wanted) * soft(logit)
}

/// The least loss that any expectation can have where a chance was `wanted`, in nats.
pub fn entropy(wanted: f32) -> f32 {
    let part = |p: f32| if p > 0.0 { -p * p.ln() } else { 0.0 };
    part(wanted) + part(1.0 - wanted)
}
