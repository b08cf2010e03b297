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
    let arguments = std::env::var(ARGUMENTS).expect("another test says what to do");
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

    /// What a line says behind this, wherever in it that is: the test's name stands in the same line.
    fn says(&mut self, what: &str) -> String {
        let line = self
            .1
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.find(what).map(|at| line[at + what.len()..].trim().to_owned()));
        line.unwrap_or_else(|| panic!("it does not say '{what}'"))
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
    let endpoint = bank.says("listening at ");
    (bank, endpoint)
}

#[test]
fn the_second_terminal_talks_to_the_first() {
    let cluster = format!("terminals-{}", std::process::id());
    let (_bank, endpoint) = bank(&cluster);
    let mut customer = Terminal::open(&format!("customer {cluster} {endpoint}"));
    assert_eq!(customer.says("1000 deposits: "), "1000 handled");
    assert_eq!(customer.says("the balance is "), "1000");
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
    let (told, ended) = std::sync::mpsc::channel();
    let _monitor = account.monitor(move |reason| told.send(reason).unwrap());
    assert!(node.flush(SOON));
    bank.0.kill().unwrap(); // SIGKILL: nothing is said any more
    assert_eq!(ended.recv_timeout(SOON), Ok(EndReason::NodeGone));
    assert!(account.is_gone() && node.nodes().is_empty());
}
