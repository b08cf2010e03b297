//! What an agent has to do with its environment: it perceives, which becomes what it believes, and it acts, for which its
//! intentions wait.

use std::collections::HashSet;

use super::aside::Rare;
use super::pending::Pending;
use super::sources::{annotated, source};
use super::{Ended, Failure, Functions, Intention, Mind, Moment, Outsider, Reason, Trigger, Wait, World};
use crate::term::{Atom, Bindings, Change, Plain, StructureBuilder, Subject, Term, Var};

impl Mind {
    /// What it perceives may be something else now: it looks at the beginning of a cycle.
    pub fn look(&mut self) {
        self.outside.looks = true;
    }

    /// An action in the environment has ended; the intention that waits for it goes on in some later cycle.
    pub fn end_action(&mut self, ended: Ended) {
        // It perceives what the action has changed before it goes on.
        self.outside.looks = true;
        self.aside.open().ended.push_back(ended);
    }

    /// Has the environment news for it?
    pub(super) fn has_outside_news(&self) -> bool {
        self.outside.looks || self.aside.ended.iter().any(|ended| !self.is_suspended(ended.number))
    }

    fn is_suspended(&self, number: u64) -> bool {
        let pending = &self.aside.pending;
        let waiting = pending.with_action(number).and_then(|place| pending.get(place));
        waiting.is_some_and(|waiting| waiting.intention.suspended.is_some())
    }

    /// So many cycles have gone by in which there was nothing to perceive.
    pub(super) fn note_cycles(&mut self, count: u32) {
        self.outside.cycles = self.outside.cycles.saturating_add(count);
    }

    /// At the beginning of a cycle: perceives, if it is time and there may be something new.
    pub(super) fn perceive(&mut self, world: &mut dyn World) {
        self.outside.cycles = self.outside.cycles.saturating_add(1);
        if self.outside.cycles < self.settings.perceives_every || self.perceive_own_way(world) {
            return;
        }
        if self.outside.looks {
            self.perceive_now(world);
        }
    }

    /// Perceives now.
    pub(super) fn note_perceived(&mut self) {
        self.outside.looks = false;
        self.outside.cycles = 0;
    }

    /// Perceives.
    pub(crate) fn perceive_now(&mut self, world: &mut dyn World) {
        self.note_perceived();
        if let Some(sight) = world.perceive(self.name, self.aside.seen) {
            self.aside.open().seen = sight.version;
            self.believe_percepts(&sight.percepts, world);
        }
    }

    /// Believes what it perceives, in its own way if it has one.
    pub(super) fn believe_percepts(&mut self, percepts: &[Term], world: &mut dyn World) {
        match self.own(Functions::UPDATE) {
            Some(custom) => custom.update(percepts, self, world),
            None => self.revise(percepts),
        }
    }

    /// Believes what it perceives, and nothing any more that it has only perceived before.
    ///
    /// As in Jason, annotations do not count where percepts are compared, and a percept that is gone is an event only where there
    /// is a plan for it or its opposite, without its annotations, its `~` and its namespace.
    #[expect(clippy::mutable_key_type, reason = "what a collection holds does not count in its hash")]
    fn revise(&mut self, percepts: &[Term]) {
        let percept = source(Atom::PERCEPT);
        let before = self.beliefs.percepts();
        let mut perceived: HashSet<Plain<'_>> = percepts.iter().map(Plain).collect();
        for known in &before {
            if perceived.remove(&Plain(known)) {
                continue;
            }
            let Some(builder) = StructureBuilder::from_literal(known) else { continue };
            let gone = builder.without_annotations().annotation(percept.clone()).build();
            if self.beliefs.remove(&gone) && self.is_observed() {
                self.notice(&Moment::Forgotten(&gone));
            }
            self.news = true;
            if [false, true].into_iter().any(|negated| self.handles_loss_of(known, negated)) {
                let name = known.predicate().map_or(Atom::NOTHING, |functor| functor.name());
                let gone = StructureBuilder::new(name)
                    .arguments(known.arguments().iter().cloned())
                    .annotation(percept.clone());
                self.happened(Trigger::new(Change::Deleted, Subject::Belief, gone.build()));
            }
        }
        for new in percepts {
            if perceived.remove(&Plain(new))
                && let Some(added) = self.beliefs.add(annotated(new, [percept.clone()]), false)
            {
                if self.is_observed() {
                    self.notice(&Moment::Believed(&added));
                }
                self.happened(Trigger::new(Change::Added, Subject::Belief, added));
            }
        }
    }

