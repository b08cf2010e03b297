//! What internal actions answer with, and what they ask of their arguments.

use std::fmt::Write;

use crate::belief::BeliefBase;
use crate::mind::{Call, Failure, Outcome, Result, crash};
use crate::query::Solutions;
use crate::term::{Atom, Term, show_number};

/// The refusal of an argument.
pub fn wrong(action: &str, reason: impl std::fmt::Display) -> Failure {
    Failure::new("wrong_arguments", format!("Wrong argument for internal action '{action}': {reason}"))
}

/// An error that the action itself names.
pub fn error(message: impl Into<String>) -> Failure {
    Failure::new("internal_action", message)
}

/// `true` or `false` as an outcome.
///
/// # Errors
///
/// Never: it is what an action ends with.
pub fn holds(holds: bool) -> Result {
    Ok(if holds { Outcome::Holds } else { Outcome::Fails })
}

/// The target as each of the candidates, one after the other where the program asks for more.
///
/// # Errors
///
/// Never: it is what an action ends with.
pub fn each(target: &Term, candidates: impl Iterator<Item = Term> + Send + 'static) -> Result {
    Ok(Outcome::Each(Solutions { target: target.clone(), candidates: Box::new(candidates) }))
}

/// What a term looks like as text: a string without its quotation marks.
pub fn text_of(term: &Term) -> String {
    match term {
        Term::String(text) => text.to_string(),
        other => other.to_string(),
    }
}

/// Writes the same behind a text; an atom without its quotation marks, too.
pub(crate) fn write_plain(term: &Term, text: &mut String) {
    match term {
        Term::String(part) => text.push_str(part),
        Term::Atom(name) => {
            let name = name.name();
            text.push_str(name.strip_prefix('\'').and_then(|name| name.strip_suffix('\'')).unwrap_or(&name));
        }
        // Writing to memory never fails.
        Term::Number(number) => drop(show_number(number.get(), text)),
        other => drop(write!(text, "{other}")),
    }
}

impl Call<'_> {
    /// Shows a line of the agent's, unless it is to be quiet.
    pub fn print(&mut self, text: &str) {
        if !self.mind.quiet {
            self.world.print(self.mind.name, text);
        }
    }

    /// Unifies, and returns whether that could be done.
    ///
    /// # Errors
    ///
    /// Never: it is what an action ends with.
    pub fn unify(&mut self, one: &Term, other: &Term) -> Result {
        holds(self.bindings.unify(one, other))
    }

    /// Unifies the argument of this number, counted from 0, with a result.
    ///
    /// # Errors
    ///
    /// If there are not so many.
    pub fn give(&mut self, argument: usize, result: &Term) -> Result {
        match self.arguments.get(argument) {
            Some(argument) => holds(self.bindings.unify(argument, result)),
            None => Err(crash()),
        }
    }

    /// The same, but the result may have fewer annotations than the argument, rather than more.
    pub(super) fn give_within(&mut self, argument: usize, result: &Term) -> Result {
        match self.arguments.get(argument) {
            Some(argument) => holds(self.bindings.unify(result, argument)),
            None => Err(crash()),
        }
    }
}

/// What actions of one's own ask for most.
impl Call<'_> {
    /// Whose action it is.
    pub fn agent(&self) -> Atom {
        self.mind.name
    }

    /// What that agent believes.
    pub fn beliefs(&self) -> &BeliefBase {
        &self.mind.beliefs
    }

    /// The argument of this number, counted from 0.
    ///
    /// # Errors
    ///
    /// If there are not so many.
    pub fn argument(&self, number: usize) -> std::result::Result<&Term, Failure> {
        self.arguments.get(number).ok_or_else(|| error(format!("there is no argument {}", number + 1)))
    }

    /// The number that this argument is.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn number(&self, number: usize) -> std::result::Result<f64, Failure> {
        let argument = self.argument(number)?;
        argument.as_number().ok_or_else(|| wrong_kind(number, argument, "a number"))
    }

    /// The text that this argument is: a string without its quotation marks, or a constant's name.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn text(&self, number: usize) -> std::result::Result<String, Failure> {
        match self.argument(number)? {
            text @ (Term::String(_) | Term::Atom(_)) => Ok(text_of(text)),
            other => Err(wrong_kind(number, other, "a string or an atom")),
        }
    }
}

fn wrong_kind(number: usize, argument: &Term, due: &str) -> Failure {
    Failure::new("wrong_arguments", format!("argument {} is '{argument}' and not {due}", number + 1))
}
