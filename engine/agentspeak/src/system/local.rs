use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use super::reader::Reader;
use super::{Blueprint, names};
use crate::environment::{News, Stage, missing};
use crate::extensions::Extensions;
use crate::mind::{Directory, Failure, MILLISECOND, Message, Mind, Names, Outset, Own, Sight, World};
use crate::observe::Observation;
use crate::term::{Atom, Term};

/// Agents that take turns on one thread, a cycle each.
#[derive(Default)]
pub struct Local {
    minds: Vec<Mind>,
    outside: Outside,
    observation: Observation,
}

struct Outside {
    clock: Clock,
    places: HashMap<Atom, usize>,
    /// How many agents there have been.
    count: usize,
    letters: Vec<(usize, Message)>,
    lines: Vec<String>,
    warnings: Vec<String>,
    /// When the system ends, and with which status.
    ending: Option<(u64, i32)>,
    /// After how long, until the agents have been notified.
    announced: Option<u64>,
    directory: Directory,
    /// Agents that are to live from the next turn on.
    born: Vec<Mind>,
    /// Agents that are to live no longer.
    dead: Vec<Atom>,
    /// Where programs of new agents come from.
    reader: Option<Reader>,
    /// What they need that the language has not.
    extensions: Extensions,
    stage: Option<Stage>,
    /// The news of the environment's threads, and the channel for them.
    news: Receiver<News>,
    teller: Sender<News>,
}

/// What time it is, in milliseconds.
enum Clock {
    /// The time since then.
    Real(Instant),
    /// So much: time only passes where everybody waits.
    Simulated(u64),
}

impl Default for Outside {
    fn default() -> Self {
        let (teller, news) = channel();
        Self {
            clock: Clock::Real(Instant::now()),
            places: HashMap::new(),
            count: 0,
            letters: Vec::new(),
            lines: Vec::new(),
            warnings: Vec::new(),
            ending: None,
            announced: None,
            directory: Directory::default(),
            born: Vec::new(),
            dead: Vec::new(),
            reader: None,
            extensions: Extensions::default(),
            stage: None,
            news,
            teller,
        }
    }
}

/// So long an environment is waited for where nothing else is to come, before the next turn.
const SLICE: Duration = Duration::from_millis(20);

/// Reads a project with all its programs, and makes its agents.
///
/// # Errors
///
/// What is wrong with it, in words for people.
pub fn load(file: &Path, roots: BTreeMap<String, PathBuf>) -> Result<Local, String> {
    load_with(file, roots, &Extensions::default())
}

/// The same for a project that has internal actions or an environment of its own.
///
/// # Errors
///
/// What is wrong with it, in words for people; also an unregistered class or internal action.
pub fn load_with(file: &Path, roots: BTreeMap<String, PathBuf>, extensions: &Extensions) -> Result<Local, String> {
    Local::of(Blueprint::of_project(file, roots, extensions)?)
}

impl Local {
    /// The agents of a blueprint.
    ///
    /// # Errors
    ///
    /// If its environment cannot be made.
    pub fn of(mut blueprint: Blueprint) -> Result<Self, String> {
        let mut system = Self::default();
        let teller = system.outside.teller.clone();
        // News after the system's end are dropped.
        system.outside.stage = blueprint.stage(move |news| drop(teller.send(news)))?;
        for number in 0..blueprint.len() {
            system.add(blueprint.new_agent(number));
        }
        system.outside.extensions = blueprint.extensions().clone();
        system.outside.reader = blueprint.reader.take();
        Ok(system)
    }

    /// One without agents, in the environment that a project names.
    #[cfg(test)]
    pub(crate) fn in_environment(project: &crate::project::Project, extensions: &Extensions) -> Self {
        let mut system = Self::default();
        let teller = system.outside.teller.clone();
        let stage =
            Stage::of_project(project, |class| extensions.environment_of(class), move |news| drop(teller.send(news)));
        system.outside.stage = stage.expect("an environment");
        system
    }

    /// From now on these agents take no [shortcuts](crate::agent::Settings::shortcuts).
    pub fn take_no_shortcuts(&mut self) {
        self.minds.iter_mut().for_each(|mind| mind.settings.shortcuts = false);
    }

    /// From now on these agents, and those that come, are observed.
    pub fn observe(&mut self, observation: Observation) {
        // A request to an agent waits until the agent may attend to it.
        self.minds.iter_mut().for_each(|mind| observation.begin(mind, || {}));
        self.observation = observation;
    }

    /// Lets the agents attend to those who look on.
    pub fn attend(&mut self) {
        self.minds.iter_mut().for_each(Mind::attend);
    }

