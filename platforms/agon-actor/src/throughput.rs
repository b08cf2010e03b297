//! throughput: strings move from one actor to another, which tells the sender that there is room for more; with
//! acknowledgements the engine confirms each.

use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Delivery, OnPanic, Reply, SpawnOptions, System};
use agon_platform::throughput::{Ends, PAUSE, Reception, Throughput, pack, unpack};
use agon_platform::{Arguments, Failure, Work};

use crate::FOREVER;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let (throughput, ()) = Throughput::take(arguments, &[("inproc", ())])?;
    let throughput = Arc::new(throughput);
    Ok(Box::new(move |system, index| {
        let (elapsed, ends) = run(&throughput, system)?;
        throughput.finish(index, elapsed, &ends)
    }))
}

/// The receiver tells the sender when it has handled so many: at most twice as many are under way.
const WINDOW: u64 = 64;

enum ToReceiver {
    Text(String),
    Packed(Vec<u8>),
    /// All has been handled.
    Finish(Box<(Duration, Ends, Reply<Outcome>)>),
}

type Outcome = (Duration, Ends);

struct Receiver {
    throughput: Arc<Throughput>,
    sender: Address<ToSender>,
    reception: Reception,
    /// Where the next receiver finds what this one has received.
    legacy: Legacy,
}

type Legacy = Arc<Mutex<Reception>>;

impl Receiver {
    fn heir(throughput: &Arc<Throughput>, sender: Address<ToSender>, legacy: &Legacy) -> Self {
        let reception = std::mem::take(&mut *legacy.lock().unwrap_or_else(PoisonError::into_inner));
        Self { throughput: Arc::clone(throughput), sender, reception, legacy: Arc::clone(legacy) }
    }

    /// What comes after the handler, which got through or not.
    #[inline]
    fn handled(&mut self, through: bool, ctx: &mut Context<'_, Self>) {
        let throughput = &*self.throughput;
        let received = self.reception.received;
        let timed = throughput.timed(received - 1);
        if throughput.acks {
            if timed && !throughput.sprint {
                self.reception.handled.push(Instant::now());
            }
            if !through {
                self.fail();
            }
        } else if timed || received.is_multiple_of(WINDOW) || received == throughput.messages {
            let now = Instant::now();
            if timed {
                self.reception.handled.push(now);
            }
            if received == throughput.messages {
                ctx.send(&self.sender, ToSender::Ended(now));
            } else if throughput.sprint || received.is_multiple_of(WINDOW) {
                ctx.send(&self.sender, ToSender::Room);
            }
        }
    }

    /// The handler panics, quietly; its actor is made anew.
    #[cold]
    fn fail(&mut self) -> ! {
        *self.legacy.lock().unwrap_or_else(PoisonError::into_inner) = std::mem::take(&mut self.reception);
        resume_unwind(Box::new("the input says that the handler fails at this message"))
    }
}

impl Actor for Receiver {
    type Message = ToReceiver;

    fn handle(&mut self, message: ToReceiver, ctx: &mut Context<'_, Self>) {
        match message {
            ToReceiver::Text(text) => {
                let through = self.reception.handle(&text);
                self.reception.kept.push(text);
                self.handled(through, ctx);
            }
            ToReceiver::Packed(packed) => {
                let through = self.reception.handle(unpack(&packed).unwrap_or_default());
                self.handled(through, ctx);
            }
            ToReceiver::Finish(end) => {
                let (elapsed, mut ends, done) = *end;
                // Of a sprint with confirmations the sender has the times.
                let handled = std::mem::take(&mut ends.reception.handled);
                ends.reception = std::mem::take(&mut self.reception);
                if self.throughput.acks && self.throughput.sprint {
                    ends.reception.handled = handled;
                }
                done.send((elapsed, ends));
                ctx.stop();
            }
        }
    }
}

enum ToSender {
    Start(Address<ToReceiver>, Reply<Outcome>),
    /// There is room for more.
    Room,
    /// A pause is over.
    Send,
    /// What became of a message.
    Told(u64, Delivery),
    /// The last message has been handled.
    Ended(Instant),
}

