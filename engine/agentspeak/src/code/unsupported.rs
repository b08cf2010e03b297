//! What of the language this compiler does not translate yet: all of it, in one place.

use std::fmt;

use crate::syntax::source::Span;

/// A construct that is not translated yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Construct {
    /// `p[a]`; only `source(..)` and `error(..)` in heads, and `source(..)` in queries are.
    Annotations,
    /// `ns::p`
    Namespaces,
    /// `{ +!g }`, `{ a; b }`, and formulas as terms.
    CodeAsTerms,
    /// `@l[atomic]`
    AtomicPlans,
    /// `p <: c`
    GoalConditions,
    /// `+!g { .. }`
    SubPlans,
    /// `^!g`
    GoalStates,
    /// `+!G`
    VariablesAsTriggers,
    /// `!G`, `+B`, and a variable as a step or a formula.
    VariablesAsSteps,
    /// `a |&| b`
    Forks,
    /// `++b`, `+<b` of rules and plans.
    UpdatesOfCode,
    /// `act(x)` in an environment.
    ExternalActions,
    /// A formula as a step that is no constraint.
    FormulasAsSteps,
    /// `=..`
    Univ,
    /// Arithmetic in a head, which waits for values.
    ArithmeticInHeads,
    /// An internal action that is not among [`Action`](super::op::Action), or with these arguments.
    InternalActions,
    /// A function that is not among [`Operator`](super::op::Operator).
    Functions,
    /// `register_function`
    OwnFunctions,
    /// `+!kqml_received(..)`
    OwnMessages,
    /// `+jag_sleeping`, `+jag_awaking`, `+jag_shutting_down(T)`
    SystemEvents,
    /// More than 16 arguments.
    ManyArguments,
}

/// What cannot be translated, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct Unsupported {
    /// What it is.
    pub construct: Construct,
    /// Where it is.
    pub span: Span,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {:?}", self.construct, self.span)
    }
}

/// What a translation comes to.
pub type Result<T> = std::result::Result<T, Unsupported>;

/// Why something is not translated.
pub(super) fn unsupported<T>(construct: Construct, span: Span) -> Result<T> {
    Err(Unsupported { construct, span })
}
