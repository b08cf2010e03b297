//! Robots clean a room: agents written in AgentSpeak, in an environment and with an internal action written in Rust.
//!
//! ```text
//! cargo run --release -p agon-agentspeak --example grid-world -- run engine/agentspeak/examples/grid-world/cleaning.mas2j
//! ```
//!
//! `room.rs` is what there is, `world.rs` what agents perceive of it and do in it, `picture.rs` how it looks.

mod picture;
mod room;
mod world;

use std::process::ExitCode;

fn main() -> ExitCode {
    agon_agentspeak::main_with(world::extensions())
}
