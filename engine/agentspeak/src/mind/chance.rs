//! Chance, as Java has it: the same seed gives the same numbers.

/// The generator that `java.util.Random` documents: linear congruential, of 48 bits.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    const MULTIPLIER: u64 = 0x5_DEEC_E66D;
    const MASK: u64 = (1 << 48) - 1;

    /// One that begins with this seed.
    pub fn new(seed: u64) -> Self {
        Self((seed ^ Self::MULTIPLIER) & Self::MASK)
    }

    pub(crate) fn bits(&mut self, count: u32) -> u64 {
        self.0 = self.0.wrapping_mul(Self::MULTIPLIER).wrapping_add(0xB) & Self::MASK;
        self.0 >> (48 - count)
    }

    /// From 0 to below 1.
    pub fn number(&mut self) -> f64 {
        let bits = (self.bits(26) << 27) + self.bits(27);
        bits as f64 / (1_u64 << 53) as f64
    }

    /// From 0 to below the bound, which must not be 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound.is_power_of_two() {
            return ((u64::from(bound) * self.bits(31)) >> 31) as u32;
        }
        loop {
            let bits = self.bits(31) as i32;
            let value = bits.rem_euclid(bound as i32);
            if bits.wrapping_sub(value).wrapping_add(bound as i32 - 1) >= 0 {
                return value as u32;
            }
        }
    }
}
