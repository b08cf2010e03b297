//! Actors by name, within a system. A name is an actor's until that ends.

use std::any::{self, Any};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt;
use std::sync::Mutex;

use crate::api::actor::Actor;
use crate::api::address::Address;
use crate::api::context::Context;
use crate::api::system::System;
use crate::sync::shim::lock;
use crate::types::id::{ActorId, Key, fresh_id};
use crate::worker::shared::Shared;
use crate::worker::system_message::SystemMessage;
use crate::worker::watchers::{WatchId, Watcher};

/// An actor that has a name.
struct Named {
    key: Key,
    address: Box<dyn Any + Send>,
    message: &'static str,
}

/// The names in use.
#[derive(Default)]
struct Names(Mutex<HashMap<Box<str>, Named>>);

impl Names {
    /// Gives a name to an actor, if no other has it; `false`: this one has it already.
    fn give<M: Send + 'static>(&self, name: &str, actor: Address<M>) -> Result<bool, NameTaken> {
        match lock(&self.0).entry(name.into()) {
            Entry::Occupied(entry) if entry.get().key == actor.key => Ok(false),
            Entry::Occupied(entry) => {
                let by = ActorId { system: actor.system_ref.number, key: entry.get().key.0 };
                Err(NameTaken { name: name.into(), by })
            }
            Entry::Vacant(entry) => {
                entry.insert(Named { key: actor.key, address: Box::new(actor), message: any::type_name::<M>() });
                Ok(true)
            }
        }
    }

    fn take(&self, name: &str, key: Key) {
        let mut names = lock(&self.0);
        if names.get(name).is_some_and(|named| named.key == key) {
            names.remove(name);
        }
    }

    fn find<M: Send + 'static>(&self, name: &str) -> Result<Address<M>, NameError> {
        let names = lock(&self.0);
        let Some(named) = names.get(name) else { return Err(NameError::NoSuchName { name: name.into() }) };
        named.address.downcast_ref().copied().ok_or_else(|| NameError::WrongType {
            name: name.into(),
            is: named.message,
            used_as: any::type_name::<M>(),
        })
    }
}

/// Gives a name to an actor. The watcher is to be entered there, and frees the name; there is none if the actor has had the name before.
fn register<M: Send + 'static>(shared: &Shared, name: &str, actor: Address<M>) -> Result<Option<Watcher>, NameTaken> {
    let names = shared.extensions.get::<Names>();
    Ok(names.give(name, actor)?.then(|| {
        let (name, key) = (Box::<str>::from(name), actor.key);
        Watcher { id: WatchId::first(fresh_id()), on_exit: Box::new(move |_| names.take(&name, key)) }
    }))
}

impl System {
    /// Gives an actor a name, by which [`find`](Self::find) finds it until it ends; a restart changes nothing. An actor may have several.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use agon_actor::{Actor, Address, Context, Reply, System};
    /// # struct Clock;
    /// # impl Actor for Clock {
    /// #     type Message = Reply<u32>;
    /// #     fn handle(&mut self, reply: Reply<u32>, _: &mut Context<'_, Self>) { reply.send(12) }
    /// # }
    /// # let system = System::builder().threads(1).build()?;
    /// system.register("clock", system.spawn(Clock))?;
    /// let clock: Address<Reply<u32>> = system.find("clock")?;
    /// assert_eq!(clock.ask(Duration::from_secs(5), |reply| reply)?, 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If another actor has the name.
    ///
    /// # Panics
    ///
    /// If the actor is one of another system.
    pub fn register<M: Send + 'static>(&self, name: &str, actor: Address<M>) -> Result<(), NameTaken> {
        assert_eq!(actor.system_ref.number, self.shared.system_ref.number, "the actor is one of another system");
        if let Some(watcher) = register(&self.shared, name, actor)? {
            // An actor that has ended already is discarded with this, and its name is free again.
            actor.send_system(SystemMessage::Watch(watcher));
        }
        Ok(())
    }

    /// The actor of a name.
    ///
    /// # Errors
    ///
    /// If no actor has the name, or one that gets other messages.
    pub fn find<M: Send + 'static>(&self, name: &str) -> Result<Address<M>, NameError> {
        self.shared.extensions.get::<Names>().find(name)
    }
}

impl<A: Actor> Context<'_, A> {
    /// Gives this actor a name: [`System::register`].
    ///
    /// # Errors
    ///
    /// If another actor has the name.
    pub fn register(&mut self, name: &str) -> Result<(), NameTaken> {
        if let Some(watcher) = register(&self.thread.shared, name, self.address())? {
            self.cold().watchers.add(watcher);
        }
        Ok(())
    }

    /// The actor of a name: [`System::find`].
    ///
    /// # Errors
    ///
    /// If no actor has the name, or one that gets other messages.
    pub fn find<M: Send + 'static>(&self, name: &str) -> Result<Address<M>, NameError> {
        self.thread.shared.extensions.get::<Names>().find(name)
    }
}

/// Another actor has the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameTaken {
    name: Box<str>,
    by: ActorId,
}

impl NameTaken {
    /// The actor that has it.
    pub fn by(&self) -> ActorId {
        self.by
    }
}

impl fmt::Display for NameTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the name '{}' is that of actor {}", self.name, self.by)
    }
}

impl Error for NameTaken {}

/// Why an actor was not found by its name.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// No actor has the name: it was never given, or its actor has ended.
    NoSuchName {
        /// The name.
        name: Box<str>,
    },
    /// The actor of that name gets messages of another type.
    WrongType {
        /// The name.
        name: Box<str>,
        /// What the actor gets.
        is: &'static str,
        /// What it was looked up for.
        used_as: &'static str,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchName { name } => write!(f, "no actor has the name '{name}'"),
            Self::WrongType { name, is, used_as } => {
                write!(f, "the actor '{name}' gets messages of type {is}, and was looked up for {used_as}")
            }
        }
    }
}

impl Error for NameError {}
