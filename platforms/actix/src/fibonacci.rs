//! fibonacci: clients ask one server for Fibonacci numbers and report to a manager how long each answer took.

use std::mem;
use std::time::{Duration, Instant};

use actix::{
    Actor, ActorContext, ActorFutureExt, Addr, ArbiterHandle, AsyncContext, Context, Handler, Message, WrapFuture,
};
use agon_platform::fibonacci::{Fibonacci, Point, Sliced, Variant, fib};
use agon_platform::{Arguments, Failure, Work};
use tokio::sync::oneshot;
use tokio::task;

use crate::threads::Threads;

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    let workload = Fibonacci::take(arguments, &Variant::VARIANTS)?;
    Ok(Box::new(move |threads, index| {
        let outcome = run(workload.variant, &workload.requests, threads)?;
        workload.finish(index, outcome.elapsed, &outcome.points)
    }))
}
// agon: end

#[derive(Message)]
#[rtype(result = "()")]
struct Request {
    n: u32,
    client: Addr<Client>,
}

struct Server {
    variant: Variant,
    /// Where actors for requests are started, one after the other; the first is the server's own.
    arbiters: Vec<ArbiterHandle>,
    turn: usize,
}

impl Actor for Server {
    type Context = Context<Self>;
}

impl Handler<Request> for Server {
    type Result = ();

    fn handle(&mut self, request: Request, _: &mut Context<Self>) {
        match self.variant {
            Variant::Functions => request.client.do_send(Answer(fib(request.n))),
            Variant::Subactors => {
                self.turn = (self.turn + 1) % self.arbiters.len();
                let calculator = Calculator(request);
                // On its own thread it need not ask the arbiter, which would come after everybody else's slice.
                match self.turn {
                    0 => calculator.start(),
                    turn => Calculator::start_in_arbiter(&self.arbiters[turn], |_| calculator),
                };
            }
        }
    }
}

/// Answers one request slice by slice, and lets other actors have their turn after each.
struct Calculator(Request);

impl Actor for Calculator {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Context<Self>) {
        let answer = in_slices(self.0.n).into_actor(self).map(|value, calculator, ctx| {
            calculator.0.client.do_send(Answer(value));
            ctx.stop();
        });
        ctx.spawn(answer);
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

#[derive(Message)]
#[rtype(result = "()")]
struct Begin;

#[derive(Message)]
#[rtype(result = "()")]
struct Answer(u64);

struct Client {
    number: usize,
    requests: std::vec::IntoIter<u32>,
    asked: Option<(u32, Instant)>,
    server: Addr<Server>,
    manager: Addr<Manager>,
}

impl Actor for Client {
    type Context = Context<Self>;
}

impl Client {
    fn ask(&mut self, ctx: &Context<Self>) {
        if let Some(n) = self.requests.next() {
            let client = ctx.address();
            self.asked = Some((n, Instant::now()));
            self.server.do_send(Request { n, client });
        }
    }
}

impl Handler<Begin> for Client {
    type Result = ();

    fn handle(&mut self, Begin: Begin, ctx: &mut Context<Self>) {
        self.ask(ctx);
    }
}

impl Handler<Answer> for Client {
    type Result = ();

    fn handle(&mut self, Answer(value): Answer, ctx: &mut Context<Self>) {
        if let Some((n, asked)) = self.asked.take() {
            self.manager.do_send(Answered(Point { client: self.number, n, value, elapsed: asked.elapsed() }));
        }
        self.ask(ctx);
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Start {
    clients: Vec<Addr<Client>>,
    done: oneshot::Sender<Outcome>,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Answered(Point);

struct Outcome {
    elapsed: Duration,
    points: Vec<Point>,
}

struct Manager {
    expected: usize,
    points: Vec<Point>,
    run: Option<(Instant, oneshot::Sender<Outcome>)>,
}

impl Actor for Manager {
    type Context = Context<Self>;
}

impl Handler<Start> for Manager {
    type Result = ();

    fn handle(&mut self, Start { clients, done }: Start, _: &mut Context<Self>) {
        self.run = Some((Instant::now(), done));
        for client in clients {
            client.do_send(Begin);
        }
    }
}

impl Handler<Answered> for Manager {
    type Result = ();

    fn handle(&mut self, Answered(point): Answered, _: &mut Context<Self>) {
        self.points.push(point);
        if self.points.len() == self.expected
            && let Some((start, done)) = self.run.take()
        {
            _ = done.send(Outcome { elapsed: start.elapsed(), points: mem::take(&mut self.points) });
        }
    }
}

fn run(variant: Variant, lists: &[Vec<u32>], threads: &Threads) -> Result<Outcome, Failure> {
    let expected = lists.iter().map(Vec::len).sum();
    let server = threads.spawn(0, Server { variant, arbiters: threads.handles(), turn: 0 });
    let manager = threads.spawn(0, Manager { expected, points: Vec::with_capacity(expected), run: None });
    let clients = (1..)
        .zip(lists)
        .map(|(number, requests)| {
            let requests = requests.clone().into_iter();
            threads.spawn(0, Client { number, requests, asked: None, server: server.clone(), manager: manager.clone() })
        })
        .collect();
    threads.run(|done| manager.do_send(Start { clients, done }))
}
