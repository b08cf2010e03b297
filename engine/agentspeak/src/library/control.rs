//! What has a syntax of its own, as actions, where their arguments are none of it: with those that are, plans are compiled to
//! other steps and formulas to other instructions than these.

use super::{ANY, Call, InternalAction, Result, action, crash, types::is_body, uncounted, wrong};
use crate::bytecode::is_formula;
use crate::term::Term;

pub(super) const ACTIONS: &[InternalAction] = &[
    action(".count", 2, 2, |call| refuse(call, "count", &[(0, Part::Formula, "first argument must be a formula")])),
    action(".findall", 3, 3, |call| {
        refuse(call, "findall", &[(1, Part::Formula, "second argument must be a formula")])
    }),
    action(".foreach", 2, 2, |call| {
        let body = "second argument must be a plan body term.";
        refuse(
            call,
            "foreach",
            &[(0, Part::Formula, "first argument must be a logical formula."), (1, Part::Body, body)],
        )
    }),
    action(".fork", 2, ANY, |call| refuse(call, "fork", &[(0, Part::Atom, "first argument must be 'and' or 'or'.")])),
    action(".if_then_else", 2, 3, |call| {
        let parts = [
            (0, Part::Formula, "first argument (test) must be a logical formula."),
            (1, Part::Body, "second argument (then) must be a plan body term."),
            (2, Part::Body, "third argument (else) must be a plan body term."),
        ];
        refuse(call, "if_then_else", &parts)
    }),
    uncounted(".join", 0, ANY, |_| Err(crash())),
    action(".loop", 2, 2, |call| {
        let body = "second argument must be a plan body term.";
        let test = "first argument (test) must be a logical formula.";
        refuse(call, "loop", &[(0, Part::Formula, test), (1, Part::Body, body)])
    }),
    action(".setof", 3, 3, |call| refuse(call, "setof", &[(1, Part::Formula, "second argument must be a formula")])),
];

/// What an argument has to be.
enum Part {
    Atom,
    Body,
    Formula,
}

impl Part {
    fn is(&self, term: &Term) -> bool {
        match self {
            Self::Atom => matches!(term, Term::Atom(_)),
            Self::Body => is_body(term),
            Self::Formula => is_formula(term),
        }
    }
}

/// Reports which argument is not what it has to be.
fn refuse(call: &Call<'_>, name: &str, parts: &[(usize, Part, &str)]) -> Result {
    for (place, part, reason) in parts {
        if call.arguments.get(*place).is_some_and(|argument| !part.is(argument)) {
            return Err(wrong(name, reason));
        }
    }
    Err(crash())
}
