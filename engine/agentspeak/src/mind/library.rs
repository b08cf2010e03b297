use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::switch::{Candidates, FIRST};
use super::{Plan, Trigger};
use crate::belief::hash_of;
use crate::term::{Change, Functor, Mix, Subject, Term};

/// An agent's plans, in the order in which they are tried.
///
/// Clones share everything, until one of them changes.
#[derive(Clone, Debug, Default)]
pub struct PlanLibrary {
    shared: Arc<Plans>,
    labels: Labels,
    /// How often plans have been changed.
    version: u64,
}

/// Makes up labels, of which all agents of a system have different ones: they can exchange plans.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels(Arc<AtomicUsize>);

impl Labels {
    /// So many are left out.
    pub(crate) fn skip(&self, count: usize) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    fn next(&self) -> Term {
        Term::atom(&format!("p__{}", self.0.fetch_add(1, Ordering::Relaxed) + 1))
    }
}

#[derive(Clone, Debug, Default)]
struct Plans {
    plans: Vec<Arc<Plan>>,
    /// By trigger; those with a variable as trigger are in each entry of their kind.
    by_trigger: Table,
    /// Those with a variable as trigger: for what no other plan of their kind is for.
    open: Table,
    /// By the hash of the label, in order.
    by_label: HashMap<u64, Vec<Arc<Plan>>, BuildHasherDefault<Mix>>,
    /// May a plan for a failure look at its message?
    asks_why: bool,
}

/// Candidates by trigger: their user keeps them, while others change.
type Table = HashMap<Key, Arc<Candidates>, BuildHasherDefault<Mix>>;

/// What has happened to what kind of thing, and of which predicate that is: in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key(u64);

impl Key {
    #[inline]
    fn new(change: Change, subject: Subject, predicate: Functor) -> Self {
        Self((predicate.index() as u64) << 16 | Self::of_kind(change, subject).0)
    }

    /// Of whatever predicate.
    #[inline]
    fn of_kind(change: Change, subject: Subject) -> Self {
        Self((change as u64) << 8 | subject as u64)
    }

    fn is_of_kind(self, kind: Self) -> bool {
        self.0 & 0xFFFF == kind.0
    }
}

impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0);
    }
}

impl PlanLibrary {
    /// One without plans, whose labels are made up here.
    pub(crate) fn with_labels(labels: &Labels) -> Self {
        Self { labels: labels.clone(), ..Self::default() }
    }

    /// Adds a plan behind all others, or before them.
    pub fn add(&mut self, plan: Arc<Plan>, before: bool) {
        self.version += 1;
        let Plans { plans, by_trigger, open, by_label, asks_why } = Arc::make_mut(&mut self.shared);
        let alike = by_label.entry(hash_of(&plan.label)).or_default();
        alike.insert(if before { 0 } else { alike.len() }, Arc::clone(&plan));
        *asks_why |= may_ask_why(&plan);
        let put = |plans: &mut Arc<Candidates>| Arc::make_mut(plans).put(&plan, before);
        let Trigger { change, subject, literal } = &plan.trigger;
        match literal.predicate() {
            Some(predicate) => {
                let open = open.get(&Key::of_kind(*change, *subject));
                put(by_trigger
                    .entry(Key::new(*change, *subject, predicate))
                    .or_insert_with(|| open.cloned().unwrap_or_default()));
            }
            None => {
                let kind = Key::of_kind(*change, *subject);
                put(open.entry(kind).or_default());
                let alike = by_trigger.iter_mut().filter(|(key, _)| key.is_of_kind(kind));
                alike.for_each(|(_, plans)| put(plans));
            }
        }
        if before { plans.insert(0, plan) } else { plans.push(plan) }
    }

    /// Takes a plan out, by its label; returns whether it was there.
    pub fn remove(&mut self, label: &Term) -> bool {
        let mut is_gone = false;
        while let Some(plan) = self.get(label).cloned() {
            self.take_out(&plan);
            is_gone = true;
        }
        is_gone
    }

    fn take_out(&mut self, plan: &Arc<Plan>) {
        self.version += 1;
        let Plans { plans, by_trigger, open, by_label, .. } = Arc::make_mut(&mut self.shared);
        let is_other = |known: &Arc<Plan>| !Arc::ptr_eq(known, plan);
        plans.retain(is_other);
        let hash = hash_of(&plan.label);
        if let Some(alike) = by_label.get_mut(&hash) {
            alike.retain(is_other);
            if alike.is_empty() {
                by_label.remove(&hash);
            }
        }
        let Trigger { change, subject, literal } = &plan.trigger;
        match literal.predicate().map(|predicate| Key::new(*change, *subject, predicate)) {
            Some(key) => {
                if let Some(plans) = by_trigger.get_mut(&key) {
                    Arc::make_mut(plans).remove(plan);
                    if plans.plans().is_empty() {
                        by_trigger.remove(&key);
                    }
                }
            }
            None => {
                open.values_mut().chain(by_trigger.values_mut()).for_each(|plans| Arc::make_mut(plans).remove(plan));
                by_trigger.retain(|_, plans| !plans.plans().is_empty());
            }
        }
    }

