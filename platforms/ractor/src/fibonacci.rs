//! fibonacci: clients ask one server for Fibonacci numbers and report to a manager how long each answer took.

use std::mem;
use std::time::{Duration, Instant};

use ::tokio::runtime::Runtime;
use ::tokio::task;
use agon_platform::fibonacci::{Fibonacci, Point, Sliced, Variant, fib};
use agon_platform::{Arguments, Failure, Work, tokio};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, call};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let workload = Fibonacci::take(arguments, &Variant::VARIANTS)?;
    Ok(Box::new(move |runtime, index| {
        let outcome = tokio::run(runtime, run(workload.variant, workload.requests.clone()))?.map_err(Failure::work)?;
        workload.finish(index, outcome.elapsed, &outcome.points)
    }))
}
// agon: end

struct Request {
    n: u32,
    answer: RpcReplyPort<u64>,
}

struct Server(Variant);

impl Actor for Server {
    type Msg = Request;
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Request>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(&self, _: ActorRef<Request>, request: Request, (): &mut ()) -> Result<(), ActorProcessingErr> {
        match self.0 {
            Variant::Functions => request.answer.send(fib(request.n))?,
            Variant::Subactors => drop(Actor::spawn(None, Calculator, request).await?),
        }
        Ok(())
    }
}

/// Answers one request slice by slice, and lets other actors have their turn after each.
struct Calculator;

impl Actor for Calculator {
    type Msg = ();
    /// The request, until it is answered.
    type State = Option<Request>;
    type Arguments = Request;

    async fn pre_start(&self, _: ActorRef<()>, request: Request) -> Result<Self::State, ActorProcessingErr> {
        Ok(Some(request))
    }

    async fn post_start(&self, me: ActorRef<()>, request: &mut Self::State) -> Result<(), ActorProcessingErr> {
        if let Some(Request { n, answer }) = request.take() {
            answer.send(in_slices(n).await)?;
        }
        me.stop(None);
        Ok(())
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

struct Start;

struct Client {
    number: usize,
    server: ActorRef<Request>,
    manager: ActorRef<ToManager>,
}

impl Actor for Client {
    type Msg = Start;
    /// What it asks for, in order.
    type State = Vec<u32>;
    type Arguments = Vec<u32>;

    async fn pre_start(&self, _: ActorRef<Start>, requests: Vec<u32>) -> Result<Vec<u32>, ActorProcessingErr> {
        Ok(requests)
    }

    async fn handle(
        &self,
        _: ActorRef<Start>,
        Start: Start,
        requests: &mut Vec<u32>,
    ) -> Result<(), ActorProcessingErr> {
        for &n in requests.iter() {
            let asked = Instant::now();
            let value = call!(self.server, |answer| Request { n, answer })?;
            let point = Point { client: self.number, n, value, elapsed: asked.elapsed() };
            self.manager.cast(ToManager::Point(point))?;
        }
        Ok(())
    }
}

struct Outcome {
    elapsed: Duration,
    points: Vec<Point>,
}

enum ToManager {
    Start(Vec<ActorRef<Start>>, RpcReplyPort<Outcome>),
    Point(Point),
}

struct Manager {
    /// How many answers there are to come.
    expected: usize,
}

struct Answers {
    points: Vec<Point>,
    run: Option<(Instant, RpcReplyPort<Outcome>)>,
}

impl Actor for Manager {
    type Msg = ToManager;
    type State = Answers;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<ToManager>, (): ()) -> Result<Answers, ActorProcessingErr> {
        Ok(Answers { points: Vec::with_capacity(self.expected), run: None })
    }

    async fn handle(
        &self,
        _: ActorRef<ToManager>,
        message: ToManager,
        state: &mut Answers,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToManager::Start(clients, done) => {
                state.run = Some((Instant::now(), done));
                for client in clients {
                    client.cast(Start)?;
                }
            }
            ToManager::Point(point) => {
                state.points.push(point);
                if state.points.len() == self.expected
                    && let Some((start, done)) = state.run.take()
                {
                    done.send(Outcome { elapsed: start.elapsed(), points: mem::take(&mut state.points) })?;
                }
            }
        }
        Ok(())
    }
}

async fn run(variant: Variant, lists: Vec<Vec<u32>>) -> Result<Outcome, ActorProcessingErr> {
    let expected = lists.iter().map(Vec::len).sum();
    let (server, _) = Actor::spawn(None, Server(variant), ()).await?;
    let (manager, _) = Actor::spawn(None, Manager { expected }, ()).await?;
    let mut clients = Vec::with_capacity(lists.len());
    for (number, requests) in (1..).zip(lists) {
        let client = Client { number, server: server.clone(), manager: manager.clone() };
        clients.push(Actor::spawn(None, client, requests).await?.0);
    }
    let outcome = call!(manager, |done| ToManager::Start(clients.clone(), done))?;
    clients.iter().for_each(|client| client.stop(None));
    server.stop(None);
    manager.stop(None);
    Ok(outcome)
}
