//! Timers that a context has set end with the life of its actor, at a restart and at its end; those that an address has set stay. No message
//! comes of a timer that has been cancelled, or replaced, even if it was in the mailbox already.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use agon_actor::{Actor, Address, ChildSpec, Context, Reply, Simulation, Strategy, Supervisor, Timer, ToSupervisor};
use common::{PATIENCE, quiet_injected_panics};

const MILLISECOND: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

type Setup = fn(&mut Context<'_, Counter>, &Plan);

#[derive(Clone)]
struct Plan {
    /// Done in `started`.
    setup: Setup,
    other: Address<Note>,
    /// Held by the message of every timer that is set.
    token: Arc<()>,
}

/// Counts what comes of its timers, over all its lives.
struct Counter(Plan);

/// Large enough to be boxed by a timer, or small enough not to be.
enum ToCounter {
    Small(#[expect(dead_code, reason = "held")] Arc<()>),
    Large(#[expect(dead_code, reason = "held")] Arc<()>, #[expect(dead_code, reason = "large")] [u64; 20]),
    Do(Setup),
    Fail,
    Leave,
}

impl ToCounter {
    fn large(token: &Arc<()>) -> Self {
        Self::Large(Arc::clone(token), [7; 20])
    }
}

impl Actor for Counter {
    type Message = ToCounter;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        (self.0.setup)(ctx, &self.0);
    }

    fn handle(&mut self, message: ToCounter, ctx: &mut Context<'_, Self>) {
        let other = self.0.other;
        match message {
            ToCounter::Small(_) => ctx.send(&other, Note::Small(Arc::clone(&self.0.token))),
            ToCounter::Large(..) => ctx.send(&other, Note::Large([7; 20])),
            ToCounter::Do(setup) => setup(ctx, &self.0),
            ToCounter::Fail => panic!("injected"),
            ToCounter::Leave => ctx.stop(),
        }
    }
}

/// Small and large messages that have come, of the counter or of its timers.
#[derive(Default)]
struct Other(u32, u32);

enum Note {
    Small(#[expect(dead_code, reason = "held")] Arc<()>),
    Large(#[expect(dead_code, reason = "large")] [u64; 20]),
    Ask(Reply<(u32, u32)>),
}

impl Actor for Other {
    type Message = Note;

    fn handle(&mut self, message: Note, _: &mut Context<'_, Self>) {
        match message {
            Note::Small(_) => self.0 += 1,
            Note::Large(_) => self.1 += 1,
            Note::Ask(reply) => reply.send((self.0, self.1)),
        }
    }
}

struct Case {
    simulation: Simulation,
    counter: Address<ToCounter>,
    other: Address<Note>,
    token: Arc<()>,
    without_timers: usize,
}

impl Case {
    /// A counter under a supervisor.
    fn new(setup: Setup) -> Self {
        Self::with_seed(7, setup)
    }

    fn with_seed(seed: u64, setup: Setup) -> Self {
        quiet_injected_panics();
        let simulation = Simulation::new(seed);
        let (other, token) = (simulation.spawn(Other::default()), Arc::new(()));
        let plan = Plan { setup, other, token: Arc::clone(&token) };
        let child = ChildSpec::new("counter", move || Counter(plan.clone()));
        let supervisor = Supervisor::new(Strategy::OneForOne).intensity(1000, SECOND).child(child);
        let supervisor: Address<ToSupervisor> = simulation.spawn(supervisor);
        let counter = supervisor.child::<ToCounter>("counter", PATIENCE).expect("it answers").expect("it lives");
        simulation.run_until_idle();
        let without_timers = Arc::strong_count(&token);
        Self { simulation, counter, other, token, without_timers }
    }

    fn restart(&self) {
        self.counter.send(ToCounter::Fail);
        self.simulation.run_until_idle();
    }

    /// What has come in all, after so much time.
    fn notes_after(&self, time: Duration) -> (u32, u32) {
        self.simulation.advance(time);
        self.other.ask(PATIENCE, Note::Ask).expect("it lives")
    }

    /// Messages that timers hold.
    fn held(&self) -> usize {
        Arc::strong_count(&self.token) - self.without_timers
    }
}

fn tick(token: &Arc<()>) -> impl FnMut() -> ToCounter + Send + 'static {
    let token = Arc::clone(token);
    move || ToCounter::Small(Arc::clone(&token))
}

/// Pairs: timers x restarts, timers x supervision.
#[test]
fn a_ticker_set_in_started_keeps_its_rate_however_often_its_actor_restarts() {
    for setup in
        [(|ctx, plan| _ = ctx.send_every(10 * MILLISECOND, &ctx.address(), tick(&plan.token))) as Setup, |ctx, plan| {
            _ = ctx.timer_every("tick", 10 * MILLISECOND, tick(&plan.token))
        }]
    {
        let case = Case::new(setup);
        let mut before = case.notes_after(Duration::ZERO).0;
        for restarts in [0, 1, 10, 100] {
            (0..restarts).for_each(|_| case.restart());
            let now = case.notes_after(SECOND).0;
            assert!((99..=101).contains(&(now - before)), "{} ticks a second", now - before);
            before = now;
        }
    }
}

/// Some of each kind: small and large, to itself and to another, once, under a key, and again and again.
fn all_kinds(ctx: &mut Context<'_, Counter>, plan: &Plan) {
    let me = ctx.address();
    let token = Arc::clone(&plan.token);
    ctx.send_after(20 * MILLISECOND, &me, ToCounter::Small(Arc::clone(&token)));
    ctx.send_after(20 * MILLISECOND, &me, ToCounter::large(&token));
    ctx.send_after(20 * MILLISECOND, &plan.other, Note::Small(Arc::clone(&token)));
    ctx.timer("key", 20 * MILLISECOND, ToCounter::Small(token));
    ctx.send_every(20 * MILLISECOND, &me, tick(&plan.token));
}

#[test]
fn timers_of_a_life_end_at_a_restart_and_what_they_would_have_sent_is_dropped() {
    let case = Case::new(|_, _| {});
    case.counter.send(ToCounter::Do(all_kinds));
    case.simulation.run_until_idle();
    assert_eq!(case.held(), 5);
    case.restart();
    assert_eq!(case.held(), 0, "at once, and not when they would have gone off");
    assert_eq!(case.notes_after(SECOND), (0, 0));
}

#[test]
fn timers_of_a_life_end_with_it_and_leave_no_dead_letters() {
    let case = Case::new(|_, _| {});
    case.counter.send(ToCounter::Do(all_kinds));
    case.counter.send(ToCounter::Leave);
    case.simulation.run_until_idle();
    assert_eq!(case.notes_after(SECOND), (0, 0));
    assert_eq!(case.simulation.counters().dead_letters(), 0);
}

/// Pair: timers x restarts.
#[test]
fn timers_of_an_address_stay_over_a_restart() {
    let case = Case::new(|_, _| {});
    case.counter.send_after(20 * MILLISECOND, ToCounter::Small(Arc::clone(&case.token)));
    case.counter.send_after(20 * MILLISECOND, ToCounter::large(&case.token));
    let every = case.counter.send_every(300 * MILLISECOND, tick(&case.token));
    case.restart();
    assert_eq!(case.notes_after(SECOND), (4, 1));
    assert!(every.cancel() && !every.cancel());
    assert_eq!(case.notes_after(SECOND), (4, 1));
}

/// Its timer goes off in one step, and the message is in the mailbox.
fn gone_off(case: &Case, set: impl FnOnce(&Address<ToCounter>, &Arc<()>) -> Timer) -> Timer {
    let timer = set(&case.counter, &case.token);
    assert!(case.simulation.step());
    timer
}

#[test]
fn a_message_does_not_come_after_cancel_even_if_it_is_in_the_mailbox() {
    type Set = fn(&Address<ToCounter>, &Arc<()>) -> Timer;
    let sets: [Set; 2] = [
        |to, token| to.send_after(Duration::ZERO, ToCounter::Small(Arc::clone(token))),
        |to, token| to.send_after(Duration::ZERO, ToCounter::large(token)),
    ];
    for set in sets {
        let case = Case::new(|_, _| {});
        let timer = gone_off(&case, set);
        assert!(timer.cancel() && !timer.cancel());
        assert_eq!((case.notes_after(SECOND), case.held()), ((0, 0), 0));
        assert_eq!(case.simulation.counters().dead_letters(), 0);
        let timer = gone_off(&case, set);
        let (small, large) = case.notes_after(SECOND);
        assert_eq!(small + large, 1);
        assert!(!timer.cancel(), "it has been handled");
    }
    let case = Case::new(|_, _| {});
    let timer = case.counter.send_every(MILLISECOND, tick(&case.token));
    let before = case.notes_after(10 * MILLISECOND).0;
    assert!(timer.cancel());
    assert_eq!(case.notes_after(SECOND).0, before);
}

#[test]
fn a_timer_set_again_under_its_key_replaces_the_one_before() {
    let case = Case::new(|_, _| {});
    let set: Setup = |ctx, plan| _ = ctx.timer(3, 10 * MILLISECOND, ToCounter::Small(Arc::clone(&plan.token)));
    let cancel: Setup = |ctx, _| assert!(ctx.cancel_timer(3) && !ctx.cancel_timer(3));
    for _ in 0..5 {
        case.counter.send(ToCounter::Do(set));
        case.simulation.advance(5 * MILLISECOND);
    }
    assert_eq!(case.notes_after(Duration::ZERO), (0, 0), "each was replaced before it went off");
    assert_eq!(case.notes_after(SECOND), (1, 0));
    case.counter.send(ToCounter::Do(set));
    case.counter.send(ToCounter::Do(cancel));
    assert_eq!((case.notes_after(SECOND), case.held()), ((1, 0), 0));
}

#[test]
fn a_timer_that_is_replaced_sends_nothing_even_if_its_message_is_in_the_mailbox() {
    let outcomes = (0..20).map(|seed| {
        let case = Case::with_seed(seed, |_, _| {});
        let set: Setup = |ctx, plan| _ = ctx.timer("soon", Duration::ZERO, ToCounter::Small(Arc::clone(&plan.token)));
        case.counter.send(ToCounter::Do(set));
        assert!(case.simulation.step() && case.simulation.step(), "it is set, and goes off");
        // Which of the two comes first is up to the seed.
        case.counter.send(ToCounter::Do(|ctx, _| _ = ctx.timer("soon", Duration::MAX, ToCounter::Fail)));
        case.notes_after(SECOND)
    });
    assert_eq!(outcomes.collect::<BTreeSet<_>>(), BTreeSet::from([(0, 0), (1, 0)]));
}
