//! Eight threads that are none of the runtime's send to one actor as fast as they can. One operation is one message.
//!
//! Mailboxes are unbounded. The receiver checks the order of each sender's messages.

use std::convert::Infallible;
use std::thread;

use actix::Actor as _;
use agon_actor::{Actor, Context};
use kameo::actor::{ActorRef, Spawn as _};
use kameo::mailbox;
use ractor::{ActorProcessingErr, ActorRuntime};
use tokio::sync::mpsc;

use crate::ordinary::answers::InOrder;
use crate::ordinary::hosts;
use crate::ordinary::line::Program::Runs;
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::workloads::receive;

/// The line.
pub static LINE: Line = Line {
    id: "fan-in",
    part: "fan-in",
    title: "eight outside threads send to one actor",
    per: "message",
    counts: Counts { full: 800_000, brief: 200_000, check: 800 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(tokio),
        actix: Runs(actix),
        ractor: Runs(ractor),
        kameo: Runs(kameo),
    },
};

const THREADS: usize = 8;

/// A thread's name and number of the message.
struct Letter {
    from: usize,
    number: u64,
}

/// Has the threads send; each goes on counting where it has stopped in the last iteration.
struct Senders {
    each: u64,
    sent: u64,
}

impl Senders {
    fn new(count: u64) -> Self {
        Self { each: count / THREADS as u64, sent: 0 }
    }

    fn run(&mut self, send: impl Fn(Letter) + Sync) {
        let numbers = self.sent..self.sent + self.each;
        self.sent = numbers.end;
        thread::scope(|scope| {
            for from in 0..THREADS {
                let (send, numbers) = (&send, numbers.clone());
                scope.spawn(move || numbers.for_each(|number| send(Letter { from, number })));
            }
        });
    }
}

/// The actor of everybody.
struct Receiver(InOrder);

impl Receiver {
    fn receive(&mut self, Letter { from, number }: Letter) {
        self.0.see(from, number);
    }
}

// --- agon-actor ------------------------------------------------------------------------------------------------------

fn agon(Scale { workers, count }: Scale) -> Iteration {
    let system = hosts::agon(workers);
    let (order, outcome) = InOrder::new(THREADS, 0, count);
    let receiver = system.spawn(Receiver(order));
    let mut senders = Senders::new(count);
    Box::new(move || {
        let _running = &system;
        senders.run(|letter| receiver.send(letter));
        receive(&outcome)?
    })
}

impl Actor for Receiver {
    type Message = Letter;

    fn handle(&mut self, letter: Letter, _: &mut Context<'_, Self>) {
        self.receive(letter);
    }
}

// --- tokio -----------------------------------------------------------------------------------------------------------

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (order, outcome) = InOrder::new(THREADS, 0, count);
    let (address, mut mailbox) = mpsc::unbounded_channel();
    let mut receiver = Receiver(order);
    runtime.spawn(async move {
        while let Some(letter) = mailbox.recv().await {
            receiver.receive(letter);
        }
    });
    let mut senders = Senders::new(count);
    Box::new(move || {
        let _running = &runtime;
        senders.run(|letter| {
            let _ = address.send(letter);
        });
        receive(&outcome)?
    })
}

// --- actix -----------------------------------------------------------------------------------------------------------

fn actix(Scale { workers, count }: Scale) -> Iteration {
    let actix = hosts::actix(workers);
    let (order, outcome) = InOrder::new(THREADS, 0, count);
    let receiver = ActixReceiver::start_in_arbiter(actix.arbiter(0), |_| ActixReceiver(Receiver(order)));
    let mut senders = Senders::new(count);
    Box::new(move || {
        let _running = &actix;
        senders.run(|letter| receiver.do_send(letter));
        receive(&outcome)?
    })
}

struct ActixReceiver(Receiver);

impl actix::Message for Letter {
    type Result = ();
}

impl actix::Actor for ActixReceiver {
    type Context = actix::Context<Self>;
}

impl actix::Handler<Letter> for ActixReceiver {
    type Result = ();

    fn handle(&mut self, letter: Letter, _: &mut actix::Context<Self>) {
        self.0.receive(letter);
    }
}

// --- ractor ----------------------------------------------------------------------------------------------------------

fn ractor(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (order, outcome) = InOrder::new(THREADS, 0, count);
    let spawn = || ActorRuntime::spawn_instant(None, RactorReceiver, Receiver(order)).expect("it has no name to clash");
    let receiver = runtime.block_on(async { spawn().0 });
    let mut senders = Senders::new(count);
    Box::new(move || {
        let _running = &runtime;
        senders.run(|letter| {
            let _ = receiver.send_message(letter);
        });
        receive(&outcome)?
    })
}

struct RactorReceiver;

impl ractor::Actor for RactorReceiver {
    type Msg = Letter;
    type State = Receiver;
    type Arguments = Receiver;

    async fn pre_start(&self, _: ractor::ActorRef<Letter>, receiver: Receiver) -> Result<Receiver, ActorProcessingErr> {
        Ok(receiver)
    }

    async fn handle(
        &self,
        _: ractor::ActorRef<Letter>,
        letter: Letter,
        receiver: &mut Receiver,
    ) -> Result<(), ActorProcessingErr> {
        receiver.receive(letter);
        Ok(())
    }
}

// --- kameo -----------------------------------------------------------------------------------------------------------

fn kameo(Scale { workers, count }: Scale) -> Iteration {
    let runtime = hosts::tokio(workers);
    let (order, outcome) = InOrder::new(THREADS, 0, count);
    let spawn = || KameoReceiver::spawn_with_mailbox(KameoReceiver(Receiver(order)), mailbox::unbounded());
    let receiver = runtime.block_on(async { spawn() });
    let mut senders = Senders::new(count);
    Box::new(move || {
        let _running = &runtime;
        senders.run(|letter| {
            let _ = receiver.tell(letter).try_send();
        });
        receive(&outcome)?
    })
}

struct KameoReceiver(Receiver);

impl kameo::Actor for KameoReceiver {
    type Args = Self;
    type Error = Infallible;

    async fn on_start(receiver: Self, _: ActorRef<Self>) -> Result<Self, Infallible> {
        Ok(receiver)
    }
}

impl kameo::message::Message<Letter> for KameoReceiver {
    type Reply = ();

    async fn handle(&mut self, letter: Letter, _: &mut kameo::message::Context<Self, ()>) {
        self.0.receive(letter);
    }
}
