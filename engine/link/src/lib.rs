//! Actors beyond one machine, on Zenoh: see docs/design.md.
#![deny(missing_docs)]
#![allow(dead_code, unused_imports)] // the node, which uses all this, is still to come

mod protocol;
mod types;
mod wire;
