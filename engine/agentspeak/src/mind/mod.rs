//! An agent's mind: what it believes, can do, has heard of and has set out to do, and the cycle in which it goes on.

mod act;
mod agent;
mod aside;
mod call;
mod custom;
mod deadlines;
mod deliberate;
mod event;
mod failure;
mod forks;
mod frames;
mod goals;
mod intention;
mod library;
mod line;
mod observer;
mod offshoots;
mod outside;
mod pending;
mod plan;
mod questions;
mod sense;
mod sleep;
mod states;
mod step;
mod switch;
mod timeline;
mod unheeded;
mod waiting;
mod whereabouts;
mod world;

pub use agent::{Mind, Settings};
pub(crate) use agent::{Skills, is_source, with_source};
pub(crate) use custom::Own;
pub use custom::{Choice, Chosen, Custom, Functions, Revised};
pub use event::Event;
pub use failure::{Cause, Failure};
pub use frames::Frames;
pub use goals::Place;
pub(crate) use goals::{may_unify, unifies};
pub use intention::{Control, Frame, Intention, Repetition};
pub(crate) use library::Labels;
pub use library::PlanLibrary;
pub use observer::{At, Moment, Observer, Refusal};
pub use outside::{Ended, Sight};
#[cfg(test)]
pub(crate) use pending::take_looks;
pub use plan::{Action, Body, Deed, Plan, Trigger};
#[cfg(test)]
pub(crate) use switch::FIRST;
pub use waiting::{Outsider, Question, Reason, Wait};
pub use world::{Message, Names, Outset, World};

pub(crate) use crate::term::{Change, Subject};
