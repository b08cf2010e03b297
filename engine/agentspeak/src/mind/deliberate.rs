//! The second part of the cycle: chooses a plan for an event.

use std::sync::Arc;

use super::call::replace;
use super::cause::Failure;
use super::switch::{Candidates, FIRST, Rank};
use super::turns::{Turn, no_reason};
use super::{Event, Frame, Functions, Intention, Mind, Moment, Plan, PlanLibrary, Refusal, Trigger, World};
use crate::complaints;
use crate::term::{Atom, Bindings, Term};

/// What has become of an event.
pub(super) enum Handled {
    /// The intention goes on: with the plan that was chosen, or because there is no listener.
    Chosen(Box<Intention>),
    /// It is dealt with otherwise.
    Otherwise,
    /// It has no listener, and nothing waits for it.
    Unminded,
}

/// How far the candidates for an event have been tried.
struct Tried {
    next: Rank,
    /// Has there been one?
    any: bool,
    /// All of them, where contexts may change which there are.
    kept: Option<Arc<Candidates>>,
}

impl Default for Tried {
    fn default() -> Self {
        Self { next: FIRST, any: false, kept: None }
    }
}

impl Tried {
    fn keep(&mut self, plans: &PlanLibrary, trigger: &Trigger) {
        if self.kept.is_none() {
            self.kept = plans.candidates(trigger).cloned();
        }
    }
}

impl Mind {
    pub(super) fn deliberate(&mut self, world: &mut dyn World) {
        self.wake(world);
        let is_atomic = self.running.any_atomic() || self.waits_atomically();
        if is_atomic || self.is_pausing(world) {
            return;
        }
        // An event without listeners is followed by the next at once.
        while let Some(event) = self.next_event(world) {
            match self.handle(event, world) {
                Handled::Unminded => {}
                Handled::Chosen(intention) => {
                    if complaints::any() {
                        self.report_complaints_of(intention.frames.last().map(|frame| &*frame.trigger), world);
                    }
                    self.note_turn(Turn::Added, &intention, no_reason);
                    self.running.push_back(intention);
                    break;
                }
                Handled::Otherwise => break,
            }
        }
    }

