//! An actor with a bounded mailbox that takes a message on request of the test.

use std::sync::mpsc::{Receiver, Sender, channel};

use agon_actor::{Actor, Address, Bound, Context, Mailbox, Overflow, SpawnOptions, System};

use super::PATIENCE;

pub fn bound(capacity: usize, overflow: Overflow) -> Bound {
    Bound::new(capacity, overflow)
}

/// Takes a message on request of the test, and passes it on.
struct Gated {
    go: Receiver<()>,
    taken: Sender<u64>,
}

impl Actor for Gated {
    type Message = u64;

    fn handle(&mut self, message: u64, _: &mut Context<'_, Self>) {
        self.taken.send(message).expect("the test listens");
        let _ = self.go.recv();
    }
}

pub struct GatedEnds {
    pub address: Address<u64>,
    pub mailbox: Mailbox,
    pub go: Sender<()>,
    pub taken: Receiver<u64>,
}

impl GatedEnds {
    pub fn spawn(system: &System, bound: Bound) -> Self {
        let ((go, gone), (took, taken)) = (channel(), channel());
        let address = system.spawn_bounded(Gated { go: gone, taken: took }, SpawnOptions::new(), bound);
        let mailbox = address.mailbox().expect("it has a bound");
        Self { address, mailbox, go, taken }
    }

    /// One that handles message 0: what comes next waits in the mailbox.
    pub fn busy(system: &System, bound: Bound) -> Self {
        let gated = Self::spawn(system, bound);
        gated.address.send_bounded(0).expect("there is capacity");
        assert_eq!(gated.handling(), 0);
        gated
    }

    /// The actor is handling this message.
    pub fn handling(&self) -> u64 {
        self.taken.recv_timeout(PATIENCE).expect("it is handled")
    }
}
