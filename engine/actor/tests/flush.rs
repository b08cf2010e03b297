//! What an actor has let go of comes before what others send because of what it does next.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use agon_actor::{Actor, Address, Context, Reply, SpawnOptions};
use common::{PATIENCE, compute, system};

/// So long a handler goes on behind what it has sent: longer than it takes others to see what it has done.
const BUSY: Duration = Duration::from_millis(3);

struct Receiver(Vec<&'static str>);

enum ToReceiver {
    From(&'static str),
    All(Reply<Vec<&'static str>>),
}

impl Actor for Receiver {
    type Message = ToReceiver;

    fn handle(&mut self, message: ToReceiver, _: &mut Context<'_, Self>) {
        match message {
            ToReceiver::From(whom) => self.0.push(whom),
            ToReceiver::All(reply) => reply.send(self.0.clone()),
        }
    }
}

struct Sender {
    receiver: Address<ToReceiver>,
    done: Arc<AtomicBool>,
}

impl Actor for Sender {
    type Message = ();

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        ctx.send(&self.receiver, ToReceiver::From("actor"));
        ctx.flush();
        self.done.store(true, Ordering::Release);
        compute(BUSY);
    }
}

#[test]
fn what_others_send_because_of_what_comes_next_comes_behind() {
    let system = system(2);
    for _ in 0..50 {
        let receiver = system.spawn_with(Receiver(Vec::new()), SpawnOptions::new().on_worker(0));
        let done = Arc::new(AtomicBool::new(false));
        let sender = Sender { receiver, done: Arc::clone(&done) };
        system.spawn_with(sender, SpawnOptions::new().on_worker(1)).send(());
        while !done.load(Ordering::Acquire) {
            thread::yield_now();
        }
        receiver.send(ToReceiver::From("outside"));
        let all = receiver.ask(PATIENCE, ToReceiver::All).expect("an answer");
        assert_eq!(all.first(), Some(&"actor"), "{all:?}");
    }
}
