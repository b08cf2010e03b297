//! The program `agon-nodes`: processes that are a society together.

#[path = "../../tests/support/certificates.rs"]
mod certificates;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use certificates::Authority;

/// Ordinary programs, and the results that they must have.
const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/agentspeak/suite.py");

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon-nodes"));
    command.arg("run").args(arguments).stdin(Stdio::null());
    command
}

/// A folder that is there as long as this.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("agon-nodes-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (file, text) in files {
            std::fs::write(folder.join(file), text).unwrap();
        }
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What it prints, sorted: lines of several agents come in any order.
fn sorted(output: &Output) -> Vec<String> {
    let mut lines: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

fn complain(output: &Output) -> String {
    format!("{:?}\n{}\n{}", output.status, sorted(output).join("\n"), String::from_utf8_lossy(&output.stderr))
}

const MARKET: &str = "MAS market { agents: buyer; seller #6; }";
const BUYER: &str = "!start. +!start <- .wait({+all}); .broadcast(achieve, offer). got(0).
    +price(P)[source(S)] <- .count(price(_), N); !look(N).
    +!look(6) <- .findall(o(P, S), price(P)[source(S)], L); .sort(L, [o(Best, Who)|_]); .print(Best, \" \", Who); .stopMAS(0, 4).
    +!look(_). +here[source(S)] <- .count(here[source(_)], N); if (N == 1) { +one }; ?hello(H); -+hello(H + 1); !begun(H + 1).
    hello(0). @b[atomic] +!begun(6) <- +all. +!begun(_).";
const SELLER: &str = "!start. +!start <- .send(buyer, signal, here).
    +!offer[source(B)] <- .my_name(Me); .concat(Me, \"\", T); .delete(\"seller\", T, D); .term2string(N, D); .send(B, tell, price(10 - N)).";

#[test]
fn four_processes_are_one_society() {
    let folder = Folder::new("market", &[("market.mas2j", MARKET), ("buyer.asl", BUYER), ("seller.asl", SELLER)]);
    let output = program(&["--nodes", "4", &folder.file("market.mas2j")]).output().unwrap();
    assert_eq!(
        (sorted(&output), output.status.code()),
        (vec!["[buyer] 4 seller6".to_owned()], Some(4)),
        "{}",
        complain(&output)
    );
}

/// The suite's programs of several agents have the results of one process over four, too.
#[track_caller]
fn the_suite_comes_to_the_same(settings: &[(&str, &str)]) {
    let mut check = Command::new("python3");
    check.args(["-B", SUITE, "check", "--nodes", "4", "--engine", env!("CARGO_BIN_EXE_agon-nodes")]);
    let output = check.envs(settings.iter().copied()).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", complain(&output));
}

#[test]
fn the_suite_comes_to_the_same_over_four_nodes() {
    the_suite_comes_to_the_same(&[]);
}

/// The thread that reads is the one that writes: it must not wait for capacity, nor for one that waits for it.
#[test]
fn the_suite_comes_to_the_same_where_zenoh_has_one_thread() {
    let one =
        "(rx: (worker_threads: 1), tx: (handover: rx), acc: (handover: rx), net: (handover: rx), app: (handover: rx))";
    the_suite_comes_to_the_same(&[("ZENOH_RUNTIME", one)]);
}

/// A node of the ring is notified of nothing first: a notice of one may come before an earlier one of another.
const RING: &str = "sum(0, 0). !go.
    +!go <- for (.range(I, 1, 50)) { .concat(\"node\", I, Name); .send(Name, achieve, token(I, 100)) }.
    @last[atomic] +!ended(I) : sum(49, Sum) <- .print(Sum + I); .stopMAS.
    @other[atomic] +!ended(I) : sum(Count, Sum) <- -+sum(Count + 1, Sum + I).";
const NODE: &str = "+!token(I, 0) <- .send(main, achieve, ended(I)).
    +!token(I, Left) <- .my_name(Me); .concat(Me, \"\", Text); .delete(\"node\", Text, Digits); .term2string(Own, Digits);
        .concat(\"node\", Own mod 50 + 1, Next); .send(Next, achieve, token(I, Left - 1)).";

#[test]
fn tokens_go_around_a_ring_over_four_nodes() {
    let project = "MAS ring { agents: main; node #50; }";
    let folder = Folder::new("ring", &[("ring.mas2j", project), ("main.asl", RING), ("node.asl", NODE)]);
    let output = program(&["--nodes", "4", &folder.file("ring.mas2j")]).output().unwrap();
    assert_eq!(
        (sorted(&output), output.status.code()),
        (vec!["[main] 1275".to_owned()], Some(0)),
        "{}",
        complain(&output)
    );
}

struct Terminal(Child);

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[track_caller]
fn in_two_terminals(name: &str, options: &[&str]) {
    let project = "MAS two { agents: buyer at \"a\"; ann at \"b\"; }";
    let buyer = "+offer(P)[source(S)] <- .print(P, \" of \", S); .stopMAS(0, 3).";
    let ann = "!go. +!go <- .send(buyer, tell, offer(7)).";
    let folder = Folder::new(name, &[("two.mas2j", project), ("buyer.asl", buyer), ("ann.asl", ann)]);
    let file = folder.file("two.mas2j");
    let cluster = format!("{name}-{}", std::process::id());
    let mut first = program(&[&file, "--node", "a", "--cluster", &cluster]);
    first.args(options);
    let mut first = Terminal(first.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    let mut stderr = BufReader::new(first.0.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    let endpoint = line.trim().rsplit("--join ").next().unwrap().to_owned();
    assert_eq!(line.split(';').next(), Some("node a: waiting for b"), "{line}");
    let mut second = program(&[&file, "--node", "b", "--join", &endpoint, "--cluster", &cluster]);
    let second = second.args(options).output().unwrap();
    assert_eq!(second.status.code(), Some(3), "{}", complain(&second));
    assert_eq!(first.0.wait().unwrap().code(), Some(3));
    let mut lines = String::new();
    first.0.stdout.take().unwrap().read_to_string(&mut lines).unwrap();
    assert_eq!(lines, "[buyer] 7 of ann\n");
}

#[test]
fn two_terminals_are_one_society() {
    in_two_terminals("two", &[]);
}

#[test]
fn two_terminals_with_certificates_are_one_society() {
    let authority = Authority::of(&["a", "b"]);
    in_two_terminals("certified", &["--tls", authority.folder().to_str().unwrap()]);
}

#[test]
fn processes_with_certificates_are_one_society() {
    let authority = Authority::of(&["node1", "node2"]);
    let folder = Folder::new("encrypted", &[("market.mas2j", MARKET), ("buyer.asl", BUYER), ("seller.asl", SELLER)]);
    let file = folder.file("market.mas2j");
    let tls = ["--tls", authority.folder().to_str().unwrap()];
    let output = program(&["--nodes", "2", &file]).args(tls).output().unwrap();
    assert_eq!(
        (sorted(&output), output.status.code()),
        (vec!["[buyer] 4 seller6".to_owned()], Some(4)),
        "{}",
        complain(&output)
    );
    let output = program(&["--nodes", "3", &file]).args(tls).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", complain(&output));
    assert!(complain(&output).contains("node3.pem: No such file"), "{}", complain(&output));
}

/// What an inspector answers.
fn answer(port: u16, path: &str, question: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let head = format!("POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n");
    let length = question.len();
    write!(stream, "{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{question}").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Asks until the answer has all of these parts, and none of those.
#[track_caller]
fn comes_to_be_answered(port: u16, path: &str, question: &str, parts: &[&str], not: &[&str]) {
    let begun = Instant::now();
    loop {
        let answer = answer(port, path, question);
        if parts.iter().all(|part| answer.contains(part)) && !not.iter().any(|part| answer.contains(part)) {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{answer}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn each_process_has_an_inspector_that_knows_the_others() {
    let project = "MAS two { agents: ann at \"a\"; bob at \"b\"; }";
    let ann = "!go. +!go <- .send(bob, tell, hello).";
    let folder = Folder::new("inspected", &[("two.mas2j", project), ("ann.asl", ann), ("bob.asl", "")]);
    let mut nodes = program(&["--nodes", "2", "--inspect", "0", &folder.file("two.mas2j")]);
    // Where `agon top` finds them.
    nodes.env("AGON_OBSERVE", "1").env("XDG_RUNTIME_DIR", &folder.0);
    let mut nodes = Terminal(nodes.stderr(Stdio::piped()).spawn().unwrap());
    let stderr = BufReader::new(nodes.0.stderr.take().unwrap()).lines().take(2);
    let ports: BTreeMap<String, u16> = stderr
        .map(|line| {
            let line = line.unwrap();
            let (node, page) = line.strip_prefix("inspector of ").and_then(|line| line.split_once(": ")).unwrap();
            let port = page.trim_start_matches("http://127.0.0.1:").trim_end_matches('/');
            (node.to_owned(), port.parse().unwrap())
        })
        .collect();
    let (a, b) = (ports["a"], ports["b"]);
    let knows =
        |port: u16| [r#""presence":"here""#.to_owned(), r#""agents":1"#.to_owned(), format!(r#""inspector":{port}"#)];
    // Something has passed, and all of it has an outcome.
    let open = [r#""handled":0"#];
    comes_to_be_answered(a, "/nodes", "{}", &knows(b).each_ref().map(String::as_str), &open);
    comes_to_be_answered(b, "/nodes", "{}", &knows(a).each_ref().map(String::as_str), &[]);
    let bob = format!(r#""elsewhere":{{"shown":[{{"inspector":{b},"name":"bob","node":"b"}}],"total":1}}"#);
    comes_to_be_answered(a, "/agents", "{}", &[r#""name":"ann""#, &bob], &[]);
    let question = r#"{"agent": "bob"}"#;
    let there = format!("bob is on the node b, whose inspector has the port {b} of its machine");
    comes_to_be_answered(a, "/agent", question, &["404", &there], &[]);
    comes_to_be_answered(b, "/agent", question, &["200", "hello[source(ann)]"], &[]);

    let sockets = std::fs::read_dir(folder.0.join("agon/top")).unwrap();
    let mut seen: Vec<String> = sockets.map(|socket| snapshot(&socket.unwrap().path())).collect();
    seen.sort_by_key(|line| line.contains(r#""name":"node b""#));
    for (line, me, other) in [(&seen[0], "a", "b"), (&seen[1], "b", "a")] {
        assert!(line.contains(&format!(r#""name":"node {me}""#)), "{line}");
        let table = line.split(r#""tables":[{"table":"node","rows":"#).nth(1).unwrap_or_default();
        let row = format!(r#"[{{"name":"{other}","state":"here","totals":{{"in":"#);
        assert!(table.starts_with(&row) && table.contains(r#""agents":1,"#), "{line}");
    }
}

/// What is seen of a system of actors.
fn snapshot(socket: &Path) -> String {
    let mut line = String::new();
    BufReader::new(UnixStream::connect(socket).unwrap()).read_line(&mut line).unwrap();
    line
}

#[test]
fn a_program_that_is_wrong_is_reported_once() {
    let folder = Folder::new(
        "wrong",
        &[("wrong.mas2j", "MAS wrong { agents: a; b; }"), ("b.asl", "!go. +!go <- .stopMAS(0, 1).")],
    );
    let output = program(&["--nodes", "3", &folder.file("wrong.mas2j")]).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), stderr.matches("the agent a is left out").count()),
        (Some(1), 1),
        "{}",
        complain(&output)
    );
    let output = program(&["--nodes", "2", &folder.file("nothing.mas2j")]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", complain(&output));
}
