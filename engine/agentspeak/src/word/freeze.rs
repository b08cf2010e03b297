//! Freezing: ground terms that are large become a block, which messages and beliefs share.

use std::collections::HashMap;
use std::sync::Arc;

use super::block::{Block, Blocks};
use super::heap::{Heap, View, arity};
use super::value::{Word, tag};

/// What takes more words is frozen when it is sent.
pub const LARGE: usize = 32;

impl Heap {
    /// How many words of the heap a value takes, counted up to so many.
    pub fn weight(&self, word: Word, most: usize) -> usize {
        let mut sum = 0;
        let mut open = vec![word];
        while let Some(word) = open.pop()
            && sum <= most
        {
            match self.deref(word) {
                word if word.tag() == tag::STRUCTURE => {
                    let count = arity(self.header(word));
                    sum += count + 1;
                    open.extend((0..count).map(|it| self.argument(word, it)));
                }
                word if word.tag() == tag::LIST => {
                    sum += 2;
                    open.extend([self.argument(word, 0), self.argument(word, 1)]);
                }
                _ => {}
            }
        }
        sum
    }

    /// A value that lies in blocks: nothing of it is on the heap any more. It is ground.
    pub fn frozen(&mut self, word: Word) -> Word {
        let word = self.deref(word);
        if !matches!(word.tag(), tag::STRUCTURE | tag::LIST) {
            return word;
        }
        let mut freezing = Freezing { heap: self, words: Vec::new(), links: Vec::new(), known: HashMap::new() };
        let root = freezing.term(word);
        let (words, links) = (freezing.words, freezing.links);
        let slot = self.blocks.hold(Arc::new(Block::Terms(words.into(), links.into())));
        Word::frozen(slot, root.low(), root.tag() == tag::LIST)
    }
}

struct Freezing<'a> {
    heap: &'a Heap,
    words: Vec<Word>,
    links: Vec<Arc<Block>>,
    /// Their numbers, by address.
    known: HashMap<usize, u32>,
}

impl Freezing<'_> {
    /// Puts a term with all that it refers to into the block, breadth first.
    fn term(&mut self, word: Word) -> Word {
        let root = self.place(word);
        let mut at = 0;
        while at < self.words.len() {
            let word = self.words[at];
            // What has been placed is marked as a register until then.
            if !word.is_plain() {
                self.words[at] = self.place(word);
            }
            at += 1;
        }
        root
    }

    fn place(&mut self, word: Word) -> Word {
        let word = self.heap.deref(word);
        match word.tag() {
            tag::TEXT if !word.is_marked() => {
                let link = self.link(self.heap.blocks.block(word.low()));
                Word::tagged(tag::TEXT, u64::from(link))
            }
            tag::FROZEN => {
                let (slot, place) = word.of_frozen();
                let block = self.heap.blocks.block(slot);
                // A list that grows and is frozen again and again would be a long chain of small blocks: those that are not much larger
                // than this one is already become part of it, so their number stays logarithmic.
                if block.size() <= 2 * self.words.len() {
                    return self.content(word);
                }
                let link = self.link(block);
                Word::frozen(link, place, word.is_marked())
            }
            tag::STRUCTURE | tag::LIST => self.content(word),
            tag::CELL => Word::OPEN,
            _ => word,
        }
    }

    fn content(&mut self, word: Word) -> Word {
        let place = self.words.len() as u64;
        let heap = self.heap;
        if heap.is_list(word) {
            self.words.extend([heap.argument(word, 0), heap.argument(word, 1)]);
            return Word::tagged(tag::LIST, place | super::value::MARK);
        }
        let View::Structure(functor) = heap.view(word) else { return word };
        self.words.push(heap.header(word));
        self.words.extend((0..functor.arity()).map(|it| heap.argument(word, it)));
        Word::tagged(tag::STRUCTURE, place | super::value::MARK)
    }

    fn link(&mut self, block: &Arc<Block>) -> u32 {
        *self.known.entry(Arc::as_ptr(block).addr()).or_insert_with(|| {
            self.links.push(Arc::clone(block));
            self.links.len() as u32 - 1
        })
    }
}

impl Blocks {
    /// The slots that a value in blocks refers to: at most one.
    pub fn slot_of(word: Word) -> Option<u32> {
        match word.tag() {
            tag::FROZEN => Some(word.of_frozen().0),
            tag::TEXT if !word.is_marked() => Some(word.low()),
            _ => None,
        }
    }
}
