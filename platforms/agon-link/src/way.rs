//! Where an actor sends to: another of its own node, or one of the other.

use agon_actor::{Actor, Address, Context};
use agon_link::{RemoteAddress, RemoteMessage};

pub enum Way<M> {
    Here(Address<M>),
    There(RemoteAddress<M>),
}

impl<M: RemoteMessage> Way<M> {
    /// From within an actor.
    pub fn pass<A: Actor>(&self, ctx: &mut Context<'_, A>, message: M) {
        match self {
            Self::Here(address) => ctx.send(address, message),
            Self::There(address) => address.send(message),
        }
    }

    /// From outside.
    pub fn send(&self, message: M) {
        match self {
            Self::Here(address) => address.send(message),
            Self::There(address) => address.send(message),
        }
    }
}
