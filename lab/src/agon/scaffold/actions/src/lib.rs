//! What agents have here that is not in their programs: an environment, and an internal action.

use std::sync::Mutex;

use agon_agentspeak::environment::{Action, Environment, Percepts, Setting};
use agon_agentspeak::Extensions;
use agon_agentspeak::term::Term;

/// Everything under the names by which projects and programs call it.
pub fn extensions() -> Extensions {
    Extensions::default()
        // In a project: `environment: Room(15)`.
        .environment("Room", Room::new)
        // In a program: `my.fahrenheit(20, Fahrenheit)`. It takes 2 arguments, neither fewer nor more.
        .action("my.fahrenheit", 2, 2, |call| {
            let celsius = call.number(0)?;
            call.give(1, &Term::from(celsius * 9.0 / 5.0 + 32.0))
        })
}

/// A room that agents can heat. All of them perceive how warm it is.
pub struct Room {
    percepts: Percepts,
    degrees: Mutex<f64>,
}

impl Room {
    fn new(setting: &Setting) -> Result<Self, String> {
        let degrees = setting.number(0, 18.0)?;
        let room = Self { percepts: setting.percepts.clone(), degrees: Mutex::new(degrees) };
        room.show(degrees);
        Ok(room)
    }

    fn show(&self, degrees: f64) {
        self.percepts.update(|scene| {
            scene.clear();
            scene.add(Term::structure("temperature", [Term::from(degrees)]));
        });
    }
}

impl Environment for Room {
    /// Called on a thread of the environment's, for several agents at once. The agent's intention waits until the action is done
    /// or has failed, which may be later and on another thread.
    fn execute(&self, action: Action) {
        match (action.name(), action.arguments()) {
            ("heat", []) => {
                let mut degrees = self.degrees.lock().expect("no thread panics while holding it");
                *degrees += 1.0;
                self.show(*degrees);
                action.done();
            }
            _ => {
                let unknown = format!("a room can only be heated: heat, not {}", action.term());
                action.fail(unknown);
            }
        }
    }
}
