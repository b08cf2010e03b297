use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;
use std::{any, fmt};

use crate::api::actor::Actor;
use crate::api::address::Address;
use crate::api::context::Context;
use crate::api::system::System;
use crate::patterns::directory::{Directory, Name, WrongType};
use crate::patterns::register::{Register, View};
use crate::worker::shared::Shared;

/// A group of actors that play [roles](Role) in it. A group is a name: all of the same name are one, within a system.
///
/// ```
/// use agon_actor::{Actor, Context, Group, Reply, Role, System};
/// use std::time::Duration;
///
/// const MARKET: Group = Group::new("market");
/// const BROKER: Role<Reply<u32>> = Role::new("broker");
///
/// struct Broker(u32);
///
/// impl Actor for Broker {
///     type Message = Reply<u32>;
///
///     fn started(&mut self, ctx: &mut Context<'_, Self>) {
///         ctx.join(&MARKET, &BROKER).expect("brokers are asked for numbers");
///     }
///
///     fn handle(&mut self, reply: Reply<u32>, _: &mut Context<'_, Self>) {
///         reply.send(self.0);
///     }
/// }
///
/// let system = System::builder().threads(1).build()?;
/// let broker = system.spawn(Broker(12));
/// # broker.ask(Duration::from_secs(5), |reply| reply)?; // it has joined
/// let mut brokers = system.players(&MARKET, &BROKER)?;
/// assert_eq!(**brokers.find(), [broker]);
/// assert_eq!(brokers.any().unwrap().ask(Duration::from_secs(5), |reply| reply), Ok(12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Group {
    name: Cow<'static, str>,
}

impl Group {
    /// The group of a name.
    pub const fn new(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name) }
    }

    /// The group of a name that is not known beforehand.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: Cow::Owned(name.into()) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A part to be played in a [group](Group) by actors that understand `M`. A role is a name, too: of the same name there is one in
/// each group.
pub struct Role<M> {
    name: Cow<'static, str>,
    message: PhantomData<fn(M)>,
}

impl<M: Send + 'static> Role<M> {
    /// The role of a name.
    pub const fn new(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), message: PhantomData }
    }

    /// The role of a name that is not known beforehand.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: Cow::Owned(name.into()), message: PhantomData }
    }

    fn register(&self, group: &Group, shared: &Shared) -> Result<Arc<Register<Address<M>>>, WrongType> {
        shared
            .extensions
            .get::<Directory>()
            .board(&Name::role(group.name.clone(), self.name.clone()), any::type_name::<M>())
    }
}

impl<M> Role<M> {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl<A: Actor> Context<'_, A> {
    /// This actor plays a role in a group from now on, until it [leaves](Self::leave) or terminates; a restart changes nothing.
    /// It may play any number of roles, each once.
    ///
    /// # Errors
    ///
    /// If the role is played by actors with another type of message in this group.
    pub fn join(&mut self, group: &Group, role: &Role<A::Message>) -> Result<(), WrongType> {
        let players = role.register(group, &self.thread.shared)?;
        let me = self.address();
        self.enroll(&players, me);
        Ok(())
    }

    /// This actor does not play a role in a group any more.
    ///
    /// # Errors
    ///
    /// As [`join`](Self::join).
    pub fn leave(&mut self, group: &Group, role: &Role<A::Message>) -> Result<(), WrongType> {
        let players = role.register(group, &self.thread.shared)?;
        self.strike_off(&*players);
        Ok(())
    }

    /// Who plays a role in a group.
    ///
    /// # Errors
    ///
    /// As [`join`](Self::join).
    pub fn players<M: Send + 'static>(&self, group: &Group, role: &Role<M>) -> Result<Players<M>, WrongType> {
        role.register(group, &self.thread.shared).map(Players::new)
    }
}

impl System {
    /// Who plays a role in a group.
    ///
    /// # Errors
    ///
    /// If the role is played by actors with another type of message in this group.
    pub fn players<M: Send + 'static>(&self, group: &Group, role: &Role<M>) -> Result<Players<M>, WrongType> {
        role.register(group, &self.shared).map(Players::new)
    }
}

/// Those who play a [role](Role) in a [group](Group): always the present ones.
///
/// Made by [`Context::players`] or [`System::players`], for any thread or actor to keep: it remembers who they are until an actor
/// comes or goes, so that asking costs next to nothing.
pub struct Players<M> {
    view: View<Address<M>>,
    /// Whose turn it is.
    next: usize,
    /// The state of a generator of pseudo-random numbers.
    random: u64,
}

impl<M: Send + 'static> Players<M> {
    fn new(register: Arc<Register<Address<M>>>) -> Self {
        // Not all begin with the same: many callers with one message each would make one player do all the work.
        let seed = crate::types::id::fresh_id();
        Self { view: View::new(register), next: seed as usize, random: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 }
    }

    /// Who plays the role now, in the order of joining.
    ///
    /// An actor that has just terminated may be among them: messages to it become dead letters, as ever.
    #[inline]
    pub fn find(&mut self) -> &Arc<[Address<M>]> {
        self.view.entries()
    }

    /// Whether no actor plays the role now.
    pub fn is_empty(&mut self) -> bool {
        self.find().is_empty()
    }

    /// How many play the role now.
    pub fn len(&mut self) -> usize {
        self.find().len()
    }

    /// One of them: each in turn.
    pub fn any(&mut self) -> Option<Address<M>> {
        let next = self.next;
        self.next = next.wrapping_add(1);
        let players = self.find();
        players.get(next.checked_rem(players.len())?).copied()
    }

    /// One of them at random.
    pub fn random(&mut self) -> Option<Address<M>> {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let random = (self.random >> 16) as usize;
        let players = self.find();
        players.get(random.checked_rem(players.len())?).copied()
    }

    /// Sends a message to one of them, each in turn.
    ///
    /// # Errors
    ///
    /// The message, if no actor plays the role.
    pub fn send_any(&mut self, message: M) -> Result<(), M> {
        match self.any() {
            Some(player) => {
                player.send(message);
                Ok(())
            }
            None => Err(message),
        }
    }

    /// Sends a message to all of them, and returns how many they are.
    pub fn send_all(&mut self, message: M) -> usize
    where
        M: Clone,
    {
        let players = self.find();
        if let Some((last, others)) = players.split_last() {
            for player in others {
                player.send(message.clone());
            }
            last.send(message);
        }
        players.len()
    }
}

impl<M> Clone for Role<M> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), message: PhantomData }
    }
}

impl<M: Send + 'static> Clone for Players<M> {
    fn clone(&self) -> Self {
        let fresh = crate::types::id::fresh_id();
        Self { view: self.view.clone(), next: fresh as usize, random: fresh.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 }
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Group({:?})", self.name)
    }
}

impl<M> fmt::Debug for Role<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Role({:?})", self.name)
    }
}

impl<M> fmt::Debug for Players<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Players(..)")
    }
}
