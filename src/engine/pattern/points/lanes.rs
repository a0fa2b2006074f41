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
    /// Each held between `-most` and `most`.
    fn within(self, most: i16) -> Self;
    /// The second half of the numbers before the first.
    fn turned(self) -> Self;

    /// Sums of products.
    type Sums: Copy;
    /// Takes sums from memory.
    fn load_sums(from: &PairSums) -> Self::Sums;
    /// Writes sums to memory.
    fn store_sums(sums: Self::Sums, to: &mut PairSums);
    /// The numbers in pairs, each times the same pair, added to the sums.
    fn add_products(self, sums: Self::Sums, pair: [i16; 2]) -> Self::Sums;
    /// The same sum everywhere.
    fn same_sums(sum: i32) -> Self::Sums;
    /// The sums of both.
    fn add_sums(one: Self::Sums, other: Self::Sums) -> Self::Sums;
    /// The products of sums that fit into 15 bits.
    fn multiply(one: Self::Sums, other: Self::Sums) -> Self::Sums;
    /// Sums less so many bits.
    fn shifted(sums: Self::Sums, bits: u32) -> Self::Sums;
    /// Each held between `least` and `most`.
    fn between(sums: Self::Sums, least: i32, most: i32) -> Self::Sums;
    /// Writes sums to memory that fit into 16 bits.
    fn store_short(sums: Self::Sums, to: &mut [i16; GROUP]);
}

/// Sums that are computed at once: one for each pair of numbers.
pub(super) const GROUP: usize = CHANNELS / 2;

