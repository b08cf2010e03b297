//! fibonacci: clients ask one server for Fibonacci numbers and report to a manager how long each answer took.

use std::mem;
use std::time::{Duration, Instant};

use ::tokio::runtime::Runtime;
use ::tokio::task;
use agon_platform::fibonacci::{Fibonacci, Point, Sliced, Variant, fib};
use agon_platform::{Arguments, Failure, Work, tokio};
use kameo::Actor;
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};
use kameo::reply::{DelegatedReply, ReplySender};

use crate::actors::{Answer, Later, ask, end, later, send, spawn, started};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let workload = Fibonacci::take(arguments, &Variant::VARIANTS)?;
    Ok(Box::new(move |runtime, index| {
        let outcome = tokio::run(runtime, run(workload.variant, workload.requests.clone()))?;
        workload.finish(index, outcome.elapsed, &outcome.points)
    }))
}
// agon: end

#[derive(Actor)]
struct Server(Variant);

struct Request(u32);

impl Message<Request> for Server {
    type Reply = DelegatedReply<u64>;

    async fn handle(&mut self, Request(n): Request, context: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let (reply, answer) = later(context);
        match self.0 {
            Variant::Functions => answer.send(fib(n)),
            Variant::Subactors => send(&spawn(Calculator), Calculate { n, answer }),
        }
        reply
    }
}

/// Answers one request slice by slice, lets other actors have their turn after each, and ends.
#[derive(Actor)]
struct Calculator;

struct Calculate {
    n: u32,
    answer: ReplySender<u64>,
}

impl Message<Calculate> for Calculator {
    type Reply = ();

    async fn handle(&mut self, Calculate { n, answer }: Calculate, context: &mut Context<Self, ()>) {
        answer.send(in_slices(n).await);
        context.stop();
    }
}

async fn in_slices(n: u32) -> u64 {
    let mut sliced = Sliced::new(n);
    loop {
        if let Some(value) = sliced.step() {
            return value;
        }
        task::yield_now().await;
    }
}

#[derive(Actor)]
struct Client {
    number: usize,
    /// What it asks for, in order.
    requests: Vec<u32>,
    server: ActorRef<Server>,
    manager: ActorRef<Manager>,
}

struct Begin;

impl Message<Begin> for Client {
    type Reply = ();

    async fn handle(&mut self, Begin: Begin, _: &mut Context<Self, ()>) {
        for &n in &self.requests {
            let asked = Instant::now();
            let value = ask(&self.server, Request(n)).await;
            send(&self.manager, Timed(Point { client: self.number, n, value, elapsed: asked.elapsed() }));
        }
    }
}

struct Outcome {
    elapsed: Duration,
    points: Vec<Point>,
}

#[derive(Actor)]
struct Manager {
    /// How many answers there are to come.
    expected: usize,
    points: Vec<Point>,
    run: Option<(Instant, Answer<Outcome>)>,
}

struct Start(Vec<ActorRef<Client>>);

impl Message<Start> for Manager {
    type Reply = Later<Outcome>;

    async fn handle(&mut self, Start(clients): Start, context: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let (reply, done) = later(context);
        self.run = Some((Instant::now(), done));
        for client in clients {
            send(&client, Begin);
        }
        reply
    }
}

struct Timed(Point);

impl Message<Timed> for Manager {
    type Reply = ();

    async fn handle(&mut self, Timed(point): Timed, _: &mut Context<Self, ()>) {
        self.points.push(point);
        if self.points.len() == self.expected
            && let Some((start, done)) = self.run.take()
        {
            done.send(Ok(Outcome { elapsed: start.elapsed(), points: mem::take(&mut self.points) }));
        }
    }
}

async fn run(variant: Variant, lists: Vec<Vec<u32>>) -> Outcome {
    let expected = lists.iter().map(Vec::len).sum();
    let server = spawn(Server(variant));
    let manager = spawn(Manager { expected, points: Vec::with_capacity(expected), run: None });
    let mut clients = Vec::with_capacity(lists.len());
    for (number, requests) in (1..).zip(lists) {
        clients.push(spawn(Client { number, requests, server: server.clone(), manager: manager.clone() }));
    }
    started(&clients).await;
    let outcome = ask(&manager, Start(clients.clone())).await;
    end(&clients).await;
    end(&[server]).await;
    end(&[manager]).await;
    outcome
}
