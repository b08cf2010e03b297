use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::api::address::Address;
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
    /// What the actor has missed and has not learnt of, if it wants to know.
    missed: Option<Arc<AtomicU64>>,
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
        Self { id: to.id(), send: Arc::new(send), missed: None }
    }

    /// The same, and the actor learns how many values it has missed, since its mailbox was [full](crate::Bound), by the message that `lagged` makes
    /// of their number. It comes before the next value that is accepted.
    ///
    /// It goes on where an earlier subscription of the actor has left off.
    pub(crate) fn lagging<M: Send + 'static>(
        to: Address<M>,
        convert: impl Fn(T) -> M + Send + Sync + 'static,
        lagged: impl Fn(u64) -> M + Send + Sync + 'static,
        earlier: Option<Self>,
    ) -> Self {
        let missed = earlier.and_then(|earlier| earlier.missed).unwrap_or_default();
        let kept = Some(Arc::clone(&missed));
        let send = move |value| {
            let message = match catch_unwind(AssertUnwindSafe(|| convert(value))) {
                Ok(message) => message,
                Err(panic) => return to.notify(move || resume_unwind(panic)),
            };
            let Some(key) = to.admit(false) else {
                missed.fetch_add(1, Ordering::Relaxed);
                return;
            };
            let count = missed.swap(0, Ordering::Relaxed);
            if count > 0 {
                match catch_unwind(AssertUnwindSafe(|| lagged(count))) {
                    Ok(notice) => to.send_under(to.admit(true).unwrap_or(to.key), notice),
                    Err(panic) => to.notify(move || resume_unwind(panic)),
                }
            }
            to.send_under(key, message);
        };
        Self { id: to.id(), send: Arc::new(send), missed: kept }
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
        Self { id: address.id(), send: Arc::new(move |message| address.send(message)), missed: None }
    }
}

impl<T> Clone for Recipient<T> {
    fn clone(&self) -> Self {
        Self { id: self.id, send: Arc::clone(&self.send), missed: self.missed.clone() }
    }
}

impl<T> fmt::Debug for Recipient<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipient({})", self.id)
    }
}
