use std::collections::VecDeque;
use std::sync::Arc;

use super::{Event, Intention, Message, PlanLibrary, Trigger, World};
use crate::belief::BeliefBase;
use crate::query::{Code, Host, Outcome, Query};
use crate::term::{Annotations, Atom, Bindings, Change, Structure, StructureBuilder, Subject, Term};

/// The mind of one agent.
pub struct Mind {
    /// Its name.
    pub name: Atom,
    /// What it believes.
    pub beliefs: BeliefBase,
    /// What it knows how to do.
    pub plans: PlanLibrary,
    /// What has happened and is not dealt with, the oldest first.
    pub(super) events: VecDeque<Event>,
    /// What it does, one step each in turn.
    pub(super) running: VecDeque<Intention>,
    pub(super) mailbox: VecDeque<Message>,
    pub(super) intentions: u64,
    messages: u64,
    /// `source(self)`
    pub(super) own_source: Term,
}

impl Mind {
    /// The mind of an agent that knows nothing yet.
    pub fn new(name: Atom) -> Self {
        Self {
            name,
            beliefs: BeliefBase::default(),
            plans: PlanLibrary::default(),
            events: VecDeque::new(),
            running: VecDeque::new(),
            mailbox: VecDeque::new(),
            intentions: 0,
            messages: 0,
            own_source: source(Atom::SELF),
        }
    }

    /// Takes a message, to be read in some later cycle.
    pub fn receive(&mut self, message: Message) {
        self.mailbox.push_back(message);
    }

    /// Begins to believe something, as from itself unless it says from whom; this is an event.
    pub fn believe(&mut self, belief: &Term) {
        if let Some(belief) = self.with_source(belief)
            && let Some(added) = self.beliefs.add(belief, false)
        {
            self.happened(Trigger::new(Change::Added, Subject::Belief, added));
        }
    }

    /// Takes on a goal, as from itself unless it says from whom.
    pub fn pursue(&mut self, goal: &Term) {
        if let Some(goal) = self.with_source(goal) {
            let mut scratch = Bindings::default();
            let (goal, variables) = super::call::without_names(&goal, &mut scratch);
            let trigger = Trigger::new(Change::Added, Subject::Achieve, goal);
            self.events.push_back(Event { trigger, variables: variables.len() as u32, intention: None });
        }
    }

    /// Something has happened that belongs to no intention.
    pub(super) fn happened(&mut self, trigger: Trigger) {
        self.events.push_back(Event { trigger, variables: 0, intention: None });
    }

    /// Is there nothing to do before something comes from outside?
    pub fn is_idle(&self) -> bool {
        self.events.is_empty() && self.running.is_empty() && self.mailbox.is_empty()
    }

    /// One reasoning cycle: reads a message, deals with an event, and goes a step on in an intention.
    pub fn cycle(&mut self, world: &mut dyn World) {
        self.sense(world);
        self.deliberate(world);
        self.act(world);
    }

    /// A number for a message.
    pub(crate) fn fresh_message(&mut self) -> u64 {
        self.messages += 1;
        self.messages
    }

    pub(super) fn fresh_intention(&mut self) -> Intention {
        self.intentions += 1;
        Intention::new(self.intentions)
    }

    /// The literal with a source: its own, where it has none. Nothing, if it is no literal.
    pub(super) fn with_source(&self, literal: &Term) -> Option<Term> {
        let has_source = literal.annotations().is_some_and(|annotations| annotations.items().iter().any(is_source));
        if has_source {
            return Some(literal.clone());
        }
        Some(StructureBuilder::from_literal(literal)?.annotation(self.own_source.clone()).build())
    }

    /// Asks for the first solution of a formula, which is in the bindings then.
    pub(super) fn holds(&mut self, code: &Arc<Code>, bindings: &mut Bindings, world: &mut dyn World) -> bool {
        let mut query = Query::new(Arc::clone(code), 0);
        query.next(bindings, &mut Reasoner { mind: self, world })
    }
}

/// Who answers the questions of a query.
pub(super) struct Reasoner<'a> {
    pub(super) mind: &'a mut Mind,
    pub(super) world: &'a mut dyn World,
}

impl Host for Reasoner<'_> {
    fn beliefs(&self) -> &BeliefBase {
        &self.mind.beliefs
    }

    fn act(&mut self, name: &str, arguments: &[Term], bindings: &mut Bindings) -> Outcome {
        match crate::library::call(self.mind, self.world, name, arguments, bindings) {
            Ok(outcome) => outcome,
            Err(failure) => {
                self.world.warn(self.mind.name, &failure.message);
                Outcome::Fails
            }
        }
    }
}

/// `source(NAME)`
pub(super) fn source(name: Atom) -> Term {
    Term::structure("source", [Term::Atom(name)])
}

fn is_source(annotation: &Term) -> bool {
    annotation.predicate().is_some_and(|functor| functor.name() == Atom::SOURCE)
}

/// The literal with these annotations as well.
pub(super) fn annotated(literal: &Term, annotations: &[Term]) -> Term {
    match StructureBuilder::from_literal(literal) {
        Some(builder) => builder.annotations(&Annotations::new(annotations.iter().cloned(), None)).build(),
        None => literal.clone(),
    }
}

/// The predicate's literals with all arguments open: what `-+` takes away.
pub(super) fn opened(literal: &Term, bindings: &mut Bindings) -> Term {
    let Term::Structure(structure) = literal else { return literal.clone() };
    let arguments: Vec<Term> = structure.arguments.iter().map(|_| Term::Var(bindings.fresh_var())).collect();
    let annotations = structure.annotations().cloned();
    Term::Structure(Structure::with_annotations(structure.functor, arguments, annotations).into())
}
