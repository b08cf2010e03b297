//! The agent itself, others, and the system around them.

use super::{Call, InternalAction};
use crate::mind::{Failure, Message};
use crate::query::Outcome;
use crate::term::{Atom, Term};

pub(super) const ACTIONS: &[(&str, InternalAction)] =
    &[(".fail", fail), (".my_name", my_name), (".send", send), (".stopMAS", stop)];

fn fail(call: Call<'_>) -> Result<Outcome, Failure> {
    let mut failure = Failure::new("ia_failed", "");
    failure.annotations = call.arguments.to_vec();
    if failure.annotations.is_empty() { Ok(Outcome::Fails) } else { Err(failure) }
}

fn my_name(call: Call<'_>) -> Result<Outcome, Failure> {
    let [name] = call.arguments else { return Err(call.wrong_number("my_name")) };
    let (name, own) = (name.clone(), Term::Atom(call.mind.name));
    call.unify(&name, &own)
}

fn stop(call: Call<'_>) -> Result<Outcome, Failure> {
    let status = call.arguments.get(1).and_then(Term::as_number).unwrap_or(0.0);
    call.world.stop(status as i32);
    Ok(Outcome::Holds)
}

fn send(call: Call<'_>) -> Result<Outcome, Failure> {
    let [to, performative, content, ..] = call.arguments else { return Err(call.wrong_number("send")) };
    let Term::Atom(performative) = performative else {
        return Err(Failure::new("wrong_arguments", format!("'{performative}' is no performative")));
    };
    let receivers: Vec<&Term> = match to {
        Term::List(list) => list.items().collect(),
        one => vec![one],
    };
    for receiver in receivers {
        let name = match receiver {
            Term::Atom(name) => *name,
            Term::String(name) => Atom::new(name),
            other => return Err(Failure::new("wrong_arguments", format!("'{other}' is no agent's name"))),
        };
        let message = Message {
            performative: *performative,
            sender: call.mind.name,
            content: content.clone(),
            id: call.mind.fresh_message(),
            in_reply_to: None,
        };
        if !call.world.send(name, message) {
            return Err(Failure::new(
                "ia_failed",
                format!("Receiver '{name}' does not exist! Could not send {content}"),
            ));
        }
    }
    Ok(Outcome::Holds)
}
