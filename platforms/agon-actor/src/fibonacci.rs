//! fibonacci: clients ask one server for Fibonacci numbers and tell a manager how long each answer took.

use std::convert::Infallible;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::mem;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Reply, System};
use serde_json::json;

use crate::harness::{Arguments, FOREVER, Failure, Iteration, Workload};

/// The largest n whose Fibonacci number fits into 64 bits.
const LARGEST: u32 = 93;

struct Fibonacci {
    /// What each client asks for, in order.
    requests: Vec<Vec<u32>>,
    variant: Variant,
    points: PathBuf,
}

#[derive(Clone, Copy)]
enum Variant {
    Subactors,
    Unsliced,
    Functions,
}

pub fn prepare(arguments: &mut Arguments) -> Result<Box<dyn Workload>, Failure> {
    let clients = arguments.take_at_least("clients", 1_usize)?;
    let requests = arguments.take_at_least("requests", 1_usize)?;
    let max_n = arguments.take("max_n")?;
    if max_n > LARGEST {
        return Err(Failure::usage(format!("max_n={max_n}: at most {LARGEST} fits into 64 bits")));
    }
    let variant = arguments.take_variant(&[
        ("subactors", Variant::Subactors),
        ("unsliced", Variant::Unsliced),
        ("functions", Variant::Functions),
    ])?;
    arguments.take_witness()?; // each answer is its own witness
    let points = arguments.take_samples()?.join("points.csv");
    let input: String = arguments.take("input")?;
    let text = fs::read_to_string(&input).map_err(|error| Failure::usage(format!("input={input}: {error}")))?;
    let requests =
        parse(&text, clients, requests, max_n).map_err(|error| Failure::usage(format!("input={input}: {error}")))?;
    Ok(Box::new(Fibonacci { requests, variant, points }))
}

fn parse(text: &str, clients: usize, requests: usize, max_n: u32) -> Result<Vec<Vec<u32>>, String> {
    let numbers = |line: &str| line.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>();
    let lists = text.lines().map(numbers).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    if lists.len() != clients {
        return Err(format!("{} lines for {clients} clients", lists.len()));
    }
    for (list, client) in lists.iter().zip(1..) {
        if list.len() != requests {
            return Err(format!("line {client} holds {} numbers, not {requests}", list.len()));
        }
        if let Some(n) = list.iter().find(|&&n| n > max_n) {
            return Err(format!("line {client} holds {n}, which is more than max_n={max_n}"));
        }
    }
    Ok(lists)
}

fn fib(n: u32) -> u64 {
    if n < 2 { u64::from(n) } else { fib(n - 1) + fib(n - 2) }
}

struct Request {
    n: u32,
    client: Address<ToClient>,
}

struct Server(Variant);

impl Actor for Server {
    type Message = Request;

    fn handle(&mut self, Request { n, client }: Request, ctx: &mut Context<'_, Self>) {
        match self.0 {
            Variant::Functions => ctx.send(&client, ToClient::Answer(fib(n))),
            Variant::Subactors => drop(ctx.spawn(Sliced { client, pending: vec![n], sum: 0 })),
            Variant::Unsliced => drop(ctx.spawn(Whole { client, n })),
        }
    }
}

/// Answers one request in one go.
struct Whole {
    client: Address<ToClient>,
    n: u32,
}

impl Actor for Whole {
    type Message = Infallible;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.client, ToClient::Answer(fib(self.n)));
        ctx.stop();
    }

    fn handle(&mut self, message: Infallible, _: &mut Context<'_, Self>) {
        match message {}
    }
}

/// Answers one request slice by slice, and lets other actors have their turn after each.
///
/// This is the same recursion, every call of it: only, the calls above `SLICE` wait on a stack of the actor's own, so that
/// the handler can return in between.
struct Sliced {
    client: Address<ToClient>,
    pending: Vec<u32>,
    sum: u64,
}

/// The largest n computed without a pause: some ten microseconds.
const SLICE: u32 = 18;

struct Continue;

