//! From the text of an `.asl` file to a tree, and back.

pub mod diagnostic;
pub mod expand;
mod lexer;
pub mod parser;
mod print;
#[cfg(test)]
mod print_tests;
pub mod source;
pub mod tree;
