//! The machine: beliefs, events, intentions and the cycle in which an agent goes on.
//!
//! It takes the place of [`belief`](crate::belief), [`query`](crate::query) and the rest of [`agent`](crate::agent); see `docs/design-words.md`.

mod act;
mod agent;
mod beliefs;
mod build;
mod change;
mod fail;
mod handle;
mod intention;
mod local;
mod outset;
mod query;
mod scratch;
mod sense;
mod solve;
mod step;
mod world;

pub use agent::Agent;
pub use local::Local;
pub use scratch::Worker;
pub use world::World;
