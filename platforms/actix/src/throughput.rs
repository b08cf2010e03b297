//! throughput: strings go from one actor to another, which notifies the sender that there is room for more, or confirms
//! each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::{Actor, ActorContext, Addr, AsyncContext, Context, Handler, Message};
use agon_platform::throughput::{CREDIT, Ends, Form, PAUSE, Reception, Strings, Throughput, UNDER_WAY};
use agon_platform::{Arguments, Failure, Work};
use tokio::sync::oneshot;

use crate::threads::Threads;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    // The arbiter of the receiver; the sender's is the first.
    let variants = [("default", 1), ("local", 0)];
    let (throughput, (), place) = Throughput::take(arguments, &[("inproc", ())], &variants)?;
    let throughput = Arc::new(throughput);
    let strings = throughput.lasting_strings()?;
    Ok(Box::new(move |threads, index| {
        let run = if throughput.msgpack { run::<Vec<u8>> } else { run::<&'static str> };
        let (elapsed, ends) = run(&throughput, &strings, place, threads)?;
        throughput.finish(index, elapsed, &ends)
    }))
}

type Outcome = (Duration, Ends);

struct HandlerFailed;

#[derive(Message)]
#[rtype(result = "()")]
struct Text<F: Form>(F);

/// All has been handled; the sender has measured and counted that much.
#[derive(Message)]
#[rtype(result = "()")]
struct Finish(Duration, Ends, oneshot::Sender<Outcome>);

struct Receiver<F: Form + Unpin> {
    throughput: Arc<Throughput>,
    sender: Addr<Sender<F>>,
    reception: Reception,
}

impl<F: Form + Unpin> Receiver<F> {
    /// What is to be done with a string.
    fn work(&mut self, text: &str) -> Result<(), HandlerFailed> {
        if self.reception.take(text) { Ok(()) } else { Err(HandlerFailed) }
    }
}

impl<F: Form + Unpin> Actor for Receiver<F> {
    type Context = Context<Self>;
}

impl<F: Form + Unpin> Handler<Text<F>> for Receiver<F> {
    type Result = ();

    fn handle(&mut self, Text(text): Text<F>, _: &mut Context<Self>) {
        let outcome = self.work(text.text());
        let Throughput { acks, sprint, messages, .. } = *self.throughput;
        let number = self.reception.received - 1;
        let timed = self.throughput.timed(number);
        if acks {
            if timed && !sprint {
                self.reception.handled.push(Instant::now());
            }
            self.sender.do_send(ToSender::Confirmation(number, outcome));
            return;
        }
        let last = number + 1 == messages;
        if timed || last {
            let now = Instant::now();
            if timed {
                self.reception.handled.push(now);
            }
            if last {
                return self.sender.do_send(ToSender::Ended(now));
            }
        }
        if sprint || (number + 1).is_multiple_of(CREDIT) {
            self.sender.do_send(ToSender::Credit);
        }
    }
}

impl<F: Form + Unpin> Handler<Finish> for Receiver<F> {
    type Result = ();

    fn handle(&mut self, Finish(elapsed, mut ends, done): Finish, ctx: &mut Context<Self>) {
        let of_sender = std::mem::replace(&mut ends.reception, std::mem::take(&mut self.reception));
        // Of a sprint with confirmations the sender has the times.
        if self.throughput.acks && self.throughput.sprint {
            ends.reception.handled = of_sender.handled;
        }
        _ = done.send((elapsed, ends));
        ctx.stop();
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Start<F: Form + Unpin>(Addr<Receiver<F>>, oneshot::Sender<Outcome>);

/// What the receiver sends to the sender.
#[derive(Message)]
#[rtype(result = "()")]
enum ToSender {
    /// There is room for more.
    Credit,
    /// What became of the message of that number.
    Confirmation(u64, Result<(), HandlerFailed>),
    /// The last message has been handled.
    Ended(Instant),
}

/// What the sender knows once it has been started.
struct Begun<F: Form + Unpin> {
    at: Instant,
    receiver: Addr<Receiver<F>>,
    done: oneshot::Sender<Outcome>,
}

struct Sender<F: Form + Unpin> {
    throughput: Arc<Throughput>,
    strings: Strings,
    sent: u64,
    ends: Ends,
    begun: Option<Begun<F>>,
}

impl<F: Form + Unpin> Actor for Sender<F> {
    type Context = Context<Self>;
}

impl<F: Form + Unpin> Sender<F> {
    fn send(&mut self, count: u64) {
        let Some(Begun { receiver, .. }) = &self.begun else { return };
        for text in self.strings.by_ref().take(count as usize) {
            if self.throughput.witness {
                self.ends.crc_sent = self.ends.crc_sent.wrapping_add(self.throughput.checksum(text));
            }
            if self.throughput.timed(self.sent) {
                self.ends.sent.push(Instant::now());
            }
            self.sent += 1;
            receiver.do_send(Text(F::of(text)));
        }
    }

    fn confirmed(&mut self, number: u64, outcome: Result<(), HandlerFailed>, ctx: &mut Context<Self>) {
        if self.throughput.sprint {
            self.ends.reception.handled.push(Instant::now());
        }
        match outcome {
            Ok(()) => self.ends.confirmed += 1,
            Err(HandlerFailed) => self.ends.unconfirmed.push(number),
        }
        if number + 1 == self.throughput.messages {
            self.end(Instant::now(), ctx);
        } else if self.throughput.sprint {
            Self::pause(ctx);
        } else {
            self.send(1);
        }
    }

    fn pause(ctx: &mut Context<Self>) {
        ctx.run_later(PAUSE, |sender, _| sender.send(1));
    }

    fn end(&mut self, at: Instant, ctx: &mut Context<Self>) {
        if let Some(Begun { at: begun, receiver, done }) = self.begun.take() {
            receiver.do_send(Finish(at - begun, std::mem::take(&mut self.ends), done));
        }
        ctx.stop();
    }
}

impl<F: Form + Unpin> Handler<Start<F>> for Sender<F> {
    type Result = ();

    fn handle(&mut self, Start(receiver, done): Start<F>, _: &mut Context<Self>) {
        self.begun = Some(Begun { at: Instant::now(), receiver, done });
        self.send(if self.throughput.sprint { 1 } else { UNDER_WAY });
    }
}

impl<F: Form + Unpin> Handler<ToSender> for Sender<F> {
    type Result = ();

    fn handle(&mut self, message: ToSender, ctx: &mut Context<Self>) {
        match message {
            ToSender::Credit if self.throughput.sprint => Self::pause(ctx),
            ToSender::Credit => self.send(CREDIT),
            ToSender::Confirmation(number, outcome) => self.confirmed(number, outcome, ctx),
            ToSender::Ended(at) => self.end(at, ctx),
        }
    }
}

fn run<F: Form + Unpin>(
    throughput: &Arc<Throughput>,
    strings: &Strings,
    place: usize,
    threads: &Threads,
) -> Result<Outcome, Failure> {
    let sender = threads.spawn(
        0,
        Sender::<F> {
            throughput: Arc::clone(throughput),
            strings: strings.clone(),
            sent: 0,
            ends: Ends::default(),
            begun: None,
        },
    );
    let receiver = threads.spawn(
        place,
        Receiver { throughput: Arc::clone(throughput), sender: sender.clone(), reception: throughput.reception() },
    );
    threads.run(|done| sender.do_send(Start(receiver, done)))
}