    /// The oldest event; that of an atomic intention first.
    fn next_event(&mut self, world: &mut dyn World) -> Option<Event> {
        match self.events.take_atomic() {
            Some(atomic) => Some(atomic),
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
        let mut spare = None;
        let mut is_relevant = false;
        // All that are applicable, where the agent's own selection function chooses among them.
        let chooses = self.own(Functions::OPTION).is_some();
        let mut options = Vec::new();
        let inner = match &event.intention {
            Some(waiting) => self.inner_plans(waiting, &event.trigger),
            None => Vec::new(),
        };
        for plan in inner {
            is_relevant = true;
            if self.has_overrun() {
                break;
            }
            if self.is_sub_plan_applicable(&plan, &mut event, &mut spare, world)
                && let Some(frame) = spare.take()
            {
                if !chooses {
                    return Handled::Chosen(self.begin(event, frame));
                }
                options.push(frame);
            }
        }
        let own_way = self.own(Functions::PLANS).filter(|_| options.is_empty());
        if let Some(custom) = own_way {
            spare.into_iter().for_each(Frame::leave);
            return self.handle_own_way(event, &custom, world);
        }
        let mut tried = Tried::default();
        while !self.has_overrun()
            && let Some(plan) = self.next_candidate(&event.trigger, &mut tried)
        {
            let frame = spare.get_or_insert_with(|| Frame::reused(plan));
            frame.begin(plan, None, event.variables);
            if plan.context.as_ref().is_some_and(|context| context.acts) {
                tried.keep(&self.plans, &event.trigger);
            }
            if self.is_applicable(frame, chooses, &mut event, world)
                && let Some(frame) = spare.take()
            {
                if !chooses {
                    return Handled::Chosen(self.begin(event, frame));
                }
                options.push(frame);
            }
        }
        spare.into_iter().for_each(Frame::leave);
        if let Some(failure) = self.take_overrun() {
            return self.undecided(event, &failure, world);
        }
        if !options.is_empty() {
            return match self.chosen_option(options, world) {
                Ok(frame) => Handled::Chosen(self.begin(event, frame)),
                Err(failure) => {
                    self.fail_event(event, &failure, world);
                    Handled::Otherwise
                }
            };
        }
        self.unhandled(event, is_relevant || tried.any, world)
    }

    /// No plan is applicable to the event; is one relevant?
    pub(super) fn unhandled(&mut self, event: Event, is_relevant: bool, world: &mut dyn World) -> Handled {
        if self.is_observed() {
            self.notice(&Moment::Unhandled(&event.trigger, is_relevant));
        }
        if complaints::any() {
            self.report_complaints_of(Some(&event.trigger), world);
        }
        let (error, lacking) = if is_relevant { ("no_applicable", "applicable") } else { ("no_relevant", "relevant") };
        let is_goal = event.trigger.is_goal() && event.trigger.change != crate::term::Change::GoalState;
        if is_goal {
            let text = format!("Found a goal for which there is no {lacking} plan: {}", shown(&event.trigger));
            let failure = Failure::new(error, text);
            self.report_unknown_performative(&event.trigger, world);
            self.fail_event(event, &failure, world);
            return Handled::Otherwise;
        }
        self.unminded(event, world)
    }

    /// A context takes too much: whether its plan is applicable is not known, and so none is chosen.
    pub(super) fn undecided(&mut self, event: Event, failure: &Failure, world: &mut dyn World) -> Handled {
        if event.trigger.is_goal() && event.trigger.change != crate::term::Change::GoalState {
            self.fail_event(event, failure, world);
            return Handled::Otherwise;
        }
        world.warn(self.name, &format!("no plan was chosen for {}: {}", shown(&event.trigger), failure.message));
        self.unminded(event, world)
    }

    /// Goes on without a plan for an event that needs none.
    fn unminded(&mut self, event: Event, world: &mut dyn World) -> Handled {
        match event.intention {
            None if self.settings.requeue => {
                self.put_back(event, world);
                Handled::Otherwise
            }
            // The change of belief has no listener: the intention that made it goes on.
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

    /// The next plan to be tried for an event. Observers are notified of all that are refused, and so all are tried.
    #[inline]
    fn next_candidate<'a>(&'a self, trigger: &Trigger, tried: &'a mut Tried) -> Option<&'a Arc<Plan>> {
        let candidates = match &tried.kept {
            Some(kept) => kept,
            None => self.plans.candidates(trigger)?,
        };
        tried.any |= !candidates.plans().is_empty();
        if self.is_observed() {
            let (place, plan) = candidates.nth(tried.next)?;
            tried.next = place + 1;
            return Some(plan);
        }
        let (place, plan) = candidates.next_matching(trigger.literal.arguments(), tried.next)?;
        tried.next = place + 1;
        Some(plan)
    }

    /// Is a sub-plan of the intention that waits for the event applicable to it? It knows what the plan around it was chosen with.
    fn is_sub_plan_applicable(
        &mut self,
        plan: &Arc<Plan>,
        event: &mut Event,
        spare: &mut Option<Box<Frame>>,
        world: &mut dyn World,
    ) -> bool {
        let around = event.intention.as_ref().and_then(|waiting| self.parent_of(waiting, plan));
        let known = around.and_then(|frame| frame.chosen_with.clone());
        self.is_applicable_knowing(plan, event, known, spare, world)
    }

    /// Is a sub-plan of which this is known applicable to the event? What executing it would be is in the frame then.
    pub(super) fn is_applicable_knowing(
        &mut self,
        plan: &Arc<Plan>,
        event: &mut Event,
        known: Option<Bindings>,
        spare: &mut Option<Box<Frame>>,
        world: &mut dyn World,
    ) -> bool {
        let frame = spare.get_or_insert_with(|| Frame::reused(plan));
        frame.begin(plan, known, event.variables);
        self.is_applicable(frame, true, event, world)
    }

    /// Is the plan in the frame applicable to the event? With `unifies` the trigger is unified, and the event keeps its literal: that is
    /// for sub-plans, whose variables stand for something already, and where other plans are tried as well.
    fn is_applicable(&mut self, frame: &mut Frame, unifies: bool, event: &mut Event, world: &mut dyn World) -> bool {
        let Frame { plan, bindings, given, .. } = frame;
        let matches = match &plan.head {
            Some(head) if !unifies => head.matches(&event.trigger.literal, given, bindings),
            _ => {
                let moved = given.moved(&event.trigger.literal, bindings);
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
            let holds = if context.looks_inward || self.beliefs.looks_inward() {
                // The context may ask about the very intention that the plan would belong to.
                self.current = event.intention.take();
                let holds = self.holds(context, bindings, world);
                event.intention = self.current.take();
                holds
            } else {
                self.holds(context, bindings, world)
            };
            if !holds || self.has_overrun() {
                self.refuse(plan, Refusal::Context);
                return false;
            }
        }
        bindings.commit();
        let literal = &event.trigger.literal;
        let numbered = literal.is_settled() || given.is_open(bindings);
        let literal = if !numbered {
            given.known_in(literal, bindings).unwrap_or_else(|| {
                let moved = given.moved(literal, bindings);
                bindings.apply(&moved)
            })
        } else if unifies {
            literal.clone()
        } else {
            std::mem::replace(&mut event.trigger.literal, Term::from(Atom::NOTHING))
        };
        frame.trigger.set(Trigger { literal, ..event.trigger }, numbered);
        frame.note_choice();
        true
    }

    #[inline]
    fn refuse(&mut self, plan: &Arc<Plan>, refusal: Refusal) {
        if self.is_observed() {
            self.notice(&Moment::Refused(plan, refusal));
        }
    }

    /// Puts the plan on top of the intention that waits for it, or begins one.
    #[inline]
    pub(super) fn begin(&mut self, event: Event, frame: Box<Frame>) -> Box<Intention> {
        if self.listens_to_states
            && frame.trigger.is_new_goal()
            && frame.trigger.subject == crate::term::Subject::Achieve
        {
            let goal = frame.trigger.clone();
            self.enters(&goal, "executing", None);
        }
        let intention = match event.intention {
            Some(intention) => intention,
            None => self.fresh_intention(),
        };
        self.put_on_top(intention, frame)
    }

    /// Puts the plan on top of the intention, or in the place of the one that is there.
    #[inline]
    pub(super) fn put_on_top(&mut self, mut intention: Box<Intention>, mut frame: Box<Frame>) -> Box<Intention> {
        if self.settings.last_call
            && let Some(top) = intention.top()
            && is_last_call(top, &frame)
        {
            replace(top, &mut frame);
            if let Some(replaced) = intention.frames.pop() {
                if self.listens_to_states {
                    self.is_over(&replaced.trigger, Some("achieved"));
                }
                replaced.leave();
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

/// Would the plan on top have nothing more to do, once the same goal is achieved again?
fn is_last_call(top: &mut Frame, frame: &Frame) -> bool {
    top.trigger.begins_goal()
        && frame.trigger.begins_goal()
        && top.trigger.predicate() == frame.trigger.predicate()
        && top.is_last()
}

pub(super) fn shown(trigger: &Trigger) -> String {
    format!("{}{}{}", trigger.change.text(), trigger.subject.text(), trigger.literal)
}
