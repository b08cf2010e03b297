//! An agent's heap: structures, lists and variables' cells, flat in one vector; and the trail of what has been bound.

use std::sync::Arc;

use super::block::{Block, Blocks};
use super::functor::Functor;
use super::value::{Word, tag};
use crate::term::Atom;

/// Words that lie one behind the other: `[functor|arity, arguments..]`, `[element, rest]`, `[value of a variable]`.
///
/// A variable in a structure is a reference to a cell of its own, so nothing refers into the middle of a structure.
#[derive(Debug, Default)]
pub struct Heap {
    pub(super) cells: Vec<Word>,
    /// Blocks that do not change.
    pub blocks: Blocks,
    trail: Vec<Bound>,
}

/// What had no value before: a cell, or a register of a stack (marked).
#[derive(Clone, Copy, Debug)]
struct Bound {
    place: u32,
    name: u32,
}

const REGISTER: u32 = 1 << 31;

/// What a word stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum View {
    /// A number.
    Number(f64),
    /// An atom.
    Atom(Atom),
    /// The empty list.
    Nil,
    /// A text.
    Text,
    /// A structure of this functor.
    Structure(Functor),
    /// A list with a first element.
    List,
    /// A variable without a value, of this name.
    Open(Atom),
}

#[inline(always)]
pub(super) const fn header(functor: Functor, arity: usize) -> Word {
    Word::of_raw(functor.number() as u64 | (arity as u64) << 32)
}

#[inline(always)]
pub(super) const fn arity(header: Word) -> usize {
    (header.raw() >> 32) as usize
}

impl Heap {
    /// Does nothing lie on it? Blocks that rows of beliefs keep may be there.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// How many words lie on it.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Nothing refers to it any more.
    #[inline]
    pub fn clear(&mut self) {
        self.cells.clear();
        self.blocks.forget_recent();
    }

    /// What a word stands for: follows variables to their values. A variable without one stays its cell.
    #[inline(always)]
    pub fn deref(&self, mut word: Word) -> Word {
        while word.tag() == tag::CELL {
            let inner = self.cells[word.low() as usize];
            if inner.is_open() {
                return word;
            }
            word = inner;
        }
        word
    }

    /// A new variable of this name.
    #[inline]
    pub fn cell(&mut self, open: Word) -> Word {
        let place = self.cells.len() as u64;
        self.cells.push(open);
        Word::tagged(tag::CELL, place)
    }

    /// A variable without a name gets that of another one.
    #[inline]
    pub fn name(&mut self, word: Word, open: Word) {
        if word.tag() == tag::CELL && self.cells[word.low() as usize] == Word::OPEN {
            self.cells[word.low() as usize] = open;
        }
    }

    /// A structure. Its arguments are no registers.
    #[inline]
    pub fn structure(&mut self, functor: Functor, arguments: impl IntoIterator<Item = Word>) -> Word {
        let place = self.cells.len();
        self.cells.push(header(functor, 0));
        let mut is_ground = true;
        for word in arguments {
            let word = if word.tag() == tag::CELL { self.deref(word) } else { word };
            is_ground &= word.is_ground();
            self.cells.push(word);
        }
        let count = self.cells.len() - place - 1;
        self.cells[place] = header(functor, count);
        reference(tag::STRUCTURE, place, is_ground)
    }

    /// A list of a first element and a rest.
    #[inline]
    pub fn list(&mut self, first: Word, rest: Word) -> Word {
        let (first, rest) = (self.deref(first), self.deref(rest));
        let place = self.cells.len();
        self.cells.extend([first, rest]);
        reference(tag::LIST, place, first.is_ground() && rest.is_ground())
    }

    /// A list of these.
    pub fn list_of(&mut self, items: &[Word]) -> Word {
        items.iter().rev().fold(Word::NIL, |rest, first| self.list(*first, rest))
    }

    /// A text made at run time.
    pub fn text(&mut self, text: &str) -> Word {
        let slot = self.blocks.hold(Arc::new(Block::Text(text.into())));
        Word::tagged(tag::TEXT, u64::from(slot))
    }

    /// The characters of a text.
    pub fn text_of(&self, word: Word) -> &str {
        if word.is_marked() { Atom::of_number(word.low()).name() } else { self.blocks.text(word.low()) }
    }

