//! actix: actors on arbiters, which are threads that share nothing.

use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use actix::{Actor, Addr, Arbiter, ArbiterHandle, Context, Handler, Message, System};

use super::tokio_workers::stay_awake;
use crate::runtime::{Behaviour, Placement, Runtime, Scope, Setup};

/// actix.
pub struct Actix {
    arbiters: Vec<ArbiterHandle>,
    system: System,
    thread: Option<JoinHandle<()>>,
}

impl Actix {
    /// The arbiter of this number, modulo how many there are.
    pub fn arbiter(&self, worker: usize) -> &ArbiterHandle {
        &self.arbiters[worker % self.arbiters.len()]
    }
}

impl Runtime for Actix {
    type Address<B: Behaviour<Self>> = Addr<Host<B>>;
    type Scope<'a, B: Behaviour<Self>> = Context<Host<B>>;

    /// Actors never leave their arbiter, which suits both placements.
    fn start(Setup { workers, placement }: Setup) -> Self {
        let (started, starting) = mpsc::channel();
        let thread = thread::spawn(move || {
            let runner = System::new();
            runner.block_on(async {
                let arbiters: Vec<_> = (0..workers).map(|_| Arbiter::new().handle()).collect();
                started.send((arbiters, System::current())).expect("start waits for it");
            });
            runner.run().expect("the system ends on request");
        });
        let (arbiters, system) = starting.recv().expect("the system starts");
        if placement == (Placement::Apart { awake: true }) {
            for arbiter in &arbiters {
                assert!(arbiter.spawn(stay_awake()), "the arbiter runs");
            }
        }
        Self { arbiters, system, thread: Some(thread) }
    }

    fn spawn<B: Behaviour<Self>>(&self, worker: usize, behaviour: B) -> Addr<Host<B>> {
        Host::start_in_arbiter(&self.arbiters[worker], |_| Host(behaviour))
    }

    fn send<B: Behaviour<Self>>(&self, to: &Addr<Host<B>>, message: B::Message) {
        to.do_send(Letter(message));
    }
}

impl Drop for Actix {
    fn drop(&mut self) {
        self.system.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A behaviour as an actor.
pub struct Host<B>(B);

impl<B: Behaviour<Actix>> Actor for Host<B> {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Context<Self>) {
        self.0.started(ctx);
    }
}

/// A message as actix wants it.
pub struct Letter<M>(M);

impl<M> Message for Letter<M> {
    type Result = ();
}

impl<B: Behaviour<Actix>> Handler<Letter<B::Message>> for Host<B> {
    type Result = ();

    fn handle(&mut self, Letter(message): Letter<B::Message>, ctx: &mut Context<Self>) {
        self.0.handle(message, ctx);
    }
}

impl<B: Behaviour<Actix>> Scope<Actix> for Context<Host<B>> {
    fn send<C: Behaviour<Actix>>(&mut self, to: &Addr<Host<C>>, message: C::Message) {
        to.do_send(Letter(message));
    }

    fn spawn<C: Behaviour<Actix>>(&mut self, behaviour: C) -> Addr<Host<C>> {
        Host(behaviour).start()
    }
}
