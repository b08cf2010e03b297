//! fibonacci: clients ask one server for Fibonacci numbers and report to a manager how long each answer took.

use std::time::{Duration, Instant};

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use ::tokio::sync::{oneshot, watch};
use ::tokio::task;
use agon_platform::fibonacci::{Fibonacci, Point, Sliced, Variant, fib};
use agon_platform::{Arguments, Failure, Work, tokio};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let workload = Fibonacci::take(arguments, &Variant::VARIANTS)?;
    Ok(Box::new(move |runtime, index| {
        let (elapsed, points) = tokio::run(runtime, run(workload.variant, workload.requests.clone()))?;
        workload.finish(index, elapsed, &points)
    }))
}
// agon: end

struct Request {
    n: u32,
    answer: oneshot::Sender<u64>,
}

async fn serve(variant: Variant, mut requests: UnboundedReceiver<Request>) {
    while let Some(Request { n, answer }) = requests.recv().await {
        // A client that does not wait for its answer is none of the server's business.
        let reply = move |value| _ = answer.send(value);
        match variant {
            Variant::Subactors => drop(task::spawn(async move { reply(in_slices(n).await) })),
            Variant::Functions => reply(fib(n)),
        }
    }
}

/// Lets other tasks have their turn after each slice.
async fn in_slices(n: u32) -> u64 {
    let mut sliced = Sliced::new(n);
    loop {
        if let Some(value) = sliced.step() {
            return value;
        }
        task::yield_now().await;
    }
}

async fn ask(
    client: usize,
    requests: Vec<u32>,
    mut begin: watch::Receiver<bool>,
    server: UnboundedSender<Request>,
    manager: UnboundedSender<Point>,
) {
    begin.wait_for(|begun| *begun).await.expect("the clients receive the start");
    for n in requests {
        let asked = Instant::now();
        let (answer, answered) = oneshot::channel();
        server.send(Request { n, answer }).expect("the server listens");
        let value = answered.await.expect("the server answers");
        let point = Point { client, n, value, elapsed: asked.elapsed() };
        manager.send(point).expect("the manager listens");
    }
}

async fn run(variant: Variant, lists: Vec<Vec<u32>>) -> (Duration, Vec<Point>) {
    let (server, requests) = mpsc::unbounded_channel();
    let (manager, mut points) = mpsc::unbounded_channel();
    let (begin, begun) = watch::channel(false);
    let mut answered = Vec::with_capacity(lists.iter().map(Vec::len).sum());
    task::spawn(serve(variant, requests));
    for (client, list) in (1..).zip(lists) {
        task::spawn(ask(client, list, begun.clone(), server.clone(), manager.clone()));
    }
    drop((server, manager)); // what is left are the clients' own

    let start = Instant::now();
    begin.send_replace(true);
    while let Some(point) = points.recv().await {
        answered.push(point);
    }
    (start.elapsed(), answered)
}
