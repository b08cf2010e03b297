//! What programs do with their own goals and intentions: look at them, suspend and resume, drop.

use std::collections::HashSet;

use super::aside::{Fork, Rare};
use super::matching::{has_goal, is_for, is_goal, may_unify, unifies};
use super::pending::Pending;
use super::turns::{Turn, no_reason};
use super::{Action, Deed, Event, Frame, Intention, Mind, Reason, Trigger, Wait, World};
use crate::term::{Atom, Change, StructureBuilder, Subject, Term};

/// Where an intention is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// It is executing the action that asks.
    Current,
    /// It has its next step before it.
    Running,
    /// It waits for an event of its own.
    Event,
    /// It waits for something else.
    Waiting,
}

impl Mind {
    /// All intentions, and where they are.
    pub(crate) fn intentions(&self) -> impl Iterator<Item = (&Intention, Place)> {
        let current = self.current.iter().map(|intention| (&**intention, Place::Current));
        let events = self.events.iter().chain(&self.aside.held).filter_map(|event| event.intention.as_deref());
        let pending = self.waiting().map(|pending| (&*pending.intention, Place::Waiting));
        let running = self.running.iter().map(|intention| (&**intention, Place::Running));
        current.chain(events.map(|intention| (intention, Place::Event))).chain(pending).chain(running)
    }

    /// Makes what finds those that wait by their goals.
    pub(crate) fn prepare_goals(&mut self) {
        if !self.aside.pending.is_empty() {
            self.aside.open().pending.index_goals();
        }
    }

    /// The intentions that have the goal, in the order of [all](Self::intentions), and perhaps others. What finds them is
    /// [prepared](Self::prepare_goals).
    pub(crate) fn intentions_with(&self, goal: &Term) -> Vec<&Intention> {
        if !self.aside.forks.is_empty() {
            return self.intentions().map(|(intention, _)| intention).collect();
        }
        let may_have = |intention: &&Intention| {
            intention.frames.iter().any(|frame| is_goal(&frame.trigger) && may_unify(goal, &frame.trigger.literal))
        };
        let Rare { pending, woken, held, .. } = &*self.aside;
        let waiting = pending.candidates(goal).into_iter().filter_map(|number| pending.get(number));
        let waiting = waiting.chain(woken).map(|pending| &*pending.intention);
        let events = self.events.iter().chain(held).filter_map(|event| event.intention.as_deref());
        let (current, running) = (self.current.as_deref(), self.running.iter().map(|intention| &**intention));
        current.into_iter().chain(events).chain(waiting).chain(running).filter(may_have).collect()
    }

