//! What Java asks of an agent: answered on the agent's thread, which is this one where the agent has called Java, and is
//! waited for where it is not.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::action::bind;
use super::answers::{message_number, plan_text, terms, write_frame, write_intention, write_message, write_trigger};
use super::crossing;
use super::here::{self, Here};
use super::terms::{Reader, Variables, Writer};
use crate::environment::{Link, Request};
use crate::library::{Call, deliver};
use crate::mind::{Ended, Failure, Frame, Functions, Intention, Message, Mind, Outcome, Outset, Place, Trigger, World};
use crate::project::ClassKind;
use crate::term::{Atom, Bindings, Change, Subject, Term, Var};

// What is asked for, as `agon.bridge.Ask` has it.
pub(super) const CANDIDATES: u8 = 0;
pub(super) const ALL_BELIEFS: u8 = 1;
pub(super) const PERCEPTS: u8 = 2;
pub(super) const CONTAINS: u8 = 3;
pub(super) const SIZE: u8 = 4;
pub(super) const ADD: u8 = 5;
pub(super) const REMOVE: u8 = 6;
pub(super) const ABOLISH: u8 = 7;
pub(super) const CLEAR: u8 = 8;
const EVENT: u8 = 9;
const LIBRARY: u8 = 10;
const PLANS: u8 = 11;
const COUNTS: u8 = 12;
const MAIL: u8 = 13;
const TAKE_MAIL: u8 = 14;
const SEND: u8 = 15;
const EVENTS: u8 = 16;
const INTENTIONS: u8 = 17;
const CURRENT: u8 = 18;
pub(super) const NAMESPACES: u8 = 19;
const RECEIVE: u8 = 21;
const FRAMES: u8 = 22;
const CREATE: u8 = 23;
const KILL: u8 = 24;
const PROVIDERS: u8 = 25;
const RESUME: u8 = 26;
const FAIL: u8 = 27;
const END_ACTION: u8 = 28;
const SIGHT: u8 = 29;
const LISTEN: u8 = 32;
pub(super) const PROPERTY: u8 = 33;
const DROP: u8 = 34;
pub(super) const FORGET: u8 = 30;
pub(super) const UNHEARD: u8 = 31;

/// So long an agent is waited for that is busy.
const PATIENCE: Duration = Duration::from_secs(5);
/// The same where an agent waits, for whom the other may wait.
const PATIENCE_OF_AGENTS: Duration = Duration::from_secs(1);

/// Answers on the agent's thread. Nothing comes back if there is no such agent, or it ends before.
pub(super) fn ask(link: Option<&Link>, data: &[u8]) -> Option<Vec<u8>> {
    let mut reader = Reader::new(data);
    let agent = Some(reader.atom().ok()?).filter(|agent| *agent != Atom::NOTHING);
    let what = reader.byte().ok()?;
    let here = here::current_agent();
    if let Some(here) = here
        && agent.is_none_or(|agent| agent == here)
    {
        return Some(here::with(|Here { mind, world }| answer(mind, world, what, reader)));
    }
    let link = link?;
    let rest = reader.rest().to_vec();
    let whose = here.or_else(here::absent);
    if whose.is_some() && matches!(what, EVENT | SEND | RECEIVE | ADD | REMOVE | END_ACTION | RESUME | FAIL) {
        // No agent waits for another where it need not.
        link.request(agent, move |mind, world| drop(answer(mind, world, what, Reader::new(&rest))));
        return Some(fine());
    }
    if whose.is_some() && whose == agent {
        return Some(refused("what an agent knows cannot be asked for while its percepts or actions are looked after"));
    }
    let patience = if whose.is_some() { PATIENCE_OF_AGENTS } else { PATIENCE };
    let (answered, waits) = channel();
    let request = Request::new(move |mind: &mut Mind, world: &mut dyn World| {
        drop(answered.send(answer(mind, world, what, Reader::new(&rest))));
    });
    if let Some(agent) = agent {
        crossing::note(agent, &request);
    }
    link.hand_over(agent, request);
    match crossing::wait(&waits, patience) {
        Ok(answer) => Some(answer),
        Err(RecvTimeoutError::Disconnected) => None,
        Err(RecvTimeoutError::Timeout) => Some(refused(&format!(
            "{} has not answered within {} s: it is busy, or waits for the asker",
            agent.map_or("no agent", Atom::name),
            patience.as_secs()
        ))),
    }
}

