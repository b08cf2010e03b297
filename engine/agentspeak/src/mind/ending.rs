//! How goals end before their plans do: programs end them, well or badly, and conditions of goals come to hold.

use std::collections::HashSet;

use super::aside::{Fork, Rare};
use super::intention::Unmet;
use super::matching::{has_goal, is_for, is_goal, unifies};
use super::pending::count_look;
use super::sources::annotated;
use super::{Event, Intention, Mind, Trigger, World};
use crate::term::Term;

impl Mind {
    /// Ends the goal wherever it is, well or by its failure plan. What is above it goes.
    pub(crate) fn end_goal(&mut self, goal: &Term, well: bool, world: &mut dyn World) {
        let no_reason: &[Term] = &[];
        self.end(goal, (!well).then_some(no_reason), world);
    }

    /// Lets the goal fail wherever it is, with annotations for the reason.
    pub(super) fn fail_goal(&mut self, goal: &Term, reason: &[Term], world: &mut dyn World) {
        self.end(goal, Some(reason), world);
    }

    /// Ends the goal wherever it is: well, or badly for a reason.
    fn end(&mut self, goal: &Term, badly: Option<&[Term]>, world: &mut dyn World) {
        let mut ended = self.take_forks(goal);
        let has = |intention: &Intention| has_goal(intention, goal);
        ended.extend(self.running.take_those(|it| has(it)));
        let Rare { pending, .. } = self.aside.open();
        let found = pending.with_goal(goal).into_iter().filter_map(|number| pending.remove(number));
        let waiting: Vec<Box<Intention>> = found.map(|waiting| waiting.intention).collect();
        // Those go on with what is below, which is a state of its own.
        let woken: HashSet<u64> = waiting.iter().map(|intention| intention.id).collect();
        ended.extend(waiting);
        let mut events = Vec::new();
        for event in std::mem::take(&mut self.events) {
            if event.intention.as_deref().is_some_and(has) {
                ended.extend(event.intention);
            } else if is_goal(&event.trigger) && unifies(goal, &event.trigger.literal) {
                self.end_event(event, badly, world);
            } else {
                events.push(event);
            }
        }
        let added = std::mem::take(&mut self.events);
        self.events = events.into_iter().chain(added).collect();
        for intention in ended {
            if let Some(mut intention) = self.cut(intention, goal, badly, world) {
                if woken.contains(&intention.id) {
                    self.top_enters(&intention, "executing", Some(Term::word("suceed_internal_action")));
                }
                if let Some(top) = intention.top() {
                    top.advance();
                }
                self.go_on(intention);
            }
        }
        if let Some(current) = self.current.take() {
            if has_goal(&current, goal) {
                self.current = self.cut_current(current, goal, badly, world);
            } else {
                self.current = Some(current);
            }
        }
    }

    /// Ends the goal in the intention that executes the step. What is left goes on behind the call, once the step is done.
    fn cut_current(
        &mut self,
        mut current: Box<Intention>,
        goal: &Term,
        badly: Option<&[Term]>,
        world: &mut dyn World,
    ) -> Option<Box<Intention>> {
        let place = current.frames.iter().position(|frame| is_for(frame, goal))?;
        let failed = current.frames[place].trigger.clone();
        current.frames.truncate(place);
        self.is_ended(&failed, badly.is_some());
        let own = usize::from(current.fork.is_some());
        let failure = badly.and_then(|_| self.failure_in(&current, own, failed.clone()));
        if let (Some(reason), Some(fork), None) = (badly, current.fork, &failure) {
            self.fail_around(fork, failed, reason, world);
            return None;
        }
        match failure {
            // The step counts as done before the failure plan begins, which will not find its way back therefore.
            Some(mut failure) => {
                failure.literal = annotated(&failure.literal, badly.unwrap_or_default().iter().cloned());
                if let Some(top) = current.top() {
                    top.advance();
                }
                let left = (!current.frames.is_empty()).then_some(current);
                self.raise(failure, left);
                None
            }
            None => (!current.frames.is_empty()).then_some(current),
        }
    }

    /// Ends the forks of plans for the goal, or of those above them; what has forked comes back.
    #[expect(clippy::vec_box, reason = "intentions are large, and move between lists")]
    fn take_forks(&mut self, goal: &Term) -> Vec<Box<Intention>> {
        let mut found = Vec::new();
        loop {
            let has = |fork: &Fork| {
                let own = fork.parent().frames.iter().skip(usize::from(fork.parent().fork.is_some()));
                own.into_iter().any(|frame| is_for(frame, goal))
            };
            let Some(place) = self.aside.forks.iter().position(has) else { return found };
            let is_its = |current: &Intention| current.fork == Some(self.aside.forks[place].id);
            if self.current.as_deref().is_some_and(is_its) {
                self.current = None;
            }
            found.push(self.take_fork(place));
        }
    }