    /// What a word that is no register stands for.
    #[inline]
    pub fn view(&self, word: Word) -> View {
        if let Some(number) = word.as_number() {
            return View::Number(number);
        }
        match word.tag() {
            tag::ATOM if word.is_marked() => View::Nil,
            tag::ATOM => View::Atom(Atom::of_number(word.low())),
            tag::TEXT => View::Text,
            tag::STRUCTURE => View::Structure(Functor::of_number(self.cells[word.low() as usize].low())),
            tag::LIST => View::List,
            tag::FROZEN if word.is_marked() => View::List,
            tag::FROZEN => {
                let (slot, place) = word.of_frozen();
                View::Structure(Functor::of_number(self.blocks.word(slot, place).low()))
            }
            tag::CELL => {
                let value = self.deref(word);
                if value.tag() == tag::CELL { self.name_of(value) } else { self.view(value) }
            }
            _ => View::Open(Atom::of_number(word.low())),
        }
    }

    #[cold]
    fn name_of(&self, cell: Word) -> View {
        View::Open(Atom::of_number(self.cells[cell.low() as usize].low()))
    }

    /// The header of a structure: functor and number of arguments. Anything else has 0 in it.
    #[inline(always)]
    pub fn header(&self, word: Word) -> Word {
        match word.tag() {
            tag::STRUCTURE => self.cells[word.low() as usize],
            tag::FROZEN if !word.is_marked() => {
                let (slot, place) = word.of_frozen();
                self.blocks.word(slot, place)
            }
            _ => Word::of_raw(u64::MAX),
        }
    }

    /// Is it a list with a first element?
    #[inline(always)]
    pub fn is_list(&self, word: Word) -> bool {
        word.tag() == tag::LIST || word.tag() == tag::FROZEN && word.is_marked()
    }

    /// How many arguments a structure has.
    pub fn arity(&self, word: Word) -> usize {
        arity(self.header(word))
    }

    /// An argument of a structure, from 0; of a list 0 is the first element and 1 the rest.
    #[inline(always)]
    pub fn argument(&self, word: Word, number: usize) -> Word {
        match word.tag() {
            tag::STRUCTURE => self.cells[word.low() as usize + 1 + number],
            tag::LIST => self.cells[word.low() as usize + number],
            tag::FROZEN => {
                let (slot, place) = word.of_frozen();
                let place = place as usize + number + usize::from(!word.is_marked());
                self.blocks.word(slot, place as u32)
            }
            _ => Word::OPEN,
        }
    }

    /// The elements of a list, and what it ends with.
    pub fn items(&self, list: Word) -> (Vec<Word>, Word) {
        let mut items = Vec::new();
        let mut rest = self.deref(list);
        while self.is_list(rest) {
            items.push(self.deref(self.argument(rest, 0)));
            rest = self.deref(self.argument(rest, 1));
        }
        (items, rest)
    }

    /// How much has been bound up to now.
    #[inline(always)]
    pub fn mark(&self) -> u32 {
        self.trail.len() as u32
    }

    /// Gives a variable's cell its value.
    #[inline]
    pub fn bind(&mut self, cell: Word, value: Word) {
        let place = cell.low();
        let name = self.cells[place as usize].low();
        self.cells[place as usize] = value;
        self.trail.push(Bound { place, name });
    }

    /// A register that had no value has one now.
    #[inline(always)]
    pub fn note_register(&mut self, place: usize, open: Word) {
        self.trail.push(Bound { place: place as u32 | REGISTER, name: open.low() });
    }

    /// Takes back what has been bound since.
    #[inline]
    pub fn undo(&mut self, mark: u32, stack: &mut [Word]) {
        while self.trail.len() > mark as usize
            && let Some(Bound { place, name }) = self.trail.pop()
        {
            let open = Word::tagged(tag::OPEN, u64::from(name));
            if place & REGISTER != 0 {
                stack[(place & !REGISTER) as usize] = open;
            } else {
                self.cells[place as usize] = open;
            }
        }
    }

    /// What has been bound stays so.
    #[inline(always)]
    pub fn commit(&mut self) {
        self.trail.clear();
    }
}

#[inline(always)]
pub(super) const fn reference(tag: u64, place: usize, is_ground: bool) -> Word {
    Word::tagged(tag, place as u64 | if is_ground { super::value::MARK } else { 0 })
}
