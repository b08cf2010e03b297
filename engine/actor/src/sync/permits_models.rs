//! Tests and models of the [`Permits`]. The mailbox of the models is a queue under a lock; a thread that waits for a message yields.

use crate::sync::permits::{Overdrawn, Permits, Refused, Suspension, Waiter};

fn give_back<S: PartialEq, P>(permits: &Permits<S, P>, release: impl FnMut(Waiter<S, P>) -> bool) {
    if permits.give_back() {
        permits.let_go(release);
    }
}

#[cfg(not(agon_loom))]
mod alone {
    use super::*;

    type Named = Permits<char, char>;

    fn none_resumes(_: Waiter<char, char>) -> bool {
        panic!("no waiter may go on yet")
    }

    #[test]
    fn lets_in_messages_in_their_order() {
        let permits = Named::new(1);
        let mut released = Vec::new();
        assert_eq!(permits.take(), Ok(()));
        assert_eq!(permits.take(), Err(Refused::Full));
        let numbers = ['a', 'b', 'c', 'd'].map(|who| permits.wait(who, none_resumes).expect("not closed"));
        assert_eq!(permits.withdraw(numbers[1]), Some('b'));
        assert_eq!(permits.withdraw(numbers[1]), None);
        give_back(&permits, |who| {
            let uses = who != Waiter::Pending('a'); // it has no use for the permit: the next one gets it
            released.push(who);
            uses
        });
        assert_eq!((released, permits.taken()), (vec![Waiter::Pending('a'), Waiter::Pending('c')], 1));
        assert_eq!(permits.overdraw(), Ok(Overdrawn::Yes));
        assert_eq!((permits.taken(), permits.capacity()), (2, 1));
        assert_eq!(permits.close().collect::<Vec<_>>(), [Waiter::Pending('d')]);
        assert_eq!((permits.take(), permits.overdraw()), (Err(Refused::Closed), Err(Refused::Closed)));
        assert_eq!(permits.wait('e', |_| true), Err('e'));
        assert_eq!(permits.suspend('e', |_| true), Suspension::Closed);
        assert_eq!(permits.taken(), 0);
    }

    #[test]
    fn senders_go_on_when_half_is_free() {
        let permits = Named::new(8);
        for _ in 0..8 {
            assert_eq!(permits.overdraw(), Ok(Overdrawn::No));
        }
        assert_eq!(permits.overdraw(), Ok(Overdrawn::Yes));
        assert_eq!(permits.suspend('a', none_resumes), Suspension::Queued);
        assert_eq!(permits.suspend('a', none_resumes), Suspension::Already);
        (0..4).for_each(|_| give_back(&permits, none_resumes));
        assert_eq!(permits.overdraw(), Ok(Overdrawn::Yes), "no sender overtakes a suspended one");
        assert_eq!(permits.suspend('b', none_resumes), Suspension::Queued);
        give_back(&permits, none_resumes);
        let mut released = Vec::new();
        give_back(&permits, |who| {
            released.push(who);
            false
        });
        assert_eq!((released, permits.taken()), (vec![Waiter::Suspended('a'), Waiter::Suspended('b')], 4));
        assert_eq!(permits.overdraw(), Ok(Overdrawn::No));
    }

    #[test]
    fn of_a_large_mailbox_not_half_is_to_be_free() {
        let permits = Named::new(1000);
        (0..1001).for_each(|_| assert!(permits.overdraw().is_ok()));
        assert_eq!(permits.suspend('a', none_resumes), Suspension::Queued);
        (0..32).for_each(|_| give_back(&permits, none_resumes));
        let mut released = 0;
        give_back(&permits, |_| {
            released += 1;
            false
        });
        assert_eq!((released, permits.taken()), (1, 1000 - 32));
    }

