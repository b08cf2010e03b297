//! remote-throughput: strings to an actor of the other node. Each is acked: so many may be without an outcome, and the
//! sender waits for room.

use std::time::Instant;

use agon_actor::{Actor, Context};
use agon_link::{RemoteAddress, RemoteReply};
use agon_platform::nodes::{Ends, report};
use agon_platform::remote::{Line, Tally, sent};
use agon_platform::{Arguments, Failure};
use serde::{Deserialize, Serialize};

use crate::{LONG, Runtime};

const RECEIVER: &str = "receiver";

#[derive(Serialize, Deserialize)]
enum ToReceiver {
    Text(String),
    /// Answered when all that came before has been handled, and is reported.
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
            ToReceiver::End(reply) => {
                let told = self.tally.received();
                reply.send(());
                report(self.iterations, &told).unwrap_or_else(|failure| panic!("{failure}"));
                self.iterations += 1;
            }
        }
    }
}

pub fn prepare(arguments: &mut Arguments) -> Result<Ends<Runtime>, Failure> {
    let line = Line::take(arguments, "messages")?;
    arguments.take_samples()?;
    let texts = line.strings();
    let tally = line.clone();
    Ok(Ends {
        work: Box::new(move |runtime: &Runtime, _| {
            let receiver: RemoteAddress<ToReceiver> = runtime.find(RECEIVER)?;
            let messages: Vec<_> = texts.iter().cloned().map(ToReceiver::Text).collect();
            let begun = Instant::now();
            for message in messages {
                receiver.send_then_within(LONG, message, |_| {}).map_err(Failure::work)?;
            }
            receiver.ask(LONG, ToReceiver::End).map_err(Failure::work)?;
            Ok(sent(&line, &texts, begun.elapsed()))
        }),
        serve: Box::new(move |runtime: &Runtime| {
            let receiver = runtime.system.spawn(Receiver { tally: Tally::new(&tally), iterations: 0 });
            runtime.node.register(RECEIVER, receiver).map(drop).map_err(Failure::work)
        }),
    })
}
