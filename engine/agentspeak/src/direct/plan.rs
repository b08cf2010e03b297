//! A plan for direct execution.

use std::sync::Arc;

use super::formula::{self, Formula};
use super::steps::{self, Block};
use super::value::{Pattern, Scope, Value, named_once};
use crate::mind::Plan;
use crate::term::{Annotations, Atom, Change, Functor, Subject, Term};

/// A plan that can be chosen directly. Its registers: first the arguments of its event, then its variables.
#[derive(Debug)]
pub(super) struct DirectPlan {
    pub(super) plan: Arc<Plan>,
    /// Which arguments of the goal are open, one bit each: variables, all different ones.
    pub(super) open: u64,
    /// Patterns of all arguments; of the open ones, anything.
    pub(super) arguments: Box<[Pattern]>,
    /// What the open arguments are once the body has been executed.
    pub(super) answers: Box<[Value]>,
    pub(super) source: Source,
    /// Nothing: always.
    pub(super) context: Formula,
    /// The body, and the bodies in it.
    pub(super) blocks: Box<[Block]>,
    /// How many variables it has.
    pub(super) variables: usize,
    /// How many registers: those of the variables come first.
    pub(super) registers: usize,
    /// Those that are `_`, one bit each: nobody asks what they stand for.
    pub(super) blank: u64,
    /// Its place among the candidates, and is it one that comes [round](super::loops) again?
    pub(super) number: u32,
    pub(super) is_loop: bool,
}

/// What the plan wants to know of who sent the goal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// Nothing.
    Any,
    /// Its name, for this register.
    Bind(u32),
    /// That it is this one.
    Is(Atom),
}

impl DirectPlan {
    /// Of a plan, if it can be chosen directly for goals with these arguments open. `is_heard`: are there plans for changes of beliefs of this predicate?
    pub(super) fn of(plan: &Arc<Plan>, open: u64, is_heard: &dyn Fn(Change, Functor) -> bool) -> Option<Self> {
        let is_goal = (plan.trigger.change, plan.trigger.subject) == (Change::Added, Subject::Achieve);
        let variables = plan.names.len();
        if !is_goal || plan.goal_condition.is_some() || !plan.sub_plans.is_empty() || variables > Scope::MOST {
            return None;
        }
        let mut scope = Scope::empty();
        scope.single = named_once([&plan.term]);
        let literal = &plan.trigger.literal;
        literal.predicate()?;
        let terms: &[Term] = literal.as_structure().map_or(&[], |literal| &literal.arguments);
        let is_open = |place: usize| open >> place & 1 == 1;
        let patterns = terms
            .iter()
            .enumerate()
            .map(|(place, term)| if is_open(place) { Some(Pattern::Any) } else { Pattern::of(term, &mut scope) });
        let arguments = patterns.collect::<Option<Box<[_]>>>()?;
        let source = match literal.annotations() {
            None => Source::Any,
            Some(annotations) => Source::of(annotations, &mut scope)?,
        };
        let context = match &plan.context {
            Some(code) => formula::compile(code, &mut scope)?,
            None => [].into(),
        };
        let (blocks, registers) = steps::compile(plan, &scope, is_heard)?;
        let mut behind = Scope::empty();
        behind.add_bits(blocks[0].known_after);
        let open_terms = terms.iter().enumerate().filter(|(place, _)| is_open(*place)).map(|(_, term)| term);
        let answers = open_terms.map(|term| Value::of(term, &behind)).collect::<Option<_>>()?;
        let blank = (0..variables).filter(|slot| plan.names[*slot].is_none()).fold(0, |all, slot| all | 1 << slot)
            & scope.single;
        let plan = Arc::clone(plan);
        Some(Self {
            plan,
            open,
            arguments,
            answers,
            source,
            context,
            blocks,
            variables,
            registers,
            blank,
            number: 0,
            is_loop: false,
        })
    }
}

impl Source {
    fn of(annotations: &Annotations, scope: &mut Scope) -> Option<Self> {
        let ([Term::Structure(source)], None) = (annotations.items(), annotations.rest()) else { return None };
        if source.functor != Functor::new(Atom::SOURCE, 1) || source.annotations().is_some() {
            return None;
        }
        match &source.arguments[0] {
            Term::Atom(name) => Some(Self::Is(*name)),
            Term::Var(var) if !scope.has(*var) => {
                scope.add(*var);
                Some(Self::Bind(var.slot()))
            }
            _ => None,
        }
    }
}