    /// Puts another plan in the place of the one with its label.
    pub fn replace(&mut self, plan: &Arc<Plan>) {
        self.version += 1;
        let Plans { plans, by_trigger, open, by_label, .. } = Arc::make_mut(&mut self.shared);
        for known in plans
            .iter_mut()
            .chain(by_label.get_mut(&hash_of(&plan.label)).into_iter().flatten())
            .filter(|known| known.label.alike(&plan.label))
        {
            *known = Arc::clone(plan);
        }
        open.values_mut().chain(by_trigger.values_mut()).for_each(|plans| Arc::make_mut(plans).replace(plan));
    }

    /// The plans whose trigger could be unified with this one, which may be of any predicate.
    pub fn alike(&self, trigger: &Trigger) -> Vec<Arc<Plan>> {
        if trigger.literal.is_literal() {
            return self.candidates(trigger).map_or_else(Vec::new, |candidates| candidates.plans().to_vec());
        }
        let is_alike =
            |plan: &&Arc<Plan>| (plan.trigger.change, plan.trigger.subject) == (trigger.change, trigger.subject);
        self.plans().iter().filter(is_alike).cloned().collect()
    }

    /// One of those whose trigger may be this one that fits.
    pub(crate) fn find(&self, trigger: &Trigger, fits: impl Fn(&Plan) -> bool) -> Option<Arc<Plan>> {
        if !trigger.literal.is_literal() {
            return self.alike(trigger).into_iter().find(|plan| fits(plan));
        }
        let candidates = self.candidates(trigger)?;
        let mut from = FIRST;
        while let Some((rank, plan)) = candidates.next(&trigger.literal, from) {
            if fits(plan) {
                return Some(Arc::clone(plan));
            }
            from = rank + 1;
        }
        None
    }

    /// The plans whose trigger may be this one.
    #[inline]
    pub(crate) fn candidates(&self, trigger: &Trigger) -> Option<&Arc<Candidates>> {
        self.candidates_for(trigger.change, trigger.subject, trigger.literal.predicate()?)
    }

    /// The plans for events of this kind and predicate.
    #[inline]
    pub(super) fn candidates_for(
        &self,
        change: Change,
        subject: Subject,
        predicate: Functor,
    ) -> Option<&Arc<Candidates>> {
        let Plans { by_trigger, open, .. } = &*self.shared;
        let own = by_trigger.get(&Key::new(change, subject, predicate));
        if own.is_some() || open.is_empty() {
            return own;
        }
        open.get(&Key::of_kind(change, subject))
    }

    /// Is there a plan for it?
    pub fn has_candidates(&self, trigger: &Trigger) -> bool {
        self.candidates(trigger).is_some_and(|candidates| !candidates.plans().is_empty())
    }

    /// The same of an event of this kind and predicate.
    #[inline]
    pub(super) fn has_candidates_for(&self, change: Change, subject: Subject, predicate: Functor) -> bool {
        self.candidates_for(change, subject, predicate).is_some_and(|candidates| !candidates.plans().is_empty())
    }

    /// The plan of this label.
    pub fn get(&self, label: &Term) -> Option<&Arc<Plan>> {
        self.shared.by_label.get(&hash_of(label))?.iter().find(|plan| plan.label.alike(label))
    }

    /// All, in order.
    pub fn plans(&self) -> &[Arc<Plan>] {
        &self.shared.plans
    }

    /// May a plan of the program's own look at why a goal has failed? The annotations for that are not made otherwise.
    pub(crate) fn asks_why(&self) -> bool {
        self.shared.asks_why
    }

    /// A label that no plan has.
    pub fn fresh_label(&self) -> Term {
        loop {
            let label = self.labels.next();
            if self.get(&label).is_none() {
                return label;
            }
        }
    }
}

/// Is it for failures, and does it name the message among the annotations, or take any?
fn may_ask_why(plan: &Plan) -> bool {
    let is_message = |annotation: &Term| match annotation.predicate() {
        Some(predicate) => predicate.name().name() == "error_msg",
        None => true,
    };
    let is_for_failures =
        |plan: &Plan| {
            plan.trigger.is_goal()
                && plan.trigger.change == Change::Deleted
                && plan.trigger.literal.annotations().is_some_and(|annotations| {
                    annotations.rest().is_some() || annotations.items().iter().any(is_message)
                })
        };
    let is_own = plan.file.as_deref() != Some("kqmlPlans.asl");
    is_own && is_for_failures(plan) || plan.sub_plans.iter().any(|sub_plan| may_ask_why(sub_plan))
}
