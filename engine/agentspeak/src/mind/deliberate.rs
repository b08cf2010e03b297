//! The second part of the cycle: chooses a plan for an event.

use std::sync::Arc;

use super::call::replace;
use super::failure::Failure;
use super::line::line_up;
use super::{Control, Event, Frame, Mind, Moment, Plan, Refusal, Trigger, World};
use crate::term::{Bindings, Term, Var};

impl Mind {
    pub(super) fn deliberate(&mut self, world: &mut dyn World) {
        self.wake(world);
        let is_atomic =
            self.has_atomic && (self.running.iter().any(super::Intention::is_atomic) || self.waits_atomically());
        if is_atomic || self.is_pausing(world) {
            return;
        }
        // An event that nobody minds is followed by the next at once.
        while let Some(event) = self.next_event() {
            if self.handle(event, world) {
                break;
            }
        }
    }

    /// The oldest event; that of an atomic intention first.
    fn next_event(&mut self) -> Option<Event> {
        let is_atomic = |event: &Event| event.intention.as_ref().is_some_and(super::Intention::is_atomic);
        match if self.has_atomic { self.events.iter().position(is_atomic) } else { None } {
            Some(place) => self.events.remove(place),
            None => self.events.pop_front(),
        }
    }

    /// Begins the first plan that is applicable. Says whether the event counts as dealt with.
    fn handle(&mut self, mut event: Event, world: &mut dyn World) -> bool {
        if let Some(course) = event.intention.take_if(|intention| intention.course.is_some()) {
            match self.resume_course(course, world) {
                Some(whole) => event = whole,
                None => return true,
            }
        }
        if let Some(mut chosen) = event.intention.take_if(|intention| intention.is_chosen) {
            chosen.is_chosen = false;
            self.running.push_back(chosen);
            return true;
        }
        if self.is_observed() {
            self.notice(&Moment::Event(&event.trigger, event.intention.as_ref().map(|waiting| waiting.id)));
        }
        self.shoot(&mut event, world);
        let mut error = "relevant";
        let mut candidates =
            event.intention.as_ref().map_or_else(Vec::new, |waiting| inner_plans(waiting, &event.trigger));
        if self.plans.has_candidates(&event.trigger) {
            error = "applicable";
        }
        // Observers are told of all that are refused.
        if self.is_observed() {
            candidates.extend_from_slice(self.plans.candidates(&event.trigger));
        } else {
            candidates.extend(self.plans.relevant(&event.trigger));
        }
        for plan in candidates {
            error = "applicable";
            if let Some(frame) = self.option(&plan, &mut event, world) {
                self.begin(event, frame);
                return true;
            }
        }
        if self.is_observed() {
            self.notice(&Moment::Unhandled(&event.trigger, error == "applicable"));
        }
        let is_goal = event.trigger.is_goal() && event.trigger.change != crate::term::Change::GoalState;
        if is_goal {
            let text = format!("Found a goal for which there is no {error} plan: {}", shown(&event.trigger));
            let failure = Failure::new(&format!("no_{error}"), text);
            self.fail_event(event, &failure, world);
            return true;
        }
        match event.intention {
            None if self.settings.requeue => {
                self.put_back(event, world);
                true
            }
            // Nobody minds the change of belief: the intention that made it goes on.
            Some(mut intention) => {
                if let Some(top) = intention.top() {
                    top.called.clear();
                    top.advance();
                }
                self.running.push_back(intention);
                true
            }
            None => false,
        }
    }

    /// What executing the plan for this event would be, if it is applicable.
    fn option(&mut self, plan: &Arc<Plan>, event: &mut Event, world: &mut dyn World) -> Option<Frame> {
        // A sub-plan knows what the plan around it was chosen with.
        let around = event.intention.as_ref().and_then(|waiting| parent_of(waiting, plan));
        let known = around.and_then(|frame| frame.chosen_with.clone());
        self.option_knowing(plan, event, known, world)
    }

