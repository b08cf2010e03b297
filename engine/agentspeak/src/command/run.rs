use std::collections::BTreeMap;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
#[cfg(unix)]
use std::time::{Duration, Instant};

use agon_actor::TableRow;

use super::arguments::{Argument, Arguments, unknown};
use super::{Answer, Misuse, Placed};
use crate::Dialect;
use crate::extensions::Extensions;
use crate::java::Java;
use crate::mind::{Limits, OwnLimits};
use crate::observe::elsewhere::NodesView;
use crate::observe::{Inspector, Observation, Trace};
use crate::system::{Blueprint, Mode, Setup, Society, Stopper};

/// The settings of the command line.
#[derive(Default)]
struct Options {
    file: Option<PathBuf>,
    mode: Option<Mode>,
    threads: Option<NonZeroUsize>,
    seed: Option<u64>,
    roots: BTreeMap<String, PathBuf>,
    limits: OwnLimits,
    until_idle: bool,
    trace: Option<Trace>,
    /// The port of the inspector's page.
    inspect: Option<u16>,
    /// Do the agents begin paused?
    paused: bool,
    java: Java,
    dialect: Dialect,
    /// Is a project refused of which Jason would leave something out?
    strict: bool,
    /// Is the status 1 if a plan failed?
    fail_on_error: bool,
}

/// Runs a project, or one agent, until it ends. Its status is this one's.
pub(super) fn run(arguments: Arguments, extensions: &Extensions) -> Answer {
    run_placed(arguments, extensions, |_| Ok(None))
}

/// The agents that are elsewhere, once it is known who is here.
type Others = Result<Option<Placed>, String>;

/// The same of those agents that are here.
pub(super) fn run_placed(
    arguments: Arguments,
    extensions: &Extensions,
    place: impl FnOnce(&mut Blueprint) -> Others,
) -> Answer {
    let options = Options::of(arguments)?;
    Ok(match live(options, extensions, place) {
        Ok(status) => ExitCode::from(status.rem_euclid(256) as u8),
        Err(problem) => {
            eprintln!("{}", problem.trim_end());
            ExitCode::FAILURE
        }
    })
}

/// Printed once where something of the project means something else than in Jason.
const DIFFERENCES: &str = "what is otherwise than in Jason, and why: docs/differences.md of the engine agentspeak";

fn live(
    options: Options,
    extensions: &Extensions,
    place: impl FnOnce(&mut Blueprint) -> Others,
) -> Result<i32, String> {
    let extensions = &extensions.clone().java(options.java).in_dialect(options.dialect);
    let file = options.file.unwrap_or_default();
    let mut blueprint = match file.extension().and_then(|extension| extension.to_str()) {
        Some("mas2j" | "jcm") => Blueprint::of_project(&file, options.roots, extensions),
        Some("asl") => Blueprint::of_agent(&file, options.roots, extensions),
        _ => Err(format!("{}: neither a project (.mas2j, .jcm) nor a program (.asl)", file.display())),
    }?;
    let (remote, elsewhere) = place(&mut blueprint)?.map(|Placed { remote, elsewhere }| (remote, elsewhere)).unzip();
    blueprint.faults().iter().for_each(|fault| eprint!("{fault}"));
    if options.strict && !blueprint.faults().is_empty() {
        return Err("nothing runs: that is what --strict is for".to_owned());
    }
    if !blueprint.warnings().is_empty() {
        blueprint.warnings().iter().for_each(|warning| eprint!("{warning}"));
        eprintln!("{DIFFERENCES}");
    }
    let mode = options.mode.or(blueprint.mode()).unwrap_or_default();
    // The project's number is that of its own mode.
    let threads = options.threads.or(blueprint.threads().filter(|_| blueprint.mode() == Some(mode)));
    let mut observation = Observation::default();
    if let Some(trace) = options.trace {
        observation = observation.with_trace(trace);
    }
    let mut page = None;
    if let Some(port) = options.inspect {
        let mut inspector = if options.paused { Inspector::paused() } else { Inspector::new() };
        let mut of = String::new();
        if let Some(elsewhere) = &elsewhere {
            of = format!(" of {}", elsewhere.me());
            inspector = inspector.with_elsewhere(Arc::clone(elsewhere));
        }
        let shown = page.insert(inspector.serve(port)?);
        eprintln!("inspector{of}: http://{}/", shown.address());
        observation = observation.with_inspector(inspector);
    }
    let (seed, limits, until_idle) = (options.seed, options.limits, options.until_idle);
    let mut setup = Setup { mode, threads, seed, limits, until_idle, observation, remote, ..Setup::default() };
    if let Some(elsewhere) = &elsewhere {
        setup.name = format!("node {}", elsewhere.me());
    }
    let no_signals = |refused| format!("signals cannot be received: {refused}");
    let interrupts = Interrupts::note().map_err(no_signals)?;
    let stopper = interrupts.end().map_err(no_signals)?;
    let society = Society::begin(blueprint, setup)?;
    let _ = stopper.set(society.stopper());
    if let Some(elsewhere) = elsewhere.filter(|_| society.system().socket().is_some()) {
        society.system().add_table("node", move || rows(&elsewhere.nodes()));
    }
    let mut status = society.wait();
    if status == 0 && options.fail_on_error && society.failures() > 0 {
        status = 1;
    }
    page.take();
    if society.system().socket().is_none() {
        // The process ends: nothing need be put away first, of a million agents.
        std::mem::forget(society);
    }
    Ok(status)
}

