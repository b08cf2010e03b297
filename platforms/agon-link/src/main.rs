//! The workloads over two nodes: `agon-link-platform WORKLOAD key=value ...`, as in docs/protocol.md.

mod ask;
mod chameneos;
mod ring;
mod throughput;
mod way;

use std::env;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use agon_actor::System;
use agon_link::{Node, RemoteAddress, RemoteMessage, one_thread};
use agon_platform::nodes::{Nodes, Site};
use agon_platform::{Failure, Setting};
use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// No time limit of our own: the lab has one.
const LONG: Duration = Duration::from_secs(3600);

/// A node and its actors.
pub struct Runtime {
    pub system: System,
    pub node: Arc<Node>,
}

impl Runtime {
    fn start(setting: &Setting, site: &Site) -> Result<Self, Failure> {
        let system = System::builder().threads(setting.threads).build().map_err(Failure::work)?;
        let builder = Node::builder(if site.peer.is_some() { "first" } else { "second" }).cluster("agon-lab");
        let builder = builder.listen(format!("tcp/{}:0", site.listen));
        let builder = match &site.peer {
            Some(place) => builder.connect(place),
            None => builder,
        };
        Ok(Self { system, node: Arc::new(builder.join().map_err(Failure::work)?) })
    }

    /// The other node's actor of that name.
    pub fn find<M: RemoteMessage>(&self, name: &str) -> Result<RemoteAddress<M>, Failure> {
        let found = self.node.find_within(Duration::from_secs(60), name).map_err(Failure::work)?;
        found.ok_or_else(|| Failure::work(format!("the other node has no actor '{name}'")))
    }

    fn end(self) -> Result<(), Failure> {
        // An actor that is just exporting others leaves with them.
        if let Some(node) = Arc::into_inner(self.node) {
            node.leave();
        }
        let end = self.system.shutdown(Duration::from_secs(10));
        if end.is_clean() { Ok(()) } else { Err(Failure::work(end)) }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    if arguments == ["--version"] {
        println!("{}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    if let Err(why) = one_thread() {
        eprintln!("agon-link-platform: this program cannot be executed: {why}");
        return ExitCode::FAILURE;
    }
    Nodes {
        program: "agon-link-platform",
        start: Runtime::start,
        place: |runtime| {
            let endpoints = runtime.node.endpoints();
            endpoints.into_iter().next().ok_or_else(|| Failure::work("the node does not listen"))
        },
        end: Runtime::end,
        workloads: &[
            ("remote-throughput", throughput::prepare),
            ("remote-ask", ask::prepare),
            ("remote-token-ring", ring::prepare),
            ("remote-chameneos", chameneos::prepare),
        ],
    }
    .answer(&arguments)
}
