//! What the processor can do at once.

/// A set of instructions for which the loops over numbers of points are compiled. All compute
/// the same numbers; the usual one is the twin that tests compare the others with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registers {
    /// What every processor of the kind has: 128 bits on x86-64 and on 64-bit ARM.
    Usual,
    /// 256 bits: AVX2, with BMI1, BMI2 and LZCNT.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits: AVX-512 F, BW and VL beside those of `Avx2`.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Registers {
    /// The widest that this processor has.
    #[cfg(target_arch = "x86_64")]
    pub fn widest() -> Registers {
        let has_avx2 = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt");
        let has_avx512 = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vl");
        match (has_avx2, has_avx512) {
            (true, true) => Registers::Avx512,
            (true, false) => Registers::Avx2,
            (false, _) => Registers::Usual,
        }
    }

    /// The widest that this processor has.
    #[cfg(not(target_arch = "x86_64"))]
    pub const fn widest() -> Registers {
        Registers::Usual
    }

    /// All that this processor has.
    pub fn all() -> Vec<Registers> {
        #[cfg(target_arch = "x86_64")]
        match Registers::widest() {
            Registers::Avx512 => {
                return vec![Registers::Usual, Registers::Avx2, Registers::Avx512];
            }
            Registers::Avx2 => return vec![Registers::Usual, Registers::Avx2],
            Registers::Usual => {}
        }
        vec![Registers::Usual]
    }
}
