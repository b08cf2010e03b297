//! Actors and nodes that tests share.
#![allow(dead_code)] // each test uses some

pub mod proxy;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use agon_actor::{Actor, Context, Reply, System};
use agon_link::{Node, NodeBuilder, RemoteReply};
use serde::{Deserialize, Serialize};

/// Longer than anything takes.
pub const SOON: Duration = Duration::from_secs(20);

/// Polls a future on this thread until it is ready: there is no runtime, and nothing else has timers.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let (mut future, begun) = (pin!(future), Instant::now());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut TaskContext::from_waker(&waker)) {
            return output;
        }
        thread::park_timeout(SOON);
        assert!(begun.elapsed() < SOON, "nothing has woken it");
    }
}

/// Polls a future once, which is not ready.
pub fn begin(future: std::pin::Pin<&mut impl Future>) {
    assert!(future.poll(&mut TaskContext::from_waker(Waker::noop())).is_pending(), "it is ready");
}

pub fn system() -> System {
    System::builder().threads(1).build().expect("threads")
}

/// The name of a cluster of its own.
pub fn cluster() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

pub fn node(name: &str, cluster: &str) -> NodeBuilder {
    Node::builder(name).cluster(cluster)
}

/// Two nodes that know each other.
pub fn two() -> (Node, Node) {
    two_with(|builder| builder)
}

pub fn two_with(settings: impl Fn(NodeBuilder) -> NodeBuilder) -> (Node, Node) {
    let cluster = cluster();
    let a = settings(node("a", &cluster)).join().expect("a joins");
    let b = settings(node("b", &cluster)).connect(a.endpoints().remove(0)).join().expect("b joins");
    assert!(a.wait_for_nodes(1, SOON) && b.wait_for_nodes(1, SOON), "they have not met");
    (a, b)
}

/// Keeps numbers, in the order in which they come.
#[derive(Default)]
pub struct Recorder {
    numbers: Vec<u64>,
    local: Vec<(usize, Reply<Vec<u64>>)>,
}

#[derive(Serialize, Deserialize)]
pub enum ToRecorder {
    Number(u64),
    Text(String),
    /// All numbers so far.
    Get(RemoteReply<Vec<u64>>),
    /// The reply is dropped.
    Ignore(RemoteReply<u64>),
    Slowly(u64),
    Panic,
    Stop,
    /// From this process only: all numbers, when there are so many.
    #[serde(skip)]
    When(usize, Reply<Vec<u64>>),
}

impl Actor for Recorder {
    type Message = ToRecorder;

    fn handle(&mut self, message: ToRecorder, ctx: &mut Context<'_, Self>) {
        match message {
            ToRecorder::Number(number) => self.numbers.push(number),
            ToRecorder::Text(_) => {}
            ToRecorder::Get(reply) => reply.send(self.numbers.clone()),
            ToRecorder::Ignore(reply) => drop(reply),
            ToRecorder::Slowly(ms) => std::thread::sleep(Duration::from_millis(ms)),
            ToRecorder::Panic => panic!("as asked"),
            ToRecorder::Stop => ctx.stop(),
            ToRecorder::When(number, reply) => self.local.push((number, reply)),
        }
        for (_, reply) in self.local.extract_if(.., |(number, _)| self.numbers.len() >= *number) {
            reply.send(self.numbers.clone());
        }
    }
}
