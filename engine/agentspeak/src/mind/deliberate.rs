//! The second part of the cycle: chooses a plan for an event.

use std::sync::Arc;

use super::call::replace;
use super::failure::Failure;
use super::line::line_up;
use super::{Event, Frame, Functions, Intention, Mind, Moment, Plan, Refusal, Trigger, World};
use crate::term::Bindings;

/// What has become of an event.
pub(super) enum Handled {
    /// The intention goes on: with the plan that was chosen, or because nobody minds.
    Chosen(Box<Intention>),
    /// It is dealt with otherwise.
    Otherwise,
    /// Nobody minds it, and nothing waits for it.
    Unminded,
}

impl Mind {
    pub(super) fn deliberate(&mut self, world: &mut dyn World) {
        self.wake(world);
        let is_atomic =
            self.has_atomic && (self.running.iter().any(|intention| intention.is_atomic()) || self.waits_atomically());
        if is_atomic || self.is_pausing(world) {
            return;
        }
        // An event that nobody minds is followed by the next at once.
        while let Some(event) = self.next_event(world) {
            match self.handle(event, world) {
                Handled::Unminded => {}
                Handled::Chosen(intention) => {
                    line_up(&mut self.running, intention);
                    break;
                }
                Handled::Otherwise => break,
            }
        }
    }

    /// The oldest event; that of an atomic intention first.
    fn next_event(&mut self, world: &mut dyn World) -> Option<Event> {
        let is_atomic = |event: &Event| event.intention.as_deref().is_some_and(super::Intention::is_atomic);
        match if self.has_atomic { self.events.iter().position(is_atomic) } else { None } {
            Some(place) => self.events.remove(place),
            None if self.own.is_some() => self.chosen_event(world),
            None => self.events.pop_front(),
        }
    }

    /// Begins the first plan that is applicable.
    pub(super) fn handle(&mut self, mut event: Event, world: &mut dyn World) -> Handled {
        if let Some(mut chosen) = event.intention.take_if(|intention| intention.is_chosen) {
            chosen.is_chosen = false;
            return Handled::Chosen(chosen);
        }
        if self.is_observed() {
            self.notice(&Moment::Event(&event.trigger, event.intention.as_ref().map(|waiting| waiting.id)));
        }
        self.shoot(&mut event, world);
        let mut error = "relevant";
        let inner = match &event.intention {
            Some(waiting) if waiting.frames.any_with_sub_plans() => inner_plans(waiting, &event.trigger),
            _ => Vec::new(),
        };
        let candidates = self.plans.candidates(&event.trigger).map(Arc::clone);
        let mut room = None;
        if candidates.as_ref().is_some_and(|candidates| !candidates.plans().is_empty()) {
            error = "applicable";
        }
        // Observers are told of all that are refused.
        let relevant = candidates.as_ref().map(|candidates| match self.is_observed() {
            true => candidates.all(),
            false => candidates.relevant(&event.trigger.literal),
        });
        let chooses = self.own(Functions::OPTION).is_some();
        let mut options = Vec::new();
        for plan in inner.iter().chain(relevant.into_iter().flatten()) {
            error = "applicable";
            if self.is_applicable(plan, &mut event, &mut room, world)
                && let Some(frame) = room.take()
            {
                if !chooses {
                    return Handled::Chosen(self.begin(event, frame));
                }
                options.push(frame);
            }
        }
        room.into_iter().for_each(Frame::leave);
        if !options.is_empty() {
            if let Some(frame) = self.chosen_option(options, world) {
                return Handled::Chosen(self.begin(event, frame));
            }
            let failure = Failure::new("no_option", "selectOption returned null");
            self.fail_event(event, &failure, world);
            return Handled::Otherwise;
        }
        if self.is_observed() {
            self.notice(&Moment::Unhandled(&event.trigger, error == "applicable"));
        }
        let is_goal = event.trigger.is_goal() && event.trigger.change != crate::term::Change::GoalState;
        if is_goal {
            let text = format!("Found a goal for which there is no {error} plan: {}", shown(&event.trigger));
            let failure = Failure::new(&format!("no_{error}"), text);
            self.fail_event(event, &failure, world);
            return Handled::Otherwise;
        }
        match event.intention {
            None if self.settings.requeue => {
                self.put_back(event, world);
                Handled::Otherwise
            }
            // Nobody minds the change of belief: the intention that made it goes on.
            Some(mut intention) => {
                if let Some(top) = intention.top() {
                    top.called.clear();
                    top.advance();
                }
                Handled::Chosen(intention)
            }
            None => Handled::Unminded,
        }
    }

