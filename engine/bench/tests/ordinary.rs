//! The ordinary suite's programs give the right answers, each in a process of its own, and what a contestant lacks is reported.

use std::process::Command;

use agon_bench::contestants::Contestant;
use agon_bench::ordinary::line::{Form, Program};
use agon_bench::ordinary::lines::LINES;
use agon_bench::ordinary::sample;

#[test]
fn every_program_gives_the_right_answers() {
    let output = Command::new(env!("CARGO_BIN_EXE_ordinary")).arg("--check").output().expect("it can be started");
    let (output_text, complaint) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{output_text}{complaint}");
    assert_eq!(output_text.lines().count(), LINES.len(), "{output_text}");
    assert!(output_text.contains("ractor not offered"), "{output_text}");
}

#[test]
fn ids_are_unique_and_everybody_offers_most() {
    let mut ids = LINES.map(|line| line.id).to_vec();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), LINES.len());
    for contestant in Contestant::ALL {
        let offered = LINES.iter().filter(|line| matches!(line.program(contestant), Program::Runs(_))).count();
        assert!(offered + 1 >= LINES.len(), "{}", contestant.name());
    }
    assert!(LINES.iter().all(|line| matches!(line.program(Contestant::Agon), Program::Runs(_))));
}

#[test]
fn what_is_not_offered_cannot_be_measured() {
    let line = LINES.into_iter().find(|line| line.id == "pipeline").expect("there is one");
    let wrong = sample::take(line, Contestant::Ractor, 2, Form::Check).expect_err("its mailboxes have no bound");
    assert_eq!(wrong.to_string(), "ractor does not offer pipeline");
}
