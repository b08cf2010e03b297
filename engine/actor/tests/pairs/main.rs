//! Each two features together: one actor uses both, and each holds as it does alone, whatever becomes of the actor.
//!
//! A test named `A_x_B` is about these two features; one of another name has a line of its comment for that (`Pair: A x B.`). The page
//! [docs/pairs.md](../../docs/pairs.md) is written from both, and lists every pair.

mod case;
#[path = "../common/mod.rs"]
mod common;
mod pipelines;
mod subject;

use case::{Care, Event, Kind, in_simulations, while_moving};
use subject::Use::{self, Ask, Bound, Goal, Link, Monitor, Name, Stream, Timer, Topic};

const KINDS: [Kind; 2] = [Kind::Plain, Kind::Async];
const EVENTS: [(Care, Event); 4] = [
    (Care::Alone, Event::Restart),
    (Care::Supervised, Event::Restart),
    (Care::Supervised, Event::Replacement),
    (Care::Alone, Event::Shutdown),
];

/// Two uses, in actors of each kind, whatever happens.
fn both(one: Use, other: Use) {
    for kind in KINDS {
        for (care, event) in EVENTS {
            in_simulations(kind, care, &[one, other], |case| case.holds_over(event));
        }
    }
}

fn over_restarts(which: Use) {
    in_simulations(Kind::Plain, Care::Alone, &[which], |case| (0..3).for_each(|_| case.holds_over(Event::Restart)));
}

/// In each life of a child, at the same address or at another.
fn in_children(which: Use) {
    in_simulations(Kind::Plain, Care::Supervised, &[which], |case| {
        for event in [Event::Restart, Event::Replacement, Event::Replacement, Event::Restart] {
            case.holds_over(event);
        }
    });
}

fn to_the_end(which: Use) {
    for care in [Care::Alone, Care::Supervised] {
        in_simulations(Kind::Plain, care, &[which], |case| case.holds_over(Event::Shutdown));
    }
}

fn on_the_move(which: Use) {
    while_moving(Kind::Plain, Care::Alone, &[which], |case| case.holds());
}

fn awaiting(which: Use) {
    for (care, event) in EVENTS {
        in_simulations(Kind::Async, care, &[which], |case| case.holds_over(event));
    }
}

fn everything_over(kinds: &[Kind], care: Care, events: &[Event]) {
    for kind in kinds {
        in_simulations(*kind, care, &Use::ALL, |case| events.iter().for_each(|event| case.holds_over(*event)));
    }
}

fn everything_on_the_move(kind: Kind, care: Care, event: Option<Event>) {
    while_moving(kind, care, &Use::ALL, |case| match event {
        Some(event) => case.holds_over(event),
        None => case.holds(),
    });
}

macro_rules! pairs {
    ($($name:ident: $test:expr;)*) => {
        $(
            #[test]
            fn $name() {
                $test;
            }
        )*
    };
}

