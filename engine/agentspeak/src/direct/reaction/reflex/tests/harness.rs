//! Agents of one program that hear the same messages, and deal with them in different ways.

use std::sync::Arc;

use crate::belief::Entry;
use crate::direct::{Heard, Post, Ready};
use crate::mind::{About, Brief, Count, Failure, Message, Mind, World};
use crate::system::{Directory, Program};
use crate::term::{Annotations, Atom, Functor, Term};

/// Whom there is to send something to. The agent itself is the first.
pub(super) const NAMES: [&str; 6] = ["me", "ann", "bob", "w0", "w1", "w2"];

/// How messages are dealt with.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// As reflexes, where they are such; what is in hand is set down after each so many of them.
    Reflexes(usize),
    /// At once, but not as reflexes.
    Directly,
    /// By events and intentions.
    Interpreted,
}

/// What is something else where it is interpreted: beliefs of what is not a number, zero's sign in a program's text, and the agent itself where
/// a text names it.
const ODD: [&str; 3] = ["NaN", "-0.0", "\"self"];

const NEVER: usize = usize::MAX;

/// What has become of all messages.
#[derive(Debug)]
pub(super) struct Outcome {
    /// What was sent: `1 ann <- achieve go(2)`.
    pub(super) posted: Vec<String>,
    /// What is believed in the end.
    pub(super) beliefs: Vec<String>,
    /// What was printed, and what went wrong.
    said: Vec<String>,
    /// How many messages were sent, and cycles gone through.
    counted: (u64, u64),
    /// How many messages were reflexes, and which were none.
    pub(super) reflexes: usize,
    others: Vec<String>,
}

/// What an agent sends and prints.
#[derive(Debug, Default)]
struct Outside {
    posted: Vec<String>,
    said: Vec<String>,
    directory: Directory,
}

impl Post for Outside {
    type Place = Atom;

    fn find(&mut self, to: Atom) -> Option<Atom> {
        self.knows(to).then_some(to)
    }

    fn post(&mut self, to: Atom, message: Brief) -> bool {
        self.send_brief(to, message)
    }
}

impl World for Outside {
    fn say(&mut self, _: Atom, text: &str) {
        self.said.push(text.to_owned());
    }

    fn warn(&mut self, _: Atom, text: &str) {
        self.said.push(format!("! {text}"));
    }

    fn send(&mut self, to: Atom, message: Message) -> bool {
        let knows = self.knows(to);
        if knows {
            let Message { performative, content, id, .. } = message;
            self.posted.push(format!("{id} {to} <- {performative} {}", shown(&content)));
        }
        knows
    }

    fn agents(&self) -> Vec<Atom> {
        NAMES.map(Atom::new).to_vec()
    }

    fn perform(&mut self, _: Atom, _: u64, _: &Term) -> Option<Result<(), Failure>> {
        panic!("there is no environment")
    }

    fn now(&self) -> u64 {
        0
    }

    fn create(&mut self, _: &str, _: Option<&str>) -> Result<Atom, String> {
        Err("there is no room".to_owned())
    }

    fn adopt(&mut self, _: Mind) {}

    fn kill(&mut self, _: Atom) -> bool {
        false
    }

    fn directory(&self) -> &Directory {
        &self.directory
    }

    fn stop(&mut self, _: u64, _: i32) {}
}

/// As it is printed, but for zero, whose sign is shown.
fn shown(term: &Term) -> String {
    match term {
        Term::Number(number) => format!("{number:?}").trim_end_matches(".0").to_owned(),
        Term::Structure(literal) => {
            let all = |terms: &[Term]| terms.iter().map(shown).collect::<Vec<_>>().join(",");
            let annotations = literal.annotations().map(|annotations| format!("[{}]", all(annotations.items())));
            format!("{}({}){}", literal.functor.name(), all(&literal.arguments), annotations.unwrap_or_default())
        }
        other => other.to_string(),
    }
}

