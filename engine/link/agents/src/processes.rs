//! The processes of `--nodes`: the first one starts the others, and they stand and fall with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::nodes::Nodes;
use crate::options::{CHILD, CLUSTER, Options};

/// So long a process may take to end when the society has.
const ENDING: Duration = Duration::from_secs(10);

/// Those that this one has started.
#[derive(Default)]
pub(crate) struct Processes {
    children: Vec<Child>,
    listeners: Vec<JoinHandle<()>>,
}

impl Processes {
    /// Starts all but the first.
    pub(crate) fn start(
        names: &[String],
        endpoint: &str,
        cluster: &str,
        options: &Options,
        nodes: &Arc<Nodes>,
    ) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|why| format!("this program is not found: {why}"))?;
        let mut all = Self::default();
        let words: Result<Vec<_>, _> = (1..names.len()).map(|number| for_other(number, &options.rest)).collect();
        for (name, words) in names[1..].iter().zip(words?) {
            let mut command = Command::new(&program);
            command.args(["run", CHILD, "--trust", "all", "--join", endpoint, "--node", name]);
            command.args(["--nodes", &names.join(",")]).args(words).env(CLUSTER, cluster);
            command.args(options.tls.iter().flat_map(|folder| ["--tls", folder]));
            command.stdin(Stdio::piped()).stdout(Stdio::piped());
            let started = command.spawn().map_err(|why| format!("the node {name} cannot be started: {why}"));
            let mut child = started?;
            let lines = child.stdout.take();
            all.children.push(child);
            let (nodes, name) = (Arc::clone(nodes), name.clone());
            let listen = move || {
                lines.into_iter().for_each(pass_on);
                nodes.give_up(format!("the node {name} has ended"));
            };
            let listener = thread::Builder::new().name("agon-lines".to_owned()).spawn(listen);
            all.listeners.push(listener.map_err(|why| why.to_string())?);
        }
        Ok(all)
    }

    /// The society is over: so are they, or will be before long.
    pub(crate) fn end(mut self) {
        let deadline = Instant::now() + ENDING;
        while Instant::now() < deadline && self.children.iter_mut().any(|child| matches!(child.try_wait(), Ok(None))) {
            thread::sleep(Duration::from_millis(5));
        }
        for child in &mut self.children {
            // It has ended, as a rule.
            let _ = child.kill();
            let _ = child.wait();
        }
        for listener in self.listeners.drain(..) {
            let _ = listener.join(); // its panic has been reported
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Whole lines: those of several processes do not mix.
fn pass_on(lines: ChildStdout) {
    let mut lines = BufReader::new(lines);
    let mut line = Vec::new();
    while matches!(lines.read_until(b'\n', &mut line), Ok(1..)) {
        let mut out = std::io::stdout().lock();
        // The output has no reader: the society notices when the first node prints something. The process must not be delayed.
        let _ = out.write_all(&line);
        if lines.buffer().is_empty() {
            let _ = out.flush();
        }
        line.clear();
    }
}

/// The command line for another node: its inspector has a port of its own.
fn for_other(number: usize, words: &[String]) -> Result<Vec<String>, String> {
    let mut adjusted = words.to_vec();
    let Some(place) = words.iter().position(|word| word == "--inspect") else { return Ok(adjusted) };
    // The first node reports a bad port.
    let port = words.get(place + 1).and_then(|word| word.parse::<u16>().ok());
    if let Some(first) = port.filter(|port| *port != 0) {
        let port = u16::try_from(usize::from(first) + number);
        let port = port.map_err(|_| format!("there are not enough ports from {first} on for the inspectors of all"))?;
        adjusted[place + 1] = port.to_string();
    }
    Ok(adjusted)
}

/// Ends this process when the one that has started it is there no longer.
pub(crate) fn end_with_the_first() {
    let listen = || {
        let mut nothing = [0];
        while matches!(std::io::stdin().read(&mut nothing), Ok(1..)) {}
        std::process::exit(130);
    };
    // Without the thread it ends with the society all the same.
    drop(thread::Builder::new().name("agon-first".to_owned()).spawn(listen));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_node_has_an_inspector_of_its_own() {
        let adjusted = |words: &str| for_other(2, &words.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let due = |words: &str| Ok(words.split(' ').map(str::to_owned).collect());
        assert_eq!(
            adjusted("--seed 1 --inspect 8100 --paused a.mas2j"),
            due("--seed 1 --inspect 8102 --paused a.mas2j")
        );
        for same in ["--inspect 0 a.mas2j", "--seed 1 a.mas2j", "a.mas2j --inspect"] {
            assert_eq!(adjusted(same), due(same));
        }
        assert!(adjusted("--inspect 65534 a.mas2j").is_err());
    }
}