fn refused(why: &str) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.flag(false).string(why);
    writer.bytes
}

/// Done, and it will have been well. Of a change of belief: whether that is an event for anybody is not known, and not what there is now.
fn fine() -> Vec<u8> {
    let mut writer = Writer::default();
    writer.flag(true).flag(true).flag(false);
    writer.bytes.extend_from_slice(&u64::MAX.to_be_bytes());
    writer.bytes
}

fn answer(mind: &mut Mind, world: &mut dyn World, what: u8, reader: Reader<'_>) -> Vec<u8> {
    let mut bindings = Bindings::default();
    let mut answer = Writer { bytes: Vec::with_capacity(64), variables: None };
    answer.flag(true);
    match (Question { mind, world, reader, bindings: &mut bindings, answer: &mut answer }).answer(what) {
        Ok(()) => answer.bytes,
        Err(why) => refused(&why),
    }
}

/// A question, and what its answer is put together in.
pub(super) struct Question<'a, 'r> {
    pub(super) mind: &'a mut Mind,
    world: &'a mut dyn World,
    pub(super) reader: Reader<'r>,
    /// Of the variables that have come.
    pub(super) bindings: &'a mut Bindings,
    pub(super) answer: &'a mut Writer,
}

impl Question<'_, '_> {
    fn answer(&mut self, what: u8) -> Result<(), String> {
        match what {
            CANDIDATES..=CLEAR | NAMESPACES | FORGET | UNHEARD => self.of_beliefs(what),
            EVENT => {
                let trigger = self.trigger()?;
                self.mind.happened(trigger);
                Ok(())
            }
            LIBRARY => self.library(),
            PLANS => self.plans(),
            COUNTS => {
                let mind = &*self.mind;
                let waiting = mind.intentions().filter(|(_, place)| matches!(place, Place::Waiting)).count();
                for count in [mind.cycles as usize, mind.events.len(), mind.running.len(), waiting, mind.mailbox.len()]
                {
                    self.answer.count(count);
                }
                Ok(())
            }
            MAIL => {
                self.answer.count(self.mind.mailbox.len());
                let name = self.mind.name;
                self.mind.mailbox.iter().for_each(|message| write_message(self.answer, message, name));
                Ok(())
            }
            TAKE_MAIL => {
                let place = self.reader.count()?;
                let taken = self.mind.mailbox.remove(place).is_some();
                self.answer.flag(taken);
                Ok(())
            }
            SEND | RECEIVE => {
                let (to, message) = self.message()?;
                let sent = what == RECEIVE || self.world.knows(to);
                if what == RECEIVE {
                    self.mind.receive(message);
                } else if sent {
                    let bindings = &mut *self.bindings;
                    let mut call = Call { mind: self.mind, world: self.world, arguments: &[], bindings };
                    deliver(&mut call, to, message).map_err(|failure| failure.message.clone())?;
                }
                self.answer.flag(sent);
                Ok(())
            }
            EVENTS => {
                let mind = &*self.mind;
                self.answer.count(mind.events.len());
                for event in &mind.events {
                    write_trigger(self.answer, &event.trigger);
                    self.answer.flag(event.intention.is_some());
                    if let Some(intention) = &event.intention {
                        write_intention(self.answer, mind, intention);
                    }
                }
                Ok(())
            }
            INTENTIONS => {
                let running_only = self.reader.count()? == 1;
                let mind = &*self.mind;
                let wanted = |place: &Place| !running_only || matches!(place, Place::Running);
                let all: Vec<&Intention> =
                    mind.intentions().filter(|(_, place)| wanted(place)).map(|(intention, _)| intention).collect();
                self.answer.count(all.len());
                all.into_iter().for_each(|intention| write_intention(self.answer, mind, intention));
                Ok(())
            }
            CURRENT => {
                let mind = &*self.mind;
                self.answer.flag(mind.current.is_some());
                if let Some(current) = &mind.current {
                    write_intention(self.answer, mind, current);
                }
                Ok(())
            }
            FRAMES => {
                let id = self.reader.count()? as u64;
                let mind = &*self.mind;
                let found = mind.intentions().find(|(intention, _)| intention.id == id);
                let frames: Vec<&Frame> = found.map_or_else(Vec::new, |(found, _)| mind.stack(found).collect());
                self.answer.count(frames.len());
                frames.into_iter().for_each(|frame| write_frame(self.answer, frame));
                Ok(())
            }
            CREATE => {
                let (name, source) = (self.reader.string()?, self.reader.string()?);
                let mut declared = Vec::new();
                for _ in 0..self.reader.count()? {
                    let kinds = [ClassKind::Architecture, ClassKind::Agent, ClassKind::BeliefBase];
                    let kind = kinds.get(self.reader.count()?).ok_or("no such class")?;
                    declared.push((*kind, self.reader.string()?));
                }
                let beliefs = self.terms()?;
                let goals = self.terms()?;
                let custom = match declared.is_empty() {
                    true => None,
                    false => Some(self.mind.actions.custom(declared, &source)?),
                };
                let outset = Outset { beliefs, goals, custom, at: None };
                let made = self.world.create(&name, (!source.is_empty()).then_some(&source), outset)?;
                self.answer.string(made.name());
                Ok(())
            }
            KILL => {
                let name = Atom::new(&self.reader.string()?);
                let killed = self.world.kill(name);
                self.answer.flag(killed);
                Ok(())
            }
            PROVIDERS => {
                let service = self.reader.string()?;
                let found: Vec<Atom> = self.world.directory().search(&service).into_iter().collect();
                self.answer.count(found.len());
                for name in found {
                    self.answer.string(name.name());
                }
                Ok(())
            }
            RESUME => {
                let intention = self.reader.count()? as u64;
                let reader = &mut self.reader;
                self.mind.end_outside(intention, |variables, bindings| match bind(reader, variables, bindings) {
                    Ok(true) => Ok(()),
                    Ok(false) => Err(Failure::new("ia_failed", "")),
                    Err(wrong) => Err(Failure::new("internal_action", wrong)),
                });
                Ok(())
            }
            FAIL => {
                let intention = self.reader.count()? as u64;
                let annotations = (0..self.reader.count()?).map(|_| self.term()).collect::<Result<Vec<_>, _>>()?;
                let failure = failure_of(annotations);
                self.mind.end_outside(intention, |_, _| Err(failure));
                Ok(())
            }
            DROP => {
                let id = self.reader.count()? as u64;
                let dropped = self.mind.drop_intention(id);
                self.answer.flag(dropped);
                Ok(())
            }
            LISTEN => {
                let function = if self.reader.byte()? == 0 { Functions::STATE } else { Functions::OCCURRED };
                self.mind.listen_with(function)
            }
            PROPERTY => self.property(),
            END_ACTION => {
                let ended = self.ended()?;
                self.mind.end_action(ended);
                Ok(())
            }
            SIGHT => {
                let sight = self.world.perceive(self.mind.name, 0);
                self.answer.flag(sight.is_some());
                if let Some(sight) = sight {
                    terms(self.answer, &sight.percepts);
                }
                Ok(())
            }
            _ => Err(format!("question {what} is not known")),
        }
    }

