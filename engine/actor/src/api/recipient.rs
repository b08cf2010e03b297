use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use crate::api::address::Address;
use crate::api::bounded::BoundedAddress;
use crate::types::id::ActorId;

/// Where to send values of type `T`, whatever the messages of the actor behind it are: an address, and how to make a message of
/// the value.
///
/// ```
/// use agon_actor::{Actor, Context, Recipient, System};
/// # use std::sync::mpsc::{Sender, channel};
///
/// enum ToLamp { Brightness(u8), Off }
/// struct Lamp(Sender<u8>);
///
/// impl Actor for Lamp {
///     type Message = ToLamp;
///
///     fn handle(&mut self, message: ToLamp, _: &mut Context<'_, Self>) {
///         let brightness = match message { ToLamp::Brightness(value) => value, ToLamp::Off => 0 };
///         self.0.send(brightness).unwrap();
///     }
/// }
///
/// # let (sender, received) = channel();
/// let system = System::builder().threads(1).build()?;
/// let lamp = system.spawn(Lamp(sender));
/// // A dimmer knows of numbers, not of lamps.
/// let dimmer: Recipient<u8> = Recipient::new(lamp, ToLamp::Brightness);
/// dimmer.send(7);
/// # assert_eq!(received.recv(), Ok(7));
/// # Ok::<(), agon_actor::BuildError>(())
/// ```
pub struct Recipient<T> {
    id: ActorId,
    send: Arc<dyn Fn(T) + Send + Sync>,
}

impl<T: Send + 'static> Recipient<T> {
    /// The actor behind an address, for values of which `convert` makes its messages.
    ///
    /// `convert` runs where the value is sent, and had better be quick. If it panics, though, that is the receiver's failure, not the
    /// sender's.
    pub fn new<M: Send + 'static>(to: Address<M>, convert: impl Fn(T) -> M + Send + Sync + 'static) -> Self {
        let send = move |value| match catch_unwind(AssertUnwindSafe(|| convert(value))) {
            Ok(message) => to.send(message),
            Err(panic) => to.notify(move || resume_unwind(panic)),
        };
        Self { id: to.id(), send: Arc::new(send) }
    }

    /// The same for an actor with a bounded mailbox, by its bound: the sender does not wait, so a message that finds the mailbox full is
    /// dropped and [counted](BoundedAddress::dropped), whatever the policy.
    pub fn bounded<M: Send + 'static>(to: BoundedAddress<M>, convert: impl Fn(T) -> M + Send + Sync + 'static) -> Self {
        let id = to.id();
        let send = move |value| match catch_unwind(AssertUnwindSafe(|| convert(value))) {
            Ok(message) => to.send_or_drop(message),
            Err(panic) => to.address().notify(move || resume_unwind(panic)),
        };
        Self { id, send: Arc::new(send) }
    }

    /// Sends a value, as [`Address::send`] does a message.
    #[inline]
    pub fn send(&self, value: T) {
        (self.send)(value);
    }
}

impl<T> Recipient<T> {
    /// Identifies the actor that gets the messages.
    pub fn id(&self) -> ActorId {
        self.id
    }
}

impl<M: Send + 'static> From<Address<M>> for Recipient<M> {
    fn from(address: Address<M>) -> Self {
        Self { id: address.id(), send: Arc::new(move |message| address.send(message)) }
    }
}

impl<T> Clone for Recipient<T> {
    fn clone(&self) -> Self {
        Self { id: self.id, send: Arc::clone(&self.send) }
    }
}

impl<T> fmt::Debug for Recipient<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipient({})", self.id)
    }
}
