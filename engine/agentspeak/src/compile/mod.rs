//! From the tree of a program to terms.

mod bodies;
mod terms;

#[cfg(test)]
mod tests;

pub use terms::{Terms, term};
