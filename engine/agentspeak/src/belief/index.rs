//! Where facts are, by what they look like.

use std::collections::hash_map::Entry as Slot;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use super::table::{Entry, Position, hash_of};
use crate::term::Term;

/// The index of a table. Small tables do without.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// By the whole fact without its annotations.
    facts: Places,
    /// By the first argument, where it is ground.
    firsts: Places,
    /// All others.
    others: Option<Group>,
}

type Places = HashMap<u64, Group, BuildHasherDefault<Known>>;

/// Positions, ascending. Most groups are of one.
#[derive(Clone, Debug)]
enum Group {
    One(Position),
    Many(VecDeque<Position>),
}

/// Keeps what is a hash already.
#[derive(Clone, Debug, Default)]
struct Known(u64);

impl Hasher for Known {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0 << 8 | u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

impl Index {
    pub(super) fn add(&mut self, entry: &Entry, position: Position, front: bool) {
        if let Some(fact) = entry.fact() {
            put(&mut self.facts, hash_of(fact), position, front);
        }
        match entry.first_key() {
            Some(key) => put(&mut self.firsts, key, position, front),
            None => match &mut self.others {
                Some(others) => others.put(position, front),
                others => *others = Some(Group::One(position)),
            },
        }
    }

    pub(super) fn remove(&mut self, entry: &Entry, position: Position) {
        if let Some(fact) = entry.fact() {
            take_out(&mut self.facts, hash_of(fact), position);
        }
        match entry.first_key() {
            Some(key) => take_out(&mut self.firsts, key, position),
            None => {
                if self.others.as_mut().is_some_and(|others| others.loses(position)) {
                    self.others = None;
                }
            }
        }
    }

    /// Where facts are that may be the same as a literal but for annotations.
    pub(super) fn facts_like(&self, literal: &Term) -> impl Iterator<Item = Position> + '_ {
        let group = self.facts.get(&hash_of(literal));
        (0..).map_while(move |place| group?.get(place))
    }

    /// The first position from one on whose first argument may have this key.
    pub(super) fn next(&self, from: Position, key: u64) -> Option<Position> {
        let keyed = self.firsts.get(&key).and_then(|group| group.from(from));
        let other = self.others.as_ref().and_then(|group| group.from(from));
        match (keyed, other) {
            (Some(keyed), Some(other)) => Some(keyed.min(other)),
            (one, other) => one.or(other),
        }
    }
}

fn put(places: &mut Places, key: u64, position: Position, front: bool) {
    match places.entry(key) {
        Slot::Occupied(group) => group.into_mut().put(position, front),
        Slot::Vacant(slot) => {
            slot.insert(Group::One(position));
        }
    }
}

fn take_out(places: &mut Places, key: u64, position: Position) {
    if let Slot::Occupied(mut group) = places.entry(key)
        && group.get_mut().loses(position)
    {
        group.remove();
    }
}

impl Group {
    /// Before all others, or behind them.
    fn put(&mut self, position: Position, front: bool) {
        if let Self::One(only) = self {
            *self = Self::Many(VecDeque::from([*only]));
        }
        match self {
            Self::Many(all) if front => all.push_front(position),
            Self::Many(all) => all.push_back(position),
            Self::One(_) => {}
        }
    }

    /// Takes a position out; says whether nothing is left then.
    fn loses(&mut self, position: Position) -> bool {
        match self {
            Self::One(only) => *only == position,
            Self::Many(all) => {
                if let Ok(place) = all.binary_search(&position) {
                    all.remove(place);
                }
                all.is_empty()
            }
        }
    }

    fn get(&self, place: usize) -> Option<Position> {
        match self {
            Self::One(only) => (place == 0).then_some(*only),
            Self::Many(all) => all.get(place).copied(),
        }
    }

    /// The first from that one on.
    fn from(&self, from: Position) -> Option<Position> {
        match self {
            Self::One(only) => (*only >= from).then_some(*only),
            Self::Many(all) => all.get(all.partition_point(|position| *position < from)).copied(),
        }
    }
}