/// What `agon top` shows of nodes: the one here last.
fn rows(view: &NodesView) -> Vec<TableRow> {
    let here = TableRow::new(&view.node, "this one").number("dropped", view.dropped);
    let others = view.nodes.iter().map(|it| {
        let link = &it.link;
        TableRow::new(&it.node, it.presence)
            .total("in", link.received)
            .total("out", link.sent)
            .number("agents", it.agents as u64)
            .number("unacked", link.unacked)
            .number("waiting", link.waiting)
            .number("bytes", link.queued_bytes as u64)
            .number("credits", link.credits)
            .number("refused", link.refused)
            .number("unknown", link.unknown)
    });
    others.chain([here]).collect()
}

/// So long an interrupt waits for agents that are still being made.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(2);

/// Ctrl-C, and being asked to end: both end the agents, with the status that the signal would have had.
#[cfg(unix)]
struct Interrupts(signal_hook::iterator::Signals);

#[cfg(unix)]
impl Interrupts {
    /// From now on they are noted.
    fn note() -> std::io::Result<Self> {
        use signal_hook::consts::{SIGINT, SIGTERM};

        Ok(Self(signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?))
    }

    /// What is noted, and what comes, ends the agents, once there is something by which they can be ended.
    fn end(mut self) -> std::io::Result<Arc<OnceLock<Stopper>>> {
        let stopper = Arc::<OnceLock<Stopper>>::default();
        let known = Arc::clone(&stopper);
        let listen = move || {
            let mut is_ending = false;
            for signal in self.0.forever() {
                let status = 128 + signal;
                // A user who asks twice does not want to wait.
                if std::mem::replace(&mut is_ending, true) {
                    std::process::exit(status);
                }
                let begun = Instant::now();
                while known.get().is_none() && begun.elapsed() < PATIENCE {
                    std::thread::sleep(Duration::from_millis(10));
                }
                match known.get() {
                    Some(stopper) => stopper.stop(status),
                    // An environment does not come up.
                    None => std::process::exit(status),
                }
            }
        };
        std::thread::Builder::new().name("agon-signals".to_owned()).spawn(listen)?;
        Ok(stopper)
    }
}

/// Elsewhere they end the process at once.
#[cfg(not(unix))]
struct Interrupts;

#[cfg(not(unix))]
impl Interrupts {
    fn note() -> std::io::Result<Self> {
        Ok(Self)
    }

    fn end(self) -> std::io::Result<Arc<OnceLock<Stopper>>> {
        Ok(Arc::default())
    }
}

impl Options {
    fn of(mut arguments: Arguments) -> Result<Self, Misuse> {
        let mut options = Self::default();
        let mut pool = None;
        while let Some(argument) = arguments.next() {
            let option = match argument {
                Argument::Option(option) => option,
                Argument::Word(file) if options.file.is_none() => {
                    options.file = Some(file.into());
                    continue;
                }
                Argument::Word(file) => return Err(Misuse(format!("run needs one file; what is {file} for?"))),
            };
            match option.as_str() {
                "--mode" => options.mode = Some(arguments.parsed(&option, "pool, thread or synchronous")?),
                "--pool" => pool = Some(arguments.parsed(&option, "a number of threads, 1 or more")?),
                "--threads" => options.threads = Some(arguments.parsed(&option, "a number of threads, 1 or more")?),
                "--seed" => options.seed = Some(arguments.parsed(&option, "a whole number")?),
                "--root" => options.roots.extend([arguments.root()?]),
                "--query-limit" => {
                    let steps: NonZeroU64 = arguments.parsed(&option, "a number of steps, 1 or more")?;
                    options.limits.steps = Some(steps.get());
                }
                "--memory-limit" => {
                    let count: NonZeroU64 = arguments.parsed(&option, "a number of megabytes, 1 or more")?;
                    options.limits.memory = Some(Limits::megabytes(count.get()));
                }
                "--until-idle" => options.until_idle = true,
                "--dialect" => options.dialect = arguments.parsed(&option, "a release of Jason, 3.2 or 3.3")?,
                "--strict" => options.strict = true,
                "--fail-on-error" => options.fail_on_error = true,
                "--inspect" => options.inspect = Some(arguments.parsed(&option, "a port, or 0 for a free one")?),
                "--paused" => options.paused = true,
                "--jason" => options.java.jason = Some(arguments.value(&option, "Jason's folder or jar")?.into()),
                "--class-path" => {
                    let path = arguments.value(&option, "folders and jars")?;
                    let entries = std::env::split_paths(&path).map(|entry| entry.to_string_lossy().into_owned());
                    options.java.class_path.extend(entries);
                }
                _ => match option.strip_prefix("--trace") {
                    Some("") => options.trace = Some(traced("")?),
                    Some(of) if of.starts_with('=') => options.trace = Some(traced(&of[1..])?),
                    _ => return Err(unknown(&option)),
                },
            }
        }
        if options.file.is_none() {
            return Err(Misuse("run needs a project (.mas2j) or a program (.asl)".to_owned()));
        }
        if options.paused && options.inspect.is_none() {
            return Err(Misuse("--paused is for --inspect: only the inspector lets the agents go on".to_owned()));
        }
        options.with_pool(pool)
    }

