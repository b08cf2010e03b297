//! Calls within calls.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_actor::{Actor, Binding, Called, Context, Goal, GoalError, Offer, SpawnOptions, System};

use super::common::{eventually, system};
use super::support::{Got, call, caller};

/// Passes a request on to the next goal, and adds one; what comes by message is counted as a million.
pub(super) struct Link {
    pub(super) offers: Goal<u64, u64>,
    pub(super) wants: Option<Goal<u64, u64>>,
    pub(super) binding: Option<Binding<u64, u64>>,
    pub(super) by_message: Arc<AtomicUsize>,
}

impl Actor for Link {
    type Message = Result<u64, GoalError>;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let pass_on = |link: &mut Self, request, ctx: &mut Context<'_, Self>| {
            let Some(goal) = &link.wants else { return request + 1 };
            let me = ctx.id();
            let binding = link.binding.get_or_insert_with(|| ctx.bind(goal).expect("numbers"));
            let called = ctx.call(binding, request, |answer| answer);
            assert_eq!(ctx.id(), me, "whichever was called meanwhile");
            match called {
                Called::Done(answer) => answer + 1,
                Called::Asked => 1_000_000,
                Called::Failed(error) => panic!("{error}"),
            }
        };
        ctx.offer(&self.offers, Offer::Direct, pass_on).expect("numbers");
    }

    fn handle(&mut self, _: Result<u64, GoalError>, _: &mut Context<'_, Self>) {
        self.by_message.fetch_add(1, Ordering::Relaxed);
    }
}

/// A chain of providers, each of which wants the goal that the next offers; returns the first's goal.
fn chain(system: &System, length: usize, closed: bool, by_message: &Arc<AtomicUsize>) -> Goal<u64, u64> {
    let goals: Vec<Goal<u64, u64>> = (0..length).map(|at| Goal::named(format!("link {at}"))).collect();
    for at in 0..length {
        let wants = goals.get(at + 1).or(goals.first().filter(|_| closed)).cloned();
        let by_message = Arc::clone(by_message);
        let link = Link { offers: goals[at].clone(), wants, binding: None, by_message };
        let link = system.spawn_with(link, SpawnOptions::new().on_worker(0));
        link.send(Err(GoalError::NoAnswer));
    }
    let counted = Arc::clone(by_message);
    eventually("all links have started", || counted.load(Ordering::Relaxed) == length);
    by_message.store(0, Ordering::Relaxed);
    goals[0].clone()
}

#[test]
fn calls_nest() {
    let system = system(1);
    let by_message = Arc::new(AtomicUsize::new(0));
    let goal = chain(&system, 5, false, &by_message);
    let caller = caller(&system, &goal, 0);
    for request in 0..10 {
        eventually("all five are called", || call(&caller, request) == Got::Here(request + 5));
    }
}

#[test]
fn cycles_fall_back_to_messages() {
    for length in [1, 2, 3] {
        let system = system(1);
        let by_message = Arc::new(AtomicUsize::new(0));
        let goal = chain(&system, length, true, &by_message);
        let caller = caller(&system, &goal, 0);
        // The last of the chain wants something of the first, which waits for it.
        let to_the_last = Got::Here(1_000_000 + length as u64 - 1);
        eventually("all are called but the first once more", || call(&caller, 0) == to_the_last);
        // The message goes around again, and again is not let in at the end: and so on, until the system ends.
        eventually("messages go around", || by_message.load(Ordering::Relaxed) > 3);
        drop(system);
    }
}

#[test]
fn very_long_chains_fall_back_to_messages() {
    let system = system(1);
    let by_message = Arc::new(AtomicUsize::new(0));
    let goal = chain(&system, 100, false, &by_message);
    let caller = caller(&system, &goal, 0);
    let is_partial = |answer| (1_000_000..1_000_100).contains(&answer);
    eventually("the first are called", || matches!(call(&caller, 0), Got::Here(answer) if is_partial(answer)));
    eventually("the rest is done by message", || by_message.load(Ordering::Relaxed) >= 3);
}