struct Sender {
    throughput: Arc<Throughput>,
    strings: std::vec::IntoIter<String>,
    receiver: Option<Address<ToReceiver>>,
    done: Option<Reply<Outcome>>,
    begun: Instant,
    sent: u64,
    ends: Ends,
}

impl Sender {
    #[inline]
    fn send(&mut self, count: u64, ctx: &mut Context<'_, Self>) {
        let Some(receiver) = self.receiver else { return };
        for _ in 0..count {
            let Some(text) = self.strings.next() else { return };
            let number = self.sent;
            self.sent += 1;
            if self.throughput.witness {
                self.ends.crc_sent = self.ends.crc_sent.wrapping_add(self.throughput.checksum(&text));
            }
            if self.throughput.timed(number) {
                self.ends.sent.push(Instant::now());
            }
            let message =
                if self.throughput.msgpack { ToReceiver::Packed(pack(&text)) } else { ToReceiver::Text(text) };
            if self.throughput.acks {
                ctx.send_confirmed(&receiver, message, move |delivery| ToSender::Told(number, delivery));
            } else {
                ctx.send(&receiver, message);
            }
        }
    }

    fn told(&mut self, number: u64, delivery: Delivery, ctx: &mut Context<'_, Self>) {
        let sprint = self.throughput.sprint;
        if sprint {
            self.ends.reception.handled.push(Instant::now());
        }
        if delivery == Delivery::Handled {
            self.ends.confirmed += 1;
        } else {
            self.ends.unconfirmed.push(number);
        }
        if number + 1 == self.throughput.messages {
            self.end(Instant::now(), ctx);
        } else if sprint {
            self.pause(ctx);
        } else {
            self.send(1, ctx);
        }
    }

    fn pause(&self, ctx: &mut Context<'_, Self>) {
        let me = ctx.address();
        ctx.send_after(PAUSE, &me, ToSender::Send);
    }

    fn end(&mut self, at: Instant, ctx: &mut Context<'_, Self>) {
        if let (Some(receiver), Some(done)) = (self.receiver, self.done.take()) {
            let end = (at - self.begun, std::mem::take(&mut self.ends), done);
            ctx.send(&receiver, ToReceiver::Finish(Box::new(end)));
        }
        ctx.stop();
    }
}

impl Actor for Sender {
    type Message = ToSender;

    fn handle(&mut self, message: ToSender, ctx: &mut Context<'_, Self>) {
        match message {
            ToSender::Room if self.throughput.sprint => self.pause(ctx),
            ToSender::Room => self.send(WINDOW, ctx),
            ToSender::Told(number, delivery) => self.told(number, delivery, ctx),
            ToSender::Send => self.send(1, ctx),
            ToSender::Ended(at) => self.end(at, ctx),
            ToSender::Start(receiver, done) => {
                self.receiver = Some(receiver);
                self.done = Some(done);
                self.begun = Instant::now();
                self.send(if self.throughput.sprint { 1 } else { 2 * WINDOW }, ctx);
            }
        }
    }
}

fn run(throughput: &Arc<Throughput>, system: &System) -> Result<Outcome, Failure> {
    let sender = system.spawn(Sender {
        throughput: Arc::clone(throughput),
        strings: throughput.strings().into_iter(),
        receiver: None,
        done: None,
        begun: Instant::now(),
        sent: 0,
        ends: Ends::default(),
    });
    let legacy = Arc::new(Mutex::new(throughput.reception()));
    let first = Receiver::heir(throughput, sender, &legacy);
    let (throughput, legacy) = (Arc::clone(throughput), Arc::clone(&legacy));
    let heirs = OnPanic::restart(move || Receiver::heir(&throughput, sender, &legacy));
    let receiver = system.spawn_with(first, SpawnOptions::new().on_panic(heirs));
    sender.ask(FOREVER, |done| ToSender::Start(receiver, done)).map_err(Failure::work)
}
