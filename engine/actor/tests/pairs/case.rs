//! One actor that uses some features, in a simulation or on workers among which it moves, and what is to hold of each use.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use agon_actor::{
    Actor, Address, Async, Bound, ChildSpec, Context, ExitReason, OnPanic, Overflow, ShutdownReport, Simulation,
    SpawnOptions, Strategy, Supervisor, System, ToSupervisor,
};

use super::common::{PATIENCE, eventually, quiet_injected_panics};
use super::subject::{
    AsyncSubject, GOAL, NAME, Other, Plan, Subject, TICK, ToOther, ToSubject, Use, VALUES, World, of,
};

const SEEDS: u64 = if cfg!(miri) { 1 } else { 8 };
const CAPACITY: u64 = 12;
const MANY: u64 = 5;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Plain,
    Async,
}

/// Who restarts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// Its own policy.
    Alone,
    /// A supervisor, which also puts another in its place.
    Supervised,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Restart,
    /// It is killed, and another takes its place.
    Replacement,
    /// With some work in the mailbox.
    Shutdown,
    /// ... in the middle of which it fails.
    FailingShutdown,
}

pub struct Case<'a> {
    system: &'a System,
    simulation: Option<&'a Simulation>,
    plan: Plan,
    supervisor: Option<Address<ToSupervisor>>,
    /// The one that lives.
    subject: Cell<Address<ToSubject>>,
    /// The latest that is linked with it.
    partner: Cell<Option<Address<ToOther>>>,
    /// What it is to have handled when the system has ended.
    expected: Cell<Option<u64>>,
    what: String,
}

