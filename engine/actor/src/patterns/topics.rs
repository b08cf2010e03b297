use std::borrow::Cow;
use std::sync::Arc;
use std::{any, fmt};

use crate::api::actor::Actor;
use crate::api::async_actor::AsyncActor;
use crate::api::async_context::AsyncContext;
use crate::api::context::Context;
use crate::api::recipient::Recipient;
use crate::api::system::System;
use crate::patterns::directory::{Kind, Name, Named, WrongType};
use crate::patterns::register::{Register, View};
use crate::worker::shared::Shared;

/// A topic on which values of type `T` are published to all subscribers.
///
/// A topic is a name: all of the same name and type are one, within a system. It can be a `static`.
///
/// ```
/// use agon_actor::{Actor, Context, Reply, System, Topic};
/// use std::time::Duration;
///
/// static PRICES: Topic<u32> = Topic::new("prices");
///
/// struct Buyer { cheapest: u32 }
///
/// enum ToBuyer { Price(u32), Cheapest(Reply<u32>) }
///
/// impl Actor for Buyer {
///     type Message = ToBuyer;
///
///     fn started(&mut self, ctx: &mut Context<'_, Self>) {
///         ctx.subscribe(&PRICES, ToBuyer::Price).expect("prices are numbers");
///     }
///
///     fn handle(&mut self, message: ToBuyer, _: &mut Context<'_, Self>) {
///         match message {
///             ToBuyer::Price(price) => self.cheapest = self.cheapest.min(price),
///             ToBuyer::Cheapest(reply) => reply.send(self.cheapest),
///         }
///     }
/// }
///
/// let system = System::builder().threads(1).build()?;
/// let buyer = system.spawn(Buyer { cheapest: u32::MAX });
/// # buyer.ask(Duration::from_secs(5), ToBuyer::Cheapest)?; // it has subscribed
/// for price in [7, 3, 5] {
///     system.publish(&PRICES, price)?;
/// }
/// assert_eq!(buyer.ask(Duration::from_secs(5), ToBuyer::Cheapest), Ok(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Each subscriber gets a publisher's values in the order in which they were published, and in order with whatever else the publisher
/// sends it. It gets those published after it has subscribed, none from before. Every subscriber gets a clone: for large values,
/// let `T` be an `Arc`.
pub struct Topic<T>(Named<Register<Recipient<T>>>);

impl<T: Send + 'static> Topic<T> {
    /// The topic of a name.
    pub const fn new(name: &'static str) -> Self {
        Self(Named::new(Name::new(Kind::Topic, Cow::Borrowed(name))))
    }

    /// The topic of a name that is not known beforehand.
    pub fn named(name: impl Into<String>) -> Self {
        Self(Named::new(Name::new(Kind::Topic, Cow::Owned(name.into()))))
    }

    fn subscribers(&self, shared: &Shared) -> Result<Arc<Register<Recipient<T>>>, WrongType> {
        self.0.find(shared, any::type_name::<T>())
    }
}

impl<T> Topic<T> {
    /// Its name.
    pub fn name(&self) -> &str {
        self.0.name.as_str()
    }
}

