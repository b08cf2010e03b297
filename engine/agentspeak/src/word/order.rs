//! Jason's order of values: numbers, texts, lists, atoms and structures, variables.

use std::cmp::Ordering;

use super::heap::{Heap, View};
use super::show::is_expression;
use super::value::Word;
use crate::term::compare_texts;

impl Heap {
    /// Which of two comes first.
    pub fn compare(&self, one: Word, other: Word) -> Ordering {
        let (one, other) = (self.deref(one), self.deref(other));
        match (self.view(one), self.view(other)) {
            (View::Number(x), View::Number(y)) => x.partial_cmp(&y).unwrap_or(Ordering::Equal),
            (View::Text, View::Text) => self.compare_texts(one, other),
            (View::List, View::List) => self.compare_lists(one, other),
            (view, other_view) => rank(view).cmp(&rank(other_view)).then_with(|| self.compare_parts(one, other)),
        }
    }

    /// Element by element. Where one of two ends that begin alike, what both end with decides, and then which is longer.
    fn compare_lists(&self, mut one: Word, mut other: Word) -> Ordering {
        while self.is_list(one) && self.is_list(other) {
            let firsts = self.compare(self.argument(one, 0), self.argument(other, 0));
            if firsts.is_ne() {
                return firsts;
            }
            (one, other) = (self.deref(self.argument(one, 1)), self.deref(self.argument(other, 1)));
        }
        let (end, other_end) = (self.items(one).1, self.items(other).1);
        match (end == Word::NIL, other_end == Word::NIL) {
            (true, true) => self.is_list(one).cmp(&self.is_list(other)),
            (false, false) => self.compare(end, other_end),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }

    /// Texts are compared as they are printed: with the quotation mark at the end.
    fn compare_texts(&self, one: Word, other: Word) -> Ordering {
        let quoted = |word| format!("{}\"", self.text_of(word));
        compare_texts(&quoted(one), &quoted(other))
    }

    /// Atoms and structures: by name, arguments, number of arguments. `~p` comes behind `p`.
    fn compare_parts(&self, one: Word, other: Word) -> Ordering {
        let name = |word| match self.view(word) {
            View::Atom(atom) | View::Open(atom) => atom.name(),
            View::Structure(functor) => functor.name().name(),
            _ => "",
        };
        let bare = |word| {
            let name: &str = name(word);
            name.strip_prefix('~').map_or((name, false), |name| (name, true))
        };
        let ((one_name, one_negated), (other_name, other_negated)) = (bare(one), bare(other));
        let count = |word| if let View::Structure(functor) = self.view(word) { functor.arity() } else { 0 };
        let (one_count, other_count) = (count(one), count(other));
        compare_texts(one_name, other_name)
            .then(one_negated.cmp(&other_negated))
            .then_with(|| {
                let pairs =
                    (0..one_count.min(other_count)).map(|it| (self.argument(one, it), self.argument(other, it)));
                let mut unlike = pairs.map(|(one, other)| self.compare(one, other)).filter(|it| it.is_ne());
                unlike.next().unwrap_or(Ordering::Equal)
            })
            .then(one_count.cmp(&other_count))
    }
}

fn rank(view: View) -> u8 {
    match view {
        View::Number(_) => 0,
        // An expression that waits for its variables.
        View::Structure(functor) if is_expression(functor) => 1,
        View::Text => 2,
        View::Nil => 3,
        View::List => 4,
        View::Atom(_) | View::Structure(_) => 5,
        View::Open(_) => 6,
    }
}
