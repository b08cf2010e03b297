//! Everybody measures everything, in blocks: in each, every contestant takes one sample of every line, in a process of its own. Lines,
//! and within a line contestants, come in a new random order, so that those that are compared are measured next to each other.

use std::process::Command;
use std::time::Instant;

use clap::ValueEnum;
use serde::Serialize;

use super::line::{Form, Line, Program};
use super::sample::Sample;
use crate::contestants::Contestant;
use crate::statistics::{Estimate, geometric_mean, median};
use crate::versus::machine::Machine;
use crate::versus::process;
use crate::versus::result::Version;

/// What is to be measured, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// In the order of the table.
    pub lines: Vec<&'static Line>,
    /// The first one is compared with the others.
    pub contestants: Vec<Contestant>,
    /// How many samples of each.
    pub blocks: usize,
    /// Worker threads of each.
    pub workers: usize,
    /// How thoroughly.
    pub form: Form,
    /// Draws the order.
    pub seed: u64,
}

/// Everything, as `--json` writes it.
#[derive(Debug, Serialize)]
pub struct Contest {
    /// Of this layout.
    pub schema: u32,
    /// The order was drawn with it.
    pub seed: u64,
    /// Samples of each.
    pub blocks: usize,
    /// Worker threads of each.
    pub workers: usize,
    /// How thoroughly.
    pub form: Form,
    /// Where.
    pub machine: Machine,
    /// Who.
    pub contestants: Vec<Version>,
    /// What came out.
    pub lines: Vec<Row>,
    /// Over all lines, each with the best rival's time divided by ours: the geometric mean, in which the lines of one part share its
    /// weight.
    pub mean: Option<Estimate>,
}

/// A line, and how everybody did.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The line's name on the command line.
    pub id: &'static str,
    /// Lines of one part share one weight.
    pub part: &'static str,
    /// What it is.
    pub title: &'static str,
    /// What time is counted for.
    pub per: &'static str,
    /// Operations an iteration.
    pub operations: u64,
    /// By contestant.
    pub entries: Vec<Entry>,
    /// Ours compared with the best of the others.
    pub best_rival: Option<Comparison>,
}

/// A contestant's results in a line.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Whose.
    pub name: &'static str,
    /// Why it does not take part.
    pub not_offered: Option<&'static str>,
    /// Why its samples do not count.
    pub failure: Option<String>,
    /// The medians over all samples.
    pub median: Option<Sample>,
    /// One a block.
    pub samples: Vec<Sample>,
}

/// The best rival of a line.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// The one with the least median time.
    pub rival: &'static str,
    /// Its time divided by ours, block by block.
    pub time: Estimate,
    /// Its processor time divided by ours.
    pub cpu: Estimate,
}

/// Runs it, and shows its progress.
pub fn run(plan: &Plan, mut progress: impl FnMut(&str)) -> Contest {
    let machine = Machine::here();
    let begun = Instant::now();
    let mut rows: Vec<Row> = plan.lines.iter().map(|line| row(line, plan)).collect();
    let takes_part = |entry: &&Entry| entry.not_offered.is_none();
    let total = plan.blocks * rows.iter().map(|row| row.entries.iter().filter(takes_part).count()).sum::<usize>();
    let mut random = fastrand::Rng::with_seed(plan.seed);
    let mut done = 0;
    for block in 1..=plan.blocks {
        let mut lines: Vec<usize> = (0..rows.len()).collect();
        random.shuffle(&mut lines);
        for line in lines {
            let mut contestants: Vec<usize> = (0..plan.contestants.len()).collect();
            random.shuffle(&mut contestants);
            for index in contestants {
                let entry = &mut rows[line].entries[index];
                if entry.not_offered.is_some() {
                    continue;
                }
                let (id, left) = (plan.lines[line].id, remaining(begun, done, total));
                progress(&format!("{}/{total}, block {block}/{}: {id}, {}{left}", done + 1, plan.blocks, entry.name));
                done += 1;
                if entry.failure.is_none() {
                    match take(plan.contestants[index], plan.lines[line], plan) {
                        Ok(sample) => entry.samples.push(sample),
                        Err(reason) => entry.failure = Some(reason),
                    }
                }
            }
        }
    }
    rows.iter_mut().for_each(Row::settle);
    Contest {
        schema: 1,
        seed: plan.seed,
        blocks: plan.blocks,
        workers: plan.workers,
        form: plan.form,
        machine,
        contestants: plan
            .contestants
            .iter()
            .map(|one| Version { name: one.name(), version: one.version().into() })
            .collect(),
        mean: mean(&rows, plan.blocks),
        lines: rows,
    }
}

fn remaining(begun: Instant, done: usize, total: usize) -> String {
    if done == 0 {
        return String::new();
    }
    let seconds = begun.elapsed().as_secs_f64() / done as f64 * (total - done) as f64;
    format!("; about {:.0} min left", (seconds / 60.0).ceil())
}

fn row(line: &Line, plan: &Plan) -> Row {
    let entry = |&contestant: &Contestant| Entry {
        name: contestant.name(),
        not_offered: match line.program(contestant) {
            Program::NotOffered(why) => Some(why),
            Program::Runs(_) => None,
        },
        failure: None,
        median: None,
        samples: Vec::with_capacity(plan.blocks),
    };
    Row {
        id: line.id,
        part: line.part,
        title: line.title,
        per: line.per,
        operations: line.count(plan.form),
        entries: plan.contestants.iter().map(entry).collect(),
        best_rival: None,
    }
}

