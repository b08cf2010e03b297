//! The receiver's end.

use std::fmt::Display;
use std::process;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Instant;

use agon_platform::throughput::{Reception, Throughput, unpack};
use zenoh::Wait;
use zenoh::bytes::ZBytes;
use zenoh::pubsub::Publisher;
use zenoh::sample::Sample;

use crate::confirmation::Confirmation;

pub struct Receiver {
    throughput: Arc<Throughput>,
    reception: Reception,
    notifier: Notifier,
    /// Takes all that there is to report, after the last message.
    done: mpsc::Sender<Reception>,
}

/// How the sender gets to know of handlers that have ended.
pub enum Notifier {
    Confirmations(Publisher<'static>),
    Ends(mpsc::Sender<Instant>),
}

impl Receiver {
    pub fn new(throughput: &Arc<Throughput>, notifier: Notifier, done: mpsc::Sender<Reception>) -> Self {
        Self { throughput: Arc::clone(throughput), reception: throughput.reception(), notifier, done }
    }

    pub fn receive(&mut self, sample: &Sample) {
        let Throughput { messages, sprint, .. } = *self.throughput;
        let message = self.reception.received;
        let outcome = self.handle(sample.payload());
        let last = message + 1 == messages;
        if !sprint && self.throughput.timed(message) {
            self.reception.handled.push(Instant::now());
        }
        match &self.notifier {
            Notifier::Confirmations(publisher) => {
                let confirmation = Confirmation { message, through: outcome.is_ok() };
                publisher.put(confirmation).wait().unwrap_or_else(|error| fail(error));
            }
            Notifier::Ends(ends) if sprint || last => ends.send(Instant::now()).unwrap_or_else(|error| fail(error)),
            Notifier::Ends(_) => {}
        }
        if last {
            let reception = std::mem::take(&mut self.reception);
            self.done.send(reception).unwrap_or_else(|error| fail(error));
        }
    }

    /// The receiver's handler.
    fn handle(&mut self, payload: &ZBytes) -> zenoh::Result<()> {
        let through = if self.throughput.msgpack {
            self.reception.handle(unpack(&payload.to_bytes()).unwrap_or_default())
        } else {
            self.reception.handle(&payload.try_to_string().unwrap_or_default())
        };
        if through { Ok(()) } else { Err("by the input, the handler fails at this message".into()) }
    }
}

/// Ends the program: no caller on Zenoh's threads could handle the error.
#[cold]
pub fn fail(error: impl Display) -> ! {
    eprintln!("agon-zenoh: {error}");
    process::exit(1)
}