impl Sliced {
    fn compute(&mut self, ctx: &mut Context<'_, Self>) {
        while let Some(n) = self.pending.pop() {
            if n > SLICE {
                self.pending.extend([n - 2, n - 1]);
            } else {
                self.sum += fib(n);
                break;
            }
        }
        if self.pending.is_empty() {
            ctx.send(&self.client, ToClient::Answer(self.sum));
            ctx.stop();
        } else {
            let me = ctx.address();
            ctx.send(&me, Continue);
        }
    }
}

impl Actor for Sliced {
    type Message = Continue;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.compute(ctx);
    }

    fn handle(&mut self, Continue: Continue, ctx: &mut Context<'_, Self>) {
        self.compute(ctx);
    }
}

enum ToClient {
    Start,
    Answer(u64),
}

struct Client {
    number: usize,
    requests: std::vec::IntoIter<u32>,
    asked: Option<(u32, Instant)>,
    server: Address<Request>,
    manager: Address<ToManager>,
}

impl Actor for Client {
    type Message = ToClient;

    fn handle(&mut self, message: ToClient, ctx: &mut Context<'_, Self>) {
        if let (ToClient::Answer(value), Some((n, asked))) = (message, self.asked.take()) {
            let point = Point { client: self.number, n, value, elapsed: asked.elapsed() };
            ctx.send(&self.manager, ToManager::Point(point));
        }
        if let Some(n) = self.requests.next() {
            let client = ctx.address();
            self.asked = Some((n, Instant::now()));
            ctx.send(&self.server, Request { n, client });
        }
    }
}

/// One answer, as the manager hears of it.
struct Point {
    client: usize,
    n: u32,
    value: u64,
    elapsed: Duration,
}

struct Outcome {
    elapsed: Duration,
    points: Vec<Point>,
}

enum ToManager {
    Start { clients: Vec<Address<ToClient>>, done: Reply<Outcome> },
    Point(Point),
}

struct Manager {
    expected: usize,
    points: Vec<Point>,
    run: Option<(Instant, Reply<Outcome>)>,
}

impl Actor for Manager {
    type Message = ToManager;

    fn handle(&mut self, message: ToManager, ctx: &mut Context<'_, Self>) {
        match message {
            ToManager::Start { clients, done } => {
                self.run = Some((Instant::now(), done));
                for client in &clients {
                    ctx.send(client, ToClient::Start);
                }
            }
            ToManager::Point(point) => {
                self.points.push(point);
                if self.points.len() == self.expected
                    && let Some((start, done)) = self.run.take()
                {
                    done.send(Outcome { elapsed: start.elapsed(), points: mem::take(&mut self.points) });
                }
            }
        }
    }
}

impl Fibonacci {
    /// Adds one iteration's answers to the file; the first iteration begins it.
    fn write(&self, iteration: u64, points: &[Point]) -> io::Result<()> {
        let mut file = if iteration == 0 {
            let mut file = BufWriter::new(File::create(&self.points)?);
            writeln!(file, "iteration,client,n,value,ns")?;
            file
        } else {
            BufWriter::new(File::options().append(true).open(&self.points)?)
        };
        for Point { client, n, value, elapsed } in points {
            writeln!(file, "{iteration},{client},{n},{value},{}", elapsed.as_nanos())?;
        }
        file.flush()
    }
}

impl Workload for Fibonacci {
    fn iterate(&self, system: &System, index: u64) -> Result<Iteration, Failure> {
        let expected = self.requests.iter().map(Vec::len).sum();
        let server = system.spawn(Server(self.variant));
        let manager = system.spawn(Manager { expected, points: Vec::with_capacity(expected), run: None });
        let clients: Vec<_> = (1..)
            .zip(&self.requests)
            .map(|(number, requests)| {
                system.spawn(Client {
                    number,
                    requests: requests.clone().into_iter(),
                    asked: None,
                    server: server.clone(),
                    manager: manager.clone(),
                })
            })
            .collect();
        let outcome = manager.ask(FOREVER, |done| ToManager::Start { clients: clients.clone(), done })?;
        clients.iter().for_each(Address::stop);
        server.stop();
        manager.stop();
        let cannot_write = |error| Failure::work(format!("{}: {error}", self.points.display()));
        self.write(index, &outcome.points).map_err(cannot_write)?;
        Ok(Iteration { elapsed: outcome.elapsed, report: json!({"answers": outcome.points.len()}) })
    }
}
