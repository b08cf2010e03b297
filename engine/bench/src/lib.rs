//! agon-actor against other actor runtimes, on programs that check their answers.
//!
//! There are two suites. [`ordinary`] is what programs do all day, each line written by every contestant in its own way. The micro
//! workloads measure single operations:
//!
//! Every workload in [`workloads`] is written once, against the trait [`runtime::Runtime`]; every module of [`runtimes`]
//! implements that trait with what its runtime offers to ordinary programs. All of it is generic and compiles to direct calls, so
//! that what is measured is the runtime. [`measures`] lists what is measured, and [`contestants`] who takes part.

#![deny(missing_docs)]

pub mod cli;
pub mod contestants;
pub mod measures;
pub mod ordinary;
pub mod runtime;
pub mod runtimes;
pub mod statistics;
pub mod versus;
pub mod workloads;

/// One allocator for all, and a fast one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
