//! The internal actions.

mod lists;
mod strings;
mod system;

use crate::mind::{Failure, Mind, World};
use crate::query::Outcome;
use crate::term::{Bindings, Term};

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

/// An internal action.
pub type InternalAction = fn(Call<'_>) -> Result<Outcome, Failure>;

/// Executes an internal action.
///
/// # Errors
///
/// If there is none of this name, or what it says went wrong.
pub fn call(
    mind: &mut Mind,
    world: &mut dyn World,
    name: &str,
    arguments: &[Term],
    bindings: &mut Bindings,
) -> Result<Outcome, Failure> {
    match find(name) {
        Some(action) => action(Call { mind, world, arguments, bindings }),
        None => Err(Failure::new("unknown", format!("there is no internal action {name}"))),
    }
}

fn find(name: &str) -> Option<InternalAction> {
    let rooms = [lists::ACTIONS, strings::ACTIONS, system::ACTIONS];
    rooms.into_iter().flatten().find(|(other, _)| *other == name).map(|(_, action)| *action)
}

impl Call<'_> {
    /// Unifies, and says whether that could be done.
    fn unify(self, one: &Term, other: &Term) -> Result<Outcome, Failure> {
        Ok(if self.bindings.unify(one, other) { Outcome::Holds } else { Outcome::Fails })
    }

    /// The refusal of arguments of the wrong number.
    fn wrong_number(&self, name: &str) -> Failure {
        Failure::new(
            "wrong_arguments",
            format!("The internal action '{name}' has not received the required argument(s)."),
        )
    }
}

/// `true` or `false` as an outcome.
fn holds(holds: bool) -> Outcome {
    if holds { Outcome::Holds } else { Outcome::Fails }
}
