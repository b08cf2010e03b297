//! Who achieves a goal, and how the answer comes.

use agon_actor::{Goal, GoalError, Mode, Offer, System};

use super::common::{self, PATIENCE, eventually, system};
use super::support::{Got, ToProvider, achieve, adds, call, caller, eventually_alone, provide};

#[test]
fn a_provider_at_hand_answers_on_the_spot() {
    let goal = Goal::new("add");
    let system = system(1);
    let provider = provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    let caller = caller(&system, &goal, 0);
    assert_eq!(call(&caller, 3).answer(), Ok(3));
    assert_eq!(call(&caller, 4).answer(), Ok(7));
    eventually("it is called directly", || call(&caller, 0) == Got::Here(7));
    assert_eq!(provider.ask(PATIENCE, ToProvider::Get), Ok(7), "it is the actor's own state");
    assert_eq!(achieve(&caller, 1), Got::ByMessage(Ok(8)), "a message if that is what the caller wants");
    assert_eq!(system.achieve(&goal, PATIENCE, 2), Ok(10), "and for threads outside");
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn others_answer_by_message() {
    let goal = Goal::new("add");
    let system = system(2);
    let shy = provide(&system, &goal, Offer::ByMessage, 0, |number, request, _| adds(number, request));
    let caller = caller(&system, &goal, 0);
    assert_eq!(call(&caller, 3), Got::ByMessage(Ok(3)), "the provider does not allow direct calls");
    shy.stop();
    shy.wait(PATIENCE).expect("it stops");
    eventually_alone(&caller);
    provide(&system, &goal, Offer::Direct, 1, |number, request, _| adds(number, request));
    assert_eq!(call(&caller, 5), Got::ByMessage(Ok(5)), "the provider is on another worker");
    let near = provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    eventually("of several, the one at hand is called", || matches!(call(&caller, 6), Got::Here(_)));
    assert!(near.ask(PATIENCE, ToProvider::Get).is_ok_and(|number| number >= 6));
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn actors_with_threads_of_their_own_answer_by_message() {
    let goal = Goal::new("add");
    let system = System::builder().mode(Mode::Thread).build().expect("threads can be started");
    provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    assert_eq!(call(&caller(&system, &goal, 0), 3), Got::ByMessage(Ok(3)));
}

#[test]
fn without_an_offer_there_is_an_error_at_once() {
    let goal = Goal::named(String::from("add"));
    let system = system(1);
    let caller = caller(&system, &goal, 0);
    assert_eq!(call(&caller, 3), Got::Nothing(GoalError::NoProvider));
    assert_eq!(achieve(&caller, 3), Got::ByMessage(Err(GoalError::NoProvider)));
    assert_eq!(system.achieve(&goal, PATIENCE, 3), Err(GoalError::NoProvider));
    let provider = provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    assert_eq!(call(&caller, 3).answer(), Ok(3), "a binding notices who comes");
    provider.ask(PATIENCE, ToProvider::Withdraw).expect("withdrawn");
    assert_eq!(call(&caller, 3), Got::Nothing(GoalError::NoProvider), "and who goes");
}

#[test]
fn a_goal_has_one_type_in_a_system() {
    let goal = Goal::<u64, u64>::new("add");
    let other = Goal::<u64, String>::new("add");
    let system = system(1);
    provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    let error = system.achieve(&other, PATIENCE, 3).expect_err("another type");
    let text = error.to_string();
    assert!(text.starts_with("the goal 'add' is of type fn(u64) -> u64, and was used as fn(u64) -> "), "{text}");
    let elsewhere = common::system(1);
    assert_eq!(elsewhere.achieve(&other, PATIENCE, 3), Err(GoalError::NoProvider), "another system, another goal");
}

#[test]
fn requests_by_message_are_shared_by_the_providers() {
    let goal = Goal::new("count");
    let system = system(2);
    let providers = [0, 1, 0]
        .map(|worker| provide(&system, &goal, Offer::ByMessage, worker, |number, request, _| adds(number, request)));
    let caller = caller(&system, &goal, 0);
    for _ in 0..30 {
        assert!(matches!(call(&caller, 1), Got::ByMessage(Ok(_))));
    }
    assert_eq!(providers.map(|provider| provider.ask(PATIENCE, ToProvider::Get)), [Ok(10), Ok(10), Ok(10)]);
}
