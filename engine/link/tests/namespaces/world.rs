//! The processes of a scenario, and the network between them.

use std::fmt;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_link::Outcome;

use crate::history::{Event, check};
use crate::processes::ARGUMENTS;
use crate::records;

const STRETCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/stretch.py");
const ENDPOINT: &str = "tcp/10.77.0.1:7447";

/// A process that takes commands, a line each, and answers.
struct Process {
    child: Child,
    /// Until it is to end.
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a program");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        Self { child, input, output }
    }

    /// This program, in a namespace.
    fn inside(namespace: &str, arguments: &str) -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut command = Command::new("ip");
        command.args(["netns", "exec", namespace]).arg(program);
        command.args(["--exact", "process", "--ignored", "--nocapture"]).env(ARGUMENTS, arguments);
        let mut process = Self::start(&mut command);
        process.wait_for("ready").expect("it begins");
        process
    }

    fn command(&mut self, line: &str) {
        writeln!(self.input.as_ref().expect("it goes on"), "{line}").expect("it listens");
    }

    fn wait_for(&mut self, what: &str) -> Option<()> {
        self.output.by_ref().map_while(Result::ok).find(|line| line == what).map(drop)
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(status.expect("the program kill").success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ends by itself, and takes the namespaces away.
struct Stretch(Process);

impl Stretch {
    fn command(&mut self, line: &str) -> String {
        self.0.command(line);
        self.0.output.next().expect("an answer").expect("a line")
    }
}

impl Drop for Stretch {
    fn drop(&mut self) {
        self.0.input = None;
        let _ = self.0.child.wait();
    }
}

pub struct World {
    // The processes end before their namespaces.
    sender: Process,
    receiver: Process,
    stretch: Stretch,
    name: String,
    folder: PathBuf,
    messages: u32,
    sent: u32,
    /// Batches that are not reported as sent.
    open: u32,
    begun: Instant,
}

/// What has come of a scenario.
pub struct Found {
    events: Vec<Event>,
    network: String,
    elapsed: Duration,
}

impl World {
    /// Nothing, where that is not permitted.
    pub fn new() -> Option<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("agl-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let mut stretch = Process::start(Command::new("python3").args(["-B", STRETCH, &name]));
        stretch.wait_for("ready")?;
        let stretch = Stretch(stretch);
        let folder = std::env::temp_dir().join(&name);
        std::fs::create_dir_all(&folder).expect("a folder");
        let receiver = receiver(&name, &folder);
        let sender = Process::inside(&format!("{name}-b"), &format!("sender {} {ENDPOINT}", path(&folder, "sender")));
        let messages = std::env::var("AGON_LINK_MESSAGES").map_or(20_000, |text| text.parse().expect("a number"));
        Some(Self { sender, receiver, stretch, name, folder, messages, sent: 0, open: 0, begun: Instant::now() })
    }

    /// Sends the network a command.
    pub fn command(&mut self, line: &str) {
        self.stretch.command(line);
    }

    /// Has so many parts of all messages sent, and does not wait.
    pub fn send(&mut self, part: u32) {
        let number = self.messages / part;
        self.sender.command(&number.to_string());
        self.sent += number;
        self.open += 1;
    }

    pub fn wait_for_sent(&mut self) {
        for _ in 0..std::mem::take(&mut self.open) {
            self.sender.wait_for("sent").expect("the sender lives");
        }
    }

    pub fn send_all(&mut self, part: u32) {
        self.send(part);
        self.wait_for_sent();
    }

    /// Cuts the network for a time, while messages are sent.
    pub fn cut_off(&mut self, ways: &[&str], time: Duration, part: u32) {
        self.send(part * 2);
        ways.iter().for_each(|way| self.command(&format!("cut {way}")));
        self.send(part * 2);
        thread::sleep(time);
        self.command("heal");
        self.wait_for_sent();
    }

    pub fn kill_receiver(&mut self) {
        self.receiver.signal("-KILL");
        let _ = self.receiver.child.wait();
    }

    pub fn start_receiver(&mut self) {
        self.receiver = receiver(&self.name, &self.folder);
    }

    /// Stops a process for a time, while messages are sent.
    pub fn pause(&mut self, is_sender: bool, time: Duration, part: u32) {
        self.send(part * 2);
        let paused = if is_sender { &self.sender } else { &self.receiver };
        paused.signal("-STOP");
        self.send(part * 2);
        thread::sleep(time);
        let paused = if is_sender { &self.sender } else { &self.receiver };
        paused.signal("-CONT");
        self.wait_for_sent();
    }

    /// Heals the network, waits until all is settled, and checks what has happened.
    pub fn end(mut self) -> Found {
        let network = self.stretch.command("heal");
        self.sender.command("end");
        self.sender.wait_for("ended").expect("the sender lives");
        let elapsed = self.begun.elapsed();
        let (sent, handled) = ["sender", "receiver"].map(|side| records::read(&self.folder.join(side))).into();
        // The order between the two sides is not recorded. What was sent before it was handled and handled before it was reported keeps the
        // promise, unless something else in it is wrong.
        let (mut events, outcomes): (Vec<_>, Vec<_>) =
            sent.into_iter().partition(|event| matches!(event, Event::Sent { .. }));
        events.extend(handled);
        events.extend(outcomes);
        if let Err(broken) = check(&events) {
            panic!("{broken}; what both sides have recorded is in {}", self.folder.display());
        }
        let result = Found { events, network, elapsed };
        let (handled, unknown, refused) = result.counts();
        assert_eq!(handled + unknown + refused, self.sent as usize);
        assert!(handled > self.sent as usize / 2, "{result}");
        let _ = std::fs::remove_dir_all(&self.folder);
        result
    }
}

fn receiver(name: &str, folder: &Path) -> Process {
    Process::inside(&format!("{name}-a"), &format!("receiver {} {ENDPOINT}", path(folder, "receiver")))
}

fn path(folder: &Path, file: &str) -> String {
    folder.join(file).to_str().expect("a path in Unicode").to_owned()
}

impl Found {
    /// The sender's outcomes: how many were handled, how many are unknown, and how many were refused.
    fn counts(&self) -> (usize, usize, usize) {
        let outcomes = |which: fn(&Outcome) -> bool| {
            let is_one = |event: &&Event| matches!(event, Event::Settled { outcome, .. } if which(outcome));
            self.events.iter().filter(is_one).count()
        };
        (
            outcomes(|outcome| *outcome == Outcome::Handled),
            outcomes(|outcome| *outcome == Outcome::Unknown),
            outcomes(|outcome| matches!(outcome, Outcome::Refused(_))),
        )
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (handled, unknown, refused) = self.counts();
        let given_up = self.events.iter().filter(|event| matches!(event, Event::GivenUp)).count();
        let [lost, overtook, repeated] = self.network.split(' ').collect::<Vec<_>>()[..] else {
            panic!("three numbers")
        };
        write!(
            f,
            "{handled} handled, {unknown} unknown, {refused} refused, link given up {given_up} times, {:.1} s; \
             packets lost {lost}, out of order {overtook}, twice {repeated}",
            self.elapsed.as_secs_f64(),
        )
    }
}