    /// `--pool N` is `--mode pool --threads N`.
    fn with_pool(mut self, pool: Option<NonZeroUsize>) -> Result<Self, Misuse> {
        if let Some(pool) = pool {
            if self.mode.is_some_and(|mode| mode != Mode::Pool) {
                return Err(Misuse("--pool is for the mode pool".to_owned()));
            }
            if self.threads.is_some_and(|threads| threads != pool) {
                return Err(Misuse("--pool and --threads give different numbers".to_owned()));
            }
            self.mode = Some(Mode::Pool);
            self.threads = Some(pool);
        }
        if self.mode == Some(Mode::Thread) && self.threads.is_some() {
            return Err(Misuse("in mode thread each agent has its own: leave out --threads".to_owned()));
        }
        Ok(self)
    }
}

fn traced(what: &str) -> Result<Trace, Misuse> {
    Trace::parse(what).map_err(|unknown| Misuse(unknown.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &str) -> Result<Options, String> {
        Options::of(Arguments::new(words.split_whitespace().map(str::to_owned))).map_err(|Misuse(message)| message)
    }

    #[test]
    fn options_determine_how_agents_run() {
        let read = options("--seed 7 a.asl --pool 3 --root jasonJar=/j --until-idle").unwrap_or_default();
        assert_eq!(read.file, Some(PathBuf::from("a.asl")));
        assert_eq!((read.mode, read.threads, read.seed), (Some(Mode::Pool), NonZeroUsize::new(3), Some(7)));
        assert_eq!(read.roots.get("jasonJar"), Some(&PathBuf::from("/j")));
        assert!(read.until_idle && read.trace.is_none() && read.inspect.is_none());
        let limited = options("--query-limit 1000 a.asl --memory-limit 2").unwrap_or_default().limits;
        assert_eq!((limited.steps, limited.memory), (Some(1000), Some(2 << 20)));
        let watched = options("--trace=plans:ann --inspect 8100 --paused a.asl").unwrap_or_default();
        assert!(watched.trace.is_some() && watched.paused);
        assert_eq!((watched.inspect, watched.file), (Some(8100), Some(PathBuf::from("a.asl"))));
        assert!(options("--trace a.asl").unwrap_or_default().trace.is_some(), "what follows is the file");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for (words, expected) in [
            ("", "run needs a project (.mas2j) or a program (.asl)"),
            ("a.asl b.asl", "run needs one file; what is b.asl for?"),
            ("a.asl --mode", "--mode needs pool, thread or synchronous"),
            ("a.asl --mode fast", "--mode needs pool, thread or synchronous, not fast"),
            ("a.asl --threads 0", "--threads needs a number of threads, 1 or more, not 0"),
            ("a.asl --seed -1", "--seed needs a whole number, not -1"),
            ("a.asl --query-limit 0", "--query-limit needs a number of steps, 1 or more, not 0"),
            ("a.asl --memory-limit 1G", "--memory-limit needs a number of megabytes, 1 or more, not 1G"),
            ("a.asl --root x", "--root needs NAME=FOLDER, not x"),
            ("a.asl --quick", "there is no option --quick"),
            ("a.asl --tracer", "there is no option --tracer"),
            ("a.asl --inspect 70000", "--inspect needs a port, or 0 for a free one, not 70000"),
            ("a.asl --paused", "--paused is for --inspect: only the inspector lets the agents go on"),
            ("a.asl --mode thread --pool 2", "--pool is for the mode pool"),
            ("a.asl --pool 2 --threads 3", "--pool and --threads give different numbers"),
            ("a.asl --mode thread --threads 2", "in mode thread each agent has its own: leave out --threads"),
        ] {
            assert_eq!(options(words).err().as_deref(), Some(expected), "{words}");
        }
    }
}
