//! The agent itself, others, and the system around them.

use super::{Call, InternalAction, Result, action, crash, error, holds, wrong};
use crate::mind::{Failure, Functions, Message, Moment, Outcome, Question, Reason, Wait, micros};
use crate::term::{Atom, Kind, Term};

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".broadcast", 2, 2, broadcast),
    action(".fail", 0, super::ANY, fail),
    action(".my_name", 1, 1, my_name),
    action(".send", 3, 5, send),
    action(".stopMAS", 0, 2, stop),
];

fn fail(call: &mut Call<'_>) -> Result {
    if call.arguments.is_empty() {
        return holds(false);
    }
    let mut failure = error("fail");
    for argument in call.arguments {
        let structure = argument.as_structure();
        match structure.map(|structure| (structure.functor().name().name(), structure.arguments())) {
            Some(("error_msg", [message])) => failure.message = super::text_of(message),
            _ => failure.annotations.push(argument.clone()),
        }
    }
    Err(failure)
}

fn my_name(call: &mut Call<'_>) -> Result {
    let name = Term::from(call.mind.name);
    call.give(0, &name)
}

fn stop(call: &mut Call<'_>) -> Result {
    let number = |place: usize| call.arguments.get(place).and_then(Term::as_number).unwrap_or(0.0);
    let (delay, status) = (number(0).max(0.0) as u64, number(1) as i32);
    call.world.stop(delay, status);
    holds(true)
}

fn send(call: &mut Call<'_>) -> Result {
    let [to, performative, content, ..] = call.arguments else { return Err(crash()) };
    if !matches!(to, Term::Atom(_) | Term::String(_) | Term::List(_)) {
        let reason = format!("TO parameter ('{to}') must be an atom, a string or a list of receivers!");
        return Err(wrong("send", reason));
    }
    let Term::Atom(performative) = performative else {
        return Err(wrong("send", format!("illocutionary force parameter ('{performative}') must be an atom!")));
    };
    let performative = performative.atom();
    let id = call.mind.fresh_message();
    let asks = match performative {
        asks @ (Atom::ASK_ONE | Atom::ASK_ALL | Atom::ASK_HOW) => Some(asks.name()),
        _ => None,
    };
    let in_reply_to = match (asks, call.arguments.get(3)) {
        (None, Some(Term::Structure(id))) if id.passing_functor().signature().kind == Kind::Message => {
            id.arguments().first().and_then(Term::as_number).map(|id| id as u64)
        }
        (None, Some(other)) if !matches!(other, Term::Atom(_)) => {
            let text = format!("The Message ID ('{other}') parameter of the internal action 'send' is not an atom!");
            return Err(error(text));
        }
        _ => None,
    };
    let sender = call.mind.name;
    let message = || Message { performative, sender, content: content.clone(), id, in_reply_to };
    let mut receivers = 1;
    if let Term::List(list) = to {
        receivers = 0;
        for receiver in list.items() {
            send_message(call, name_of(receiver, sender)?, message())?;
            receivers += 1;
        }
    } else {
        send_message(call, name_of(to, sender)?, message())?;
    }
    match (asks, call.arguments.get(3)) {
        (Some(performative), Some(answer)) => wait_for(call, performative, answer, id, receivers),
        _ => holds(true),
    }
}

/// The name of a receiver.
#[inline]
fn name_of(receiver: &Term, sender: Atom) -> std::result::Result<Atom, Failure> {
    match receiver {
        Term::Atom(name) => Ok(if *name == Atom::SELF { sender } else { name.atom() }),
        Term::String(name) => Ok(match Atom::new(name) {
            Atom::SELF => sender,
            name => name,
        }),
        other => Err(error(format!("The TO parameter ('{other}') of the internal action 'send' is not an atom!"))),
    }
}

fn wait_for(call: &Call<'_>, performative: &'static str, answer: &Term, id: u64, receivers: usize) -> Result {
    let (since, until) = match call.arguments.get(4) {
        // Since when means nothing then.
        None => (0, None),
        Some(Term::Number(milliseconds)) => {
            let now = call.world.now();
            (now, Some(now.saturating_add(micros(milliseconds.get()))))
        }
        Some(other) => {
            let text = format!("The 5th parameter of send must be a number (timeout) and not '{other}'!");
            return Err(error(text));
        }
    };
    let many = matches!(call.arguments[0], Term::List(_)).then_some(receivers);
    let question = Question { id, performative, answer: answer.clone(), many, answers: Vec::new() };
    Ok(Outcome::Waits(Box::new(Wait { reason: Reason::Answer(question), until, since, elapsed: None })))
}

/// Gives a message to an agent, which may be the sender.
///
/// # Errors
///
/// If there is no such agent.
fn send_message(call: &mut Call<'_>, to: Atom, message: Message) -> std::result::Result<(), Failure> {
    if call.mind.is_observed() {
        call.mind.notice(&Moment::Sent(to, &message));
    }
    if let Some(custom) = call.mind.own(Functions::SEND) {
        return custom.send(Some(to), &message, call.mind, call.world);
    }
    deliver(call, to, message)
}

/// The same, whatever way the agent has of its own.
///
/// # Errors
///
/// If there is no such agent.
pub(crate) fn deliver(call: &mut Call<'_>, to: Atom, message: Message) -> std::result::Result<(), Failure> {
    let sent = if to == message.sender && call.world.knows(to) {
        // It is read in the next cycle, however many cycles the agent's turn has.
        call.mind.receive(message);
        Ok(())
    } else {
        call.world.send(to, message)
    };
    let Err(Message { performative, sender, id, content, .. }) = sent else { return Ok(()) };
    let text =
        format!("Receiver '{to}' does not exist! Could not send <mid{id},{sender},{performative},{to},{content}>");
    let mut failure = error(text);
    failure.error = Term::word("receiver_not_found");
    failure.annotations.push(Term::structure("agent_not_found", [Term::from(to)]));
    Err(failure)
}

fn broadcast(call: &mut Call<'_>) -> Result {
    let [performative, content] = call.arguments else { return Err(crash()) };
    let Term::Atom(performative) = performative else {
        return Err(wrong("broadcast", "illocutionary force argument must be an atom"));
    };
    let performative = performative.atom();
    if let Some(custom) = call.mind.own(Functions::BROADCAST) {
        let (id, sender, content) = (call.mind.fresh_message(), call.mind.name, content.clone());
        let message = Message { performative, sender, content, id, in_reply_to: None };
        custom.send(None, &message, call.mind, call.world)?;
        return holds(true);
    }
    for name in call.world.agents() {
        if name != call.mind.name {
            let (id, sender) = (call.mind.fresh_message(), call.mind.name);
            let message = Message { performative, sender, content: content.clone(), id, in_reply_to: None };
            send_message(call, name, message)?;
        }
    }
    holds(true)
}
