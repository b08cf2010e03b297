//! `agon-agentspeak-fuzz [TARGET] [inputs=N] [seed=S] [from=I]`: gives a target so many inputs.
//! `agon-agentspeak-fuzz show TARGET input=I [seed=S]`: shows an input.
//!
//! The inputs are taken by another process, so that one that crashes or does not end ends that process only: the next one goes on
//! behind it. A panic is a crash, and so is any other death.

#[path = "../../tests/fuzzing/mutate.rs"]
mod mutate;
#[path = "../../tests/fuzzing/targets.rs"]
mod targets;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mutate::Corpus;
use targets::{TARGETS, Target};

const USAGE: &str = "usage: agon-agentspeak-fuzz [program|project|term|run|all] [inputs=N] [seed=S] [from=I]
       agon-agentspeak-fuzz show TARGET input=I [seed=S]";

/// What the arguments are wrong with.
const MISUSED: u8 = 2;

/// An input that takes longer does not end.
const ENDLESS: Duration = Duration::from_secs(10);

/// The same for what may be endless.
const ENDLESS_ALLOWED: Duration = Duration::from_millis(300);

/// More memory than this is as bad.
const LARGE: u64 = 2 << 30;

/// So many crashes are enough.
const ENOUGH: usize = 10;

const STATUS_ENDLESS: i32 = 3;

/// The input that is being taken.
static CURRENT: AtomicU64 = AtomicU64::new(0);

/// How many have been accepted.
static ACCEPTED: AtomicU64 = AtomicU64::new(0);

/// Which inputs of which target.
#[derive(Clone, Copy)]
struct Task {
    target: &'static Target,
    seed: u64,
    from: u64,
    to: u64,
    /// How often progress is reported.
    step: u64,
}

fn main() -> ExitCode {
    match command(std::env::args().skip(1).collect()) {
        Ok(code) => code,
        Err(wrong) => {
            eprintln!("{wrong}");
            ExitCode::from(MISUSED)
        }
    }
}

