use std::collections::HashMap;

use crate::mind::{Message, Mind, World};
use crate::term::{Atom, Term};

/// Agents that take turns on one thread, a cycle each.
#[derive(Default)]
pub struct Local {
    minds: Vec<Mind>,
    outside: Outside,
}

#[derive(Default)]
struct Outside {
    places: HashMap<Atom, usize>,
    letters: Vec<(usize, Message)>,
    lines: Vec<String>,
    warnings: Vec<String>,
    status: Option<i32>,
}

impl Local {
    /// Adds an agent.
    pub fn add(&mut self, mind: Mind) {
        self.outside.places.insert(mind.name, self.minds.len());
        self.minds.push(mind);
    }

    /// Lets the agents take turns until one ends the system, or nobody has anything to do, or so many turns have been taken.
    /// What comes back is the exit status, if one has ended it.
    pub fn run(&mut self, turns: usize) -> Option<i32> {
        for _ in 0..turns {
            let mut idle = true;
            for mind in &mut self.minds {
                if !mind.is_idle() {
                    idle = false;
                    mind.cycle(&mut self.outside);
                }
                if self.outside.status.is_some() {
                    return self.outside.status;
                }
            }
            for (place, message) in self.outside.letters.drain(..) {
                idle = false;
                self.minds[place].receive(message);
            }
            if idle {
                return None;
            }
        }
        None
    }

    /// What the agents have said, `[name] text` each.
    pub fn lines(&self) -> &[String] {
        &self.outside.lines
    }

    /// What has gone wrong.
    pub fn warnings(&self) -> &[String] {
        &self.outside.warnings
    }
}

impl World for Outside {
    fn say(&mut self, agent: Atom, text: &str) {
        self.lines.push(format!("[{agent}] {text}"));
    }

    fn warn(&mut self, agent: Atom, text: &str) {
        self.warnings.push(format!("[{agent}] {text}"));
    }

    fn send(&mut self, to: Atom, message: Message) -> bool {
        match self.places.get(&to) {
            Some(place) => {
                self.letters.push((*place, message));
                true
            }
            None => false,
        }
    }

    fn perform(&mut self, _: Atom, action: &Term) -> Result<(), String> {
        Err(format!("there is no environment for {action}"))
    }

    fn stop(&mut self, status: i32) {
        self.status = Some(status);
    }
}
