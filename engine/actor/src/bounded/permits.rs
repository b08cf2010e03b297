//! So many permits, and who waits for one: what a bounded mailbox counts with.
//!
//! A permit is held for each message in the mailbox. Whoever gives one back lets in those who wait, in the order in which they came, and
//! does so under the lock: so what `admit` does for one is done before it is done for the next.
//!
//! Invariants:
//! 1. If somebody waits, there is no permit, but within the critical section.
//! 2. Who waits is handed out exactly once: to `admit`, to who withdraws it, or to who closes.
//! 3. Once closed, nobody waits.

use std::collections::VecDeque;
use std::sync::PoisonError;

use crate::sync::{Mutex, MutexGuard};

pub(super) struct Permits<W> {
    capacity: usize,
    state: Mutex<State<W>>,
}

struct State<W> {
    taken: usize,
    /// First to last; the numbers grow.
    waiting: VecDeque<(u64, W)>,
    next: u64,
    closed: bool,
}

/// Why there is no permit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    Full,
    Closed,
}

impl<W> Permits<W> {
    pub(super) fn new(capacity: usize) -> Self {
        let state = State { taken: 0, waiting: VecDeque::new(), next: 0, closed: false };
        Self { capacity, state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    pub(super) fn taken(&self) -> usize {
        self.lock().taken
    }

    /// Takes a permit, if there is any.
    pub(super) fn take(&self) -> Result<(), Refused> {
        self.take_below(self.capacity)
    }

    /// Takes a permit, even if there is none.
    pub(super) fn exceed(&self) -> Result<(), Refused> {
        self.take_below(usize::MAX)
    }

    fn take_below(&self, limit: usize) -> Result<(), Refused> {
        let mut state = self.lock();
        if state.closed {
            return Err(Refused::Closed);
        }
        if state.taken >= limit {
            return Err(Refused::Full);
        }
        state.taken += 1;
        Ok(())
    }

    /// Waits for a permit, behind those who do already; gives back who is to wait if nobody may any more. The number is for
    /// [`withdraw`](Self::withdraw). For `admit` see [`give_back`](Self::give_back).
    pub(super) fn wait(&self, who: W, admit: impl FnMut(W) -> bool) -> Result<u64, W> {
        let mut state = self.lock();
        if state.closed {
            return Err(who);
        }
        let number = state.next;
        state.next += 1;
        state.waiting.push_back((number, who));
        self.let_in(&mut state, admit);
        Ok(number)
    }

    /// Takes back who waits; `None` if it waits no more.
    pub(super) fn withdraw(&self, number: u64) -> Option<W> {
        let mut state = self.lock();
        let index = state.waiting.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        state.waiting.remove(index).map(|(_, who)| who)
    }

    /// Gives a permit back, and lets in who waits: `admit` is called for each, under the lock, and says whether it uses the permit.
    pub(super) fn give_back(&self, admit: impl FnMut(W) -> bool) {
        let mut state = self.lock();
        state.taken -= 1;
        self.let_in(&mut state, admit);
    }

    fn let_in(&self, state: &mut State<W>, mut admit: impl FnMut(W) -> bool) {
        while state.taken < self.capacity
            && let Some((_, who)) = state.waiting.pop_front()
        {
            state.taken += usize::from(admit(who));
        }
    }

    /// From now on nobody gets a permit, or waits for one. What is returned is who has waited so far, first to last.
    pub(super) fn close(&self) -> impl Iterator<Item = W> + use<W> {
        let mut state = self.lock();
        state.closed = true;
        std::mem::take(&mut state.waiting).into_iter().map(|(_, who)| who)
    }
}

#[cfg(test)]
mod models {
    use super::*;

    #[cfg(not(agon_loom))]
    #[test]
    fn lets_in_those_who_wait_in_their_order() {
        let permits = Permits::new(1);
        let mut admitted = Vec::new();
        assert_eq!(permits.take(), Ok(()));
        assert_eq!(permits.take(), Err(Refused::Full));
        let wait = |who| permits.wait(who, |_| panic!("there is no permit")).expect("not closed");
        let numbers = ['a', 'b', 'c', 'd'].map(wait);
        assert_eq!(permits.withdraw(numbers[1]), Some('b'));
        assert_eq!(permits.withdraw(numbers[1]), None);
        permits.give_back(|who| {
            admitted.push(who);
            who != 'a' // it has no use for the permit: the next one gets it
        });
        assert_eq!((admitted, permits.taken()), (vec!['a', 'c'], 1));
        assert_eq!(permits.exceed(), Ok(()));
        assert_eq!((permits.taken(), permits.capacity()), (2, 1));
        assert_eq!(permits.close().collect::<Vec<_>>(), ['d']);
        assert_eq!((permits.take(), permits.exceed()), (Err(Refused::Closed), Err(Refused::Closed)));
        assert_eq!(permits.wait('e', |_| true), Err('e'));
    }

    /// Two senders and a receiver, with room for one message: all messages arrive, each sender's in their order, and never are there
    /// more than there is room for.
    #[cfg(agon_loom)]
    #[test]
    fn models_permits() {
        use loom::sync::Arc;
        use loom::thread;
        type Message = (usize, usize);
        struct Room(Permits<Message>, loom::sync::Mutex<VecDeque<Message>>);
        impl Room {
            fn arrive(&self, message: Message) -> bool {
                let mut mailbox = self.1.lock().unwrap();
                mailbox.push_back(message);
                assert!(mailbox.len() <= 1, "there was room");
                true
            }
        }
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(3));
        model.check(|| {
            let room = Arc::new(Room(Permits::new(1), loom::sync::Mutex::new(VecDeque::new())));
            let senders: Vec<_> = [(0, 2), (1, 1)]
                .into_iter()
                .map(|(from, messages)| {
                    let room = Arc::clone(&room);
                    thread::spawn(move || {
                        for number in 0..messages {
                            // Who waits is not overtaken by what it sends later.
                            if number == 0 && room.0.take().is_ok() {
                                room.arrive((from, number));
                            } else {
                                room.0.wait((from, number), |message| room.arrive(message)).expect("not closed");
                            }
                        }
                    })
                })
                .collect();
            let mut seen = Vec::new();
            while seen.len() < 3 {
                let message = room.1.lock().unwrap().pop_front();
                match message {
                    Some(message) => {
                        seen.push(message);
                        room.0.give_back(|message| room.arrive(message));
                    }
                    None => thread::yield_now(),
                }
            }
            senders.into_iter().for_each(|sender| sender.join().unwrap());
            assert_eq!(room.0.taken(), 0);
            let of = |from| seen.iter().filter(|(f, _)| *f == from).map(|(_, number)| *number).collect::<Vec<_>>();
            assert_eq!((of(0), of(1)), (vec![0, 1], vec![0]));
        });
    }

    /// Who waits while the mailbox closes, and a permit is given back, is heard of exactly once.
    #[cfg(agon_loom)]
    #[test]
    fn models_permits_closing() {
        use loom::sync::Arc;
        use loom::sync::atomic::{AtomicUsize, Ordering};
        use loom::thread;
        loom::model(|| {
            let shared = Arc::new((Permits::new(1), AtomicUsize::new(0)));
            shared.0.take().unwrap();
            let count = |shared: &(Permits<()>, AtomicUsize)| shared.1.fetch_add(1, Ordering::Relaxed);
            let waiter = {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    let waits = shared.0.wait((), |()| {
                        count(&shared);
                        true
                    });
                    if waits.is_err() {
                        count(&shared);
                    }
                })
            };
            let holder = {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    shared.0.give_back(|()| {
                        count(&shared);
                        true
                    });
                })
            };
            shared.0.close().for_each(|()| {
                count(&shared);
            });
            waiter.join().unwrap();
            holder.join().unwrap();
            assert_eq!(shared.1.load(Ordering::Relaxed), 1);
        });
    }
}