/// Such sums.
pub(super) type PairSums = [i32; GROUP];

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

    #[inline(always)]
    fn within(self, most: i16) -> Usual {
        self.with(&self, |one, _| one.clamp(-most, most))
    }

    #[inline(always)]
    fn turned(mut self) -> Usual {
        self.0.rotate_left(CHANNELS / 2);
        self
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

    #[inline(always)]
    fn same_sums(sum: i32) -> PairSums {
        [sum; _]
    }

    #[inline(always)]
    fn add_sums(mut one: PairSums, other: PairSums) -> PairSums {
        one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
        one
    }

    #[inline(always)]
    fn multiply(mut one: PairSums, other: PairSums) -> PairSums {
        one.iter_mut().zip(other).for_each(|(one, other)| *one *= other);
        one
    }

    #[inline(always)]
    fn shifted(sums: PairSums, bits: u32) -> PairSums {
        sums.map(|sum| sum >> bits)
    }

    #[inline(always)]
    fn between(sums: PairSums, least: i32, most: i32) -> PairSums {
        sums.map(|sum| sum.clamp(least, most))
    }

    #[inline(always)]
    fn store_short(sums: PairSums, to: &mut [i16; GROUP]) {
        *to = sums.map(|sum| sum as i16);
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the processor's own operations")]
mod x86_64 {
    use std::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_cvtsi32_si128, _mm_loadu_si128, _mm256_add_epi16,
        _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_max_epi16, _mm256_max_epi32, _mm256_min_epi16, _mm256_min_epi32, _mm256_packs_epi32,
        _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
        _mm256_sra_epi32, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_sub_epi16,
        _mm512_add_epi16, _mm512_add_epi32, _mm512_cvtepi8_epi16, _mm512_cvtepi32_epi16,
        _mm512_loadu_si512, _mm512_madd_epi16, _mm512_max_epi16, _mm512_max_epi32,
        _mm512_min_epi16, _mm512_min_epi32, _mm512_set1_epi16, _mm512_set1_epi32,
        _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_sra_epi32, _mm512_srli_epi16,
        _mm512_storeu_si512, _mm512_sub_epi16,
    };

    use super::{CHANNELS, Channels, GROUP, Lanes, ONE, PairSums};

    /// Half of the numbers.
    const HALF: usize = CHANNELS / 2;

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

        #[inline(always)]
        fn within(self, most: i16) -> Avx512 {
            let least = unsafe { _mm512_max_epi16(self.0, _mm512_set1_epi16(-most)) };
            Avx512(unsafe { _mm512_min_epi16(least, _mm512_set1_epi16(most)) })
        }

        #[inline(always)]
        fn turned(self) -> Avx512 {
            Avx512(unsafe { _mm512_shuffle_i64x2::<0b01_00_11_10>(self.0, self.0) })
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

        #[inline(always)]
        fn same_sums(sum: i32) -> __m512i {
            unsafe { _mm512_set1_epi32(sum) }
        }

        #[inline(always)]
        fn add_sums(one: __m512i, other: __m512i) -> __m512i {
            unsafe { _mm512_add_epi32(one, other) }
        }

        #[inline(always)]
        fn multiply(one: __m512i, other: __m512i) -> __m512i {
            unsafe { _mm512_madd_epi16(one, other) }
        }

        #[inline(always)]
        fn shifted(sums: __m512i, bits: u32) -> __m512i {
            unsafe { _mm512_sra_epi32(sums, _mm_cvtsi32_si128(bits as i32)) }
        }

        #[inline(always)]
        fn between(sums: __m512i, least: i32, most: i32) -> __m512i {
            let sums = unsafe { _mm512_max_epi32(sums, _mm512_set1_epi32(least)) };
            unsafe { _mm512_min_epi32(sums, _mm512_set1_epi32(most)) }
        }

        #[inline(always)]
        fn store_short(sums: __m512i, to: &mut [i16; GROUP]) {
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_cvtepi32_epi16(sums)) }
        }
    }

    /// Half of the numbers in each of two registers. Only for functions that are compiled
    /// for AVX2.
    #[derive(Clone, Copy)]
    pub struct Avx2([__m256i; 2]);

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

        #[inline(always)]
        fn within(self, most: i16) -> Avx2 {
            unsafe {
                let (least, most) = (_mm256_set1_epi16(-most), _mm256_set1_epi16(most));
                Avx2([
                    _mm256_min_epi16(_mm256_max_epi16(self.0[0], least), most),
                    _mm256_min_epi16(_mm256_max_epi16(self.0[1], least), most),
                ])
            }
        }

        #[inline(always)]
        fn turned(self) -> Avx2 {
            Avx2([self.0[1], self.0[0]])
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

        #[inline(always)]
        fn same_sums(sum: i32) -> [__m256i; 2] {
            unsafe { [_mm256_set1_epi32(sum); 2] }
        }

        #[inline(always)]
        fn add_sums(one: [__m256i; 2], other: [__m256i; 2]) -> [__m256i; 2] {
            unsafe { [_mm256_add_epi32(one[0], other[0]), _mm256_add_epi32(one[1], other[1])] }
        }

        #[inline(always)]
        fn multiply(one: [__m256i; 2], other: [__m256i; 2]) -> [__m256i; 2] {
            unsafe { [_mm256_madd_epi16(one[0], other[0]), _mm256_madd_epi16(one[1], other[1])] }
        }

        #[inline(always)]
        fn shifted(sums: [__m256i; 2], bits: u32) -> [__m256i; 2] {
            unsafe {
                let bits = _mm_cvtsi32_si128(bits as i32);
                [_mm256_sra_epi32(sums[0], bits), _mm256_sra_epi32(sums[1], bits)]
            }
        }

        #[inline(always)]
        fn between(sums: [__m256i; 2], least: i32, most: i32) -> [__m256i; 2] {
            unsafe {
                let (least, most) = (_mm256_set1_epi32(least), _mm256_set1_epi32(most));
                [
                    _mm256_min_epi32(_mm256_max_epi32(sums[0], least), most),
                    _mm256_min_epi32(_mm256_max_epi32(sums[1], least), most),
                ]
            }
        }

        #[inline(always)]
        fn store_short(sums: [__m256i; 2], to: &mut [i16; GROUP]) {
            unsafe {
                // The packing goes by halves of registers: its middle quarters change places.
                let packed = _mm256_packs_epi32(sums[0], sums[1]);
                let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
                _mm256_storeu_si256(to.as_mut_ptr().cast(), packed);
            }
        }
    }
}
