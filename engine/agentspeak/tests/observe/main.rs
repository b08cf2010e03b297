//! Looking at agents as they work.

mod inspector;
mod service;
mod society;
mod trace;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use agon_agentspeak::system::{Local, load};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/observe")
}

/// A seller of apples, and a buyer who wants an apple and a pear.
fn market() -> Local {
    let mut system = load(&folder().join("market/market.mas2j"), BTreeMap::new()).expect("a project");
    system.simulate_time();
    system
}
