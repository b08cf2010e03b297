//! The command line of `agon-nodes`.

use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use agon_agentspeak::Extensions;
use agon_agentspeak::command::{Placed, run_on_node};
use agon_agentspeak::observe::elsewhere::Elsewhere;
use agon_agentspeak::system::{Blueprint, Remote};
use agon_link::{Node, Tls, one_thread};

use crate::members::Members;
use crate::nodes::{Joining, Nodes};
use crate::options::{CLUSTER, Count, Options, USAGE};
use crate::processes::{Processes, end_with_the_first};
use crate::state::Trust;

/// The status for what is wrong with the command itself.
const MISUSED: u8 = 2;

/// So long nodes that are started together wait for each other: each has all programs to read.
const STARTING: Duration = Duration::from_secs(120);

/// The environment of a project that has none.
const NO_ENVIRONMENT: &str = "jason.environment.Environment";

/// So long it may take to notify the others that the society has ended.
const LEAVING: Duration = Duration::from_secs(3);

/// Runs the command line.
pub fn main(words: impl IntoIterator<Item = String>) -> ExitCode {
    let mut words = words.into_iter();
    let options = match words.next().as_deref() {
        Some("run") => Options::of(words),
        Some("--help" | "-h") => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => Err("the verb is run".to_owned()),
    };
    match options {
        Ok(options) => run(&options),
        Err(wrong) => {
            eprintln!("agon-nodes: {wrong}\n{USAGE}");
            ExitCode::from(MISUSED)
        }
    }
}

fn run(options: &Options) -> ExitCode {
    if options.tls.is_some()
        && let Err(why) = one_thread()
    {
        eprintln!("agon-nodes: this program cannot be executed: {why}");
        return ExitCode::FAILURE;
    }
    if options.is_child {
        end_with_the_first();
    }
    let joined = OnceLock::new();
    let place = |blueprint: &mut Blueprint| {
        let all = join(options, blueprint)?;
        let remote: Arc<dyn Remote> = Arc::<Nodes>::clone(&all.nodes);
        let elsewhere: Arc<dyn Elsewhere> = Arc::<Nodes>::clone(&all.nodes);
        let _ = joined.set(all);
        Ok(Placed { remote, elsewhere })
    };
    let status = run_on_node(options.rest.clone(), &Extensions::default(), place);
    if let Some(Joined { nodes, processes }) = joined.into_inner() {
        nodes.leave(LEAVING);
        processes.end();
    }
    status
}

/// This node, and the processes that it has started.
struct Joined {
    nodes: Arc<Nodes>,
    processes: Processes,
}

fn join(options: &Options, blueprint: &mut Blueprint) -> Result<Joined, String> {
    let hosts = blueprint.hosts();
    let names = match &options.nodes {
        Some(Count::Number(number)) => Some(Members::named(*number, &hosts)?),
        Some(Count::Names(names)) => Some(names.clone()),
        None => None,
    };
    let is_starter = options.node.is_none();
    let me = options.node.clone().or_else(|| names.as_ref()?.first().cloned()).unwrap_or_default();
    let mut members = match &names {
        Some(names) => Members::of(&me, names.clone()),
        None => Members::of_hosts(&me, &hosts, options.join.is_empty()),
    };
    let environment = blueprint.project().and_then(|project| project.environment.as_ref());
    let environment = environment.filter(|class| class.name.value != NO_ENVIRONMENT);
    let host = environment.and_then(|class| class.host.as_ref()).map(|host| host.value.as_str());
    let environment = environment.map(|_| members.environment(host)).transpose()?.filter(|node| *node != me);
    if environment.is_some() {
        blueprint.leave_environment();
    }
    blueprint.place(|_, host| members.runs(host));
    if options.is_child {
        // The first one has reported it.
        blueprint.silence();
    }
    let cluster = if is_starter { made_up() } else { cluster(options) };
    let mut node = Node::builder(&me).cluster(&cluster).gossip(true);
    node = options.listen.iter().fold(node, |node, endpoint| node.listen(endpoint));
    node = options.join.iter().fold(node, |node, endpoint| node.connect(endpoint));
    if let Some(folder) = &options.tls {
        let admitted = members.names().iter().chain(&options.admit);
        node = node.tls(Tls::folder(folder).admit(admitted));
    }
    let trust = if is_starter { Trust::All } else { options.trust.clone() };
    let wait = (is_starter || options.is_child).then_some(STARTING);
    let nodes = Nodes::join(Joining { node, members, trust, environment, wait })?;
    let processes = match (is_starter, names) {
        (true, Some(names)) => {
            let endpoint = nodes.endpoints().into_iter().next().ok_or("the node listens nowhere")?;
            Processes::start(&names, &endpoint, &cluster, options, &nodes)?
        }
        _ => Processes::default(),
    };
    Ok(Joined { nodes, processes })
}

fn cluster(options: &Options) -> String {
    options.cluster.clone().or_else(|| std::env::var(CLUSTER).ok()).unwrap_or_else(|| "agents".to_owned())
}

/// A name that cannot be guessed.
fn made_up() -> String {
    use std::hash::{BuildHasher, RandomState};
    let random = || RandomState::new().hash_one(std::process::id());
    format!("{:016x}{:016x}", random(), random())
}
