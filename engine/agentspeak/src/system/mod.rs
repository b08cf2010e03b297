//! Agents together.
//!
//! A [`Blueprint`] describes them. A [`Society`] has them live as actors; in a [`Local`] system they take turns on one thread, in
//! a time that can be simulated.

mod blueprint;
mod local;
mod names;
mod program;
mod reader;
mod society;

#[cfg(test)]
mod growth;
#[cfg(test)]
mod tests;

pub use blueprint::Blueprint;
pub use local::{Local, load, load_with};
pub use program::{LoadError, Program};
pub(crate) use reader::unregistered;
pub use society::{Inside, Mode, Remote, Setup, Society, Stopper, Underway};
