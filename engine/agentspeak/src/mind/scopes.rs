//! Sub-plans: of which plan they are, and for whom.

use std::sync::Arc;

use super::{Frame, Intention, Mind, Plan, Trigger};

impl Mind {
    /// May a plan of the intention, or of the one that it is a branch of, have sub-plans?
    #[inline]
    pub(super) fn may_see_sub_plans(intention: &Intention) -> bool {
        intention.frames.any_with_sub_plans() || intention.fork.is_some()
    }

    /// The frame of the plan around a sub-plan.
    pub(super) fn parent_of<'a>(&'a self, intention: &'a Intention, plan: &Arc<Plan>) -> Option<&'a Frame> {
        if !Self::may_see_sub_plans(intention) {
            return None;
        }
        let has = |frame: &&Frame| frame.plan.sub_plans.iter().any(|sub_plan| Arc::ptr_eq(sub_plan, plan));
        self.stack(intention).find(has)
    }

    /// The frame whose sub-plans the plan on top sees first: its own, where it has some.
    pub(super) fn scope_of<'a>(&'a self, intention: &'a Intention) -> Option<&'a Frame> {
        let top = intention.frames.last()?;
        if top.plan.sub_plans.is_empty() { self.parent_of(intention, &top.plan) } else { Some(top) }
    }

    /// The sub-plans that may be for the event: those of the plan on top, and those around it.
    pub(super) fn inner_plans(&self, intention: &Intention, trigger: &Trigger) -> Vec<Arc<Plan>> {
        let mut found = Vec::new();
        let mut scope = self.scope_of(intention);
        while let Some(frame) = scope {
            found.extend(frame.plan.sub_plans.iter().filter(|plan| may_be_for(plan, trigger)).cloned());
            scope = self.parent_of(intention, &frame.plan);
        }
        found
    }
}

pub(super) fn may_be_for(plan: &Plan, trigger: &Trigger) -> bool {
    let same_kind = (plan.trigger.change, plan.trigger.subject) == (trigger.change, trigger.subject);
    let predicate = plan.trigger.literal.predicate();
    same_kind && (predicate.is_none() || predicate == trigger.literal.predicate())
}
