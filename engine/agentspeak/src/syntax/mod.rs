//! From the text of an `.asl` file to a tree, and back.

pub mod diagnostic;
mod lexer;
pub mod parser;
pub mod source;
pub mod tree;
