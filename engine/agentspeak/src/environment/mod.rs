//! Environments: what agents perceive and act in, written in Rust.
//!
//! An [`Environment`] is registered under a class ([`Extensions::environment`](crate::Extensions::environment)), by which
//! projects name it (`environment: GridWorld(10, "x")`). What agents perceive it keeps in its [`Percepts`]; they become beliefs
//! with `source(percept)`. An [`Action`] of an agent's comes to [`Environment::execute`] on one of the environment's threads. The
//! intention that it belongs to waits until the action is finished: at once, or at any time later and from any thread, since an
//! `Action` may be kept.
//!
//! ```
//! use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
//!
//! use agon_agentspeak::environment::{Action, Environment, Percepts};
//! use agon_agentspeak::Extensions;
//! use agon_agentspeak::term::Term;
//!
//! /// A lamp that all agents see.
//! struct Lamp {
//!     percepts: Percepts,
//!     switched: AtomicU32,
//! }
//!
//! impl Environment for Lamp {
//!     fn execute(&self, action: Action) {
//!         match (action.name(), action.arguments()) {
//!             ("switch", [state @ Term::Atom(_)]) => {
//!                 self.switched.fetch_add(1, Relaxed);
//!                 self.percepts.update(|scene| {
//!                     scene.clear();
//!                     scene.add(Term::structure("lamp", [state.clone()]));
//!                 });
//!                 action.done();
//!             }
//!             _ => action.fail("a lamp can only be switched: switch(on), switch(off)"),
//!         }
//!     }
//! }
//!
//! let extensions = Extensions::default()
//!     .environment("Lamp", |setting| Ok(Lamp { percepts: setting.percepts.clone(), switched: AtomicU32::new(0) }));
//! # let _ = extensions;
//! ```

mod action;
mod desk;
mod interface;
mod link;
mod news;
mod percepts;
mod pool;
mod stage;
mod steps;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use interface::{Environment, Maker, Senses, Setting};
pub use link::Link;
pub use news::{News, Request};
pub use percepts::{Percepts, Scene};
pub(crate) use stage::built_in;
pub use stage::{Stage, missing};
pub use steps::{Occupied, Stepped, Steps};
