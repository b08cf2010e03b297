//! What the processes of a scenario do.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Context, System};
use agon_link::{EndReason, Node, NodeBuilder, RemoteAddress, RemoteMonitor};

use crate::history::{Event, Id};
use crate::records::{self, Records};
use crate::{GIVE_UP, LEASE};

pub const ARGUMENTS: &str = "AGON_LINK_PROCESS";

/// Longer than all faults of a scenario together.
const AGES: Duration = Duration::from_secs(3600);

/// Once everything is well again each message has its outcome within this time.
const SETTLED: Duration = Duration::from_secs(120);

pub fn run() {
    let arguments = std::env::var(ARGUMENTS).expect("set by another test");
    match arguments.split(' ').collect::<Vec<_>>()[..] {
        ["receiver", file, endpoint] => receive(Path::new(file), endpoint),
        ["sender", file, endpoint] => send(Path::new(file), endpoint),
        _ => panic!("what is {arguments}?"),
    }
}

fn node(name: &str) -> NodeBuilder {
    Node::builder(name).cluster("faults").lease(LEASE).give_up(GIVE_UP)
}

/// Writes down what it handles.
struct Recorder(Records<File>);

impl Actor for Recorder {
    type Message = Id;

    fn handle(&mut self, id: Id, _: &mut Context<'_, Self>) {
        self.0.write(Event::Handled { id, panicked: false });
    }
}

fn receive(file: &Path, endpoint: &str) {
    let system = System::builder().threads(1).build().expect("threads");
    let node = node("receiver").listen(endpoint).join().expect("it joins");
    node.register("recorder", system.spawn(Recorder(records::at_once(file)))).expect("a name");
    println!("\nready");
    std::io::stdin().lines().for_each(drop); // until it is to end
}

struct Sending {
    node: Node,
    records: Arc<Mutex<Records<std::io::BufWriter<File>>>>,
    settled: Arc<AtomicU32>,
    /// Where to send to, until the node is given up.
    to: Option<(RemoteAddress<Id>, RemoteMonitor)>,
    is_gone: Arc<AtomicBool>,
    sent: Id,
}

impl Sending {
    fn write(&self, event: Event) {
        self.records.lock().expect("no panic holds the lock").write(event);
    }

    /// Finds the receiver, whichever of its lives that is, and watches it.
    fn find(&mut self) -> RemoteAddress<Id> {
        if let Some((to, _)) = &self.to
            && !self.is_gone.load(Ordering::SeqCst)
        {
            return to.clone();
        }
        let to = loop {
            match self.node.find_within::<Id>(AGES, "recorder").expect("it takes numbers") {
                Some(to) if !to.is_gone() => break to,
                _ => thread::sleep(Duration::from_millis(1)),
            }
        };
        self.is_gone.store(false, Ordering::SeqCst);
        let (is_gone, records) = (Arc::clone(&self.is_gone), Arc::clone(&self.records));
        let monitor = to.monitor(move |reason| {
            assert_eq!(reason, EndReason::NodeGone);
            records.lock().expect("no panic holds the lock").write(Event::GivenUp);
            is_gone.store(true, Ordering::SeqCst);
        });
        self.to = Some((to.clone(), monitor));
        to
    }

    fn send(&mut self) {
        let to = self.find();
        let id = self.sent;
        self.sent += 1;
        self.write(Event::Sent { id, life: 0, actor: 0, acked: true });
        let (records, settled) = (Arc::clone(&self.records), Arc::clone(&self.settled));
        let outcome = move |outcome| {
            records.lock().expect("no panic holds the lock").write(Event::Settled { id, outcome });
            settled.fetch_add(1, Ordering::SeqCst);
        };
        to.send_then_within(AGES, id, outcome).expect("there is capacity in the end");
    }

    fn end(&self) {
        let begun = Instant::now();
        while self.settled.load(Ordering::SeqCst) < self.sent && begun.elapsed() < SETTLED {
            thread::sleep(Duration::from_millis(1));
        }
        // The checker finds those without an outcome.
        self.records.lock().expect("no panic holds the lock").flush();
    }
}

fn send(file: &Path, endpoint: &str) {
    let node = node("sender").listen("tcp/10.77.0.2:0").connect(endpoint).join().expect("it joins");
    let records = Arc::new(Mutex::new(records::buffered(file)));
    let mut sending = Sending { node, records, settled: Arc::default(), to: None, is_gone: Arc::default(), sent: 0 };
    println!("\nready");
    for line in std::io::stdin().lines().map_while(Result::ok) {
        match line.parse::<u32>() {
            Ok(number) => {
                (0..number).for_each(|_| sending.send());
                println!("\nsent");
            }
            Err(_) => {
                sending.end();
                println!("\nended");
            }
        }
    }
}
