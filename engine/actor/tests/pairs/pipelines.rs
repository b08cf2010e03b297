//! Stages with bounded mailboxes: an ordered shutdown loses nothing, another reports what it has lost, and who sends to a stage that has ended is notified.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_actor::{
    Actor, Address, Bound, ChildRef, ChildSpec, Context, Overflow, SendError, Simulation, SpawnOptions, Strategy,
    Supervisor, System, ToSupervisor,
};

use super::common::{PATIENCE, system};

const CAPACITY: usize = 4;
const MANY: u64 = 40;
const SEEDS: u64 = if cfg!(miri) { 3 } else { 200 };

#[derive(Default)]
struct Counts {
    /// Accepted by the stage behind.
    sent: AtomicU64,
    /// Given back, since that has ended.
    closed: AtomicU64,
    arrived: AtomicU64,
}

fn of(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::SeqCst)
}

/// Sends each number on as two, or counts it at the end.
struct Stage {
    next: Option<Address<u64>>,
    counts: Arc<Counts>,
}

impl Actor for Stage {
    type Message = u64;

    fn handle(&mut self, number: u64, ctx: &mut Context<'_, Self>) {
        let Some(next) = self.next else {
            self.counts.arrived.fetch_add(1, Ordering::SeqCst);
            return;
        };
        for number in [2 * number, 2 * number + 1] {
            match ctx.send_bounded(&next, number) {
                Ok(_) => self.counts.sent.fetch_add(1, Ordering::SeqCst),
                Err(SendError::Closed(back)) => {
                    assert_eq!(back, number);
                    self.counts.closed.fetch_add(1, Ordering::SeqCst)
                }
                Err(error) => panic!("{error}"),
            };
        }
    }
}

fn bound() -> Bound {
    Bound::new(CAPACITY, Overflow::Await)
}

/// Sink, middle and source as children of one supervisor, in this order: they stop in the other.
fn supervised(system: &System, counts: &Arc<Counts>) -> (Address<ToSupervisor>, Address<u64>) {
    let (to_sink, to_middle) = (ChildRef::new(), ChildRef::new());
    let stage = |next: Option<&ChildRef<u64>>| {
        let (next, counts) = (next.cloned(), Arc::clone(counts));
        move || Stage { next: next.as_ref().and_then(ChildRef::get), counts: Arc::clone(&counts) }
    };
    let supervisor = Supervisor::new(Strategy::RestForOne)
        .child(ChildSpec::new("sink", stage(None)).bounded(bound()).with_ref(&to_sink))
        .child(ChildSpec::new("middle", stage(Some(&to_sink))).bounded(bound()).with_ref(&to_middle))
        .child(ChildSpec::new("source", stage(Some(&to_middle))));
    let supervisor = system.spawn(supervisor);
    let source = supervisor.child("source", PATIENCE).expect("it answers").expect("it lives");
    (supervisor, source)
}

/// Pair: bounds x shutdown.
#[test]
fn an_ordered_shutdown_of_a_pipeline_loses_nothing() {
    for seed in 0..SEEDS {
        let simulation = Simulation::new(seed);
        let counts = Arc::default();
        let (supervisor, source) = supervised(&simulation, &counts);
        (0..MANY).for_each(|number| source.send(number));
        (0..seed % 50).for_each(|_| _ = simulation.step());
        // Before the shutdown, which would let what is under way come to rest.
        supervisor.stop();
        simulation.run_until_idle();
        let report = simulation.shutdown(PATIENCE);
        // What the source had no time for is its own mailbox's: of what it has sent on, all has arrived.
        let fed = MANY - report.counters().dead_letters();
        assert_eq!((of(&counts.sent), of(&counts.arrived)), (6 * fed, 4 * fed), "seed {seed}: {report}");
    }
    for _ in 0..20 {
        let (system, counts) = (system(3), Arc::default());
        let (_, source) = supervised(&system, &counts);
        (0..MANY).for_each(|number| source.send(number));
        let report = system.shutdown(PATIENCE);
        assert_eq!(of(&counts.arrived), 4 * (MANY - report.counters().dead_letters()), "{report}");
    }
}

/// Without a supervisor all are asked to stop at the same time. Pair: bounds x shutdown.
#[test]
fn a_shutdown_without_an_order_reports_what_it_loses_and_notifies_who_sends() {
    let mut lost = 0;
    for seed in 0..SEEDS {
        let simulation = Simulation::new(seed);
        let counts: Arc<Counts> = Arc::default();
        let stage = |next| Stage { next, counts: Arc::clone(&counts) };
        let sink = simulation.spawn_with(stage(None), SpawnOptions::new().bounded(bound()));
        let middle = simulation.spawn_with(stage(Some(sink)), SpawnOptions::new().bounded(bound()));
        let source = simulation.spawn(stage(Some(middle)));
        (0..MANY).for_each(|number| source.send(number));
        (0..seed % 50).for_each(|_| _ = simulation.step());
        // Both ends are asked to stop before what is between them has gone through.
        [sink, source].iter().for_each(Address::stop);
        let report = simulation.shutdown(PATIENCE);
        let counters = report.counters();
        let (sent, closed, arrived) = (of(&counts.sent), of(&counts.closed), of(&counts.arrived));
        // Each message of the source and of a stage has been handled, is a dead letter, or was given back.
        assert_eq!(MANY + sent, counters.handled() + counters.dead_letters(), "seed {seed}: {report}");
        assert!(arrived <= sent && sent + closed <= 6 * MANY, "seed {seed}: {report}");
        assert_eq!(counters.dropped(), 0, "seed {seed}");
        lost += closed + counters.dead_letters();
    }
    assert!(lost > 0, "some of these shutdowns lose something");
}

/// Who learns of an end, and does something because of it, comes behind what the actor had sent. Pair: monitors x shutdown.
#[test]
fn what_an_actor_has_sent_is_there_when_its_end_is_known() {
    let stages = |system: &System, counts: &Arc<Counts>, on: [usize; 2]| {
        let [sink, source] = on.map(|worker| SpawnOptions::new().on_worker(worker));
        let sink = system.spawn_with(Stage { next: None, counts: Arc::clone(counts) }, sink);
        (sink, system.spawn_with(Stage { next: Some(sink), counts: Arc::clone(counts) }, source))
    };
    let in_order = |sink: Address<u64>, source: Address<u64>, counts: &Counts| {
        (0..MANY).for_each(|number| source.send(number));
        for stage in [source, sink] {
            stage.stop();
            stage.wait(PATIENCE).expect("it stops");
        }
        assert_eq!(of(&counts.arrived), 2 * MANY);
    };
    for seed in 0..SEEDS {
        let (simulation, counts) = (Simulation::new(seed), Arc::default());
        let (sink, source) = stages(&simulation, &counts, [0, 0]);
        in_order(sink, source, &counts);
        assert!(simulation.shutdown(PATIENCE).is_clean(), "seed {seed}");
    }
    let system = system(2);
    for _ in 0..200 {
        let counts = Arc::default();
        let (sink, source) = stages(&system, &counts, [0, 1]);
        in_order(sink, source, &counts);
    }
    assert!(system.shutdown(PATIENCE).is_clean());
}
