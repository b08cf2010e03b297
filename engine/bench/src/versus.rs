//! The contest on micro workloads: every measure of every contestant in a process of its own, interleaved. The processes, the machine's
//! description and the progress are those of the ordinary suite, too.

pub mod erlang;
pub mod machine;
pub mod process;
pub mod progress;
pub mod result;
pub mod schedule;
