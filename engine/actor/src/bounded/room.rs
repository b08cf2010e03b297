//! The room in a bounded mailbox, and who waits for it.
//!
//! A message in a bounded mailbox is a notice that carries a [`Permit`]; the room is given back when the permit is dropped: by the
//! receiver's worker when it takes the message, or by whoever drops it unhandled. Whoever gives room back lets in those who wait.
//!
//! Order. Who sends while there is room sends as to any mailbox. Who waits leaves the message here, and it is sent by whoever gives
//! the room back; always from outside, that is straight into the inbox of the receiver's worker, and under the lock of the [`Permits`], so
//! that what waited stays in order. So it cannot overtake what the same sender sent earlier if that has left the sender's worker (hence the flush before
//! waiting), nor be overtaken by what the sender sends later: the sender is told after the message has been pushed, and
//! by the same way if it is an actor. While it waits, everything it sends here waits too.
//!
//! Invariant: none of the users' code runs under that lock: no message is dropped, no waker woken or dropped. Those of the counting are with
//! the [`Permits`].

use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::task::Waker;

use super::permits::{Permits, Refused};
use super::{Overflow, SendError};
use crate::address::Address;
use crate::runtime::cell::lazily;
use crate::runtime::control::{Control, Notice};
use crate::runtime::entry::Key;
use crate::runtime::shared::Stub;
use crate::sync::lock;

pub(super) struct Room<M: Send + 'static> {
    permits: Permits<Waiting<M>>,
    overflow: Overflow,
    dropped: AtomicU64,
    address: OnceLock<Address<M>>,
}

struct Waiting<M> {
    message: M,
    sender: Sender<M>,
}

enum Sender<M> {
    Actor(&'static Stub, Key),
    Future(SharedFate<M>),
}

/// Held by the sender's future and by the room.
pub(super) type SharedFate<M> = Arc<Mutex<Fate<M>>>;

/// What has become of a message that waits.
pub(super) enum Fate<M> {
    Waiting(Waker),
    Accepted,
    Refused(M),
    /// The future knows.
    Told,
}

/// What is to be done when the lock is released.
struct Afterwards<M> {
    wake: Vec<Waker>,
    drop: Vec<M>,
}

impl<M> Afterwards<M> {
    fn nothing() -> Self {
        Self { wake: Vec::new(), drop: Vec::new() }
    }

    fn happen(self) {
        self.wake.into_iter().for_each(Waker::wake);
        drop(self.drop);
    }
}

impl<M: Send + 'static> Room<M> {
    pub(super) fn new(capacity: usize, overflow: Overflow) -> Self {
        Self { permits: Permits::new(capacity), overflow, dropped: AtomicU64::new(0), address: OnceLock::new() }
    }

    pub(super) fn belongs_to(&self, address: Address<M>) {
        let _ = self.address.set(address);
    }

    pub(super) fn address(&self) -> Address<M> {
        *self.address.get().expect("known before anybody can send")
    }

    pub(super) fn capacity(&self) -> usize {
        self.permits.capacity()
    }

    pub(super) fn overflow(&self) -> Overflow {
        self.overflow
    }

    pub(super) fn taken(&self) -> usize {
        self.permits.taken()
    }

    pub(super) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// A message for which there is room, or not.
    fn granted(&self, message: M, permit: Result<(), Refused>) -> Result<M, SendError<M>> {
        match permit {
            Ok(()) => Ok(message),
            Err(Refused::Closed) => Err(SendError::Closed(message)),
            Err(Refused::Full) if self.overflow == Overflow::DropNewest => {
                self.dropped.fetch_add(1, Ordering::Relaxed);
                Err(SendError::Dropped) // and the message
            }
            Err(Refused::Full) => Err(SendError::Full(message)),
        }
    }

    /// Takes room for a message, if there is any, and makes of it what is to be sent to the receiver.
    pub(super) fn offer(self: &Arc<Self>, message: M) -> Result<Control, SendError<M>> {
        self.granted(message, self.permits.take()).map(|message| self.letter(message))
    }

    /// Likewise, even if there is no room.
    pub(super) fn exceed(self: &Arc<Self>, message: M) -> Result<Control, SendError<M>> {
        self.granted(message, self.permits.exceed()).map(|message| self.letter(message))
    }

    /// Sends a message from outside, if there is room.
    pub(super) fn offer_from_outside(self: &Arc<Self>, message: M) -> Result<(), SendError<M>> {
        let message = self.granted(message, self.permits.take())?;
        self.post(message, true).map_err(|message| {
            self.give_back();
            SendError::Closed(message)
        })
    }

