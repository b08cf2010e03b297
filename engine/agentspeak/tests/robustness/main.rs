//! Whatever data, programs and messages are like, there is an answer.

mod depth;
mod memory;
mod messages;
mod odd;
mod once;
mod runaway;

use agon_agentspeak::Extensions;
use agon_agentspeak::agent::Agent;
use agon_agentspeak::system::{Local, Program};
use agon_agentspeak::term::Atom;

/// An agent `a` of a program.
fn agent(text: &str) -> Agent {
    agent_with(&Extensions::default(), text)
}

/// The same, that can do more.
fn agent_with(extensions: &Extensions, text: &str) -> Agent {
    let program = Program::of_text(text, "a.asl").unwrap_or_else(|problem| panic!("{problem}"));
    let mut mind = extensions.new_agent(Atom::new("a"));
    program.begin(&mut mind, &[], &[]);
    mind
}

/// What it prints, alone in the world, in so many turns.
fn lines(mind: Agent, turns: usize) -> Vec<String> {
    let mut system = Local::default();
    system.add(mind);
    system.simulate_time();
    system.run(turns);
    system.lines().iter().map(|line| line.trim_start_matches("[a] ").to_owned()).collect()
}

/// What it prints, and the warnings about it.
fn lines_and_warnings(mind: Agent) -> (Vec<String>, Vec<String>) {
    let mut system = Local::default();
    system.add(mind);
    system.simulate_time();
    system.run(1000);
    let of = |lines: &[String]| lines.iter().map(|line| line.trim_start_matches("[a] ").to_owned()).collect();
    (of(system.lines()), of(system.warnings()))
}

/// What the agent of a program prints.
fn printed_by(text: &str) -> Vec<String> {
    lines(agent(text), 10_000_000)
}
