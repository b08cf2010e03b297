//! remote-throughput: strings to an actor of the other node, with a bound on those under way, or each acked.

use std::collections::VecDeque;
use std::sync::mpsc;
use std::time::Instant;

use agon_actor::{Actor, Context};
use agon_link::{AskError, RemoteAddress, RemoteReply};
use agon_platform::nodes::{Ends, report};
use agon_platform::remote::{Line, Tally, sent};
use agon_platform::{Arguments, Failure};
use serde::{Deserialize, Serialize};

use crate::{LONG, Runtime};

const RECEIVER: &str = "receiver";

#[derive(Serialize, Deserialize)]
enum ToReceiver {
    Text(String),
    /// Answered when all that came before has been handled.
    Handled(RemoteReply<()>),
    /// Likewise, and then reported.
    End(RemoteReply<()>),
}

struct Receiver {
    tally: Tally,
    iterations: u64,
}

impl Actor for Receiver {
    type Message = ToReceiver;

    fn handle(&mut self, message: ToReceiver, _: &mut Context<'_, Self>) {
        match message {
            ToReceiver::Text(text) => drop(self.tally.handle(&text)),
            ToReceiver::Handled(reply) => reply.send(()),
            ToReceiver::End(reply) => {
                reply.send(());
                let summary = self.tally.received();
                report(self.iterations, &summary).unwrap_or_else(|failure| panic!("{failure}"));
                self.iterations += 1;
            }
        }
    }
}

pub fn prepare(arguments: &mut Arguments) -> Result<Ends<Runtime>, Failure> {
    let line = Line::take(arguments, "messages")?;
    arguments.take_samples()?;
    let acked = arguments.take_variant(&[("default", false), ("acked", true)])?;
    let texts = line.strings();
    let tally = line.clone();
    Ok(Ends {
        work: Box::new(move |runtime: &Runtime, _| {
            let receiver: RemoteAddress<ToReceiver> = runtime.find(RECEIVER)?;
            let messages: Vec<_> = texts.iter().cloned().map(ToReceiver::Text).collect();
            let begun = Instant::now();
            if acked {
                send_acked(&receiver, messages)?;
            } else {
                send(&receiver, messages, line.under_way() / 2)?;
            }
            receiver.ask(LONG, ToReceiver::End).map_err(Failure::work)?;
            let elapsed = begun.elapsed();
            match runtime.node.counters().dropped {
                0 => Ok(sent(&line, &texts, elapsed)),
                dropped => Err(Failure::work(format!("{dropped} messages were dropped"))),
            }
        }),
        serve: Box::new(move |runtime: &Runtime| {
            let receiver = runtime.system.spawn(Receiver { tally: Tally::new(&tally), iterations: 0 });
            runtime.node.register(RECEIVER, receiver).map(drop).map_err(Failure::work)
        }),
    })
}

/// Each has an outcome: so many may be without one, and the sender waits for room.
fn send_acked(receiver: &RemoteAddress<ToReceiver>, messages: Vec<ToReceiver>) -> Result<(), Failure> {
    let mut messages = messages.into_iter();
    messages.try_for_each(|message| receiver.send_then_within(LONG, message, |_| {}).map_err(Failure::work))
}

/// After each part the receiver is asked for a reply once it has handled the part; two parts are under way.
fn send(receiver: &RemoteAddress<ToReceiver>, messages: Vec<ToReceiver>, part: usize) -> Result<(), Failure> {
    let mut replies: VecDeque<mpsc::Receiver<Result<(), AskError>>> = VecDeque::new();
    let mut messages = messages.into_iter().peekable();
    while messages.peek().is_some() {
        if replies.len() == 2
            && let Some(reply) = replies.pop_front()
        {
            reply.recv().map_err(Failure::work)?.map_err(Failure::work)?;
        }
        for message in messages.by_ref().take(part) {
            receiver.send(message);
        }
        let (answering, reply) = mpsc::channel();
        receiver.ask_then(LONG, ToReceiver::Handled, move |answer| drop(answering.send(answer)));
        replies.push_back(reply);
    }
    Ok(())
}
