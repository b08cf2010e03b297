//! A Java environment as an environment of ours.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::here;
use super::machine::Machine;
use super::sights::Sights;
use super::terms::{Reader, Writer};
use super::words::{ACT, ACTED, BEGIN, CHANGED, INFORM, PERCEIVE};
use crate::environment::{Action, Environment, Senses, Setting};
use crate::mind::Sight;
use crate::term::Atom;

/// The environment that a Java class is.
pub(super) struct JavaEnvironment {
    machine: Arc<Machine>,
    shared: Arc<Shared>,
}

/// What Java's threads reach.
pub(super) struct Shared {
    /// What has been begun, by its number.
    actions: Mutex<HashMap<i64, Action>>,
    next: AtomicI64,
    sights: Sights,
}

impl JavaEnvironment {
    pub(super) fn new(machine: Arc<Machine>, class: &str, setting: &Setting) -> Result<Self, String> {
        let link = setting.link.clone();
        let shared = Arc::new(Shared { actions: Mutex::default(), next: AtomicI64::new(0), sights: Sights::new(link) });
        if machine.stage.set(Arc::clone(&shared)).is_err() {
            return Err("a process has one Java environment, and it has been made".to_owned());
        }
        let mut begin = Writer::default();
        begin.string(class).count(setting.arguments.len());
        for argument in &setting.arguments {
            begin.string(argument);
        }
        let begun = machine.jvm.call(BEGIN, 0, &begin.bytes)?;
        if begun.is_some_and(|polls| polls.first() == Some(&1)) {
            shared.sights.poll();
        }
        let watched = Arc::clone(&shared);
        thread::Builder::new()
            .name("java-percepts".to_owned())
            .spawn(move || watched.sights.watch())
            .map_err(|wrong| format!("no thread that watches what is perceived: {wrong}"))?;
        Ok(Self { machine, shared })
    }
}

impl Environment for JavaEnvironment {
    /// Java's own threads execute it.
    fn execute(&self, action: Action) {
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let mut act = Writer::default();
        let agent = action.agent();
        act.string(agent.name()).term(action.term());
        self.shared.actions().insert(number, action);
        if let Err(thrown) = here::away(agent, || self.machine.jvm.call(ACT, number, &act.bytes))
            && let Some(action) = self.shared.actions().remove(&number)
        {
            action.fail(thrown);
        }
    }

    /// None: Java takes it to one of its threads.
    fn threads(&self) -> usize {
        0
    }

    fn senses(&self) -> Option<&dyn Senses> {
        Some(self)
    }

    fn stop(&self) {
        self.shared.sights.stop();
        self.machine.stop();
        // Actions that will not be ended any more mean nothing.
        let left = std::mem::take(&mut *self.shared.actions());
        drop(left);
    }
}

impl Senses for JavaEnvironment {
    fn since(&self, agent: Atom, version: u64) -> Option<Sight> {
        let ask = || {
            let mut name = Writer::default();
            name.string(agent.name());
            here::away(agent, || self.machine.jvm.call(PERCEIVE, 0, &name.bytes))
        };
        self.shared.sights.since(agent, version, ask)
    }
}

impl Shared {
    fn actions(&self) -> std::sync::MutexGuard<'_, HashMap<i64, Action>> {
        self.actions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call from Java, on one of its threads.
    pub(super) fn receive(&self, what: i32, number: i64, data: &[u8]) -> Option<Vec<u8>> {
        let mut reader = Reader::new(data);
        match what {
            ACTED => {
                let action = self.actions().remove(&number)?;
                if data.is_empty() {
                    action.done();
                } else {
                    failed(action, &mut reader);
                }
            }
            CHANGED => self.sights.change(if data.is_empty() { None } else { Some(Atom::new(&reader.string().ok()?)) }),
            INFORM => {
                let count = reader.count().ok()?;
                let names: Vec<Atom> = (0..count).filter_map(|_| Some(Atom::new(&reader.string().ok()?))).collect();
                self.sights.inform(if count == 0 { None } else { Some(&names) });
            }
            _ => {}
        }
        None
    }
}

/// An action has failed: with a text, and perhaps an annotation.
fn failed(action: Action, reader: &mut Reader<'_>) {
    let why = reader.string().unwrap_or_default();
    match (reader.count(), reader.term()) {
        (Ok(1), Ok(annotation)) => action.fail_with(why, annotation),
        _ => action.fail(why),
    }
}
