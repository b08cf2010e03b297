use std::sync::Arc;

use super::Message;
use crate::term::{Atom, Functor, Structure, Term};

/// A message whose literal has only a few arguments, all of them settled, and is no term: all of it in one piece, which
/// is moved as it is.
#[derive(Clone, Debug)]
pub struct Brief {
    performative: Atom,
    sender: Atom,
    predicate: Functor,
    count: u8,
    /// Its number among its sender's.
    pub(crate) id: u64,
    arguments: [Term; Self::MOST],
}

impl Brief {
    /// It has no more arguments than these.
    pub(crate) const MOST: usize = 3;

    /// `predicate` is that of the literal, of so many arguments, which are numbers until they are [written](Self::arguments_mut).
    #[inline]
    pub(crate) fn new(performative: Atom, sender: Atom, id: u64, predicate: Functor, count: usize) -> Self {
        let arguments = [const { Term::Number(0.0) }; Self::MOST];
        Self { performative, sender, predicate, count: count as u8, id, arguments }
    }

    /// What it wants.
    #[inline]
    pub(crate) fn performative(&self) -> Atom {
        self.performative
    }

    /// Whose it is.
    #[inline]
    pub(crate) fn sender(&self) -> Atom {
        self.sender
    }

    /// What its literal is: the predicate ...
    #[inline]
    pub(crate) fn predicate(&self) -> Functor {
        self.predicate
    }

    /// ... and the arguments.
    #[inline]
    pub(crate) fn arguments(&self) -> &[Term] {
        &self.arguments[..usize::from(self.count)]
    }

    /// The arguments, to be changed.
    #[inline]
    pub(crate) fn arguments_mut(&mut self) -> &mut [Term] {
        &mut self.arguments[..usize::from(self.count)]
    }
}

impl From<Brief> for Message {
    fn from(brief: Brief) -> Self {
        let Brief { performative, sender, predicate, count, id, arguments } = brief;
        let name = predicate.name();
        // Of no arguments, a literal that nothing else is said of is a constant.
        let content = if count == 0 && predicate == Functor::new(name, 0) {
            Term::Atom(name)
        } else {
            let arguments = arguments.into_iter().take(usize::from(count));
            Term::Structure(Arc::new(Structure::settled(predicate, arguments, None)))
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
            let mut brief = Brief::new(Atom::ACHIEVE, Atom::new("ann"), 7, predicate, count);
            brief.arguments_mut().iter_mut().zip(arguments).for_each(|(place, argument)| *place = argument);
            assert_eq!(brief.arguments().len(), count);
            let message = Message::from(brief);
            assert_eq!((message.sender, message.id, message.in_reply_to), (Atom::new("ann"), 7, None));
            message.content.to_string()
        };
        assert_eq!(content("go", 0), "go");
        assert_eq!(content("go", 2), "go(1,two)");
        assert_eq!(content("go", 3), "go(1,two,\"three\")");
    }
}
