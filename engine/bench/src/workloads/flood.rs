//! Many senders flood one receiver, which checks that each sender's messages come in order. One operation is one message.

use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use super::{Cost, Wrong, receive};
use crate::runtime::{Behaviour, Runtime, Scope};

/// How many messages a sender sends before it lets others have their turn.
const BURST: u32 = 100;

/// How many flood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flood {
    /// At least one.
    pub senders: usize,
}

impl Flood {
    /// Sends about `messages` messages, an equal number from each sender.
    pub fn run<R: Runtime>(self, runtime: &R, threads: usize, messages: u64) -> Result<Cost, Wrong> {
        let each = u32::try_from(messages / self.senders as u64).unwrap_or(u32::MAX).max(1);
        let total = u64::from(each) * self.senders as u64;
        let (done, outcome) = channel();
        let seen = vec![0; self.senders];
        let sink = runtime.spawn(threads - 1, Sink { seen, missing: total, disorder: None, begun: None, done });
        let senders = (0..self.senders)
            .map(|number| {
                let source = Source { number: number as u32, sent: 0, each, sink: sink.clone(), me: None };
                runtime.spawn(number * threads / self.senders, source)
            })
            .collect();
        runtime.send(&sink, ToSink::Start(senders));
        let (elapsed, disorder) = receive(&outcome)?;
        match disorder {
            Some(disorder) => Err(Wrong(disorder)),
            None => Ok(Cost::of_time(elapsed, total)),
        }
    }
}

enum ToSource<R: Runtime> {
    Start(R::Address<Source<R>>),
    Continue,
}

struct Source<R: Runtime> {
    number: u32,
    sent: u32,
    each: u32,
    sink: R::Address<Sink>,
    me: Option<R::Address<Source<R>>>,
}

impl<R: Runtime> Behaviour<R> for Source<R> {
    type Message = ToSource<R>;

    fn handle(&mut self, message: ToSource<R>, scope: &mut R::Scope<'_, Self>) {
        if let ToSource::Start(me) = message {
            self.me = Some(me);
        }
        let end = self.each.min(self.sent + BURST);
        while self.sent < end {
            scope.send::<Sink>(&self.sink, ToSink::Drop { from: self.number, number: self.sent });
            self.sent += 1;
        }
        if self.sent < self.each
            && let Some(me) = &self.me
        {
            scope.send::<Self>(me, ToSource::Continue);
        }
    }
}

enum ToSink<R: Runtime> {
    Start(Vec<R::Address<Source<R>>>),
    Drop { from: u32, number: u32 },
}

struct Sink {
    /// How many came from each sender.
    seen: Vec<u32>,
    missing: u64,
    disorder: Option<String>,
    begun: Option<Instant>,
    done: Sender<(Duration, Option<String>)>,
}

impl<R: Runtime> Behaviour<R> for Sink {
    type Message = ToSink<R>;

    #[inline]
    fn handle(&mut self, message: ToSink<R>, scope: &mut R::Scope<'_, Self>) {
        match message {
            ToSink::Drop { from, number } => {
                let expected = &mut self.seen[from as usize];
                if *expected != number {
                    self.disorder = Some(format!("message {number} of sender {from} came instead of {expected}"));
                }
                *expected += 1;
                self.missing -= 1;
                if self.missing == 0 {
                    let elapsed = self.begun.expect("it has started").elapsed();
                    let _ = self.done.send((elapsed, self.disorder.take()));
                }
            }
            ToSink::Start(sources) => {
                self.begun = Some(Instant::now());
                for source in sources {
                    scope.send::<Source<R>>(&source, ToSource::Start(source.clone()));
                }
            }
        }
    }
}