/// `go(1, x)` of somebody's: `ann go(1, x)`. Literals have one argument here.
fn brief(text: &str, id: u64) -> Brief {
    let (sender, literal) = text.split_once(' ').expect("a sender and a literal");
    let (name, arguments) = literal.split_once('(').unwrap_or((literal, ")"));
    let arguments = arguments.strip_suffix(')').expect("an end").split(',').map(str::trim);
    let mut terms: Vec<Term> = arguments.filter(|argument| !argument.is_empty()).map(term).collect();
    let arity = terms.len();
    terms.resize(Brief::MOST, Term::Number(0.0));
    let predicate = Functor::new(Atom::new(name), arity);
    let (about, sender, count) = (About::new(Atom::ACHIEVE, predicate), Atom::new(sender), Count::of(arity));
    Brief::of_terms(about, sender, id, count, terms.try_into().expect("not too many"))
}

fn term(text: &str) -> Term {
    if let Ok(number) = text.parse() {
        return Term::Number(number);
    }
    if let Some((name, argument)) = text.split_once('(') {
        return Term::structure(name, [term(argument.trim_end_matches(')'))]);
    }
    match text.strip_prefix('"') {
        Some(text) => Term::string(text.trim_end_matches('"')),
        None => Term::atom(text),
    }
}

/// An agent, and what it has done.
pub(super) struct Agent {
    pub(super) mind: Mind,
    outside: Outside,
    ready: Option<Ready>,
    way: Way,
    heard: u64,
    reflexes: usize,
    others: Vec<String>,
}

impl Agent {
    fn of(mut mind: Mind, way: Way) -> Self {
        mind.settings.direct = !matches!(way, Way::Interpreted);
        let mut agent =
            Self { mind, outside: Outside::default(), ready: None, way, heard: 0, reflexes: 0, others: Vec::new() };
        agent.rest();
        agent.outside = Outside::default();
        agent
    }

    /// Goes through cycles until it has nothing to do.
    fn rest(&mut self) {
        let mut cycles = 0;
        while !self.mind.is_idle() {
            self.mind.cycle(&mut self.outside);
            cycles += 1;
            assert!(cycles < 1000, "it has always something to do");
        }
        self.ready = self.mind.ready();
    }

    pub(super) fn hear(&mut self, message: &str) {
        self.heard += 1;
        let brief = brief(message, self.heard);
        if !self.reacts(&brief) {
            self.others.push(message.to_owned());
            self.mind.set_down();
            self.take(brief);
        }
        if let Way::Reflexes(often) = self.way
            && self.heard.is_multiple_of(often as u64)
        {
            self.mind.set_down();
        }
    }

    /// Was it a reflex? If not, nothing has been done.
    fn reacts(&mut self, brief: &Brief) -> bool {
        let (Some(ready), Way::Reflexes(_)) = (self.ready, self.way) else { return false };
        let done = |agent: &Self| (agent.outside.posted.len(), agent.mind.messages, agent.mind.cycles);
        let before = done(self);
        self.mind.hand.rest();
        let reflexes = if brief.is_plain() { self.mind.find_reflexes(ready, brief.about()) } else { None };
        let is_reflex = reflexes.is_some_and(|reflexes| self.mind.reflex(reflexes, brief, &mut self.outside));
        self.reflexes += usize::from(is_reflex);
        assert!(is_reflex || done(self) == before, "something has been done");
        is_reflex
    }

    /// As an agent of a society does.
    fn take(&mut self, brief: Brief) {
        let Some(ready) = self.ready.take() else {
            self.mind.receive(brief.into());
            return self.rest();
        };
        if self.mind.react_to(ready, &brief, &mut self.outside) {
            self.ready = Some(ready);
            return;
        }
        match self.mind.hear_brief(ready, brief, &mut self.outside) {
            Heard::Done(ready) => self.ready = Some(ready),
            Heard::Begun | Heard::Kept => self.rest(),
        }
    }

