//! What Zenoh itself takes, compared with agon-link, from one process to another on this machine, in turns:
//! `cargo run --release --example floor [ROUNDS]`, with all of Zenoh on one thread; with certificates: `floor ROUNDS tls`; with the threads that
//! Zenoh has by default: `floor ROUNDS threads`.
//!
//! - *there and back*: a value of 16 bytes is put, and the callback that gets it puts one that comes back. As Zenoh is set by default, with
//!   `express` (no batching), and with its transport for low latency, which has no priorities;
//! - the same through agon-link: a thread asks an actor;
//! - *one way*: puts of 16 bytes, and messages of 16 bytes to an actor.
//!
//! It starts itself again for the other process.

#[path = "../tests/support/certificates.rs"]
mod certificates;

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Context, System};
use agon_link::{Join, NodeBuilder, RemoteAddress, RemoteReply, Tls, one_thread};
use serde::{Deserialize, Serialize};
use zenoh::qos::CongestionControl;
use zenoh::{Config, Session, Wait};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const WITHIN: Duration = Duration::from_secs(60);
const TRIPS: usize = 2000;
const MESSAGES: usize = 500_000;
/// After so many the receiver is asked whether it has handled them.
const PART: usize = 65_536;
const TEXT: &str = "sixteen bytes...";

const NODES: &str = "agon-link";
/// How Zenoh is set.
const SETTINGS: [&str; 3] = ["as it is", "express", "low latency"];

fn session(setting: &str, connect: Option<&str>) -> Result<Session> {
    let mut config = Config::default();
    let listen = if connect.is_none() { "[\"tcp/127.0.0.1:0\"]" } else { "[]" };
    let connect = connect.map_or("[]".to_owned(), |endpoint| format!("[{endpoint:?}]"));
    let mut set = vec![
        ("mode", "\"peer\""),
        ("listen/endpoints", listen),
        ("connect/endpoints", &connect),
        ("scouting/multicast/enabled", "false"),
        ("scouting/gossip/enabled", "false"),
    ];
    if setting == "low latency" {
        set.extend([("transport/unicast/qos/enabled", "false"), ("transport/unicast/lowlatency", "true")]);
    }
    for (key, value) in set {
        config.insert_json5(key, value)?;
    }
    zenoh::open(config).wait()
}

#[derive(Serialize, Deserialize)]
enum ToSink {
    Text(String),
    Count(RemoteReply<u64>),
}

struct Sink(u64);

impl Actor for Sink {
    type Message = ToSink;

    fn handle(&mut self, message: ToSink, _: &mut Context<'_, Self>) {
        match message {
            ToSink::Text(_) => self.0 += 1,
            ToSink::Count(reply) => reply.send(self.0),
        }
    }
}

/// The other process: it prints where it listens.
fn serve(setting: &str) -> Result<()> {
    let until_the_end = || std::io::stdin().lines().for_each(drop);
    if let Some(tls) = of_nodes(setting) {
        let system = System::builder().threads(1).build()?;
        let node = system.join("server", |node| with(node, tls))?;
        node.register("sink", system.spawn(Sink(0)))?;
        println!("{}", node.endpoints()[0]);
        until_the_end();
        return Ok(());
    }
    let session = session(setting, None)?;
    let back = session.declare_publisher("back").congestion_control(CongestionControl::Block);
    let back = back.express(setting == "express").wait()?;
    let mut counted = 0_usize;
    let notified =
        session.declare_publisher("notified").congestion_control(CongestionControl::Block).express(true).wait()?;
    let there =
        session.declare_subscriber("there").callback(move |sample| drop(back.put(sample.payload().clone()).wait()));
    let _there = there.wait()?;
    let one_way = session.declare_subscriber("one-way").callback_mut(move |_| {
        counted += 1;
        if counted.is_multiple_of(MESSAGES) {
            let _ = notified.put("").wait();
        }
    });
    let _one_way = one_way.wait()?;
    println!("{}", session.info().locators().wait()[0]);
    until_the_end();
    Ok(())
}

/// The median time there and back, and the values one way a second.
type Measured = (Duration, f64);

fn median(mut trips: Vec<Duration>) -> Duration {
    trips.sort();
    trips[trips.len() / 2]
}

