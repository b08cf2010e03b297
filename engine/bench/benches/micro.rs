//! Every timed measure with every runtime, as a benchmark that fails when an answer is wrong.
//!
//! divan times a whole run: the start of the runtime, the warm-up and the check of the answer included. `versus` is what compares.

use std::time::Duration;

use agon_bench::contestants::Contestant;
use agon_bench::measures::{MEASURES, Measure};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A measure, a contestant, and what the benchmark is called.
fn cases() -> impl Iterator<Item = Case> {
    let timed = MEASURES.iter().filter(|measure| measure.unit == "ns" && measure.operations.0 < 1_000_000);
    timed.flat_map(|measure| Contestant::ALL.map(|contestant| Case { measure, contestant }))
}

#[derive(Clone, Copy)]
struct Case {
    measure: &'static Measure,
    contestant: Contestant,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.measure.id, self.contestant.name())
    }
}

#[divan::bench(args = cases(), sample_count = 10, sample_size = 1, max_time = Duration::from_secs(2))]
fn micro(bencher: Bencher<'_, '_>, case: &Case) {
    let operations = case.measure.operations.0;
    let setup = case.measure.setups.all()[0];
    bencher.counter(ItemsCount::new(operations)).bench_local(|| {
        let cost = case.contestant.run(case.measure, setup, black_box(operations));
        cost.unwrap_or_else(|wrong| panic!("{case}: {wrong}")).each
    });
}