    /// The plans of an intention from the top; for a branch of a fork also those of the intention that has forked.
    pub(crate) fn stack<'a>(&'a self, intention: &'a Intention) -> impl Iterator<Item = &'a Frame> {
        let parent = |branch: &&'a Intention| {
            self.aside.forks.iter().find(|fork| Some(fork.id) == branch.fork).map(Fork::parent)
        };
        let parts = std::iter::successors(Some(intention), move |branch| parent(branch));
        parts.enumerate().flat_map(|(level, part)| {
            // A branch begins with a copy of the plan that has forked.
            let skipped = usize::from(level > 0);
            part.frames.iter().map(|frame| &**frame).rev().skip(skipped)
        })
    }

    /// The intentions that have the goal, also below the fork of which they are branches.
    fn with_goal(&mut self, goal: &Term) -> Found {
        let mut found = Found::default();
        if self.aside.forks.is_empty() {
            let Rare { pending, woken, held, .. } = self.aside.open();
            found.waiting = pending.with_goal(goal);
            found.waiting_ids = ids(found.waiting.iter().filter_map(|number| pending.get(*number)));
            let events = self.events.iter().chain(&*held).filter_map(|event| event.intention.as_ref());
            let others = self.current.iter().chain(&self.running).chain(events);
            let others = others.chain(woken.iter().map(|woken| &woken.intention));
            found.others = others.filter(|intention| has_goal(intention, goal)).map(|it| it.id).collect();
        } else {
            let has = |intention: &&Intention| self.stack(intention).any(|frame| is_for(frame, goal));
            let all = self.intentions().map(|(intention, _)| intention).chain(self.forked());
            found.others = all.filter(has).map(|intention| intention.id).collect();
            let waiting = found.others.iter().filter_map(|id| self.aside.pending.with_intention(*id));
            found.waiting = waiting.collect();
            found.waiting.sort_unstable();
        }
        found
    }

    /// What the first pending intention with the goal waits for.
    pub(crate) fn reason_for_waiting(&mut self, goal: &Term) -> Option<Term> {
        if self.aside.forks.is_empty() {
            let Rare { pending, woken, .. } = self.aside.open();
            let first = pending.with_goal(goal).first().and_then(|number| pending.get(*number));
            return first.or_else(|| woken.iter().find(|it| has_goal(&it.intention, goal))).map(Pending::reason);
        }
        let has = |intention: &Intention| self.stack(intention).any(|frame| is_for(frame, goal));
        let found = self.waiting().find(|pending| has(&pending.intention))?;
        Some(found.reason())
    }

    /// `waiting`, with the reason as an annotation.
    pub(crate) fn waiting_state(&self, intention: &Intention) -> Term {
        let Rare { pending, woken, .. } = &*self.aside;
        let reason = pending.with_intention(intention.id).and_then(|number| pending.get(number));
        let reason = reason.or_else(|| woken.iter().find(|pending| pending.intention.id == intention.id));
        let reason = reason.map_or_else(|| Term::word("no_reason"), Pending::reason);
        StructureBuilder::new(Atom::new("waiting")).annotation(Term::structure("reason", [reason])).build()
    }

    /// The goals of events that have not been dealt with.
    pub(crate) fn wanted(&self) -> impl Iterator<Item = &Trigger> {
        self.events.iter().chain(&self.aside.held).map(|event| &event.trigger).filter(|trigger| is_goal(trigger))
    }

    /// Takes all intentions away that have the goal, also the current one.
    pub(crate) fn drop_intentions(&mut self, goal: &Term) {
        let Found { waiting, waiting_ids, others } = self.with_goal(goal);
        if self.aside.forks.is_empty() && !self.listens_to_states {
            // Nothing else goes with them.
            let Rare { pending, .. } = self.aside.open();
            waiting.into_iter().for_each(|number| drop(pending.remove(number)));
            if !others.is_empty() {
                self.drop_intentions_of(&others);
            }
        } else {
            self.drop_intentions_of(&waiting_ids.union(&others).copied().collect());
        }
    }

    /// Takes all intentions away whose plan on top has a step that pursues the goal, be it done already.
    pub(crate) fn drop_intentions_with_step(&mut self, goal: &Term) {
        let pursues = |deed: &Deed| match &deed.action {
            Action::Achieve(wanted) | Action::AchieveNew(wanted) => unifies(&wanted.term(), goal),
            _ => false,
        };
        let plans =
            |intention: &Intention| intention.frames.last().is_some_and(|top| top.plan.body.iter().any(pursues));
        let dropped: HashSet<u64> =
            self.intentions().map(|(intention, _)| intention).filter(|it| plans(it)).map(|it| it.id).collect();
        self.drop_intentions_of(&dropped);
    }

    /// Takes the intention with this number away; returns whether there was one.
    pub(crate) fn drop_intention(&mut self, id: u64) -> bool {
        let is_there = self.intentions().any(|(intention, _)| intention.id == id);
        if is_there {
            self.drop_intentions_of(&HashSet::from([id]));
        }
        is_there
    }

    /// Takes the intentions with these numbers away.
    fn drop_intentions_of(&mut self, dropped: &HashSet<u64>) {
        let is_dropped = |intention: &Intention| dropped.contains(&intention.id);
        if self.current.as_deref().is_some_and(is_dropped) {
            self.current = None;
        }
        self.drop_others_if(is_dropped);
    }

    pub(super) fn drop_others_if(&mut self, wanted: impl Fn(&Intention) -> bool) {
        // A fork goes with what has forked, and its branches with it; a fork within a fork has begun after that.
        let kept = self.current.as_ref().and_then(|current| current.fork);
        let mut gone = Vec::new();
        self.aside.open().forks.retain(|fork| {
            let parent = fork.parent();
            let goes = wanted(parent) || parent.fork.is_some_and(|around| gone.contains(&around));
            let goes = goes && Some(fork.id) != kept;
            if goes {
                gone.push(fork.id);
            }
            !goes
        });
        let wanted =
            |intention: &Intention| wanted(intention) || intention.fork.is_some_and(|fork| gone.contains(&fork));
        if self.listens_to_states {
            let dropped: Vec<Trigger> = self
                .intentions()
                .filter(|(intention, place)| *place != Place::Current && wanted(intention))
                .flat_map(|(intention, _)| intention.frames.iter().rev().map(|frame| frame.trigger.clone()))
                .collect();
            for goal in dropped.iter().filter(|goal| goal.is_new_goal()) {
                self.is_over(goal, Some("dropped"));
            }
            self.note_turns(Turn::Dropped, |intention, place| place != Place::Current && wanted(intention), no_reason);
        }
        self.running.retain(|intention| !wanted(intention));
        let keeps = |event: &Event| !event.intention.as_deref().is_some_and(&wanted);
        self.events.retain(keeps);
        let Rare { held, pending, woken, .. } = self.aside.open();
        held.retain(keeps);
        pending.retain(|pending| !wanted(&pending.intention));
        woken.retain(|pending| !wanted(&pending.intention));
    }

    /// Forgets events for the goal that have not been dealt with, with what waits for them.
    pub(crate) fn drop_events(&mut self, goal: &Term) {
        let keeps = |event: &Event| !(is_goal(&event.trigger) && unifies(goal, &event.trigger.literal));
        self.events.retain(keeps);
        self.aside.open().held.retain(keeps);
    }

    /// Forgets all events.
    pub(crate) fn drop_all_events(&mut self) {
        self.events.clear();
        self.aside.open().held.clear();
    }

    /// Forgets all events of goals, and all events that are suspended.
    pub(crate) fn drop_goals_to_come(&mut self) {
        self.events.retain(|event| !event.trigger.is_goal());
        self.aside.open().held.clear();
    }

    /// Forgets all intentions but the current one.
    pub(crate) fn drop_all_intentions(&mut self) {
        self.aside.open().planned.clear();
        self.drop_others_if(|_| true);
    }

    /// The current intention waits until it is resumed.
    pub(crate) fn suspension(&self, world: &dyn World) -> Wait {
        Wait { reason: Reason::Resumption, until: None, since: world.now(), elapsed: None }
    }

    /// The first goal of an intention that unifies with this one.
    pub(crate) fn first_intended(&self, goal: &Term) -> Option<Term> {
        let all = self.intentions().map(|(intention, _)| intention);
        all.into_iter().find_map(|intention| {
            let frame = self.stack(intention).find(|frame| is_for(frame, goal))?;
            Some(frame.trigger.literal.clone())
        })
    }

    /// The first goal that unifies with this one, among those of intentions and events that are to be suspended, or to be resumed.
    pub(crate) fn first_goal(&mut self, goal: &Term, suspended: bool) -> Option<Term> {
        let fits = |intention: &Intention| intention.suspended.is_some() == suspended;
        let of_stack = |intention: &Intention| {
            let frame = self.stack(intention).find(|frame| is_for(frame, goal))?;
            Some(frame.trigger.literal.clone())
        };
        let waiting = self.waiting().map(|pending| &pending.intention);
        let busy = self.running.iter().chain(self.current.as_ref());
        if let Some(found) = waiting.chain(busy).filter(|intention| fits(intention)).find_map(|it| of_stack(it)) {
            return Some(found);
        }
        let events = if suspended { &self.aside.held } else { &self.events };
        events.iter().find_map(|event| {
            let is_it = is_goal(&event.trigger) && unifies(goal, &event.trigger.literal);
            if is_it { Some(event.trigger.literal.clone()) } else { event.intention.as_deref().and_then(of_stack) }
        })
    }

    /// Suspends all intentions and events with the goal; returns whether the current one is among them. Of those that wait, it reports that
    /// the goal is suspended as it was asked for.
    pub(crate) fn suspend(&mut self, goal: &Term, asked: &Term, world: &dyn World) -> bool {
        let reason = Term::word("suspend_ia");
        let Found { waiting, waiting_ids, others } = self.with_goal(goal);
        let has_goal = |intention: &Intention| others.contains(&intention.id);
        let is_suspended = |intention: &Intention, place| match place {
            Place::Current => false,
            _ => has_goal(intention) || waiting_ids.contains(&intention.id),
        };
        self.note_turns(Turn::Suspended, is_suspended, || reason.clone());
        let mut count = 0;
        let Rare { pending, woken, .. } = self.aside.open();
        let mut suspend = |pending: &mut Pending| {
            pending.intention.suspended = Some(reason.clone());
            count += 1;
        };
        waiting.into_iter().for_each(|number| pending.change(number, &mut suspend));
        woken.iter_mut().filter(|woken| has_goal(&woken.intention)).for_each(suspend);
        let asked = Trigger::new(Change::Added, Subject::Achieve, asked.clone());
        (0..count).for_each(|_| self.enters(&asked, "suspended", Some(reason.clone())));
        for mut intention in self.running.take_those(|it| has_goal(it)) {
            self.top_enters(&intention, "suspended", Some(reason.clone()));
            intention.suspended = Some(reason.clone());
            let wait = Wait { reason: Reason::Ready, until: None, since: world.now(), elapsed: None };
            self.aside.open().pending.push(Pending { intention, wait });
        }
        let has = |event: &Event| is_of(event, goal, has_goal);
        for mut event in self.events.take_those(has) {
            self.enters(&event.trigger, "suspended", Some(reason.clone()));
            if let Some(intention) = &mut event.intention {
                intention.suspended = Some(reason.clone());
            }
            self.aside.open().held.push_back(event);
        }
        match &mut self.current {
            Some(current) if has_goal(current) => {
                current.suspended = Some(reason);
                true
            }
            _ => false,
        }
    }

    /// Goes on with all suspended intentions and events with the goal.
    pub(crate) fn resume_goal(&mut self, goal: &Term) {
        let Found { waiting, others, .. } = self.with_goal(goal);
        let has_goal = |intention: &Intention| others.contains(&intention.id);
        for number in waiting {
            let waiting = self.aside.pending.get(number).filter(|waiting| waiting.intention.suspended.is_some());
            let Some(top) = waiting.map(|waiting| waiting.intention.frames.last()) else { continue };
            let resumed = top.map(|frame| frame.trigger.clone());
            let id = waiting.map_or(0, |waiting| waiting.intention.id);
            self.note_turns(Turn::Resumed, |intention, _| intention.id == id, || Term::word("resume_ia"));
            if let Some(resumed) = resumed.filter(Trigger::is_new_goal) {
                self.enters(&resumed, "resumed", Some(Term::word("resume_ia")));
            }
            let Rare { pending, woken, .. } = self.aside.open();
            pending.change(number, |waiting| waiting.intention.suspended = None);
            match pending.get(number).map(|waiting| &waiting.wait.reason) {
                Some(Reason::Resumption | Reason::Noted) => woken.extend(pending.remove(number)),
                Some(Reason::Ready) => self.running.extend(pending.remove(number).map(|waiting| waiting.intention)),
                // It goes on waiting.
                _ => {
                    let goal = pending.get(number).and_then(|waiting| {
                        let top = waiting.intention.frames.last().map(|top| top.trigger.clone());
                        top.filter(Trigger::is_new_goal).map(|goal| (goal, waiting.state_reason()))
                    });
                    if let Some((goal, reason)) = goal {
                        self.enters(&goal, "waiting", Some(reason));
                    }
                }
            }
        }
        let resumed = self.aside.open().held.take_those(|event| is_of(event, goal, has_goal));
        for mut event in resumed {
            let why = Some(Term::word("resume_ia"));
            match &mut event.intention {
                Some(intention) => {
                    intention.suspended = None;
                    self.top_enters(intention, "resumed", why);
                }
                None => self.enters(&event.trigger, "resumed", why),
            }
            self.add_event(event);
        }
    }
}

/// The intentions that have a goal.
#[derive(Default)]
struct Found {
    /// Those that wait, by their places there, ...
    waiting: Vec<u64>,
    /// ... by their own numbers, unless these are among the others' ...
    waiting_ids: HashSet<u64>,
    /// ... and those elsewhere.
    others: HashSet<u64>,
}

fn ids<'a>(all: impl Iterator<Item = &'a Pending>) -> HashSet<u64> {
    all.map(|pending| pending.intention.id).collect()
}

/// Is it for the goal, or does an intention wait for it that has the goal?
fn is_of(event: &Event, goal: &Term, has_goal: impl Fn(&Intention) -> bool) -> bool {
    is_goal(&event.trigger) && unifies(goal, &event.trigger.literal) || event.intention.as_deref().is_some_and(has_goal)
}
