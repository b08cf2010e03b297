//! Observers of an agent as it works. Without one, they cost a look at whether there is one.

use super::{Event, Failure, Frame, Intention, Message, Mind, Plan, Trigger, Wait, World};
use crate::term::{Atom, Term};

/// An observer is notified of what goes on in an agent, and may pause it.
pub trait Observer: Send {
    /// Something has happened in this agent, in this cycle.
    fn notice(&mut self, at: At, moment: &Moment<'_>);

    /// Asked before a cycle, and when the agent is to [attend](crate::agent::Agent::attend): may it go on?
    fn admits(&mut self, mind: &Mind) -> bool {
        let _ = mind;
        true
    }

    /// A cycle begins that was admitted.
    fn begins(&mut self) {}

    /// Asked in a cycle, between the plan that was chosen and the step that follows: is that step to be left to the next cycle?
    fn breaks_off(&mut self) -> bool {
        false
    }
}

/// Where something happens.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// In which agent ...
    pub agent: Atom,
    /// ... and in which of its cycles, the first of which is 1; 0 is before that.
    pub cycle: u64,
}

/// What an observer is notified of.
#[non_exhaustive]
pub enum Moment<'a> {
    /// An event is dealt with: what has happened, and the intention that waits for it.
    Event(&'a Trigger, Option<u64>),
    /// A plan for such events is not for this one.
    Refused(&'a Plan, Refusal),
    /// No plan is for the event; whether there were plans for such events.
    Unhandled(&'a Trigger, bool),
    /// A plan was chosen, for an intention of this number.
    Chosen(&'a Frame, u64),
    /// An intention goes on with its next step.
    Step(&'a Intention),
    /// An intention waits.
    Waits(&'a Intention, &'a Wait),
    /// An intention need not wait any longer.
    Resumed(u64),
    /// An intention has done everything.
    Ended(u64),
    /// A goal has failed, in an intention of this number.
    Failed(Option<u64>, &'a Trigger, &'a Failure),
    /// Something is believed that was not, or not with these annotations.
    Believed(&'a Term),
    /// Something is believed no longer.
    Forgotten(&'a Term),
    /// A message is read.
    Read(&'a Message),
    /// A message is sent.
    Sent(Atom, &'a Message),
}

/// Why a plan was not chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The event is not that of its trigger.
    Trigger,
    /// Its context does not hold.
    Context,
}

/// An observer, and what it has decided.
pub(super) struct Observed {
    observer: Box<dyn Observer>,
    /// It does not let the agent go on.
    paused: bool,
    /// The last cycle was broken off before its step.
    broken_off: bool,
}

/// Two who look on.
struct Both(Box<dyn Observer>, Box<dyn Observer>);

impl Observer for Both {
    fn notice(&mut self, at: At, moment: &Moment<'_>) {
        self.0.notice(at, moment);
        self.1.notice(at, moment);
    }

    fn admits(&mut self, mind: &Mind) -> bool {
        let first = self.0.admits(mind);
        self.1.admits(mind) && first
    }

    fn begins(&mut self) {
        self.0.begins();
        self.1.begins();
    }

    fn breaks_off(&mut self) -> bool {
        let first = self.0.breaks_off();
        self.1.breaks_off() || first
    }
}

impl Mind {
    /// Adds an observer.
    pub fn observe(&mut self, observer: Box<dyn Observer>) {
        let observer: Box<dyn Observer> = match self.observed.take() {
            None => observer,
            Some(observed) => Box::new(Both(observed.observer, observer)),
        };
        self.observed = Some(Box::new(Observed { observer, paused: false, broken_off: false }));
    }

    /// Lets those who look on do so now, be the agent idle or paused: to be called between cycles, when they want something.
    pub fn attend(&mut self) {
        if let Some(mut observed) = self.observed.take() {
            observed.paused = !observed.observer.admits(self);
            self.observed = Some(observed);
        }
    }

    /// Is the agent not to go on, whatever there is to do?
    #[inline]
    pub fn is_paused(&self) -> bool {
        self.observed.as_ref().is_some_and(|observed| observed.paused)
    }

    /// How many cycles it has been through.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Does anybody look on? To be asked before anything is prepared for it.
    #[inline]
    pub(crate) fn is_observed(&self) -> bool {
        self.observed.is_some()
    }

    /// Notifies the observers.
    #[cold]
    pub(crate) fn notice(&mut self, moment: &Moment<'_>) {
        let at = At { agent: self.name, cycle: self.cycles };
        if let Some(observed) = &mut self.observed {
            observed.observer.notice(at, moment);
        }
    }

    /// An observed cycle: it may not begin, or be broken off before its step, which is all of the next one then.
    #[cold]
    pub(super) fn observed_cycle(&mut self, world: &mut dyn World) {
        self.attend();
        if self.is_paused() {
            return;
        }
        let rest = self.observed.as_mut().is_some_and(|observed| {
            observed.observer.begins();
            std::mem::take(&mut observed.broken_off)
        });
        if !rest {
            self.cycles += 1;
            self.sense(world);
            self.deliberate(world);
            if let Some(observed) = &mut self.observed
                && observed.observer.breaks_off()
            {
                observed.broken_off = true;
                observed.paused = true;
                return;
            }
        }
        self.act(world);
    }

    /// Events that have not been dealt with, those before that are suspended last.
    pub(crate) fn waiting_events(&self) -> impl Iterator<Item = (&Event, bool)> {
        let open = self.events.iter().map(|event| (event, false));
        open.chain(self.aside.held.iter().map(|event| (event, true)))
    }

    /// Intentions that wait for something else than an event of their own, and for what.
    pub(crate) fn waiting_intentions(&self) -> impl Iterator<Item = (&Intention, &Wait)> {
        self.waiting().map(|pending| (&*pending.intention, &pending.wait))
    }

    /// Intentions that wait for their branches.
    pub(crate) fn forked(&self) -> impl Iterator<Item = &Intention> {
        self.aside.forks.iter().map(super::aside::Fork::parent)
    }

    /// Messages that have not been read.
    pub(crate) fn unread(&self) -> impl Iterator<Item = &Message> {
        self.mailbox.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extensions::Extensions;

    /// Admits so many cycles.
    struct Turnstile(usize);

    impl Observer for Turnstile {
        fn notice(&mut self, _: At, _: &Moment<'_>) {}

        fn admits(&mut self, _: &Mind) -> bool {
            self.0 > 0
        }

        fn begins(&mut self) {
            self.0 -= 1;
        }
    }

    #[test]
    fn a_mind_that_is_not_admitted_looks_idle() {
        let mut mind = Extensions::default().new_agent(Atom::new("a"));
        mind.pursue(Term::atom("g"));
        assert!(!mind.is_idle() && !mind.is_paused());
        mind.observe(Box::new(Turnstile(0)));
        assert!(!mind.is_idle(), "no observer has been asked yet");
        mind.attend();
        assert!(mind.is_paused() && mind.is_idle() && mind.next_due().is_none());
    }

    #[test]
    fn all_observers_are_asked_and_one_is_enough_to_hold_up() {
        for turnstiles in [[0, 1], [1, 0], [1, 1]] {
            let mut mind = Extensions::default().new_agent(Atom::new("a"));
            for admitted in turnstiles {
                mind.observe(Box::new(Turnstile(admitted)));
            }
            mind.attend();
            assert_eq!(mind.is_paused(), turnstiles.contains(&0));
            mind.attend();
            assert_eq!(mind.is_paused(), turnstiles.contains(&0), "attending is no cycle");
        }
    }
}
