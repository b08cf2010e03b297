//! Measures all contestants against each other on ordinary programs.

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use agon_bench::cli;
use agon_bench::contestants::Contestant;
use agon_bench::ordinary::contest::{self, Plan};
use agon_bench::ordinary::line::{Form, Line};
use agon_bench::ordinary::lines::{self, LINES};
use agon_bench::ordinary::sample;
use agon_bench::versus::progress::{Progress, seed_of_the_clock};
use clap::{Args, Parser, Subcommand};

/// Compares agon-actor with other actor runtimes, on ordinary programs that check their answers.
///
/// Every sample is taken in a process of its own; in each block all contestants measure everything once, in a new random order.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Verb>,
    #[command(flatten)]
    contest: ContestOptions,
}

#[derive(Subcommand)]
enum Verb {
    /// Take one sample in this process, and print it as JSON: for a profiler.
    One(One),
    /// List the lines.
    List,
}

#[derive(Args)]
struct ContestOptions {
    /// Only these lines, separated by commas; `ordinary list` names them.
    #[arg(long, value_delimiter = ',', value_parser = line)]
    lines: Vec<&'static Line>,
    /// Only these, separated by commas, and always agon-actor.
    #[arg(long, value_delimiter = ',')]
    contestants: Vec<Contestant>,
    /// Smaller and shorter: to look, not to quote.
    #[arg(long)]
    brief: bool,
    /// Everything small, once, for the answers alone.
    #[arg(long, conflicts_with = "brief")]
    check: bool,
    /// How many samples everybody takes of everything; with `--check`, one.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    blocks: u32,
    /// Worker threads of everybody; by default, as many as there are processors.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    workers: Option<u16>,
    /// Draws the order; by default, the clock.
    #[arg(long)]
    seed: Option<u64>,
    /// Also write everything, each single sample included, into this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct One {
    /// Whose.
    contestant: Contestant,
    /// Of what.
    #[arg(value_parser = line)]
    line: &'static Line,
    /// Worker threads; by default, as many as there are processors.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    workers: Option<u16>,
    /// How thoroughly.
    #[arg(long, default_value = "full")]
    form: Form,
}

fn line(id: &str) -> Result<&'static Line, String> {
    lines::find(id).ok_or_else(|| format!("there are {}", LINES.map(|line| line.id).join(", ")))
}

fn workers(wanted: Option<u16>) -> usize {
    wanted.map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from)
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli::exit_code(match cli.command {
        Some(Verb::One(one)) => take_one(&one),
        Some(Verb::List) => {
            LINES.iter().for_each(|line| println!("{:<14}{}; time a {}", line.id, line.title, line.per));
            Ok(())
        }
        None => contest(&cli.contest),
    })
}

fn take_one(one: &One) -> Result<(), String> {
    let sample = sample::take(one.line, one.contestant, workers(one.workers), one.form);
    let sample = sample.map_err(|wrong| wrong.to_string())?;
    cli::print_json(&sample)
}

fn contest(options: &ContestOptions) -> Result<(), String> {
    let form = match (options.check, options.brief) {
        (true, _) => Form::Check,
        (false, true) => Form::Brief,
        (false, false) => Form::Full,
    };
    let wanted = |contestant: &Contestant| {
        *contestant == Contestant::Agon || options.contestants.is_empty() || options.contestants.contains(contestant)
    };
    let plan = Plan {
        lines: if options.lines.is_empty() { LINES.to_vec() } else { options.lines.clone() },
        contestants: Contestant::ALL.into_iter().filter(wanted).collect(),
        blocks: if options.check { 1 } else { options.blocks as usize },
        workers: workers(options.workers),
        form,
        seed: options.seed.unwrap_or_else(seed_of_the_clock),
    };
    let mut progress = Progress::new();
    let contest = contest::run(&plan, |text| progress.show(text));
    progress.end();
    if options.check {
        print!("{}", contest.answers());
    } else {
        print!("{}{}", contest.heading(), contest.table());
    }
    if let Some(file) = &options.json {
        cli::write_json(file, &contest)?;
    }
    if contest.is_sound() { Ok(()) } else { Err("some programs failed: see the table".into()) }
}