    /// A term, whose variables are the question's.
    pub(super) fn term(&mut self) -> Result<Term, String> {
        let bindings = &mut *self.bindings;
        let mut known: Vec<(String, Var)> = Vec::new();
        let mut fresh = |name: &str| match known.iter().find(|(other, _)| other == name) {
            Some((_, var)) if name != "_" => *var,
            _ => {
                let var = Var::new(bindings.fresh(1), Atom::new(name));
                known.push((name.to_owned(), var));
                var
            }
        };
        self.reader.term_with(Variables { known: &[], fresh: &mut fresh })
    }

    fn terms(&mut self) -> Result<Vec<Term>, String> {
        (0..self.reader.count()?).map(|_| self.term()).collect()
    }

    pub(super) fn literal(&mut self) -> Result<Term, String> {
        let term = self.term()?;
        if term.is_literal() { Ok(term) } else { Err(format!("'{term}' is no literal")) }
    }

    fn trigger(&mut self) -> Result<Trigger, String> {
        let change = [Change::Added, Change::Deleted, Change::GoalState].get(self.reader.count()?).copied();
        let subject = [Subject::Belief, Subject::Achieve, Subject::Test].get(self.reader.count()?).copied();
        let (Some(change), Some(subject)) = (change, subject) else { return Err("no such event".to_owned()) };
        Ok(Trigger::new(change, subject, self.literal()?))
    }

