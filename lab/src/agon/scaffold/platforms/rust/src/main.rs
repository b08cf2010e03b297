//! Speaks the lab's protocol (docs/protocol.md): arguments, iterations, JSON lines.

mod token_ring;

use std::collections::HashMap;
use std::io::{self, BufRead};
use std::process::exit;

use token_ring::TokenRing;

const COMMON: [&str; 6] = [
    "threads",
    "iterations",
    "seed",
    "variant",
    "samples",
    "witness",
];

fn fail(status: i32, message: &str) -> ! {
    eprintln!("{message}");
    exit(status)
}

/// The `key=value` arguments: each key known, none missing.
fn arguments_of(words: impl Iterator<Item = String>, keys: &[&str]) -> HashMap<String, String> {
    let mut arguments = HashMap::new();
    for word in words {
        match word.split_once('=') {
            Some((key, value)) if keys.contains(&key) => arguments.insert(key.into(), value.into()),
            _ => fail(
                2,
                &format!(
                    "'{word}' is no argument: give KEY=VALUE with {}",
                    keys.join(", ")
                ),
            ),
        };
    }
    for key in keys {
        if !arguments.contains_key(*key) {
            fail(2, &format!("'{key}=' is missing"));
        }
    }
    arguments
}

fn number(arguments: &HashMap<String, String>, key: &str, least: u64) -> u64 {
    let text = &arguments[key];
    match text.parse() {
        Ok(value) if value >= least => value,
        _ => fail(
            2,
            &format!("{key}={text}: not an integer of at least {least}"),
        ),
    }
}

/// Calls `run` with how many iterations are next; with iterations=0 the lab writes that on standard input.
fn batches(iterations: u64, mut run: impl FnMut(u64)) {
    if iterations > 0 {
        return run(iterations);
    }
    for line in io::stdin().lock().lines() {
        let line = line.unwrap_or_else(|error| fail(1, &format!("standard input: {error}")));
        match line.trim().parse() {
            Ok(0) => return,
            Ok(count) => run(count),
            Err(_) => fail(
                1,
                &format!("standard input: '{line}' is not a number of iterations"),
            ),
        }
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() != Some("token-ring") {
        fail(2, "give a workload first: token-ring");
    }
    let arguments = arguments_of(
        words,
        &[&COMMON[..], &["workers", "tokens", "passes"]].concat(),
    );
    let iterations = number(&arguments, "iterations", 0);
    let program = TokenRing {
        workers: number(&arguments, "workers", 1),
        tokens: number(&arguments, "tokens", 1),
        passes: number(&arguments, "passes", 1),
        witness: arguments["witness"] == "on",
    };
    // println! writes each line at once.
    println!(r#"{{"event":"ready"}}"#);
    let mut index = 0;
    batches(iterations, |count| {
        for _ in 0..count {
            let (elapsed, report) = program.iteration();
            let elapsed = elapsed.as_nanos();
            println!(
                r#"{{"event":"iteration","index":{index},"elapsed_ns":{elapsed},"report":{report}}}"#
            );
            index += 1;
        }
    });
}
