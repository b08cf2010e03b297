//! What runs the actors. Nothing in here is public; the modules beside it are the interface.

mod cell;
mod mailbox;
mod registry;
mod shared;
mod sleep;
pub(crate) mod timer;
pub(crate) mod worker;

pub(crate) use cell::{ActorCell, Control, Envelope, Interrupt, Recipient, deliver, spawn};
pub(crate) use registry::Phase;
pub(crate) use shared::Shared;
pub(crate) use worker::Local;
