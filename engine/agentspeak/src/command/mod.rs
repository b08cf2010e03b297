//! The command line of `agon-asl`, and of programs that are that with something of their own.

mod arguments;
mod check;
mod format;
mod run;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use crate::extensions::Extensions;
use crate::java::Java;
use crate::observe::elsewhere::Elsewhere;
use crate::syntax::diagnostic::{Diagnostic, Severity};
use crate::syntax::source::Sources;
use crate::system::{Blueprint, Remote};
use arguments::Arguments;

const USAGE: &str = "\
usage: agon-asl run [--mode pool|thread|synchronous] [--pool N] [--threads N] [--seed S] [--root NAME=FOLDER] [--until-idle] [--strict]
                    [--fail-on-error] [--dialect 3.2|3.3] [--query-limit STEPS] [--memory-limit MIB]
                    [--trace[=events,plans,intentions,beliefs,messages][:AGENT,...]] [--inspect PORT [--paused]]
                    [--jason FOLDER|JAR] [--class-path PATH] PROJECT.mas2j|AGENT.asl
       agon-asl check [--dialect 3.2|3.3] [--source-path FOLDER] [--root NAME=FOLDER] FILE...
       agon-asl fmt [--check] FILE...";

/// What options of `run` mean that their names do not explain.
const OPTIONS: &str = "
  --until-idle     ends once no agent can do anything any more
  --strict         runs nothing of a project of which something would be left out
  --fail-on-error  makes the exit status 1, if it were 0, when a plan failed and no plan took care of that; the agents
                   go on meanwhile. Failures stand among the lines that the agents print, in the order in which things
                   happen: the step with a caret, the reason, and the intention's plans with what their variables stand for
  --dialect        the release of Jason that programs are executed like, 3.3 without it
  --query-limit, --memory-limit
                   how much one question or intention may take; then its step fails
  --inspect        serves a page that shows agents and failures, on a port of this machine
";

/// The status for what is wrong with the command itself.
const MISUSED: u8 = 2;

/// What is wrong with the command itself.
struct Misuse(String);

type Answer = Result<ExitCode, Misuse>;

/// Runs the command line.
pub fn main() -> ExitCode {
    main_with(Extensions::default())
}

/// The same in a program that has internal actions or an environment of its own.
pub fn main_with(extensions: Extensions) -> ExitCode {
    let mut words = std::env::args().skip(1).peekable();
    let verb = words.next();
    let is_help = |word: &String| matches!(word.as_str(), "--help" | "-h");
    if verb.as_ref().is_some_and(is_help) || words.peek().is_some_and(is_help) {
        println!("{USAGE}\n{}", OPTIONS.trim_end());
        return ExitCode::SUCCESS;
    }
    let arguments = Arguments::new(words);
    let answer = match verb.as_deref() {
        Some("run") => run::run(arguments, &extensions),
        Some("check") => check::check(arguments, &extensions.java(Java::default())),
        Some("fmt") => format::format(arguments),
        Some(other) => Err(Misuse(format!("there is no verb {other}"))),
        None => Err(Misuse("a verb is missing".to_owned())),
    };
    answer.unwrap_or_else(|Misuse(message)| misused(&message))
}

/// The agents of other nodes: how a society reaches them, and what an inspector shows of them.
pub struct Placed {
    /// How they are reached.
    pub remote: Arc<dyn Remote>,
    /// What is shown.
    pub elsewhere: Arc<dyn Elsewhere>,
}

/// Does what `agon-asl run` does with these words behind it, on one of several nodes. `place` leaves out the agents that are on others, and
/// returns how they are reached.
pub fn run_on_node(
    words: impl IntoIterator<Item = String>,
    extensions: &Extensions,
    place: impl FnOnce(&mut Blueprint) -> Result<Placed, String>,
) -> ExitCode {
    run::run_placed(Arguments::new(words), extensions, |blueprint| place(blueprint).map(Some))
        .unwrap_or_else(|Misuse(message)| misused(&message))
}

fn misused(message: &str) -> ExitCode {
    eprintln!("agon-asl: {message}\n{USAGE}");
    ExitCode::from(MISUSED)
}

/// Shows what is wrong. Returns whether there is no error among it.
fn show(diagnostics: &[Diagnostic], sources: &Sources) -> bool {
    for it in diagnostics {
        eprint!("{}", it.render(sources));
    }
    diagnostics.iter().all(|it| it.severity != Severity::Error)
}

/// Whether a file is a project, by its name.
fn is_project(file: &Path) -> bool {
    file.extension().is_some_and(|it| it == "mas2j" || it == "jcm")
}

/// Success, if all is fine.
fn status_of(fine: bool) -> ExitCode {
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
