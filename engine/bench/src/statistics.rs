//! What is made of many values.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Half of the values are below it. Zero, if there are none.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        len if len.is_multiple_of(2) => f64::midpoint(sorted[middle - 1], sorted[middle]),
        _ => sorted[middle],
    }
}

/// A mean and where it lies with a confidence of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The geometric mean.
    pub mean: f64,
    /// The lower end of the interval; zero, if there are too few values for one.
    pub low: f64,
    /// The upper end; infinite, if there are too few.
    pub high: f64,
}

impl Estimate {
    /// Of ratios, one a block. Blocks are independent and the logarithms of ratios about normal, hence Student's t.
    pub fn of(ratios: &[f64]) -> Option<Self> {
        if ratios.is_empty() {
            return None;
        }
        let count = ratios.len() as f64;
        let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
        let mean = logarithms.iter().sum::<f64>() / count;
        let variance = logarithms.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let reach = match StudentsT::new(0.0, 1.0, count - 1.0) {
            Ok(student) => student.inverse_cdf(0.975) * (variance / count).sqrt(),
            Err(_) => f64::INFINITY, // a single value
        };
        Some(Self { mean: mean.exp(), low: (mean - reach).exp(), high: (mean + reach).exp() })
    }
}

/// The geometric mean of values with weights.
pub fn geometric_mean(weighted: &[(f64, f64)]) -> f64 {
    let weights: f64 = weighted.iter().map(|(_, weight)| weight).sum();
    (weighted.iter().map(|(value, weight)| value.ln() * weight).sum::<f64>() / weights).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[9.0, 2.0, 4.0]), 4.0);
        assert_eq!(median(&[10.0, 30.0]), 20.0);
    }

    #[test]
    fn an_estimate_holds_the_mean_between_its_ends() {
        let estimate = Estimate::of(&[1.0, 2.0, 4.0, 2.0, 2.0]).unwrap();
        assert!((estimate.mean - 2.0).abs() < 1e-12, "{estimate:?}");
        // The logarithms deviate by ln 2 / sqrt 2; t with four degrees of freedom is 2.776.
        let reach = 2.776_445 * 2_f64.ln() / 2_f64.sqrt() / 5_f64.sqrt();
        assert!((estimate.high.ln() - (2_f64.ln() + reach)).abs() < 1e-5, "{estimate:?}");
        assert!((estimate.low.ln() - (2_f64.ln() - reach)).abs() < 1e-5, "{estimate:?}");
    }

    #[test]
    fn one_value_shows_nothing_of_the_others() {
        let estimate = Estimate::of(&[3.0]).unwrap();
        assert_eq!((estimate.low, estimate.high), (0.0, f64::INFINITY));
        assert!(Estimate::of(&[]).is_none());
    }

    #[test]
    fn weights_count() {
        assert!((geometric_mean(&[(8.0, 1.0), (2.0, 0.5), (2.0, 0.5)]) - 4.0).abs() < 1e-12);
    }
}
