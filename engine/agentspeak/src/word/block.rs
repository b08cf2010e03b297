//! Blocks: what does not change any more and is counted, so that many agents can hold it. A text, or ground terms.
//!
//! An agent refers to a block by a slot in its own table. In a block of terms a place is relative to the block, and another block is named by
//! its number among those that the block holds; what is read from it is put in terms of the agent's slots.

use std::collections::HashMap;
use std::sync::Arc;

use super::value::{Word, tag};

/// What does not change.
#[derive(Debug)]
pub enum Block {
    /// Characters.
    Text(Box<str>),
    /// Structures and lists, with the blocks that they refer to.
    Terms(Box<[Word]>, Box<[Arc<Block>]>),
}

#[derive(Debug)]
struct Slot {
    block: Arc<Block>,
    /// Where the blocks that it refers to are.
    links: Box<[u32]>,
    /// How many rows of beliefs hold it, and how many blocks in other slots.
    kept: u32,
    /// May the heap refer to it?
    recent: bool,
}

/// The blocks that an agent refers to.
#[derive(Debug, Default)]
pub struct Blocks {
    slots: Vec<Option<Slot>>,
    free: Vec<u32>,
    /// Slots that the heap may refer to.
    recent: Vec<u32>,
    /// Where a block is, by its address.
    known: HashMap<usize, u32>,
}

impl Drop for Block {
    /// One behind the other: a list that has grown long is a chain of blocks.
    fn drop(&mut self) {
        let Self::Terms(_, links) = self else { return };
        let mut open: Vec<Arc<Block>> = std::mem::take(links).into();
        while let Some(inner) = open.pop() {
            if let Some(mut last) = Arc::into_inner(inner)
                && let Self::Terms(_, links) = &mut last
            {
                open.extend(std::mem::take(links));
            }
        }
    }
}

impl Block {
    /// How many words it has.
    pub fn size(&self) -> usize {
        match self {
            Self::Text(text) => text.len().div_ceil(8),
            Self::Terms(words, _) => words.len(),
        }
    }

    /// The blocks that it refers to.
    pub fn links(&self) -> &[Arc<Block>] {
        match self {
            Self::Text(_) => &[],
            Self::Terms(_, links) => links,
        }
    }
}

fn address(block: &Arc<Block>) -> usize {
    Arc::as_ptr(block).addr()
}

impl Blocks {
    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.slots.len() == self.free.len()
    }

    /// How many slots there are, free ones too.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// The slot of a block that the heap refers to from now on. What it refers to gets slots first.
    pub fn hold(&mut self, block: Arc<Block>) -> u32 {
        let mut open = vec![block];
        let mut held = 0;
        while let Some(block) = open.last().cloned() {
            if let Some(number) = self.known.get(&address(&block)).copied() {
                self.touch(number);
                held = number;
                open.pop();
                continue;
            }
            let slots: Vec<Option<u32>> =
                block.links().iter().map(|it| self.known.get(&address(it)).copied()).collect();
            if slots.iter().all(Option::is_some) {
                self.add(block, slots.into_iter().flatten().collect());
            } else {
                open.extend(
                    block.links().iter().zip(slots).filter(|(_, slot)| slot.is_none()).map(|(it, _)| Arc::clone(it)),
                );
            }
        }
        held
    }

    fn add(&mut self, block: Arc<Block>, links: Box<[u32]>) {
        for link in &links {
            self.keep(*link);
        }
        let address = address(&block);
        let slot = Some(Slot { block, links, kept: 0, recent: true });
        let number = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() as u32 - 1
        });
        self.slots[number as usize] = slot;
        self.known.insert(address, number);
        self.recent.push(number);
    }

    /// The block in a slot.
    pub fn block(&self, slot: u32) -> &Arc<Block> {
        &self.slot(slot).block
    }

    /// The text in a slot.
    pub fn text(&self, slot: u32) -> &str {
        match &*self.slot(slot).block {
            Block::Text(text) => text,
            Block::Terms(..) => "",
        }
    }

    /// The word at a place of a block of terms, in terms of this table.
    #[inline]
    pub fn word(&self, slot: u32, place: u32) -> Word {
        let held = self.slot(slot);
        let Block::Terms(words, _) = &*held.block else { return Word::OPEN };
        let word = words[place as usize];
        match word.tag() {
            tag::STRUCTURE => Word::frozen(slot, word.low(), false),
            tag::LIST => Word::frozen(slot, word.low(), true),
            tag::FROZEN => {
                let (link, place) = word.of_frozen();
                Word::frozen(held.links[link as usize], place, word.is_marked())
            }
            tag::TEXT if !word.is_marked() => Word::tagged(tag::TEXT, u64::from(held.links[word.low() as usize])),
            _ => word,
        }
    }

    fn slot(&self, slot: u32) -> &Slot {
        self.slots[slot as usize].as_ref().expect("a slot that is referred to is held")
    }

    /// A row refers to it.
    pub fn keep(&mut self, slot: u32) {
        if let Some(slot) = &mut self.slots[slot as usize] {
            slot.kept += 1;
        }
    }

    /// A row refers to it no longer.
    pub fn release(&mut self, number: u32) {
        if let Some(slot) = &mut self.slots[number as usize] {
            slot.kept -= 1;
            if slot.kept == 0 && !slot.recent {
                self.drop_slot(number);
            }
        }
    }

    /// The heap refers to none any more.
    pub fn forget_recent(&mut self) {
        self.retain_recent(|_| false);
    }

    /// The heap refers to those of them only that are used.
    pub fn retain_recent(&mut self, is_used: impl Fn(u32) -> bool) {
        if self.recent.is_empty() {
            return;
        }
        let (used, gone): (Vec<u32>, Vec<u32>) =
            std::mem::take(&mut self.recent).into_iter().partition(|it| is_used(*it));
        self.recent = used;
        for number in gone {
            if let Some(slot) = &mut self.slots[number as usize] {
                slot.recent = false;
                if slot.kept == 0 {
                    self.drop_slot(number);
                }
            }
        }
    }

    /// The heap may refer to it again.
    pub fn touch(&mut self, number: u32) {
        if let Some(slot) = &mut self.slots[number as usize]
            && !slot.recent
        {
            slot.recent = true;
            self.recent.push(number);
        }
    }

    fn drop_slot(&mut self, number: u32) {
        let mut gone = vec![number];
        while let Some(number) = gone.pop() {
            let Some(slot) = self.slots[number as usize].take() else { continue };
            self.free.push(number);
            self.known.remove(&address(&slot.block));
            for link in &slot.links {
                if let Some(inner) = &mut self.slots[*link as usize] {
                    inner.kept -= 1;
                    if inner.kept == 0 && !inner.recent {
                        gone.push(*link);
                    }
                }
            }
        }
    }
}