    /// Adds an agent.
    pub fn add(&mut self, mut mind: Mind) {
        self.observation.begin(&mut mind, || {});
        self.outside.show(&mut mind);
        self.outside.places.insert(mind.name, self.minds.len());
        self.minds.push(mind);
        self.outside.count = self.minds.len();
    }

    /// Lets the agents take turns until one ends the system, or none has anything to do, or so many turns have been taken.
    /// What comes back is the exit status, if one has ended it.
    pub fn run(&mut self, turns: usize) -> Option<i32> {
        let status = self.take_turns(turns);
        if let (Some(_), Some(stage)) = (status, &self.outside.stage) {
            stage.stop();
        }
        status
    }

    fn take_turns(&mut self, turns: usize) -> Option<i32> {
        for _ in 0..turns {
            let mut idle = true;
            while let Ok(news) = self.outside.news.try_recv() {
                self.on_news(news);
            }
            for mind in &mut self.minds {
                let now = self.outside.now();
                if !mind.is_idle() || mind.next_due().is_some_and(|due| due <= now) {
                    idle = false;
                    mind.reason(1, &mut self.outside);
                }
                if let Some(status) = self.outside.ended() {
                    return Some(status);
                }
            }
            idle &= !self.come_and_go();
            if let Some(left) = self.outside.announced.take() {
                idle = false;
                self.minds.iter_mut().for_each(|mind| mind.is_ending(left));
            }
            for (place, message) in self.outside.letters.drain(..) {
                idle = false;
                self.minds[place].receive(message);
            }
            if let Some(status) = self.outside.ended() {
                return Some(status);
            }
            if idle {
                let ending = self.outside.ending.map(|(due, _)| due);
                let due = self.minds.iter().filter_map(Mind::next_due).chain(ending).min();
                // In this order: what is not busy any more has reported that before.
                let is_busy = self.outside.is_busy();
                if let Ok(news) = self.outside.news.try_recv() {
                    self.on_news(news);
                    continue;
                }
                if is_busy {
                    let left = due.map(|due| Duration::from_micros(due.saturating_sub(self.outside.now())));
                    // While the environment does something, time passes as it does there.
                    if let Ok(news) = self.outside.news.recv_timeout(left.unwrap_or(SLICE)) {
                        self.on_news(news);
                        continue;
                    }
                    if due.is_none() {
                        continue;
                    }
                }
                let left = due?.saturating_sub(self.outside.now());
                match &mut self.outside.clock {
                    Clock::Real(_) => std::thread::sleep(Duration::from_micros(left)),
                    Clock::Simulated(now) => *now += left,
                }
            }
        }
        None
    }

    /// Are all agents idle?
    pub fn is_idle(&self) -> bool {
        let waits = |mind: &Mind| !mind.is_idle() || mind.next_due().is_some();
        let rests = self.outside.ending.is_none() && self.outside.letters.is_empty() && !self.outside.is_busy();
        rests && !self.minds.iter().any(waits)
    }

    /// From now on time passes only where everybody waits, and then at once: for tests.
    pub fn simulate_time(&mut self) {
        self.outside.clock = Clock::Simulated(self.outside.now());
    }

    /// Passes the environment's news to the agents.
    fn on_news(&mut self, news: News) {
        match news {
            News::Percepts(None) => self.minds.iter_mut().for_each(Mind::look),
            News::Percepts(Some(agent)) => {
                if let Some(mind) = self.mind(agent) {
                    mind.look();
                }
            }
            News::Ended(agent, ended) => {
                if let Some(mind) = self.mind(agent) {
                    mind.end_action(ended);
                }
            }
            News::Print(text) => self.outside.lines.push(text.trim_end_matches('\n').to_owned()),
            News::Warning(agent, text) => self.outside.warnings.push(format!("[{agent}] {text}")),
            News::Agents(answer) => drop(answer.send(self.minds.iter().map(|mind| mind.name).collect())),
            News::Request(name, request) => {
                let place = name.map_or(Some(0), |name| self.outside.places.get(&name).copied());
                if let Some(mind) = place.and_then(|place| self.minds.get_mut(place)) {
                    request.run(mind, &mut self.outside);
                }
            }
            News::Stop { delay, status } => World::stop(&mut self.outside, delay, status),
            // The caller of the system writes what was printed.
            News::Leave => {}
        }
    }

    fn mind(&mut self, name: Atom) -> Option<&mut Mind> {
        self.minds.get_mut(*self.outside.places.get(&name)?)
    }

