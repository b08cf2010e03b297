//! Actors by name.

mod common;

use agon_actor::{Actor, Address, Async, AsyncActor, AsyncContext, Context, NameError, OnPanic, Reply, SpawnOptions};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// Takes names, answers with the number of its life, or breaks.
struct Clerk(u32);

enum ToClerk {
    Take(&'static str, Reply<bool>),
    Life(Reply<u32>),
    Break,
    Stop,
}

impl Actor for Clerk {
    type Message = ToClerk;

    fn handle(&mut self, message: ToClerk, ctx: &mut Context<'_, Self>) {
        match message {
            ToClerk::Take(name, reply) => reply.send(ctx.register(name).is_ok()),
            ToClerk::Life(reply) => reply.send(self.0),
            ToClerk::Break => panic!("injected: asked to break"),
            ToClerk::Stop => ctx.stop(),
        }
    }
}

#[test]
fn a_name_is_one_actors_until_that_ends() {
    let system = system(2);
    let (first, second) = (system.spawn(Clerk(1)), system.spawn(Clerk(2)));
    system.register("clerk", first).expect("the name is free");
    system.register("clerk", first).expect("it has the name already");
    system.register("also", first).expect("it may have two");
    let taken = system.register("clerk", second).expect_err("the first has it");
    assert_eq!(
        (taken.by(), taken.to_string()),
        (first.id(), format!("the name 'clerk' is that of actor {}", first.id()))
    );
    assert_eq!(second.ask(PATIENCE, |reply| ToClerk::Take("clerk", reply)), Ok(false));
    assert_eq!(system.find("clerk"), Ok(first));
    first.send(ToClerk::Stop);
    first.wait(PATIENCE).expect("it stops");
    eventually("the name is free", || system.register("clerk", second).is_ok());
    assert_eq!(system.find("clerk"), Ok(second));
    eventually("so is the other", || matches!(system.find::<ToClerk>("also"), Err(NameError::NoSuchName { .. })));
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn the_name_of_an_actor_that_has_ended_before_is_free_again() {
    let system = system(1);
    let gone = system.spawn(Clerk(1));
    gone.send(ToClerk::Stop);
    gone.wait(PATIENCE).expect("it stops");
    system.register("clerk", gone).expect("the name is free");
    eventually("it is free again", || matches!(system.find::<ToClerk>("clerk"), Err(NameError::NoSuchName { .. })));
}

/// Pair: names x restarts.
#[test]
fn a_restart_keeps_the_name() {
    quiet_injected_panics();
    let system = system(2);
    let mut life = 1;
    let restart = OnPanic::restart(move || {
        life += 1;
        Clerk(life)
    });
    let clerk = system.spawn_with(Clerk(1), SpawnOptions::new().on_panic(restart));
    assert_eq!(clerk.ask(PATIENCE, |reply| ToClerk::Take("clerk", reply)), Ok(true));
    clerk.send(ToClerk::Break);
    let found: Address<ToClerk> = system.find("clerk").expect("it has the name");
    assert_eq!(found.ask(PATIENCE, ToClerk::Life), Ok(2));
    assert_eq!(system.find("clerk"), Ok(clerk));
}

#[test]
fn another_type_of_message_is_named() {
    let system = system(1);
    system.register("clerk", system.spawn(Clerk(1))).expect("the name is free");
    let wrong = system.find::<u8>("clerk").expect_err("it gets other messages");
    assert_eq!(wrong.to_string(), "the actor 'clerk' gets messages of type names::ToClerk, and was looked up for u8");
}

/// Looks up the clerk.
struct Visitor;

impl AsyncActor for Visitor {
    type Message = Reply<u32>;

    async fn handle(&mut self, reply: Reply<u32>, ctx: &mut AsyncContext<Self>) {
        let clerk = ctx.with(|ctx| ctx.find("clerk")).expect("registered");
        reply.send(ctx.ask(&clerk, PATIENCE, ToClerk::Life).await.expect("it answers"));
    }
}

/// Pair: names x async handlers.
#[test]
fn a_handler_finds_an_actor_by_name_and_awaits_its_answer() {
    let system = system(1);
    system.register("clerk", system.spawn(Clerk(7))).expect("the name is free");
    assert_eq!(system.spawn(Async::new(Visitor)).ask(PATIENCE, |reply| reply), Ok(7));
}
