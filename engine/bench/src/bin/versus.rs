//! Measures all contestants against each other.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use agon_bench::cli;
use agon_bench::contestants::Contestant;
use agon_bench::measures::{MEASURES, Measure};
use agon_bench::runtime::{Placement, Setup};
use agon_bench::versus::erlang::{Erlang, Missing};
use agon_bench::versus::machine::Machine;
use agon_bench::versus::process::Sample;
use agon_bench::versus::progress::{Progress, seed_of_the_clock};
use agon_bench::versus::result::{self, Contest, Version};
use agon_bench::versus::schedule::{self, Entrant};
use clap::{Args, Parser, Subcommand};

/// agon-actor against other actor runtimes, on micro workloads that check their answers.
///
/// Every measurement runs in a process of its own; in each round all contestants do everything once, in a new random order.
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
    /// Take one measurement in this process, and print it as JSON: for a profiler.
    One(One),
    /// List what is measured.
    List,
}

#[derive(Args)]
struct ContestOptions {
    /// How often everybody does everything.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only these measures, separated by commas; `versus list` names them.
    #[arg(long, value_delimiter = ',', value_parser = measure)]
    measures: Vec<&'static Measure>,
    /// Only these, separated by commas, and always agon-actor: agon, tokio, actix, ractor, kameo, erlang.
    #[arg(long, value_delimiter = ',', value_parser = ["agon", "tokio", "actix", "ractor", "kameo", "erlang"])]
    contestants: Vec<String>,
    /// About how long a measurement takes, in milliseconds.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    milliseconds: u64,
    /// Draws the order; by default, the clock.
    #[arg(long)]
    seed: Option<u64>,
    /// Also write everything, each single value included, into this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Args)]
struct One {
    /// Whose.
    contestant: Contestant,
    /// Of what.
    #[arg(value_parser = measure)]
    measure: &'static Measure,
    /// Worker threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// Keep actors where they were spawned.
    #[arg(long)]
    apart: bool,
    /// Keep workers awake.
    #[arg(long, requires = "apart")]
    awake: bool,
    /// How many operations; by default, with how many a contest begins.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    operations: Option<u64>,
}

fn measure(id: &str) -> Result<&'static Measure, String> {
    Measure::find(id).ok_or_else(|| {
        let ids: Vec<_> = MEASURES.iter().map(|measure| measure.id).collect();
        format!("there are {}", ids.join(", "))
    })
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    cli::exit_code(match cli.command {
        Some(Verb::One(one)) => take_one(&one),
        Some(Verb::List) => {
            list();
            Ok(())
        }
        None => contest(&cli.contest),
    })
}

fn list() {
    for measure in MEASURES {
        println!("{:<18}{}, {} per {}", measure.id, measure.title, measure.unit, measure.per);
    }
}

fn take_one(one: &One) -> Result<(), String> {
    let placement = if one.apart { Placement::Apart { awake: one.awake } } else { Placement::Free };
    let setup = Setup { workers: one.threads.into(), placement };
    let operations = one.operations.unwrap_or(one.measure.operations.0);
    let cost = one.contestant.run(one.measure, setup, operations).map_err(|wrong| wrong.to_string())?;
    let sample = Sample { each: cost.each, elapsed_ns: cost.elapsed.as_nanos() as u64 };
    cli::print_json(&sample)
}

fn contest(options: &ContestOptions) -> Result<(), String> {
    let machine = Machine::here();
    let mut missing = Vec::new();
    let erlang = if wanted(options, "erlang") { find_erlang(&mut missing)? } else { None };
    let inside = Contestant::ALL
        .into_iter()
        .filter(|&contestant| contestant == Contestant::Agon || wanted(options, &contestant.name().to_lowercase()));
    let entrants: Vec<_> = inside.map(Entrant::Inside).chain(erlang.as_ref().map(Entrant::Erlang)).collect();
    let measures = if options.measures.is_empty() { MEASURES.iter().collect() } else { options.measures.clone() };
    let seed = options.seed.unwrap_or_else(seed_of_the_clock);
    let rounds = options.rounds as usize;

    let target = Duration::from_millis(options.milliseconds).as_nanos() as u64;
    let mut progress = Progress::new();
    let attempts = schedule::run(&entrants, &measures, rounds, target, seed, |text| progress.show(text));
    progress.end();

    let contest = Contest {
        schema: 1,
        seed,
        rounds,
        machine,
        contestants: entrants
            .iter()
            .map(|entrant| Version { name: entrant.name(), version: entrant.version().into() })
            .collect(),
        missing,
        measures: result::lines(&entrants, &measures, &attempts),
    };
    print!("{}", heading(&contest));
    println!("{}", contest.table());
    if let Some(file) = &options.json {
        cli::write_json(file, &contest)?;
    }
    if contest.is_sound() { Ok(()) } else { Err("some measurements failed: see the table".into()) }
}

fn heading(contest: &Contest) -> String {
    let machine = &contest.machine;
    let versions: Vec<_> = contest.contestants.iter().map(|one| format!("{} {}", one.name, one.version)).collect();
    format!(
        "{}; {} processors; load {}; {} rounds, seed {}\n{}\nmedian, ratio to agon-actor, least .. greatest, the number of threads that suits it best\n",
        machine.processor,
        machine.processors,
        machine.load.map_or("unknown".into(), |load| load.to_string()),
        contest.rounds,
        contest.seed,
        versions.join(", "),
    )
}

fn wanted(options: &ContestOptions, name: &str) -> bool {
    options.contestants.is_empty() || options.contestants.iter().any(|wanted| wanted == name)
}

fn find_erlang(missing: &mut Vec<String>) -> Result<Option<Erlang>, String> {
    match Erlang::find() {
        Ok(erlang) => Ok(Some(erlang)),
        Err(Missing::NotFound) => {
            missing
                .push("Erlang is missing: there is no `erl` on the PATH (Debian: apt-get install erlang-base)".into());
            Ok(None)
        }
        Err(Missing::Broken(reason)) => Err(format!("Erlang's programs do not compile: {reason}")),
    }
}