fn zenoh(setting: &str) -> Result<Measured> {
    let (_server, endpoint) = server(setting)?;
    let session = session(setting, Some(&endpoint))?;
    let (received, come) = mpsc::channel();
    let _back = session.declare_subscriber("back").callback(move |_| received.send(()).unwrap_or(())).wait()?;
    let (notified, all) = mpsc::channel();
    let _notified = session.declare_subscriber("notified").callback(move |_| notified.send(()).unwrap_or(())).wait()?;
    let publisher = |key| session.declare_publisher(key).congestion_control(CongestionControl::Block);
    let there = publisher("there").express(setting == "express").wait()?;
    let one_way = publisher("one-way").wait()?;
    // Both ends know of each other when the first value has come back.
    let begun = Instant::now();
    while come.recv_timeout(Duration::from_millis(20)).is_err() {
        there.put(TEXT).wait()?;
        if begun.elapsed() > WITHIN {
            return Err("nothing comes back".into());
        }
    }
    while come.recv_timeout(Duration::from_millis(200)).is_ok() {}
    let mut trips = Vec::new();
    for _ in 0..TRIPS {
        let begun = Instant::now();
        there.put(TEXT).wait()?;
        come.recv_timeout(WITHIN)?;
        trips.push(begun.elapsed());
    }
    let begun = Instant::now();
    for _ in 0..MESSAGES {
        one_way.put(TEXT).wait()?;
    }
    all.recv_timeout(WITHIN)?;
    Ok((median(trips), MESSAGES as f64 / begun.elapsed().as_secs_f64()))
}

/// The folder of certificates, if there are any; nothing if this is about Zenoh alone.
fn of_nodes(setting: &str) -> Option<Option<&str>> {
    Some(setting.strip_prefix(NODES)?.strip_prefix(' '))
}

fn with(node: NodeBuilder, tls: Option<&str>) -> NodeBuilder {
    let node = node.cluster("floor");
    match tls {
        Some(folder) => node.tls(Tls::folder(folder).admit(["client", "server"])),
        None => node,
    }
}

fn nodes(setting: &str, tls: Option<&str>) -> Result<Measured> {
    let (_server, endpoint) = server(setting)?;
    let system = System::builder().threads(1).build()?;
    let node = system.join("client", |node| with(node, tls).connect(endpoint))?;
    let sink: RemoteAddress<ToSink> = node.find_within(WITHIN, "sink")?.ok_or("no node serves it")?;
    let mut trips = Vec::new();
    for _ in 0..TRIPS {
        let begun = Instant::now();
        sink.ask(WITHIN, ToSink::Count)?;
        trips.push(begun.elapsed());
    }
    let begun = Instant::now();
    for number in 1..=MESSAGES {
        sink.send(ToSink::Text(TEXT.to_owned()));
        if number.is_multiple_of(PART) {
            sink.ask(WITHIN, ToSink::Count)?; // the queue to the node runs empty
        }
    }
    let come = sink.ask(WITHIN, ToSink::Count)?;
    let elapsed = begun.elapsed();
    if come != MESSAGES as u64 {
        return Err(format!("{come} of {MESSAGES} have come").into());
    }
    Ok((median(trips), MESSAGES as f64 / elapsed.as_secs_f64()))
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next();
    if first.as_deref() == Some("serve") {
        return serve(&arguments.next().ok_or("serve what?")?);
    }
    let rounds: usize = first.map_or(Ok(1), |text| text.parse())?;
    let how = arguments.next();
    let with_tls = how.as_deref() == Some("tls");
    if how.as_deref() != Some("threads") {
        one_thread()?;
    }
    let authority = certificates::Authority::of(&["client", "server"]);
    let tls = format!("{NODES} {}", authority.folder().display());
    let additional = if with_tls { &[tls.as_str()][..] } else { &SETTINGS };
    let names = [NODES].into_iter().chain(additional.iter().copied());
    let mut measured: Vec<(&str, Vec<Measured>)> = names.map(|name| (name, Vec::new())).collect();
    for _ in 0..rounds {
        for (name, all) in &mut measured {
            all.push(match of_nodes(name) {
                Some(tls) => nodes(name, tls)?,
                None => zenoh(name)?,
            });
        }
    }
    for (name, all) in measured {
        let trip = median(all.iter().map(|(trip, _)| *trip).collect());
        let mut rates: Vec<f64> = all.iter().map(|(_, rate)| *rate).collect();
        rates.sort_by(f64::total_cmp);
        let name = if name == tls { "agon-link, TLS" } else { name };
        println!("{name:14} there and back {trip:9.1?}, one way {:9.0} a second", rates[rates.len() / 2]);
    }
    Ok(())
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn server(setting: &str) -> Result<(Server, String)> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(["serve", setting])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut endpoint = String::new();
    let out = child.stdout.take().ok_or("no output")?;
    let server = Server(child);
    BufReader::new(out).read_line(&mut endpoint)?;
    Ok((server, endpoint.trim().to_owned()))
}
