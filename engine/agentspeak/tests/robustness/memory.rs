//! What is gone takes no memory, however much of it there has been.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The most memory, in KiB, that a process has had which executes a program until it says that it has ended.
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
    most.expect("it is said").parse().expect("a number")
}

/// Plans and rules that come and go, and queries that are compiled for once.
const COMING_AND_GOING: &[(&str, &str)] = &[
    ("plans", ".add_plan({ @l[atomic] +!other(N) : q(N) & N > 1 <- .print(N); !g(N) }, self); .remove_plan(l, self)"),
    ("rules", "+{r(X) :- q(X) & X > N}; -{r(X) :- q(X) & X > N}"),
    ("queries", ".eval(T, q(N) & not q(N + 1) & .count(q(_), N)); .findall(X, q(X) | q(N), L)"),
    ("texts", ".concat(\"text \", N, S); -+last(S)"),
];

fn stays_flat(times: u32) {
    for (name, body) in COMING_AND_GOING {
        let program = |times: u32| {
            format!(
                "q(1). !run(0). +!run({times}) <- .print(end); .wait(60000).
                +!run(N) <- {body}; !run(N + 1). +!g(_)."
            )
        };
        let few = most_memory(&format!("{name}-few"), &program(times / 10));
        let many = most_memory(&format!("{name}-many"), &program(times));
        // What a mebibyte is over would be less than ten bytes for each.
        assert!(many < few + 1024 + u64::from(times) / 100, "{name}: {few} KiB, and {many} KiB with {times}");
    }
}

#[test]
fn what_comes_and_goes_leaves_nothing() {
    stays_flat(if cfg!(debug_assertions) { 20_000 } else { 100_000 });
}

#[test]
#[ignore = "it takes a minute"]
fn a_million_that_come_and_go_leave_nothing() {
    stays_flat(1_000_000);
}
