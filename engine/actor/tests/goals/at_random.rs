//! Everybody calls everybody.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use agon_actor::{Actor, Binding, Called, Context, Goal, GoalError, Offer};

use super::common::{self, PATIENCE, compute, eventually, system};

/// Many actors that call each other at random, on several workers, among which they move: each is in its function once at a time,
/// and every question is answered.
/// Pair: goals x migration.
#[test]
fn no_actor_is_run_by_two() {
    struct Peer {
        inside: AtomicBool,
        goals: Arc<Vec<Goal<u64, u64>>>,
        offers: usize,
        bindings: Vec<Option<Binding<u64, u64>>>,
        random: common::Random,
        answered: Arc<AtomicU64>,
        called: Arc<AtomicU64>,
    }
    enum ToPeer {
        Go(u64),
        Answer(Result<u64, GoalError>),
    }
    impl Peer {
        fn work(&mut self, depth: u64, ctx: &mut Context<'_, Self>) -> u64 {
            assert!(!self.inside.swap(true, Ordering::Relaxed), "run by two");
            let to = self.random.below(self.goals.len() as u64) as usize;
            if depth > 0 {
                let binding = self.bindings[to].get_or_insert_with(|| ctx.bind(&self.goals[to]).expect("numbers"));
                match ctx.call(binding, depth - 1, ToPeer::Answer) {
                    Called::Done(_) => {
                        self.answered.fetch_add(1, Ordering::Relaxed);
                        self.called.fetch_add(1, Ordering::Relaxed);
                    }
                    Called::Asked => {}
                    Called::Failed(error) => panic!("{error}"),
                }
            }
            if self.random.below(2000) == 0 {
                compute(Duration::from_millis(4));
            }
            assert!(self.inside.swap(false, Ordering::Relaxed), "run by two");
            depth
        }
    }
    impl Actor for Peer {
        type Message = ToPeer;

        fn started(&mut self, ctx: &mut Context<'_, Self>) {
            let goals = Arc::clone(&self.goals);
            ctx.offer(&goals[self.offers], Offer::Direct, |peer: &mut Self, depth, ctx| peer.work(depth, ctx))
                .expect("numbers");
        }

        fn handle(&mut self, message: ToPeer, ctx: &mut Context<'_, Self>) {
            match message {
                ToPeer::Go(depth) => drop(self.work(depth, ctx)),
                ToPeer::Answer(answer) => {
                    answer.expect("no provider fails");
                    self.answered.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    const PEERS: usize = 40;
    const ROUNDS: u64 = 300;
    const DEPTH: u64 = 6;
    for threads in [1, 3] {
        let system = system(threads);
        let goals: Arc<Vec<Goal<u64, u64>>> =
            Arc::new((0..PEERS).map(|at| Goal::named(format!("peer {at}"))).collect());
        let (answered, called) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let peers: Vec<_> = (0..PEERS)
            .map(|offers| {
                system.spawn(Peer {
                    inside: AtomicBool::new(false),
                    goals: Arc::clone(&goals),
                    offers,
                    bindings: vec![None; PEERS],
                    random: common::Random::new(offers as u64),
                    answered: Arc::clone(&answered),
                    called: Arc::clone(&called),
                })
            })
            .collect();
        for goal in &*goals {
            eventually("everybody offers", || system.achieve(goal, PATIENCE, 0) == Ok(0));
        }
        for _ in 0..ROUNDS {
            peers.iter().for_each(|peer| peer.send(ToPeer::Go(DEPTH)));
        }
        let expected = ROUNDS * PEERS as u64 * DEPTH;
        eventually("every question is answered", || answered.load(Ordering::Relaxed) == expected);
        assert!(called.load(Ordering::Relaxed) > 0);
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{report}");
        assert_eq!(report.counters().panics(), 0);
    }
}
