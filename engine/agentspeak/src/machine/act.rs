//! Internal actions that have one result at most, and what is calculated slowly.

use super::solve::Solver;
use crate::code::{Action, Gathering, Operator};
use crate::term::Atom;
use crate::word::{Functor, View, Word};

impl Solver<'_> {
    /// Does the action with these operands succeed?
    pub(super) fn act(&mut self, action: Action, n: usize, at: usize) -> bool {
        let program = self.program;
        let operands = &program.pool[at..at + n];
        if matches!(action, Action::Print | Action::PrintLine) {
            return self.print(operands);
        }
        let words: Vec<Word> = operands.iter().map(|word| self.value(*word)).collect();
        let heap = &self.worker.heap;
        let view = words.first().map(|word| heap.view(*word));
        match (action, view) {
            (Action::Fail, _) => false,
            (Action::MyName, _) => {
                let name = Word::atom(self.name);
                self.heap().unify(words[0], name)
            }
            (Action::IsNumber, view) => matches!(view, Some(View::Number(_))),
            (Action::IsText, view) => view == Some(View::Text),
            (Action::IsAtom, view) => matches!(view, Some(View::Atom(name)) if !name.name().starts_with('~')),
            (Action::IsList, view) => matches!(view, Some(View::List | View::Nil)),
            (Action::IsStructure, view) => matches!(view, Some(View::Structure(_) | View::List | View::Nil)),
            (Action::IsGround, _) => heap.is_ground(words[0]),
            (Action::Length, Some(View::Text)) => {
                let length = heap.text_of(words[0]).encode_utf16().count();
                self.heap().unify(words[1], Word::number(length as f64))
            }
            (Action::Length, Some(View::List | View::Nil)) => {
                let length = heap.items(words[0]).0.len();
                self.heap().unify(words[1], Word::number(length as f64))
            }
            (Action::Reverse, Some(View::List | View::Nil)) => {
                let (mut items, _) = heap.items(words[0]);
                items.reverse();
                let list = self.heap().list_of(&items);
                self.heap().unify(words[1], list)
            }
            (Action::Reverse, Some(View::Text)) => {
                let reversed: String = heap.text_of(words[0]).chars().rev().collect();
                let text = self.heap().text(&reversed);
                self.heap().unify(words[1], text)
            }
            (Action::Sort, Some(View::List | View::Nil)) => {
                let (mut items, _) = heap.items(words[0]);
                items.sort_by(|one, other| heap.compare(*one, *other));
                let list = self.heap().list_of(&items);
                self.heap().unify(words[1], list)
            }
            (Action::Max | Action::Min, Some(View::List)) => {
                let (items, _) = heap.items(words[0]);
                let order = |one: &&Word, other: &&Word| heap.compare(**one, **other);
                // Of equals the first.
                let found = match action {
                    Action::Max => items.iter().rev().max_by(order),
                    _ => items.iter().min_by(order),
                };
                found.copied().is_some_and(|found| self.heap().unify(words[1], found))
            }
            (Action::Nth, Some(View::Number(place))) => {
                let (items, _) = heap.items(words[1]);
                let found = (place >= 0.0).then(|| items.get(place as usize).copied()).flatten();
                found.is_some_and(|found| self.heap().unify(words[2], found))
            }
            (Action::Range, _) => {
                let (Some(from), Some(to)) = (words[1].as_number(), words[2].as_number()) else { return false };
                let count = (to - from + 1.0).max(0.0) as usize;
                let items: Vec<Word> = (0..count).map(|it| Word::number(from + it as f64)).collect();
                let list = self.heap().list_of(&items);
                self.heap().unify(words[0], list)
            }
            (Action::Substring, Some(_)) => {
                let (mut part, mut whole) = (String::new(), String::new());
                heap.print(words[0], &mut part);
                heap.print(words[1], &mut whole);
                whole.contains(&part)
            }
            (Action::Concat, Some(View::List | View::Nil)) => {
                let Some((result, lists)) = words.split_last() else { return false };
                if lists.iter().any(|list| !matches!(heap.view(*list), View::List | View::Nil)) {
                    return false;
                }
                let items: Vec<Word> = lists.iter().flat_map(|list| heap.items(*list).0).collect();
                let list = self.heap().list_of(&items);
                self.heap().unify(*result, list)
            }
            (Action::Concat, Some(_)) => {
                let Some((result, parts)) = words.split_last() else { return false };
                let mut text = String::new();
                for part in parts {
                    match heap.view(*part) {
                        View::Text => text.push_str(heap.text_of(*part)),
                        // A quoted name without its quotes.
                        View::Atom(name) => text.push_str(name.name().trim_matches('\'')),
                        _ => heap.show(*part, &mut text),
                    }
                }
                let text = self.heap().text(&text);
                self.heap().unify(*result, text)
            }
            _ => false,
        }
    }

    /// Operands with the names of variables.
    fn print(&mut self, operands: &[Word]) -> bool {
        let mut text = String::new();
        for pair in operands.chunks(2) {
            let register = pair[0].as_register().map(|r| self.register(r as u16));
            let word = self.number(register.unwrap_or(pair[0]));
            match (self.worker.heap.view(word), pair.get(1).and_then(|name| name.as_atom())) {
                (View::Open(_), Some(name)) => {
                    text.push_str(name.name());
                    text.push_str("<no-value>");
                }
                _ => self.worker.heap.print(word, &mut text),
            }
        }
        self.world.print(self.name, &text);
        true
    }

    /// The elements of a list one after the other: those that the first operand may be.
    pub(super) fn member(&mut self, at: u32, list: Word) -> u32 {
        let crate::code::Op::Member { at: operands } = self.program.ops[at as usize] else { return at };
        let mark = self.worker.heap.mark();
        let asked = self.program.pool[operands as usize];
        let mut rest = self.worker.heap.deref(list);
        while self.worker.heap.is_list(rest) {
            let item = self.worker.heap.argument(rest, 0);
            rest = self.worker.heap.argument(rest, 1);
            rest = self.worker.heap.deref(rest);
            if self.worker.heap.is_list(rest) {
                self.choice(super::scratch::Retry::Items(at, rest), mark);
            }
            let own = self.value(asked);
            if self.worker.heap.unify(own, item) {
                return at + 1;
            }
            self.worker.heap.undo(mark, self.stack);
            if self.worker.heap.is_list(rest) {
                self.worker.choices.pop();
            }
        }
        self.fail()
    }

    /// The result of what has been collected.
    pub(super) fn gathered(&mut self, from: usize, how: Gathering) -> Word {
        let mut items = self.worker.kept.split_off(from);
        let heap = &mut self.worker.heap;
        match how {
            Gathering::Count => Word::number(items.len() as f64),
            Gathering::List => heap.list_of(&items),
            Gathering::Set => {
                items.sort_by(|one, other| heap.compare(*one, *other));
                items.dedup_by(|one, other| heap.same(*one, *other));
                heap.list_of(&items)
            }
        }
    }

    /// Arithmetic with what is no number: with a variable it waits, else it is not-a-number.
    #[cold]
    #[inline(never)]
    pub(super) fn calculated(&mut self, operator: Operator, a: Word, b: Word) -> Word {
        let (a, b) = (self.number(a), self.number(b));
        if let (Some(a), Some(b)) = (a.as_number(), b.as_number()) {
            return operator.of_numbers(a, b).map_or(Word::number(f64::NAN), Word::number);
        }
        let waits = |word| !self.worker.heap.is_ground(word);
        if !waits(a) && !waits(b) {
            return Word::number(f64::NAN);
        }
        let functor = Functor::new(Atom::new(operator.symbol()), 2);
        self.heap().structure(functor, [a, b])
    }

    /// What an operand of arithmetic comes to: an expression whose variables have values by now is calculated.
    fn number(&mut self, word: Word) -> Word {
        let word = if word.is_open() { self.worker.heap.cell(word) } else { self.worker.heap.deref(word) };
        if word.is_plain() {
            return word;
        }
        let View::Structure(functor) = self.worker.heap.view(word) else { return word };
        let Some(operator) = Operator::of(functor.name().name().trim()).filter(|_| functor.arity() == 2) else {
            return word;
        };
        let (a, b) = (self.worker.heap.argument(word, 0), self.worker.heap.argument(word, 1));
        self.calculated(operator, a, b)
    }
}
