//! Computing for some time, with a result that can be checked at no cost.

use std::hint::black_box;

const FACTOR: u64 = 6_364_136_223_846_793_005;
const SUMMAND: u64 = 1_442_695_040_888_963_407;

/// Steps that take some 50 µs.
pub const SHORT: u64 = 40_000;

/// A linear congruential generator, step by step: each step waits for the one before.
///
/// The compiler must not know the factor: with a constant it makes one step of eight.
pub fn compute(steps: u64) -> u64 {
    let (mut value, factor, summand) = black_box((1_u64, FACTOR, SUMMAND));
    for _ in 0..steps {
        value = value.wrapping_mul(factor).wrapping_add(summand);
    }
    black_box(value)
}

/// What [`compute`] comes to, in a time that grows with the number's digits: steps are affine maps, and two make another.
pub fn result(steps: u64) -> u64 {
    let (mut factor, mut summand) = (1_u64, 0_u64);
    let (mut power_factor, mut power_summand) = (FACTOR, SUMMAND);
    let mut left = steps;
    while left > 0 {
        if left & 1 == 1 {
            summand = power_factor.wrapping_mul(summand).wrapping_add(power_summand);
            factor = factor.wrapping_mul(power_factor);
        }
        power_summand = power_factor.wrapping_mul(power_summand).wrapping_add(power_summand);
        power_factor = power_factor.wrapping_mul(power_factor);
        left >>= 1;
    }
    factor.wrapping_add(summand)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_way_ends_where_the_long_one_does() {
        for steps in [0, 1, 2, 3, 7, 64, 12_345, SHORT] {
            assert_eq!(result(steps), compute(steps), "{steps}");
        }
    }
}
