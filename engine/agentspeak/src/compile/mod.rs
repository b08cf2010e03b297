//! From the tree of a program to what an agent executes.

mod bodies;
mod plans;
mod terms;

#[cfg(test)]
mod tests;

pub use plans::{body, plan};
pub use terms::{Terms, term};