    /// New agents begin and killed ones go; returns whether there were any.
    fn come_and_go(&mut self) -> bool {
        let born = std::mem::take(&mut self.outside.born);
        let dead = std::mem::take(&mut self.outside.dead);
        let any = !born.is_empty() || !dead.is_empty();
        for mut mind in born {
            self.observation.begin(&mut mind, || {});
            self.minds.push(mind);
        }
        self.outside.count = self.minds.len();
        for name in dead {
            if let Some(place) = self.outside.places.remove(&name) {
                // The others keep their places.
                self.minds[place] = self.outside.extensions.new_agent(Atom::NOTHING);
            }
        }
        any
    }

    /// What the agents have printed, `[name] text` each.
    pub fn lines(&self) -> &[String] {
        &self.outside.lines
    }

    /// What has gone wrong.
    pub fn warnings(&self) -> &[String] {
        &self.outside.warnings
    }
}

impl Outside {
    /// Who comes where there is something to see looks.
    fn show(&self, mind: &mut Mind) {
        if self.stage.is_some() {
            mind.look();
        }
    }

    /// Does an agent wait for an action in the environment?
    fn is_busy(&self) -> bool {
        self.stage.as_ref().is_some_and(Stage::is_busy)
    }

    fn ended(&self) -> Option<i32> {
        self.ending.filter(|(due, _)| *due <= self.now()).map(|(_, status)| status)
    }
}

impl World for Outside {
    fn print(&mut self, agent: Atom, text: &str) {
        self.lines.push(format!("[{agent}] {text}"));
    }

    fn warn(&mut self, agent: Atom, text: &str) {
        self.warnings.push(format!("[{agent}] {text}"));
    }

    fn send(&mut self, to: Atom, message: Message) -> Result<(), Message> {
        let Some(place) = self.places.get(&to) else { return Err(message) };
        self.letters.push((*place, message));
        Ok(())
    }

    fn knows(&self, name: Atom) -> bool {
        self.places.contains_key(&name)
    }

    fn agents(&self) -> Vec<Atom> {
        self.places.keys().copied().collect()
    }

    fn perform(&mut self, agent: Atom, number: u64, action: &Term) -> Option<Result<(), Failure>> {
        match &self.stage {
            Some(stage) => stage.perform(agent, number, action),
            None => Some(Err(missing())),
        }
    }

    fn perceive(&mut self, agent: Atom, seen: u64) -> Option<Sight> {
        self.stage.as_ref()?.perceive(agent, seen)
    }

    fn create(&mut self, name: &str, program: Option<&str>, outset: Outset) -> Result<Atom, String> {
        let Some(reader) = &mut self.reader else { return Err("there are no programs to make agents of".to_owned()) };
        let file = program.map_or_else(|| format!("{name}.asl"), str::to_owned);
        let program = reader.named(&file)?;
        self.warnings.extend(program.remarks().cloned());
        let (free, _) = names::free(name, 0, |name| self.places.contains_key(&name));
        let mut mind = self.extensions.new_agent(free);
        program.begin(&mut mind, &outset.beliefs, &outset.goals);
        mind.own = outset.custom.map(|custom| Box::new(Own::new(custom)));
        self.adopt(mind);
        Ok(free)
    }

    fn include(&mut self, mind: &mut Mind, file: &str, names: Names) -> Result<Atom, String> {
        match &self.reader {
            Some(reader) => reader.include(mind, file, names),
            None => Err("there are no programs to include".to_owned()),
        }
    }

    fn folder(&self) -> PathBuf {
        self.reader.as_ref().map(|reader| reader.folder().to_owned()).unwrap_or_default()
    }

    fn adopt(&mut self, mut mind: Mind) {
        self.show(&mut mind);
        mind.name = names::free(mind.name.name(), 0, |name| self.places.contains_key(&name)).0;
        let place = self.count + self.born.len();
        self.places.insert(mind.name, place);
        self.born.push(mind);
    }

    fn kill(&mut self, name: Atom) -> bool {
        self.directory.forget(name);
        let there = self.places.contains_key(&name);
        if there {
            self.dead.push(name);
        }
        there
    }

    fn directory(&self) -> &Directory {
        &self.directory
    }

    fn now(&self) -> u64 {
        match self.clock {
            Clock::Real(begun) => u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX),
            Clock::Simulated(now) => now,
        }
    }

    fn now_at_latest(&self) -> u64 {
        match self.clock {
            Clock::Real(begun) => u64::try_from(begun.elapsed().as_nanos().div_ceil(1000)).unwrap_or(u64::MAX),
            Clock::Simulated(now) => now,
        }
    }

    fn stop(&mut self, delay: u64, status: i32) {
        let due = self.now().saturating_add(delay.saturating_mul(MILLISECOND));
        if self.ending.is_none() {
            self.ending = Some((due, status));
            self.announced = (delay > 0).then_some(delay);
        }
    }
}
