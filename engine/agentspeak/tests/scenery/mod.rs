//! The environment of the golden cases: shows agents what they ask for, as `Scenery.java` does for Jason.

use std::thread;
use std::time::Duration;

use agon_agentspeak::Extensions;
use agon_agentspeak::environment::{Action, Environment, Percepts};
use agon_agentspeak::term::Term;

/// What the golden cases need besides the language.
pub fn extensions() -> Extensions {
    Extensions::default().environment("Scenery", |setting| Ok(Scenery(setting.percepts.clone())))
}

struct Scenery(Percepts);

impl Environment for Scenery {
    fn execute(&self, action: Action) {
        let (percepts, me) = (&self.0, action.agent());
        match (action.name(), action.arguments()) {
            ("add", [percept]) => percepts.add_for(me, percept.clone()),
            ("all", [percept]) => percepts.add(percept.clone()),
            ("remove", [pattern]) => {
                percepts.update(|scene| scene.remove_like_for(me, pattern));
            }
            ("only", [Term::List(all)]) => percepts.set_for(me, all.items().cloned()),
            ("slow", [Term::Number(milliseconds)]) => {
                let pause = Duration::from_millis(milliseconds.get() as u64);
                thread::spawn(move || {
                    thread::sleep(pause);
                    action.done();
                });
                return;
            }
            _ => return action.fail(""),
        }
        action.done();
    }

    fn threads(&self) -> usize {
        0
    }
}
