//! Reactions: plans that do nothing but look at what is believed, change one belief at most, and send messages.
//!
//! They are what agents execute most. Nothing of such a plan is ever left over, so its variables need not last: each is a
//! [word](crate::term::Word), and nothing is made but what is believed and sent in the end. Until then nothing has been
//! done: where it turns out to be none for this, the plan is [executed](super::run) as any other.
//!
//! What matters is how few instructions a message takes, so reactions have a form of their own, made from that of other plans: [tests](look)
//! and [deeds](deeds) on a [sheet] of words: first the arguments of the goal, then its source, then the plan's variables, of which those that only
//! stand for an argument or the source are that.

mod calculation;
mod compile;
mod deeds;
mod look;
mod reflex;
mod rules;
mod sheet;
mod texts;

pub(super) use reflex::Repertoire;
pub(crate) use reflex::{Habit, Hand, Reflexes};
pub(super) use rules::Levels;

use deeds::{Change, Deeds, MOST, Send};
use look::{Look, Miss, Test};
use sheet::{Sheet, with_words};

use super::Bail;
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
    /// Where an agent is.
    type Place: Copy;

    /// Where the agent of this name is, if there is one.
    fn find(&mut self, to: Atom) -> Option<Self::Place>;

    /// The same where a word names the agent, which may be the one that sends; nobody, if it is no name.
    #[inline(always)]
    fn find_by_word(&mut self, to: Word, me: Atom) -> Option<Self::Place> {
        let to = to.as_atom()?;
        self.find(if to == Atom::SELF { me } else { to })
    }

    /// Sends a message there; says whether somebody is there.
    fn post(&mut self, to: Self::Place, message: Brief) -> bool;
}

impl Post for dyn World + '_ {
    type Place = Atom;

    fn find(&mut self, to: Atom) -> Option<Atom> {
        self.knows(to).then_some(to)
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
        with_words(|on| {
            let mut look = Look::new(&self.beliefs, Sheet::new(on));
            let source = if sender == self.name { Atom::SELF } else { sender };
            if look.hear(words, terms, source).is_err() {
                return false;
            }
            let deeds = 'chosen: {
                for reaction in library.reactions(predicate) {
                    if reaction.source.is_some_and(|name| name != source) {
                        continue;
                    }
                    match look.hold(&reaction.tests, None) {
                        Ok(()) => break 'chosen &reaction.deeds,
                        Err(Miss::Not) => {}
                        Err(Miss::Bail) => return false,
                    }
                }
                return false;
            };
            let Some(deeds) = deeds else { return false };
            if let Some(Change { predicate, old: Some(old), .. }) = &deeds.change
                && look.has_only(*predicate, old).is_err()
            {
                return false;
            }
            let mut sheet = look.into_sheet().kept();
            // What is done cannot be taken back: so is everybody there?
            let change = deeds.change.as_ref();
            let done = match &*deeds.sends {
                [only] => self.change_and_send_one(change, only, &mut sheet, post),
                sends => self.change_and_send(change, sends, &mut sheet, post),
            };
            if done == Ok(true) {
                count_executed();
            }
            done == Ok(true)
        })
    }

    #[inline(always)]
    fn change_and_send_one<P: Post + ?Sized>(
        &mut self,
        change: Option<&'static Change>,
        send: &'static Send,
        sheet: &mut Sheet<'_, Term>,
        post: &mut P,
    ) -> Result<bool, Bail> {
        let to = sheet.receiver(&send.to, self.name)?;
        let place = post.find(to).ok_or(Bail)?;
        let Some(change) = change else {
            let is_sent = sheet.post(send, place, self.name, self.messages + 1, post)?;
            self.messages += u64::from(is_sent);
            return Ok(is_sent);
        };
        let own = self.own_annotations.as_ref().ok_or(Bail)?;
        let fact = self.beliefs.own_only(change.predicate, own).ok_or(Bail)?;
        self.messages += 1;
        // Whoever has left since is told nothing, as if that had happened a moment later.
        let sent = sheet.post(send, place, self.name, self.messages, post);
        debug_assert!(sent.is_ok(), "its arguments are known");
        sheet.change(change, fact, &mut self.spare);
        Ok(true)
    }

    #[inline(always)]
    fn change_and_send<P: Post + ?Sized>(
        &mut self,
        change: Option<&'static Change>,
        sends: &'static [Send],
        sheet: &mut Sheet<'_, Term>,
        post: &mut P,
    ) -> Result<bool, Bail> {
        let mut places = [None; MOST];
        for (send, place) in sends.iter().zip(&mut places) {
            let to = sheet.receiver(&send.to, self.name)?;
            *place = Some(post.find(to).ok_or(Bail)?);
        }
        let fact = match (change, &self.own_annotations) {
            (None, _) => None,
            (Some(_), None) => return Err(Bail),
            (Some(change), Some(own)) => {
                let fact = self.beliefs.own_only(change.predicate, own).ok_or(Bail)?;
                Some((change, fact))
            }
        };
        for (send, place) in sends.iter().zip(&places) {
            let Some(place) = *place else { break };
            self.messages += 1;
            // Whoever has left since is told nothing, as if that had happened a moment later.
            let sent = sheet.post(send, place, self.name, self.messages, post);
            debug_assert!(sent.is_ok(), "its arguments are known");
        }
        if let Some((change, fact)) = fact {
            sheet.change(change, fact, &mut self.spare);
        }
        Ok(true)
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
