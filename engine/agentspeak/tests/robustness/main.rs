//! Whatever data, programs and messages are like, there is an answer.

mod depth;
mod messages;
mod odd;

use agon_agentspeak::Extensions;
use agon_agentspeak::mind::Mind;
use agon_agentspeak::system::{Local, Program};
use agon_agentspeak::term::Atom;

/// An agent `a` of a program.
fn agent(text: &str) -> Mind {
    let program = Program::of_text(text, "a.asl").unwrap_or_else(|problem| panic!("{problem}"));
    let mut mind = Extensions::default().mind(Atom::new("a"));
    program.begin(&mut mind, &[], &[]);
    mind
}

/// What it says, alone in the world, in so many turns.
fn lines(mind: Mind, turns: usize) -> Vec<String> {
    let mut system = Local::default();
    system.add(mind);
    system.simulate_time();
    system.run(turns);
    system.lines().iter().map(|line| line.trim_start_matches("[a] ").to_owned()).collect()
}

/// What the agent of a program says.
fn said(text: &str) -> Vec<String> {
    lines(agent(text), 10_000_000)
}