/// Each use holds in an actor whose schedule is up to a seed, over what `test` does; and the system ends without a loss.
pub fn in_simulations(kind: Kind, care: Care, uses: &[Use], test: impl Fn(&Case<'_>)) {
    quiet_injected_panics();
    for seed in 0..SEEDS {
        let simulation = Simulation::new(seed);
        let case = Case::new(&simulation, Some(&simulation), (kind, care), uses);
        test(&case);
        let (left, what) = case.end();
        assert_no_loss(&simulation.shutdown(PATIENCE), &what);
        left.check(&what);
    }
}

/// ... in one that moves between two workers meanwhile.
pub fn while_moving(kind: Kind, care: Care, uses: &[Use], test: impl Fn(&Case<'_>)) {
    const MOVES: u64 = if cfg!(any(miri, agon_tsan)) { 2 } else { 10 };
    quiet_injected_panics();
    let system = System::builder().threads(2).shuffle(1).build().expect("threads can be started");
    let is_over = Arc::new(AtomicBool::new(false));
    (0..4).for_each(|_| system.spawn(Busy(Arc::clone(&is_over))).send(()));
    let case = Case::new(&system, None, (kind, care), uses);
    let begun = system.migration_stats().0;
    while system.migration_stats().0 < begun + MOVES {
        test(&case);
    }
    let (left, what) = case.end();
    is_over.store(true, Ordering::Relaxed);
    // A stop would overtake what gives way.
    eventually("none is busy", || Arc::strong_count(&is_over) == 1);
    assert_no_loss(&system.shutdown(PATIENCE), &what);
    left.check(&what);
}

fn assert_no_loss(report: &ShutdownReport, what: &str) {
    assert!(report.killed().is_empty() && report.stuck().is_empty(), "{what}: {report}");
    assert!(report.undelivered().is_empty(), "{what}: {report}");
}

/// Keeps its worker busy until that is over.
struct Busy(Arc<AtomicBool>);

impl Actor for Busy {
    type Message = ();

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        if self.0.load(Ordering::Relaxed) { ctx.stop() } else { ctx.give_way(()) }
    }
}

/// What is looked at when the system has ended.
struct Left {
    world: Arc<World>,
    expected: Option<u64>,
}

impl Left {
    fn check(self, what: &str) {
        if let Some(expected) = self.expected {
            assert_eq!(of(&self.world.handled), expected, "{what}: handled before the end");
        }
        assert_eq!(self.world.source.streams(), 0, "{what}");
        assert_eq!(Arc::strong_count(&self.world), 1, "{what}: something is left");
    }
}

fn spawn<A: Actor<Message = ToSubject>>(
    system: &System,
    plan: &Plan,
    care: Care,
    make: fn(Plan) -> A,
) -> (Address<ToSubject>, Option<Address<ToSupervisor>>) {
    let again = plan.clone();
    let factory = move || make(again.clone());
    let bound = plan.uses.contains(&Use::Bound).then(|| Bound::new(CAPACITY as usize, Overflow::DropNewest));
    if care == Care::Supervised {
        let spec = ChildSpec::new("subject", factory);
        let spec = if let Some(bound) = bound { spec.bounded(bound) } else { spec };
        let supervisor = Supervisor::new(Strategy::OneForOne).intensity(u32::MAX, Duration::from_secs(1)).child(spec);
        let supervisor = system.spawn(supervisor);
        let child = supervisor.child("subject", PATIENCE).expect("it answers").expect("it lives");
        return (child, Some(supervisor));
    }
    let options = SpawnOptions::new().on_panic(OnPanic::restart(factory));
    let options = if let Some(bound) = bound { options.bounded(bound) } else { options };
    (system.spawn_with(make(plan.clone()), options), None)
}

impl<'a> Case<'a> {
    fn new(system: &'a System, simulation: Option<&'a Simulation>, (kind, care): (Kind, Care), uses: &[Use]) -> Self {
        let plan = Plan { uses: uses.into(), world: Arc::default() };
        let (subject, supervisor) = match kind {
            Kind::Plain => spawn(system, &plan, care, Subject),
            Kind::Async => spawn(system, &plan, care, |plan| Async::new(AsyncSubject(plan))),
        };
        let what = format!("{uses:?}, {kind:?}, {care:?}, seed {:?}", simulation.map(Simulation::seed));
        let (subject, partner, expected) = (Cell::new(subject), Cell::default(), Cell::default());
        let case = Self { system, simulation, plan, supervisor, subject, partner, expected, what };
        case.wait_for("it has started", || of(&case.plan.world.lives) == 1);
        case
    }

    fn uses(&self, which: Use) -> bool {
        self.plan.uses.contains(&which)
    }

    fn wait_for(&self, what: &str, is_so: impl Fn() -> bool) {
        let Some(simulation) = self.simulation else { return eventually(what, is_so) };
        for _ in 0..50 {
            simulation.run_until_idle();
            if is_so() {
                return;
            }
            simulation.advance(Duration::from_millis(1));
        }
        panic!("{}: it never came about that {what}", self.what);
    }

    /// Exactly so much more has come: looked at again, in a simulation, when nothing more is to come.
    fn has_grown(&self, what: &str, counter: &AtomicU64, before: u64, by: u64) {
        self.wait_for(what, || of(counter) >= before + by);
        self.simulation.map(Simulation::run_until_idle);
        assert_eq!(of(counter), before + by, "{}: {what}", self.what);
    }
}

/// What was set up before an event.
struct Before {
    lives: u64,
    victim: Option<Address<ToOther>>,
    partner: Option<Address<ToOther>>,
}

impl Case<'_> {
    /// All holds, once and again.
    pub fn holds(&self) {
        let before = self.prepare();
        self.check();
        self.conclude(&before, true);
    }

    /// ... with an event between.
    pub fn holds_over(&self, event: Event) {
        let before = self.prepare();
        self.check();
        let subject = self.subject.get();
        match event {
            Event::Restart => {
                subject.send(ToSubject::Fail);
                self.wait_for("it is restarted", || of(&self.plan.world.lives) == before.lives + 1);
                assert_eq!(subject.ask(PATIENCE, ToSubject::Question), Ok(before.lives + 1), "{}", self.what);
                self.conclude(&before, true);
                self.check();
            }
            Event::Replacement => {
                subject.kill();
                self.is_replaced(before.lives);
                self.conclude(&before, false);
                self.check();
            }
            Event::Shutdown | Event::FailingShutdown => {
                self.expected.set(Some(of(&self.plan.world.handled) + MANY));
                for number in 0..MANY {
                    if event == Event::FailingShutdown && number == MANY / 2 {
                        subject.send(ToSubject::Fail);
                    }
                    subject.send(ToSubject::Work);
                }
            }
        }
    }

    /// The last that is done to it; the system is to end then.
    fn end(self) -> (Left, String) {
        let expected = self.expected.get();
        if let (Some(partner), None) = (self.partner.get(), expected) {
            let (subject, lives) = (self.subject.get(), of(&self.plan.world.lives));
            assert_eq!(partner.ask(PATIENCE, ToOther::Question), Ok(7), "{}: a restart is no end", self.what);
            partner.send(ToOther::Fail);
            assert_eq!(subject.wait(PATIENCE), Ok(ExitReason::Linked), "{}: it follows", self.what);
            if self.supervisor.is_some() {
                self.is_replaced(lives);
                self.check();
            }
        }
        (Left { world: self.plan.world, expected }, self.what)
    }

    fn is_replaced(&self, lives: u64) {
        self.wait_for("another has taken its place", || of(&self.plan.world.lives) == lives + 1);
        let supervisor = self.supervisor.expect("it is a child");
        let next = supervisor.child("subject", PATIENCE).expect("it answers").expect("it lives");
        assert_ne!(next, self.subject.replace(next), "{}", self.what);
        self.partner.set(None);
    }

    /// Has it do something with another, and waits until that is done.
    fn with_another(&self, order: fn(Address<ToOther>) -> ToSubject) -> Address<ToOther> {
        let (before, other) = (of(&self.plan.world.orders), self.system.spawn(Other));
        self.subject.get().send(order(other));
        self.wait_for("it is done", || of(&self.plan.world.orders) > before);
        other
    }

    fn prepare(&self) -> Before {
        let victim = self.uses(Use::Monitor).then(|| self.with_another(ToSubject::Watch));
        let partner = self.uses(Use::Link).then(|| self.with_another(ToSubject::Link));
        self.partner.set(partner);
        Before { lives: of(&self.plan.world.lives), victim, partner }
    }

    /// What was set up before the event is as it should be: the actor is still the same, or is not.
    fn conclude(&self, before: &Before, is_the_same: bool) {
        if let Some(victim) = before.victim {
            let notices = &self.plan.world.notices;
            let seen = of(notices);
            victim.send(ToOther::Fail);
            assert!(victim.wait(PATIENCE).is_ok(), "{}", self.what);
            self.has_grown("who has asked has notice", notices, seen, u64::from(is_the_same));
        }
        if let (Some(partner), false) = (before.partner, is_the_same) {
            assert_eq!(partner.wait(PATIENCE), Ok(ExitReason::Linked), "{}: it follows", self.what);
        }
    }
}

