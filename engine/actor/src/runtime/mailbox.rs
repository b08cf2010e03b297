//! The mailbox: an unbounded queue of many senders and one receiver which also decides who may run the actor.
//!
//! # Protocol
//!
//! The queue is Vyukov's: a singly linked list whose *newest* node is an atomic pointer, swapped by senders, and whose
//! *oldest* node is known to the receiver alone. The oldest node is a stub: its value has been taken already (or never
//! existed). A sender swaps its node in and then links the previous node to it; between those two steps the list
//! is cut, and the receiver sees an end although more is coming.
//!
//! The same pointer carries, in its lowest bit, the actor's scheduling state, as in the Pony runtime: bit set means
//! *idle*, nobody is going to look into this mailbox. The swap of a sender clears the bit and tells it what the bit
//! was. So one atomic operation both appends the message and decides who has to schedule the actor, and the
//! question 'did a message slip in while I was going idle?' cannot arise: there is no second variable to disagree with
//! the first.
//!
//! The right to receive, and with it exclusive access to the state `S` that the mailbox guards, is the *claim*. It
//! exists from construction on, when it belongs to the creator.
//!
//! 1. At any time either the idle bit is set or exactly one party holds the claim.
//! 2. Only the holder sets the bit, by a compare-and-swap that succeeds only if *newest* is still the stub: every message
//!    appended before has been taken. This gives the claim up.
//! 3. Only a push clears the bit. The push that cleared it holds the claim, and is told so.
//! 4. The compare-and-swap of (2) releases and the swap of (3) acquires, so whatever one holder did to the state and to
//!    the list happens before anything the next does.
//! 5. A node is freed by the holder only once its successor is linked; the sender that links it touches it no more.
//! 6. From (2) and (3): a message in the queue implies a holder. No wake-up is lost as long as every holder sees to it
//!    that it either releases or visits again.
//! 7. The messages of one sender are taken in the order in which they were pushed: the list is the order of the swaps.

use std::mem::MaybeUninit;
use std::ptr;

use crate::sync::UnsafeCell;
use crate::sync::atomic::{AtomicPtr, Ordering};

const IDLE: usize = 1;

struct Node<T> {
    next: AtomicPtr<Node<T>>,
    /// Initialised from the push until the holder takes it; the stub's is not.
    value: UnsafeCell<MaybeUninit<T>>,
}

impl<T> Node<T> {
    fn allocate(value: MaybeUninit<T>) -> *mut Self {
        Box::into_raw(Box::new(Self { next: AtomicPtr::new(ptr::null_mut()), value: UnsafeCell::new(value) }))
    }
}

/// A queue of `T` that guards a state `S`.
pub(crate) struct Mailbox<T, S> {
    newest: AtomicPtr<Node<T>>,
    /// Touched by the holder of the claim only.
    guarded: std::cell::UnsafeCell<Guarded<T, S>>,
}

struct Guarded<T, S> {
    oldest: *mut Node<T>,
    state: S,
}

// SAFETY: messages and state pass from thread to thread, one at a time by invariants 1 and 4; neither is shared.
unsafe impl<T: Send, S: Send> Send for Mailbox<T, S> {}
// SAFETY: as above; `push` needs no more than `T: Send`, and everything else needs the claim.
unsafe impl<T: Send, S: Send> Sync for Mailbox<T, S> {}

impl<T, S> Mailbox<T, S> {
    /// An empty mailbox, not idle: the creator holds the claim.
    pub(crate) fn new(state: S) -> Self {
        let stub = Node::allocate(MaybeUninit::uninit());
        Self { newest: AtomicPtr::new(stub), guarded: std::cell::UnsafeCell::new(Guarded { oldest: stub, state }) }
    }

    /// Appends a message. `true` means: the mailbox was idle, and the caller now holds the claim.
    #[must_use = "if the mailbox was idle, the caller has to run its owner"]
    pub(crate) fn push(&self, value: T) -> bool {
        let node = Node::allocate(MaybeUninit::new(value));
        // Release publishes the node to whoever swaps or loads next; acquire receives the claim (invariant 4).
        let previous = self.newest.swap(node, Ordering::AcqRel);
        let was_idle = previous.addr() & IDLE != 0;
        let previous = previous.map_addr(|address| address & !IDLE);
        // SAFETY: `previous` has no successor yet, so by invariant 5 it is not freed before this store.
        unsafe { (*previous).next.store(node, Ordering::Release) };
        was_idle
    }

    /// Takes up the claim.
    ///
    /// # Safety
    ///
    /// The caller holds the claim: a push told it so, or it created the mailbox, or the previous `Claim` was handed on to
    /// it unreleased.
    pub(crate) unsafe fn claim(&self) -> Claim<'_, T, S> {
        Claim { mailbox: self }
    }
}

