//! Runs projects, whose agents have what `extensions` adds: `cargo run -- run @NAME@.mas2j`.

use std::process::ExitCode;

fn main() -> ExitCode {
    agon_agentspeak::main_with(@PROJECT@::extensions())
}
