//! Two processes on this machine: the example of two terminals, and one that is killed.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use agon_link::{EndReason, Node, Outcome, RemoteAddress};

const SOON: Duration = Duration::from_secs(30);

/// The example of two terminals.
#[path = "../examples/two_terminals.rs"]
#[allow(dead_code)] // its `main`
mod two_terminals;

const ARGUMENTS: &str = "AGON_LINK_TEST_ARGUMENTS";

/// Is run in a process of its own, by the tests below.
#[test]
#[ignore = "a process of another test"]
fn terminal() {
    let arguments = std::env::var(ARGUMENTS).expect("set by another test");
    two_terminals::run(&arguments.split(' ').collect::<Vec<_>>()).unwrap();
}

struct Terminal(Child, Lines<BufReader<ChildStdout>>);

impl Terminal {
    fn open(arguments: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "terminal", "--ignored", "--nocapture"])
            .env(ARGUMENTS, arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self(child, lines)
    }

    /// The rest of a line behind this, wherever in it that is: the test's name stands in the same line.
    fn read_after(&mut self, what: &str) -> String {
        let line = self
            .1
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.find(what).map(|at| line[at + what.len()..].trim().to_owned()));
        line.unwrap_or_else(|| panic!("it does not print '{what}'"))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The first terminal, and where it listens.
fn bank(cluster: &str) -> (Terminal, String) {
    let mut bank = Terminal::open(&format!("bank {cluster} tcp/127.0.0.1:0"));
    let endpoint = bank.read_after("listening at ");
    (bank, endpoint)
}

#[test]
fn the_second_terminal_talks_to_the_first() {
    let cluster = format!("terminals-{}", std::process::id());
    let (_bank, endpoint) = bank(&cluster);
    let mut customer = Terminal::open(&format!("customer {cluster} {endpoint}"));
    assert_eq!(customer.read_after("1000 deposits: "), "1000 handled");
    assert_eq!(customer.read_after("the balance is "), "1000");
    assert!(customer.0.wait().unwrap().success());
}

#[test]
fn a_process_that_is_killed_is_a_node_that_is_gone() {
    let cluster = format!("killed-{}", std::process::id());
    let (mut bank, endpoint) = bank(&cluster);
    let node = Node::builder("watcher").cluster(&cluster).connect(endpoint).join().unwrap();
    assert!(node.wait_for_nodes(1, SOON));
    let account: RemoteAddress<u64> = node.find_within(SOON, "counter").unwrap().expect("it is registered");
    assert_eq!(account.send_confirmed(1).unwrap().wait(SOON), Some(Outcome::Handled));
    let (sender, ended) = std::sync::mpsc::channel();
    let _monitor = account.monitor(move |reason| sender.send(reason).unwrap());
    assert!(node.flush(SOON));
    bank.0.kill().unwrap(); // SIGKILL: nothing is sent any more
    assert_eq!(ended.recv_timeout(SOON), Ok(EndReason::NodeGone));
    assert!(account.is_gone() && node.nodes().is_empty());
}

fn signal(terminal: &Terminal, name: &str) {
    assert!(Command::new("kill").args([name, &terminal.0.id().to_string()]).status().unwrap().success());
}

/// Pauses a process. The signal is only queued when `kill` returns: its threads may run on for a while.
fn pause(terminal: &Terminal) {
    signal(terminal, "-STOP");
    let begun = std::time::Instant::now();
    let state = |stat: String| stat.rsplit(')').next().and_then(|rest| rest.trim().chars().next());
    let is_paused = || {
        let threads = std::fs::read_dir(format!("/proc/{}/task", terminal.0.id())).unwrap();
        threads
            .flatten()
            .all(|thread| std::fs::read_to_string(thread.path().join("stat")).map(state).ok() == Some(Some('T')))
    };
    while !is_paused() {
        assert!(begun.elapsed() < SOON);
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_process_that_pauses_is_gone_and_comes_back() {
    let cluster = format!("pauses-{}", std::process::id());
    let (bank, endpoint) = bank(&cluster);
    let lease = Duration::from_secs(1);
    let node = Node::builder("customer").cluster(&cluster).connect(endpoint).lease(lease).join().unwrap();
    let account: RemoteAddress<two_terminals::ToAccount> = node.find_within(SOON, "account").unwrap().unwrap();
    let deposit = |amount| account.send_confirmed(two_terminals::ToAccount::Deposit(amount)).unwrap();
    assert_eq!(deposit(1).wait(SOON), Some(Outcome::Handled));
    let (sender, ended) = std::sync::mpsc::channel();
    let _monitor = account.monitor(move |reason| sender.send(reason).unwrap());
    assert!(node.flush(SOON));
    pause(&bank);
    let lost = deposit(10);
    assert_eq!(ended.recv_timeout(SOON), Ok(EndReason::NodeGone));
    assert_eq!(lost.wait(SOON), Some(Outcome::Unknown));
    signal(&bank, "-CONT");
    assert_eq!(node.find_within(SOON, "account").unwrap().as_ref(), Some(&account), "it is the same incarnation");
    let begun = std::time::Instant::now();
    while account.is_gone() {
        assert!(begun.elapsed() < SOON);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(deposit(100).wait(SOON), Some(Outcome::Handled));
    let balance = account.ask(SOON, two_terminals::ToAccount::Balance).unwrap();
    assert!([101, 111].contains(&balance), "{balance}");
}
