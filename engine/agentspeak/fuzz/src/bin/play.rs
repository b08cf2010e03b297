//! `play PROJECT.mas2j`: what the agents of a project print, each line behind a record separator, as the golden cases are played:
//! time passes where everybody waits.
//!
//! `play -`: plays one program after the other, each as the only agent of a system of its own. What comes in and what goes out is a
//! length of four bytes, and so many bytes: a program, and the lines that its agent prints.
//!
//! A dialect may stand behind both: 3.2, where none does.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use agon_agentspeak::syntax::expand::Loader;
use agon_agentspeak::syntax::source::Sources;
use agon_agentspeak::system::{Local, Program};
use agon_agentspeak::term::Atom;
use agon_agentspeak::{Dialect, Extensions};

/// So many turns are enough for anything that ends.
const TURNS: usize = 10_000_000;

/// So many for a program that ends for sure, and a time in which it does.
const FEW_TURNS: usize = 20_000;
const LIMIT: Duration = Duration::from_secs(2);

const END: char = '\x1e';

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let project = arguments.next();
    // The other players are Jason 3.2, unless another is given.
    let dialect = arguments.next().map_or(Ok(Dialect::Jason32), |dialect| dialect.parse());
    let (Some(project), Ok(dialect)) = (project, dialect) else {
        eprintln!("usage: play PROJECT.mas2j [DIALECT] | play - [DIALECT]");
        return ExitCode::from(2);
    };
    if project == "-" {
        return match play_programs(dialect) {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => {
                eprintln!("{problem}");
                ExitCode::FAILURE
            }
        };
    }
    let system = agon_agentspeak::system::load_with(Path::new(&project), BTreeMap::new(), &extensions(dialect));
    let mut system = match system {
        Ok(system) => system,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    system.simulate_time();
    system.run(TURNS);
    for line in system.lines() {
        print!("{line}{END}");
    }
    for warning in system.warnings() {
        eprintln!("{warning}");
    }
    ExitCode::SUCCESS
}

fn extensions(dialect: Dialect) -> Extensions {
    Extensions::default().in_dialect(dialect)
}

fn play_programs(dialect: Dialect) -> std::io::Result<()> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    loop {
        let mut length = [0; 4];
        match input.read_exact(&mut length) {
            Err(end) if end.kind() == ErrorKind::UnexpectedEof => return Ok(()),
            other => other?,
        }
        let mut program = vec![0; u32::from_be_bytes(length) as usize];
        input.read_exact(&mut program)?;
        let text = String::from_utf8_lossy(&program);
        let lines = std::panic::catch_unwind(|| play_program(&text, dialect));
        let lines = lines.unwrap_or_else(|_| vec!["panicked".to_owned()]);
        let printed: String = lines.iter().flat_map(|line| [line.as_str(), "\x1e"]).collect();
        output.write_all(&u32::try_from(printed.len()).unwrap_or(u32::MAX).to_be_bytes())?;
        output.write_all(printed.as_bytes())?;
        output.flush()?;
    }
}

fn play_program(text: &str, dialect: Dialect) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let loaded = Loader::new().load_source(&mut sources, file);
    let program = if loaded.has_errors() { None } else { Program::of_loaded(&loaded, &sources, Path::new("")).ok() };
    let Some(program) = program else {
        for diagnostic in &loaded.diagnostics {
            eprintln!("{}", diagnostic.render(&sources));
        }
        return vec!["refused".to_owned()];
    };
    let mut mind = extensions(dialect).new_agent(Atom::new("a"));
    program.begin(&mut mind, &[], &[]);
    let mut system = Local::default();
    system.add(mind);
    system.simulate_time();
    let begun = Instant::now();
    let mut turns = 0;
    while !system.is_idle() && turns < FEW_TURNS && begun.elapsed() < LIMIT {
        system.run(100);
        turns += 100;
    }
    for warning in system.warnings() {
        eprintln!("{warning}");
    }
    let mut lines: Vec<String> =
        system.lines().iter().map(|line| line.strip_prefix("[a] ").unwrap_or(line).to_owned()).collect();
    if !system.is_idle() {
        lines.push("does not end".to_owned());
    }
    lines
}
