//! A hierarchical timer wheel: setting, cancelling and expiry take the same time however many timers there are.
//!
//! Time is counted in ticks of 2^16 ns (66 µs). A timer whose tick is not after the *cursor* is in a heap, by its exact deadline and then by
//! its number: at most what is due within a tick, and what was set for that tick meanwhile. All others are in lists, 64 on each of eight
//! levels: on the level of the highest digit (to the base 64) in which their tick differs from the cursor, in the list of that digit's value.
//! So the first list of the lowest level that has any comes first, and what is in the heap comes before what is in a list. When the
//! cursor gets to a list, its timers are placed again: on lower levels, or in the heap.
//!
//! A list may hold a million timers. They are placed some at a time, so that no user of the same worker has to wait for all.
//!
//! The wheel knows nothing of clocks: deadlines are nanoseconds since some origin.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem;

use crate::worker::timers::slab::{NONE, Node, Slab};

/// A tick, in nanoseconds, is two to the power of this.
const TICK: u32 = 16;

const DIGIT: u32 = 6;
const LISTS: usize = 1 << DIGIT;
const LEVELS: usize = 8;

/// So many timers of a list are placed again at a time.
const STEP: usize = if cfg!(miri) { 48 } else { 1024 };

/// A list with so few timers is searched for the earliest.
const FEW: usize = 8;

/// The heap's memory beyond that for so many timers is given back when it is empty.
const KEPT: usize = 1024;

/// In a node's `previous`: it is the first of the list with the number in the lower bits, ...
const FIRST: u32 = 1 << 31;

/// ... or of the list that is being placed again, ...
const UNPLACED: u32 = FIRST | 1 << 30;

/// ... or in the heap ...
const DUE: u32 = FIRST | 1 << 29;

/// ... or nowhere, since it is just going off, or not set yet.
const GOING_OFF: u32 = NONE;

/// Which timer. The number is never used again; the index makes it quick to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, packed(4))]
pub(crate) struct TimerId {
    number: u64,
    index: u32,
}

impl TimerId {
    /// Its parts, for an entry.
    pub(crate) fn parts(self) -> (u64, u32) {
        (self.number, self.index)
    }

    /// Of its parts.
    pub(crate) fn of(number: u64, index: u32) -> Self {
        Self { number, index }
    }
}

/// What [`Wheel::end`] has ended.
pub(crate) enum Ended<T> {
    /// A timer, with what was in its place; there may be more.
    One(Option<T>),
    All,
}

pub(crate) struct Wheel<T> {
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
    /// What is being placed again.
    unplaced: u32,
    next_number: u64,
}

