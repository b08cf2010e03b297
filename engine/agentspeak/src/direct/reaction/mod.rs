//! Reactions: plans that do nothing but look at what is believed, change one belief at most, and send messages.
//!
//! They are what agents execute most. Nothing of such a plan is ever left over, so its variables need not last: each is a
//! [word](crate::term::Word), and nothing is made but what is believed and sent in the end. Until then nothing has been
//! done: where it turns out to be none for this, the plan is [executed](super::run) as any other.
//!
//! What matters is how few instructions a message takes, so reactions have a form of their own, made from that of other plans: [tests](look)
//! and [deeds](deeds). Their words: first the arguments of the goal, then its source, then the plan's variables, of which those that only
//! stand for an argument or the source are that.

mod compile;
mod deeds;
mod look;

use deeds::Deeds;
use look::{Look, Miss, Test};

use super::library::Library;
use super::run::count_executed;
use crate::mind::{Brief, Mind, World};
use crate::term::{Atom, Functor, Term, Word};

/// A plan for a goal that can be tried as a reaction.
#[derive(Debug)]
pub(super) struct Reaction {
    /// Only of a goal of this source.
    source: Option<Atom>,
    /// Is it applicable?
    tests: Box<[Test]>,
    /// Nothing: if it is applicable, it is no reaction.
    deeds: Option<Deeds>,
}

/// Goals have no more arguments than these.
const ARGUMENTS: usize = 6;

/// Where messages are posted.
pub(crate) trait Post {
    /// Is there an agent of this name?
    fn knows(&self, name: Atom) -> bool;

    /// Sends a message to the agent of this name; says whether there is one.
    fn post(&mut self, to: Atom, message: Brief) -> bool;
}

impl Post for dyn World + '_ {
    fn knows(&self, name: Atom) -> bool {
        World::knows(self, name)
    }

    fn post(&mut self, to: Atom, message: Brief) -> bool {
        self.send_brief(to, message)
    }
}

impl Mind {
    /// Deals with a goal of somebody's, if the first applicable plan for it is a reaction. Says whether it was; nothing has been done if not.
    /// `words` are the goal's arguments; the places of those that are none are among the terms.
    #[inline(always)]
    pub(super) fn react<P: Post + ?Sized>(
        &mut self,
        library: &'static Library,
        predicate: Functor,
        sender: Atom,
        words: &[Word],
        terms: &[Term],
        post: &mut P,
    ) -> bool {
        let mut look = Look::new(&self.beliefs);
        let source = if sender == self.name { Atom::SELF } else { sender };
        if look.hear(words, terms, source).is_err() {
            return false;
        }
        let deeds = 'chosen: {
            for reaction in library.reactions(predicate) {
                if reaction.source.is_some_and(|name| name != source) {
                    continue;
                }
                match look.hold(&reaction.tests) {
                    Ok(()) => break 'chosen &reaction.deeds,
                    Err(Miss::Not) => {}
                    Err(Miss::Bail) => return false,
                }
            }
            return false;
        };
        let Some(deeds) = deeds else { return false };
        // What is done cannot be taken back: so is everybody there? Whoever is told alone is told first.
        if let (None, [only]) = (&deeds.change, &*deeds.sends) {
            let Ok(to) = look.receiver(&only.to, self.name) else { return false };
            let is_sent = look.post(only, to, self.name, self.messages + 1, post) == Ok(true);
            if is_sent {
                self.messages += 1;
                count_executed();
            }
            return is_sent;
        }
        let knows_all =
            deeds.sends.iter().all(|send| look.receiver(&send.to, self.name).is_ok_and(|to| post.knows(to)));
        if !knows_all {
            return false;
        }
        let changed = match &deeds.change {
            None => None,
            Some(change) => match (&self.own_annotations, look.change(change)) {
                (Some(own), Ok(changed)) if self.beliefs.can_alter(change.predicate, own) => {
                    Some((change, own, changed))
                }
                _ => return false,
            },
        };
        for send in &deeds.sends {
            self.messages += 1;
            // Whoever has left since is told nothing, as if that had happened a moment later.
            let to = look.receiver(&send.to, self.name);
            let sent = to.and_then(|to| look.post(send, to, self.name, self.messages, post));
            debug_assert!(sent.is_ok(), "its receiver has been looked at, and its arguments are known");
        }
        drop(look);
        if let Some((change, own, mut changed)) = changed {
            self.beliefs.alter_only(change.predicate, own, |place, argument| changed.put(place, argument));
        }
        count_executed();
        true
    }
}

/// The words of a goal's arguments; those that are none lie in the places of the arguments.
pub(super) fn words_of(arguments: &[Term]) -> Option<[Word; ARGUMENTS]> {
    let mut words = [Word::ZERO; ARGUMENTS];
    if arguments.len() > ARGUMENTS {
        return None;
    }
    for (place, (word, argument)) in words.iter_mut().zip(arguments).enumerate() {
        *word = Word::of(argument).unwrap_or(Word::place(place));
    }
    Some(words)
}
