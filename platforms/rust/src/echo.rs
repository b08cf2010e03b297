//! echo-all and mass-reception, apart from messages: parameters, what who asks and who replies know, and the file of round
//! trips.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::samples::Table;
use crate::{Arguments, Failure, Iteration};

const ACC_MODULUS: u64 = 2_147_483_647;

#[derive(Debug)]
pub struct Echo {
    /// How many ask.
    pub requesters: u32,
    /// How many are asked.
    pub repliers: u32,
    messages: u32,
    pace: Pace,
    witness: bool,
    /// In an open loop: when each request of each requester is due, in microseconds.
    schedule: Arc<Vec<Vec<u32>>>,
    table: Table,
}

/// How it ended: the time, and everybody, in any order.
pub struct Outcome {
    pub elapsed: Duration,
    pub requesters: Vec<Requester>,
    pub repliers: Vec<Replier>,
}

/// When requests are sent, and whether they are timed.
#[derive(Clone, Copy, Debug)]
enum Pace {
    /// Each as soon as the one before is answered.
    Closed,
    /// As `Closed`, with a look at the clock in between.
    Timed,
    /// Each when it is due.
    Open,
}

impl Echo {
    /// Takes the arguments of echo-all; the variant is one of `variants`.
    pub fn take_all<V: Copy>(arguments: &mut Arguments, variants: &[(&str, V)]) -> Result<Self, Failure> {
        let agents = arguments.take_at_least("agents", 2)?;
        Self::take(arguments, agents, agents, variants)
    }

    /// Takes the arguments of mass-reception; the variant is one of `variants`.
    pub fn take_mass<V: Copy>(arguments: &mut Arguments, variants: &[(&str, V)]) -> Result<Self, Failure> {
        let senders = arguments.take_at_least("senders", 1)?;
        let receivers = arguments.take_at_least("receivers", 1)?;
        if receivers > senders {
            return Err(Failure::usage(format!("receivers={receivers}: not more than senders={senders}")));
        }
        Self::take(arguments, senders, receivers, variants)
    }

    fn take<V: Copy>(
        arguments: &mut Arguments,
        requesters: u32,
        repliers: u32,
        variants: &[(&str, V)],
    ) -> Result<Self, Failure> {
        let messages = arguments.take_at_least("messages", 1)?;
        let pace = match (arguments.take_switch("clock")?, arguments.take::<u32>("rate")?) {
            (false, 0) => Pace::Closed,
            (true, 0) => Pace::Timed,
            (true, _) => Pace::Open,
            (false, rate) => return Err(Failure::usage(format!("rate={rate}: needs clock=on"))),
        };
        let arrivals: String = arguments.take("arrivals")?;
        if !matches!(arrivals.as_str(), "constant" | "poisson") {
            return Err(Failure::usage(format!("arrivals={arrivals}: give one of constant, poisson")));
        }
        let schedule = Arc::new(arguments.take_input(|text| match pace {
            Pace::Open => parse(text, requesters as usize, messages as usize),
            _ => Ok(Vec::new()),
        })?);
        let witness = arguments.take_witness()?;
        arguments.take_variant(variants)?;
        let table = Table::take(arguments, "rtt.csv", "iteration,agent,ns")?;
        Ok(Self { requesters, repliers, messages, pace, witness, schedule, table })
    }

    /// Those who ask, in order.
    pub fn requesters(&self) -> impl Iterator<Item = Requester> + use<> {
        let (messages, pace, schedule) = (self.messages, self.pace, Arc::clone(&self.schedule));
        (0..self.requesters).map(move |number| Requester {
            number,
            handled: 0,
            messages,
            acc: 0,
            pace,
            begun: Instant::now(),
            since: Instant::now(),
            schedule: Arc::clone(&schedule),
            times: match pace {
                Pace::Closed => Vec::new(),
                _ => vec![Duration::ZERO; messages as usize],
            },
        })
    }

    /// Those who are asked, in order.
    pub fn repliers(&self) -> impl Iterator<Item = Replier> + use<> {
        let (messages, witness) = (self.messages, self.witness);
        (0..self.repliers).map(move |number| Replier { number, handled: 0, messages, sum: witness.then_some(0) })
    }

    /// Reports an iteration, and writes the times of its round trips.
    pub fn finish(&self, index: u64, outcome: Outcome) -> Result<Iteration, Failure> {
        let Outcome { elapsed, mut requesters, mut repliers } = outcome;
        requesters.sort_unstable_by_key(|requester| requester.number);
        repliers.sort_unstable_by_key(|replier| replier.number);
        if !matches!(self.pace, Pace::Closed) {
            self.table.add(index, |file| {
                requesters.iter().try_for_each(|Requester { number, times, .. }| {
                    times.iter().try_for_each(|time| writeln!(file, "{index},{number},{}", time.as_nanos()))
                })
            })?;
        }
        let mut report = json!({
            "replies": requesters.iter().map(|requester| u64::from(requester.handled)).sum::<u64>(),
            "acc": requesters.iter().map(|requester| requester.acc).collect::<Vec<_>>(),
            "handled": repliers.iter().map(|replier| replier.handled).collect::<Vec<_>>(),
        });
        if self.witness {
            report["witness"] = json!(repliers.iter().map(|replier| replier.sum).collect::<Vec<_>>());
        }
        Ok(Iteration { elapsed, report })
    }
}

