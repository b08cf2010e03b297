//! Agents that take turns on one thread, a cycle each, in virtual time: for tests.

use std::collections::HashMap;
use std::sync::Arc;

use super::agent::Agent;
use super::scratch::Worker;
use super::world::World;
use crate::code::Program;
use crate::term::Atom;
use crate::word::Message;

/// Agents on one thread. Time passes only where all of them wait, and then at once.
#[derive(Debug, Default)]
pub struct Local {
    agents: Vec<Agent>,
    worker: Worker,
    outside: Outside,
}

#[derive(Debug, Default)]
struct Outside {
    places: HashMap<Atom, usize>,
    letters: Vec<(usize, Message)>,
    lines: Vec<String>,
    now: f64,
    /// When the system ends, and with which status.
    ending: Option<(f64, i32)>,
}

impl Outside {
    fn ended(&self) -> Option<i32> {
        self.ending.filter(|(due, _)| *due <= self.now).map(|(_, status)| status)
    }
}

impl World for Outside {
    fn print(&mut self, agent: Atom, text: &str) {
        self.lines.push(format!("[{agent}] {text}"));
    }

    fn send(&mut self, to: Atom, message: Message) -> bool {
        let Some(place) = self.places.get(&to) else { return false };
        self.letters.push((*place, message));
        true
    }

    fn stop(&mut self, delay: f64, status: i32) {
        self.ending.get_or_insert((self.now + delay.max(0.0), status));
    }

    fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    fn now(&self) -> f64 {
        self.now
    }
}

impl Local {
    /// None yet.
    pub fn new() -> Self {
        Self { worker: Worker::new(), ..Self::default() }
    }

    /// Adds an agent.
    pub fn add(&mut self, name: &str, program: &Arc<Program>) {
        let name = Atom::new(name);
        self.outside.places.insert(name, self.agents.len());
        self.agents.push(Agent::new(name, program, &mut self.worker));
    }

    /// Lets the agents take turns until one ends the system, or none has anything to do, or so many turns have been taken. What comes back
    /// is the exit status, if one has ended it.
    pub fn run(&mut self, turns: usize) -> Option<i32> {
        for _ in 0..turns {
            let mut idle = true;
            for agent in &mut self.agents {
                if !agent.is_idle() || agent.next_due().is_some_and(|due| due <= self.outside.now) {
                    idle = false;
                    agent.run(None, 1, &mut self.worker, &mut self.outside);
                }
                if let Some(status) = self.outside.ended() {
                    return Some(status);
                }
            }
            for (place, message) in self.outside.letters.drain(..) {
                idle = false;
                self.agents[place].receive(message);
            }
            if idle {
                let ending = self.outside.ending.map(|(due, _)| due);
                let due = self.agents.iter().filter_map(Agent::next_due).chain(ending).min_by(f64::total_cmp)?;
                self.outside.now = self.outside.now.max(due);
                if let Some(status) = self.outside.ended() {
                    return Some(status);
                }
            }
        }
        None
    }

    /// What the agents have printed, `[name] text` each.
    pub fn lines(&self) -> &[String] {
        &self.outside.lines
    }

    /// The agents, in the order in which they were added.
    pub fn agents(&self) -> &[Agent] {
        &self.agents
    }
}
