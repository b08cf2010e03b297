//! What happened, and whether it keeps the promise: in one pass over the events.

use std::collections::HashMap;

use crate::types::Outcome;

/// Number of a message: in the order of sending.
pub(super) type Id = u32;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Event {
    /// A life of the sending node sends to an actor.
    Sent {
        id: Id,
        life: u32,
        actor: u8,
        acked: bool,
    },
    Handled {
        id: Id,
        panicked: bool,
    },
    Settled {
        id: Id,
        outcome: Outcome,
    },
    /// A link is given up, for any reason.
    GivenUp,
    /// The sending node dies: it gets no more outcomes.
    Died {
        life: u32,
    },
}

#[derive(Debug, Default)]
struct Fate {
    life: u32,
    actor: u8,
    acked: bool,
    handled: Option<bool>,
    settled: Option<Outcome>,
}

/// Each way to break the promise is an error.
pub(super) fn check(events: &[Event]) -> Result<(), String> {
    let mut fates: Vec<Fate> = Vec::new();
    let mut latest: HashMap<(u32, u8), Id> = HashMap::new();
    let mut dead = Vec::new();
    let mut given_up = false;
    for event in events {
        match *event {
            Event::Sent { id, life, actor, acked } => {
                if id as usize != fates.len() {
                    return Err(format!("message {id} is not the next"));
                }
                fates.push(Fate { life, actor, acked, ..Fate::default() });
            }
            Event::Handled { id, panicked } => {
                let fate = fates.get_mut(id as usize).ok_or(format!("message {id} was never sent"))?;
                if fate.handled.replace(panicked).is_some() {
                    return Err(format!("message {id} is handled twice"));
                }
                if let Some(earlier) = latest.insert((fate.life, fate.actor), id)
                    && earlier > id
                {
                    return Err(format!("message {id} is handled after {earlier}, which was sent later"));
                }
            }
            Event::Settled { id, outcome } => {
                let fate = fates.get_mut(id as usize).ok_or(format!("message {id} was never sent"))?;
                if !fate.acked || fate.settled.replace(outcome).is_some() {
                    return Err(format!("message {id} has an outcome that is one too many"));
                }
                let truth = match outcome {
                    Outcome::Handled => fate.handled == Some(false),
                    Outcome::Panicked => fate.handled == Some(true),
                    Outcome::Refused(_) => fate.handled.is_none(),
                    Outcome::Unknown => given_up,
                };
                if !truth {
                    return Err(format!("message {id} is reported as {outcome:?}, and is {fate:?}"));
                }
            }
            Event::GivenUp => given_up = true,
            Event::Died { life } => {
                given_up = true;
                dead.push(life);
            }
        }
    }
    for (id, fate) in fates.iter().enumerate() {
        if fate.acked && fate.settled.is_none() && !dead.contains(&fate.life) {
            return Err(format!("message {id} has no outcome"));
        }
        if matches!(fate.settled, Some(Outcome::Refused(_))) && fate.handled.is_some() {
            return Err(format!("message {id} was refused, and is handled later"));
        }
        if !given_up && fate.handled.is_none() && !matches!(fate.settled, Some(Outcome::Refused(_))) {
            return Err(format!("message {id} is lost though no link was given up"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Refusal;

    fn sent(id: Id) -> Event {
        Event::Sent { id, life: 0, actor: 0, acked: true }
    }

    fn handled(id: Id) -> Event {
        Event::Handled { id, panicked: false }
    }

    fn settled(id: Id, outcome: Outcome) -> Event {
        Event::Settled { id, outcome }
    }

    #[test]
    fn what_keeps_the_promise_passes() {
        use Outcome::{Handled, Refused, Unknown};
        let both = [sent(0), sent(1), handled(0), settled(0, Handled), handled(1), settled(1, Handled)];
        assert_eq!(check(&both), Ok(()));
        let refused = [sent(0), sent(1), handled(1), settled(1, Handled), settled(0, Refused(Refusal::NoActor))];
        assert_eq!(check(&refused), Ok(()));
        assert_eq!(
            check(&[sent(0), sent(1), Event::GivenUp, settled(0, Unknown), settled(1, Unknown), handled(1)]),
            Ok(())
        );
        assert_eq!(check(&[sent(0), Event::Died { life: 0 }]), Ok(()));
        let other = Event::Sent { id: 1, life: 0, actor: 1, acked: false };
        assert_eq!(check(&[sent(0), other, handled(1), handled(0), settled(0, Handled)]), Ok(()));
    }

    #[test]
    fn each_way_to_break_it_is_found() {
        use Outcome::{Handled, Panicked, Refused, Unknown};
        let unacked = Event::Sent { id: 0, life: 0, actor: 0, acked: false };
        let broken: [(&[Event], &str); 11] = [
            (&[sent(0), handled(0), handled(0)], "handled twice"),
            (&[sent(0), sent(1), handled(1), handled(0)], "sent later"),
            (&[handled(0)], "never sent"),
            (&[sent(0), settled(0, Handled)], "is reported as"),
            (&[sent(0), handled(0), settled(0, Panicked)], "is reported as"),
            (&[sent(0), settled(0, Unknown)], "is reported as"),
            (&[sent(0), settled(0, Refused(Refusal::NotSent)), handled(0)], "handled later"),
            (&[sent(0), handled(0)], "no outcome"),
            (&[unacked], "is lost"),
            (&[unacked, handled(0), settled(0, Handled)], "one too many"),
            (&[sent(0), handled(0), settled(0, Handled), settled(0, Handled)], "one too many"),
        ];
        for (events, what) in broken {
            let found = check(events).expect_err(what);
            assert!(found.contains(what), "{found}, not {what}");
        }
    }
}