impl<T, S> Drop for Mailbox<T, S> {
    fn drop(&mut self) {
        let mut node = self.guarded.get_mut().oldest;
        let mut is_stub = true;
        while !node.is_null() {
            // SAFETY: `&mut self` means that nobody pushes or receives; every node was allocated by `Box`.
            let owned = unsafe { Box::from_raw(node) };
            node = owned.next.load(Ordering::Acquire);
            if !is_stub {
                // SAFETY: only the stub, the first node, has no value.
                owned.value.with_mut(|value| unsafe { (*value).assume_init_drop() });
            }
            is_stub = false;
        }
    }
}

/// The right to receive from a mailbox and to use the state it guards.
///
/// Dropping a claim does not give it up; only [`release`](Self::release) does.
pub(crate) struct Claim<'a, T, S> {
    mailbox: &'a Mailbox<T, S>,
}

impl<T, S> Claim<'_, T, S> {
    fn guarded(&mut self) -> &mut Guarded<T, S> {
        // SAFETY: by invariant 1 this claim is the only one, and `&mut self` makes this the only borrow through it.
        unsafe { &mut *self.mailbox.guarded.get() }
    }

    /// The state that the mailbox guards.
    #[inline]
    pub(crate) fn state(&mut self) -> &mut S {
        &mut self.guarded().state
    }

    /// Takes the oldest message. `None`: there is none, or the next one is not linked yet.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let guarded = self.guarded();
        let stub = guarded.oldest;
        // SAFETY: the oldest node is freed by the holder only, below.
        let next = unsafe { (*stub).next.load(Ordering::Acquire) };
        if next.is_null() {
            return None;
        }
        guarded.oldest = next;
        // SAFETY: `next` was published by the load above with its value, which is taken once: here it becomes the stub.
        let value = unsafe { (*next).value.with_mut(|value| (*value).assume_init_read()) };
        // SAFETY: its successor is linked, so no sender will touch it again (invariant 5).
        drop(unsafe { Box::from_raw(stub) });
        Some(value)
    }

    /// Gives the claim up, unless messages are there or on their way: then the holder has to come again.
    pub(crate) fn release(mut self) -> Result<(), Self> {
        let stub = self.guarded().oldest;
        let idle = stub.map_addr(|address| address | IDLE);
        // Success releases the state to the next holder (invariant 4); on failure nothing is read through the pointer.
        match self.mailbox.newest.compare_exchange(stub, idle, Ordering::Release, Ordering::Relaxed) {
            Ok(_) => Ok(()),
            Err(_) => Err(self),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::Arc;
    use std::thread;

    use super::Mailbox;

    #[test]
    fn takes_messages_in_the_order_of_the_pushes() {
        let mailbox = Mailbox::new(());
        assert!(!mailbox.push(1), "a new mailbox is claimed by its creator");
        assert!(!mailbox.push(2));
        // SAFETY: the creator holds the claim.
        let mut claim = unsafe { mailbox.claim() };
        assert_eq!((claim.pop(), claim.pop(), claim.pop()), (Some(1), Some(2), None));
    }

    #[test]
    fn cannot_be_released_while_a_message_waits() {
        let mailbox = Mailbox::new(());
        assert!(!mailbox.push(1));
        // SAFETY: the creator holds the claim.
        let claim = unsafe { mailbox.claim() };
        let Err(mut claim) = claim.release() else { panic!("released with a message inside") };
        assert_eq!(claim.pop(), Some(1));
        assert!(claim.release().is_ok());
        assert!(mailbox.push(2), "the push that ends idleness gets the claim");
        assert!(!mailbox.push(3), "the next does not");
    }

    #[test]
    fn drops_what_was_never_taken() {
        let token = Arc::new(());
        let mailbox = Mailbox::new(());
        for _ in 0..3 {
            assert!(!mailbox.push(Arc::clone(&token)));
        }
        // SAFETY: the creator holds the claim.
        drop(unsafe { mailbox.claim() }.pop());
        assert_eq!(Arc::strong_count(&token), 3);
        drop(mailbox);
        assert_eq!(Arc::strong_count(&token), 1);
    }

    /// Whoever is told that the mailbox was idle receives until it is idle again; in the end nothing is left over.
    #[test]
    fn threads_that_pass_the_claim_around_lose_nothing() {
        const SENDERS: u64 = 3;
        let each: u64 = if cfg!(miri) { 200 } else { 20_000 };
        let mailbox = Mailbox::new(vec![0_u64; SENDERS as usize]);
        // SAFETY: the creator holds the claim.
        assert!(unsafe { mailbox.claim() }.release().is_ok());

        thread::scope(|scope| {
            for sender in 0..SENDERS {
                let mailbox = &mailbox;
                scope.spawn(move || {
                    for sequence in 1..=each {
                        if mailbox.push((sender, sequence)) {
                            // SAFETY: the push has just said that this thread holds the claim.
                            let mut claim = unsafe { mailbox.claim() };
                            loop {
                                while let Some((sender, sequence)) = claim.pop() {
                                    let last = &mut claim.state()[sender as usize];
                                    assert_eq!(sequence, *last + 1, "order of one sender");
                                    *last = sequence;
                                }
                                match claim.release() {
                                    Ok(()) => break,
                                    Err(unreleased) => claim = unreleased,
                                }
                                thread::yield_now();
                            }
                        }
                    }
                });
            }
        });

        // SAFETY: all threads are gone and each released its claim, so a fresh push hands it to this thread.
        assert!(mailbox.push((0, each + 1)));
        // SAFETY: the push said so.
        let mut claim = unsafe { mailbox.claim() };
        assert_eq!(claim.pop(), Some((0, each + 1)), "nothing was left before it");
        assert_eq!(*claim.state(), vec![each; SENDERS as usize]);
    }
}

#[cfg(all(test, loom))]
mod models {
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::thread;

    use super::Mailbox;

    /// State that loom watches: two holders at once, or one not ordered after the other, fail the model.
    struct Taken(UnsafeCell<Vec<u32>>);

    impl Taken {
        fn record(&self, value: u32) {
            // SAFETY: the holder of the claim is alone; loom checks exactly this.
            self.0.with_mut(|taken| unsafe { (*taken).push(value) });
        }
    }

    fn idle_mailbox() -> Arc<Mailbox<u32, Taken>> {
        let mailbox = Arc::new(Mailbox::new(Taken(UnsafeCell::new(Vec::new()))));
        // SAFETY: the creator holds the claim.
        assert!(unsafe { mailbox.claim() }.release().is_ok());
        mailbox
    }

    /// What a worker does after a push that said 'was idle': receive until released. `visits` bounds the model.
    fn run(mailbox: &Mailbox<u32, Taken>) {
        // SAFETY: called only after a push returned true.
        let mut claim = unsafe { mailbox.claim() };
        loop {
            while let Some(value) = claim.pop() {
                claim.state().record(value);
            }
            match claim.release() {
                Ok(()) => return,
                Err(unreleased) => claim = unreleased,
            }
            thread::yield_now();
        }
    }

    fn taken(mailbox: &Mailbox<u32, Taken>) -> Vec<u32> {
        assert!(mailbox.push(99), "idle in the end: every holder released");
        // SAFETY: the push said so.
        let mut claim = unsafe { mailbox.claim() };
        assert_eq!(claim.pop(), Some(99), "nothing was left behind");
        // SAFETY: all other threads have been joined.
        claim.state().0.with_mut(|taken| unsafe { std::mem::take(&mut *taken) })
    }

    #[test]
    fn two_senders_hand_the_claim_over() {
        loom::model(|| {
            let mailbox = idle_mailbox();
            let other = {
                let mailbox = Arc::clone(&mailbox);
                thread::spawn(move || {
                    if mailbox.push(1) {
                        run(&mailbox);
                    }
                })
            };
            for value in [10, 11] {
                if mailbox.push(value) {
                    run(&mailbox);
                }
            }
            other.join().unwrap();
            let taken = taken(&mailbox);
            assert_eq!(taken.len(), 3);
            let mine: Vec<_> = taken.into_iter().filter(|&value| value >= 10).collect();
            assert_eq!(mine, [10, 11], "order of one sender");
        });
    }

    #[test]
    fn three_senders_lose_nothing() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(|| {
            let mailbox = idle_mailbox();
            let others: Vec<_> = [1, 2]
                .into_iter()
                .map(|value| {
                    let mailbox = Arc::clone(&mailbox);
                    thread::spawn(move || {
                        if mailbox.push(value) {
                            run(&mailbox);
                        }
                    })
                })
                .collect();
            if mailbox.push(3) {
                run(&mailbox);
            }
            for other in others {
                other.join().unwrap();
            }
            let mut taken = taken(&mailbox);
            taken.sort_unstable();
            assert_eq!(taken, [1, 2, 3]);
        });
    }

    /// A mailbox dropped with messages inside frees nodes and values (loom's leak check needs no help: `Arc` counts).
    #[test]
    fn dropping_frees_what_is_left() {
        loom::model(|| {
            let mailbox = Arc::new(Mailbox::<Arc<()>, ()>::new(()));
            let value = Arc::new(());
            let sender = {
                let (mailbox, value) = (Arc::clone(&mailbox), Arc::clone(&value));
                thread::spawn(move || assert!(!mailbox.push(value)))
            };
            // SAFETY: the creator holds the claim.
            drop(unsafe { mailbox.claim() }.pop());
            sender.join().unwrap();
            drop(mailbox);
            assert_eq!(Arc::strong_count(&value), 1);
        });
    }
}
