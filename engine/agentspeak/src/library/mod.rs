//! The internal actions. `docs/actions.md` says what each does.

mod agents;
pub(crate) mod calls;
mod chance;
mod collections;
mod control;
mod files;
mod format;
mod intentions;
mod lists;
mod own;
mod plans;
mod solutions;
mod strings;
mod system;
mod terms;
mod time;
mod types;

pub use calls::is_call;
pub use chance::Random;
pub use own::{Extensions, Maker};
pub(crate) use solutions::answers;
pub(crate) use solutions::written;
pub(crate) use system::deliver;
pub(crate) use terms::{nested_source, plans_of, with_nested_source};

use std::fmt::Write;
use std::sync::LazyLock;

use crate::bytecode::{Outcome, Solutions};
use crate::mind::{Failure, Mind, World};
use crate::term::{Atom, Bindings, Term, Var, show_number};

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

/// What comes of an internal action, or why it failed.
pub type Result = std::result::Result<Outcome, Failure>;

/// An internal action.
#[derive(Clone, Copy)]
pub struct InternalAction {
    name: &'static str,
    least: usize,
    most: usize,
    /// So many it looks at, whatever is said of how many are expected: it crashes where there are fewer ...
    needs: usize,
    /// ... and does not mind more than these.
    uses: usize,
    reach: Reach,
    execute: fn(&mut Call<'_>) -> Result,
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
const fn action(name: &'static str, least: usize, most: usize, execute: fn(&mut Call<'_>) -> Result) -> InternalAction {
    InternalAction { name, least, most, needs: least, uses: most, reach: Reach::Arguments, execute }
}

/// An action of this name whose arguments nobody counts.
const fn uncounted(
    name: &'static str,
    needs: usize,
    uses: usize,
    execute: fn(&mut Call<'_>) -> Result,
) -> InternalAction {
    InternalAction { name, least: 0, most: ANY, needs, uses, reach: Reach::Arguments, execute }
}

/// As many arguments as one likes.
pub const ANY: usize = usize::MAX;

const ROOMS: [(&[InternalAction], Reach); 14] = [
    (agents::ACTIONS, Reach::Intentions),
    (chance::ACTIONS, Reach::Arguments),
    (collections::ACTIONS, Reach::Arguments),
    (control::ACTIONS, Reach::Intentions),
    (files::ACTIONS, Reach::Intentions),
    (intentions::ACTIONS, Reach::Intentions),
    (lists::ACTIONS, Reach::Arguments),
    (plans::ACTIONS, Reach::Intentions),
    (solutions::ACTIONS, Reach::Intentions),
    (strings::ACTIONS, Reach::Names),
    (system::ACTIONS, Reach::Arguments),
    (terms::ACTIONS, Reach::Arguments),
    (time::ACTIONS, Reach::Names),
    (types::ACTIONS, Reach::Arguments),
];

/// The language's own by the numbers of their names: found by looking at one place.
static BUILT_IN: LazyLock<Box<[Option<InternalAction>]>> = LazyLock::new(|| {
    let all = ROOMS.into_iter().flat_map(|(room, reach)| room.iter().map(move |action| (action, reach)));
    let named: Vec<_> = all.map(|(action, reach)| (Atom::new(action.name).number(), action, reach)).collect();
    let count = named.iter().map(|(number, ..)| *number as usize + 1).max().unwrap_or(0);
    let mut table = vec![None; count];
    for (number, action, reach) in named {
        table[number as usize] = Some(InternalAction { reach, ..*action });
    }
    table.into()
});

/// The internal action of this name, if it is one of the language's own.
pub fn find(name: Atom) -> Option<&'static InternalAction> {
    BUILT_IN.get(name.number() as usize)?.as_ref()
}

/// Executes an internal action: one of the language's own, or one of the agent's [`Extensions`]. Nothing comes back if there is
/// none of this name.
pub fn call(
    mind: &mut Mind,
    world: &mut dyn World,
    name: Atom,
    arguments: &[Term],
    bindings: &mut Bindings,
) -> Option<Result> {
    if let Some(action) = find(name) {
        return Some(action.call(name, &mut Call { mind, world, arguments, bindings }));
    }
    let Some(action) = mind.extensions.find(name) else {
        let classes = mind.extensions.classes()?;
        return classes.call(name, &mut Call { mind, world, arguments, bindings });
    };
    let fits = calculated(arguments).and_then(|()| counted(name, (action.least, action.most), arguments));
    Some(fits.and_then(|()| (action.execute)(&mut Call { mind, world, arguments, bindings })))
}

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
fn is_uncalculated(term: &Term) -> bool {
    term.as_structure().is_some_and(|structure| {
        structure.is_arithmetic() && matches!(structure.functor().signature().kind, crate::term::Kind::Arithmetic(_))
    })
}

/// Are all sums done?
fn calculated(arguments: &[Term]) -> std::result::Result<(), Failure> {
    let Some(open) = arguments.iter().find(|argument| is_uncalculated(argument)) else { return Ok(()) };
    let unknown = singletons(arguments).join(",");
    Err(error(format!("Error evaluating {open}. It is not ground. Ungrounded variables = [{unknown}].")))
}

/// Are there as many as it takes?
fn counted(name: Atom, (least, most): (usize, usize), arguments: &[Term]) -> std::result::Result<(), Failure> {
    if (least..=most).contains(&arguments.len()) { Ok(()) } else { Err(wrong_number(name, least, most)) }
}

impl InternalAction {
    /// How far it looks.
    pub(crate) fn reach(&self) -> Reach {
        self.reach
    }

    /// Executes it.
    pub(crate) fn call(&self, name: Atom, call: &mut Call<'_>) -> Result {
        let count = call.arguments.len();
        if call.arguments.iter().any(is_uncalculated) && calculates(self.name) {
            calculated(call.arguments)?;
        }
        if count < self.least || count > self.most {
            return Err(wrong_number(name, self.least, self.most));
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

/// The refusal of an argument.
pub fn wrong(action: &str, reason: impl std::fmt::Display) -> Failure {
    Failure::new("wrong_arguments", format!("Wrong argument for internal action '{action}': {reason}"))
}

/// An error that the action itself names.
pub fn error(message: impl Into<String>) -> Failure {
    Failure::new("internal_action", message)
}

/// What nobody expected.
fn crash() -> Failure {
    Failure::new("unknown", "")
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

impl Call<'_> {
    /// Shows a line of the agent's, unless it is to be quiet.
    pub fn say(&mut self, text: &str) {
        if !self.mind.quiet {
            self.world.say(self.mind.name, text);
        }
    }

    /// Unifies, and says whether that could be done.
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
    fn give_within(&mut self, argument: usize, result: &Term) -> Result {
        match self.arguments.get(argument) {
            Some(argument) => holds(self.bindings.unify(result, argument)),
            None => Err(crash()),
        }
    }
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
            text.push_str(name.strip_prefix('\'').and_then(|name| name.strip_suffix('\'')).unwrap_or(name));
        }
        // Writing to memory never fails.
        Term::Number(number) => drop(show_number(*number, text)),
        other => drop(write!(text, "{other}")),
    }
}
