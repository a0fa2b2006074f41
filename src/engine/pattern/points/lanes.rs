//! The numbers of a point side by side, in the widest registers there are.
//!
//! A compiler makes such loops wide by itself only where it can show that nothing overlaps,
//! and sums stay in registers only where it is told: hence the processor's own operations.
//! All kinds of lanes compute the same; the usual ones are the twin that tests compare with.

use super::numbers::{CHANNELS, Channels, NEAR, ONE};

/// Numbers that are computed at once.
pub(super) trait Lanes: Copy {
    /// Zeros.
    fn zero() -> Self;
    /// Takes numbers from memory.
    fn load(from: &Channels) -> Self;
    /// Takes numbers from memory that are kept as bytes.
    fn load_bytes(from: &[i8; CHANNELS]) -> Self;
    /// Writes the numbers to memory.
    fn store(self, to: &mut Channels);
    /// Sums, which wrap.
    fn plus(self, other: Self) -> Self;
    /// Differences, which wrap.
    fn minus(self, other: Self) -> Self;
    /// Each held between 0 and [`ONE`].
    fn held(self) -> Self;
    /// Halves of the first half of the numbers, and of those of `other`: none is below 0.
    fn near(self, other: Self) -> Self;

    /// Sums of products.
    type Sums: Copy;
    /// Takes sums from memory.
    fn load_sums(from: &PairSums) -> Self::Sums;
    /// Writes sums to memory.
    fn store_sums(sums: Self::Sums, to: &mut PairSums);
    /// The numbers in pairs, each times the same pair, added to the sums.
    fn add_products(self, sums: Self::Sums, pair: [i16; 2]) -> Self::Sums;
}

/// A sum for each pair of numbers.
pub(super) type PairSums = [i32; CHANNELS / 2];

/// What every processor can do.
#[derive(Clone, Copy)]
pub(super) struct Usual(Channels);

impl Usual {
    #[inline(always)]
    fn with(mut self, other: &Usual, compute: impl Fn(i16, i16) -> i16) -> Usual {
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one = compute(*one, *other));
        self
    }
}

impl Lanes for Usual {
    #[inline(always)]
    fn zero() -> Usual {
        Usual([0; CHANNELS])
    }

    #[inline(always)]
    fn load(from: &Channels) -> Usual {
        Usual(*from)
    }

    #[inline(always)]
    fn load_bytes(from: &[i8; CHANNELS]) -> Usual {
        Usual(from.map(i16::from))
    }

    #[inline(always)]
    fn store(self, to: &mut Channels) {
        *to = self.0;
    }

    #[inline(always)]
    fn plus(self, other: Usual) -> Usual {
        self.with(&other, i16::wrapping_add)
    }

    #[inline(always)]
    fn minus(self, other: Usual) -> Usual {
        self.with(&other, i16::wrapping_sub)
    }

    #[inline(always)]
    fn held(self) -> Usual {
        self.with(&self, |one, _| one.clamp(0, ONE))
    }

    #[inline(always)]
    fn near(self, other: Usual) -> Usual {
        let mut near = self;
        near.0[NEAR..].copy_from_slice(&other.0[..NEAR]);
        near.0.iter_mut().for_each(|number| *number >>= 1);
        near
    }

    type Sums = PairSums;

    #[inline(always)]
    fn load_sums(from: &PairSums) -> PairSums {
        *from
    }

    #[inline(always)]
    fn store_sums(sums: PairSums, to: &mut PairSums) {
        *to = sums;
    }

