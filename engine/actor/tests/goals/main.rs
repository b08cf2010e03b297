//! Goals are achieved by their providers: on the spot where that is possible, by message where not.

mod at_random;
mod callee;
mod chains;
#[path = "../common/mod.rs"]
mod common;
mod finding;
mod long;
mod support;
