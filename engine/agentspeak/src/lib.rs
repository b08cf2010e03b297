#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![deny(unsafe_code)]
#![cfg_attr(
    not(all(feature = "inspector", feature = "java", feature = "serde")),
    allow(dead_code, unused_imports, reason = "used by what is left out")
)]

pub mod agent;
pub mod belief;
pub mod bytecode;
#[cfg(feature = "words")]
#[doc(hidden)]
pub mod code;
pub mod command;
pub mod compile;
mod complaints;
mod dialect;
pub mod environment;
mod extensions;
pub mod failures;
#[cfg(feature = "java")]
pub mod java;
#[cfg(not(feature = "java"))]
#[path = "java/absent.rs"]
pub mod java;
pub mod library;
#[cfg(feature = "words")]
#[doc(hidden)]
pub mod machine;
mod mind;
pub mod observe;
pub mod project;
pub mod query;
mod stack;
pub mod syntax;
pub mod system;
pub mod term;
#[cfg(feature = "words")]
#[doc(hidden)]
pub mod word;

pub use command::main_with;
pub use dialect::Dialect;
pub use extensions::Extensions;

#[cfg(doctest)]
#[doc = include_str!("../docs/guide.md")]
struct Guide;

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
