//! agon-actor.

use agon_actor::{Actor, Address, Context, SpawnOptions, System};

use crate::runtime::{Behaviour, Placement, Runtime, Scope, Setup};

/// agon-actor.
pub struct Agon {
    system: System,
    placement: Placement,
}

impl Runtime for Agon {
    type Address<B: Behaviour<Self>> = Address<B::Message>;
    type Scope<'a, B: Behaviour<Self>> = Context<'a, Host<B>>;

    fn start(Setup { workers, placement }: Setup) -> Self {
        let system = System::builder().threads(workers).build().expect("threads can be started");
        Self { system, placement }
    }

    fn spawn<B: Behaviour<Self>>(&self, worker: usize, behaviour: B) -> Address<B::Message> {
        match self.placement {
            Placement::Free => self.system.spawn(Host(behaviour)),
            Placement::Apart { .. } => self.system.spawn_with(Host(behaviour), pinned_to(worker)),
        }
    }

    fn send<B: Behaviour<Self>>(&self, to: &Address<B::Message>, message: B::Message) {
        to.send(message);
    }
}

/// Workers stay awake for a while by themselves; only where an actor lives has to be set.
fn pinned_to<A>(worker: usize) -> SpawnOptions<A> {
    SpawnOptions::new().on_worker(worker)
}

/// A behaviour as an actor.
pub struct Host<B>(B);

impl<B: Behaviour<Agon>> Actor for Host<B> {
    type Message = B::Message;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.0.started(ctx);
    }

    fn handle(&mut self, message: B::Message, ctx: &mut Context<'_, Self>) {
        self.0.handle(message, ctx);
    }
}

impl<B: Behaviour<Agon>> Scope<Agon> for Context<'_, Host<B>> {
    fn send<C: Behaviour<Agon>>(&mut self, to: &Address<C::Message>, message: C::Message) {
        Context::send(self, to, message);
    }

    fn spawn<C: Behaviour<Agon>>(&mut self, behaviour: C) -> Address<C::Message> {
        Context::spawn(self, Host(behaviour))
    }
}
