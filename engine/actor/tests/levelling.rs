//! Two workers, and work that is not where it was when they shared it.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agon_actor::{Actor, Address, Context};
use common::{PATIENCE, eventually};

const ACTORS: usize = 640;
const TOKENS: usize = 100;

/// A member of a ring, which is as long as `end` says: from there on tokens begin again, or end if it is nothing.
struct Relay {
    place: usize,
    ring: Option<Arc<Vec<Address<Message>>>>,
    end: Arc<AtomicUsize>,
}

enum Message {
    Ring(Arc<Vec<Address<Message>>>),
    Token,
}

impl Actor for Relay {
    type Message = Message;

    fn handle(&mut self, message: Message, ctx: &mut Context<'_, Self>) {
        match message {
            Message::Ring(ring) => self.ring = Some(ring),
            Message::Token => {
                let ring = self.ring.as_ref().expect("it is told before tokens come");
                let end = self.end.load(Ordering::Relaxed);
                let next = if self.place + 1 < end { self.place + 1 } else { 0 };
                if end > 0 {
                    ctx.send(&ring[next], Message::Token);
                }
            }
        }
    }
}

/// Shared in halves while tokens go round among all; then they go round where one worker has nearly everything to do.
#[test]
fn a_busy_worker_gives_more_to_one_that_waits() {
    if std::thread::available_parallelism().map_or(1, usize::from) < 2 {
        return; // two workers wait for each other's processor
    }
    let system = common::system(2);
    let end = Arc::new(AtomicUsize::new(ACTORS));
    let relay = |place| system.spawn(Relay { place, ring: None, end: Arc::clone(&end) });
    let ring = Arc::new((0..ACTORS).map(relay).collect::<Vec<_>>());
    ring.iter().for_each(|relay| relay.send(Message::Ring(Arc::clone(&ring))));
    (0..TOKENS).for_each(|token| ring[token * ACTORS / TOKENS].send(Message::Token));
    eventually("the work is shared", || system.migration_stats().0 > 0);
    let (shared, _) = system.migration_stats();
    end.store(ACTORS / 2 + ACTORS / 10, Ordering::Relaxed);
    eventually("it is levelled", || system.migration_stats().0 > shared);
    end.store(0, Ordering::Relaxed);
    let report = system.shutdown(PATIENCE);
    assert_eq!(report.counters().live(), 0, "{report}");
}
