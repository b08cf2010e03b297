//! pipeline, apart from messages: parameters, the strings, and what a stage does with one.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::print::{Lines, Print};
use crate::{Arguments, Failure, Iteration};

/// What a task's first word becomes at most: "Downloaded".
const LONGEST_WORD: usize = 10;

#[derive(Debug)]
pub struct Pipeline {
    tasks: u64,
    log: bool,
    print: Print,
    witness: bool,
}

impl Pipeline {
    pub fn take(arguments: &mut Arguments) -> Result<Self, Failure> {
        let pipeline = Self {
            tasks: arguments.take("tasks")?,
            log: arguments.take_switch("log")?,
            print: Print::take(arguments)?,
            witness: arguments.take_witness()?,
        };
        arguments.take_variant(&[("default", ())])?;
        arguments.take_samples()?;
        Ok(pipeline)
    }

    /// What the driver sends, in order.
    pub fn tasks(&self) -> Vec<String> {
        let mut digits = itoa::Buffer::new();
        (0..self.tasks)
            .map(|number| {
                let digits = digits.format(number);
                let mut text = String::with_capacity(LONGEST_WORD + 1 + digits.len());
                text.push_str("Requested ");
                text.push_str(digits);
                text
            })
            .collect()
    }

    /// The stages of an iteration, the first first. The log, if there is one, starts empty.
    pub fn stages(&self) -> Result<[Stage; 3], Failure> {
        if self.log {
            self.print.clear()?;
        }
        Ok([self.stage("Downloaded")?, self.stage("Indexed")?, self.stage("Wrote")?])
    }

    fn stage(&self, word: &'static str) -> Result<Stage, Failure> {
        let log = if self.log { Some(self.print.lines()?) } else { None };
        Ok(Stage { word, made: Made { crc: self.witness.then_some(0), ..Made::default() }, log })
    }

    pub fn finish(Stop { elapsed, stages, .. }: Stop) -> Result<Iteration, Failure> {
        let [download, index, write] =
            <[Made; 3]>::try_from(stages).map_err(|_| Failure::work("the stop message did not pass all stages"))?;
        let mut report = json!({"written": write.strings, "characters": write.characters});
        if let (Some(downloaded), Some(indexed), Some(written)) = (download.crc, index.crc, write.crc) {
            report["crc"] = json!(written);
            report["stages"] = json!([downloaded, indexed]);
        }
        Ok(Iteration { elapsed, report })
    }
}

/// What a stage makes of the tasks that come to it.
#[derive(Debug)]
pub struct Stage {
    word: &'static str,
    made: Made,
    log: Option<Lines>,
}

/// The strings that a stage has made.
#[derive(Debug, Default)]
struct Made {
    strings: u64,
    characters: usize,
    /// The sum of their CRC-32, modulo 2^32; only with a witness.
    crc: Option<u32>,
}

impl Stage {
    /// Makes the stage's own string of another, by replacing the first word.
    #[inline]
    pub fn make(&mut self, mut text: String) -> String {
        let end = text.find(' ').unwrap_or(text.len());
        text.replace_range(..end, self.word);
        self.made.strings += 1;
        self.made.characters += text.len();
        if let Some(crc) = &mut self.made.crc {
            *crc = crc.wrapping_add(crc32fast::hash(text.as_bytes()));
        }
        if let Some(log) = &mut self.log {
            log.line(|buffer| buffer.extend(text.as_bytes()));
        }
        text
    }

    /// Ends with the stop message, which takes along what the stage has to tell.
    pub fn end(self, stop: &mut Stop) {
        if let Some(mut log) = self.log {
            log.flush();
        }
        stop.stages.push(self.made);
        stop.elapsed = stop.begun.elapsed();
    }
}

/// The stop message that follows the last task through the stages.
#[derive(Debug)]
pub struct Stop {
    begun: Instant,
    /// From the first send until the stage that it has passed last had handled it.
    elapsed: Duration,
    stages: Vec<Made>,
}

impl Stop {
    /// Starts the clock.
    pub fn begin() -> Self {
        Self { stages: Vec::with_capacity(3), elapsed: Duration::ZERO, begun: Instant::now() }
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use serde_json::json;

    use super::{Pipeline, Stop};
    use crate::Arguments;

    fn run(log: &str, name: &str) -> (serde_json::Value, Option<String>) {
        let path = env::temp_dir().join(format!("agon-pipeline-{name}-{}", process::id()));
        let words = [
            "tasks=10".to_owned(),
            format!("log={log}"),
            format!("print={}", path.display()),
            "witness=on".to_owned(),
            "variant=default".to_owned(),
            format!("samples={}", env::temp_dir().display()),
        ];
        let pipeline = Pipeline::take(&mut Arguments::parse(&words).unwrap()).unwrap();
        let mut stages = pipeline.stages().unwrap();
        let mut stop = Stop::begin();
        for task in pipeline.tasks() {
            stages.iter_mut().fold(task, |text, stage| stage.make(text));
        }
        stages.into_iter().for_each(|stage| stage.end(&mut stop));
        let written = fs::read_to_string(&path).ok();
        _ = fs::remove_file(&path);
        (Pipeline::finish(stop).unwrap().report, written)
    }

    #[test]
    fn ten_tasks() {
        let (report, log) = run("off", "off");
        assert_eq!(report["written"], json!(10));
        assert_eq!(report["characters"], json!(70));
        assert_eq!(report["crc"], json!(2_036_917_220));
        let sum = |word: &str| {
            (0..10).fold(0_u32, |sum, i| sum.wrapping_add(crc32fast::hash(format!("{word} {i}").as_bytes())))
        };
        assert_eq!(report["stages"], json!([sum("Downloaded"), sum("Indexed")]));
        assert_eq!(log, None, "the file is not touched");
    }

    #[test]
    fn each_stage_logs_what_it_makes() {
        let (_, log) = run("on", "on");
        let mut lines: Vec<_> = log.as_deref().unwrap().lines().collect();
        lines.sort_unstable();
        let mut expected: Vec<_> = ["Downloaded", "Indexed", "Wrote"]
            .iter()
            .flat_map(|word| (0..10).map(move |i| format!("{word} {i}")))
            .collect();
        expected.sort_unstable();
        assert_eq!(lines, expected);
    }
}
