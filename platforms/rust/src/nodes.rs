//! Programs of two nodes: node 1 listens and serves until its standard input is closed, node 0 connects to it and does the
//! iterations.

use std::io::{self, BufRead, Read};
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::harness::emit;
use crate::repetition::repeat;
use crate::{Arguments, Failure, Iteration, Setting, Work};

/// Where a node listens that is given no address.
const LOOPBACK: &str = "127.0.0.1";

/// Node 1's part: it stands ready when this returns, and calls [`report`] after each iteration.
pub type Serve<R> = Box<dyn Fn(&R) -> Result<(), Failure>>;

/// Takes a workload's own arguments.
pub type Prepare<R> = fn(&mut Arguments) -> Result<Ends<R>, Failure>;

/// What each node does of a workload on a runtime `R`.
pub struct Ends<R> {
    /// Node 0: an iteration.
    pub work: Work<R>,
    /// Node 1: all of them.
    pub serve: Serve<R>,
}

/// Where a node is, and where the other.
pub struct Site {
    /// The address that it listens at, where it does; the port is the system's to pick.
    pub listen: String,
    /// At node 0: the place of node 1.
    pub peer: Option<String>,
}

/// A platform whose runtime is an `R`, a node of two.
pub struct Nodes<'a, R> {
    /// The program's name in its messages.
    pub program: &'a str,
    pub start: fn(&Setting, &Site) -> Result<R, Failure>,
    /// Where node 1 listens, in words of the platform's own: node 0's place to connect to.
    pub place: fn(&R) -> Result<String, Failure>,
    pub end: fn(R) -> Result<(), Failure>,
    pub workloads: &'a [(&'a str, Prepare<R>)],
}

impl<R> Nodes<'_, R> {
    /// Whether the command line names one of these workloads.
    pub fn has(&self, workload: Option<&str>) -> bool {
        self.workloads.iter().any(|(name, _)| Some(*name) == workload)
    }

    /// Does what these arguments ask for.
    pub fn answer(&self, arguments: &[String]) -> ExitCode {
        match self.run(arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                eprintln!("{}: {failure}", self.program);
                failure.exit_code()
            }
        }
    }

    fn run(&self, arguments: &[String]) -> Result<(), Failure> {
        let asked = arguments.first().map_or("", String::as_str);
        let Some((_, prepare)) = self.workloads.iter().find(|(name, _)| *name == asked) else {
            let known: Vec<_> = self.workloads.iter().map(|(name, _)| *name).collect();
            return Err(Failure::usage(format!("unknown workload '{asked}': this platform has {}", known.join(", "))));
        };
        let mut arguments = Arguments::parse(&arguments[1..])?;
        let variant = arguments.peek("variant").to_owned();
        let Ends { work, serve } = prepare(&mut arguments)?;
        let threads = arguments.take_at_least("threads", 1_usize)?;
        let iterations = arguments.take("iterations")?;
        arguments.take::<u64>("seed")?;
        let second = match arguments.take::<u8>("node")? {
            0 => false,
            1 => true,
            other => return Err(Failure::usage(format!("node={other}: 0 or 1 is needed"))),
        };
        let peer = if second { None } else { Some(arguments.take::<String>("peer")?) };
        let listen = arguments.take_or("listen", LOOPBACK)?;
        arguments.finish()?;
        let runtime = (self.start)(&Setting { workload: asked, variant, threads }, &Site { listen, peer })?;
        if second {
            serve(&runtime)?;
            print(&json!({"event": "ready", "at": (self.place)(&runtime)?}))?;
            io::stdin().lock().read_to_end(&mut Vec::new()).map_err(Failure::work)?;
        } else {
            print(&json!({"event": "ready"}))?;
            self.iterate(&runtime, &work, iterations, io::stdin().lock())?;
        }
        (self.end)(runtime)
    }

    fn iterate(&self, runtime: &R, work: &Work<R>, iterations: u64, orders: impl BufRead) -> Result<(), Failure> {
        repeat(iterations, orders, |index| {
            let Iteration { elapsed, report } = work(runtime, index)?;
            let elapsed_ns = u64::try_from(elapsed.as_nanos()).map_err(Failure::work)?;
            print(&json!({"event": "iteration", "index": index, "elapsed_ns": elapsed_ns, "report": report}))
        })
    }
}

/// What node 1 has to report of an iteration.
pub fn report(index: u64, report: &Value) -> Result<(), Failure> {
    print(&json!({"event": "iteration", "index": index, "report": report}))
}

fn print(line: &Value) -> Result<(), Failure> {
    emit(&mut io::stdout().lock(), line)
}