/// This program, started for one sample.
fn take(contestant: Contestant, line: &Line, plan: &Plan) -> Result<Sample, String> {
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let mut command = Command::new(program);
    let name = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned());
    let (contestant, form) = (name(contestant.to_possible_value()), name(plan.form.to_possible_value()));
    command.args(["one", &contestant.unwrap_or_default(), line.id, "--workers", &plan.workers.to_string()]);
    command.args(["--form", &form.unwrap_or_default()]);
    process::sample(command)
}

impl Row {
    /// Medians, and who the best rival is.
    fn settle(&mut self) {
        for entry in &mut self.entries {
            entry.median = Sample::median(&entry.samples).filter(|_| entry.failure.is_none());
        }
        let mut counted = self.entries.iter().filter_map(|entry| Some((entry, entry.median?.each_ns)));
        let Some((ours, _)) = counted.next().filter(|(entry, _)| entry.name == self.entries[0].name) else { return };
        let Some((rival, _)) = counted.min_by(|(_, one), (_, other)| one.total_cmp(other)) else { return };
        let ratios = |of: fn(&Sample) -> f64| -> Vec<f64> {
            rival.samples.iter().zip(&ours.samples).map(|(rival, ours)| of(rival) / of(ours)).collect()
        };
        let estimates = (Estimate::of(&ratios(|sample| sample.each_ns)), Estimate::of(&ratios(|sample| sample.cpu_ns)));
        if let (Some(time), Some(cpu)) = estimates {
            self.best_rival = Some(Comparison { rival: rival.name, time, cpu });
        }
    }

    /// The best rival's time divided by ours in a block.
    fn ratio(&self, block: usize) -> Option<f64> {
        let best = self.best_rival.as_ref()?;
        let rival = self.entries.iter().find(|entry| entry.name == best.rival)?;
        Some(rival.samples.get(block)?.each_ns / self.entries[0].samples.get(block)?.each_ns)
    }
}

/// The mean of each block, and what they come to.
fn mean(rows: &[Row], blocks: usize) -> Option<Estimate> {
    let compared: Vec<&Row> = rows.iter().filter(|row| row.best_rival.is_some()).collect();
    if compared.is_empty() {
        return None;
    }
    let weight = |row: &Row| 1.0 / compared.iter().filter(|other| other.part == row.part).count() as f64;
    let of_block = |block| {
        let ratios: Option<Vec<_>> = compared.iter().map(|row| Some((row.ratio(block)?, weight(row)))).collect();
        ratios.map(|ratios| geometric_mean(&ratios))
    };
    Estimate::of(&(0..blocks).filter_map(of_block).collect::<Vec<_>>())
}

impl Sample {
    /// Figure by figure.
    fn median(samples: &[Self]) -> Option<Self> {
        let of = |figure: fn(&Self) -> f64| median(&samples.iter().map(figure).collect::<Vec<_>>());
        let last = samples.last()?;
        Some(Self {
            cold_ns: of(|sample| sample.cold_ns),
            each_ns: of(|sample| sample.each_ns),
            cpu_ns: of(|sample| sample.cpu_ns),
            peak_bytes: of(|sample| sample.peak_bytes as f64) as u64,
            iterations: last.iterations,
        })
    }
}

impl Contest {
    /// Whether everybody who took part gave the right answers.
    pub fn is_sound(&self) -> bool {
        self.lines.iter().flat_map(|row| &row.entries).all(|entry| entry.failure.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ordinary::lines::LINES;

    fn sample(each_ns: f64) -> Sample {
        Sample { cold_ns: 1.0, each_ns, cpu_ns: 2.0 * each_ns, peak_bytes: 1 << 20, iterations: 3 }
    }

    fn settled(line: usize, values: &[&[f64]]) -> Row {
        let contestants = Contestant::ALL[..values.len()].to_vec();
        let plan = Plan { lines: vec![], contestants, blocks: 2, workers: 2, form: Form::Full, seed: 0 };
        let mut row = row(LINES[line], &plan);
        for (entry, values) in row.entries.iter_mut().zip(values) {
            entry.samples = values.iter().map(|&value| sample(value)).collect();
        }
        row.settle();
        row
    }

    #[test]
    fn the_best_rival_is_compared_block_by_block() {
        let row = settled(0, &[&[1.0, 2.0], &[4.0, 8.0], &[2.0, 6.0]]);
        let best = row.best_rival.as_ref().unwrap();
        assert_eq!(best.rival, "actix");
        assert!((best.time.mean - 6_f64.sqrt()).abs() < 1e-12, "{best:?}");
        assert!(best.time.low < best.time.mean && best.time.mean < best.time.high);
    }

    #[test]
    fn lines_of_one_part_share_its_weight() {
        assert_eq!((LINES[0].part, LINES[1].part, LINES[6].part), ("ask", "ask", "pipeline"));
        let rows = [
            settled(0, &[&[1.0, 1.0], &[2.0, 2.0]]),
            settled(1, &[&[1.0, 1.0], &[8.0, 8.0]]),
            settled(6, &[&[1.0, 1.0], &[9.0, 9.0]]),
        ];
        assert!((mean(&rows, 2).unwrap().mean - 6.0).abs() < 1e-12);
    }

    #[test]
    fn without_us_or_a_rival_nothing_is_compared() {
        assert!(settled(0, &[&[1.0, 1.0]]).best_rival.is_none());
        assert!(settled(0, &[&[], &[2.0, 2.0]]).best_rival.is_none());
    }
}