/// A line a requester, a time a request.
fn parse(text: &str, requesters: usize, messages: usize) -> Result<Vec<Vec<u32>>, String> {
    let times = |line: &str| line.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>();
    let lines = text.lines().map(times).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    if lines.len() != requesters {
        return Err(format!("{} lines, not {requesters}", lines.len()));
    }
    match lines.iter().position(|line| line.len() != messages) {
        Some(place) => Err(format!("line {} holds {} times, not {messages}", place + 1, lines[place].len())),
        None => Ok(lines),
    }
}

/// What an agent knows of its requests.
#[derive(Clone, Debug)]
pub struct Requester {
    pub number: u32,
    handled: u32,
    messages: u32,
    acc: u32,
    pace: Pace,
    /// When the request under way, or the next, could be sent or was due.
    since: Instant,
    begun: Instant,
    schedule: Arc<Vec<Vec<u32>>>,
    times: Vec<Duration>,
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Send the request of that number.
    Ask(u32),
    /// Nothing until so much time has passed.
    Wait(Duration),
    /// All replies are there.
    Done,
}

impl Requester {
    /// May begin, in an iteration whose clock began then.
    #[inline]
    pub fn begin(&mut self, begun: Instant) {
        self.begun = begun;
        self.since = if matches!(self.pace, Pace::Open) { self.due() } else { begun };
    }

    /// When the next request is due, of those that there are.
    fn due(&self) -> Instant {
        let number = self.handled.min(self.messages - 1) as usize;
        self.begun + Duration::from_micros(self.schedule[self.number as usize][number].into())
    }

    /// What to do now.
    #[inline]
    pub fn then(&self) -> Next {
        if self.handled == self.messages {
            return Next::Done;
        }
        if let Pace::Open = self.pace {
            let wait = self.since.saturating_duration_since(Instant::now());
            if !wait.is_zero() {
                return Next::Wait(wait);
            }
        }
        Next::Ask(self.handled)
    }

    /// Handles the reply to the request under way.
    #[inline]
    pub fn record(&mut self, replier: u32, number: u32) {
        debug_assert_eq!(number, self.handled, "one request at a time");
        self.acc = ((u64::from(self.acc) * 31 + u64::from(replier)) % ACC_MODULUS) as u32;
        self.handled += 1;
        match self.pace {
            Pace::Closed => {}
            Pace::Timed => {
                let now = Instant::now();
                self.times[number as usize] = now - self.since;
                self.since = now;
            }
            Pace::Open => {
                self.times[number as usize] = self.since.elapsed();
                self.since = self.due();
            }
        }
    }
}

/// What an agent knows of the requests that it has answered.
#[derive(Clone, Copy, Debug)]
pub struct Replier {
    pub number: u32,
    handled: u32,
    messages: u32,
    /// With witnesses: of the requests, each as a number of its own.
    sum: Option<u64>,
}

impl Replier {
    #[inline]
    pub fn answer(&mut self, requester: u32, number: u32) {
        self.handled += 1;
        if let Some(sum) = &mut self.sum {
            *sum = (*sum + u64::from(requester) * u64::from(self.messages) + u64::from(number)) % ACC_MODULUS;
        }
    }
}

/// Whom an agent asks next in echo-all: each after the other, round the circle, never itself.
#[derive(Clone, Copy, Debug)]
pub struct Circle {
    own: u32,
    agents: u32,
    last: u32,
}

impl Circle {
    pub fn new(own: u32, agents: u32) -> Self {
        Self { own, agents, last: own }
    }

    /// Who is next.
    #[inline]
    pub fn step(&mut self) -> u32 {
        let after = |number| if number + 1 == self.agents { 0 } else { number + 1 };
        self.last = after(self.last);
        if self.last == self.own {
            self.last = after(self.last);
        }
        self.last
    }
}

/// Until everybody who asks has all replies.
#[derive(Debug)]
pub struct Wait {
    missing: usize,
    pub begun: Instant,
}

impl Wait {
    /// Starts the clock.
    pub fn begin(requesters: usize) -> Self {
        Self { missing: requesters, begun: Instant::now() }
    }

