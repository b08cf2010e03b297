//! Where facts are, by what they look like.

use std::cell::OnceCell;
use std::collections::hash_map::Entry as Slot;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use super::table::{Entry, Position, hash_of};

/// The index of a table. Small tables do without.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// By the whole fact without its annotations: its [hash](super::table::hash_of).
    facts: Places,
    /// By the first argument, once somebody has asked for that.
    firsts: OnceCell<Firsts>,
}

/// Where entries are by their first argument.
#[derive(Clone, Debug, Default)]
struct Firsts {
    /// Where it is ground.
    places: Places,
    /// All others.
    others: Option<Group>,
}

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
    /// Adds an entry before all others or behind them; if it is a fact, with its hash.
    pub(super) fn add(&mut self, entry: &Entry, hash: Option<u64>, position: Position, front: bool) {
        if let Some(hash) = hash {
            put(&mut self.facts, hash, position, front);
        }
        if let Some(firsts) = self.firsts.get_mut() {
            firsts.add(entry, position, front);
        }
    }

    pub(super) fn remove(&mut self, entry: &Entry, position: Position) {
        if let Some(fact) = entry.fact() {
            take_out(&mut self.facts, hash_of(fact), position);
        }
        if let Some(firsts) = self.firsts.get_mut() {
            firsts.remove(entry, position);
        }
    }

    /// Where facts are that have a hash.
    pub(super) fn facts_of(&self, hash: u64) -> impl Iterator<Item = Position> + '_ {
        let group = self.facts.get(&hash);
        (0..).map_while(move |place| group?.get(place))
    }

    /// The first position from one on whose first argument may have this key. `all` are those of the table.
    pub(super) fn next<'a>(
        &self,
        from: Position,
        key: u64,
        all: impl Iterator<Item = (Position, &'a Entry)>,
    ) -> Option<Position> {
        let Firsts { places, others } = self.firsts.get_or_init(|| Firsts::of(all));
        let keyed = places.get(&key).and_then(|group| group.from(from));
        let other = others.as_ref().and_then(|group| group.from(from));
        match (keyed, other) {
            (Some(keyed), Some(other)) => Some(keyed.min(other)),
            (one, other) => one.or(other),
        }
    }
}

impl Firsts {
    #[cold]
    fn of<'a>(all: impl Iterator<Item = (Position, &'a Entry)>) -> Self {
        let mut firsts = Self::default();
        all.for_each(|(position, entry)| firsts.add(entry, position, false));
        firsts
    }

    fn add(&mut self, entry: &Entry, position: Position, front: bool) {
        match entry.first_key() {
            Some(key) => put(&mut self.places, key, position, front),
            None => match &mut self.others {
                Some(others) => others.put(position, front),
                others => *others = Some(Group::One(position)),
            },
        }
    }

    fn remove(&mut self, entry: &Entry, position: Position) {
        match entry.first_key() {
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
