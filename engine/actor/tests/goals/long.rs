//! Calls that take their time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use agon_actor::{ExitReason, Goal, GoalError, Offer, Reply, SpawnOptions};

use super::chains::Link;
use super::common::{PATIENCE, eventually, quiet_injected_panics, system};
use super::support::{Got, ToCaller, ToProvider, adds, call, caller, eventually_alone, provide};

/// While the callee computes, another thread runs the worker: neither of the two is run by it, both go on afterwards.
#[test]
fn a_long_call_delays_no_other_actor() {
    eventually("the call is a direct one", || long_call(false) == Got::Here(11));
}

/// The same where the callee announces it, while another waits: the whole chain goes on without its worker at once.
#[test]
fn a_call_that_blocks_in_place_delays_no_other_actor() {
    eventually("the call is a direct one", || long_call(true) == Got::Here(11));
}

/// Returns how the caller got its answer.
fn long_call(announces: bool) -> Got {
    let goal = Goal::new("compute");
    let system = system(1);
    let (began, go) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (begins, gate) = (Arc::clone(&began), Arc::clone(&go));
    let provider = provide(&system, &goal, Offer::Direct, 0, move |number, request, ctx| {
        if request == 1 {
            let me = ctx.address();
            let compute = || {
                begins.store(true, Ordering::Relaxed);
                while !gate.load(Ordering::Relaxed) {
                    thread::yield_now();
                }
            };
            if announces {
                ctx.send(&me, ToProvider::Put(10)); // it waits
                ctx.block_in_place(compute);
            } else {
                compute();
            }
            assert_eq!(*number, 0, "no other has run it");
            *number = 10;
            ctx.send(&me, ToProvider::Put(*number + 1));
        }
        *number
    });
    let middle = Goal::new("middle");
    let wants = Some(goal.clone());
    let by_message = Arc::new(AtomicUsize::new(0));
    system.spawn_with(
        Link { offers: middle.clone(), wants, binding: None, by_message: Arc::clone(&by_message) },
        SpawnOptions::new().on_worker(0),
    );
    eventually("the middle one has started", || system.achieve(&middle, PATIENCE, 0) == Ok(1));
    let (outer, other) = (caller(&system, &middle, 0), caller(&system, &goal, 0));
    let waiting = thread::spawn(move || call(&outer, 1));
    eventually("the long call has begun", || began.load(Ordering::Relaxed));
    provider.send(ToProvider::Put(5)); // put aside until the call has ended
    let second = thread::spawn(move || call(&other, 0));
    // A new actor gets by, which shows that the worker has another thread.
    let bystander = provide(&system, &Goal::new("else"), Offer::Direct, 0, |number, request, _| adds(number, request));
    assert_eq!(bystander.ask(PATIENCE, ToProvider::Get), Ok(0));
    go.store(true, Ordering::Relaxed);
    let got = waiting.join().expect("no panic");
    assert!(matches!(second.join().expect("no panic").answer(), Ok(5 | 10 | 11)));
    eventually("its own message has come", || provider.ask(PATIENCE, ToProvider::Get) == Ok(11));
    eventually("all three are as before", || call(&outer, 0) == Got::Here(12));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    got
}

/// The callee has lost its worker, and then panics, or stops, or wants another.
#[test]
fn a_long_call_ends_as_any_other() {
    quiet_injected_panics();
    for (request, reason) in [(1, ExitReason::Panicked("injected".into())), (2, ExitReason::Normal)] {
        let goal = Goal::new("compute");
        let system = system(1);
        let away = Arc::new(AtomicU64::new(0));
        let gate = Arc::clone(&away);
        let provider = provide(&system, &goal, Offer::Direct, 0, move |_, request, ctx| {
            gate.store(1, Ordering::Relaxed);
            while gate.load(Ordering::Relaxed) != 2 {
                thread::yield_now();
            }
            assert!(request != 1, "injected");
            ctx.stop();
            request
        });
        let calling = caller(&system, &goal, 0);
        let waiting = thread::spawn(move || call(&calling, request));
        eventually("the call has begun", || away.load(Ordering::Relaxed) == 1);
        let bystander = caller(&system, &Goal::new("nothing"), 0);
        assert_eq!(call(&bystander, 0), Got::Nothing(GoalError::NoProvider));
        away.store(2, Ordering::Relaxed);
        let got = waiting.join().expect("no panic");
        assert_eq!(got.answer(), if request == 1 { Err(GoalError::NoAnswer) } else { Ok(2) });
        assert_eq!(provider.wait(PATIENCE), Ok(reason));
        eventually_alone(&calling);
        assert!(system.shutdown(PATIENCE).is_clean());
    }
}

/// A system ends during a direct call that takes its time.
#[test]
fn a_system_ends_during_a_call() {
    let goal = Goal::new("compute");
    let system = system(1);
    let began = Arc::new(AtomicBool::new(false));
    let begins = Arc::clone(&began);
    provide(&system, &goal, Offer::Direct, 0, move |_, request, _| {
        begins.store(true, Ordering::Relaxed);
        thread::sleep(Duration::from_millis(50));
        request
    });
    caller(&system, &goal, 0).send(ToCaller::Call(1, Reply::ignored()));
    eventually("the call has begun", || began.load(Ordering::Relaxed));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}
