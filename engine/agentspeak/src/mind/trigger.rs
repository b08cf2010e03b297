//! The trigger of a frame: what its plan was chosen for.
//!
//! Most goals that a step pursues are seen by the plan's head alone, which takes their arguments apart where they lie. Their
//! literal is made on request.

use std::cell::OnceCell;
use std::ops::Deref;
use std::sync::Arc;

use super::Trigger;
use super::sources::source;
use crate::bytecode::{Given, Operand};
use crate::term::{Annotations, Atom, Bindings, Change, Functor, Structure, Subject, Term, Var, Variables, Writing};

/// A trigger, of which a goal's literal is made when it is looked at.
pub struct FrameTrigger {
    change: Change,
    subject: Subject,
    /// That of the literal; nothing where it is none.
    predicate: Option<Functor>,
    made: OnceCell<Trigger>,
    /// Are the variables in it those of the event, numbered from 0, none of which stands for anything? Else they are the plan's.
    numbered: bool,
    /// How the literal of a goal is written ...
    goal: Option<Writing>,
    /// ... and the goal's arguments, its open variables numbered from 0.
    arguments: Vec<Term>,
}

impl FrameTrigger {
    /// That of an event, whose variables are `numbered`, or the plan's.
    pub(super) fn set(&mut self, trigger: Trigger, numbered: bool) {
        self.numbered = numbered;
        (self.change, self.subject) = (trigger.change, trigger.subject);
        self.predicate = trigger.literal.predicate();
        self.made = OnceCell::from(trigger);
    }

    /// That of the goal that a step pursues, as the agent's own. Which variables are open in it is noted in `open`. Returns whether the
    /// arguments are known, or open variables.
    #[inline]
    pub(super) fn pursue(
        &mut self,
        literal: &Structure,
        operands: &[Operand],
        bindings: &Bindings,
        open: &mut Variables,
    ) -> bool {
        self.made.take();
        self.numbered = true;
        (self.change, self.subject) = (Change::Added, Subject::Achieve);
        self.predicate = Some(literal.functor());
        self.goal = Some(literal.writing());
        open.clear();
        self.arguments.clear();
        self.arguments.reserve(operands.len());
        let mut is_settled = true;
        for operand in operands {
            self.arguments.push(operand.argument(bindings, open, &mut is_settled));
        }
        is_settled
    }

    /// The arguments of the goal that a step pursues.
    #[inline]
    pub(super) fn arguments(&self) -> &[Term] {
        &self.arguments
    }

    /// Is it the beginning of a goal?
    #[inline]
    pub(super) fn begins_goal(&self) -> bool {
        self.change == Change::Added && self.subject != Subject::Belief
    }

    /// Is it the failure of a goal?
    #[inline]
    pub(super) fn is_failure(&self) -> bool {
        self.change == Change::Deleted && self.subject != Subject::Belief
    }

    /// Of which predicate its literal is.
    #[inline]
    pub(super) fn predicate(&self) -> Option<Functor> {
        self.predicate
    }

    /// The literal with what is known now of its variables.
    pub(super) fn now(&self, given: &Given, bindings: &Bindings) -> Term {
        let literal = &self.literal;
        if !self.numbered {
            return bindings.apply(literal);
        }
        literal.renamed(&mut |var| given.known(var).map_or(Term::Var(var), |known| bindings.apply(known)))
    }

    /// The same of another frame.
    pub(super) fn copied(&self) -> Self {
        Self { numbered: self.numbered, ..Trigger::clone(self).into() }
    }

    /// Holds nothing any more.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.made.take();
        self.arguments.clear();
    }

    /// The literal of the goal that a step pursues has what is known of its variables in their places.
    pub(super) fn know(&mut self, given: &mut Given, bindings: &mut Bindings) {
        given.fill(&mut self.arguments, bindings);
        self.numbered = false;
    }

    /// The literal's variables are the plan's from now on.
    pub(super) fn settle(&mut self, given: &mut Given, bindings: &mut Bindings) {
        if !self.numbered {
            return;
        }
        match self.made.get_mut() {
            None => self.know(given, bindings),
            Some(Trigger { literal, .. }) => {
                let moved = given.moved(literal, bindings);
                *literal = bindings.apply(&moved);
                self.numbered = false;
            }
        }
    }

    /// Which of the variables that the goal was called with this one of the literal is, where it is one as it was.
    pub(super) fn place_of(&self, var: Var, given: &Given, bindings: &Bindings) -> Option<usize> {
        if self.numbered {
            return Some(var.slot() as usize);
        }
        let is_it = |known: &Option<Term>| matches!(known, Some(Term::Var(own)) if bindings.leads_to(*own, var));
        given.iter().position(is_it)
    }

    fn goal(&self) -> Trigger {
        let own = Arc::new(Annotations::new([source(Atom::SELF)], None));
        let literal = match self.goal {
            Some(goal) => Term::Structure(Structure::of_writing(goal, self.arguments.iter().cloned(), Some(own))),
            None => Term::from(Atom::NOTHING),
        };
        Trigger::new(self.change, self.subject, literal)
    }
}

impl From<Trigger> for FrameTrigger {
    fn from(trigger: Trigger) -> Self {
        Self {
            change: trigger.change,
            subject: trigger.subject,
            predicate: trigger.literal.predicate(),
            made: OnceCell::from(trigger),
            numbered: false,
            goal: None,
            arguments: Vec::new(),
        }
    }
}

impl Deref for FrameTrigger {
    type Target = Trigger;

    fn deref(&self) -> &Trigger {
        self.made.get_or_init(|| self.goal())
    }
}
