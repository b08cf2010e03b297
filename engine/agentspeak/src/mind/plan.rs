use std::sync::Arc;

use crate::bytecode::{Code, Head, Operand};
use crate::term::{Atom, Change, Kind, Step, Structure, StructureBuilder, Subject, Term};

/// A plan as an agent executes it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its label, with annotations.
    pub label: Term,
    /// For which events it is.
    pub trigger: Trigger,
    /// The same, compiled; nothing where a variable stands for what it is for, or what surrounds a sub-plan gives its variables values.
    pub(crate) head: Option<Head>,
    /// When it may be chosen; always, if there is none.
    pub context: Option<Arc<Code>>,
    /// Once this holds, its goal is achieved.
    pub goal_condition: Option<Arc<Code>>,
    /// What it does.
    pub body: Arc<Body>,
    /// Plans that only count while this one is executed.
    pub sub_plans: Vec<Arc<Plan>>,
    /// What its variables are called.
    pub names: Arc<[Option<Atom>]>,
    /// Is nothing else executed while it is?
    pub atomic: bool,
    /// Is it not atomic, without a goal condition and without sub-plans?
    pub(crate) plain: bool,
    /// The whole as a term.
    pub term: Term,
    /// The file of the program that it belongs to.
    pub file: Option<Arc<str>>,
    /// Where it was written, also if it was added by a step: then that is the step's file; nowhere (`""`) for a text.
    pub source: Option<Arc<str>>,
}

/// What has happened, or is looked for.
#[derive(Clone, Debug)]
pub struct Trigger {
    /// What ...
    pub change: Change,
    /// ... to what kind of thing ...
    pub subject: Subject,
    /// ... and to which.
    pub literal: Term,
}

impl Plan {
    /// How many variables it has.
    pub fn variables(&self) -> u32 {
        self.names.len() as u32
    }

    /// Is it chosen by its head and a context that does nothing and asks for no intentions, and is nothing more to be known of it?
    pub(crate) fn is_direct(&self) -> bool {
        self.head.is_some()
            && self.context.as_ref().is_none_or(|context| context.is_plain())
            && self.goal_condition.is_none()
            && self.sub_plans.is_empty()
    }
}

impl Plan {
    /// Marks in its label, if it has one, that it is the agent's own, and of which file.
    pub fn add_origin(&mut self) {
        if self.label.is_atom(Atom::NOTHING) {
            return;
        }
        let label = crate::mind::with_source(&self.label);
        let url = self.file.as_deref().map(|file| Term::structure("url", [Term::string(file)]));
        let Some(builder) = StructureBuilder::from_literal(&label) else { return };
        self.set_label(url.into_iter().fold(builder, StructureBuilder::annotation).build());
    }

    /// Has it no label, or one that is nothing but annotations?
    pub(crate) fn is_unnamed(&self) -> bool {
        self.label.is_named(Atom::NOTHING)
    }

    /// Gives it a name; its label's annotations stay.
    pub(crate) fn name(&mut self, name: &Term) {
        let named = StructureBuilder::from_literal(name).zip(self.label.annotations());
        let label = named.map_or_else(|| name.clone(), |(name, others)| name.annotations(others).build());
        self.set_label(label);
    }

    /// Calls it something else.
    pub fn set_label(&mut self, label: Term) {
        if let Some(structure) = self.term.as_structure() {
            let rest = structure.arguments().iter().skip(1).cloned();
            let parts: Vec<Term> = std::iter::once(label.clone()).chain(rest).collect();
            self.term = Term::Structure(Structure::new(structure.functor(), parts).written_as(structure));
        }
        self.label = label;
    }
}

impl std::fmt::Display for Plan {
    /// As in a program: `@label +!g : c <- b.`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.term.without_braces().fmt(f)
    }
}

impl Trigger {
    /// An event.
    pub fn new(change: Change, subject: Subject, literal: Term) -> Self {
        Self { change, subject, literal }
    }

    /// Is it about a goal?
    pub fn is_goal(&self) -> bool {
        self.subject != Subject::Belief
    }

    /// Is it the beginning of a goal?
    pub fn is_new_goal(&self) -> bool {
        self.is_goal() && self.change == Change::Added
    }

    /// As a term.
    pub fn to_term(&self) -> Term {
        Kind::Trigger(self.change, self.subject).of([self.literal.clone()])
    }

    /// Of a trigger that is a term.
    pub fn of_term(term: &Term) -> Option<Self> {
        let structure = term.as_structure()?;
        match (structure.passing_functor().signature().kind, structure.arguments()) {
            (Kind::Trigger(change, subject), [literal]) => Some(Self::new(change, subject, literal.clone())),
            _ => None,
        }
    }
}

/// Steps, one after the other.
pub type Body = [Deed];

/// A step of a body.
#[derive(Debug)]
pub struct Deed {
    /// What it does.
    pub action: Action,
    /// Its text: for messages about its failure.
    pub term: Term,
    /// The line of its source, or 0.
    pub line: u32,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum Action {
    /// Pursues a goal, and waits for it.
    Achieve(Operand),
    /// Pursues a goal in an intention of its own.
    AchieveNew(Operand),
    /// Asks whether a formula holds; of a literal, pursues the test goal if it does not.
    Test(Arc<Code>, Operand),
    /// Changes what is believed.
    Change(Step, Operand),
    /// An internal action.
    Act(Atom, Box<[Operand]>),
    /// An action in the environment.
    Perform(Operand),
    /// An internal action that asks questions itself.
    Ask(Arc<Code>),
    /// Fails unless the formula holds.
    Hold(Arc<Code>),
    /// Whatever the variable stands for.
    Stand(Step, Term),
    /// `if`
    If(Arc<Code>, Arc<Body>, Option<Arc<Body>>),
    /// `for`
    For(Arc<Code>, Arc<Body>),
    /// `while`
    While(Arc<Code>, Arc<Body>),
    /// `|&|` and `|||`: whether all are needed, and the branches.
    Fork(bool, Vec<Arc<Body>>),
}

impl Action {
    /// The formula that it asks.
    #[inline]
    pub(super) fn formula(&self) -> Option<&Arc<Code>> {
        match self {
            Self::Test(code, _)
            | Self::Ask(code)
            | Self::Hold(code)
            | Self::If(code, ..)
            | Self::For(code, _)
            | Self::While(code, _) => Some(code),
            _ => None,
        }
    }
}
