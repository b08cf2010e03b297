//! An agent's mind: what it believes, can do, has heard of and has set out to do, and the cycle in which it goes on.

mod act;
mod agent;
mod call;
mod deliberate;
mod event;
mod failure;
mod intention;
mod library;
mod plan;
mod sense;
mod world;

pub use agent::Mind;
pub use event::Event;
pub use failure::Failure;
pub use intention::{Control, Frame, Intention, Repetition};
pub use library::PlanLibrary;
pub use plan::{Action, Body, Deed, Plan, Trigger};
pub use world::{Message, World};