impl<A: Actor> Context<'_, A> {
    /// From now on this actor gets what is published on a topic, as the message that `convert` makes of each value (see
    /// [`Recipient::new`]). It does until it [unsubscribes](Self::unsubscribe) or terminates; a restart changes nothing.
    ///
    /// An actor has one subscription to a topic: another takes the place of the first.
    ///
    /// Who publishes never waits. If the mailbox of this actor is bounded and full, it misses the value, which counts as
    /// [dropped](crate::Mailbox::dropped): see [`subscribe_lagging`](Self::subscribe_lagging).
    ///
    /// # Errors
    ///
    /// If values of another type are published under this name.
    pub fn subscribe<T: Send + 'static>(
        &mut self,
        topic: &Topic<T>,
        convert: impl Fn(T) -> A::Message + Send + Sync + 'static,
    ) -> Result<(), WrongType> {
        let subscribers = topic.subscribers(&self.thread.shared)?;
        self.enroll(&subscribers, Recipient::new(self.address(), convert));
        Ok(())
    }

    /// [`subscribe`](Self::subscribe) of an actor with a bounded mailbox that wants to know what it has missed: `lagged` makes a message of how many values it
    /// has missed since the last one. It comes before the next value that finds capacity, and is accepted in any case.
    ///
    /// # Errors
    ///
    /// As [`subscribe`](Self::subscribe).
    pub fn subscribe_lagging<T: Send + 'static>(
        &mut self,
        topic: &Topic<T>,
        convert: impl Fn(T) -> A::Message + Send + Sync + 'static,
        lagged: impl Fn(u64) -> A::Message + Send + Sync + 'static,
    ) -> Result<(), WrongType> {
        let subscribers = topic.subscribers(&self.thread.shared)?;
        let earlier = subscribers.entry(self.key);
        self.enroll(&subscribers, Recipient::lagging(self.address(), convert, lagged, earlier));
        Ok(())
    }

    /// This actor wants no more of a topic. What has been published before still comes.
    ///
    /// # Errors
    ///
    /// As [`subscribe`](Self::subscribe).
    pub fn unsubscribe<T: Send + 'static>(&mut self, topic: &Topic<T>) -> Result<(), WrongType> {
        let subscribers = topic.subscribers(&self.thread.shared)?;
        self.strike_off(&*subscribers);
        Ok(())
    }

    /// Sends a value to all subscribers of a topic, and returns how many there are. An actor that publishes often had better keep a
    /// [`publisher`](Self::publisher).
    ///
    /// # Errors
    ///
    /// As [`subscribe`](Self::subscribe).
    pub fn publish<T: Clone + Send + 'static>(&mut self, topic: &Topic<T>, value: T) -> Result<usize, WrongType> {
        Ok(send_all(&topic.subscribers(&self.thread.shared)?.snapshot(), value))
    }

    /// A publisher for a topic.
    ///
    /// # Errors
    ///
    /// As [`subscribe`](Self::subscribe).
    pub fn publisher<T: Send + 'static>(&mut self, topic: &Topic<T>) -> Result<Publisher<T>, WrongType> {
        topic.subscribers(&self.thread.shared).map(|subscribers| Publisher(View::new(subscribers)))
    }
}

impl<A: AsyncActor> AsyncContext<A> {
    /// Sends a value to all subscribers of a topic: [`Context::publish`].
    ///
    /// # Errors
    ///
    /// If values of another type are published under this name.
    ///
    /// # Panics
    ///
    /// As [`with`](Self::with).
    pub fn publish<T: Clone + Send + 'static>(&mut self, topic: &Topic<T>, value: T) -> Result<usize, WrongType> {
        self.with(|ctx| ctx.publish(topic, value))
    }
}

impl System {
    /// Sends a value to all subscribers of a topic, and returns how many there are; for threads outside.
    ///
    /// # Errors
    ///
    /// If the values of another type are published under this name.
    pub fn publish<T: Clone + Send + 'static>(&self, topic: &Topic<T>, value: T) -> Result<usize, WrongType> {
        Ok(send_all(&topic.subscribers(&self.shared)?.snapshot(), value))
    }

    /// A publisher for a topic.
    ///
    /// # Errors
    ///
    /// As [`publish`](Self::publish).
    pub fn publisher<T: Send + 'static>(&self, topic: &Topic<T>) -> Result<Publisher<T>, WrongType> {
        topic.subscribers(&self.shared).map(|subscribers| Publisher(View::new(subscribers)))
    }
}

/// Publishes on one topic: as fast as sending to each subscriber, since it remembers who they are until an actor comes or goes.
///
/// Made by [`Context::publisher`] or [`System::publisher`], and used by any thread or actor.
pub struct Publisher<T>(View<Recipient<T>>);

impl<T: Clone + Send + 'static> Publisher<T> {
    /// Sends a value to all subscribers, and returns how many there are.
    pub fn publish(&mut self, value: T) -> usize {
        send_all(self.0.entries(), value)
    }
}

fn send_all<T: Clone + Send + 'static>(recipients: &[Recipient<T>], value: T) -> usize {
    if let Some((last, others)) = recipients.split_last() {
        for recipient in others {
            recipient.send(value.clone());
        }
        last.send(value);
    }
    recipients.len()
}

impl<T> Clone for Topic<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Clone for Publisher<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> fmt::Debug for Topic<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Topic({:?})", self.name())
    }
}

impl<T> fmt::Debug for Publisher<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Publisher(..)")
    }
}
