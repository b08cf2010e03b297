//! How long messages wait: a log-linear histogram, which keeps every value to within a sixteenth of itself.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Values below two to this power have a bucket each; from there on every doubling has so many.
const BITS: u32 = 4;

/// Values from two to this power on, in nanoseconds (some 18 minutes), share the last bucket.
const LARGEST: u32 = 40;

const BUCKETS: usize = ((LARGEST - BITS + 1) << BITS) as usize;

fn bucket(nanos: u64) -> usize {
    if nanos < 1 << BITS {
        return nanos as usize;
    }
    let doubling = nanos.ilog2() - BITS;
    let within = (nanos >> doubling) - (1 << BITS);
    ((u64::from(doubling + 1) << BITS) + within).min(BUCKETS as u64 - 1) as usize
}

/// The largest value of a bucket.
fn upper(bucket: usize) -> u64 {
    let (doubling, within) = (bucket >> BITS, bucket as u64 & ((1 << BITS) - 1));
    if doubling == 0 { within } else { ((within + (1 << BITS) + 1) << (doubling - 1)) - 1 }
}

/// Durations, counted by how long they are.
///
/// ```
/// use std::time::Duration;
/// use agon_actor::Histogram;
///
/// let waits: Histogram = (1..=100).map(Duration::from_micros).collect();
/// assert_eq!(waits.count(), 100);
/// let median = waits.quantile(0.5);
/// assert!(median >= Duration::from_micros(50) && median <= Duration::from_micros(54));
/// assert_eq!(waits.max(), Duration::from_micros(100));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// By bucket; what lies behind the end is zero.
    counts: Vec<u64>,
    count: u64,
    max: u64,
}

impl Histogram {
    /// How many durations have been counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The longest, exactly; zero if there is none.
    pub fn max(&self) -> Duration {
        Duration::from_nanos(self.max)
    }

    /// What this part of the durations (between 0 and 1) does not exceed, up to a sixteenth too long; zero if there are none.
    pub fn quantile(&self, part: f64) -> Duration {
        let wanted = ((self.count as f64 * part).ceil() as u64).clamp(1, self.count.max(1));
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return Duration::from_nanos(upper(bucket).min(self.max));
            }
        }
        Duration::ZERO
    }

    /// The counts that are not zero, each with the longest duration that it may stand for, shortest first.
    pub fn buckets(&self) -> impl Iterator<Item = (Duration, u64)> + '_ {
        let some = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        some.map(|(bucket, count)| (Duration::from_nanos(upper(bucket)), *count))
    }

    /// Counts what another one has counted.
    pub fn merge(&mut self, other: &Self) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts.iter_mut().zip(&other.counts).for_each(|(mine, its)| *mine += its);
        self.count += other.count;
        self.max = self.max.max(other.max);
    }
}

impl Extend<Duration> for Histogram {
    fn extend<I: IntoIterator<Item = Duration>>(&mut self, durations: I) {
        for duration in durations {
            let nanos = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
            let bucket = bucket(nanos);
            if self.counts.len() <= bucket {
                self.counts.resize(bucket + 1, 0);
            }
            self.counts[bucket] += 1;
            self.count += 1;
            self.max = self.max.max(nanos);
        }
    }
}

impl FromIterator<Duration> for Histogram {
    fn from_iter<I: IntoIterator<Item = Duration>>(durations: I) -> Self {
        let mut histogram = Self::default();
        histogram.extend(durations);
        histogram
    }
}

impl fmt::Display for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} times, median {:?}, 99% {:?}, longest {:?}",
            self.count,
            self.quantile(0.5),
            self.quantile(0.99),
            self.max()
        )
    }
}

/// What probes have found at one worker; written there, read by observers.
pub(crate) struct Waits {
    counts: [AtomicU64; BUCKETS],
    max: AtomicU64,
    /// Probes that have been sent and have not come up yet.
    pub(crate) open: AtomicU64,
}

impl Waits {
    pub(crate) fn new() -> Self {
        Self { counts: [const { AtomicU64::new(0) }; BUCKETS], max: AtomicU64::new(0), open: AtomicU64::new(0) }
    }

    pub(crate) fn record(&self, wait: Duration) {
        let nanos = u64::try_from(wait.as_nanos()).unwrap_or(u64::MAX);
        self.counts[bucket(nanos)].fetch_add(1, Ordering::Relaxed);
        self.max.fetch_max(nanos, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> Histogram {
        let mut counts: Vec<u64> = self.counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        counts.truncate(counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1));
        let count = counts.iter().sum();
        Histogram { counts, count, max: self.max.load(Ordering::Relaxed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_follow_each_other_without_gap() {
        let mut last = 0;
        for bucket_number in 0..BUCKETS {
            let top = upper(bucket_number);
            assert_eq!(bucket(top), bucket_number);
            if bucket_number > 0 {
                assert_eq!(bucket(last + 1), bucket_number, "the value behind {last}");
                assert!((top - last - 1) * 16 <= last + 1, "a bucket is at most a sixteenth wide");
            }
            last = top;
        }
        assert_eq!(bucket(u64::MAX), BUCKETS - 1);
    }

    #[test]
    fn quantiles_are_those_of_the_values() {
        let mut values: Vec<u64> = (0..5_000_u64).map(|n| n * n * 7 % 1_000_003).collect();
        let histogram: Histogram = values.iter().copied().map(Duration::from_nanos).collect();
        values.sort_unstable();
        for part in [0.01, 0.5, 0.9, 0.99, 1.0] {
            let exact = values[((values.len() as f64 * part).ceil() as usize).max(1) - 1];
            let found = histogram.quantile(part).as_nanos() as u64;
            assert!(found >= exact && found <= exact + exact / 16, "{part}: {found} for {exact}");
        }
        assert_eq!(histogram.max().as_nanos() as u64, values[values.len() - 1]);
        assert_eq!(Histogram::default().quantile(0.5), Duration::ZERO);
    }

    #[test]
    fn what_threads_record_is_what_is_read() {
        let waits = Waits::new();
        let values = [0, 3, 17, 1_000, 1 << 30].map(Duration::from_nanos);
        values.iter().for_each(|value| waits.record(*value));
        assert_eq!(waits.read(), values.into_iter().collect());
        let mut twice = waits.read();
        twice.merge(&waits.read());
        assert_eq!((twice.count(), twice.max()), (10, values[4]));
        assert_eq!(twice.buckets().next(), Some((Duration::ZERO, 2)));
    }
}
