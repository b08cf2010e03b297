//! Where facts are, by what they look like.

use std::cell::{Cell, OnceCell};
use std::collections::hash_map::Entry as Slot;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use super::table::{Entry, Position, hash_of};

/// The index of a table. Small tables do without.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// By the whole fact without its annotations: its [hash](super::table::hash_of).
    facts: Places,
    /// By each argument.
    columns: Box<[Column]>,
}

/// What is known of an argument that is looked for: that it has this [key](super::key_of).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    place: u32,
    /// Where among the entries of this key the last one was that was found: the next is behind it.
    last: u32,
    hash: u64,
}

/// Where entries are by one argument, once that has been asked for: by the first at once, by another after some times.
#[derive(Clone, Debug, Default)]
struct Column {
    asked: Cell<u8>,
    groups: OnceCell<Groups>,
}

/// Where entries are by one argument.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// Where it has a key.
    places: Places,
    /// All others.
    others: Option<Group>,
}

/// After so many questions with an argument known, entries are put in groups by it.
const ASKED: u8 = 4;
/// Where no more entries than these are left, no other argument is looked at.
const FEW: usize = 8;
/// Another argument than the first has to leave no more than one entry of so many.
const OF: usize = 4;

type Places = HashMap<u64, Group, BuildHasherDefault<Known>>;

/// Positions, ascending. Most groups are of one, and small: an index is as large as its groups.
#[derive(Clone, Debug)]
enum Group {
    One(Position),
    #[expect(clippy::box_collection, reason = "it makes the others smaller")]
    Many(Box<VecDeque<Position>>),
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
    /// For entries of so many arguments.
    pub(super) fn new(arity: usize) -> Self {
        Self { facts: Places::default(), columns: (0..arity).map(|_| Column::default()).collect() }
    }

    /// One without entries that has groups by the same arguments.
    pub(super) fn emptied(&self) -> Self {
        let emptied = |column: &Column| Column {
            asked: column.asked.clone(),
            groups: column.groups.get().map(|_| Groups::default()).map_or_else(OnceCell::new, OnceCell::from),
        };
        Self { facts: Places::default(), columns: self.columns.iter().map(emptied).collect() }
    }

    /// By which of the arguments to look, of which these keys are known, where `all` are the table's entries: by the one that leaves
    /// the fewest.
    pub(super) fn key<'a, I: Iterator<Item = (Position, &'a Entry)>>(
        &self,
        keys: impl Iterator<Item = Option<u64>>,
        live: usize,
        all: impl Fn() -> I,
    ) -> Option<Key> {
        let mut fewest: Option<(usize, Key)> = None;
        for (place, (column, hash)) in self.columns.iter().zip(keys).enumerate() {
            let Some(hash) = hash else { continue };
            if place > 0 && !column.is_due() {
                continue;
            }
            let left = column.groups(place, &all).count(hash);
            if place == 0 || left * OF <= live && fewest.is_none_or(|(fewest, _)| left < fewest) {
                fewest = Some((left, Key { place: place as u32, last: 0, hash }));
            }
            if left <= FEW {
                break;
            }
        }
        fewest.map(|(_, key)| key)
    }

    /// Adds an entry before all others or behind them; if it is a fact, with its hash.
    pub(super) fn add(&mut self, entry: &Entry, hash: Option<u64>, position: Position, front: bool) {
        if let Some(hash) = hash {
            put(&mut self.facts, hash, position, front);
        }
        for (place, column) in self.columns.iter_mut().enumerate() {
            if let Some(groups) = column.groups.get_mut() {
                groups.add(entry.key(place), position, front);
            }
        }
    }

    pub(super) fn remove(&mut self, entry: &Entry, position: Position) {
        if let Some(fact) = entry.fact() {
            take_out(&mut self.facts, hash_of(fact), position);
        }
        for (place, column) in self.columns.iter_mut().enumerate() {
            if let Some(groups) = column.groups.get_mut() {
                groups.remove(entry.key(place), position);
            }
        }
    }

    /// Where facts are that have a hash.
    pub(super) fn facts_of(&self, hash: u64) -> impl Iterator<Item = Position> + '_ {
        let group = self.facts.get(&hash);
        (0..).map_while(move |place| group?.get(place))
    }

    /// The groups that entries with this key are among. `all` are those of the table.
    #[inline]
    pub(super) fn groups<'a, I: Iterator<Item = (Position, &'a Entry)>>(
        &self,
        key: Key,
        all: impl Fn() -> I,
    ) -> Option<&Groups> {
        let place = key.place as usize;
        self.columns.get(place).map(|column| column.groups(place, &all))
    }

    /// The first position from one on whose argument may have this key. `all` are those of the table.
    pub(super) fn next<'a, I: Iterator<Item = (Position, &'a Entry)>>(
        &self,
        from: Position,
        key: &mut Key,
        all: impl Fn() -> I,
    ) -> Option<Position> {
        let place = key.place as usize;
        let Groups { places, others } = self.columns.get(place)?.groups(place, &all);
        let keyed = places.get(&key.hash).and_then(|group| group.behind(&mut key.last, from));
        let other = others.as_ref().and_then(|group| group.from(from));
        match (keyed, other) {
            (Some(keyed), Some(other)) => Some(keyed.min(other)),
            (one, other) => one.or(other),
        }
    }
}

