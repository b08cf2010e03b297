//! A reflex does what would be done without it.

mod facts;
mod harness;
mod messages;
mod properties;
mod tables;
