//! A hierarchical timer wheel: setting, cancelling and expiry take the same time however many timers there are.
//!
//! Time is counted in ticks of 2^16 ns (66 µs). A timer whose tick is not after the *cursor* is in a heap, by its exact deadline and then by
//! its number: at most what is due within a tick, and what was set for that tick meanwhile. All others are in lists, 64 on each of eight
//! levels: on the level of the highest digit (to the base 64) in which their tick differs from the cursor, in the list of that digit's value.
//! So the first list of the lowest level that has any comes first, and what is in the heap comes before what is in a list. When the
//! cursor gets to a list, its timers are placed anew: on lower levels, or in the heap.
//!
//! A list may hold a million timers. They are placed some at a time, so that nobody who uses the same worker has to wait for all.
//!
//! The wheel knows nothing of clocks: deadlines are nanoseconds since some origin.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem;

use super::timer_slab::{NONE, Node, Slab};

/// A tick, in nanoseconds, is two to the power of this.
const TICK: u32 = 16;

const DIGIT: u32 = 6;
const LISTS: usize = 1 << DIGIT;
const LEVELS: usize = 8;

/// So many timers of a list are placed anew at a time.
const STEP: usize = 1024;

/// A list with so few timers is searched for the earliest.
const FEW: usize = 8;

/// The heap's memory beyond that for so many timers is given back when it is empty.
const KEPT: usize = 1024;

/// Said by a node's `previous`: it is the first of the list with the number in the lower bits, ...
const FIRST: u32 = 1 << 31;

/// ... or of the list that is being placed anew, ...
const UNPLACED: u32 = FIRST | 1 << 30;

/// ... or in the heap ...
const DUE: u32 = FIRST | 1 << 29;

/// ... or nowhere, since it is just going off.
const GOING_OFF: u32 = NONE;

/// Which timer. The number is never used again; the index makes it quick to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimerId {
    number: u64,
    index: u32,
}

pub(super) struct Wheel<T> {
    slab: Slab<T>,
    /// The tick up to which timers are in the heap.
    cursor: u64,
    /// The deadline, the number and the index of a timer.
    due: BinaryHeap<Reverse<(u64, u64, u32)>>,
    /// Timers in the heap that have been cancelled.
    stale: usize,
    /// First nodes of lists; no level is there before it is used.
    lists: [Option<Box<[u32; LISTS]>>; LEVELS],
    /// By level: a bit for each list in which there is something.
    occupied: [u64; LEVELS],
    /// What is being placed anew.
    unplaced: u32,
    next_number: u64,
}

impl<T> Wheel<T> {
    pub(super) fn new() -> Self {
        Self {
            slab: Slab::new(),
            cursor: 0,
            due: BinaryHeap::new(),
            stale: 0,
            lists: [const { None }; LEVELS],
            occupied: [0; LEVELS],
            unplaced: NONE,
            next_number: 1,
        }
    }

