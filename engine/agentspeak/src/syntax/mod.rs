//! From the text of an `.asl` file to a tree, and back.

pub mod source;
pub mod tree;