impl<T> Wheel<T> {
    pub(crate) fn new() -> Self {
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
    pub(crate) fn len(&self) -> usize {
        self.slab.len()
    }

    pub(crate) fn insert(&mut self, deadline: u64, value: T) -> TimerId {
        let id = self.insert_nowhere(value);
        self.begin(id, deadline);
        id
    }

    /// A timer that is not set yet: see [`begin`](Self::begin).
    pub(crate) fn insert_nowhere(&mut self, value: T) -> TimerId {
        self.insert_node(Some(value))
    }

    /// The head of a list of timers that [end together](Self::end).
    pub(crate) fn insert_head(&mut self) -> TimerId {
        self.insert_node(None)
    }

    /// Adds a timer to such a list; it leaves the list by itself when it is over.
    pub(crate) fn add_to(&mut self, head: TimerId, id: TimerId) {
        if !self.holds(head) {
            return;
        }
        let first = mem::replace(&mut self.slab.node(head.index).behind, id.index);
        let node = self.slab.node(id.index);
        (node.before, node.behind) = (head.index, first);
        if first != NONE {
            self.slab.node(first).before = id.index;
        }
    }

    /// Cancels the first of such a list, and the head when there is none any more.
    pub(crate) fn end(&mut self, head: TimerId) -> Ended<T> {
        if !self.holds(head) {
            return Ended::All;
        }
        let index = self.slab.node(head.index).behind;
        if index == NONE {
            self.cancel(head);
            return Ended::All;
        }
        let number = self.slab.node(index).number;
        Ended::One(self.cancel(TimerId { number, index }))
    }

    fn insert_node(&mut self, value: Option<T>) -> TimerId {
        let number = self.next_number;
        self.next_number += 1;
        let index = self.slab.insert(number, value);
        self.slab.node(index).previous = GOING_OFF;
        TimerId { number, index }
    }

    /// Sets a timer that was [inserted](Self::insert_nowhere) without a deadline, unless it has been cancelled.
    pub(crate) fn begin(&mut self, id: TimerId, deadline: u64) {
        if self.holds(id) {
            self.slab.node(id.index).deadline = deadline;
            self.place(id.index, id.number, deadline);
        }
    }

    /// Sets a timer again that is just going off; gives the value back if it has been cancelled.
    pub(crate) fn insert_again(&mut self, id: TimerId, deadline: u64, value: T) -> Result<(), T> {
        if !self.holds(id) {
            return Err(value);
        }
        self.slab.node(id.index).value = Some(value);
        self.begin(id, deadline);
        Ok(())
    }

    /// What is in a timer's place; nothing, if it is just going off.
    pub(crate) fn cancel(&mut self, id: TimerId) -> Option<T> {
        if !self.holds(id) {
            return None;
        }
        match self.slab.node(id.index).previous {
            GOING_OFF => {}
            DUE => self.stale += 1,
            _ => self.unlink(id.index),
        }
        let &mut Node { before, behind, .. } = self.slab.node(id.index);
        if before != NONE {
            self.slab.node(before).behind = behind;
        }
        if behind != NONE {
            self.slab.node(behind).before = before;
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
    pub(crate) fn expire(&mut self, now: u64) -> Option<(TimerId, u64, &mut Option<T>)> {
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
    pub(crate) fn first_until(&mut self, until: u64) -> Option<u64> {
        while !self.advance(until) {}
        self.due.peek().map(|Reverse((deadline, ..))| *deadline).filter(|deadline| *deadline <= until)
    }

    /// When there will be something to do: no later than the earliest deadline, and most often then.
    pub(crate) fn next(&mut self) -> Option<u64> {
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

    pub(crate) fn drain(self) -> impl Iterator<Item = T> {
        self.slab.drain()
    }

    /// Whether a timer is set, or going off, and has not been cancelled.
    pub(crate) fn holds(&self, id: TimerId) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// xorshift.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        fn below(&mut self, bound: u64) -> u64 {
            self.next() % bound
        }

        /// As often small as large.
        fn delay(&mut self) -> u64 {
            let bits = self.below(50);
            self.next() & ((1 << bits) - 1)
        }
    }

    /// Whether there is something to do now.
    fn is_busy(wheel: &mut Wheel<u64>, now: u64) -> bool {
        wheel.next().is_some_and(|next| next <= now)
    }

    /// A wheel, and a plain list of what is in it.
    struct Pair {
        wheel: Wheel<u64>,
        model: Vec<(u64, TimerId, u64)>,
        now: u64,
    }

    impl Pair {
        fn insert(&mut self, deadline: u64, value: u64) -> TimerId {
            let id = self.wheel.insert(deadline, value);
            self.model.push((deadline, id, value));
            id
        }

        fn cancel(&mut self, id: TimerId) {
            let at = self.model.iter().position(|(_, other, _)| *other == id);
            let value = at.map(|at| self.model.swap_remove(at).2);
            assert_eq!(self.wheel.cancel(id), value);
        }

        fn first(&self) -> Option<(u64, TimerId, u64)> {
            self.model.iter().copied().min_by_key(|(deadline, id, _)| (*deadline, id.number))
        }

        /// Time passes: what is due goes off in order, and every fourth is set again, or cancelled while it goes off.
        fn pass(&mut self, time: u64, random: &mut Random) {
            self.now = self.now.saturating_add(time);
            loop {
                let Some((id, deadline, value)) = self.wheel.expire(self.now) else {
                    if is_busy(&mut self.wheel, self.now) {
                        continue;
                    }
                    break;
                };
                let value = value.take().expect("it is set");
                let (expected, other, number) = self.first().expect("the model has it, too");
                assert_eq!((deadline, id, value), (expected, other, number));
                assert!(deadline <= self.now, "too early");
                self.model.retain(|(_, other, _)| *other != id);
                match random.below(8) {
                    0 => {
                        let next = self.now.saturating_add(1 + random.delay());
                        assert_eq!(self.wheel.insert_again(id, next, value), Ok(()));
                        self.model.push((next, id, value));
                    }
                    1 => {
                        assert_eq!(self.wheel.cancel(id), None);
                        assert_eq!(self.wheel.insert_again(id, self.now, value), Err(value));
                    }
                    _ => assert_eq!(self.wheel.cancel(id), None),
                }
            }
            assert!(self.first().is_none_or(|(deadline, ..)| deadline > self.now), "one is late");
        }

        fn check(&mut self, until: u64) {
            assert_eq!(self.wheel.len(), self.model.len());
            let first = self.first().map(|(deadline, ..)| deadline);
            let next = self.wheel.next();
            assert!(next.is_some() == first.is_some() && next <= first, "{next:?} is after {first:?}");
            assert_eq!(self.wheel.first_until(until), first.filter(|first| *first <= until));
        }
    }

    #[test]
    fn a_wheel_does_as_a_plain_list() {
        let (seeds, rounds) = if cfg!(miri) { (2, 60) } else { (60, 2000) };
        for seed in 1..=seeds {
            let mut random = Random(seed);
            let mut pair = Pair { wheel: Wheel::new(), model: Vec::new(), now: random.delay() };
            let mut known = Vec::new();
            for round in 0..rounds {
                match random.below(16) {
                    0..8 => {
                        let deadline = match random.below(8) {
                            // Some are late already, some at the same time.
                            0 => pair.now.saturating_sub(random.delay()),
                            1 => pair.first().map_or(pair.now, |(deadline, ..)| deadline),
                            2 => u64::MAX - random.below(2),
                            _ => pair.now + random.delay(),
                        };
                        known.push(pair.insert(deadline, round));
                    }
                    8..12 if !known.is_empty() => {
                        let id = known[random.below(known.len() as u64) as usize];
                        pair.cancel(id);
                    }
                    12 => {
                        let until = pair.now + random.delay();
                        pair.check(until);
                        // The cursor may be there now.
                        let time = until - pair.now;
                        pair.pass(time, &mut random);
                    }
                    _ => {
                        let time = random.delay();
                        pair.pass(time, &mut random);
                    }
                }
                let now = pair.now;
                pair.check(now);
            }
            let mut left: Vec<_> = pair.wheel.drain().collect();
            let mut expected: Vec<_> = pair.model.iter().map(|(.., value)| *value).collect();
            left.sort_unstable();
            expected.sort_unstable();
            assert_eq!(left, expected);
        }
    }

    /// More than are placed at a time, in one list: no user waits for all, and the order is kept.
    #[test]
    fn a_long_list_is_placed_in_parts() {
        let count = 5 * STEP as u64;
        let hour = 3_600_000_000_000;
        let mut wheel = Wheel::new();
        let ids: Vec<_> = (0..count).map(|number| wheel.insert(hour + (number * 7919 % count) * 10, number)).collect();
        let mut steps = 0;
        assert_eq!(wheel.expire(hour - 1).map(|(_, deadline, _)| deadline), None);
        while wheel.expire(hour - 1).is_none() && is_busy(&mut wheel, hour - 1) {
            steps += 1;
        }
        assert!(steps >= 4, "in {steps} steps");
        wheel.cancel(ids[0]);
        let mut deadlines = Vec::new();
        while is_busy(&mut wheel, 2 * hour) {
            if let Some((id, deadline, _)) = wheel.expire(2 * hour) {
                deadlines.push(deadline);
                wheel.cancel(id);
            }
        }
        assert_eq!(deadlines, (1..count).map(|number| hour + number * 10).collect::<Vec<_>>());
    }

    #[test]
    fn cancelled_ones_leave_nothing() {
        let mut wheel = Wheel::new();
        for round in 0..if cfg!(miri) { 300 } else { 10_000 } {
            // Due at once, or much later.
            let id = wheel.insert(round % 2 * (1 << 50), round);
            assert_eq!(wheel.cancel(id), Some(round));
        }
        assert!(wheel.due.len() <= 2 * FEW, "{}", wheel.due.len());
        assert_eq!((wheel.len(), wheel.next()), (0, None));
        let page = wheel.slab.capacity();
        // A burst, of which some are left: the last of them give back the rest.
        // More than a slab keeps when it is empty.
        let pages = 20;
        let burst = (pages * page) as u64;
        let ids: Vec<_> = (0..burst).map(|number| wheel.insert(number % 3 * (1 << 20), number)).collect();
        assert_eq!(wheel.slab.capacity(), pages * page);
        let (few, many) = ids.split_at(page / 2);
        many.iter().for_each(|id| assert!(wheel.cancel(*id).is_some()));
        assert!(wheel.slab.capacity() <= 2 * page, "{} of {page}", wheel.slab.capacity());
        few.iter().for_each(|id| assert!(wheel.cancel(*id).is_some()));
        assert_eq!((wheel.next(), wheel.len(), wheel.slab.capacity(), wheel.due.len()), (None, 0, 0, 0));
        assert!(wheel.due.capacity() <= KEPT);
        assert!(wheel.cancel(ids[0]).is_none(), "its place is gone");
    }

    #[test]
    fn a_number_is_not_used_again() {
        let mut wheel = Wheel::new();
        let first = wheel.insert(1, 1);
        assert_eq!(wheel.cancel(first), Some(1));
        let second = wheel.insert(1, 2);
        assert_eq!((second.index, wheel.cancel(first)), (first.index, None), "the place is used again");
        assert_eq!(wheel.cancel(second), Some(2));
    }
}