    /// Timers that are set, or just going off.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.slab.len()
    }

    pub(super) fn insert(&mut self, deadline: u64, value: T) -> TimerId {
        let number = self.next_number;
        self.next_number += 1;
        let index = self.slab.insert(number, deadline, value);
        self.place(index, number, deadline);
        TimerId { number, index }
    }

    /// Sets a timer again that is just going off; gives the value back if it has been cancelled.
    pub(super) fn insert_again(&mut self, id: TimerId, deadline: u64, value: T) -> Result<(), T> {
        if !self.holds(id) {
            return Err(value);
        }
        let node = self.slab.node(id.index);
        node.deadline = deadline;
        node.value = Some(value);
        self.place(id.index, id.number, deadline);
        Ok(())
    }

    /// What is in a timer's place; nothing, if it is just going off.
    pub(super) fn cancel(&mut self, id: TimerId) -> Option<T> {
        if !self.holds(id) {
            return None;
        }
        match self.slab.node(id.index).previous {
            GOING_OFF => {}
            DUE => self.stale += 1,
            _ => self.unlink(id.index),
        }
        let value = self.slab.remove(id.index);
        if self.stale > FEW && 2 * self.stale > self.due.len() {
            let slab = &self.slab;
            self.due.retain(|Reverse((_, number, index))| is_of(slab, *number, *index));
            self.stale = 0;
            self.shrink();
        }
        value
    }

    /// The timer that is due first, if any is now; `None` as well if there is more to be done before that is known: see
    /// [`next`](Self::next). It is just going off, until it is cancelled or [set again](Self::insert_again).
    pub(super) fn expire(&mut self, now: u64) -> Option<(TimerId, u64, &mut Option<T>)> {
        if !self.advance(now) {
            return None;
        }
        let &Reverse((deadline, number, index)) = self.due.peek()?;
        if deadline > now {
            return None;
        }
        self.due.pop();
        if self.due.is_empty() {
            self.shrink();
        }
        let node = self.slab.node(index);
        node.previous = GOING_OFF;
        Some((TimerId { number, index }, deadline, &mut node.value))
    }

    /// The earliest deadline, if it is not after `until`; the cursor does not go beyond that.
    pub(super) fn first_until(&mut self, until: u64) -> Option<u64> {
        while !self.advance(until) {}
        self.due.peek().map(|Reverse((deadline, ..))| *deadline).filter(|deadline| *deadline <= until)
    }

    /// When there will be something to do: no later than the earliest deadline, and most often then.
    pub(super) fn next(&mut self) -> Option<u64> {
        if self.unplaced != NONE {
            return Some(0);
        }
        self.drop_stale();
        if let Some(Reverse((deadline, ..))) = self.due.peek() {
            return Some(*deadline);
        }
        let (level, list, tick) = self.first_list()?;
        let mut index = self.lists[level].as_ref().map_or(NONE, |lists| lists[list]);
        let mut first = u64::MAX;
        for _ in 0..FEW {
            let node = self.slab.node(index);
            first = first.min(node.deadline);
            index = node.next;
            if index == NONE {
                return Some(first);
            }
        }
        Some(tick << TICK)
    }

    pub(super) fn drain(self) -> impl Iterator<Item = T> {
        self.slab.drain()
    }

    fn holds(&self, id: TimerId) -> bool {
        is_of(&self.slab, id.number, id.index)
    }

    fn place(&mut self, index: u32, number: u64, deadline: u64) {
        let tick = deadline >> TICK;
        if tick <= self.cursor {
            self.slab.node(index).previous = DUE;
            self.due.push(Reverse((deadline, number, index)));
            return;
        }
        let level = ((tick ^ self.cursor).ilog2() / DIGIT) as usize;
        let list = (tick >> (DIGIT * level as u32)) as usize % LISTS;
        let lists = self.lists[level].get_or_insert_with(|| Box::new([NONE; LISTS]));
        let next = mem::replace(&mut lists[list], index);
        self.occupied[level] |= 1 << list;
        let node = self.slab.node(index);
        node.previous = FIRST | (level * LISTS + list) as u32;
        node.next = next;
        if next != NONE {
            self.slab.node(next).previous = index;
        }
    }

    /// Takes a timer out of its list.
    fn unlink(&mut self, index: u32) {
        let &mut Node { previous, next, .. } = self.slab.node(index);
        if next != NONE {
            self.slab.node(next).previous = previous;
        }
        if previous == UNPLACED {
            self.unplaced = next;
        } else if previous & FIRST == 0 {
            self.slab.node(previous).next = next;
        } else {
            let (level, list) = ((previous & !FIRST) as usize / LISTS, previous as usize % LISTS);
            if let Some(lists) = &mut self.lists[level] {
                lists[list] = next;
            }
            if next == NONE {
                self.occupied[level] &= !(1 << list);
            }
        }
    }

    /// The list that comes first: its level, its number there, and the tick that it begins with.
    fn first_list(&self) -> Option<(usize, usize, u64)> {
        let level = self.occupied.iter().position(|lists| *lists != 0)?;
        let list = self.occupied[level].trailing_zeros();
        let digit = DIGIT * level as u32;
        let before = self.cursor >> (digit + DIGIT) << DIGIT;
        Some((level, list as usize, (before | u64::from(list)) << digit))
    }

    /// Moves the cursor, but not beyond `now`, until the first timer is in the heap; `false`: there is more to be done.
    fn advance(&mut self, now: u64) -> bool {
        let now = now >> TICK;
        let mut left = STEP;
        loop {
            while self.unplaced != NONE {
                if left == 0 {
                    return false;
                }
                left -= 1;
                let index = self.unplaced;
                let &mut Node { number, deadline, next, .. } = self.slab.node(index);
                self.unplaced = next;
                if next != NONE {
                    self.slab.node(next).previous = UNPLACED;
                }
                self.place(index, number, deadline);
            }
            self.drop_stale();
            if !self.due.is_empty() {
                return true;
            }
            match self.first_list() {
                Some((level, list, tick)) if tick <= now => {
                    self.cursor = tick;
                    self.occupied[level] &= !(1 << list);
                    let first = self.lists[level].as_mut().map_or(NONE, |lists| mem::replace(&mut lists[list], NONE));
                    self.slab.node(first).previous = UNPLACED;
                    self.unplaced = first;
                }
                _ => {
                    self.cursor = self.cursor.max(now);
                    return true;
                }
            }
        }
    }

    /// Takes timers that were cancelled from the top of the heap.
    fn drop_stale(&mut self) {
        while self.stale > 0
            && let Some(Reverse((_, number, index))) = self.due.peek()
            && !is_of(&self.slab, *number, *index)
        {
            self.due.pop();
            self.stale -= 1;
        }
    }

    fn shrink(&mut self) {
        if self.due.capacity() > KEPT {
            self.due.shrink_to(KEPT);
        }
    }
}

fn is_of<T>(slab: &Slab<T>, number: u64, index: u32) -> bool {
    slab.get(index).is_some_and(|node| node.number == number)
}