/// The positions in two groups, ascending.
#[derive(Default)]
pub(super) struct Positions<'a> {
    keyed: Option<&'a Group>,
    others: Option<&'a Group>,
    next: usize,
    other: usize,
}

impl Iterator for Positions<'_> {
    type Item = Position;

    #[inline]
    fn next(&mut self) -> Option<Position> {
        let keyed = self.keyed.and_then(|keyed| keyed.get(self.next));
        if let Some(others) = self.others
            && let Some(other) = others.get(self.other)
            && keyed.is_none_or(|keyed| other < keyed)
        {
            self.other += 1;
            return Some(other);
        }
        self.next += 1;
        keyed
    }
}

impl Column {
    /// It is asked for once more: are there groups by it, or is it time for them?
    fn is_due(&self) -> bool {
        self.asked.set(self.asked.get().saturating_add(1));
        self.asked.get() > ASKED
    }

    #[inline]
    fn groups<'a, I: Iterator<Item = (Position, &'a Entry)>>(&self, place: usize, all: &impl Fn() -> I) -> &Groups {
        self.groups.get_or_init(|| Groups::of(place, all()))
    }
}

impl Groups {
    #[cold]
    fn of<'a>(place: usize, all: impl Iterator<Item = (Position, &'a Entry)>) -> Self {
        let mut groups = Self::default();
        all.for_each(|(position, entry)| groups.add(entry.key(place), position, false));
        groups
    }

    /// The positions of entries that may have this key.
    #[inline]
    pub(super) fn positions(&self, key: Key) -> Positions<'_> {
        Positions { keyed: self.places.get(&key.hash), others: self.others.as_ref(), next: 0, other: 0 }
    }

    /// How many entries may have this key.
    fn count(&self, key: u64) -> usize {
        self.places.get(&key).map_or(0, Group::len) + self.others.as_ref().map_or(0, Group::len)
    }

    fn add(&mut self, key: Option<u64>, position: Position, front: bool) {
        match key {
            Some(key) => put(&mut self.places, key, position, front),
            None => match &mut self.others {
                Some(others) => others.put(position, front),
                others => *others = Some(Group::One(position)),
            },
        }
    }

    fn remove(&mut self, key: Option<u64>, position: Position) {
        match key {
            Some(key) => take_out(&mut self.places, key, position),
            None => {
                if self.others.as_mut().is_some_and(|others| others.loses(position)) {
                    self.others = None;
                }
            }
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
            *self = Self::Many(VecDeque::from([*only]).into());
        }
        match self {
            Self::Many(all) if front => all.push_front(position),
            Self::Many(all) => all.push_back(position),
            Self::One(_) => {}
        }
    }

    /// Takes a position out; returns whether nothing is left then.
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

    fn len(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Many(all) => all.len(),
        }
    }

    fn get(&self, place: usize) -> Option<Position> {
        match self {
            Self::One(only) => (place == 0).then_some(*only),
            Self::Many(all) => all.get(place).copied(),
        }
    }

    /// The first from that one on, which most often is the one behind the last.
    #[inline]
    fn behind(&self, last: &mut u32, from: Position) -> Option<Position> {
        let Self::Many(all) = self else { return self.from(from) };
        let place = *last as usize;
        if let Some(position) = all.get(place) {
            if place == 0 && *position >= from {
                return Some(*position);
            }
            if *position < from {
                match all.get(place + 1) {
                    Some(next) if *next < from => {}
                    next => {
                        *last += 1;
                        return next.copied();
                    }
                }
            }
        }
        let place = all.partition_point(|position| *position < from);
        *last = u32::try_from(place).unwrap_or(0);
        all.get(place).copied()
    }

    /// The first from that one on.
    fn from(&self, from: Position) -> Option<Position> {
        match self {
            Self::One(only) => (*only >= from).then_some(*only),
            Self::Many(all) => all.get(all.partition_point(|position| *position < from)).copied(),
        }
    }
}
