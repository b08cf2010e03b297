//! Unification, and equality without it. There is no occurs check, as in Jason. Depth is bounded by memory only.

use super::heap::{Heap, View};
use super::value::{Word, tag};

impl Heap {
    /// Makes two values the same by giving variables' cells values; neither is a register. What has been bound stays on the trail, also if it
    /// fails.
    #[inline]
    pub fn unify(&mut self, one: Word, other: Word) -> bool {
        let (one, other) = (self.deref(one), self.deref(other));
        if one == other {
            return !is_nan(one);
        }
        if one.is_plain() && other.is_plain() {
            return one.as_number() == other.as_number() && one.is_number();
        }
        self.unify_terms(one, other)
    }

    fn unify_terms(&mut self, one: Word, other: Word) -> bool {
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            let (one, other) = (self.deref(one), self.deref(other));
            if one == other && !is_nan(one) {
                continue;
            }
            if one.tag() == tag::CELL {
                self.bind(one, other);
                continue;
            }
            if other.tag() == tag::CELL {
                self.bind(other, one);
                continue;
            }
            if !self.alike(one, other, &mut open) {
                return false;
            }
        }
        true
    }

    /// Are two values the same as they are?
    pub fn same(&self, one: Word, other: Word) -> bool {
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            let (one, other) = (self.deref(one), self.deref(other));
            if one == other && !is_nan(one) {
                continue;
            }
            if !self.alike(one, other, &mut open) {
                return false;
            }
        }
        true
    }

    /// Are two values the same but for their arguments, which are added to those to be compared?
    #[inline]
    fn alike(&self, one: Word, other: Word, open: &mut Vec<(Word, Word)>) -> bool {
        match (self.view(one), self.view(other)) {
            (View::Number(x), View::Number(y)) => x == y,
            (View::Text, View::Text) => self.text_of(one) == self.text_of(other),
            (View::List, View::List) => {
                // The rest is looked at last, so that long lists take no room.
                open.push((self.argument(one, 1), self.argument(other, 1)));
                open.push((self.argument(one, 0), self.argument(other, 0)));
                true
            }
            (View::Structure(functor), View::Structure(same)) if functor == same => {
                let count = self.arity(one);
                open.extend((0..count).rev().map(|it| (self.argument(one, it), self.argument(other, it))));
                true
            }
            _ => false,
        }
    }

    /// Is no variable without a value in it?
    pub fn is_ground(&self, word: Word) -> bool {
        let mut open = vec![word];
        while let Some(word) = open.pop() {
            let word = self.deref(word);
            match self.view(word) {
                View::Open(_) => return false,
                _ if word.is_ground() => {}
                View::List => open.extend([self.argument(word, 1), self.argument(word, 0)]),
                View::Structure(_) => open.extend((0..self.arity(word)).map(|it| self.argument(word, it))),
                _ => {}
            }
        }
        true
    }
}

/// Not-a-number is the same as nothing.
fn is_nan(word: Word) -> bool {
    word.as_number().is_some_and(f64::is_nan)
}
