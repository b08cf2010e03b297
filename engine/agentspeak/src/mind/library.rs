use std::collections::HashMap;
use std::sync::Arc;

use super::switch::Candidates;
use super::{Plan, Trigger};
use crate::term::{Change, Functor, Subject, Term};

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
    by_trigger: HashMap<(Change, Subject, Functor), Candidates>,
    /// Those with a variable as trigger: for what no other plan of their kind is for.
    open: HashMap<(Change, Subject), Candidates>,
}

impl PlanLibrary {
    /// Adds a plan behind all others, or before them.
    pub fn add(&mut self, plan: Arc<Plan>, before: bool) {
        self.version += 1;
        let Plans { plans, by_trigger, open } = Arc::make_mut(&mut self.shared);
        let Trigger { change, subject, literal } = &plan.trigger;
        match literal.predicate() {
            Some(predicate) => {
                let key = (*change, *subject, predicate);
                let open = open.get(&(*change, *subject));
                by_trigger.entry(key).or_insert_with(|| open.cloned().unwrap_or_default()).put(&plan, before);
            }
            None => {
                open.entry((*change, *subject)).or_default().put(&plan, before);
                let alike = by_trigger.iter_mut().filter(|((c, s, _), _)| (c, s) == (change, subject));
                alike.for_each(|(_, plans)| plans.put(&plan, before));
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
        open.values_mut().chain(by_trigger.values_mut()).for_each(|plans| plans.remove(label));
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
        open.values_mut().chain(by_trigger.values_mut()).for_each(|plans| plans.replace(plan));
    }

    /// The plans whose trigger is of this predicate.
    pub fn candidates(&self, trigger: &Trigger) -> &[Arc<Plan>] {
        self.of_predicate(trigger).map_or(&[], Candidates::plans)
    }

    /// Those of them whose first argument may be that of the trigger.
    pub fn relevant(&self, trigger: &Trigger) -> Vec<Arc<Plan>> {
        self.of_predicate(trigger).map_or_else(Vec::new, |plans| plans.relevant(&trigger.literal))
    }

    fn of_predicate(&self, trigger: &Trigger) -> Option<&Candidates> {
        let predicate = trigger.literal.predicate()?;
        let Plans { by_trigger, open, .. } = &*self.shared;
        let own = by_trigger.get(&(trigger.change, trigger.subject, predicate));
        own.or_else(|| open.get(&(trigger.change, trigger.subject)))
    }

    /// Is there a plan for it?
    pub fn has_candidates(&self, trigger: &Trigger) -> bool {
        !self.candidates(trigger).is_empty()
    }

    /// The plan of this label.
    pub fn get(&self, label: &Term) -> Option<&Arc<Plan>> {
        self.shared.plans.iter().find(|plan| plan.label.alike(label))
    }

    /// All, in order.
    pub fn plans(&self) -> &[Arc<Plan>] {
        &self.shared.plans
    }

    /// Another number after each change of the plans.
    pub(crate) fn version(&self) -> u64 {
        self.version
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
