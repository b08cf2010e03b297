//! Admission to a bounded mailbox: its permits, and the senders that wait for one.
//!
//! A message in a bounded mailbox is an ordinary one whose header shows that it counts ([`Key::counted`]). The receiver gives its permit back
//! when it takes the message ([`BoundedMailbox::has_taken`]), and resumes a waiting sender.
//!
//! Order. A sender that gets a permit sends as to any mailbox. So does an actor that gets none: its message goes into the mailbox all the same, and the actor
//! is suspended behind the handler that has sent it. So all that an actor sends goes one way. What threads and futures send waits here, and
//! is sent by the thread that gives the permit back; from outside, that is straight into the inbox of the receiver's worker, and under the lock of the [`Permits`],
//! so that what waited stays in order. It cannot overtake what the same sender sent earlier, by the same way, nor be overtaken by what it sends later:
//! the sender is notified after the message has been pushed.
//!
//! Invariant: none of the users' code runs under that lock: no message is dropped, no waker woken or dropped. Those of the counting are with
//! the [`Permits`].

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::Waker;
use std::{mem, ptr};

use crate::api::address::Address;
use crate::api::bounded::bound::Overflow;
use crate::api::bounded::outcome::SendError;
use crate::sync::permits::{Overdrawn, Permits, Refused, Suspension, Waiter};
use crate::sync::shim::lock;
use crate::types::id::Key;
use crate::worker::cell_head::{Admitted, BoundedMailbox, Entered};
use crate::worker::shared::SystemRef;
use crate::worker::system_message::SystemMessage;

pub(super) struct Admission<M: Send + 'static> {
    permits: Permits<Sender, Pending<M>>,
    overflow: Overflow,
    dropped: AtomicU64,
    owner: OnceLock<Owner<M>>,
}

/// Whose mailbox it is, and the system's counter.
struct Owner<M> {
    address: Address<M>,
    dropped: Arc<AtomicU64>,
}

/// An actor that is suspended.
struct Sender {
    system_ref: &'static SystemRef,
    key: Key,
}

impl PartialEq for Sender {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && ptr::eq(self.system_ref, other.system_ref)
    }
}

/// The message of a thread or a future.
struct Pending<M> {
    message: M,
    fate: SharedFate<M>,
}

/// Shared by the sender's future and the mailbox.
pub(super) type SharedFate<M> = Arc<Mutex<Fate<M>>>;

/// What has become of a message that waits.
pub(super) enum Fate<M> {
    Waiting(Waker),
    Accepted,
    Refused(M),
    /// The future knows.
    Seen,
}

/// What is to be done when the lock is released.
struct Afterwards {
    resume: Vec<Sender>,
    wake: Vec<Waker>,
}

impl Afterwards {
    fn nothing() -> Self {
        Self { resume: Vec::new(), wake: Vec::new() }
    }

    /// Notifies a future of what has become of its message.
    fn settle<M>(&mut self, fate: &SharedFate<M>, state: Fate<M>) {
        if let Fate::Waiting(waker) = mem::replace(&mut *lock(fate), state) {
            self.wake.push(waker);
        }
    }

    fn happen(self) {
        for Sender { system_ref, key } in self.resume {
            Address::<()>::new(system_ref, key).send_system(SystemMessage::Resume);
        }
        self.wake.into_iter().for_each(Waker::wake);
    }
}

