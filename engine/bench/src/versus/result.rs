//! What came out: as a table, and as JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::machine::Machine;
use super::schedule::{Attempt, Entrant};
use crate::contestants::Contestant;
use crate::measures::Measure;
use crate::runtime::Placement;
use crate::statistics::median;

/// Everything, as `--json` writes it.
#[derive(Debug, Serialize)]
pub struct Contest {
    /// Of this layout.
    pub schema: u32,
    /// The order was drawn with it.
    pub seed: u64,
    /// How often everybody did everything.
    pub rounds: usize,
    /// Where.
    pub machine: Machine,
    /// Who.
    pub contestants: Vec<Version>,
    /// Who could not take part, and why.
    pub missing: Vec<String>,
    /// What came out.
    pub measures: Vec<Line>,
}

/// A contestant's version.
#[derive(Debug, Serialize)]
pub struct Version {
    /// What it is called.
    pub name: &'static str,
    /// As it calls itself.
    pub version: String,
}

/// A measure and how everybody did.
#[derive(Debug, Serialize)]
pub struct Line {
    /// The measure's name on the command line.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// `ns` or `B`.
    pub unit: &'static str,
    /// What the unit is counted for.
    pub per: &'static str,
    /// By contestant, agon-actor first.
    pub results: Vec<Entry>,
}

/// A contestant's result.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Whose.
    pub name: &'static str,
    /// Its best way of starting the runtime; none if all failed.
    pub best: Option<Figures>,
    /// The median divided by agon-actor's.
    pub ratio: Option<f64>,
    /// All the ways that were tried.
    pub tried: Vec<Figures>,
    /// Why others have no figures.
    pub failures: Vec<String>,
}

/// The values of one way of starting the runtime.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Worker threads.
    pub threads: usize,
    /// Whether the program chose which worker runs which actor.
    pub apart: bool,
    /// Whether workers were kept awake.
    pub awake: bool,
    /// Operations a measurement.
    pub operations: u64,
    /// Half of the values are below it.
    pub median: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
    /// One a round.
    pub values: Vec<f64>,
}

impl Figures {
    fn of(attempt: &Attempt<'_>) -> Self {
        let mut sorted = attempt.values.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len() - 1;
        Self {
            threads: attempt.setup.workers,
            apart: attempt.setup.placement != Placement::Free,
            awake: attempt.setup.placement == (Placement::Apart { awake: true }),
            operations: attempt.operations,
            median: median(&sorted),
            min: sorted[0],
            max: sorted[last],
            values: attempt.values.clone(),
        }
    }
}

impl Entry {
    fn of(entrant: &Entrant<'_>, measure: &Measure, attempts: &[Attempt<'_>]) -> Option<Self> {
        let mine =
            |attempt: &&Attempt<'_>| attempt.entrant.name() == entrant.name() && attempt.measure.id == measure.id;
        let mine: Vec<_> = attempts.iter().filter(mine).collect();
        if mine.is_empty() {
            return None;
        }
        let tried: Vec<_> =
            mine.iter().filter(|attempt| attempt.failure.is_none()).map(|attempt| Figures::of(attempt)).collect();
        let best = tried.iter().min_by(|a, b| a.median.total_cmp(&b.median)).cloned();
        let failures = mine
            .iter()
            .filter_map(|attempt| Some(format!("threads={}: {}", attempt.setup.workers, attempt.failure.as_ref()?)))
            .collect();
        Some(Self { name: entrant.name(), best, ratio: None, tried, failures })
    }
}

/// Puts the attempts together, measure by measure.
pub fn lines(entrants: &[Entrant<'_>], measures: &[&'static Measure], attempts: &[Attempt<'_>]) -> Vec<Line> {
    let line = |measure: &&'static Measure| {
        let mut results: Vec<_> = entrants.iter().filter_map(|entrant| Entry::of(entrant, measure, attempts)).collect();
        let ours = results.iter().find(|entry| entry.name == Contestant::Agon.name());
        if let Some(ours) = ours.and_then(|entry| entry.best.as_ref()).map(|best| best.median) {
            for entry in &mut results {
                entry.ratio = entry.best.as_ref().map(|best| best.median / ours);
            }
        }
        Line { id: measure.id, title: measure.title, unit: measure.unit, per: measure.per, results }
    };
    measures.iter().map(line).collect()
}