    /// One has all replies; the time when it was the last.
    pub fn record(&mut self) -> Option<Duration> {
        self.missing -= 1;
        (self.missing == 0).then(|| self.begun.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};
    use std::{env, fs, process};

    use serde_json::json;

    use super::{Circle, Echo, Next, Outcome, Wait, parse};
    use crate::Arguments;

    /// The arguments, with a schedule of four requesters.
    fn arguments(words: &str) -> Arguments {
        let samples = env::temp_dir().join(format!("agon-echo-{}", process::id()));
        fs::create_dir_all(&samples).unwrap();
        let input = samples.join("schedule");
        fs::write(&input, "0 1\n5 5\n7 9\n22000 52000\n").unwrap();
        let place = format!("samples={} input={}", samples.display(), input.display());
        let words = format!("{words} arrivals=poisson witness=on variant=default {place}");
        Arguments::parse(&words.split(' ').map(str::to_owned).collect::<Vec<_>>()).unwrap()
    }

    /// Everybody's requests, those of one requester after the other.
    fn run(echo: &Echo, mut whom: impl FnMut(u32, u32) -> u32) -> serde_json::Value {
        let mut requesters: Vec<_> = echo.requesters().collect();
        let mut repliers: Vec<_> = echo.repliers().collect();
        let mut wait = Wait::begin(requesters.len());
        let mut end = None;
        for requester in &mut requesters {
            requester.begin(wait.begun);
            while let Next::Ask(number) = requester.then() {
                let replier = &mut repliers[whom(requester.number, number) as usize];
                replier.answer(requester.number, number);
                requester.record(replier.number, number);
            }
            assert_eq!(requester.then(), Next::Done);
            assert_eq!(end, None);
            end = wait.record();
        }
        echo.finish(0, Outcome { elapsed: end.unwrap(), requesters, repliers }).unwrap().report
    }

    #[test]
    fn the_example_of_echo_all() {
        let echo = Echo::take_all(&mut arguments("agents=4 messages=7 clock=off rate=0"), &[("default", ())]).unwrap();
        let mut circles: Vec<_> = (0..4).map(|own| Circle::new(own, 4)).collect();
        let report = run(&echo, |own, _| circles[own as usize].step());
        assert_eq!(report["replies"], json!(28));
        assert_eq!(report["acc"], json!([947_564_353, 1_860_957_282, 516_040_324, 30_477_216]));
        assert_eq!(report["handled"], json!([7, 7, 7, 7]));
    }

    #[test]
    fn the_circle_is_the_formula() {
        for agents in [2, 3, 5] {
            for own in 0..agents {
                let mut circle = Circle::new(own, agents);
                for number in 0..3 * agents {
                    assert_eq!(circle.step(), (own + 1 + number % (agents - 1)) % agents);
                }
            }
        }
    }

    #[test]
    fn the_example_of_mass_reception_with_its_times() {
        let words = "senders=3 receivers=2 messages=2 clock=on rate=0";
        let echo = Echo::take_mass(&mut arguments(words), &[("default", ())]).unwrap();
        let report = run(&echo, |own, _| own % 2);
        assert_eq!(report, json!({"replies": 6, "acc": [0, 32, 0], "handled": [4, 2], "witness": [10, 5]}));
        let written = fs::read_to_string(env::temp_dir().join(format!("agon-echo-{}/rtt.csv", process::id()))).unwrap();
        let agents: Vec<_> = written.lines().map(|line| line.rsplit_once(',').unwrap().0).collect();
        assert_eq!(agents, ["iteration,agent", "0,0", "0,0", "0,1", "0,1", "0,2", "0,2"]);
    }

    #[test]
    fn who_begins_late_has_waited() {
        let words = "senders=2 receivers=1 messages=2 clock=on rate=0";
        let echo = Echo::take_mass(&mut arguments(words), &[("default", ())]).unwrap();
        let mut last = echo.requesters().last().unwrap();
        last.begin(Instant::now().checked_sub(Duration::from_millis(5)).unwrap());
        last.record(0, 0);
        assert!(last.times[0] >= Duration::from_millis(5), "{last:?}");
    }

    #[test]
    fn no_requester_asks_before_it_is_due_and_the_time_runs_from_then() {
        let words = "senders=4 receivers=1 messages=2 clock=on rate=133";
        let echo = Echo::take_mass(&mut arguments(words), &[("default", ())]).unwrap();
        let mut last = echo.requesters().last().unwrap();
        let begun = Instant::now();
        last.begin(begun);
        let Next::Wait(wait) = last.then() else { panic!("{last:?}") };
        assert!(wait > Duration::from_millis(10) && wait <= Duration::from_millis(22), "{wait:?}");
        last.begin(begun.checked_sub(Duration::from_millis(25)).unwrap());
        assert_eq!(last.then(), Next::Ask(0));
        last.record(0, 0);
        assert!(last.times[0] >= Duration::from_millis(3), "{last:?}");
        assert!(matches!(last.then(), Next::Wait(_)));
    }

    #[test]
    fn a_schedule_must_be_of_all_requests() {
        assert_eq!(parse("1 2\n3 3\n", 2, 2), Ok(vec![vec![1, 2], vec![3, 3]]));
        assert_eq!(parse("1 2\n", 2, 2), Err("1 lines, not 2".to_owned()));
        assert_eq!(parse("1 2\n3\n", 2, 2), Err("line 2 holds 1 times, not 2".to_owned()));
    }

    #[test]
    fn mistakes_are_reported_in_words() {
        let mass = |words| Echo::take_mass(&mut arguments(words), &[("default", ())]).unwrap_err().to_string();
        let more = mass("senders=1 receivers=2 messages=2 clock=on rate=0");
        assert_eq!(more, "receivers=2: not more than senders=1");
        let blind = mass("senders=1 receivers=1 messages=2 clock=off rate=5");
        assert_eq!(blind, "rate=5: needs clock=on");
    }
}
