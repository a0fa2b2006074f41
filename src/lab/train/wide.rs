//! Loops over numbers, compiled for the widest registers that the processor has.
//!
//! No sum is taken in another order for it, so that every processor finds the same.

use tengen_engine::pattern::registers::Registers;

/// Some work with such loops. What it consists of has to be inlined in `run`, and so has `run`.
pub trait Work {
    /// Does the work.
    fn run(self);
}

/// Does some work in these registers.
pub fn widely(registers: Registers, work: impl Work) {
    match registers {
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "the same code for wider registers")]
        // SAFETY: `Registers` are those that the processor has.
        Registers::Avx512 => unsafe { in_avx512(work) },
        #[cfg(target_arch = "x86_64")]
        #[expect(unsafe_code, reason = "the same code for wider registers")]
        // SAFETY: as above.
        Registers::Avx2 => unsafe { in_avx2(work) },
        Registers::Usual => work.run(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq")]
fn in_avx512(work: impl Work) {
    work.run();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn in_avx2(work: impl Work) {
    work.run();
}
