//! Agents together.

mod directory;
mod local;
mod program;
mod project;

#[cfg(test)]
mod tests;

pub use directory::Directory;
pub use local::Local;
pub use program::{LoadError, Program};
pub use project::load;