    /// Is there a plan for the loss of this literal, with `~` or without?
    fn handles_loss_of(&self, literal: &Term, negated: bool) -> bool {
        let literal = StructureBuilder::from_literal(literal).map(|builder| builder.negated(negated).build());
        let trigger = literal.map(|literal| Trigger::new(Change::Deleted, Subject::Belief, literal));
        trigger.is_some_and(|trigger| self.plans.has_candidates(&trigger))
    }

    /// Begins an action in the environment. What comes back is what its intention waits for.
    pub(super) fn perform(&mut self, action: Term, world: &mut dyn World) -> Wait {
        let Rare { actions, .. } = self.aside.open();
        *actions += 1;
        let number = *actions;
        if let Some(custom) = self.own(Functions::ACT) {
            if let Err(failure) = custom.act(number, &action, self, world) {
                self.end_action(Ended { number, result: Err(failure) });
            }
        } else if let Some(result) = world.perform(self.name, number, &action) {
            self.end_action(Ended { number, result });
        }
        Wait { reason: Reason::Action(number, action), until: None, since: world.now(), elapsed: None }
    }

    /// The intention that is being executed waits for the outside, which executes its step.
    pub(crate) fn wait_for_outsider(&mut self, why: Term, variables: Vec<Var>, world: &dyn World) -> Wait {
        let Rare { actions, .. } = self.aside.open();
        *actions += 1;
        let reason = Reason::Outside(*actions, Outsider { why, variables });
        Wait { reason, until: None, since: world.now(), elapsed: None }
    }

    /// The step of this intention is done outside: `result` is its end, given the step's variables and
    /// what they stand for.
    pub(crate) fn end_outside(
        &mut self,
        intention: u64,
        result: impl FnOnce(&[Var], &mut Bindings) -> Result<(), Failure>,
    ) {
        let Rare { pending, .. } = self.aside.open();
        let Some(waiting) = pending.with_intention(intention).and_then(|place| pending.get_mut(place)) else { return };
        let Pending { intention, wait } = waiting;
        let (Reason::Outside(number, outsider), Some(top)) = (&wait.reason, intention.top()) else { return };
        let result = result(&outsider.variables, &mut top.bindings);
        let number = *number;
        self.end_action(Ended { number, result });
    }

    /// Goes on with the intention whose action has ended first, if it is not suspended.
    pub(super) fn take_ended(&mut self, world: &mut dyn World) {
        while let Some(place) = self.aside.ended.iter().position(|ended| !self.is_suspended(ended.number)) {
            let Some(Ended { number, result }) = self.aside.open().ended.remove(place) else { return };
            // The intention may have been dropped meanwhile, or its goal have ended.
            let Rare { pending, .. } = self.aside.open();
            let Some(waiting) = pending.with_action(number).and_then(|place| pending.remove(place)) else { continue };
            let Pending { intention, wait } = waiting;
            match (result, wait.reason) {
                (Ok(()), Reason::Action(_, action)) => {
                    self.executed(intention, Term::structure("action_executed", [action]));
                }
                (Ok(()), Reason::Outside(..)) => {
                    self.executed(intention, Term::word("resume_from_concurrent_internal_action"));
                }
                (Err(failure), _) => self.fail(intention, &failure, world),
                (Ok(()), _) => {}
            }
            return;
        }
    }

    /// The intention's step is done, which programs observe as this.
    fn executed(&mut self, mut intention: Box<Intention>, reason: Term) {
        if self.listens_to_states {
            let goals: Vec<Trigger> = intention.frames.iter().rev().map(|frame| frame.trigger.clone()).collect();
            for goal in goals.iter().filter(|goal| goal.is_new_goal()) {
                self.enters(goal, "executing", Some(reason.clone()));
            }
        }
        if let Some(top) = intention.top() {
            top.advance();
        }
        self.go_on(intention);
    }
}
