//! The timers of an actor's life: what its context has set since it began, or was restarted. They end with it.
//!
//! At each worker at which the actor has set any they are a list, which a timer leaves when it is over. So nothing is left here of those.

use std::collections::HashMap;

use crate::types::timer_key::TimerKey;
use crate::worker::timers::limit::TimerPlace;
use crate::worker::timers::table::{Action, TimerId, Timers};

#[derive(Default)]
pub(crate) struct LifeTimers {
    /// By worker.
    heads: Vec<TimerPlace>,
    keyed: HashMap<TimerKey, TimerPlace>,
}

impl LifeTimers {
    /// The head of the list at a worker; `None`: the worker has ended.
    pub(crate) fn head(&mut self, worker: u16, timers: &Timers) -> Option<TimerId> {
        match self.heads.iter().find(|(at, _)| *at == worker) {
            Some((_, head)) => Some(*head),
            None => {
                let head = timers.head()?;
                self.heads.push((worker, head));
                Some(head)
            }
        }
    }

    /// A timer has been set under a key. The one that was set under it before is to be called off.
    #[must_use]
    pub(crate) fn set_under<'a>(
        &mut self,
        key: TimerKey,
        timer: TimerPlace,
        timers: impl Fn(u16) -> &'a Timers,
    ) -> Option<TimerPlace> {
        if self.keyed.len() == self.keyed.capacity() {
            self.keyed.retain(|_, (worker, id)| timers(*worker).holds(*id));
        }
        self.keyed.insert(key, timer)
    }

    /// The timer that was set under a key last.
    pub(crate) fn take(&mut self, key: &TimerKey) -> Option<TimerPlace> {
        self.keyed.remove(key)
    }

    /// The life is over: calls all off, and gives what they would have done, to be dropped.
    #[must_use]
    pub(crate) fn end<'a>(self, timers: impl Fn(u16) -> &'a Timers) -> Vec<Action> {
        let mut actions = Vec::new();
        for (worker, head) in self.heads {
            timers(worker).end(head, &mut actions);
        }
        actions
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn timers_that_are_over_leave_the_list() {
        let timers = Timers::new();
        let mut life = LifeTimers::default();
        let head = life.head(0, &timers).expect("it is open");
        assert_eq!(life.head(0, &timers), Some(head), "one at a worker");
        let set = || timers.set_for(head, Instant::now(), Action::once(|| {})).ok().expect("it is open").id;
        let kept = [set(), set(), set()];
        for number in 0..10_000 {
            drop(timers.cancel(set()));
            let before = life.set_under(TimerKey::from(number % 100), (0, set()), |_| &timers);
            assert_eq!(before.is_some(), number >= 100);
            drop(before.map(|(_, id)| timers.cancel(id)));
        }
        assert!(timers.call_off(kept[1]).0, "from the middle of the list");
        let other = timers.set(Instant::now(), Action::once(|| {})).ok().expect("it is open").id;
        assert_eq!(life.end(|_| &timers).len(), 102);
        assert!(timers.holds(other) && !timers.holds(head) && !kept.iter().any(|id| timers.holds(*id)));
        assert_eq!(timers.close().len(), 1);
    }
}
