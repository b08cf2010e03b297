//! Copies: of what a goal is called with, and of all that is alive when a heap is collected.

use super::heap::{Heap, View, reference};
use super::value::{Word, tag};

/// Which new variable stands for which old one.
pub type Renamed = Vec<(u32, Word)>;

impl Heap {
    /// The value with new variables for those that have no value. What is ground is shared.
    pub fn renamed(&mut self, word: Word, renamed: &mut Renamed) -> Word {
        let word = self.deref(word);
        if word.is_ground() {
            return word;
        }
        match self.view(word) {
            View::Open(_) => match renamed.iter().find(|(old, _)| *old == word.low()) {
                Some((_, new)) => *new,
                None => {
                    let open = self.cells[word.low() as usize];
                    let new = self.cell(open);
                    renamed.push((word.low(), new));
                    new
                }
            },
            View::List => {
                let (mut items, rest) = self.items(word);
                for item in &mut items {
                    *item = self.renamed(*item, renamed);
                }
                let rest = self.renamed(rest, renamed);
                items.iter().rev().fold(rest, |rest, first| self.list(*first, rest))
            }
            View::Structure(functor) => {
                let mut arguments: Vec<Word> = (0..functor.arity()).map(|it| self.argument(word, it)).collect();
                for argument in &mut arguments {
                    *argument = self.renamed(*argument, renamed);
                }
                self.structure(functor, arguments)
            }
            _ => word,
        }
    }

    /// Begins to move what is alive to a heap of its own.
    pub fn collection(&mut self) -> Collection<'_> {
        let from = std::mem::take(&mut self.cells);
        let used = vec![false; self.blocks.slots()];
        Collection { to: Vec::with_capacity(from.len() / 2), from, used, heap: self }
    }
}

/// A heap while what is alive on it is moved. Nothing may be on the trail.
#[derive(Debug)]
pub struct Collection<'a> {
    from: Vec<Word>,
    to: Vec<Word>,
    used: Vec<bool>,
    heap: &'a mut Heap,
}

impl Collection<'_> {
    /// What the word refers to is alive.
    #[inline]
    pub fn root(&mut self, word: &mut Word) {
        if !word.is_plain() {
            *word = self.moved(*word);
        }
    }

    fn moved(&mut self, mut word: Word) -> Word {
        loop {
            match word.tag() {
                tag::CELL => {
                    let inner = self.from[word.low() as usize];
                    if let Some(place) = inner.as_register() {
                        return Word::tagged(tag::CELL, u64::from(place));
                    }
                    if inner.is_open() {
                        let place = self.to.len() as u32;
                        self.to.push(inner);
                        self.from[word.low() as usize] = Word::register(place);
                        return Word::tagged(tag::CELL, u64::from(place));
                    }
                    word = inner;
                }
                tag::STRUCTURE | tag::LIST => {
                    let place = word.low() as usize;
                    let first = self.from[place];
                    let to = match first.as_register() {
                        Some(to) => to as usize,
                        None => {
                            let to = self.to.len();
                            let count = if word.tag() == tag::LIST { 2 } else { 1 + super::heap::arity(first) };
                            self.to.extend_from_slice(&self.from[place..place + count]);
                            self.from[place] = Word::register(to as u32);
                            to
                        }
                    };
                    return reference(word.tag(), to, word.is_marked());
                }
                tag::FROZEN => {
                    self.used[word.of_frozen().0 as usize] = true;
                    return word;
                }
                tag::TEXT if !word.is_marked() => {
                    self.used[word.low() as usize] = true;
                    return word;
                }
                _ => return word,
            }
        }
    }

    /// All that is alive has been named: what it refers to is moved, the rest is gone. How many words are left comes back.
    pub fn finish(mut self) -> usize {
        let mut at = 0;
        while at < self.to.len() {
            let word = self.to[at];
            if !word.is_plain() {
                self.to[at] = self.moved(word);
            }
            at += 1;
        }
        self.heap.cells = self.to;
        let used = self.used;
        self.heap.blocks.retain_recent(|slot| used[slot as usize]);
        self.heap.cells.len()
    }
}
