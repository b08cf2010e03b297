//! Agents together.

mod local;
mod program;

#[cfg(test)]
mod tests;

pub use local::Local;
pub use program::{LoadError, Program};
