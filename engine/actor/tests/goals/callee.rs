//! What a callee may do, and what becomes of callers if it panics or dies.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use agon_actor::{Actor, Context, ExitReason, Goal, GoalError, Offer, OnPanic, SpawnOptions};

use super::common::{PATIENCE, eventually, quiet_injected_panics, system};
use super::support::{Got, Provider, ToProvider, achieve, adds, call, caller, eventually_alone, provide};

#[test]
fn a_callee_can_do_what_a_handler_can() {
    let goal = Goal::new("everything");
    let system = system(1);
    let child_ran = Arc::new(AtomicBool::new(false));
    struct Child(Arc<AtomicBool>);
    impl Actor for Child {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let ran = Arc::clone(&child_ran);
    let provider = provide(&system, &goal, Offer::Direct, 0, move |number, request, ctx| {
        let me = ctx.address();
        match request {
            0 => ctx.stop(),
            1 => ctx.stash(ToProvider::Put(77)),
            2 => ctx.unstash_all(),
            3 => ctx.send(&me, ToProvider::Put(5)),
            _ => {
                let child = ctx.spawn(Child(Arc::clone(&ran)));
                ctx.send(&child, ());
            }
        }
        *number
    });
    let caller = caller(&system, &goal, 0);
    let number = || provider.ask(PATIENCE, ToProvider::Get);
    assert_eq!(call(&caller, 3).answer(), Ok(0), "what it sends to itself comes later");
    assert_eq!(number(), Ok(5));
    assert_eq!(call(&caller, 1).answer(), Ok(5));
    assert_eq!(number(), Ok(5), "stashed");
    assert_eq!(call(&caller, 2).answer(), Ok(5));
    assert_eq!(number(), Ok(77), "unstashed");
    assert_eq!(call(&caller, 4).answer(), Ok(77));
    eventually("the child has run", || child_ran.load(Ordering::Relaxed));
    assert_eq!(call(&caller, 0).answer(), Ok(77), "it stops after the answer");
    assert_eq!(provider.wait(PATIENCE), Ok(ExitReason::Normal));
    eventually_alone(&caller);
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn a_panic_is_the_providers_failure() {
    quiet_injected_panics();
    let goal = Goal::new("break");
    let system = system(1);
    let breaks = |number: &mut u64, request, _: &mut Context<'_, Provider>| {
        assert!(request != 0, "injected");
        adds(number, request)
    };
    let provider = provide(&system, &goal, Offer::Direct, 0, breaks);
    let caller = caller(&system, &goal, 0);
    assert_eq!(call(&caller, 2).answer(), Ok(2));
    assert_eq!(call(&caller, 0).answer(), Err(GoalError::NoAnswer));
    assert_eq!(provider.wait(PATIENCE), Ok(ExitReason::Panicked("injected".into())));
    eventually_alone(&caller);

    // One that is restarted keeps its offer, its address and its mailbox.
    let fresh = Provider { goal, how: Offer::Direct, number: 100, achieve: Arc::new(breaks) };
    let first = fresh.clone();
    let options = SpawnOptions::new().on_worker(0).on_panic(OnPanic::restart(move || fresh.clone()));
    let provider = system.spawn_with(first, options);
    provider.ask(PATIENCE, ToProvider::Get).expect("started");
    assert_eq!(call(&caller, 2).answer(), Ok(102));
    assert_eq!(call(&caller, 0).answer(), Err(GoalError::NoAnswer));
    assert_eq!(call(&caller, 3).answer(), Ok(103), "restarted");
    assert_eq!(achieve(&caller, 0), Got::ByMessage(Err(GoalError::NoAnswer)));
    assert_eq!(call(&caller, 4).answer(), Ok(104));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!((report.counters().panics(), report.counters().restarts()), (3, 2));
}

#[test]
fn requests_to_a_provider_that_dies_are_answered() {
    let goal = Goal::new("wait");
    let system = system(2);
    let go = Arc::new(AtomicBool::new(false));
    let gate = Arc::clone(&go);
    let provider = provide(&system, &goal, Offer::ByMessage, 1, move |_, request, _| {
        while !gate.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        request
    });
    let callers: Vec<_> = (0..10).map(|_| caller(&system, &goal, 0)).collect();
    let waiting: Vec<_> = callers.into_iter().map(|caller| thread::spawn(move || achieve(&caller, 1))).collect();
    provider.kill();
    go.store(true, Ordering::Relaxed);
    for answer in waiting {
        let Got::ByMessage(answer) = answer.join().expect("no panic") else { panic!("asked by message") };
        assert!(matches!(answer, Ok(1) | Err(GoalError::NoAnswer | GoalError::NoProvider)), "{answer:?}");
    }
    assert_eq!(provider.wait(PATIENCE), Ok(ExitReason::Killed));
}
