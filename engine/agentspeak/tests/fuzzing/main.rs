//! Some of the inputs that the fuzzer in `fuzz/` gives the parsers, at each test run. It reports which one it was that failed.

#[allow(dead_code, reason = "the fuzzer's own program uses more of it")]
mod mutate;
#[allow(dead_code, reason = "the fuzzer's own program uses more of it")]
mod targets;

use std::path::Path;

use mutate::Corpus;
use targets::TARGETS;

/// For each target.
const INPUTS: u64 = 4000;

#[test]
fn mutated_texts_are_programs_or_problems() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for target in TARGETS.iter().filter(|target| !target.may_be_endless) {
        let corpus = Corpus::read(&[&cases], target.extension);
        let mut accepted = 0;
        for input in 0..INPUTS {
            let text = corpus.input(1, input, target.part);
            accepted += u64::from(
                std::panic::catch_unwind(|| (target.take)(&text))
                    .unwrap_or_else(|_| panic!("{}: input {input} of seed 1:\n{text}", target.name)),
            );
        }
        assert!(accepted > INPUTS / 100, "{}: only {accepted} of {INPUTS} are accepted", target.name);
    }
}