    /// Ends all goals whose plans have a condition that holds.
    pub(super) fn end_satisfied(&mut self, world: &mut dyn World) {
        let mut all: Vec<Box<Intention>> = Vec::new();
        let running = std::mem::take(&mut self.running);
        let (conditional, others) = running.into_iter().partition::<Vec<_>, _>(|it| it.has_condition());
        all.extend(conditional);
        let mut left: Vec<Box<Intention>> = others;
        let conditional = self.aside.open().pending.take_conditional();
        for mut intention in all {
            if let Some(place) = self.satisfied(&mut intention, world) {
                self.end_at(intention, place);
            } else {
                left.push(intention);
            }
        }
        for mut pending in conditional {
            match self.satisfied(&mut pending.intention, world) {
                Some(place) => self.end_at(pending.intention, place),
                None => self.aside.open().pending.push(pending),
            }
        }
        let gone_on = std::mem::take(&mut self.running);
        self.running = left.into_iter().chain(gone_on).collect();
        let mut events = std::mem::take(&mut self.events);
        for _ in 0..events.len() {
            let Some(mut event) = events.pop_front() else { break };
            let satisfied = match &mut event.intention {
                Some(intention) if intention.has_condition() => self.satisfied(intention, world),
                _ => None,
            };
            match (satisfied, event.intention.take()) {
                (Some(place), Some(intention)) => self.end_at(intention, place),
                (_, intention) => events.push_back(Event { intention, ..event }),
            }
        }
        let added = std::mem::replace(&mut self.events, events);
        self.events.extend(added);
    }

    /// The lowest plan whose condition holds.
    fn satisfied(&mut self, intention: &mut Intention, world: &mut dyn World) -> Option<usize> {
        for (place, frame) in intention.frames.iter_mut().enumerate() {
            let Some(condition) = &frame.plan.goal_condition else { continue };
            if frame.unmet.as_ref().is_some_and(|unmet| unmet.is_still(&self.beliefs)) {
                continue;
            }
            count_look();
            let known = frame.chosen_with.clone().unwrap_or_default();
            let holds = self.holds(condition, &mut known.clone(), world);
            self.warn_of_overrun(world);
            if holds {
                return Some(place);
            }
            frame.unmet = self.topics_of(condition, &known).map(|topics| {
                let predicates = topics.into_iter().map(|(predicate, _)| predicate).collect();
                Box::new(Unmet { since: self.beliefs.version(), predicates })
            });
        }
        None
    }

    /// Ends the plan at that place well, and all above it.
    fn end_at(&mut self, mut intention: Box<Intention>, place: usize) {
        if let Some(frame) = intention.frames.get(place)
            && place >= intention.roots
        {
            let goal = frame.trigger.clone();
            self.is_over(&goal, Some("achieved"));
        }
        intention.frames.truncate(place);
        if let Some(top) = intention.top() {
            top.advance();
            self.go_on(intention);
        }
    }

    /// The intention without the goal and what is above it; nothing, if that was all, or a failure plan takes over.
    fn cut(
        &mut self,
        mut intention: Box<Intention>,
        goal: &Term,
        badly: Option<&[Term]>,
        world: &mut dyn World,
    ) -> Option<Box<Intention>> {
        let place = intention.frames.iter().position(|frame| is_for(frame, goal))?;
        let trigger = intention.frames[place].trigger.clone();
        intention.frames.truncate(place);
        self.is_ended(&trigger, badly.is_some());
        if let Some(reason) = badly {
            self.fail_goal_of(intention, trigger, reason, world);
            return None;
        }
        (!intention.frames.is_empty()).then_some(intention)
    }

    /// Reports that a goal was ended by an action.
    fn is_ended(&mut self, goal: &Trigger, badly: bool) {
        if badly {
            self.enters(goal, "failed", Some(Term::word("drop_by_fail_goal")));
        } else {
            self.is_over(goal, Some("achieved"));
        }
    }

    fn end_event(&mut self, event: Event, badly: Option<&[Term]>, world: &mut dyn World) {
        self.is_ended(&event.trigger, badly.is_some());
        match (event.intention, badly) {
            (Some(mut intention), None) => {
                if let Some(top) = intention.top() {
                    top.advance();
                }
                self.go_on(intention);
            }
            (None, None) => {}
            (Some(intention), Some(reason)) => self.fail_goal_of(intention, event.trigger, reason, world),
            (None, Some(reason)) => self.fail_goal_of(Intention::new(0), event.trigger, reason, world),
        }
    }

    /// The failure plan of the goal, or of the next one below, begins in its place.
    pub(super) fn fail_goal_of(
        &mut self,
        intention: Box<Intention>,
        goal: Trigger,
        reason: &[Term],
        world: &mut dyn World,
    ) {
        if let Some(fork) = intention.fork
            && self.failure_in(&intention, 1, goal.clone()).is_none()
        {
            self.fail_around(fork, goal, reason, world);
            return;
        }
        match self.failure_in(&intention, 0, goal.clone()) {
            Some(mut found) => {
                let intention = (!intention.frames.is_empty()).then_some(intention);
                found.literal = annotated(&found.literal, reason.iter().cloned());
                self.raise(found, intention);
            }
            None => {
                self.enters(&goal, "finished", None);
                self.report_made_to_fail(&goal, &intention, world);
            }
        }
    }
}
