//! An agent's own functions in Java: called on its thread, which has the agent at hand.

use std::sync::Arc;

use super::answers::{write_intention, write_message, write_option, write_sketch, write_trigger};
use super::asked::failure_of;
use super::here;
use super::machine::Machine;
use super::terms::{Reader, Writer};
use super::words::OWN;
use crate::library::read_plan;
use crate::mind::{
    Choice, Chosen, Custom, Failure, Frame, Functions, Message, Mind, Occurrence, Options, Revised, Trigger, World,
    no_option,
};
use crate::term::{Atom, Change, Term};

// What is called for, as `agon.bridge.Cycle` has it.
const BEGIN: i64 = 0;
const STARTS: i64 = 1;
const FINISHES: i64 = 2;
const PERCEIVE: i64 = 3;
const UPDATE: i64 = 4;
const MAIL: i64 = 5;
const EVENT: i64 = 6;
const INTENTION: i64 = 7;
const MESSAGE: i64 = 8;
const OPTION: i64 = 9;
const ACCEPT: i64 = 10;
const REVISE: i64 = 11;
const ACT: i64 = 12;
const SEND: i64 = 13;
const QUERY: i64 = 14;
const CREATE: i64 = 15;
const STATE: i64 = 16;
const PLANS: i64 = 17;
const OCCURRED: i64 = 18;

/// The classes of an agent.
pub(super) struct JavaCustom {
    pub(super) machine: Arc<Machine>,
    /// The file of its program.
    pub(super) source: String,
    /// Its declared classes, by the numbers of their kinds, where the project does not declare the agent.
    pub(super) declared: Vec<(usize, String)>,
}

impl JavaCustom {
    /// Calls Java. What is thrown is reported as the agent's warning, and comes back.
    fn call(
        &self,
        what: i64,
        mind: &mut Mind,
        world: &mut dyn World,
        write: impl FnOnce(&mut Writer),
    ) -> Result<Option<Vec<u8>>, String> {
        let mut data = Writer::default();
        data.string(mind.name.name()).version(&mind.beliefs);
        write(&mut data);
        let agent = mind.name;
        let answer = here::during(mind, world, || self.machine.jvm.call(OWN, what, &data.bytes));
        answer.inspect_err(|thrown| world.warn(agent, thrown))
    }

    /// The same; nothing comes back where something is thrown.
    fn ask(
        &self,
        what: i64,
        mind: &mut Mind,
        world: &mut dyn World,
        write: impl FnOnce(&mut Writer),
    ) -> Option<Vec<u8>> {
        self.call(what, mind, world, write).ok().flatten()
    }
}

/// A failure of something that Java does, in its words.
fn failed(why: String) -> Failure {
    Failure::new("java", why)
}

impl Custom for JavaCustom {
    fn create(&self, mind: &mut Mind, world: &mut dyn World) {
        self.ask(CREATE, mind, world, |data| {
            data.count(self.declared.len());
            for (kind, class) in &self.declared {
                data.count(*kind).string(class);
            }
        });
    }

    fn begin(&self, mind: &mut Mind, world: &mut dyn World) -> Functions {
        let answer = self.ask(BEGIN, mind, world, |data| {
            data.string(&self.source);
        });
        let functions = answer.and_then(|answer| Reader::new(&answer).count().ok());
        Functions(functions.unwrap_or_default() as u32)
    }

    fn cycle(&self, starts: bool, mind: &mut Mind, world: &mut dyn World) {
        let what = if starts { STARTS } else { FINISHES };
        self.ask(what, mind, world, |_| {});
    }

    fn perceive(&self, mind: &mut Mind, world: &mut dyn World) -> Option<Vec<Term>> {
        let answer = self.ask(PERCEIVE, mind, world, |_| {})?;
        terms(&mut Reader::new(&answer)).ok()
    }

    fn update(&self, percepts: &[Term], mind: &mut Mind, world: &mut dyn World) {
        self.ask(UPDATE, mind, world, |data| {
            data.count(percepts.len());
            for percept in percepts {
                data.term(percept);
            }
        });
    }

    fn check_mail(&self, mind: &mut Mind, world: &mut dyn World) {
        self.ask(MAIL, mind, world, |_| {});
    }

    fn choose(&self, what: Choice, mind: &mut Mind, world: &mut dyn World) -> Chosen {
        let what = match what {
            Choice::Event => EVENT,
            Choice::Intention => INTENTION,
            Choice::Message => MESSAGE,
        };
        // Where something is thrown, the first is chosen: it goes on as without.
        let first = Chosen { place: Some(0), gone: Vec::new() };
        let Some(answer) = self.ask(what, mind, world, |_| {}) else { return first };
        let mut reader = Reader::new(&answer);
        let mut chosen = || -> Result<Chosen, String> {
            let place = reader.count()?.checked_sub(1);
            let gone = (0..reader.count()?).map(|_| reader.count()).collect::<Result<_, _>>()?;
            Ok(Chosen { place, gone })
        };
        chosen().unwrap_or(first)
    }

