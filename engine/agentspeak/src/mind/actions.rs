//! Internal actions: what one is, what it is given, and how it is called. Those of the language are in the module `library`.

use std::sync::Arc;

use super::{Custom, Failure, Mind, Wait, World};
use crate::dialect::Dialect;
use crate::project::ClassKind;
use crate::query::Solutions;
use crate::term::{Atom, Bindings, Kind, Term, Var};

/// What an internal action is given.
pub struct Call<'a> {
    /// Whose it is.
    pub mind: &'a mut Mind,
    /// What it reaches beyond the agent.
    pub world: &'a mut dyn World,
    /// Its arguments, with what is known of their variables.
    pub arguments: &'a [Term],
    /// What the variables of its plan stand for.
    pub bindings: &'a mut Bindings,
}

/// What comes of an internal action.
pub enum Outcome {
    /// It does not hold.
    Fails,
    /// It holds, with the bindings that it has made.
    Holds,
    /// It holds for each of these.
    Each(Solutions),
    /// The intention is to wait; in a formula, it does not hold.
    Waits(Box<Wait>),
}

/// What comes of an internal action, or why it failed.
pub type Result = std::result::Result<Outcome, Failure>;

/// An internal action.
#[derive(Clone, Copy)]
pub struct InternalAction {
    name: &'static str,
    least: usize,
    most: usize,
    /// So many it looks at, however many are expected: it crashes where there are fewer ...
    needs: usize,
    /// ... and ignores those behind these.
    uses: usize,
    reach: Reach,
    /// What it was before the newest dialect.
    older: Older,
    execute: fn(&mut Call<'_>) -> Result,
}

/// What an internal action is in the dialect before the newest.
#[derive(Clone, Copy)]
enum Older {
    Same,
    /// It takes so many arguments at most.
    Most(usize),
    /// There is none.
    Absent,
}

/// How far an internal action looks beyond its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// No further.
    Arguments,
    /// To the names that the program gives variables.
    Names,
    /// To intentions, that which executes it among them.
    Intentions,
}