    #[inline(always)]
    fn add_products(self, mut sums: PairSums, pair: [i16; 2]) -> PairSums {
        let pair = pair.map(i32::from);
        for (sum, own) in sums.iter_mut().zip(self.0.as_chunks::<2>().0) {
            *sum += i32::from(own[0]) * pair[0] + i32::from(own[1]) * pair[1];
        }
        sums
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the processor's own operations")]
mod x86_64 {
    use std::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_loadu_si128, _mm256_add_epi16, _mm256_add_epi32,
        _mm256_cvtepi8_epi16, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_min_epi16, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
        _mm256_srli_epi16, _mm256_storeu_si256, _mm256_sub_epi16, _mm512_add_epi16,
        _mm512_add_epi32, _mm512_cvtepi8_epi16, _mm512_loadu_si512, _mm512_madd_epi16,
        _mm512_max_epi16, _mm512_min_epi16, _mm512_set1_epi16, _mm512_set1_epi32,
        _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_srli_epi16, _mm512_storeu_si512,
        _mm512_sub_epi16,
    };

    use super::{CHANNELS, Channels, Lanes, ONE, PairSums};

    /// Two numbers as one, the first one lowest.
    #[inline(always)]
    const fn joined([low, high]: [i16; 2]) -> i32 {
        (high as i32) << 16 | low as u16 as i32
    }

    /// All numbers in one register. Only for functions that are compiled for AVX-512.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512i);

    // SAFETY: the callers have asked for AVX-512 F and BW; the references are as
    // long as a register.
    impl Lanes for Avx512 {
        #[inline(always)]
        fn zero() -> Avx512 {
            Avx512(unsafe { _mm512_setzero_si512() })
        }

        #[inline(always)]
        fn load(from: &Channels) -> Avx512 {
            const { assert!(size_of::<Channels>() == size_of::<__m512i>()) };
            Avx512(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
        }

        #[inline(always)]
        fn load_bytes(from: &[i8; CHANNELS]) -> Avx512 {
            const { assert!(size_of::<[i8; CHANNELS]>() == size_of::<__m256i>()) };
            Avx512(unsafe { _mm512_cvtepi8_epi16(_mm256_loadu_si256(from.as_ptr().cast())) })
        }

        #[inline(always)]
        fn store(self, to: &mut Channels) {
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn plus(self, other: Avx512) -> Avx512 {
            Avx512(unsafe { _mm512_add_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Avx512) -> Avx512 {
            Avx512(unsafe { _mm512_sub_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn held(self) -> Avx512 {
            let least = unsafe { _mm512_max_epi16(self.0, _mm512_setzero_si512()) };
            Avx512(unsafe { _mm512_min_epi16(least, _mm512_set1_epi16(ONE)) })
        }

        #[inline(always)]
        fn near(self, other: Avx512) -> Avx512 {
            let both = unsafe { _mm512_shuffle_i64x2::<0b01_00_01_00>(self.0, other.0) };
            Avx512(unsafe { _mm512_srli_epi16::<1>(both) })
        }

        type Sums = __m512i;

        #[inline(always)]
        fn load_sums(from: &PairSums) -> __m512i {
            const { assert!(size_of::<PairSums>() == size_of::<__m512i>()) };
            unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
        }

        #[inline(always)]
        fn store_sums(sums: __m512i, to: &mut PairSums) {
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), sums) }
        }

        #[inline(always)]
        fn add_products(self, sums: __m512i, pair: [i16; 2]) -> __m512i {
            unsafe {
                _mm512_add_epi32(sums, _mm512_madd_epi16(self.0, _mm512_set1_epi32(joined(pair))))
            }
        }
    }

    /// Half of the numbers in each of two registers. Only for functions that are compiled
    /// for AVX2.
    #[derive(Clone, Copy)]
    pub struct Avx2([__m256i; 2]);

    /// Numbers of a register.
    const HALF: usize = CHANNELS / 2;

    // Without closures: the processor's operations are not compiled into those, and each of
    // them would be a call.
    // SAFETY: the callers have asked for AVX2; the references are as long as two
    // registers.
    impl Lanes for Avx2 {
        #[inline(always)]
        fn zero() -> Avx2 {
            Avx2(unsafe { [_mm256_setzero_si256(); 2] })
        }

        #[inline(always)]
        fn load(from: &Channels) -> Avx2 {
            const { assert!(size_of::<Channels>() == 2 * size_of::<__m256i>()) };
            let from = from.as_ptr();
            Avx2(unsafe {
                [_mm256_loadu_si256(from.cast()), _mm256_loadu_si256(from.add(HALF).cast())]
            })
        }

        #[inline(always)]
        fn load_bytes(from: &[i8; CHANNELS]) -> Avx2 {
            const { assert!(size_of::<[i8; CHANNELS]>() == 2 * size_of::<__m128i>()) };
            let from = from.as_ptr();
            Avx2(unsafe {
                [
                    _mm256_cvtepi8_epi16(_mm_loadu_si128(from.cast())),
                    _mm256_cvtepi8_epi16(_mm_loadu_si128(from.add(HALF).cast())),
                ]
            })
        }

        #[inline(always)]
        fn store(self, to: &mut Channels) {
            let to = to.as_mut_ptr();
            unsafe {
                _mm256_storeu_si256(to.cast(), self.0[0]);
                _mm256_storeu_si256(to.add(HALF).cast(), self.0[1]);
            }
        }

        #[inline(always)]
        fn plus(self, other: Avx2) -> Avx2 {
            Avx2(unsafe {
                [_mm256_add_epi16(self.0[0], other.0[0]), _mm256_add_epi16(self.0[1], other.0[1])]
            })
        }

        #[inline(always)]
        fn minus(self, other: Avx2) -> Avx2 {
            Avx2(unsafe {
                [_mm256_sub_epi16(self.0[0], other.0[0]), _mm256_sub_epi16(self.0[1], other.0[1])]
            })
        }

        #[inline(always)]
        fn held(self) -> Avx2 {
            unsafe {
                let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
                Avx2([
                    _mm256_min_epi16(_mm256_max_epi16(self.0[0], least), most),
                    _mm256_min_epi16(_mm256_max_epi16(self.0[1], least), most),
                ])
            }
        }

        #[inline(always)]
        fn near(self, other: Avx2) -> Avx2 {
            unsafe { Avx2([_mm256_srli_epi16::<1>(self.0[0]), _mm256_srli_epi16::<1>(other.0[0])]) }
        }

        type Sums = [__m256i; 2];

        #[inline(always)]
        fn load_sums(from: &PairSums) -> [__m256i; 2] {
            const { assert!(size_of::<PairSums>() == 2 * size_of::<__m256i>()) };
            let from = from.as_ptr();
            unsafe {
                [_mm256_loadu_si256(from.cast()), _mm256_loadu_si256(from.add(HALF / 2).cast())]
            }
        }

        #[inline(always)]
        fn store_sums(sums: [__m256i; 2], to: &mut PairSums) {
            let to = to.as_mut_ptr();
            unsafe {
                _mm256_storeu_si256(to.cast(), sums[0]);
                _mm256_storeu_si256(to.add(HALF / 2).cast(), sums[1]);
            }
        }

        #[inline(always)]
        fn add_products(self, sums: [__m256i; 2], pair: [i16; 2]) -> [__m256i; 2] {
            unsafe {
                let pair = _mm256_set1_epi32(joined(pair));
                [
                    _mm256_add_epi32(sums[0], _mm256_madd_epi16(self.0[0], pair)),
                    _mm256_add_epi32(sums[1], _mm256_madd_epi16(self.0[1], pair)),
                ]
            }
        }
    }
}
