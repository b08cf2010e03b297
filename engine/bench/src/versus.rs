//! The contest: every measure of every contestant in a process of its own, interleaved.

pub mod erlang;
pub mod machine;
pub mod process;
pub mod result;
pub mod schedule;