pairs! {
    timers_x_streams: both(Timer, Stream);
    timers_x_topics: both(Timer, Topic);
    timers_x_bounds: both(Timer, Bound);
    timers_x_asks: both(Timer, Ask);
    timers_x_monitors: both(Timer, Monitor);
    timers_x_links: both(Timer, Link);
    timers_x_names: both(Timer, Name);
    timers_x_goals: both(Timer, Goal);
    streams_x_topics: both(Stream, Topic);
    streams_x_bounds: both(Stream, Bound);
    streams_x_asks: both(Stream, Ask);
    streams_x_monitors: both(Stream, Monitor);
    streams_x_links: both(Stream, Link);
    streams_x_names: both(Stream, Name);
    streams_x_goals: both(Stream, Goal);
    topics_x_bounds: both(Topic, Bound);
    topics_x_asks: both(Topic, Ask);
    topics_x_monitors: both(Topic, Monitor);
    topics_x_links: both(Topic, Link);
    topics_x_names: both(Topic, Name);
    topics_x_goals: both(Topic, Goal);
    bounds_x_asks: both(Bound, Ask);
    bounds_x_monitors: both(Bound, Monitor);
    bounds_x_links: both(Bound, Link);
    bounds_x_names: both(Bound, Name);
    bounds_x_goals: both(Bound, Goal);
    asks_x_monitors: both(Ask, Monitor);
    asks_x_links: both(Ask, Link);
    asks_x_names: both(Ask, Name);
    asks_x_goals: both(Ask, Goal);
    monitors_x_links: both(Monitor, Link);
    monitors_x_names: both(Monitor, Name);
    monitors_x_goals: both(Monitor, Goal);
    links_x_names: both(Link, Name);
    links_x_goals: both(Link, Goal);
    names_x_goals: both(Name, Goal);

    timers_x_restarts: over_restarts(Timer);
    streams_x_restarts: over_restarts(Stream);
    topics_x_restarts: over_restarts(Topic);
    bounds_x_restarts: over_restarts(Bound);
    asks_x_restarts: over_restarts(Ask);
    monitors_x_restarts: over_restarts(Monitor);
    links_x_restarts: over_restarts(Link);
    names_x_restarts: over_restarts(Name);
    goals_x_restarts: over_restarts(Goal);

    timers_x_supervision: in_children(Timer);
    streams_x_supervision: in_children(Stream);
    topics_x_supervision: in_children(Topic);
    bounds_x_supervision: in_children(Bound);
    asks_x_supervision: in_children(Ask);
    monitors_x_supervision: in_children(Monitor);
    links_x_supervision: in_children(Link);
    names_x_supervision: in_children(Name);
    goals_x_supervision: in_children(Goal);

    timers_x_shutdown: to_the_end(Timer);
    streams_x_shutdown: to_the_end(Stream);
    topics_x_shutdown: to_the_end(Topic);
    bounds_x_shutdown: to_the_end(Bound);
    asks_x_shutdown: to_the_end(Ask);
    monitors_x_shutdown: to_the_end(Monitor);
    links_x_shutdown: to_the_end(Link);
    names_x_shutdown: to_the_end(Name);
    goals_x_shutdown: to_the_end(Goal);

    timers_x_migration: on_the_move(Timer);
    streams_x_migration: on_the_move(Stream);
    topics_x_migration: on_the_move(Topic);
    bounds_x_migration: on_the_move(Bound);
    asks_x_migration: on_the_move(Ask);
    monitors_x_migration: on_the_move(Monitor);
    links_x_migration: on_the_move(Link);
    names_x_migration: on_the_move(Name);
    goals_x_migration: on_the_move(Goal);

    timers_x_async_handlers: awaiting(Timer);
    streams_x_async_handlers: awaiting(Stream);
    topics_x_async_handlers: awaiting(Topic);
    bounds_x_async_handlers: awaiting(Bound);
    asks_x_async_handlers: awaiting(Ask);
    monitors_x_async_handlers: awaiting(Monitor);
    links_x_async_handlers: awaiting(Link);
    names_x_async_handlers: awaiting(Name);
    goals_x_async_handlers: awaiting(Goal);

    restarts_x_supervision: everything_over(&KINDS, Care::Supervised, &[Event::Restart, Event::Replacement]);
    restarts_x_shutdown: everything_over(&KINDS, Care::Alone, &[Event::Restart, Event::FailingShutdown]);
    supervision_x_shutdown: everything_over(&KINDS, Care::Supervised, &[Event::Replacement, Event::FailingShutdown]);
    restarts_x_async_handlers: everything_over(&[Kind::Async], Care::Alone, &[Event::Restart]);
    supervision_x_async_handlers: everything_over(&[Kind::Async], Care::Supervised, &[Event::Replacement]);
    shutdown_x_async_handlers: everything_over(&[Kind::Async], Care::Alone, &[Event::Shutdown]);
    restarts_x_migration: everything_on_the_move(Kind::Plain, Care::Alone, Some(Event::Restart));
    supervision_x_migration: everything_on_the_move(Kind::Plain, Care::Supervised, Some(Event::Replacement));
    migration_x_async_handlers: everything_on_the_move(Kind::Async, Care::Supervised, Some(Event::Restart));
}
