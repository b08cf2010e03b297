//! The example of a TCP server, with very many connections. The clients live in a process of their own: a file for each end of so many
//! connections is more than one process may have open.

#[path = "../examples/tcp_server.rs"]
mod example;

mod common;

use std::env;
use std::io::{self, BufRead};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use agon_actor::System;
use common::PATIENCE;
use example::serve;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Clients that connect at the same time: fewer than a listener lets wait.
const AT_ONCE: usize = 200;

/// Files that a process needs without any connection.
const OTHER_FILES: usize = 200;

/// Sends the process of the clients where the server is, and how many of them there are.
const ORDER: &str = "AGON_TCP_CLIENTS";

/// What it prints when all have been served, and some have left.
const SERVED: &str = "all are served";

struct Client {
    number: usize,
    answers: Lines<BufReader<OwnedReadHalf>>,
    server: OwnedWriteHalf,
}

impl Client {
    /// Connects, asks twice, and reads the answers.
    async fn begin(number: usize, address: SocketAddr) -> io::Result<Self> {
        let (from, server) = TcpStream::connect(address).await?.into_split();
        let mut client = Self { number, answers: BufReader::new(from).lines(), server };
        for word in ["hello", "again"] {
            client.server.write_all(format!("{word} {number}\n").as_bytes()).await?;
            let answer = client.answers.next_line().await?;
            assert_eq!(answer, Some(format!("{} {number}", word.to_uppercase())));
        }
        Ok(client)
    }

    /// What comes last.
    async fn end(mut self) -> io::Result<(usize, Vec<String>)> {
        let mut last = Vec::new();
        while let Some(line) = self.answers.next_line().await? {
            last.push(line);
        }
        Ok((self.number, last))
    }

    /// Hangs up by itself; all others are still connected when the server ends.
    fn leaves(number: usize) -> bool {
        number.is_multiple_of(7)
    }
}

/// So many clients, from their first word to the server's last.
async fn be_clients(count: usize, address: SocketAddr) {
    let mut clients = Vec::new();
    for first in (0..count).step_by(AT_ONCE) {
        let mut batch = JoinSet::new();
        for number in first..count.min(first + AT_ONCE) {
            batch.spawn(timeout(PATIENCE, Client::begin(number, address)));
        }
        while let Some(client) = batch.join_next().await {
            clients.push(client.expect("no panic").expect("in time").expect("it is served"));
        }
    }
    clients.retain(|client| !Client::leaves(client.number));
    println!("{SERVED}");
    let mut ends = JoinSet::new();
    clients.into_iter().for_each(|client| drop(ends.spawn(timeout(PATIENCE, client.end()))));
    while let Some(end) = ends.join_next().await {
        let (number, last) = end.expect("no panic").expect("in time").expect("it ends properly");
        assert_eq!(last, ["goodbye after 2"], "client {number}");
    }
}

/// The process of the clients. Dropped, it is killed.
struct Clients(Child);

impl Clients {
    /// This program again, as [`clients`].
    fn start(count: usize, address: SocketAddr) -> Self {
        let program = env::current_exe().expect("this program");
        let child = Command::new(program)
            .args(["clients", "--exact", "--ignored", "--nocapture"])
            .env(ORDER, format!("{address} {count}"))
            .stdout(Stdio::piped())
            .spawn();
        Self(child.expect("it can be run again"))
    }

    /// Waits until all have been served; where this may block.
    fn wait_until_served(&mut self) {
        let stdout = io::BufReader::new(self.0.stdout.as_mut().expect("it is piped"));
        // The line begins with the test harness's text.
        let served = stdout.lines().any(|line| line.expect("it can be read").ends_with(SERVED));
        assert!(served, "the clients' process has ended early");
    }

    fn has_succeeded(mut self) -> bool {
        self.0.wait().expect("it ends").success()
    }
}

impl Drop for Clients {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Who drives the sockets of the connections.
#[derive(Clone, Copy)]
enum Drivers {
    /// The runtime around the test.
    Runtime,
    /// The system's workers.
    Workers,
}

/// Serves so many clients at the same time.
async fn serve_many(count: usize, drivers: Drivers) {
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let before = tasks();
    let builder = System::builder().threads(2);
    let builder = match drivers {
        Drivers::Runtime => builder.tokio(tokio::runtime::Handle::current()),
        Drivers::Workers => builder.drive_tokio(),
    };
    let system = builder.build().expect("threads can be started");
    let server = serve(&system).await.expect("a port is free");

    let mut clients = Clients::start(count, server.address);
    let clients = blocking(move || {
        clients.wait_until_served();
        clients
    })
    .await;
    // Two supervisors and the acceptor with its stream; for each connection an actor and its stream.
    let stay = (0..count).filter(|&number| !Client::leaves(number)).count();
    let expected = 4 + 2 * stay as u64;
    become_equal("actors", expected, || system.counters().live()).await;
    assert_eq!(server.supervisor.children_async(PATIENCE).await.expect("it answers").len(), 2);

    let report = system.shutdown_async(PATIENCE).await;
    assert!(report.is_clean(), "{report}");
    assert_eq!((report.counters().live(), report.counters().panics()), (0, 0));
    assert!(blocking(move || clients.has_succeeded()).await, "see the clients' output");
    become_equal("tasks", before, tasks).await;
}

async fn blocking<T: Send + 'static>(action: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(action).await.expect("no panic")
}

/// Waits until a number is as expected, for things that are not announced.
async fn become_equal<T: Copy + PartialEq + std::fmt::Display>(what: &str, expected: T, number: impl Fn() -> T) {
    let deadline = Instant::now() + PATIENCE;
    while number() != expected {
        assert!(Instant::now() < deadline, "{} {what}, not {expected}", number());
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Raises the limit of open files as far as that is allowed to any process; returns it.
fn raise_file_limit() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the result is written to a variable of ours.
    assert_eq!(unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) }, 0);
    let raised = libc::rlimit { rlim_cur: limit.rlim_max, ..limit };
    // SAFETY: only reads a variable of ours.
    match unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const raised) } {
        0 => raised.rlim_cur,
        _ => limit.rlim_cur,
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

/// Serves so many clients, or as many as there may be files. One such test at a time: they share what there may be.
fn run(wanted: usize, drivers: Drivers) {
    static FILES: Mutex<()> = Mutex::new(());
    let _files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let free_files = usize::try_from(raise_file_limit()).unwrap_or(usize::MAX).saturating_sub(OTHER_FILES);
    assert!(free_files > 0, "there may be too few open files");
    let count = wanted.min(free_files);
    if count < wanted {
        eprintln!("{count} connections instead of {wanted}: there may be no more open files");
    }
    runtime().block_on(serve_many(count, drivers));
}

/// Not a test: the clients of the others, in their own process.
#[test]
#[ignore = "a part of the other tests"]
fn clients() {
    let Ok(order) = env::var(ORDER) else { return };
    let (address, count) = order.split_once(' ').expect("address and count");
    raise_file_limit();
    let (count, address) = (count.parse().expect("a number"), address.parse().expect("an address"));
    runtime().block_on(be_clients(count, address));
}

#[test]
fn ten_thousand_connections_are_served_to_the_end() {
    run(10_000, Drivers::Runtime);
}

#[test]
fn ten_thousand_connections_that_workers_drive_are_served_to_the_end() {
    run(10_000, Drivers::Workers);
}
