//! throughput: strings go from one actor to another, which notifies the sender that there is room for more; with
//! acknowledgements the engine confirms each.

use std::marker::PhantomData;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Delivery, OnPanic, Reply, SpawnOptions, System};
use agon_platform::throughput::{CREDIT, Ends, Form, PAUSE, Reception, Strings, Throughput, UNDER_WAY};
use agon_platform::{Arguments, Failure, Work};

use crate::FOREVER;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let alone = arguments.peek("threads") == "1";
    let variants = [("across-workers", Placing::Across), ("same-worker", Placing::Same)];
    let (throughput, (), placing) = Throughput::take(arguments, &[("inproc", ())], &variants)?;
    let placing = if alone { Placing::Same } else { placing };
    let throughput = Arc::new(throughput);
    let strings = throughput.lasting_strings()?;
    Ok(Box::new(move |system, index| {
        let run = if throughput.msgpack { run::<Vec<u8>> } else { run::<&'static str> };
        let (elapsed, ends) = run(&throughput, &strings, placing, system)?;
        throughput.finish(index, elapsed, &ends)
    }))
}

/// Where the two actors are.
#[derive(Clone, Copy)]
enum Placing {
    /// Each on a worker of its own, where there are two.
    Across,
    /// Both on one: whom an actor spawns is its neighbour.
    Same,
}

impl Placing {
    /// How one of the two is spawned, the sender 0 or the receiver 1.
    fn of<A: Actor>(self, number: usize) -> SpawnOptions<A> {
        match self {
            Self::Across => SpawnOptions::new().on_worker(number),
            Self::Same => SpawnOptions::new(),
        }
    }
}

enum ToReceiver<F> {
    Text(F),
    /// All has been handled.
    Finish(Box<(Duration, Ends, Reply<Outcome>)>),
}

type Outcome = (Duration, Ends);

struct Receiver<F> {
    throughput: Arc<Throughput>,
    sender: Address<ToSender>,
    reception: Reception,
    /// At so many messages received there is more to do than to handle one.
    notable: u64,
    /// Where the next receiver finds what this one has received.
    legacy: Legacy,
    form: PhantomData<fn(F)>,
}

type Legacy = Arc<Mutex<Reception>>;

impl<F: Form> Receiver<F> {
    fn heir(throughput: &Arc<Throughput>, sender: Address<ToSender>, legacy: &Legacy) -> Self {
        let reception = std::mem::take(&mut *legacy.lock().unwrap_or_else(PoisonError::into_inner));
        let mut heir = Self {
            throughput: Arc::clone(throughput),
            sender,
            reception,
            notable: 0,
            legacy: Arc::clone(legacy),
            form: PhantomData,
        };
        heir.notable = heir.next_notable();
        heir
    }

    fn next_notable(&self) -> u64 {
        let Throughput { sprint, messages, .. } = *self.throughput;
        let received = self.reception.received;
        // Messages that are timed are the first of those for which there is room.
        if sprint {
            received + 1
        } else {
            (received / CREDIT * CREDIT + if received.is_multiple_of(CREDIT) { 1 } else { CREDIT }).min(messages)
        }
    }

    /// Handles a message that has something special about it, or after which there is something to do.
    #[inline(never)]
    fn handle_unusual(&mut self, text: &F, ctx: &mut Context<'_, Self>) {
        let through = self.reception.handle(text.text());
        if !through || self.reception.received == self.notable {
            self.notable = self.next_notable();
            self.handled(through, ctx);
        }
    }

    /// What comes after the handler, which got through or not.
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
        } else if timed || received.is_multiple_of(CREDIT) || received == throughput.messages {
            let now = Instant::now();
            if timed {
                self.reception.handled.push(now);
            }
            if received == throughput.messages {
                ctx.send(&self.sender, ToSender::Ended(now));
            } else if throughput.sprint || received.is_multiple_of(CREDIT) {
                ctx.send(&self.sender, ToSender::Credit);
            }
        }
    }

    #[inline(never)]
    fn finish(&mut self, end: (Duration, Ends, Reply<Outcome>), ctx: &mut Context<'_, Self>) {
        let (elapsed, mut ends, done) = end;
        // Of a sprint with confirmations the sender has the times.
        let handled = std::mem::take(&mut ends.reception.handled);
        ends.reception = std::mem::take(&mut self.reception);
        if self.throughput.acks && self.throughput.sprint {
            ends.reception.handled = handled;
        }
        done.send((elapsed, ends));
        ctx.stop();
    }

    /// The handler panics, quietly; its actor is restarted.
    #[cold]
    fn fail(&mut self) -> ! {
        *self.legacy.lock().unwrap_or_else(PoisonError::into_inner) = std::mem::take(&mut self.reception);
        resume_unwind(Box::new("by the input, the handler fails at this message"))
    }
}

