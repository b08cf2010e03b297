//! The ordinary suite: what programs do all day, one program a line.
//!
//! Every contestant has a program of its own for each line, written as its users would write it, on the same number of workers. A
//! feature that a contestant lacks is not made up for it: the line shows "not offered". [`line`](mod@line) defines what a line is,
//! [`lines`] has them all, [`sample`] measures one program in this process, and [`contest`] has everybody measure everything, each
//! in a process of its own.

pub mod actix_collector;
pub mod answerers;
pub mod answers;
pub mod compute;
pub mod contest;
pub mod hosts;
pub mod line;
pub mod lines;
pub mod sample;
pub mod table;
