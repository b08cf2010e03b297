use std::fmt;

use super::Message;
use crate::direct::plain_literal;
use crate::term::{Atom, Functor, Shared, Structure, Term, Word};

/// A message whose literal has only a few arguments, all of them settled, and is no term: all of it in one piece, which
/// is moved as it is, and holds nothing where the arguments are numbers and constants.
///
/// The words come first: they are read in pairs, as they have been written when the whole was moved.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Brief {
    words: [Word; Self::MOST],
    /// Its number among its sender's.
    pub(crate) id: u64,
    /// The arguments that are no words, in their places.
    terms: Option<Box<[Term; Self::MOST]>>,
    about: About,
    sender: Atom,
    count: Count,
}

/// What a message is about: what it wants with which predicate. One word, which is compared and copied as such.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct About(u64);

impl About {
    /// No message is about this: no number of a performative is so large.
    pub(crate) const NOTHING: Self = Self(u64::MAX);

    #[inline(always)]
    pub(crate) fn new(performative: Atom, predicate: Functor) -> Self {
        Self(u64::from(performative.number()) | (predicate.index() as u64) << 32)
    }

    #[inline(always)]
    pub(crate) fn performative(self) -> Atom {
        Atom::of_number(self.0 as u32)
    }

    #[inline(always)]
    pub(crate) fn predicate(self) -> Functor {
        Functor::of_index((self.0 >> 32) as u32)
    }
}

impl fmt::Debug for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.performative(), self.predicate())
    }
}

/// How many arguments: a message of another kind is told from a brief one by what is no such number.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(crate) enum Count {
    None,
    One,
    Two,
    Three,
}

impl Count {
    #[inline(always)]
    pub(crate) fn of(count: usize) -> Self {
        match count {
            0 => Self::None,
            1 => Self::One,
            2 => Self::Two,
            _ => Self::Three,
        }
    }
}

impl Brief {
    /// It has no more arguments than these.
    pub(crate) const MOST: usize = 3;

    /// A literal of so many arguments, which are numbers and constants.
    #[inline(always)]
    pub(crate) fn new(about: About, sender: Atom, id: u64, count: Count, words: [Word; Self::MOST]) -> Self {
        Self { id, words, terms: None, about, sender, count }
    }

    /// The same with any settled arguments.
    pub(crate) fn of_terms(about: About, sender: Atom, id: u64, count: Count, terms: [Term; Self::MOST]) -> Self {
        let words = [0, 1, 2].map(|place| Word::of(&terms[place]).unwrap_or(Word::place(place)));
        let mut brief = Self::new(about, sender, id, count, words);
        if words.iter().any(|word| word.is_place()) {
            brief.terms = Some(Box::new(terms));
        }
        brief
    }

    /// The same message as one that wants something achieved, if it is that, and numbers and constants are all it says: most often its
    /// receiver has nothing else to do, and deals with it at once.
    pub(crate) fn of(message: &Message) -> Option<Self> {
        let Message { performative, sender, id, in_reply_to: None, .. } = *message else { return None };
        let (predicate, arguments) = plain_literal(&message.content)?;
        if performative != Atom::ACHIEVE || arguments.len() > Self::MOST || !message.content.is_settled() {
            return None;
        }
        let mut words = [Word::ZERO; Self::MOST];
        for (word, argument) in words.iter_mut().zip(arguments) {
            *word = Word::of(argument)?;
        }
        Some(Self::new(About::new(performative, predicate), sender, id, Count::of(arguments.len()), words))
    }

    #[inline(always)]
    pub(crate) fn about(&self) -> About {
        self.about
    }

    /// What it wants.
    #[inline(always)]
    pub(crate) fn performative(&self) -> Atom {
        self.about.performative()
    }

    /// Whose it is.
    #[inline(always)]
    pub(crate) fn sender(&self) -> Atom {
        self.sender
    }

    /// What its literal is: the predicate ...
    #[inline(always)]
    pub(crate) fn predicate(&self) -> Functor {
        self.about.predicate()
    }