impl<M: Send + 'static> Admission<M> {
    pub(super) fn new(capacity: usize, overflow: Overflow) -> Self {
        Self { permits: Permits::new(capacity), overflow, dropped: AtomicU64::new(0), owner: OnceLock::new() }
    }

    fn address(&self) -> Address<M> {
        self.owner.get().expect("known before anybody can send").address
    }

    pub(super) fn overflow(&self) -> Overflow {
        self.overflow
    }

    fn count_dropped(&self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
        if let Some(owner) = self.owner.get() {
            owner.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Passes the message on if it got a permit.
    fn granted(&self, message: M, permit: Result<(), Refused>) -> Result<M, SendError<M>> {
        match permit {
            Ok(()) => Ok(message),
            Err(Refused::Closed) => Err(SendError::Closed(message)),
            Err(Refused::Full) if self.overflow == Overflow::DropNewest => {
                self.count_dropped();
                Err(SendError::Dropped) // and the message
            }
            Err(Refused::Full) => Err(SendError::Full(message)),
        }
    }

    /// Sends a message as this thread does, if a permit is free.
    pub(super) fn offer(&self, message: M) -> Result<(), SendError<M>> {
        let message = self.granted(message, self.permits.take())?;
        let address = self.address();
        address.send_under(address.key.counted(), message);
        Ok(())
    }

    /// Sends a message from outside, if a permit is free.
    pub(super) fn offer_from_outside(&self, message: M) -> Result<(), SendError<M>> {
        let message = self.granted(message, self.permits.take())?;
        self.post(message).map_err(|message| {
            self.give_back();
            SendError::Closed(message)
        })
    }

    /// Resumes an actor, whose message got no permit, when one is free.
    pub(super) fn suspend(&self, system_ref: &'static SystemRef, key: Key) -> Suspension {
        let mut afterwards = Afterwards::nothing();
        let suspension =
            self.permits.suspend(Sender { system_ref, key }, |waiter| self.release(waiter, &mut afterwards));
        afterwards.happen();
        suspension
    }

    /// Leaves a message here until a permit is free; `fate` shows what becomes of it, and its number is for
    /// [`withdraw`](Self::withdraw).
    pub(super) fn wait(&self, message: M, waker: Waker) -> Result<(u64, SharedFate<M>), SendError<M>> {
        let fate = Arc::new(Mutex::new(Fate::Waiting(waker)));
        let pending = Pending { message, fate: Arc::clone(&fate) };
        let mut afterwards = Afterwards::nothing();
        let waits = self.permits.wait(pending, |waiter| self.release(waiter, &mut afterwards));
        afterwards.happen();
        match waits {
            Ok(number) => Ok((number, fate)),
            Err(refused) => Err(SendError::Closed(refused.message)),
        }
    }

    /// Takes back a message that waits; `None` if it waits no more.
    pub(super) fn withdraw(&self, number: u64) -> Option<M> {
        self.permits.withdraw(number).map(|pending| pending.message)
    }

    /// Lets go on who has waited; whether a permit is used. Under the lock.
    fn release(&self, waiter: Waiter<Sender, Pending<M>>, afterwards: &mut Afterwards) -> bool {
        match waiter {
            Waiter::Suspended(sender) => {
                afterwards.resume.push(sender);
                false
            }
            Waiter::Pending(Pending { message, fate }) => {
                let refused = self.post(message).err();
                let is_sent = refused.is_none();
                afterwards.settle(&fate, refused.map_or(Fate::Accepted, Fate::Refused));
                is_sent
            }
        }
    }

    /// Sends a message from outside; gives it back if the system has ended.
    fn post(&self, message: M) -> Result<(), M> {
        let Address { system_ref, key, .. } = self.address();
        system_ref.give(message, |shared, message| shared.send_message(key.counted(), message))
    }

    #[inline]
    fn give_back(&self) {
        if self.permits.give_back() {
            self.let_go();
        }
    }

    #[cold]
    #[inline(never)]
    fn let_go(&self) {
        let mut afterwards = Afterwards::nothing();
        self.permits.let_go(|waiter| self.release(waiter, &mut afterwards));
        afterwards.happen();
    }
}

impl<M: Send + 'static> BoundedMailbox for Admission<M> {
    fn typed(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }

    fn belongs_to(&self, system_ref: &'static (dyn Any + Send + Sync), key: Key, dropped: &Arc<AtomicU64>) {
        let system_ref = system_ref.downcast_ref::<SystemRef>().expect("systems pass their own");
        let _ = self.owner.set(Owner { address: Address::new(system_ref, key), dropped: Arc::clone(dropped) });
    }

    fn admit(&self, own: bool) -> Admitted {
        let permit = if own { self.permits.overdraw().map(drop) } else { self.permits.take() };
        match permit {
            Ok(()) => Admitted::Yes,
            Err(Refused::Closed) => Admitted::Closed,
            Err(Refused::Full) => {
                self.count_dropped();
                Admitted::No
            }
        }
    }

    fn enter(&self, own: bool) -> Entered {
        if own || self.overflow == Overflow::Await {
            return match self.permits.overdraw() {
                Ok(Overdrawn::No) => Entered::Within,
                Ok(Overdrawn::Yes) => Entered::PastBound,
                Err(_) => Entered::Closed,
            };
        }
        match self.permits.take() {
            Ok(()) => Entered::Within,
            Err(Refused::Closed) => Entered::Closed,
            Err(Refused::Full) if self.overflow == Overflow::DropNewest => {
                self.count_dropped();
                Entered::Dropped
            }
            Err(Refused::Full) => Entered::Full,
        }
    }

    fn capacity(&self) -> usize {
        self.permits.capacity()
    }

    fn taken(&self) -> usize {
        self.permits.taken()
    }

    fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    fn has_taken(&self) {
        self.give_back();
    }

    fn close(&self) {
        if let Some(Owner { address, .. }) = self.owner.get() {
            address.system_ref.with(|shared| shared.bounds.remove(address.key));
        }
        let mut afterwards = Afterwards::nothing();
        for waiter in self.permits.close() {
            match waiter {
                // The runtime may be at work here on this thread, so this is sent as if from outside.
                Waiter::Suspended(Sender { system_ref, key }) => {
                    system_ref.with(|shared| shared.send_system(key, SystemMessage::Resume));
                }
                Waiter::Pending(Pending { message, fate }) => afterwards.settle(&fate, Fate::Refused(message)),
            }
        }
        afterwards.happen();
    }
}
