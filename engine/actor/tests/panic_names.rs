//! What a program prints when a handler panics names the actor.

mod common;

use std::env;
use std::process::{Command, Output};

use agon_actor::{Actor, Context, ExitReason, System};
use common::PATIENCE;

/// In the environment of this test's own program: what it is to do.
const PART: &str = "AGON_TEST_PART";

struct Fragile;

impl Actor for Fragile {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        panic!("injected: asked to break");
    }
}

fn break_one(names: bool) {
    let system = System::builder().threads(1).name_panics(names).build().expect("a thread can be started");
    let fragile = system.spawn(Fragile);
    println!("id {}", fragile.id());
    fragile.send(());
    assert!(matches!(fragile.wait(PATIENCE), Ok(ExitReason::Panicked(_))));
}

/// Run by the tests below, in a process of its own: a hook is the whole process's.
#[test]
fn child() {
    match env::var(PART).as_deref() {
        Ok("named") => break_one(true),
        Ok("unnamed") => break_one(false),
        Ok("outside") => {
            let _system = System::builder().threads(1).build().expect("a thread can be started");
            let _ = std::panic::catch_unwind(|| panic!("injected: no actor"));
        }
        _ => {}
    }
}

fn run(part: &str) -> (String, String) {
    let program = env::current_exe().expect("this test's own program");
    let output = Command::new(program).args(["child", "--exact", "--nocapture"]).env(PART, part).output();
    let Output { status, stdout, stderr } = output.expect("it can be run");
    assert!(status.success());
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(stdout), text(stderr))
}

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn a_panic_in_a_handler_names_the_actor_first() {
    let (out, err) = run("named");
    let id = out.lines().find_map(|line| line.split_once("id ")).expect("it prints the id").1;
    let named = format!("in actor panic_names::Fragile {id}:");
    let lines: Vec<_> = err.lines().filter(|line| !line.is_empty()).collect();
    let at = lines.iter().position(|line| *line == named).unwrap_or_else(|| panic!("{named:?} is not in {err}"));
    assert!(lines[at + 1].contains("panicked at"), "{err}");
}

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn other_panics_and_other_wishes_are_left_alone() {
    for part in ["unnamed", "outside"] {
        let (_, err) = run(part);
        assert!(err.contains("panicked at") && !err.contains("in actor"), "{part}: {err}");
    }
}