impl Contest {
    /// Whether everybody who took part gave the right answer to everything.
    pub fn is_sound(&self) -> bool {
        self.measures.iter().flat_map(|line| &line.results).all(|entry| entry.failures.is_empty())
    }

    /// The table, and below it what went wrong.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for line in &self.measures {
            let _ = writeln!(text, "\n{}, {} per {}", line.title, line.unit, line.per);
            for entry in &line.results {
                let _ = write!(text, "  {:<12}", entry.name);
                if let Some(best) = &entry.best {
                    let ratio = entry.ratio.map_or(String::new(), |ratio| format!("{ratio:>8.2} x"));
                    let span = format!("{} .. {}", figure(best.min), figure(best.max));
                    let threads = if best.threads == 1 { "1 thread" } else { "2 threads" };
                    let awake = if best.awake { ", kept awake" } else { "" };
                    let _ = write!(text, "{:>10} {ratio:>10}   {span:<20} {threads}{awake}", figure(best.median));
                }
                for failure in &entry.failures {
                    let _ = write!(text, "  FAILED {failure}");
                }
                text.push('\n');
            }
        }
        for missing in &self.missing {
            let _ = writeln!(text, "\n{missing}");
        }
        text
    }
}

/// Three significant digits, without an exponent.
pub(crate) fn figure(value: f64) -> String {
    match value {
        value if value < 10.0 => format!("{value:.2}"),
        value if value < 100.0 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::MEASURES;
    use crate::runtime::Setup;

    fn attempt(contestant: Contestant, threads: usize, values: &[f64], failure: Option<&str>) -> Attempt<'static> {
        Attempt {
            entrant: Entrant::Inside(contestant),
            measure: &MEASURES[0],
            setup: Setup::free(threads),
            operations: 1,
            values: values.to_vec(),
            failure: failure.map(str::to_owned),
        }
    }

    #[test]
    fn the_better_setup_is_quoted_and_compared() {
        let entrants = [Entrant::Inside(Contestant::Agon), Entrant::Inside(Contestant::Tokio)];
        let attempts = [
            attempt(Contestant::Agon, 1, &[9.0, 2.0, 4.0], None),
            attempt(Contestant::Agon, 2, &[5.0, 6.0, 7.0], None),
            attempt(Contestant::Tokio, 1, &[50.0, 60.0, 70.0], None),
            attempt(Contestant::Tokio, 2, &[10.0, 30.0], None),
        ];
        let lines = lines(&entrants, &[&MEASURES[0]], &attempts);
        let best: Vec<_> = lines[0].results.iter().map(|entry| entry.best.clone().unwrap()).collect();
        assert_eq!((best[0].threads, best[0].median, best[0].min, best[0].max), (1, 4.0, 2.0, 9.0));
        assert_eq!((best[1].threads, best[1].median), (2, 20.0));
        assert_eq!(lines[0].results[1].ratio, Some(5.0));
    }

    #[test]
    fn a_failure_has_no_figures_and_spoils_the_contest() {
        let entrants = [Entrant::Inside(Contestant::Agon)];
        let attempts = [attempt(Contestant::Agon, 1, &[1.0, 2.0], Some("token 3 ended at 4 instead of 5"))];
        let measures = lines(&entrants, &[&MEASURES[0]], &attempts);
        assert!(measures[0].results[0].best.is_none());
        let machine = Machine::here();
        let contest =
            Contest { schema: 1, seed: 0, rounds: 2, machine, contestants: vec![], missing: vec![], measures };
        assert!(!contest.is_sound());
        assert!(contest.table().contains("FAILED threads=1: token 3 ended at 4 instead of 5"), "{}", contest.table());
    }
}
