//! pipeline, apart from messages: parameters, the strings, and what a stage does with one.

use std::ops::Range;
use std::time::{Duration, Instant};
use std::vec;

use regex::Regex;
use serde_json::json;

use crate::print::{Lines, Print};
use crate::{Arguments, Failure, Iteration};

/// What a task's first word becomes at most: "Downloaded".
const LONGEST_WORD: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Log {
    Off,
    /// To a file, through a buffer.
    On,
    /// To a terminal, line by line.
    Console,
}

impl Log {
    pub fn take(arguments: &mut Arguments) -> Result<Self, Failure> {
        arguments.take_choice("log", &[("off", Self::Off), ("on", Self::On), ("console", Self::Console)])
    }
}

#[derive(Debug)]
pub struct Pipeline {
    tasks: u64,
    log: Log,
    /// Whether a stage replaces what a regular expression finds; else it cuts at the first blank.
    regex: bool,
    /// Whether the driver makes its strings as it sends them.
    inside: bool,
    print: Print,
    witness: bool,
}

impl Pipeline {
    pub fn take(arguments: &mut Arguments) -> Result<Self, Failure> {
        let pipeline = Self {
            tasks: arguments.take("tasks")?,
            log: Log::take(arguments)?,
            regex: arguments.take_choice("work", &[("cut", false), ("regex", true)])?,
            inside: arguments.take_choice("make", &[("before", false), ("inside", true)])?,
            print: Print::take(arguments)?,
            witness: arguments.take_witness()?,
        };
        arguments.take_variant(&[("default", ())])?;
        arguments.take_samples()?;
        Ok(pipeline)
    }

    /// What the driver sends, in order: made by this call, or each as it is taken.
    pub fn tasks(&self) -> Tasks {
        let made = Numbered { numbers: 0..self.tasks, witness: self.witness };
        if self.inside { Tasks::Inside(made) } else { Tasks::Before(made.collect::<Vec<_>>().into_iter()) }
    }

    /// The stages of an iteration, the first first. The log, if there is one, starts empty.
    pub fn stages(&self) -> Result<[Stage; 3], Failure> {
        if self.log == Log::On {
            self.print.clear()?;
        }
        Ok([
            self.stage("Requested ", "Downloaded ")?,
            self.stage("Downloaded ", "Indexed ")?,
            self.stage("Indexed ", "Wrote ")?,
        ])
    }

    fn stage(&self, before: &'static str, word: &'static str) -> Result<Stage, Failure> {
        let log = if self.log == Log::Off { None } else { Some(self.print.lines()?) };
        let made = Made { crc: self.witness.then_some(0), ..Made::default() };
        Ok(Stage { before, word, regex: self.regex, made, log, console: self.log == Log::Console })
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

/// The driver's strings.
#[derive(Debug)]
pub enum Tasks {
    Before(vec::IntoIter<String>),
    Inside(Numbered),
}

impl Iterator for Tasks {
    type Item = String;

    #[inline]
    fn next(&mut self) -> Option<String> {
        match self {
            Self::Before(made) => made.next(),
            Self::Inside(made) => made.next(),
        }
    }
}

/// Makes the driver's strings.
#[derive(Debug)]
pub struct Numbered {
    numbers: Range<u64>,
    witness: bool,
}

impl Iterator for Numbered {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let number = self.numbers.next()?;
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(number);
        if self.witness {
            return Some(format!("{digits} Requested {digits} Requested {digits}"));
        }
        let mut text = String::with_capacity(LONGEST_WORD + 1 + digits.len());
        text.push_str("Requested ");
        text.push_str(digits);
        Some(text)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.numbers.size_hint()
    }
}

/// What a stage makes of the tasks that come to it.
#[derive(Debug)]
pub struct Stage {
    /// With its blank, as `word`.
    before: &'static str,
    word: &'static str,
    regex: bool,
    made: Made,
    log: Option<Lines>,
    console: bool,
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
    /// Makes the stage's own string of another, with its word in the place of the one before.
    #[inline]
    pub fn make(&mut self, text: String) -> String {
        let text = if self.regex { replace_first(&text, self.before, self.word) } else { cut(text, self.word) };
        self.made.strings += 1;
        self.made.characters += text.len();
        if let Some(crc) = &mut self.made.crc {
            *crc = crc.wrapping_add(crc32fast::hash(text.as_bytes()));
        }
        if let Some(log) = &mut self.log {
            log.line(|buffer| buffer.extend(text.as_bytes()));
            if self.console {
                log.flush();
            }
        }
        text
    }