    /// The same for a sub-plan of which this is known.
    pub(super) fn option_knowing(
        &mut self,
        plan: &Arc<Plan>,
        event: &mut Event,
        known: Option<Bindings>,
        world: &mut dyn World,
    ) -> Option<Frame> {
        let mut bindings = known.unwrap_or_else(|| Bindings::named(&plan.names, 0));
        let base = bindings.fresh(event.variables);
        let moved = |var: Var| Term::Var(Var::unnamed(var.slot() + base));
        let literal = event.trigger.literal.renamed(&mut { moved });
        if !bindings.unify(&plan.trigger.literal, &literal) {
            if self.is_observed() {
                self.notice(&Moment::Refused(plan, Refusal::Trigger));
            }
            return None;
        }
        if let Some(context) = &plan.context {
            // The context may ask about the very intention that the plan would belong to.
            self.current = event.intention.take();
            let holds = self.holds(context, &mut bindings, world);
            event.intention = self.current.take();
            if !holds {
                if self.is_observed() {
                    self.notice(&Moment::Refused(plan, Refusal::Context));
                }
                return None;
            }
        }
        bindings.commit();
        let trigger = Trigger { literal: bindings.apply(&literal), ..event.trigger.clone() };
        let returns = (0..event.variables).map(|slot| Term::Var(Var::unnamed(base + slot))).collect();
        let stack = vec![Control::Steps(Arc::clone(&plan.body), 0)];
        let remembers = plan.goal_condition.is_some() || !plan.sub_plans.is_empty();
        let chosen_with = remembers.then(|| bindings.clone());
        Some(Frame { returns, chosen_with, ..Frame::new(plan, trigger, bindings, stack) })
    }

    /// Puts the plan on top of the intention that waits for it, or begins one.
    fn begin(&mut self, event: Event, mut frame: Frame) {
        if frame.trigger.is_new_goal() && frame.trigger.subject == crate::term::Subject::Achieve {
            let goal = frame.trigger.clone();
            self.enters(&goal, "executing", None);
        }
        let mut intention = match event.intention {
            Some(intention) => intention,
            None => self.fresh_intention(),
        };
        if self.settings.last_call
            && let Some(top) = intention.top()
            && is_last_call(top, &frame)
        {
            replace(top, &mut frame);
            if let Some(replaced) = intention.frames.pop() {
                self.is_over(&replaced.trigger, Some("achieved"));
            }
        }
        if self.is_observed() {
            self.notice(&Moment::Chosen(&frame, intention.id));
        }
        intention.frames.push(frame);
        line_up(&mut self.running, intention);
    }
}

/// The frame of the plan around a sub-plan.
fn parent_of<'a>(intention: &'a super::Intention, plan: &Arc<Plan>) -> Option<&'a Frame> {
    if !intention.frames.any_with_sub_plans() {
        return None;
    }
    let has = |frame: &&Frame| frame.plan.sub_plans.iter().any(|sub_plan| Arc::ptr_eq(sub_plan, plan));
    intention.frames.iter().rev().find(has)
}

/// The sub-plans that may be for the event: those of the plan on top, and those around it.
fn inner_plans(intention: &super::Intention, trigger: &Trigger) -> Vec<Arc<Plan>> {
    let mut found = Vec::new();
    let Some(top) = intention.frames.last() else { return found };
    let mut scope = if top.plan.sub_plans.is_empty() { parent_of(intention, &top.plan) } else { Some(top) };
    while let Some(frame) = scope {
        found.extend(frame.plan.sub_plans.iter().filter(|plan| may_be_for(plan, trigger)).cloned());
        scope = parent_of(intention, &frame.plan);
    }
    found
}

pub(super) fn may_be_for(plan: &Plan, trigger: &Trigger) -> bool {
    let same_kind = (plan.trigger.change, plan.trigger.subject) == (trigger.change, trigger.subject);
    let predicate = plan.trigger.literal.predicate();
    same_kind && (predicate.is_none() || predicate == trigger.literal.predicate())
}

/// Would the plan on top have nothing more to do, once the same goal is achieved again?
fn is_last_call(top: &mut Frame, frame: &Frame) -> bool {
    top.trigger.is_new_goal()
        && frame.trigger.is_new_goal()
        && top.trigger.literal.predicate() == frame.trigger.literal.predicate()
        && top.is_last()
}

pub(super) fn shown(trigger: &Trigger) -> String {
    format!("{}{}{}", trigger.change.text(), trigger.subject.text(), trigger.literal)
}
