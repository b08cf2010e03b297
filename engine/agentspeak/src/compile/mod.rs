//! From the tree of a program to what an agent executes.

mod bodies;
mod terms;

#[cfg(test)]
mod tests;

pub use terms::Terms;
