//! The capacity in actors.

mod common;

use agon_actor::{Actor, BuildError, Context, Mode, Reply, System};
use common::PATIENCE;

struct Idle;

impl Actor for Idle {
    type Message = Reply<()>;

    fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
        reply.send(());
    }
}

#[test]
fn there_is_capacity_for_as_many_as_were_requested() {
    let pool: &[u32] = if cfg!(miri) { &[1, 3, 100] } else { &[1, 3, 100, 1_000, 2_000, 10_000] };
    for (mode, sizes) in [(Mode::Pool, pool), (Mode::Thread, &[1, 3, 60])] {
        for &actors in sizes {
            let builder = System::builder().mode(mode).threads(1).stack_size(128 * 1024).max_actors(actors);
            let system = builder.build().expect("threads can be started");
            let all: Vec<_> = (0..actors).map(|_| system.try_spawn(Idle)).collect();
            assert!(all.iter().all(Result::is_ok), "{mode}, {actors}");
            assert_eq!(system.counters().live(), u64::from(actors));
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "asks for more memory than Miri has")]
fn as_many_as_can_be_numbered_are_no_overflow() {
    match System::builder().threads(1).max_actors(u32::MAX).build() {
        Ok(system) => assert!(system.spawn(Idle).ask(PATIENCE, |reply| reply).is_ok()),
        Err(error) => {
            assert!(matches!(error, BuildError::NoMemory { actors: u32::MAX }), "{error}");
            assert!(error.to_string().contains("max_actors"), "{error}");
        }
    }
}

/// Set for the process that may use little address space.
#[cfg(unix)]
const LIMITED: &str = "AGON_TEST_LIMITED";

#[cfg(unix)]
#[test]
#[cfg_attr(any(miri, agon_tsan), ignore = "needs all the address space there is")]
fn a_table_too_large_for_the_address_space_is_an_error() {
    if std::env::var_os(LIMITED).is_some() {
        let error = System::builder().threads(1).max_actors(1 << 30).build().expect_err("40 GiB are too much");
        assert!(matches!(error, BuildError::NoMemory { actors: 0x4000_0000 }), "{error}");
        assert!(System::builder().threads(1).max_actors(1_000).build().is_ok(), "and less is not");
        return;
    }
    within("4000000", "a_table_too_large_for_the_address_space_is_an_error");
}

#[cfg(unix)]
#[test]
#[cfg_attr(any(miri, agon_tsan), ignore = "needs all the address space there is")]
fn systems_fit_into_little_address_space_by_themselves() {
    if std::env::var_os(LIMITED).is_some() {
        let systems: Vec<_> =
            (0..3).map(|_| System::builder().threads(1).build().expect("there is space for it")).collect();
        for system in &systems {
            assert!(system.spawn(Idle).ask(PATIENCE, |reply| reply).is_ok());
        }
        return;
    }
    within("1200000", "systems_fit_into_little_address_space_by_themselves");
}

/// Runs a test of these in a process with so many KiB of address space.
#[cfg(unix)]
fn within(kibibytes: &str, test: &str) {
    let program = std::env::current_exe().expect("this program");
    let script = format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"");
    let child = std::process::Command::new("sh")
        .args(["-c", &script])
        .arg(program)
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(LIMITED, "1")
        .output()
        .expect("there is a shell");
    let output = format!("{}{}", String::from_utf8_lossy(&child.stdout), String::from_utf8_lossy(&child.stderr));
    assert!(child.status.success() && output.contains("1 passed"), "{output}");
}
