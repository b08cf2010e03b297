//! Supervised actors that panic, stop and are killed at random, while they move between workers: every message has one fate, and
//! everybody is there again in the end.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use agon_actor::{Actor, ChildRef, ChildSpec, Context, Delivery, Receipt, Strategy, Supervisor, System};
use common::{PATIENCE, Random, eventually, quiet_injected_panics};

const STRATEGIES: [Strategy; 3] = [Strategy::OneForOne, Strategy::OneForAll, Strategy::RestForOne];
const CHILDREN: u64 = 8;
const SENDERS: u64 = 3;
const MESSAGES: u64 = if cfg!(debug_assertions) { 3_000 } else { 15_000 };

#[derive(Clone, Default)]
struct Account {
    started: Arc<AtomicU64>,
    handled: Arc<AtomicU64>,
    panicked: Arc<AtomicU64>,
}

struct Child(Account);

#[derive(Clone, Copy)]
enum ToChild {
    Work,
    Break,
    Stop,
    /// Longer than a worker waits.
    Sleep,
}

impl Actor for Child {
    type Message = ToChild;

    fn started(&mut self, _: &mut Context<'_, Self>) {
        let starts = self.0.started.fetch_add(1, Ordering::Relaxed);
        if starts % 11 == 10 {
            self.0.panicked.fetch_add(1, Ordering::Relaxed);
            panic!("injected: cannot start");
        }
    }

    fn handle(&mut self, message: ToChild, ctx: &mut Context<'_, Self>) {
        match message {
            ToChild::Work => {}
            ToChild::Stop => ctx.stop(),
            ToChild::Sleep => thread::sleep(std::time::Duration::from_millis(3)),
            ToChild::Break => {
                self.0.panicked.fetch_add(1, Ordering::Relaxed);
                panic!("injected: broken");
            }
        }
        self.0.handled.fetch_add(1, Ordering::Relaxed);
    }
}

fn stress(strategy: Strategy, threads: usize, seed: u64) {
    quiet_injected_panics();
    let system = System::builder().threads(threads).shuffle(seed).build().expect("threads can be started");
    let account = Account::default();
    let refs: Vec<ChildRef<ToChild>> = (0..CHILDREN).map(|_| ChildRef::new()).collect();
    let family = {
        let (account, refs) = (account.clone(), refs.clone());
        move |from: usize, to: usize| {
            let supervisor = Supervisor::new(strategy).intensity(u32::MAX, PATIENCE);
            refs[from..to].iter().fold(supervisor, |supervisor, reference| {
                let account = account.clone();
                supervisor.child(ChildSpec::new("child", move || Child(account.clone())).with_ref(reference))
            })
        }
    };
    // Half of them one level further down.
    let half = CHILDREN as usize / 2;
    let upper = family(0, half);
    let top = system.spawn(upper.child(ChildSpec::new("lower", move || family(half, 2 * half))));

    let sent = AtomicU64::new(0);
    let fates = thread::scope(|scope| {
        let senders: Vec<_> = (0..SENDERS)
            .map(|sender| {
                let (refs, sent) = (&refs, &sent);
                let mut random = Random::new(seed * 100 + sender);
                scope.spawn(move || -> Vec<Receipt> {
                    let mut receipts = Vec::new();
                    for _ in 0..MESSAGES {
                        let child = refs[random.below(CHILDREN) as usize].get();
                        let Some(child) = child else { continue };
                        match random.below(1_000) {
                            0 => child.kill(),
                            1 => child.stop(),
                            dice => {
                                let message = match dice {
                                    2..20 => ToChild::Break,
                                    20 => ToChild::Stop,
                                    21 => ToChild::Sleep,
                                    _ => ToChild::Work,
                                };
                                sent.fetch_add(1, Ordering::Relaxed);
                                receipts.push(child.send_confirmed(message));
                            }
                        }
                    }
                    receipts
                })
            })
            .collect();
        senders.into_iter().flat_map(|sender| sender.join().expect("no panic")).collect::<Vec<_>>()
    });
    let (mut handled, mut panicked, mut dropped) = (0, 0, 0);
    for receipt in fates {
        match receipt.wait(PATIENCE) {
            Ok(Delivery::Handled) => handled += 1,
            Ok(Delivery::Panicked) => panicked += 1,
            Ok(Delivery::Dropped) => dropped += 1,
            other => panic!("a message without a fate: {other:?}"),
        }
    }
    assert_eq!(handled + panicked + dropped, sent.load(Ordering::Relaxed));
    assert_eq!(handled, account.handled.load(Ordering::Relaxed));

    // Now that there is peace, everybody is there.
    let late = AtomicU64::new(0);
    eventually("all children answer", || {
        refs.iter().all(|child| {
            let Some(child) = child.get() else { return false };
            let fate = child.send_confirmed(ToChild::Work).wait(PATIENCE).expect("a fate");
            late.fetch_add(u64::from(fate == Delivery::Dropped), Ordering::Relaxed);
            fate == Delivery::Handled
        })
    });
    eventually("and all run", || top.children(PATIENCE).expect("an answer").iter().all(|child| child.is_running()));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.counters().live(), 0);
    assert_eq!(report.counters().panics(), account.panicked.load(Ordering::Relaxed));
    assert_eq!(report.counters().dead_letters(), dropped + late.load(Ordering::Relaxed));
}

/// Pair: supervision x migration.
#[test]
fn every_message_has_one_fate_and_no_child_stays_away() {
    for (number, strategy) in STRATEGIES.into_iter().enumerate() {
        for threads in [1, 2, 4] {
            stress(strategy, threads, (number * 10 + threads) as u64);
        }
    }
}
