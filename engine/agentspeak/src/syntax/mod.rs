//! From the text of an `.asl` file to a tree, and back.

#[cfg(test)]
#[path = "../../tests/case_file/mod.rs"]
mod case_file;
pub mod check;
pub mod diagnostic;
pub mod expand;
pub mod format;
mod lexer;
pub(crate) mod nearest;
pub mod parser;
mod print;
#[cfg(test)]
mod print_tests;
pub mod source;
pub mod tree;
pub(crate) mod walk;
