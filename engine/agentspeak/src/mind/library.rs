use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use super::switch::Candidates;
use super::{Plan, Trigger};
use crate::term::{Change, Functor, Mix, Subject, Term};

/// An agent's plans, in the order in which they are tried.
///
/// Clones share everything, until one of them changes.
#[derive(Clone, Debug, Default)]
pub struct PlanLibrary {
    shared: Arc<Plans>,
    /// How many labels have been made up.
    labels: usize,
    /// How often plans have been changed.
    version: u64,
}

#[derive(Clone, Debug, Default)]
struct Plans {
    plans: Vec<Arc<Plan>>,
    /// By trigger; those with a variable as trigger are in each entry of their kind.
    by_trigger: Table<(Change, Subject, Functor)>,
    /// Those with a variable as trigger: for what no other plan of their kind is for.
    open: Table<(Change, Subject)>,
}

/// Candidates by trigger: whoever tries them keeps them, while others change.
type Table<K> = HashMap<K, Arc<Candidates>, BuildHasherDefault<Mix>>;

impl PlanLibrary {
    /// Adds a plan behind all others, or before them.
    pub fn add(&mut self, plan: Arc<Plan>, before: bool) {
        self.version += 1;
        let Plans { plans, by_trigger, open } = Arc::make_mut(&mut self.shared);
        let put = |plans: &mut Arc<Candidates>| Arc::make_mut(plans).put(&plan, before);
        let Trigger { change, subject, literal } = &plan.trigger;
        match literal.predicate() {
            Some(predicate) => {
                let key = (*change, *subject, predicate);
                let open = open.get(&(*change, *subject));
                put(by_trigger.entry(key).or_insert_with(|| open.cloned().unwrap_or_default()));
            }
            None => {
                put(open.entry((*change, *subject)).or_default());
                let alike = by_trigger.iter_mut().filter(|((c, s, _), _)| (c, s) == (change, subject));
                alike.for_each(|(_, plans)| put(plans));
            }
        }
        if before { plans.insert(0, plan) } else { plans.push(plan) }
    }

    /// Takes a plan out, by its label; says whether it was there.
    pub fn remove(&mut self, label: &Term) -> bool {
        if self.get(label).is_none() {
            return false;
        }
        self.version += 1;
        let Plans { plans, by_trigger, open } = Arc::make_mut(&mut self.shared);
        plans.retain(|plan| !plan.label.alike(label));
        open.values_mut().chain(by_trigger.values_mut()).for_each(|plans| Arc::make_mut(plans).remove(label));
        by_trigger.retain(|_, plans| !plans.plans().is_empty());
        true
    }

    /// Puts another plan in the place of the one with its label.
    pub fn replace(&mut self, plan: &Arc<Plan>) {
        self.version += 1;
        let Plans { plans, by_trigger, open } = Arc::make_mut(&mut self.shared);
        for known in plans.iter_mut().filter(|known| known.label.alike(&plan.label)) {
            *known = Arc::clone(plan);
        }
        open.values_mut().chain(by_trigger.values_mut()).for_each(|plans| Arc::make_mut(plans).replace(plan));
    }

    /// The plans whose trigger may be this one.
    #[inline]
    pub(crate) fn candidates(&self, trigger: &Trigger) -> Option<&Arc<Candidates>> {
        let predicate = trigger.literal.predicate()?;
        let Plans { by_trigger, open, .. } = &*self.shared;
        let own = by_trigger.get(&(trigger.change, trigger.subject, predicate));
        own.or_else(|| open.get(&(trigger.change, trigger.subject)))
    }

    /// Is there a plan for it?
    pub fn has_candidates(&self, trigger: &Trigger) -> bool {
        self.candidates(trigger).is_some_and(|candidates| !candidates.plans().is_empty())
    }

    /// The plan of this label.
    pub fn get(&self, label: &Term) -> Option<&Arc<Plan>> {
        self.shared.plans.iter().find(|plan| plan.label.alike(label))
    }

    /// All, in order.
    pub fn plans(&self) -> &[Arc<Plan>] {
        &self.shared.plans
    }

    /// A label that no plan has.
    pub fn fresh_label(&mut self) -> Term {
        loop {
            self.labels += 1;
            let label = Term::atom(&format!("p__{}", self.labels));
            if self.get(&label).is_none() {
                return label;
            }
        }
    }
}