    #[test]
    fn a_message_that_waits_ends_the_wait_for_half() {
        let permits = Named::new(8);
        (0..9).for_each(|_| assert!(permits.overdraw().is_ok()));
        assert_eq!(permits.suspend('a', none_resumes), Suspension::Queued);
        give_back(&permits, none_resumes);
        let mut released = Vec::new();
        assert!(permits.wait('b', none_resumes).is_ok(), "there is no capacity");
        give_back(&permits, |who| {
            released.push(who);
            true
        });
        assert_eq!((released, permits.taken()), (vec![Waiter::Suspended('a'), Waiter::Pending('b')], 8));
        // And a sender that was suspended behind it waits for half again.
        assert_eq!(permits.suspend('c', none_resumes), Suspension::Queued);
        (0..3).for_each(|_| give_back(&permits, none_resumes));
    }
}

#[cfg(agon_loom)]
mod concurrent {
    use std::collections::VecDeque;

    use loom::sync::Arc;
    use loom::sync::Mutex;
    use loom::sync::atomic::{AtomicUsize, Ordering};
    use loom::thread;

    use super::*;

    type Message = (usize, usize);

    /// Sender 0 is an actor, sender 1 a thread.
    struct Mailbox {
        permits: Permits<usize, Message>,
        mailbox: Mutex<VecDeque<Message>>,
        /// How often the actor has been resumed.
        resumed: AtomicUsize,
        /// How many messages of threads there may be at the same time.
        most: usize,
    }

    impl Mailbox {
        fn new(capacity: usize) -> Arc<Self> {
            Arc::new(Self {
                permits: Permits::new(capacity),
                mailbox: Mutex::new(VecDeque::new()),
                resumed: AtomicUsize::new(0),
                most: capacity,
            })
        }

        fn arrive(&self, message: Message) {
            let mut mailbox = self.mailbox.lock().unwrap();
            mailbox.push_back(message);
            let of_threads = mailbox.iter().filter(|(from, _)| *from != 0).count();
            assert!(of_threads <= self.most, "there was capacity");
        }

        fn release(&self, waiter: Waiter<usize, Message>) -> bool {
            match waiter {
                Waiter::Suspended(_) => {
                    self.resumed.fetch_add(1, Ordering::AcqRel);
                    false
                }
                Waiter::Pending(message) => {
                    self.arrive(message);
                    true
                }
            }
        }

        /// As an actor: a handler that sends one message, and then waits if it has to.
        fn send_as_actor(&self, number: usize) {
            let overdrawn = self.permits.overdraw().expect("not closed");
            self.arrive((0, number));
            if overdrawn == Overdrawn::Yes {
                let before = self.resumed.load(Ordering::Acquire);
                assert_eq!(self.permits.suspend(0, |waiter| self.release(waiter)), Suspension::Queued);
                while self.resumed.load(Ordering::Acquire) == before {
                    thread::yield_now();
                }
            }
        }

        fn send_as_thread(&self, number: usize) {
            match self.permits.take() {
                Ok(()) => self.arrive((1, number)),
                Err(_) => drop(self.permits.wait((1, number), |waiter| self.release(waiter)).expect("not closed")),
            }
        }

        fn receive(&self, messages: usize) -> Vec<Message> {
            let mut seen = Vec::new();
            while seen.len() < messages {
                let message = self.mailbox.lock().unwrap().pop_front();
                match message {
                    Some(message) => {
                        seen.push(message);
                        give_back(&self.permits, |waiter| self.release(waiter));
                    }
                    None => thread::yield_now(),
                }
            }
            seen
        }
    }

    fn model() -> loom::model::Builder {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = model.preemption_bound.or(Some(3));
        model
    }

    fn of(seen: &[Message], sender: usize) -> Vec<usize> {
        seen.iter().filter(|(from, _)| *from == sender).map(|(_, number)| *number).collect()
    }

