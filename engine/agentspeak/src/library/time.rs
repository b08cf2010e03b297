//! Time, and waiting.

use std::sync::{Arc, LazyLock};
use std::time::Instant;

use super::local_time::LocalTime;
use super::{Call, InternalAction, Result, action, crash, error};
use crate::bytecode::Code;
use crate::mind::{Outcome, Reason, Trigger, Wait, as_signal, micros, with_source};
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::term::{Bindings, Change, Kind, Step, Subject, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".at", 2, 2, at),
    action(".date", 3, 3, |call| clock(call, |now| vec![now.year, now.month, now.day])),
    action(".nano_time", 1, 1, nano_time),
    action(".signal", 1, 2, signal).once_at_most(1),
    action(".time", 3, 4, |call| clock(call, |now| vec![now.hour, now.minute, now.second, now.millisecond])),
    action(".wait", 1, 3, wait),
];

/// Parts of the local time, one an argument.
fn clock(call: &mut Call<'_>, parts: fn(LocalTime) -> Vec<i32>) -> Result {
    let parts = parts(LocalTime::now());
    for (argument, part) in call.arguments.iter().zip(parts) {
        if !call.bindings.unify(argument, &Term::from(f64::from(part))) {
            return super::holds(false);
        }
    }
    super::holds(true)
}

/// An event that no change of belief goes with; one marked as a signal, if it is one of another agent's.
fn signal(call: &mut Call<'_>) -> Result {
    let mut trigger = trigger_of(&call.arguments[0], call.bindings).ok_or_else(crash)?;
    if call.arguments.get(1).is_some_and(|kind| *kind == Term::word("type_signal")) {
        trigger.literal = as_signal(&trigger.literal);
        trigger.subject = Subject::Belief;
    }
    if !call.mind.is_older() {
        trigger.literal = with_source(&trigger.literal);
    }
    call.mind.happened(trigger);
    super::holds(true)
}

/// An event later on.
fn at(call: &mut Call<'_>) -> Result {
    let [when, what] = call.arguments else { return Err(crash()) };
    let Term::String(text) = when else { return Err(crash()) };
    let Some(from_now) = text.strip_prefix("now") else {
        return Err(error(format!("The time parameter ('{text}') of the internal action 'at' is not implemented!")));
    };
    let milliseconds = match from_now.trim().strip_prefix('+') {
        Some(time) => delay(time).ok_or_else(crash)?,
        None => -1,
    };
    if milliseconds == -1 {
        let text = format!("The time parameter ('{when}') of the internal action 'at' did not parse correctly!");
        return Err(error(text));
    }
    let trigger = trigger_of(what, call.bindings).ok_or_else(crash)?;
    let due = call.world.now_at_latest().saturating_add(micros(milliseconds as f64));
    call.mind.plan_event(due, trigger);
    super::holds(true)
}

/// `3 minutes` in milliseconds. An unknown unit is a millisecond, but without a blank before it the number is none.
fn delay(time: &str) -> Option<i64> {
    let (number, unit) = time.trim().split_once(' ').unwrap_or((time.trim(), ""));
    let number: i32 = number.parse().ok()?;
    let unit = unit.trim();
    let factor = match unit {
        "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ if unit.starts_with("second") => 1000,
        _ if unit.starts_with("minute") => 60_000,
        _ if unit.starts_with("hour") => 3_600_000,
        _ if unit.starts_with("day") => 86_400_000,
        _ => 1,
    };
    Some(i64::from(number) * factor)
}

/// From when on nanoseconds are counted.
static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn nano_time(call: &mut Call<'_>) -> Result {
    call.give(0, &Term::from(BEGUN.elapsed().as_nanos() as f64))
}

fn wait(call: &mut Call<'_>) -> Result {
    let since = call.world.now_at_latest();
    let [what, rest @ ..] = call.arguments else { return Err(crash()) };
    if let Term::Number(milliseconds) = what {
        let until = match micros(milliseconds.get()) {
            // For ever.
            _ if milliseconds.get() < 0.0 => None,
            // No longer than a cycle.
            0 => Some(call.world.now()),
            some => Some(since.saturating_add(some)),
        };
        return Ok(Outcome::Waits(Box::new(Wait { reason: Reason::Time, until, since, elapsed: None })));
    }
    let until = match rest.first() {
        None => None,
        Some(Term::Number(milliseconds)) => Some(since.saturating_add(micros(milliseconds.get()))),
        Some(_) => return Err(crash()),
    };
    let elapsed = rest.get(1).cloned();
    let reason = match trigger_of(what, call.bindings) {
        Some(trigger) => Reason::Event(trigger),
        None => {
            let code = Arc::new(Code::of(what).map_err(|_| crash())?);
            let holds = call.mind.holds_or_leaves(&code, call.bindings, call.world);
            call.bindings.commit();
            if holds {
                if let Some(elapsed) = &elapsed {
                    call.bindings.unify(elapsed, &Term::from(0.0));
                }
                return Ok(Outcome::Holds);
            }
            Reason::Holds(code)
        }
    };
    Ok(Outcome::Waits(Box::new(Wait { reason, until, since, elapsed })))
}

/// The trigger that a term or a text is. A text's variables are those of that name in the plan.
pub(super) fn trigger_of(term: &Term, bindings: &mut Bindings) -> Option<Trigger> {
    match term {
        Term::Structure(structure) => match (structure.passing_functor().signature().kind, structure.arguments()) {
            // `{+p}` might be a body as well.
            (Kind::Step(Step::Add), [literal, _]) => {
                Some(Trigger::new(Change::Added, Subject::Belief, literal.clone()))
            }
            (Kind::Step(Step::Delete), [literal, _]) => {
                Some(Trigger::new(Change::Deleted, Subject::Belief, literal.clone()))
            }
            _ => Trigger::of_term(term),
        },
        Term::String(text) => {
            let mut sources = Sources::new();
            let file = sources.add("trigger", &***text);
            let tree = parser::trigger(&sources, file).ok()?;
            let trigger = bindings.adopt_by_name(&crate::compile::Terms::default().trigger(&tree));
            bindings.join_names(&trigger);
            Trigger::of_term(&trigger)
        }
        _ => None,
    }
}
