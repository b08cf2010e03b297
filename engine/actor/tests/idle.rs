//! An idle system costs nothing. Alone in its binary, for it measures the whole process.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::thread;
use std::time::Duration;

use agon_actor::{Actor, Context, Reply};
use common::{PATIENCE, system};

struct Echo;

impl Actor for Echo {
    type Message = Reply<()>;

    fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
        reply.send(());
    }
}

/// How often threads of this process have gone to sleep: once a wake-up.
fn sleeps() -> u64 {
    let tasks = fs::read_dir("/proc/self/task").expect("procfs is there");
    tasks
        .filter_map(|task| fs::read_to_string(task.ok()?.path().join("status")).ok())
        .flat_map(|status| {
            let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
            line.and_then(|count| count.trim().parse::<u64>().ok())
        })
        .sum()
}

#[test]
fn an_idle_system_does_not_wake_up() {
    let system = system(4);
    let echo = system.spawn(Echo);
    for _ in 0..100 {
        echo.ask(PATIENCE, |reply| reply).expect("an answer");
    }
    thread::sleep(Duration::from_millis(100)); // until the last watcher has seen that there is nothing to watch
    let before = sleeps();
    assert!(before > 0, "the measurement measures something");
    thread::sleep(Duration::from_millis(500));
    // This thread's own sleep, and a little for whatever the standard library does.
    assert!(sleeps() - before < 10, "{} wake-ups in half a second", sleeps() - before);
    echo.ask(PATIENCE, |reply| reply).expect("and yet it wakes when there is work");
}