    /// Ends with the stop message, which takes along what the stage has to report.
    pub fn end(self, stop: &mut Stop) {
        if let Some(mut log) = self.log {
            log.flush();
        }
        stop.stages.push(self.made);
        stop.elapsed = stop.begun.elapsed();
    }
}

/// The text with what the pattern finds first replaced; the pattern is compiled at each call, as the source's Java does.
pub fn replace_first(text: &str, pattern: &str, replacement: &str) -> String {
    let pattern = Regex::new(pattern).expect("a word and a blank are a regular expression");
    pattern.replace(text, replacement).into_owned()
}

/// The text with the word, which ends in a blank, in the place of all before the first blank.
#[inline]
fn cut(mut text: String, word: &str) -> String {
    let end = text.find(' ').map_or(text.len(), |blank| blank + 1);
    text.replace_range(..end, word);
    text
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
    use std::path::Path;
    use std::{env, fs, process};

    use serde_json::json;

    use super::{Pipeline, Stop, Tasks};
    use crate::Arguments;

    fn pipeline(log: &str, work: &str, make: &str, path: &Path) -> Pipeline {
        let words = [
            "tasks=10".to_owned(),
            format!("log={log}"),
            format!("work={work}"),
            format!("make={make}"),
            format!("print={}", path.display()),
            "witness=on".to_owned(),
            "variant=default".to_owned(),
            format!("samples={}", env::temp_dir().display()),
        ];
        Pipeline::take(&mut Arguments::parse(&words).unwrap()).unwrap()
    }

    fn run(log: &str, work: &str, make: &str) -> (serde_json::Value, Option<String>) {
        let path = env::temp_dir().join(format!("agon-pipeline-{log}-{work}-{make}-{}", process::id()));
        let pipeline = pipeline(log, work, make, &path);
        if log == "console" {
            fs::write(&path, "").unwrap(); // the lab makes it
        }
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
    fn ten_tasks_of_either_work() {
        let cut = json!({"written": 10, "characters": 290, "crc": 1_968_050_575_u32, "stages": [3_992_056_295_u32, 2_483_677_775_u32]});
        let regex =
            json!({"written": 10, "characters": 210, "crc": 1_253_348_365, "stages": [1_379_692_364, 375_022_659]});
        for make in ["before", "inside"] {
            assert_eq!(run("off", "cut", make), (cut.clone(), None), "the file is not touched");
            assert_eq!(run("off", "regex", make), (regex.clone(), None));
        }
    }

    #[test]
    fn strings_made_inside_are_made_as_they_are_taken() {
        let path = env::temp_dir();
        assert!(matches!(pipeline("off", "cut", "inside", &path).tasks(), Tasks::Inside(_)));
        let Tasks::Before(made) = pipeline("off", "cut", "before", &path).tasks() else { panic!("made before") };
        assert_eq!(made.len(), 10);
    }

    #[test]
    fn a_console_gets_each_line_as_it_is_made() {
        let path = env::temp_dir().join(format!("agon-pipeline-lines-{}", process::id()));
        fs::write(&path, "").unwrap();
        let [mut download, ..] = pipeline("console", "cut", "before", &path).stages().unwrap();
        download.make("Requested 7".to_owned());
        assert_eq!(fs::read_to_string(&path).unwrap(), "Downloaded 7\n");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn each_stage_logs_what_it_makes() {
        let (_, log) = run("on", "regex", "inside");
        let mut lines: Vec<_> = log.as_deref().unwrap().lines().collect();
        lines.sort_unstable();
        let mut expected: Vec<_> = ["Downloaded", "Indexed", "Wrote"]
            .iter()
            .flat_map(|word| (0..10).map(move |i| format!("{i} {word} {i} Requested {i}")))
            .collect();
        expected.sort_unstable();
        assert_eq!(lines, expected);
    }
}
