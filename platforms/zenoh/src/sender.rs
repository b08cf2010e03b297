//! The sender's end.

use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use agon_platform::Failure;
use agon_platform::throughput::{Ends, PAUSE, Throughput, pack};
use zenoh::Wait;
use zenoh::bytes::ZBytes;
use zenoh::handlers::FifoChannelHandler;
use zenoh::pubsub::{Publisher, Subscriber};
use zenoh::sample::Sample;

use crate::confirmation::{Confirmation, MOST};

pub struct Sender {
    throughput: Arc<Throughput>,
    strings: Publisher<'static>,
    notices: Notices,
    sent: u64,
    ends: Ends,
}

/// How the sender gets to know of handlers that have ended.
pub enum Notices {
    /// Of each, by a message.
    Confirmations(Subscriber<FifoChannelHandler<Sample>>),
    /// Without acknowledgements: of each in a sprint, of the last in a stream.
    Ends(mpsc::Receiver<Instant>),
}

impl Sender {
    pub fn new(throughput: &Arc<Throughput>, strings: Publisher<'static>, notices: Notices) -> Self {
        Self { throughput: Arc::clone(throughput), strings, notices, sent: 0, ends: Ends::default() }
    }

    /// Sends all strings, one at a time.
    pub fn sprint(mut self, texts: Vec<String>) -> Result<Ends, Failure> {
        for text in texts {
            self.send(text)?;
            let ended = self.wait()?;
            self.ends.reception.handled.push(ended);
            thread::sleep(PAUSE);
        }
        Ok(self.ends)
    }

    /// Sends all strings as fast as may be.
    pub fn stream(mut self, texts: Vec<String>) -> Result<(Duration, Ends), Failure> {
        let begun = Instant::now();
        for text in texts {
            self.make_room()?;
            self.send(text)?;
        }
        while self.unconfirmed() > 1 {
            self.wait()?;
        }
        let ended = self.wait()?;
        Ok((ended - begun, self.ends))
    }

    fn send(&mut self, text: String) -> Result<(), Failure> {
        if self.throughput.witness {
            self.ends.crc_sent = self.ends.crc_sent.wrapping_add(self.throughput.checksum(&text));
        }
        if self.throughput.timed(self.sent) {
            self.ends.sent.push(Instant::now());
        }
        self.sent += 1;
        let payload = if self.throughput.msgpack { ZBytes::from(pack(&text)) } else { ZBytes::from(text) };
        self.strings.put(payload).wait().map_err(Failure::work)
    }

    /// With acknowledgements, takes the confirmations that are there, and waits for some if too many are missing.
    fn make_room(&mut self) -> Result<(), Failure> {
        while let Notices::Confirmations(confirmations) = &self.notices {
            if let Some(sample) = confirmations.try_recv().map_err(Failure::work)? {
                self.receive(&sample)?;
            } else if self.unconfirmed() < MOST {
                break;
            } else {
                self.wait()?;
            }
        }
        Ok(())
    }

    fn unconfirmed(&self) -> u64 {
        match self.notices {
            Notices::Confirmations(_) => self.sent - self.ends.confirmed - self.ends.unconfirmed.len() as u64,
            Notices::Ends(_) => 0,
        }
    }

    /// Waits until the next handler is known to have ended: now, or when it ended.
    fn wait(&mut self) -> Result<Instant, Failure> {
        match &self.notices {
            Notices::Confirmations(confirmations) => {
                let sample = confirmations.recv().map_err(Failure::work)?;
                self.receive(&sample)?;
                Ok(Instant::now())
            }
            Notices::Ends(ends) => ends.recv().map_err(Failure::work),
        }
    }

    fn receive(&mut self, sample: &Sample) -> Result<(), Failure> {
        let confirmation = Confirmation::try_from(sample.payload())?;
        if confirmation.through {
            self.ends.confirmed += 1;
        } else {
            self.ends.unconfirmed.push(confirmation.message);
        }
        Ok(())
    }
}
