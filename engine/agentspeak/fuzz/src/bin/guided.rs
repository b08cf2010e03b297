//! The same targets for libFuzzer, which looks for inputs that reach what none has reached yet. See `guided.sh`.

#![no_main]

#[allow(dead_code, reason = "the fuzzer's other program uses more of it")]
#[path = "../../../tests/fuzzing/mutate.rs"]
mod mutate;
#[allow(dead_code, reason = "the fuzzer's other program uses more of it")]
#[path = "../../../tests/fuzzing/targets.rs"]
mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use targets::{TARGETS, Target};

static TARGET: LazyLock<&'static Target> = LazyLock::new(|| {
    let name = std::env::var("AGON_FUZZ_TARGET").unwrap_or_default();
    TARGETS.iter().find(|target| target.name == name).expect("AGON_FUZZ_TARGET names a target")
});

fuzz_target!(|bytes: &[u8]| {
    (TARGET.take)(&String::from_utf8_lossy(bytes));
});