/// An action of this name that takes so many arguments.
pub(crate) const fn action(
    name: &'static str,
    least: usize,
    most: usize,
    execute: fn(&mut Call<'_>) -> Result,
) -> InternalAction {
    InternalAction { name, least, most, needs: least, uses: most, reach: Reach::Arguments, older: Older::Same, execute }
}

/// An action of this name with any number of arguments.
pub(crate) const fn uncounted(
    name: &'static str,
    needs: usize,
    uses: usize,
    execute: fn(&mut Call<'_>) -> Result,
) -> InternalAction {
    InternalAction { name, least: 0, most: ANY, needs, uses, reach: Reach::Arguments, older: Older::Same, execute }
}

/// As many arguments as one likes.
pub const ANY: usize = usize::MAX;

/// The names of variables that occur in these terms once.
fn singletons(terms: &[Term]) -> Vec<&'static str> {
    let mut seen: Vec<(Var, usize)> = Vec::new();
    for term in terms {
        term.renamed(&mut |var| {
            match seen.iter_mut().find(|(known, _)| *known == var) {
                Some((_, times)) => *times += 1,
                None => seen.push((var, 1)),
            }
            Term::Var(var)
        });
    }
    let once = seen.into_iter().filter(|(_, times)| *times == 1);
    once.filter_map(|(var, _)| var.name().map(Atom::name)).collect()
}

/// Does the action want numbers? To others a sum that is not known yet is a term as any other.
fn calculates(name: &str) -> bool {
    matches!(
        name,
        ".delete"
            | ".kill_agent"
            | ".nth"
            | ".printf"
            | ".random"
            | ".range"
            | ".set_random_seed"
            | ".stopMAS"
            | ".substring"
            | ".verbose"
            | ".wait"
    )
}

/// Is it a sum or the like that still is one?
#[inline]
fn is_uncalculated(term: &Term) -> bool {
    term.as_structure().is_some_and(|structure| {
        structure.is_arithmetic() && matches!(structure.passing_functor().signature().kind, Kind::Arithmetic(_))
    })
}

/// Are all sums done?
pub(crate) fn calculated(arguments: &[Term]) -> std::result::Result<(), Failure> {
    let Some(open) = arguments.iter().find(|argument| is_uncalculated(argument)) else { return Ok(()) };
    let unknown = singletons(arguments).join(",");
    Err(Failure::new(
        "internal_action",
        format!("Error evaluating {open}. It is not ground. Ungrounded variables = [{unknown}]."),
    ))
}

/// Are there as many as it takes?
pub(crate) fn counted(
    name: Atom,
    (least, most): (usize, usize),
    arguments: &[Term],
) -> std::result::Result<(), Failure> {
    if (least..=most).contains(&arguments.len()) { Ok(()) } else { Err(wrong_number(name, least, most)) }
}

impl InternalAction {
    /// The same, that looks so far.
    pub(crate) const fn looking(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }

    /// The same, but before the newest dialect it took so many arguments at most.
    pub(crate) const fn once_at_most(self, most: usize) -> Self {
        Self { older: Older::Most(most), ..self }
    }

    /// The same, but it has come with the newest dialect.
    pub(crate) const fn new_in_newest(self) -> Self {
        Self { older: Older::Absent, ..self }
    }

    /// Has the agent's dialect such an action?
    fn is_known_to(&self, mind: &Mind) -> bool {
        !matches!(self.older, Older::Absent) || !mind.is_older()
    }

    /// How far it looks.
    pub(super) fn reach(&self) -> Reach {
        self.reach
    }

    /// Executes it.
    pub(crate) fn call(&self, name: Atom, call: &mut Call<'_>) -> Result {
        let count = call.arguments.len();
        if call.arguments.iter().any(is_uncalculated) && calculates(self.name) {
            calculated(call.arguments)?;
        }
        let most = match self.older {
            Older::Most(most) if call.mind.is_older() => most,
            _ => self.most,
        };
        if count < self.least || count > most {
            return Err(wrong_number(name, self.least, most));
        }
        if count < self.needs {
            return Err(crash());
        }
        call.arguments = &call.arguments[..count.min(self.uses)];
        (self.execute)(call)
    }
}

fn wrong_number(name: Atom, least: usize, most: usize) -> Failure {
    let most = if most == ANY { i32::MAX as usize } else { most };
    let expected = match (least, most) {
        (1, 1) => " One argument is expected.".to_owned(),
        (least, most) if least == most => format!(" {least} arguments are expected."),
        (least, most) => format!(" From {least} to {most} arguments are expected."),
    };
    // What it is called in messages: the last part of its name.
    let name = name.name().rsplit('.').next().unwrap_or_default();
    let text = format!("The internal action '{name}' has not received the required number of argument(s).{expected}");
    Failure::new("wrong_arguments", text)
}

/// Where an agent's internal actions come from, besides the language.
pub trait Actions: Send + Sync {
    /// Those of the language.
    fn language(&self) -> &'static Language;

    /// As which release of Jason programs are executed.
    fn dialect(&self) -> Dialect;

    /// Executes another. Nothing comes back if there is none of this name.
    fn call(&self, name: Atom, call: &mut Call<'_>) -> Option<Result>;

    /// May a class of this kind and name be had?
    fn offers(&self, kind: ClassKind, name: &str) -> bool;

    /// The functions that an agent has in these classes, whose names may have parameters behind them; its program is in this file.
    ///
    /// # Errors
    ///
    /// Why there are none.
    fn custom(&self, classes: Vec<(ClassKind, String)>, source: &str) -> std::result::Result<Arc<dyn Custom>, String>;

    /// Do solutions of actions ask the agent while they are looked for?
    fn solutions_ask(&self) -> bool {
        false
    }

    /// The next solution of an action that may ask the agent meanwhile.
    fn next(&self, solutions: &mut Solutions, _mind: &mut Mind, _world: &mut dyn World) -> Option<Term> {
        solutions.candidates.next()
    }
}

/// The language's own internal actions by the numbers of their names: found by looking at one place.
pub struct Language(Box<[Option<InternalAction>]>);

impl Language {
    /// Of these actions.
    pub(crate) fn new(actions: impl Iterator<Item = InternalAction>) -> Self {
        let named: Vec<_> = actions.map(|action| (Atom::new(action.name).number(), action)).collect();
        let count = named.iter().map(|(number, _)| *number as usize + 1).max().unwrap_or(0);
        let mut table = vec![None; count];
        for (number, action) in named {
            table[number as usize] = Some(action);
        }
        Self(table.into())
    }

    /// The action of this name, if there is one.
    #[inline]
    pub fn find(&self, name: Atom) -> Option<&InternalAction> {
        self.0.get(name.number() as usize)?.as_ref()
    }
}

impl Mind {
    /// The internal action of this name, if it is one of the language's own that does nothing to intentions.
    #[inline]
    pub(super) fn simple_action(&self, name: Atom) -> Option<&'static InternalAction> {
        self.language.find(name).filter(|action| action.reach != Reach::Intentions && action.is_known_to(self))
    }

    /// Executes an internal action: one of the language's own, or another of the agent's. Nothing comes back if there is none of
    /// this name.
    pub(crate) fn internal_action(
        &mut self,
        world: &mut dyn World,
        name: Atom,
        arguments: &[Term],
        bindings: &mut Bindings,
    ) -> Option<Result> {
        if let Some(action) = self.language.find(name).filter(|action| action.is_known_to(self)) {
            return Some(action.call(name, &mut Call { mind: self, world, arguments, bindings }));
        }
        let actions = Arc::clone(&self.actions);
        actions.call(name, &mut Call { mind: self, world, arguments, bindings })
    }
}

/// An unexpected failure.
pub(crate) fn crash() -> Failure {
    Failure::new("unknown", "")
}
