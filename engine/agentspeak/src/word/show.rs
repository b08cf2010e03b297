//! Values as Jason prints them.

use std::fmt::Write;

use super::functor::Functor;
use super::heap::{Heap, View};
use super::value::Word;
use crate::term::show_number;

/// Functors that stand between their arguments, as they are printed.
const OPERATORS: [&str; 7] = ["+", "-", "*", "/", " div ", " mod ", "**"];

/// Is it arithmetic that waits for values?
pub(super) fn is_expression(functor: Functor) -> bool {
    functor.arity() == 2 && OPERATORS.contains(&functor.name().name())
}

impl Heap {
    /// Appends a value as it is printed inside of others: texts in quotation marks.
    pub fn show(&self, word: Word, text: &mut String) {
        // A text takes everything.
        let word = self.deref(word);
        match self.view(word) {
            View::Number(number) => drop(show_number(number, text)),
            View::Atom(atom) | View::Open(atom) => text.push_str(atom.name()),
            View::Nil => text.push_str("[]"),
            View::Text => drop(write!(text, "\"{}\"", self.text_of(word))),
            View::List => self.show_list(word, text),
            View::Structure(functor) => {
                let name = functor.name().name();
                if is_expression(functor) {
                    text.push('(');
                    self.show(self.argument(word, 0), text);
                    text.push_str(name);
                    self.show(self.argument(word, 1), text);
                } else {
                    text.push_str(name);
                    text.push('(');
                    for number in 0..functor.arity() {
                        if number > 0 {
                            text.push(',');
                        }
                        self.show(self.argument(word, number), text);
                    }
                }
                text.push(')');
            }
        }
    }

    fn show_list(&self, word: Word, text: &mut String) {
        let (items, rest) = self.items(word);
        text.push('[');
        for (number, item) in items.iter().enumerate() {
            if number > 0 {
                text.push(',');
            }
            self.show(*item, text);
        }
        if rest != Word::NIL {
            text.push('|');
            self.show(rest, text);
        }
        text.push(']');
    }

    /// A value as it is printed on its own: a text without quotation marks, a variable with a remark.
    pub fn print(&self, word: Word, text: &mut String) {
        match self.view(word) {
            View::Text => text.push_str(self.text_of(self.deref(word))),
            View::Open(name) => {
                text.push_str(name.name());
                text.push_str("<no-value>");
            }
            _ => self.show(word, text),
        }
    }

    /// A value as a text of its own.
    pub fn shown(&self, word: Word) -> String {
        let mut text = String::new();
        self.show(word, &mut text);
        text
    }
}