    fn option(&self, options: &[Box<Frame>], mind: &mut Mind, world: &mut dyn World) -> Result<usize, Failure> {
        let answer = self.ask(OPTION, mind, world, |data| {
            data.count(options.len());
            if let Some(first) = options.first() {
                write_trigger(data, &first.trigger);
            }
            for option in options {
                write_option(data, option);
            }
        });
        let Some(answer) = answer else { return Ok(0) };
        let mut answer = Reader::new(&answer);
        let chosen = answer.count().unwrap_or_default().checked_sub(1);
        // Where none was chosen, the reason may be given.
        chosen.ok_or_else(|| match answer.term() {
            Ok(Term::List(why)) => failure_of(why.items().cloned().collect()),
            _ => no_option(),
        })
    }

    fn options(&self, trigger: &Trigger, mind: &mut Mind, world: &mut dyn World) -> Options {
        let answer = self.ask(PLANS, mind, world, |data| write_trigger(data, trigger));
        let agent = mind.name;
        let found = options(&mut Reader::new(&answer.unwrap_or_default()), mind);
        // What is thrown has been reported.
        found.unwrap_or_else(|why| {
            if !why.is_empty() {
                world.warn(agent, &why);
            }
            Options::NotRelevant
        })
    }

    fn occurred(&self, occurred: &Occurrence, mind: &mut Mind, world: &mut dyn World) {
        self.ask(OCCURRED, mind, world, |data| match occurred {
            Occurrence::Event(trigger, intention) => {
                data.count(0);
                write_trigger(data, trigger);
                data.flag(intention.is_some());
                if let Some(intention) = intention {
                    write_sketch(data, intention);
                }
            }
            Occurrence::Intention(turn, intention, reason) => {
                data.count(1 + *turn as usize);
                write_sketch(data, intention);
                data.term(reason);
            }
        });
    }

    fn accepts(&self, message: &Message, mind: &mut Mind, world: &mut dyn World) -> bool {
        let me = mind.name;
        let answer = self.ask(ACCEPT, mind, world, |data| write_message(data, message, me));
        answer.is_none_or(|answer| answer.first() != Some(&0))
    }

    fn revise(
        &self,
        change: Change,
        literal: &Term,
        at_end: bool,
        mind: &mut Mind,
        world: &mut dyn World,
    ) -> Result<Revised, Failure> {
        let answer = self.call(REVISE, mind, world, |data| {
            data.flag(change == Change::Added).flag(at_end).term(literal);
        });
        let answer = answer.map_err(failed)?.unwrap_or_default();
        let mut reader = Reader::new(&answer);
        match reader.byte().map_err(failed)? {
            0 => Ok(None),
            1 => {
                let added = terms(&mut reader).map_err(failed)?;
                let deleted = terms(&mut reader).map_err(failed)?;
                Ok(Some((added, deleted)))
            }
            // As in Jason, which reports no more.
            _ => Err(Failure::new("unknown", "")),
        }
    }

    fn facts(&self, literal: &Term, mind: &mut Mind, world: &mut dyn World) -> Vec<Term> {
        let answer = self.ask(QUERY, mind, world, |data| {
            data.term(literal);
        });
        answer.and_then(|answer| terms(&mut Reader::new(&answer)).ok()).unwrap_or_default()
    }

    fn act(&self, number: u64, action: &Term, mind: &mut Mind, world: &mut dyn World) -> Result<(), Failure> {
        let mut intention = Writer::default();
        intention.flag(mind.current.is_some());
        if let Some(current) = &mind.current {
            write_intention(&mut intention, mind, current);
        }
        let done = self.call(ACT, mind, world, |data| {
            data.count(number as usize).bytes.extend_from_slice(&intention.bytes);
            data.term(action);
        });
        done.map(drop).map_err(|thrown| Failure::new("action_failed", thrown))
    }

    fn state(&self, state: &str, goal: &Trigger, reason: &Term, mind: &mut Mind, world: &mut dyn World) {
        self.ask(STATE, mind, world, |data| {
            data.string(state);
            write_trigger(data, goal);
            data.term(reason);
        });
    }

    fn send(&self, to: Option<Atom>, message: &Message, mind: &mut Mind, world: &mut dyn World) -> Result<(), Failure> {
        let answer = self.call(SEND, mind, world, |data| {
            data.flag(to.is_none());
            write_message(data, message, to.unwrap_or(Atom::NOTHING));
        });
        let Some(why) = answer.map_err(failed)? else { return Ok(()) };
        Err(Failure::new("internal_action", Reader::new(&why).string().map_err(failed)?))
    }
}

/// The plans that Java has found for an event: the agent's own, by their labels, and others, by their texts.
fn options(reader: &mut Reader<'_>, mind: &Mind) -> Result<Options, String> {
    match reader.byte().map_err(|_| String::new())? {
        0 => return Ok(Options::NotRelevant),
        1 => return Ok(Options::NotApplicable),
        _ => {}
    }
    let mut found = Vec::new();
    for _ in 0..reader.count()? {
        let (label, text) = (reader.string()?, reader.string()?);
        let known = mind.plans.get(&Term::atom(&label)).cloned();
        let plan = match known {
            Some(plan) => plan,
            None => Arc::new(read_plan(&text).ok_or_else(|| format!("a plan is not understood: {text}"))?),
        };
        let values = (0..reader.count()?).map(|_| Ok((Atom::new(&reader.string()?), reader.term()?)));
        found.push((plan, values.collect::<Result<_, String>>()?));
    }
    Ok(Options::Found(found))
}

fn terms(reader: &mut Reader<'_>) -> Result<Vec<Term>, String> {
    (0..reader.count()?).map(|_| reader.term()).collect()
}
