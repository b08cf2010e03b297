//! Messages: one cache line, with the content's arguments in place; what they refer to, if anything, in one flat part, blocks counted.

use std::sync::Arc;

use super::block::{Block, Blocks};
use super::freeze::LARGE;
use super::functor::Functor;
use super::heap::{Heap, arity};
use super::value::{Word, tag};
use crate::term::Atom;

/// How many arguments lie in the message itself.
const IN_PLACE: usize = 5;

/// What a sender wants of the receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Performative {
    /// To pursue a goal.
    Achieve,
    /// To believe something (`tell`).
    Assert,
    /// To believe it no longer (`untell`).
    Retract,
    /// To notice something.
    Signal,
}

/// A message from one agent to another.
#[derive(Debug)]
pub struct Message {
    /// Who sent it.
    pub sender: Atom,
    /// Of its content, with [`arity`](Self::arity) arguments.
    pub functor: Functor,
    /// Its number among those of its sender.
    pub id: u32,
    /// What for.
    pub performative: Performative,
    count: u8,
    words: [Word; IN_PLACE],
    far: Option<Box<Far>>,
}

const _: () = assert!(size_of::<Message>() == 64 && size_of::<Option<Message>>() == 64);

/// Arguments, if they are many, and what all refer to: places are relative to the beginning, blocks are numbered.
#[derive(Debug, Default)]
struct Far {
    words: Vec<Word>,
    blocks: Vec<Arc<Block>>,
}

impl Message {
    /// A message whose content has these arguments. Those that are large are frozen, and are then what is in `arguments`.
    #[inline]
    pub fn new(
        sender: Atom,
        performative: Performative,
        functor: Functor,
        id: u32,
        arguments: &mut [Word],
        heap: &mut Heap,
    ) -> Self {
        let count = arguments.len();
        let mut message =
            Self { sender, functor, id, performative, count: count as u8, words: [Word::NIL; IN_PLACE], far: None };
        let mut flat = count <= IN_PLACE;
        for (place, word) in arguments.iter().take(IN_PLACE).enumerate() {
            // What is open is so for the receiver as well.
            flat &= word.is_plain() || word.is_open() || word.tag() == tag::TEXT && word.is_marked();
            message.words[place] = *word;
        }
        if !flat {
            message.far = Some(Far::of(arguments, heap));
        }
        message
    }

    /// How many arguments its content has.
    #[inline(always)]
    pub fn arity(&self) -> usize {
        self.count as usize
    }

    /// Puts the arguments on the stack, and what they refer to on the heap.
    #[inline]
    pub fn open(&self, stack: &mut Vec<Word>, heap: &mut Heap) {
        match &self.far {
            None => stack.extend_from_slice(&self.words[..self.arity()]),
            Some(far) => far.open(self.arity(), stack, heap),
        }
    }
}

impl Far {
    fn of(arguments: &mut [Word], heap: &mut Heap) -> Box<Self> {
        let mut far = Self::default();
        for word in arguments.iter_mut() {
            if matches!(word.tag(), tag::STRUCTURE | tag::LIST)
                && heap.weight(*word, LARGE) > LARGE
                && heap.is_ground(*word)
            {
                *word = heap.frozen(*word);
            }
        }
        far.words.extend_from_slice(arguments);
        // What has been placed, by where it lay.
        let mut cells: Vec<(u32, Word)> = Vec::new();
        let mut at = 0;
        while at < far.words.len() {
            let word = far.words[at];
            if !word.is_plain() {
                far.words[at] = far.place(word, &mut cells, heap);
            }
            at += 1;
        }
        Box::new(far)
    }

    fn place(&mut self, word: Word, cells: &mut Vec<(u32, Word)>, heap: &Heap) -> Word {
        let word = heap.deref(word);
        let place = self.words.len() as u64;
        match word.tag() {
            tag::CELL => match cells.iter().find(|(old, _)| *old == word.low()) {
                Some((_, new)) => *new,
                None => {
                    let new = Word::tagged(tag::CELL, place);
                    self.words.push(heap.cells[word.low() as usize]);
                    cells.push((word.low(), new));
                    new
                }
            },
            tag::LIST => {
                self.words.extend([heap.argument(word, 0), heap.argument(word, 1)]);
                Word::tagged(tag::LIST, place | word.raw() & super::value::MARK)
            }
            tag::STRUCTURE => {
                let count = arity(heap.header(word));
                let from = word.low() as usize;
                self.words.extend_from_slice(&heap.cells[from..=from + count]);
                Word::tagged(tag::STRUCTURE, place | word.raw() & super::value::MARK)
            }
            tag::FROZEN => {
                let (slot, place) = word.of_frozen();
                Word::frozen(self.block(heap.blocks.block(slot)), place, word.is_marked())
            }
            tag::TEXT if !word.is_marked() => {
                Word::tagged(tag::TEXT, u64::from(self.block(heap.blocks.block(word.low()))))
            }
            _ => word,
        }
    }

    fn block(&mut self, block: &Arc<Block>) -> u32 {
        self.blocks.push(Arc::clone(block));
        self.blocks.len() as u32 - 1
    }

    fn open(&self, count: usize, stack: &mut Vec<Word>, heap: &mut Heap) {
        let base = heap.cells.len() as u64;
        let slots: Vec<u32> = self.blocks.iter().map(|block| heap.blocks.hold(Arc::clone(block))).collect();
        let moved = |word: Word| match word.tag() {
            tag::LIST | tag::STRUCTURE | tag::CELL => Word::of_raw(word.raw() - count as u64 + base),
            tag::FROZEN => {
                let (number, place) = word.of_frozen();
                Word::frozen(slots[number as usize], place, word.is_marked())
            }
            tag::TEXT if !word.is_marked() => Word::tagged(tag::TEXT, u64::from(slots[word.low() as usize])),
            _ => word,
        };
        stack.extend(self.words[..count].iter().map(|word| moved(*word)));
        heap.cells.extend(self.words[count..].iter().map(|word| moved(*word)));
    }
}

impl Blocks {
    /// A row of beliefs has this value, which is atomic or in a block.
    pub fn keep_word(&mut self, word: Word) {
        if let Some(slot) = Self::slot_of(word) {
            self.keep(slot);
        }
    }

    /// It has it no longer. The heap may still refer to it.
    pub fn release_word(&mut self, word: Word) {
        if let Some(slot) = Self::slot_of(word) {
            self.touch(slot);
            self.release(slot);
        }
    }
}
