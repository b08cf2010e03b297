//! agon-actor against other actor runtimes, on micro workloads that assert their answers.
//!
//! Every workload in [`workloads`] is written once, against the trait [`runtime::Runtime`]; every module of [`runtimes`]
//! implements that trait with what its runtime offers to ordinary programs. All of it is generic and compiles to direct calls, so
//! that what is measured is the runtime. [`measures`] lists what is measured, and [`contestants`] who takes part.

#![deny(missing_docs)]

pub mod contestants;
pub mod measures;
pub mod runtime;
pub mod runtimes;
pub mod versus;
pub mod workloads;

/// One allocator for all, and a fast one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