fn command(arguments: Vec<String>) -> Result<ExitCode, String> {
    let number = |name: &str, otherwise: u64| {
        let given = arguments.iter().find_map(|argument| argument.strip_prefix(name)?.strip_prefix('='));
        given.map_or(Ok(otherwise), |given| {
            given.parse().map_err(|_| format!("{name} is a number, not {given}\n{USAGE}"))
        })
    };
    let words: Vec<&str> = arguments.iter().map(String::as_str).filter(|argument| !argument.contains('=')).collect();
    let known = ["inputs", "seed", "from", "input", "to", "step"];
    let named = |argument: &&String| argument.split_once('=').is_some_and(|(name, _)| !known.contains(&name));
    if let Some(unknown) = arguments.iter().find(named) {
        return Err(format!("there is no {unknown}\n{USAGE}"));
    }
    let target = |name: &str| {
        TARGETS.iter().find(|target| target.name == name).ok_or_else(|| format!("there is no target {name}\n{USAGE}"))
    };
    let (seed, from) = (number("seed", 1)?, number("from", 0)?);
    let task = |target| Ok::<_, String>(Task { target, seed, from, to: from + number("inputs", 100_000)?, step: 4096 });
    match words[..] {
        ["show", name] => {
            let target = target(name)?;
            print!("{}", corpus(target).input(seed, number("input", 0)?, target.part));
            Ok(ExitCode::SUCCESS)
        }
        ["take", name] => {
            take(Task { target: target(name)?, seed, from, to: number("to", 0)?, step: number("step", 1)? });
            Ok(ExitCode::SUCCESS)
        }
        [] | ["all"] => {
            let mut fine = true;
            for target in &TARGETS {
                fine &= give(task(target)?)?;
            }
            Ok(if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        [name] => Ok(if give(task(target(name)?)?)? { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
        _ => Err(USAGE.to_owned()),
    }
}

fn corpus(target: &Target) -> Corpus {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    Corpus::read(&[&here.join("../tests/cases"), &here.join("../../../platforms")], target.extension)
}

/// The reports of another process that takes inputs.
#[derive(Default)]
struct Progress {
    /// The input behind those that were taken.
    next: u64,
    accepted: u64,
    /// The input that did not end.
    endless: Option<u64>,
    done: bool,
}

/// Has the inputs taken; returns whether nothing went wrong.
fn give(task: Task) -> Result<bool, String> {
    let began = Instant::now();
    let texts = corpus(task.target);
    if texts.len() == 0 {
        return Err(format!("there is no .{} file to begin with", task.target.extension));
    }
    let folder = std::env::temp_dir().join(format!("agon-agentspeak-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|wrong| format!("{}: {wrong}", folder.display()))?;
    let (mut accepted, mut endless, mut crashes) = (0, 0, Vec::new());
    let mut left = task;
    while left.from < task.to && crashes.len() < ENOUGH {
        let progress = listen(left, &folder)?;
        accepted += progress.accepted;
        if progress.done {
            break;
        }
        left.from = progress.next;
        if let Some(input) = progress.endless {
            endless += 1;
            if !task.target.may_be_endless {
                crashes.push(format!("does not end: input={input}"));
            }
            left.from = input + 1;
        } else if left.step > 1 {
            // Which one it was shows when each is reported.
            left.step = 1;
            continue;
        } else {
            crashes.push(format!("crashes: input={}", progress.next));
            left.from = progress.next + 1;
        }
        left.step = task.step;
    }
    let _ = std::fs::remove_dir_all(&folder);
    let Task { target, seed, from, to, .. } = task;
    let inputs = to - from;
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{{\"target\":\"{}\",\"seed\":{seed},\"from\":{from},\"inputs\":{inputs},\"accepted\":{accepted},\"endless\":{endless},\
         \"crashes\":{},\"texts\":{},\"corpus\":\"{:016x}\",\"seconds\":{seconds:.1}}}",
        target.name,
        crashes.len(),
        texts.len(),
        texts.digest(),
    );
    for crash in &crashes {
        eprintln!(
            "{} seed={seed} {crash}: see it with `show {} seed={seed} {}`",
            target.name,
            target.name,
            crash.rsplit(' ').next().unwrap_or("")
        );
    }
    Ok(crashes.is_empty())
}

/// Lets another process take inputs, in that folder.
fn listen(task: Task, folder: &Path) -> Result<Progress, String> {
    let Task { target, seed, from, to, step } = task;
    let me = std::env::current_exe().map_err(|wrong| wrong.to_string())?;
    let numbers = [("seed", seed), ("from", from), ("to", to), ("step", step)];
    let mut child = Command::new(me)
        .args(["take", target.name])
        .args(numbers.map(|(name, number)| format!("{name}={number}")))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|wrong| wrong.to_string())?;
    let mut progress = Progress { next: from, ..Progress::default() };
    let stdout = child.stdout.take().ok_or("no pipe")?;
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        let numbers: Vec<u64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        match (line.split(' ').next(), &numbers[..]) {
            (Some("at"), [next, accepted]) => (progress.next, progress.accepted) = (*next, *accepted),
            (Some("done"), [accepted]) => (progress.done, progress.accepted) = (true, *accepted),
            (Some("endless"), [input, accepted]) => (progress.endless, progress.accepted) = (Some(*input), *accepted),
            // Programs print something themselves.
            _ => {}
        }
    }
    child.wait().map_err(|wrong| wrong.to_string())?;
    Ok(progress)
}

/// Takes the inputs.
fn take(task: Task) {
    let Task { target, seed, from, to, step } = task;
    let corpus = corpus(target);
    CURRENT.store(from, Ordering::Relaxed);
    let limit = if target.may_be_endless { ENDLESS_ALLOWED } else { ENDLESS };
    std::thread::spawn(move || watch(limit));
    for input in from..to {
        if input % step == 0 || step == 1 {
            report(&format!("at {input} {}", ACCEPTED.load(Ordering::Relaxed)));
        }
        CURRENT.store(input, Ordering::Relaxed);
        let text = corpus.input(seed, input, target.part);
        ACCEPTED.fetch_add(u64::from((target.take)(&text)), Ordering::Relaxed);
    }
    report(&format!("done {}", ACCEPTED.load(Ordering::Relaxed)));
}

fn report(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}

/// Ends the process when an input takes too long or too much. The processor's time counts: the machine may be busy.
fn watch(limit: Duration) {
    let began = Instant::now();
    let spent = || processor_time().unwrap_or_else(|| began.elapsed());
    let mut seen = (CURRENT.load(Ordering::Relaxed), spent());
    loop {
        std::thread::sleep(limit / 10);
        let current = CURRENT.load(Ordering::Relaxed);
        if current != seen.0 {
            seen = (current, spent());
        } else if spent().saturating_sub(seen.1) > limit || memory() > LARGE {
            report(&format!("endless {current} {}", ACCEPTED.load(Ordering::Relaxed)));
            std::process::exit(STATUS_ENDLESS);
        }
    }
}

/// How long this process has been executed, where that can be found out.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, in hundredths of a second, of the program and of the system for it.
    let words: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let spent = |place: usize| words.get(place)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (spent(11)? + spent(12)?)))
}

/// How much memory this process has; 0 where that cannot be found out.
fn memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let resident = pages.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    resident.unwrap_or(0) * 4096
}
