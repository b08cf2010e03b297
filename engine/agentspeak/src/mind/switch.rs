//! The plans of one trigger, and which of them may be for an event, by its first argument.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::Plan;
use crate::belief::key_of;
use crate::term::{Class, Term};

/// Plans of one trigger, in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    plans: Vec<Arc<Plan>>,
    /// How many of them are not [direct](Plan::is_direct).
    indirect: usize,
    /// Where there are many.
    switch: Option<Box<Switch>>,
}

/// Plans by the constant that is their trigger's first argument, each with its place among all: that only grows behind, and falls
/// in front.
#[derive(Clone, Debug, Default)]
struct Switch {
    front: Rank,
    back: Rank,
    constants: HashMap<u64, Row>,
    /// Those with anything else there.
    others: Row,
}

type Row = VecDeque<(Rank, Arc<Plan>)>;

/// Where a plan is among those that are tried for a literal. It is that as long as plans are neither added nor removed.
pub(crate) type Rank = i64;

/// Before the first of them.
pub(crate) const FIRST: Rank = Rank::MIN;

/// So many plans have a switch.
const SWITCHED: usize = 8;

impl Candidates {
    /// Adds a plan before all others, or behind them.
    pub(super) fn put(&mut self, plan: &Arc<Plan>, before: bool) {
        self.indirect += usize::from(!plan.is_direct());
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

    /// Takes a plan out.
    pub(super) fn remove(&mut self, plan: &Arc<Plan>) {
        let Some(place) = self.plans.iter().position(|known| Arc::ptr_eq(known, plan)) else { return };
        self.plans.remove(place);
        self.indirect -= usize::from(!plan.is_direct());
        if let Some(switch) = &mut self.switch {
            switch.remove(plan);
        }
    }

    /// Puts another plan in the place of the one with its label.
    pub(super) fn replace(&mut self, plan: &Arc<Plan>) {
        if let Some(known) = self.plans.iter_mut().find(|known| known.label.alike(&plan.label)) {
            self.indirect -= usize::from(!known.is_direct());
            self.indirect += usize::from(!plan.is_direct());
            *known = Arc::clone(plan);
            self.make_switch();
        }
    }

    /// Are all of them [direct](Plan::is_direct)?
    #[inline]
    pub(super) fn are_direct(&self) -> bool {
        self.indirect == 0
    }

    /// All.
    pub(crate) fn plans(&self) -> &[Arc<Plan>] {
        &self.plans
    }

    /// The first plan from a place on that may be for this literal, and its place.
    #[inline]
    pub(crate) fn next(&self, literal: &Term, from: Rank) -> Option<(Rank, &Arc<Plan>)> {
        self.next_for(literal.arguments(), from)
    }

    /// The same for a literal with these arguments.
    #[inline]
    pub(super) fn next_for(&self, arguments: &[Term], from: Rank) -> Option<(Rank, &Arc<Plan>)> {
        if let Some(switch) = &self.switch
            && let Some(first) = arguments.first()
            && let Some((own, others)) = switch.rows(first)
        {
            let own = own.and_then(|own| next_in(own, from));
            let others = next_in(others, from);
            return match (own, others) {
                (Some(own), Some(other)) => Some(if own.0 < other.0 { own } else { other }),
                (one, other) => one.or(other),
            };
        }
        self.nth(from)
    }

    /// The first plan from a place on whose head may be for a literal with these arguments, as far as that shows at once, and its place.
    #[inline]
    pub(super) fn next_matching(&self, arguments: &[Term], mut from: Rank) -> Option<(Rank, &Arc<Plan>)> {
        loop {
            let (place, plan) = self.next_for(arguments, from)?;
            if plan.head.as_ref().is_none_or(|head| head.may_match(arguments)) {
                return Some((place, plan));
            }
            from = place + 1;
        }
    }

    /// The first of all from a place on, and its place.
    #[inline]
    pub(super) fn nth(&self, from: Rank) -> Option<(Rank, &Arc<Plan>)> {
        let place = from.max(0);
        Some((place, self.plans.get(place as usize)?))
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
        let row = match constant_of(plan) {
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
        match constant_of(plan) {
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

    /// The plans with this first argument, and those that may be for any. Nothing, where all may be for it.
    fn rows(&self, first: &Term) -> Option<(Option<&Row>, &Row)> {
        match constant(first) {
            Some(key) => Some((self.constants.get(&key), &self.others)),
            // It is something that no constant unifies with.
            None => is_literal(first).then_some((None, &self.others)),
        }
    }
}

fn next_in(row: &Row, from: Rank) -> Option<(Rank, &Arc<Plan>)> {
    let (place, plan) = row.get(row.partition_point(|(place, _)| *place < from))?;
    Some((*place, plan))
}

/// The key of the first argument of a trigger, if it has one that is a constant.
fn constant_of(plan: &Plan) -> Option<u64> {
    constant(plan.trigger.literal.arguments().first()?)
}

/// The key of a first argument, if it is a constant.
fn constant(first: &Term) -> Option<u64> {
    match first {
        Term::Structure(structure) if !structure.arguments().is_empty() || !is_literal(first) => None,
        _ => key_of(first),
    }
}

fn is_literal(term: &Term) -> bool {
    term.as_structure().is_some_and(|structure| structure.passing_functor().class() == Class::Literal)
}
