//! Plans that are executed directly: where an agent has nothing else to do, a message is dealt with from its plan's choice to the
//! end of its body in one go, without an event, an intention, or a term for either.
//!
//! What a plan says is compiled into [values](value), [goals](formula) and [steps](steps) whose variables are *registers*, because
//! it is known of each place whether a variable stands for something there. What cannot be known so, or is rare, is left to the
//! interpreter in [`crate::mind`]; nothing here is needed for a program to do what it says.
//!
//! Invariants:
//!
//! 1. A plan is executed in one go only where the agent [has nothing else to do](crate::mind::Mind): no event, no other intention, and nobody
//!    of its own that waits for anything. That other messages are read between two steps of a plan is chance, and here they are not.
//!    Several intentions are [courses](course), which take turns as they would otherwise.
//! 2. Whatever is done directly, the interpreter could go on with: between two steps, the activations can be made frames of an
//!    intention, with bindings and trigger ([frames]).
//! 3. A question that turns out to be none for direct execution (*bailed out*) has changed nothing, and is asked again by the interpreter.
//!    So what is executed in a context may be executed twice; of the engine's own actions, only those without effect are executed here.
//! 4. A register is read only where all ways to that place have written it. Since what is left in a register by a choice that was given
//!    up is overwritten before it is read, going back undoes nothing.
//! 5. Registers hold settled terms of the default namespace (numbers, constants, strings, and literals and lists of such): no variables,
//!    nothing to be calculated.
//! 6. Compiled plans live as long as the process, as atoms do: agents on all cores execute them, and would otherwise all count
//!    references to them. Each set of plans is compiled once; an agent that keeps changing its plans is left to the interpreter.

mod activation;
mod calls;
mod course;
mod entry;
mod formula;
mod frames;
mod library;
mod loops;
mod plan;
mod reaction;
mod rounds;
mod rows;
mod run;
mod sieve;
mod solve;
mod steps;
mod value;

pub(crate) use course::{COST, Course, Turn};
pub(crate) use entry::{Heard, Ready};
pub(crate) use formula::{DirectRule, plain_literal};
pub(crate) use library::Known;
pub(crate) use reaction::{Habit, Hand, Post};

/// The question, or the step, is one for the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bail;

#[cfg(test)]
mod course_tests;
#[cfg(test)]
mod rounds_tests;
#[cfg(test)]
mod rows_tests;
#[cfg(test)]
mod tests;
