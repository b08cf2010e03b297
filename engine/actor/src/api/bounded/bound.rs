//! How much a mailbox holds, and what becomes of the rest.

use std::num::NonZeroUsize;
use std::sync::Arc;

use crate::api::bounded::admission::Admission;
use crate::worker::cell_head::{BoundedMailbox, MailboxBound};

/// What becomes of a message for a mailbox that is full.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// The sender waits until the mailbox has capacity.
    ///
    /// Those who wait go on in the order in which they came. A thread outside the system blocks; a future is pending; an actor
    /// goes on with its handler to the end, and then handles nothing else until what it has sent has been accepted. Where only actors wait,
    /// that is when half of the capacity is free, or 32 messages if that is less: so a sender that is too fast is held back now and
    /// then, and not at each message.
    ///
    /// Senders that wait for each other in a circle wait for ever: for example two actors, each of which sends to the other's full mailbox.
    /// An actor that waits does not answer questions either. So let waiting follow one direction (from sources to sinks),
    /// and send against it to mailboxes without a bound, or that do not wait. An actor's messages to itself
    /// never wait: they are accepted even by a full mailbox.
    Await,
    /// The new message is dropped, the sender notified, and the loss [counted](crate::Mailbox::dropped).
    DropNewest,
    /// The sender gets the message back.
    Reject,
}

/// How much a bounded mailbox holds, and what becomes of the rest.
///
/// The bound is the actor's ([`SpawnOptions::bounded`](crate::SpawnOptions::bounded), [`ChildSpec::bounded`](crate::ChildSpec::bounded)): it holds for every message, whatever way it comes, in
/// every life of the actor. If the mailbox is full:
///
/// | the message comes by | `Await` | `DropNewest` | `Reject` |
/// |---|---|---|---|
/// | [`Address::send_bounded`](crate::Address::send_bounded), `send_timeout` | the thread blocks | `Dropped` | `Full` |
/// | [`Address::send_async`](crate::Address::send_async) | the future is pending | `Dropped` | `Full` |
/// | [`Address::ask`](crate::Address::ask), `ask_async` | as these, within the time limit | `NoReply` | `NoReply` |
/// | [`Address::try_send`](crate::Address::try_send) | `Full` | `Dropped` | `Full` |
/// | [`Context::send_bounded`](crate::Context::send_bounded) | [`Sent::PastBound`](crate::Sent::PastBound), and the sender is held back | `Dropped` | `Full` |
/// | `send`, `send_all`, `forward`, a [`Recipient`](crate::Recipient), a [`Topic`](crate::Topic), another node | dropped | dropped | dropped |
/// | [`Context::ask`](crate::Context::ask); `send_confirmed` | dropped: `NoReply`; [`Delivery::Dropped`](crate::Delivery::Dropped) | the same | the same |
/// | timers: of an address, and all that repeat | dropped | dropped | dropped |
/// | the actor itself: `send` and `send_bounded` in its handlers, `give_way`, timers of its context that do not repeat | accepted | accepted | accepted |
/// | notices: of [`monitor`](crate::Context::monitor), [`pipe`](crate::Context::pipe), [`attach`](crate::Context::attach), deliveries, services | accepted | accepted | accepted |
///
/// What is dropped is [counted](crate::Mailbox::dropped), of the actor and [of the system](crate::Counters::dropped). What is accepted counts in
/// [`Mailbox::len`](crate::Mailbox::len), which may so be more than the capacity. Not counted are answers to the actor's own questions, and what it has stashed; orders
/// such as [`stop`](crate::Address::stop) are no messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    capacity: NonZeroUsize,
    overflow: Overflow,
}

impl Bound {
    /// At most `capacity` messages wait in the mailbox; the one being handled does not count.
    ///
    /// # Panics
    ///
    /// If the capacity is zero.
    pub fn new(capacity: usize, overflow: Overflow) -> Self {
        Self {
            capacity: NonZeroUsize::new(capacity).expect("a mailbox has a capacity of one message at least"),
            overflow,
        }
    }

    pub(crate) fn mailbox<M: Send + 'static>(self) -> MailboxBound {
        MailboxBound(Arc::new(Admission::<M>::new(self.capacity.get(), self.overflow)))
    }
}

/// A permit that is held by a message that is made later: given back when it is made, or dropped.
pub(crate) struct Held(pub(super) Arc<dyn BoundedMailbox>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.has_taken();
    }
}

/// The mailbox is full: the message is to be dropped, which has been counted.
pub(crate) struct Full;
