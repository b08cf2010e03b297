//! What the tests share.
#![allow(dead_code)] // each test binary uses a part of it

pub mod gated;

use std::hint;
use std::panic;
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Context, System};

/// Longer than anything here takes, even on a machine that is busy with something else.
pub const PATIENCE: Duration = Duration::from_secs(if cfg!(any(agon_tsan, miri)) { 300 } else { 30 });

pub fn system(threads: usize) -> System {
    System::builder().threads(threads).build().expect("threads can be started")
}

/// Keeps panics that tests inject (marked in their message) out of the output.
pub fn quiet_injected_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // The first system puts a hook around the usual one, which names the actor. This one goes around both.
        drop(system(1));
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let payload = info.payload();
            let text = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
            if !text.is_some_and(|text| text.starts_with("injected")) {
                usual(info);
            }
        }));
    });
}

/// Takes a processor for so long.
pub fn compute(time: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < time {
        hint::spin_loop();
    }
}

/// Waits until a condition holds, for things that are not announced.
pub fn eventually(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < deadline, "it never came about that {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// A small generator of pseudo-random numbers (xorshift), so that a failing run can be repeated.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

/// Takes its time over each message.
pub struct Slow(pub Duration);

impl Actor for Slow {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        thread::sleep(self.0);
    }
}
