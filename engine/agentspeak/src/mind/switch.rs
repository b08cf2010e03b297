//! The plans of one trigger, and which of them may be for an event, by its first argument.

use std::collections::{HashMap, VecDeque};
use std::iter::Peekable;
use std::sync::Arc;

use super::Plan;
use crate::belief::key_of;
use crate::term::{Kind, Term};

/// Plans of one trigger, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    plans: Vec<Arc<Plan>>,
    /// Where there are many.
    switch: Option<Box<Switch>>,
}

/// Plans by the constant that is their trigger's first argument, each with its place among all: that only grows behind, and falls
/// in front.
#[derive(Clone, Debug, Default)]
struct Switch {
    front: i64,
    back: i64,
    constants: HashMap<u64, Row>,
    /// Those with anything else there.
    others: Row,
}

type Row = VecDeque<(i64, Arc<Plan>)>;

/// So many plans have a switch.
const SWITCHED: usize = 8;

impl Candidates {
    /// Adds a plan before all others, or behind them.
    pub(super) fn put(&mut self, plan: &Arc<Plan>, before: bool) {
        if before {
            self.plans.insert(0, Arc::clone(plan))
        } else {
            self.plans.push(Arc::clone(plan))
        }
        match &mut self.switch {
            Some(switch) => switch.put(plan, before),
            None => self.make_switch(),
        }
    }

    /// Takes the plan of this label out.
    pub(super) fn remove(&mut self, label: &Term) {
        let Some(place) = self.plans.iter().position(|plan| plan.label.alike(label)) else { return };
        let plan = self.plans.remove(place);
        if let Some(switch) = &mut self.switch {
            switch.remove(&plan);
        }
    }

    /// Puts another plan in the place of the one with its label.
    pub(super) fn replace(&mut self, plan: &Arc<Plan>) {
        if let Some(known) = self.plans.iter_mut().find(|known| known.label.alike(&plan.label)) {
            *known = Arc::clone(plan);
            self.make_switch();
        }
    }

    /// All.
    pub(crate) fn plans(&self) -> &[Arc<Plan>] {
        &self.plans
    }

    /// All, to be tried.
    pub(super) fn all(&self) -> Relevant<'_> {
        Relevant::All(self.plans.iter())
    }

    /// Those that may be for this literal, in order.
    #[inline]
    pub(crate) fn relevant(&self, literal: &Term) -> Relevant<'_> {
        match self.switch.as_ref().and_then(|switch| switch.rows(literal)) {
            None => Relevant::All(self.plans.iter()),
            Some((own, others)) => {
                Relevant::Merged(own.map(Row::iter).unwrap_or_default().peekable(), others.iter().peekable())
            }
        }
    }

    fn make_switch(&mut self) {
        self.switch = (self.plans.len() >= SWITCHED).then(|| {
            let mut switch = Box::<Switch>::default();
            self.plans.iter().for_each(|plan| switch.put(plan, false));
            switch
        });
    }
}

impl Switch {
    fn put(&mut self, plan: &Arc<Plan>, before: bool) {
        let row = match constant(&plan.trigger.literal) {
            Some(key) => self.constants.entry(key).or_default(),
            None => &mut self.others,
        };
        if before {
            self.front -= 1;
            row.push_front((self.front, Arc::clone(plan)));
        } else {
            row.push_back((self.back, Arc::clone(plan)));
            self.back += 1;
        }
    }

    fn remove(&mut self, plan: &Arc<Plan>) {
        let other = |(_, known): &(i64, Arc<Plan>)| !Arc::ptr_eq(known, plan);
        match constant(&plan.trigger.literal) {
            Some(key) => {
                if let Some(row) = self.constants.get_mut(&key) {
                    row.retain(other);
                    if row.is_empty() {
                        self.constants.remove(&key);
                    }
                }
            }
            None => self.others.retain(other),
        }
    }

    /// The plans with its first argument, and those that may be for any. Nothing, where all may be for it.
    fn rows(&self, literal: &Term) -> Option<(Option<&Row>, &Row)> {
        match constant(literal) {
            Some(key) => Some((self.constants.get(&key), &self.others)),
            None => is_no_constant(literal).then_some((None, &self.others)),
        }
    }
}

/// Plans in the order in which they are tried.
pub(crate) enum Relevant<'a> {
    All(std::slice::Iter<'a, Arc<Plan>>),
    Merged(Peekable<RowIter<'a>>, Peekable<RowIter<'a>>),
}

type RowIter<'a> = std::collections::vec_deque::Iter<'a, (i64, Arc<Plan>)>;

impl<'a> Iterator for Relevant<'a> {
    type Item = &'a Arc<Plan>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::All(plans) => plans.next(),
            Self::Merged(own, others) => {
                let is_own = match (own.peek(), others.peek()) {
                    (Some((one, _)), Some((other, _))) => one < other,
                    (one, _) => one.is_some(),
                };
                let (_, plan) = if is_own { own.next() } else { others.next() }?;
                Some(plan)
            }
        }
    }
}

fn first(literal: &Term) -> Option<&Term> {
    literal.as_structure()?.arguments().first()
}

/// The key of the first argument, if it is a constant.
fn constant(literal: &Term) -> Option<u64> {
    let first = first(literal)?;
    match first {
        Term::Structure(structure) if !structure.arguments().is_empty() || !is_literal(first) => None,
        _ => key_of(first),
    }
}

/// Is the first argument something that no constant unifies with?
fn is_no_constant(literal: &Term) -> bool {
    first(literal).is_some_and(is_literal)
}

fn is_literal(term: &Term) -> bool {
    term.as_structure().is_some_and(|structure| structure.functor().signature().kind == Kind::Literal)
}
