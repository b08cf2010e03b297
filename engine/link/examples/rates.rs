//! How fast messages go from one process to another on this machine: `cargo run --release --example rates [BYTES] [MESSAGES]`.
//!
//! It starts itself a second time, as the other process.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use agon_actor::{Actor, Context, System};
use agon_link::{Node, RemoteAddress, RemoteReceipt, RemoteReply};
use serde::{Deserialize, Serialize};

const WITHIN: Duration = Duration::from_secs(60);

struct Sink(u64);

#[derive(Serialize, Deserialize)]
enum ToSink {
    Bytes(String),
    /// How many have come.
    Count(RemoteReply<u64>),
}

impl Actor for Sink {
    type Message = ToSink;

    fn handle(&mut self, message: ToSink, _: &mut Context<'_, Self>) {
        match message {
            ToSink::Bytes(_) => self.0 += 1,
            ToSink::Count(reply) => reply.send(self.0),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next();
    if first.as_deref() == Some("serve") {
        return serve();
    }
    let bytes = first.map_or(Ok(16), |text| text.parse())?;
    let messages: u64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let (_server, endpoint) = server()?;
    let node = Node::builder("client").cluster("rates").connect(endpoint).join()?;
    let sink: RemoteAddress<ToSink> = node.find_within(WITHIN, "sink")?.ok_or("no node serves it")?;

    let mut trips: Vec<_> = (0..5000)
        .map(|_| {
            let begun = Instant::now();
            sink.ask(WITHIN, ToSink::Count).map(|_| begun.elapsed())
        })
        .collect::<Result<_, _>>()?;
    trips.sort();
    println!("ask: p50 {:?}, p99 {:?}", trips[trips.len() / 2], trips[trips.len() * 99 / 100]);

    let text = "x".repeat(bytes);
    let begun = Instant::now();
    let mut receipts = std::collections::VecDeque::<RemoteReceipt>::new();
    for _ in 0..messages {
        receipts.push_back(sink.send_confirmed_within(WITHIN, ToSink::Bytes(text.clone()))?);
        while receipts.front().is_some_and(|receipt| receipt.outcome().is_some()) {
            receipts.pop_front();
        }
    }
    for receipt in receipts {
        receipt.wait(WITHIN).ok_or("no outcome")?;
    }
    report("acked", messages, bytes, begun.elapsed());

    let before = sink.ask(WITHIN, ToSink::Count)?;
    let begun = Instant::now();
    for number in 0..messages {
        sink.send(ToSink::Bytes(text.clone()));
        if number % 65_536 == 65_535 {
            sink.ask(WITHIN, ToSink::Count)?; // lets the queue to the node run empty
        }
    }
    let handled = sink.ask(WITHIN, ToSink::Count)? - before;
    report("unacked", handled, bytes, begun.elapsed());
    if handled < messages {
        println!("{} were dropped: {:?}", messages - handled, node.counters());
    }
    Ok(())
}

fn report(what: &str, messages: u64, bytes: usize, elapsed: Duration) {
    println!("{what}: {:.0} messages of {bytes} bytes a second", messages as f64 / elapsed.as_secs_f64());
}

fn serve() -> Result<(), Box<dyn Error>> {
    let system = System::builder().threads(1).build()?;
    let node = Node::builder("server").cluster("rates").join()?;
    node.register("sink", system.spawn(Sink(0)))?;
    println!("{}", node.endpoints()[0]);
    std::io::stdin().lines().for_each(drop); // until the other process is gone
    Ok(())
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn server() -> Result<(Server, String), Box<dyn Error>> {
    let mut child =
        Command::new(std::env::current_exe()?).arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut endpoint = String::new();
    BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut endpoint)?;
    Ok((Server(child), endpoint.trim().to_owned()))
}
