//! The example of a TCP server, with very many connections.

#[path = "../examples/tcp_server.rs"]
mod example;

mod common;

use std::io;
use std::net::SocketAddr;
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
}

/// Who drives the sockets of the connections.
#[derive(Clone, Copy)]
enum Drivers {
    /// The runtime around the test.
    Runtime,
    /// The system's workers.
    Workers,
}

/// Serves so many clients at the same time; every seventh hangs up by itself, all others are still connected when the system ends.
async fn serve_many(count: usize, drivers: Drivers) {
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    let before = tasks();
    let builder = System::builder().threads(2);
    let builder = match drivers {
        Drivers::Runtime => builder,
        Drivers::Workers => builder.drive_tokio(),
    };
    let system = builder.build().expect("threads can be started");
    let server = serve(&system).await.expect("a port is free");
    let mut clients = Vec::new();
    for first in (0..count).step_by(AT_ONCE) {
        let mut batch = JoinSet::new();
        for number in first..count.min(first + AT_ONCE) {
            batch.spawn(timeout(PATIENCE, Client::begin(number, server.address)));
        }
        while let Some(client) = batch.join_next().await {
            clients.push(client.expect("no panic").expect("in time").expect("it is served"));
        }
    }
    let (leave, stay): (Vec<_>, Vec<_>) = clients.into_iter().partition(|client| client.number % 7 == 0);
    let left = leave.len();
    drop(leave);
    // Two supervisors and the acceptor with its stream; for each connection an actor and its stream.
    let expected = 4 + 2 * (count - left) as u64;
    become_equal("actors", expected, || system.counters().live()).await;
    assert_eq!(server.supervisor.children_async(PATIENCE).await.expect("it answers").len(), 2);

    let report = tokio::spawn(system.shutdown_async(PATIENCE));
    let mut ends = JoinSet::new();
    stay.into_iter().for_each(|client| drop(ends.spawn(timeout(PATIENCE, client.end()))));
    while let Some(end) = ends.join_next().await {
        let (number, last) = end.expect("no panic").expect("in time").expect("it ends properly");
        assert_eq!(last, ["goodbye after 2"], "client {number}");
    }
    let report = report.await.expect("no panic");
    assert!(report.is_clean(), "{report}");
    assert_eq!((report.counters().live(), report.counters().panics()), (0, 0));
    become_equal("tasks", before, tasks).await;
}

/// Waits until a number is as expected, for things that nobody announces.
async fn become_equal<T: Copy + PartialEq + std::fmt::Display>(what: &str, expected: T, number: impl Fn() -> T) {
    let deadline = Instant::now() + PATIENCE;
    while number() != expected {
        assert!(Instant::now() < deadline, "{} {what}, not {expected}", number());
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Raises the limit of open files, if that is allowed; says what it is.
fn raise_file_limit(wanted: u64) -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the result is written to a variable of ours.
    assert_eq!(unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) }, 0);
    if limit.rlim_cur < wanted {
        let raised = libc::rlimit { rlim_cur: wanted, rlim_max: limit.rlim_max.max(wanted) };
        let modest = libc::rlimit { rlim_cur: limit.rlim_max.min(wanted), rlim_max: limit.rlim_max };
        for attempt in [raised, modest] {
            // SAFETY: only reads a variable of ours.
            if unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const attempt) } == 0 {
                return attempt.rlim_cur;
            }
        }
    }
    limit.rlim_cur
}

fn run(name: &str, connections: usize, drivers: Drivers) {
    // Two for each connection, and some for all.
    let wanted = 2 * connections as u64 + 200;
    let allowed = raise_file_limit(wanted);
    if allowed < wanted {
        eprintln!("SKIPPED {name}: it needs {wanted} open files, and may have {allowed}");
        return;
    }
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    runtime.block_on(serve_many(connections, drivers));
}

#[test]
fn five_hundred_connections_are_served_to_the_end() {
    run("five_hundred_connections_are_served_to_the_end", 500, Drivers::Runtime);
}

#[test]
fn five_hundred_connections_that_workers_drive_are_served_to_the_end() {
    run("five_hundred_connections_that_workers_drive_are_served_to_the_end", 500, Drivers::Workers);
}

#[test]
#[ignore = "takes longer: cargo test --release --features tokio --test tcp_server -- --ignored"]
fn ten_thousand_connections_are_served_to_the_end() {
    run("ten_thousand_connections_are_served_to_the_end", 10_000, Drivers::Runtime);
}

#[test]
#[ignore = "takes longer: cargo test --release --features tokio --test tcp_server -- --ignored"]
fn ten_thousand_connections_that_workers_drive_are_served_to_the_end() {
    run("ten_thousand_connections_that_workers_drive_are_served_to_the_end", 10_000, Drivers::Workers);
}