    /// Is the plan applicable to the event? What executing it would be is in the frame then.
    fn is_applicable(
        &mut self,
        plan: &Arc<Plan>,
        event: &mut Event,
        room: &mut Option<Box<Frame>>,
        world: &mut dyn World,
    ) -> bool {
        // A sub-plan knows what the plan around it was chosen with.
        let around = event.intention.as_ref().and_then(|waiting| parent_of(waiting, plan));
        let known = around.and_then(|frame| frame.chosen_with.clone());
        self.is_applicable_knowing(plan, event, known, room, world)
    }

    /// The same for a sub-plan of which this is known.
    pub(super) fn is_applicable_knowing(
        &mut self,
        plan: &Arc<Plan>,
        event: &mut Event,
        known: Option<Bindings>,
        room: &mut Option<Box<Frame>>,
        world: &mut dyn World,
    ) -> bool {
        let head = plan.head.as_ref().filter(|_| known.is_none());
        if head.is_some_and(|head| !head.may_match(&event.trigger.literal)) {
            self.refuse(plan, Refusal::Trigger);
            return false;
        }
        let frame = room.get_or_insert_with(|| Frame::in_spare_room(plan));
        frame.begin(plan, known, event.variables);
        let Frame { bindings, given, .. } = &mut **frame;
        let matches = match head {
            Some(head) => head.matches(&event.trigger.literal, given, bindings),
            None => {
                let moved = event.trigger.literal.renamed(&mut |var| given.term_of(var, bindings));
                bindings.unify(&plan.trigger.literal, &moved)
            }
        };
        if !matches {
            self.refuse(plan, Refusal::Trigger);
            return false;
        }
        if let Some(context) = &plan.context {
            if context.acts {
                bindings.know_names(&plan.names);
            }
            // The context may ask about the very intention that the plan would belong to.
            self.current = event.intention.take();
            let holds = self.holds(context, bindings, world);
            event.intention = self.current.take();
            if !holds {
                self.refuse(plan, Refusal::Context);
                return false;
            }
        }
        bindings.commit();
        let literal = &event.trigger.literal;
        let literal = if literal.is_settled() || given.is_open(bindings) {
            literal.clone()
        } else {
            let moved = literal.renamed(&mut |var| given.term_of(var, bindings));
            bindings.apply(&moved)
        };
        frame.trigger = Trigger { literal, ..event.trigger };
        if plan.goal_condition.is_some() || !plan.sub_plans.is_empty() {
            frame.chosen_with = Some(frame.bindings.clone());
        }
        true
    }

    #[inline]
    fn refuse(&mut self, plan: &Arc<Plan>, refusal: Refusal) {
        if self.is_observed() {
            self.notice(&Moment::Refused(plan, refusal));
        }
    }

    /// Puts the plan on top of the intention that waits for it, or begins one.
    fn begin(&mut self, event: Event, mut frame: Box<Frame>) -> Box<Intention> {
        if self.hears_states && frame.trigger.is_new_goal() && frame.trigger.subject == crate::term::Subject::Achieve {
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
        // Those for messages are atomic, too, in an agent that has no such plans otherwise.
        self.has_atomic |= frame.plan.atomic;
        intention.frames.push(frame);
        intention
    }
}

/// The frame of the plan around a sub-plan.
fn parent_of<'a>(intention: &'a super::Intention, plan: &Arc<Plan>) -> Option<&'a Frame> {
    if !intention.frames.any_with_sub_plans() {
        return None;
    }
    let has = |frame: &&Frame| frame.plan.sub_plans.iter().any(|sub_plan| Arc::ptr_eq(sub_plan, plan));
    intention.frames.iter().map(|frame| &**frame).rev().find(has)
}

/// The sub-plans that may be for the event: those of the plan on top, and those around it.
fn inner_plans(intention: &super::Intention, trigger: &Trigger) -> Vec<Arc<Plan>> {
    let mut found = Vec::new();
    let Some(top) = intention.frames.last() else { return found };
    let mut scope = if top.plan.sub_plans.is_empty() { parent_of(intention, &top.plan) } else { Some(&**top) };
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
