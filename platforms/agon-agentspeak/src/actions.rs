//! The internal actions that the programs use to speak with the lab: platforms/agentspeak/README.md describes what each does.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use agon_agentspeak::Extensions;
use agon_agentspeak::library::{ANY, Call, Failure, Outcome, Result, error, holds};
use agon_agentspeak::term::Term;
use agon_platform::{compute, pipeline};
use serde_json::Value;

use crate::run::Run;

/// All of them, for the agents of one run.
pub fn actions(run: &Arc<Run>) -> Extensions {
    ACTIONS.iter().fold(Extensions::default(), |extensions, (name, least, most, execute)| {
        let run = Arc::clone(run);
        extensions.action(name, *least, *most, move |call| execute(&run, call))
    })
}

type Execute = fn(&Run, &mut Call<'_>) -> Result;

const ACTIONS: &[(&str, usize, usize, Execute)] = &[
    ("lab.clock", 1, 1, clock),
    ("lab.crc", 2, 2, crc),
    ("lab.flush", 0, 0, flush),
    ("lab.input", 2, 2, input),
    ("lab.iteration", 1, 1, iteration),
    ("lab.param", 2, 2, param),
    ("lab.print", 1, ANY, print),
    ("lab.replace_first", 4, 4, replace_first),
    ("lab.report", 2, 2, report),
    ("lab.sample", 2, ANY, sample),
    ("lab.steps", 4, 4, steps),
    ("lab.xor", 2, 2, xor),
];

fn clock(run: &Run, call: &mut Call<'_>) -> Result {
    let now = Term::from(run.nanoseconds());
    call.give(0, &now)
}

fn crc(_: &Run, call: &mut Call<'_>) -> Result {
    let crc = crc32fast::hash(text(&call.arguments[0])?.as_bytes());
    call.give(1, &Term::from(crc))
}

fn flush(run: &Run, _: &mut Call<'_>) -> Result {
    run.flush();
    holds(true)
}

fn input(run: &Run, call: &mut Call<'_>) -> Result {
    let line = run.input(integer(&call.arguments[0])?).map_err(error)?;
    call.give(1, line)
}

fn iteration(run: &Run, call: &mut Call<'_>) -> Result {
    let nanoseconds = u64::try_from(integer(&call.arguments[0])?).map_err(|_| error("no time is below zero"))?;
    run.finish(Duration::from_nanos(nanoseconds)).map_err(error)?;
    holds(true)
}

fn param(run: &Run, call: &mut Call<'_>) -> Result {
    let Term::Atom(name) = &call.arguments[0] else { return Err(error("a parameter's name is an atom")) };
    match run.parameter(name.atom()) {
        Some(value) => call.give(1, value),
        None => holds(false),
    }
}

fn print(run: &Run, call: &mut Call<'_>) -> Result {
    run.print(|line| {
        for argument in call.arguments {
            match argument {
                Term::String(text) => line.extend(text.as_bytes()),
                Term::Number(number) if is_exact(number.get()) => {
                    line.extend(itoa::Buffer::new().format(number.get() as i64).as_bytes());
                }
                // What is written to memory is always written.
                other => _ = write!(line, "{other}"),
            }
        }
    });
    holds(true)
}

fn replace_first(_: &Run, call: &mut Call<'_>) -> Result {
    let [subject, pattern, by, _] = call.arguments else { return holds(false) };
    let made = pipeline::replace_first(&text(subject)?, &text(pattern)?, &text(by)?);
    call.give(3, &Term::string(made))
}

fn report(run: &Run, call: &mut Call<'_>) -> Result {
    let [key, value] = call.arguments else { return holds(false) };
    run.report(&text(key)?, value_of(value)?);
    holds(true)
}

fn sample(run: &Run, call: &mut Call<'_>) -> Result {
    let [file, columns @ ..] = call.arguments else { return holds(false) };
    let file = &text(file)?;
    if let Some(Term::Atom(_)) = columns.first() {
        let names: Vec<String> = columns.iter().map(text).collect::<std::result::Result<_, _>>()?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        run.begin_samples(file, &names).map_err(error)?;
    } else {
        columns.iter().try_for_each(|column| integer(column).map(drop))?;
        run.sample(file, columns.iter().filter_map(|column| integer(column).ok())).map_err(error)?;
    }
    holds(true)
}

fn steps(_: &Run, call: &mut Call<'_>) -> Result {
    let natural = |place: usize| {
        let number = integer(&call.arguments[place])?;
        u64::try_from(number).map_err(|_| error(format!("{number} is below zero")))
    };
    let (x, counted) = compute::steps(natural(0)?, natural(1)?);
    match call.give(2, &Term::from(x as f64))? {
        Outcome::Holds => call.give(3, &Term::from(counted as f64)),
        other => Ok(other),
    }
}

fn xor(_: &Run, call: &mut Call<'_>) -> Result {
    let Term::List(numbers) = &call.arguments[0] else {
        return Err(error(format!("{} is no list", call.arguments[0])));
    };
    let xor = numbers.items().try_fold(0, |xor, number| Ok::<_, Failure>(xor ^ integer(number)?))?;
    call.give(1, &Term::from(xor as f64))
}

/// The last integer up to which AgentSpeak's numbers hold them all.
const EXACT: f64 = (1_u64 << 53) as f64;

fn is_exact(number: f64) -> bool {
    number == number.trunc() && number.abs() <= EXACT
}

/// The lab takes exact integers only.
fn integer(term: &Term) -> std::result::Result<i64, Failure> {
    match term {
        Term::Number(number) if is_exact(number.get()) => Ok(number.get() as i64),
        _ => Err(error(format!("{term} is no exact integer"))),
    }
}

/// An atom's name or a string's characters.
fn text(term: &Term) -> std::result::Result<String, Failure> {
    match term {
        Term::String(text) => Ok(text.to_string()),
        Term::Atom(name) => Ok(name.name().to_string()),
        _ => Err(error(format!("{term} is neither an atom nor a string"))),
    }
}

/// A number, a name, or a list of such.
fn value_of(term: &Term) -> std::result::Result<Value, Failure> {
    match term {
        Term::List(list) => list.items().map(value_of).collect(),
        Term::Number(_) => Ok(Value::from(integer(term)?)),
        _ => Ok(Value::from(text(term)?)),
    }
}