    /// ... and so many arguments, ...
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count as usize
    }

    /// ... as words, behind which there are others that say nothing, ...
    #[inline(always)]
    pub(crate) fn words(&self) -> &[Word; Self::MOST] {
        &self.words
    }

    /// Are they numbers and constants?
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.terms.is_none()
    }

    /// ... whose places are among these.
    #[inline(always)]
    pub(crate) fn terms(&self) -> &[Term] {
        match &self.terms {
            None => &[],
            Some(terms) => &**terms,
        }
    }

    /// The arguments as terms.
    pub(crate) fn arguments(&self) -> impl ExactSizeIterator<Item = Term> {
        self.words[..self.count()].iter().map(|word| {
            let lies = || word.as_place().and_then(|place| self.terms().get(place).cloned());
            word.term().or_else(lies).expect("a place is one of the terms")
        })
    }
}

impl From<Brief> for Message {
    fn from(brief: Brief) -> Self {
        let Brief { about, sender, id, .. } = brief;
        let (performative, predicate) = (about.performative(), about.predicate());
        let name = predicate.name();
        // Of no arguments, a literal that nothing else is said of is a constant.
        let content = if brief.count() == 0 && predicate == Functor::new(name, 0) {
            Term::Atom(name)
        } else {
            Term::Structure(Shared::new(Structure::settled(predicate, brief.arguments(), None)))
        };
        Self { performative, sender, content, id, in_reply_to: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_says_can_be_made_a_term() {
        let content = |name: &str, count: usize| {
            let arguments = [Term::Number(1.0), Term::atom("two"), Term::string("three")];
            let predicate = Functor::new(Atom::new(name), count);
            let about = About::new(Atom::ACHIEVE, predicate);
            let brief = Brief::of_terms(about, Atom::new("ann"), 7, Count::of(count), arguments);
            assert_eq!((brief.about().performative(), brief.about().predicate()), (Atom::ACHIEVE, predicate));
            assert_eq!((brief.count(), brief.arguments().len()), (count, count));
            let message = Message::from(brief);
            assert_eq!((message.sender, message.id, message.in_reply_to), (Atom::new("ann"), 7, None));
            message.content.to_string()
        };
        assert_eq!(content("go", 0), "go");
        assert_eq!(content("go", 2), "go(1,two)");
        assert_eq!(content("go", 3), "go(1,two,\"three\")");
    }

    #[test]
    fn messages_are_brief_where_they_say_little() {
        let message = |performative, content: Term, in_reply_to| {
            let sender = Atom::new("ann");
            Message { performative: Atom::new(performative), sender, content, id: 7, in_reply_to }
        };
        let go = |arguments: &[Term]| Term::structure("go", arguments.iter().cloned());
        let (number, constant) = (Term::Number(1.5), Term::atom("two"));
        for content in [Term::atom("go"), go(&[]), go(&[number.clone(), constant.clone(), Term::Number(0.0)])] {
            let message = message("achieve", content, None);
            let brief = Brief::of(&message).expect("brief");
            assert!(brief.terms().is_empty());
            let back = Message::from(brief);
            assert_eq!((back.performative, back.sender, back.id), (message.performative, message.sender, message.id));
            assert_eq!((back.content.to_string(), back.in_reply_to), (message.content.to_string(), None));
        }
        let long = go(&[number.clone(), number.clone(), number.clone(), number.clone()]);
        let open = go(&[Term::Var(crate::term::Var::unnamed(0))]);
        for content in [long, open, go(&[Term::string("text")]), Term::string("go"), number.clone()] {
            assert!(Brief::of(&message("achieve", content.clone(), None)).is_none(), "{content}");
        }
        assert!(Brief::of(&message("tell", go(&[]), None)).is_none());
        assert!(Brief::of(&message("achieve", go(&[]), Some(3))).is_none());
        let annotated = crate::term::StructureBuilder::new(Atom::new("go")).annotation(constant).build();
        assert!(Brief::of(&message("achieve", annotated, None)).is_none());
    }

    #[test]
    fn numbers_and_constants_take_no_room_of_their_own() {
        let about = About::new(Atom::ACHIEVE, Functor::new(Atom::new("go"), 2));
        let brief = |second| {
            let terms = [Term::Number(1.0), second, Term::Number(0.0)];
            Brief::of_terms(about, Atom::new("ann"), 7, Count::Two, terms)
        };
        assert!(brief(Term::atom("two")).terms().is_empty());
        assert_eq!(brief(Term::string("two")).terms().len(), 3);
    }
}