    pub(super) fn outcome(mut self) -> Outcome {
        self.mind.set_down();
        let beliefs = &self.mind.beliefs;
        let entries = beliefs.predicates().flat_map(|predicate| beliefs.entries(predicate));
        let beliefs = entries.map(|entry| match entry {
            Entry::Fact(fact) => shown(fact),
            Entry::Rule(rule) => format!("{} :- ...", rule.head()),
        });
        let counted = (self.mind.messages, self.mind.cycles);
        let Outside { posted, said, .. } = self.outside;
        Outcome { posted, beliefs: beliefs.collect(), said, counted, reflexes: self.reflexes, others: self.others }
    }
}

/// What agents of one program have in common.
pub(super) struct Kin {
    program: Program,
    text: String,
}

impl Kin {
    pub(super) fn of(program: &str) -> Self {
        let read = Program::of_text(program, "kin.asl").unwrap_or_else(|problem| panic!("{problem}"));
        Self { program: read, text: program.to_owned() }
    }

    /// One that knows these facts besides, which nobody else has.
    fn mind(&self, facts: &str) -> Mind {
        let mut mind = Mind::new(Atom::new(NAMES[0]));
        // As if it had changed something before.
        let source = Term::structure("source", [Term::Atom(Atom::SELF)]);
        mind.own_annotations = Some(Arc::new(Annotations::new([source], None)));
        self.program.begin(&mut mind, &[], &[]);
        Program::of_text(facts, "facts.asl").unwrap_or_else(|problem| panic!("{problem}")).load(&mut mind);
        mind
    }

    /// One that has reflexes.
    pub(super) fn agent(&self, facts: &str) -> Agent {
        Agent::of(self.mind(facts), Way::Reflexes(NEVER))
    }

    /// What becomes of messages, in whichever way they are dealt with.
    pub(super) fn hear(&self, facts: &str, messages: &[&str]) -> Outcome {
        let heard = |way| {
            let mut agent = Agent::of(self.mind(facts), way);
            messages.iter().for_each(|message| agent.hear(message));
            agent.outcome()
        };
        let all = heard(Way::Reflexes(NEVER));
        let directly = heard(Way::Directly);
        let told = format!("{} {facts} told {messages:?}", self.text);
        assert_eq!(all.counted, directly.counted, "messages and cycles of {told}");
        for way in [Way::Directly, Way::Interpreted, Way::Reflexes(1), Way::Reflexes(2), Way::Reflexes(3)] {
            let other = heard(way);
            let is_odd = |odd: &&str| told.contains(odd) || format!("{other:?}").contains(odd);
            if matches!(way, Way::Interpreted) && ODD.iter().any(is_odd) {
                continue;
            }
            assert_eq!(all.posted, other.posted, "reflexes and {way:?}, {told}");
            assert_eq!(all.beliefs, other.beliefs, "reflexes and {way:?}, {told}");
            assert_eq!(all.said, other.said, "reflexes and {way:?}, {told}");
        }
        all
    }
}

/// Does something while no reflexes are made machine code.
pub(super) fn without_code(what: impl FnOnce()) {
    #[cfg(target_arch = "x86_64")]
    super::super::code::IS_OFF.set(true);
    what();
    #[cfg(target_arch = "x86_64")]
    super::super::code::IS_OFF.set(false);
}

/// What becomes of messages to an agent of a program that knows these facts, in whichever way they are dealt with. At least so many are reflexes.
pub(super) fn hear(program: &str, facts: &str, least: usize, messages: &[&str]) -> Outcome {
    without_code(|| drop(Kin::of(program).hear(facts, messages)));
    let outcome = Kin::of(program).hear(facts, messages);
    let Outcome { reflexes, others, .. } = &outcome;
    assert!(*reflexes >= least, "{reflexes} were reflexes, not {least}; none: {others:?}");
    outcome
}
