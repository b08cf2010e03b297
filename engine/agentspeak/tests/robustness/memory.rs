//! What is gone takes no memory, however much of it there has been.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The most memory, in KiB, that a process has had which executes a program until it reports its end.
fn most_memory(name: &str, program: &str) -> u64 {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("memory");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(format!("{name}.asl"));
    std::fs::write(&file, program).expect("a program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon-asl"));
    let command = command.arg("run").arg(&file).args(["--pool", "1"]).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the engine is built");
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let ended = lines.map_while(Result::ok).any(|line| line.ends_with("] end"));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it waits");
    let _ = child.kill();
    let _ = child.wait();
    assert!(ended, "{name}");
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    most.expect("it is printed").parse().expect("a number")
}

/// Plans and rules that come and go, and queries that are compiled for once.
const COMING_AND_GOING: &[(&str, &str)] = &[
    ("plans", ".add_plan({ @l[atomic] +!other(N) : q(N) & N > 1 <- .print(N); !g(N) }, self); .remove_plan(l, self)"),
    ("rules", "+{r(X) :- q(X) & X > N}; -{r(X) :- q(X) & X > N}"),
    ("queries", ".eval(T, q(N) & not q(N + 1) & .count(q(_), N)); .findall(X, q(X) | q(N), L)"),
    ("texts", ".concat(\"text \", N, S); -+last(S)"),
];

/// Names that are made up. That they leave nothing behind is seen where there are many: a short test counts their numbers.
const MADE_UP: &[(&str, &str)] = &[
    ("atoms", ".concat(\"made \", N, S); .term2string(T, S); +seen(T); -seen(T); -+last([T, f(T)])"),
    ("annotated", ".concat(\"made\", N, \"[x(\", N, \")]\", S); .term2string(T, S); +seen(T); -seen(T)"),
    (
        "messages",
        ".concat(\"made\", N, S); .term2string(T, S); .my_name(Me); .send(Me, tell, got(T)); .send(Me, achieve, g(T))",
    ),
    ("labels", ".concat(\"@l\", N, \" +!other.\", P); .add_plan(P); .concat(\"l\", N, L); .remove_plan(L)"),
    ("unlabelled", ".add_plan({ +!other : q(N) }); .relevant_plans({+!other}, _, L); .remove_plan(L)"),
];

fn stays_flat(bodies: &[(&str, &str)], times: u32) {
    for (name, body) in bodies {
        let program = |times: u32| {
            format!(
                "q(1). !run(0). +!run({times}) <- .print(end); .wait(60000).
                +!run(N) <- {body}; !run(N + 1). +!g(_). +got(T)[source(S)] <- -got(T)[source(S)]."
            )
        };
        let few = most_memory(&format!("{name}-few"), &program(times / 10));
        let many = most_memory(&format!("{name}-many"), &program(times));
        // The allocator keeps some more at times; beyond that, ten bytes for each would be seen.
        assert!(many < few + 4096 + u64::from(times) / 100, "{name}: {few} KiB, and {many} KiB with {times}");
    }
}

#[test]
fn what_comes_and_goes_leaves_nothing() {
    stays_flat(COMING_AND_GOING, if cfg!(debug_assertions) { 50_000 } else { 100_000 });
}

#[test]
#[ignore = "it takes two minutes"]
fn a_million_that_come_and_go_leave_nothing() {
    stays_flat(COMING_AND_GOING, 1_000_000);
    stays_flat(MADE_UP, 1_000_000);
}

#[test]
#[ignore = "it takes three minutes"]
fn a_hundred_million_atoms_leave_nothing() {
    stays_flat(&[("atoms-of-all", ".concat(\"made\", N, S); .term2string(T, S); L = [T, f(T)]")], 100_000_000);
}