    /// An actor that is suspended again and again, and a receiver: it is resumed each time.
    fn check_actor(capacity: usize, messages: usize) {
        model().check(move || {
            let mailbox = Mailbox::new(capacity);
            let actor = {
                let mailbox = Arc::clone(&mailbox);
                thread::spawn(move || (0..messages).for_each(|number| mailbox.send_as_actor(number)))
            };
            let seen = mailbox.receive(messages);
            actor.join().unwrap();
            assert_eq!(of(&seen, 0), (0..messages).collect::<Vec<_>>());
            assert_eq!(mailbox.permits.taken(), 0);
        });
    }

    #[test]
    fn models_permits_of_an_actor() {
        check_actor(1, 3);
    }

    #[test]
    fn models_permits_of_an_actor_and_two_places() {
        check_actor(2, 4);
    }

    /// A thread, an actor and a receiver, with a capacity of one message: all messages arrive, each sender's in their order, the thread never has more in the
    /// mailbox than its capacity, and the actor goes on.
    #[test]
    fn models_permits() {
        model().check(|| {
            let mailbox = Mailbox::new(1);
            let actor = {
                let mailbox = Arc::clone(&mailbox);
                thread::spawn(move || mailbox.send_as_actor(0))
            };
            let outside = {
                let mailbox = Arc::clone(&mailbox);
                thread::spawn(move || (0..2).for_each(|number| mailbox.send_as_thread(number)))
            };
            let seen = mailbox.receive(3);
            actor.join().unwrap();
            outside.join().unwrap();
            assert_eq!((of(&seen, 0), of(&seen, 1)), (vec![0], vec![0, 1]));
            assert_eq!(mailbox.permits.taken(), 0);
        });
    }

    /// A message that is withdrawn while a permit is given back goes one way, and no sender behind it waits for ever.
    #[test]
    fn models_permits_withdrawing() {
        model().check(|| {
            let mailbox = Mailbox::new(1);
            mailbox.permits.take().unwrap();
            mailbox.arrive((1, 0));
            let number = mailbox.permits.wait((1, 1), |_| panic!("there is no capacity")).expect("not closed");
            let behind = {
                let mailbox = Arc::clone(&mailbox);
                thread::spawn(move || mailbox.send_as_actor(0))
            };
            let withdrawn = {
                let mailbox = Arc::clone(&mailbox);
                thread::spawn(move || mailbox.permits.withdraw(number).is_some())
            };
            let mut seen = mailbox.receive(2);
            if !withdrawn.join().unwrap() {
                seen.extend(mailbox.receive(1));
            }
            behind.join().unwrap();
            assert_eq!(of(&seen, 0), [0]);
            assert_eq!(mailbox.permits.taken(), 0);
            assert!(mailbox.mailbox.lock().unwrap().is_empty());
        });
    }

    /// A waiter is returned exactly once when the mailbox closes and a permit is given back: a message and a sender.
    #[test]
    fn models_permits_closing() {
        loom::model(|| {
            let shared = Arc::new((Permits::<(), ()>::new(1), AtomicUsize::new(0)));
            shared.0.take().unwrap();
            let count = |shared: &(Permits<(), ()>, AtomicUsize)| shared.1.fetch_add(1, Ordering::Relaxed);
            let waiter = {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    let release = |_| {
                        count(&shared);
                        true
                    };
                    if shared.0.wait((), release).is_err() {
                        count(&shared);
                    }
                })
            };
            let sender = {
                let shared = Arc::clone(&shared);
                thread::spawn(move || {
                    let release = |_| {
                        count(&shared);
                        true
                    };
                    if shared.0.suspend((), release) == Suspension::Closed {
                        count(&shared);
                    }
                })
            };
            give_back(&shared.0, |_| {
                count(&shared);
                true
            });
            shared.0.close().for_each(|_| {
                count(&shared);
            });
            waiter.join().unwrap();
            sender.join().unwrap();
            assert_eq!(shared.1.load(Ordering::Relaxed), 2);
            assert_eq!((shared.0.take(), shared.0.taken()), (Err(Refused::Closed), 0));
        });
    }
}