impl Case<'_> {
    /// Each use holds now.
    fn check(&self) {
        let (world, subject) = (&self.plan.world, self.subject.get());
        for which in &*self.plan.uses {
            match which {
                Use::Timer => self.check_timer(),
                Use::Stream => {
                    let before = of(&world.items);
                    (0..3).for_each(|item| world.source.put(item));
                    self.has_grown("each item comes once", &world.items, before, 3);
                    self.wait_for("one stream is attached", || world.source.streams() == 1);
                }
                Use::Topic => {
                    let before = of(&world.values);
                    assert_eq!(self.system.publish(&VALUES, 7), Ok(1), "{}", self.what);
                    self.has_grown("the value comes once", &world.values, before, 1);
                }
                Use::Bound => self.check_bound(),
                Use::Ask => {
                    assert_eq!(subject.ask(PATIENCE, ToSubject::Question), Ok(of(&world.lives)), "{}", self.what);
                    let (before, other) = (of(&world.answers), self.system.spawn(Other));
                    subject.send(ToSubject::AskOther(other));
                    self.has_grown("it is answered", &world.answers, before, 1);
                    other.kill();
                }
                Use::Monitor => {
                    let (before, victim) = (of(&world.notices), self.with_another(ToSubject::Watch));
                    victim.send(ToOther::Fail);
                    self.has_grown("there is one notice", &world.notices, before, 1);
                }
                Use::Link => {
                    let partner = self.partner.get();
                    let answer = partner.map(|partner| partner.ask(PATIENCE, ToOther::Question));
                    assert!(answer.is_none_or(|answer| answer == Ok(7)), "{}: a restart is no end", self.what);
                }
                Use::Name => assert_eq!(self.system.find(NAME), Ok(subject), "{}", self.what),
                Use::Goal => assert_eq!(self.system.achieve(&GOAL, PATIENCE, 1), Ok(2), "{}", self.what),
            }
        }
    }

    fn check_timer(&self) {
        let ticks = &self.plan.world.ticks;
        let before = of(ticks);
        match self.simulation {
            Some(simulation) => {
                simulation.advance(20 * TICK);
                assert!((19..=21).contains(&(of(ticks) - before)), "{}: {} ticks", self.what, of(ticks) - before);
            }
            None => eventually("it ticks", || of(ticks) >= before + 2),
        }
    }

    fn check_bound(&self) {
        let (handled, subject) = (&self.plan.world.handled, self.subject.get());
        let mailbox = subject.mailbox().expect("it has a bound");
        let before = (of(handled), mailbox.dropped());
        (0..CAPACITY + 3).for_each(|_| subject.send(ToSubject::Work));
        if self.simulation.is_some() {
            assert_eq!((mailbox.len() as u64, mailbox.dropped()), (CAPACITY, before.1 + 3), "{}", self.what);
            self.has_grown("what had capacity is handled", handled, before.0, CAPACITY);
        }
        self.wait_for("each message is handled or counted", || {
            of(handled) - before.0 + mailbox.dropped() - before.1 >= CAPACITY + 3
        });
        self.wait_for("the mailbox is empty", || mailbox.is_empty());
    }
}
