//! throughput: strings go from one task to another over a channel; the receiver notifies the sender that there is room for
//! more, or confirms each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use ::tokio::{task, time};
use agon_platform::throughput::{CREDIT, Ends, Form, PAUSE, Reception, Strings, Throughput, UNDER_WAY};
use agon_platform::{Arguments, Failure, Work, tokio};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    // Both variants do the same; they differ in the runtime that `tokio::start` builds.
    let variants = [("default", ()), (tokio::LOCAL, ())];
    let (throughput, (), ()) = Throughput::take(arguments, &[("inproc", ())], &variants)?;
    let throughput = Arc::new(throughput);
    let strings = throughput.lasting_strings()?;
    Ok(Box::new(move |runtime, index| {
        let (throughput, strings) = (Arc::clone(&throughput), strings.clone());
        let (elapsed, ends) = if throughput.msgpack {
            tokio::run(runtime, run::<Vec<u8>>(Arc::clone(&throughput), strings))?
        } else {
            tokio::run(runtime, run::<&'static str>(Arc::clone(&throughput), strings))?
        };
        throughput.finish(index, elapsed, &ends)
    }))
}

/// What the receiver sends to the sender.
enum ToSender {
    /// There is room for more.
    Credit,
    /// What became of the message of that number.
    Confirmation(u64, Result<(), HandlerFailed>),
    /// The last message has been handled.
    Ended(Instant),
}

struct HandlerFailed;

/// The receiver's handler.
fn handle(reception: &mut Reception, text: &str) -> Result<(), HandlerFailed> {
    if reception.take(text) { Ok(()) } else { Err(HandlerFailed) }
}

async fn receive<F: Form>(
    throughput: Arc<Throughput>,
    mut inbox: UnboundedReceiver<F>,
    sender: UnboundedSender<ToSender>,
) -> Reception {
    let Throughput { acks, sprint, messages, .. } = *throughput;
    let notify = |message| sender.send(message).expect("the sender listens");
    let mut reception = throughput.reception();
    let mut waiting = Vec::with_capacity(CREDIT as usize);
    while inbox.recv_many(&mut waiting, CREDIT as usize).await > 0 {
        for text in waiting.drain(..) {
            let outcome = handle(&mut reception, text.text());
            let number = reception.received - 1;
            let timed = throughput.timed(number);
            if acks {
                if timed && !sprint {
                    reception.handled.push(Instant::now());
                }
                notify(ToSender::Confirmation(number, outcome));
            } else {
                let last = number + 1 == messages;
                if timed || last {
                    let now = Instant::now();
                    if timed {
                        reception.handled.push(now);
                    }
                    if last {
                        notify(ToSender::Ended(now));
                    }
                }
                if !last && (sprint || (number + 1).is_multiple_of(CREDIT)) {
                    notify(ToSender::Credit);
                }
            }
        }
    }
    reception
}

/// The sender's end.
struct Sender<F> {
    throughput: Arc<Throughput>,
    strings: Strings,
    receiver: UnboundedSender<F>,
    replies: UnboundedReceiver<ToSender>,
    sent: u64,
    ends: Ends,
}

impl<F: Form> Sender<F> {
    fn send(&mut self, count: u64) {
        for text in self.strings.by_ref().take(count as usize) {
            if self.throughput.witness {
                self.ends.crc_sent = self.ends.crc_sent.wrapping_add(self.throughput.checksum(text));
            }
            if self.throughput.timed(self.sent) {
                self.ends.sent.push(Instant::now());
            }
            self.sent += 1;
            self.receiver.send(F::of(text)).expect("the receiver listens");
        }
    }

    /// Sends all; returns when the last message ended.
    async fn run(&mut self) -> Instant {
        let Throughput { sprint, messages, .. } = *self.throughput;
        self.send(if sprint { 1 } else { UNDER_WAY });
        loop {
            match self.replies.recv().await.expect("the receiver lives") {
                ToSender::Ended(at) => return at,
                ToSender::Credit if sprint => self.pause().await,
                ToSender::Credit => self.send(CREDIT),
                ToSender::Confirmation(number, outcome) => {
                    if sprint {
                        self.ends.reception.handled.push(Instant::now());
                    }
                    match outcome {
                        Ok(()) => self.ends.confirmed += 1,
                        Err(HandlerFailed) => self.ends.unconfirmed.push(number),
                    }
                    if number + 1 == messages {
                        return Instant::now();
                    }
                    if sprint {
                        self.pause().await;
                    } else {
                        self.send(1);
                    }
                }
            }
        }
    }

    async fn pause(&mut self) {
        time::sleep(PAUSE).await;
        self.send(1);
    }
}

async fn run<F: Form>(throughput: Arc<Throughput>, strings: Strings) -> (Duration, Ends) {
    let (receiver, inbox) = mpsc::unbounded_channel();
    let (reply, replies) = mpsc::unbounded_channel();
    let reception = task::spawn(receive::<F>(Arc::clone(&throughput), inbox, reply));
    let mut sender =
        Sender { throughput: Arc::clone(&throughput), strings, receiver, replies, sent: 0, ends: Ends::default() };
    let begun = Instant::now();
    let ended = sender.run().await;
    let Sender { receiver, mut ends, .. } = sender;
    drop(receiver); // nothing more comes
    let reception = reception.await.expect("the receiver ends");
    let of_sender = std::mem::replace(&mut ends.reception, reception);
    // Of a sprint with confirmations the sender has the times.
    if throughput.acks && throughput.sprint {
        ends.reception.handled = of_sender.handled;
    }
    (ended - begun, ends)
}
