//! What other processes get to see of a system.
#![cfg(all(unix, feature = "observe", not(miri)))]

mod common;

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::Instant;

use agon_actor::{Actor, Context, Reply, SpawnOptions, System};
use common::{PATIENCE, eventually, system};

struct Echo;

impl Actor for Echo {
    type Message = Reply<()>;

    fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
        reply.send(());
    }
}

fn observed() -> System {
    System::builder().threads(1).observe(true).name("a \"name\"").build().expect("there is a place for the socket")
}

fn connect(system: &System) -> BufReader<UnixStream> {
    let stream = UnixStream::connect(system.socket().expect("it is observed")).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("not zero");
    BufReader::new(stream)
}

fn line(from: &mut BufReader<UnixStream>) -> String {
    let mut line = String::new();
    from.read_line(&mut line).expect("it comes in time");
    assert!(line.ends_with("}\n"), "whole lines: {line:?}");
    line
}

#[test]
fn an_unobserved_system_is_not_seen() {
    assert_eq!(system(1).socket(), None);
    assert_eq!(System::builder().threads(1).observe(false).build().expect("threads").socket(), None);
}

#[test]
fn an_observer_gets_a_snapshot_at_once_and_one_for_each_line() {
    let system = observed();
    let echo = system.spawn_with(Echo, SpawnOptions::new().name("echo"));
    echo.ask(PATIENCE, |reply| reply).expect("it answers");
    let mut observer = connect(&system);
    let first = line(&mut observer);
    assert!(first.starts_with(&format!("{{\"schema\":1,\"pid\":{},\"system\":", std::process::id())), "{first}");
    assert!(first.contains("\"name\":\"a \\\"name\\\"\",\"mode\":\"pool\""), "{first}");
    assert!(
        first.contains("\"name\":\"echo\",\"worker\":0,\"handled\":1,\"queued\":0,\"status\":\"ready\""),
        "{first}"
    );
    for number in 2..5 {
        echo.ask(PATIENCE, |reply| reply).expect("it answers");
        observer.get_mut().write_all(b"\n").expect("it reads");
        let next = line(&mut observer);
        assert!(next.contains(&format!("\"worker\":0,\"handled\":{number},\"queued\":0")), "{next}");
    }
}

#[test]
fn an_observer_chooses_how_many_actors_it_gets() {
    let system = observed();
    let echoes: Vec<_> = (0..40).map(|_| system.spawn(Echo)).collect();
    echoes.iter().for_each(|echo| echo.ask(PATIENCE, |reply| reply).expect("it answers"));
    let mut observer = connect(&system);
    let shown = |line: &str| line.matches("\"status\":\"ready\"").count();
    assert_eq!(shown(&line(&mut observer)), 20);
    for (wanted, gets) in [("0", 0), ("3", 3), ("40", 40), ("100000000", 40), ("what?", 20)] {
        writeln!(observer.get_mut(), "{wanted}").expect("it reads");
        assert_eq!(shown(&line(&mut observer)), gets, "{wanted}");
    }
}

#[test]
fn during_an_observation_probes_are_under_way() {
    let system = observed();
    let echo = system.spawn(Echo);
    let observer = connect(&system);
    eventually("a probe has come up", || {
        (0..50).for_each(|_| echo.ask(PATIENCE, |reply| reply).expect("it answers"));
        system.snapshot().waits().count() > 0
    });
    drop(observer);
}

/// One that sends endless lines is sent away, and no other notices.
#[test]
fn bad_observers_are_dropped_and_good_ones_are_not() {
    let system = observed();
    let mut good = connect(&system);
    line(&mut good);
    let mut bad = connect(&system);
    line(&mut bad);
    bad.get_mut().write_all(&[b'x'; 200]).expect("it reads");
    let mut rest = Vec::new();
    let closed = bad.read_to_end(&mut rest);
    assert!(closed.is_ok() || closed.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    assert_eq!(rest, b"");
    good.get_mut().write_all(b"1\n").expect("it reads");
    line(&mut good);
}

#[test]
fn the_end_of_the_system_ends_the_service() {
    let system = observed();
    let socket = system.socket().expect("it is observed").to_path_buf();
    let mut observer = connect(&system);
    line(&mut observer);
    let began = Instant::now();
    assert!(system.shutdown(PATIENCE).is_clean());
    assert!(began.elapsed() < PATIENCE);
    assert!(!socket.exists(), "the socket goes with the system");
    let mut rest = String::new();
    observer.read_to_string(&mut rest).expect("it is closed");
    assert_eq!(rest, "");
}
