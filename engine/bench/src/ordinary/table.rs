//! What came out, to be read.

use std::fmt::Write as _;

use super::contest::{Contest, Entry, Row};
use crate::statistics::Estimate;
use crate::versus::result::figure;

impl Contest {
    /// Where, how and who.
    pub fn heading(&self) -> String {
        let machine = &self.machine;
        let versions: Vec<_> = self.contestants.iter().map(|one| format!("{} {}", one.name, one.version)).collect();
        let load = machine.load.map_or("unknown".into(), |load| load.to_string());
        format!(
            "{}; {} processors; load {load}; {} workers each; {} blocks, seed {}\n{}\n",
            machine.processor,
            machine.processors,
            self.workers,
            self.blocks,
            self.seed,
            versions.join(", "),
        )
    }

    /// Every line with all figures, and then every line compared with the best rival.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for row in &self.lines {
            let _ = writeln!(text, "\n{}: {}; {} operations an iteration", row.id, row.title, row.operations);
            let per = format!("a {}", row.per);
            let _ = writeln!(text, "  {:<12}{:>10}{:>10}{:>12}{:>10}   {per}", "", "time", "CPU", "memory", "cold");
            row.entries.iter().for_each(|entry| entry.write(&mut text));
        }
        text.push_str(&self.summary());
        text
    }

    fn summary(&self) -> String {
        let mut text =
            format!("\n{:<14}{:>10}   {:<12}{:<28}{}\n", "", "ours", "best rival", "its time / ours", "its CPU / ours");
        for row in &self.lines {
            let Some(best) = &row.best_rival else { continue };
            let ours = row.entries[0].median.map_or(String::new(), |sample| time(sample.each_ns));
            let (time, cpu) = (interval(best.time), interval(best.cpu));
            let _ = writeln!(text, "{:<14}{ours:>10}   {:<12}{time:<28}{cpu}", row.id, best.rival);
        }
        if let Some(mean) = self.mean {
            let _ = writeln!(text, "{:<39}{}", "geometric mean", interval(mean));
        }
        text
    }

    /// For a check: whose answers are right.
    pub fn answers(&self) -> String {
        let mut text = String::new();
        for row in &self.lines {
            let _ = writeln!(text, "{:<14}{}", row.id, row.verdicts());
        }
        text
    }
}

impl Row {
    fn verdicts(&self) -> String {
        let verdict = |entry: &Entry| match (&entry.not_offered, &entry.failure) {
            (Some(_), _) => format!("{} not offered", entry.name),
            (None, Some(failure)) => format!("{} FAILED: {failure}", entry.name),
            (None, None) => format!("{} right", entry.name),
        };
        self.entries.iter().map(verdict).collect::<Vec<_>>().join(", ")
    }
}

impl Entry {
    fn write(&self, text: &mut String) {
        let _ = write!(text, "  {:<12}", self.name);
        let _ = match (&self.not_offered, &self.failure, self.median) {
            (Some(why), ..) => writeln!(text, "not offered: {why}"),
            (None, Some(failure), _) => writeln!(text, "FAILED: {failure}"),
            (None, None, Some(median)) => writeln!(
                text,
                "{:>10}{:>10}{:>12}{:>10}",
                time(median.each_ns),
                time(median.cpu_ns),
                format!("{} MiB", figure(median.peak_bytes as f64 / f64::from(1 << 20))),
                time(median.cold_ns),
            ),
            (None, None, None) => writeln!(text, "not measured"),
        };
    }
}

fn interval(Estimate { mean, low, high }: Estimate) -> String {
    if high.is_finite() {
        format!("{} x ({} to {})", figure(mean), figure(low), figure(high))
    } else {
        format!("{} x", figure(mean))
    }
}

/// In the unit that suits it.
fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ns if ns < 1e3 => format!("{} ns", figure(ns)),
        ns if ns < 1e6 => format!("{} µs", figure(ns / 1e3)),
        ns if ns < 1e9 => format!("{} ms", figure(ns / 1e6)),
        ns => format!("{} s", figure(ns / 1e9)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let times = [12.34, 1_234.0, 56_700_000.0, 1.5e9].map(time);
        assert_eq!(times, ["12.3 ns", "1.23 µs", "56.7 ms", "1.50 s"]);
    }

    #[test]
    fn an_interval_needs_two_ends() {
        assert_eq!(interval(Estimate { mean: 2.0, low: 1.5, high: 2.5 }), "2.00 x (1.50 to 2.50)");
        assert_eq!(interval(Estimate { mean: 2.0, low: 0.0, high: f64::INFINITY }), "2.00 x");
    }
}
