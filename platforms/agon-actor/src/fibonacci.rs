//! fibonacci: clients ask one server for Fibonacci numbers and report to a manager how long each answer took.

use std::convert::Infallible;
use std::mem;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Reply, System};
use agon_platform::fibonacci::{Fibonacci, Point, Sliced, fib};
use agon_platform::{Arguments, Failure, Iteration, Work};

use crate::FOREVER;

#[derive(Clone, Copy)]
enum Variant {
    Subactors,
    Unsliced,
    Functions,
}

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let variants =
        [("subactors", Variant::Subactors), ("unsliced", Variant::Unsliced), ("functions", Variant::Functions)];
    let workload = Fibonacci::take(arguments, &variants)?;
    Ok(Box::new(move |system, index| run(&workload, system, index)))
}
// agon: end

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
            Variant::Subactors => drop(ctx.spawn(InSlices { client, sliced: Sliced::new(n) })),
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
struct InSlices {
    client: Address<ToClient>,
    sliced: Sliced,
}

struct Continue;

impl InSlices {
    fn compute(&mut self, ctx: &mut Context<'_, Self>) {
        if let Some(value) = self.sliced.step() {
            ctx.send(&self.client, ToClient::Answer(value));
            ctx.stop();
        } else {
            ctx.give_way(Continue);
        }
    }
}

impl Actor for InSlices {
    type Message = Continue;

    /// What takes more than one slice lets others go first.
    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        if self.sliced.is_short() { self.compute(ctx) } else { ctx.give_way(Continue) }
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

fn run(workload: &Fibonacci<Variant>, system: &System, index: u64) -> Result<Iteration, Failure> {
    let expected = workload.expected();
    let server = system.spawn(Server(workload.variant));
    let manager = system.spawn(Manager { expected, points: Vec::with_capacity(expected), run: None });
    let clients: Vec<_> = (1..)
        .zip(&workload.requests)
        .map(|(number, requests)| {
            system.spawn(Client { number, requests: requests.clone().into_iter(), asked: None, server, manager })
        })
        .collect();
    let outcome =
        manager.ask(FOREVER, |done| ToManager::Start { clients: clients.clone(), done }).map_err(Failure::work)?;
    clients.iter().for_each(Address::stop);
    server.stop();
    manager.stop();
    workload.finish(index, outcome.elapsed, &outcome.points)
}