impl<F: Form> Actor for Receiver<F> {
    type Message = ToReceiver<F>;

    fn handle(&mut self, message: ToReceiver<F>, ctx: &mut Context<'_, Self>) {
        match message {
            ToReceiver::Text(text) => {
                if self.reception.received + 1 == self.notable || !self.reception.handle_usual(text.text()) {
                    self.handle_unusual(&text, ctx);
                }
            }
            ToReceiver::Finish(end) => self.finish(*end, ctx),
        }
    }
}

enum ToSender {
    Start(Reply<Outcome>),
    /// There is room for more.
    Credit,
    /// A pause is over.
    Send,
    /// What became of a message.
    Confirmation(u64, Delivery),
    /// The last message has been handled.
    Ended(Instant),
}

struct Sender<F> {
    throughput: Arc<Throughput>,
    strings: Strings,
    placing: Placing,
    receiver: Option<Address<ToReceiver<F>>>,
    done: Option<Reply<Outcome>>,
    begun: Instant,
    sent: u64,
    ends: Ends,
}

impl<F: Form> Sender<F> {
    fn send(&mut self, count: u64, ctx: &mut Context<'_, Self>) {
        let Some(receiver) = self.receiver else { return };
        for _ in 0..count {
            let Some(text) = self.strings.next() else { return };
            let number = self.sent;
            self.sent += 1;
            if self.throughput.witness {
                self.ends.crc_sent = self.ends.crc_sent.wrapping_add(self.throughput.checksum(text));
            }
            if self.throughput.timed(number) {
                self.ends.sent.push(Instant::now());
            }
            let message = ToReceiver::Text(F::of(text));
            if self.throughput.acks {
                ctx.send_confirmed(&receiver, message, move |delivery| ToSender::Confirmation(number, delivery));
            } else {
                ctx.send(&receiver, message);
            }
        }
    }

    fn confirmed(&mut self, number: u64, delivery: Delivery, ctx: &mut Context<'_, Self>) {
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

impl<F: Form> Actor for Sender<F> {
    type Message = ToSender;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let (throughput, sender) = (Arc::clone(&self.throughput), ctx.address());
        let legacy = Arc::new(Mutex::new(throughput.reception()));
        let first = Receiver::heir(&throughput, sender, &legacy);
        let heirs = OnPanic::restart(move || Receiver::heir(&throughput, sender, &legacy));
        self.receiver = Some(ctx.spawn_with(first, self.placing.of(1).on_panic(heirs)));
    }

    fn handle(&mut self, message: ToSender, ctx: &mut Context<'_, Self>) {
        match message {
            ToSender::Credit if self.throughput.sprint => self.pause(ctx),
            ToSender::Credit => self.send(CREDIT, ctx),
            ToSender::Confirmation(number, delivery) => self.confirmed(number, delivery, ctx),
            ToSender::Send => self.send(1, ctx),
            ToSender::Ended(at) => self.end(at, ctx),
            ToSender::Start(done) => {
                self.done = Some(done);
                self.begun = Instant::now();
                self.send(if self.throughput.sprint { 1 } else { UNDER_WAY }, ctx);
            }
        }
    }
}

fn run<F: Form>(
    throughput: &Arc<Throughput>,
    strings: &Strings,
    placing: Placing,
    system: &System,
) -> Result<Outcome, Failure> {
    let sender = Sender::<F> {
        throughput: Arc::clone(throughput),
        strings: strings.clone(),
        placing,
        receiver: None,
        done: None,
        begun: Instant::now(),
        sent: 0,
        ends: Ends::default(),
    };
    let sender = system.spawn_with(sender, placing.of(0));
    sender.ask(FOREVER, ToSender::Start).map_err(Failure::work)
}