    /// Leaves a message here until there is room; then the actor is told to resume.
    pub(super) fn wait_as_actor(
        self: &Arc<Self>,
        message: M,
        stub: &'static Stub,
        key: Key,
    ) -> Result<(), SendError<M>> {
        self.wait(message, Sender::Actor(stub, key)).map(drop)
    }

    /// Leaves a message here until there is room; what becomes of it is told where this says, and its number is for
    /// [`withdraw`](Self::withdraw).
    pub(super) fn wait_as_future(
        self: &Arc<Self>,
        message: M,
        waker: Waker,
    ) -> Result<(u64, SharedFate<M>), SendError<M>> {
        let fate = Arc::new(Mutex::new(Fate::Waiting(waker)));
        let number = self.wait(message, Sender::Future(Arc::clone(&fate)))?;
        Ok((number, fate))
    }

    fn wait(self: &Arc<Self>, message: M, sender: Sender<M>) -> Result<u64, SendError<M>> {
        let mut afterwards = Afterwards::nothing();
        let waits = self.permits.wait(Waiting { message, sender }, |waiting| self.let_in(waiting, &mut afterwards));
        afterwards.happen();
        waits.map_err(|refused| SendError::Closed(refused.message))
    }

    /// Takes back a message that waits; `None` if it waits no more.
    pub(super) fn withdraw(&self, number: u64) -> Option<M> {
        self.permits.withdraw(number).map(|waiting| waiting.message)
    }

    /// Sends what has waited and finds room now; whether it uses it. Under the lock.
    fn let_in(self: &Arc<Self>, waiting: Waiting<M>, afterwards: &mut Afterwards<M>) -> bool {
        let refused = self.post(waiting.message, true).err();
        let sent = refused.is_none();
        waiting.sender.tell(refused, afterwards);
        sent
    }

    /// Sends a message from outside; gives it back if the system has ended.
    fn post(self: &Arc<Self>, message: M, counted: bool) -> Result<(), M> {
        let address = self.address();
        let mut message = Some(message);
        address.stub.with(|shared| {
            if let Some(message) = message.take() {
                let letter = if counted { self.letter(message) } else { letter(move || message) };
                shared.send_control(address.key, letter);
            }
        });
        message.map_or(Ok(()), Err)
    }

    /// A message for which there is room, as it is sent.
    fn letter(self: &Arc<Self>, message: M) -> Control {
        let permit = Permit(Arc::clone(self));
        letter(move || {
            drop(permit);
            message
        })
    }

    fn give_back(self: &Arc<Self>) {
        let mut afterwards = Afterwards::nothing();
        self.permits.give_back(|waiting| self.let_in(waiting, &mut afterwards));
        afterwards.happen();
    }

    /// The actor has terminated: nobody waits any more.
    fn close(self: &Arc<Self>) {
        let mut afterwards = Afterwards::nothing();
        for Waiting { message, sender } in self.permits.close() {
            let refused = match sender {
                // Its sender has gone on: it is counted where it would have arrived.
                Sender::Actor(..) => self.post(message, false).err(),
                Sender::Future(_) => Some(message),
            };
            sender.tell(refused, &mut afterwards);
        }
        afterwards.happen();
    }
}

impl<M> Sender<M> {
    fn tell(self, refused: Option<M>, afterwards: &mut Afterwards<M>) {
        match self {
            Self::Actor(stub, key) => {
                afterwards.drop.extend(refused);
                stub.with(|shared| shared.send_control(key, Control::Resume));
            }
            Self::Future(fate) => {
                let told = refused.map_or(Fate::Accepted, Fate::Refused);
                if let Fate::Waiting(waker) = mem::replace(&mut *lock(&fate), told) {
                    afterwards.wake.push(waker);
                }
            }
        }
    }
}

fn letter<M: Send + 'static>(make: impl FnOnce() -> M + Send + 'static) -> Control {
    Control::Notice(Notice { make: lazily::<M, _>(make), confirmation: None, letter: true })
}

/// Room in the mailbox, for one message.
struct Permit<M: Send + 'static>(Arc<Room<M>>);

impl<M: Send + 'static> Drop for Permit<M> {
    fn drop(&mut self) {
        self.0.give_back();
    }
}

/// Closes the room when the actor goes.
pub(super) struct Companion<M: Send + 'static>(Weak<Room<M>>);

impl<M: Send + 'static> Companion<M> {
    pub(super) fn of(room: &Arc<Room<M>>) -> Self {
        Self(Arc::downgrade(room))
    }
}

impl<M: Send + 'static> Drop for Companion<M> {
    fn drop(&mut self) {
        // Nobody waits in a room that nobody knows.
        if let Some(room) = self.0.upgrade() {
            room.close();
        }
    }
}
