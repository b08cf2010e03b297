//! Messages that give way: others go first, but they are neither starved nor lost.

mod common;

use std::hint;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use agon_actor::{Actor, Address, Context, Reply};
use common::{PATIENCE, system};

/// Works in parts for as long as it lives, and counts them.
struct Endless(Arc<AtomicUsize>);

impl Actor for Endless {
    type Message = ();

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
        ctx.give_way(());
    }
}

/// Sends itself a number of messages, one after the other; then reports how many parts were done meanwhile.
struct Chain {
    endless: Address<()>,
    parts: Arc<AtomicUsize>,
}

struct Link {
    left: usize,
    reply: Reply<usize>,
}

impl Actor for Chain {
    type Message = Link;

    fn handle(&mut self, Link { left, reply }: Link, ctx: &mut Context<'_, Self>) {
        match left.checked_sub(1) {
            None => reply.send(self.parts.load(Ordering::Relaxed)),
            Some(left) => {
                if self.parts.load(Ordering::Relaxed) == 0 {
                    ctx.send(&self.endless, ());
                }
                let me = ctx.address();
                ctx.send(&me, Link { left, reply });
            }
        }
    }
}

#[test]
fn others_go_first() {
    const LINKS: usize = 1600;
    let system = system(1);
    let parts = Arc::new(AtomicUsize::new(0));
    let endless = system.spawn(Endless(Arc::clone(&parts)));
    let chain = system.spawn(Chain { endless, parts });
    let parts = chain.ask(PATIENCE, |reply| Link { left: LINKS, reply }).expect("an answer");
    assert!(parts > 0, "the endless one has begun");
    assert!(parts <= LINKS / 16 + 2, "{parts} parts went before {LINKS} messages");
}

#[test]
fn they_get_on_among_endless_messages() {
    struct Busy;
    impl Actor for Busy {
        type Message = ();

        fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
            let me = ctx.address();
            ctx.send(&me, ());
        }
    }
    struct Parts(usize);
    impl Actor for Parts {
        type Message = Reply<()>;

        fn handle(&mut self, reply: Reply<()>, ctx: &mut Context<'_, Self>) {
            match self.0.checked_sub(1) {
                None => reply.send(()),
                Some(left) => {
                    self.0 = left;
                    ctx.give_way(reply);
                }
            }
        }
    }
    let system = system(1);
    system.spawn(Busy).send(());
    assert_eq!(system.spawn(Parts(100)).ask(PATIENCE, |reply| reply), Ok(()));
}

/// Work in parts, each with a number that has to come in its turn.
struct InOrder {
    next: usize,
    parts: usize,
    done: Arc<AtomicUsize>,
}

impl Actor for InOrder {
    type Message = usize;

    fn handle(&mut self, part: usize, ctx: &mut Context<'_, Self>) {
        assert_eq!(part, self.next, "parts come in order, each once");
        for _ in 0..1000 {
            hint::spin_loop();
        }
        self.next += 1;
        if self.next < self.parts {
            ctx.give_way(self.next);
        } else {
            self.done.fetch_add(1, Ordering::Relaxed);
        }
    }
}

#[test]
fn none_is_lost_when_actors_move() {
    for threads in [1, 2, 3, 5] {
        let system = system(threads);
        let done = Arc::new(AtomicUsize::new(0));
        for _ in 0..300 {
            system.spawn(InOrder { next: 0, parts: 30, done: Arc::clone(&done) }).send(0);
        }
        common::eventually("all are done", || done.load(Ordering::Relaxed) == 300);
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean() && report.counters().panics() == 0, "{report}");
    }
}

#[test]
fn a_stop_overtakes_them() {
    struct Stopping;
    impl Actor for Stopping {
        type Message = bool;

        fn handle(&mut self, first: bool, ctx: &mut Context<'_, Self>) {
            assert!(first, "stopped before this one's turn");
            ctx.give_way(false);
            ctx.address().stop();
        }
    }
    let system = system(1);
    let actor = system.spawn(Stopping);
    actor.send(true);
    assert_eq!(actor.wait(PATIENCE), Ok(agon_actor::ExitReason::Normal));
    common::eventually("the message is a dead letter", || system.counters().dead_letters() == 1);
}

#[test]
fn a_shutdown_lets_those_that_wait_have_their_turn() {
    struct Last(Arc<AtomicUsize>);
    impl Actor for Last {
        type Message = Option<Reply<()>>;

        fn handle(&mut self, first: Option<Reply<()>>, ctx: &mut Context<'_, Self>) {
            let Some(begun) = first else {
                self.0.fetch_add(1, Ordering::Relaxed);
                return;
            };
            ctx.give_way(None);
            begun.send(());
            // The shutdown begins while this handler runs, and so before the other message's turn.
            thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    let system = system(1);
    let handled = Arc::new(AtomicUsize::new(0));
    let last = system.spawn(Last(Arc::clone(&handled)));
    last.ask(PATIENCE, Some).expect("it has begun");
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(handled.load(Ordering::Relaxed), 1);
}
