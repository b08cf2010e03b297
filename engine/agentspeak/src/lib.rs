#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod belief;
pub mod bytecode;
pub mod command;
pub mod compile;
mod dialect;
pub mod environment;
pub mod java;
pub mod library;
pub mod mind;
pub mod observe;
pub mod project;
mod stack;
pub mod syntax;
pub mod system;
pub mod term;

pub use command::main_with;
pub use dialect::Dialect;

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