    /// An internal action of the language's own.
    fn library(&mut self) -> Result<(), String> {
        let name = Atom::new(&self.reader.string()?);
        let arguments = (0..self.reader.count()?).map(|_| self.term()).collect::<Result<Vec<_>, _>>()?;
        match self.mind.internal_action(self.world, name, &arguments, self.bindings) {
            Some(Ok(outcome)) => {
                self.answer.flag(!matches!(outcome, Outcome::Fails));
                Ok(())
            }
            Some(Err(failure)) => Err(failure.message.clone()),
            None => Err(format!("there is no internal action {name}")),
        }
    }

    /// How an action has ended that the agent does in its own way.
    fn ended(&mut self) -> Result<Ended, String> {
        let (number, is_done) = (self.reader.count()? as u64, self.reader.count()? == 1);
        let why = self.reader.string()?;
        let reason = if self.reader.count()? == 1 { Some(self.term()?) } else { None };
        let failure = || Failure::new("action_failed", why).with_annotations(reason.into_iter().collect());
        Ok(Ended { number, result: if is_done { Ok(()) } else { Err(failure()) } })
    }

    fn plans(&mut self) -> Result<(), String> {
        let plans = match self.reader.count()? {
            0 => self.mind.plans.plans().to_vec(),
            1 => {
                let label = self.literal()?;
                self.mind.plans.get(&label).cloned().into_iter().collect()
            }
            _ => {
                let trigger = self.trigger()?;
                self.mind.plans.alike(&trigger)
            }
        };
        self.answer.count(plans.len());
        for plan in plans {
            self.answer.string(&plan_text(&plan));
        }
        Ok(())
    }

    /// A message, and whom it is for.
    fn message(&mut self) -> Result<(Atom, Message), String> {
        let performative = Atom::new(&self.reader.string()?);
        let (sender, to) = (Atom::new(&self.reader.string()?), Atom::new(&self.reader.string()?));
        let (id, in_reply_to) = (self.reader.string()?, self.reader.string()?);
        let content = self.term()?;
        // One that comes from a program keeps its number, by which it is answered.
        let id = message_number(&id).unwrap_or_else(|| self.mind.fresh_message());
        let in_reply_to = message_number(&in_reply_to);
        let to = if to == Atom::SELF { self.mind.name } else { to };
        Ok((to, Message { performative, sender, content, id, in_reply_to }))
    }
}

/// A failure with the annotations that Java gives one: `error(..)` and `error_msg(..)` among them.
pub(super) fn failure_of(annotations: Vec<Term>) -> Failure {
    let mut failure = Failure::new("unknown", "");
    for annotation in annotations {
        let structure = annotation.as_structure();
        match structure.map(|structure| (structure.functor().name().name(), structure.arguments())) {
            Some(("error", [kind])) => failure.error = kind.clone(),
            Some(("error_msg", [Term::String(message)])) => failure.message = message.to_string(),
            _ => failure.annotations.push(annotation.clone()),
        }
    }
    failure
}
