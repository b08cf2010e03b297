//! A room of cells with walls around it, pillars in it, dust on its floor, and robots.

use std::collections::{BTreeMap, BTreeSet};

use agon_agentspeak::term::Atom;

/// A cell: how far to the right, and how far down.
pub type Cell = (i32, i32);

/// What there is.
pub struct Room {
    pub width: i32,
    pub height: i32,
    pub pillars: BTreeSet<Cell>,
    pub dust: BTreeSet<Cell>,
    pub robots: BTreeMap<Atom, Robot>,
    /// Where dust was.
    pub cleaned: Vec<Cell>,
}

/// A robot, and where it has been: the last cell is the one that it is in.
pub struct Robot {
    pub trail: Vec<Cell>,
}

/// How far a robot sees.
const SIGHT: i32 = 2;

impl Robot {
    pub fn at(&self) -> Cell {
        self.trail.last().copied().unwrap_or_default()
    }
}

impl Room {
    /// A room with dust on so many cells, and a pillar on every tenth or so. `chance` places them.
    pub fn new(width: i32, height: i32, dust: usize, chance: u64) -> Result<Self, String> {
        if width < 3 || height < 3 || dust as i64 > i64::from(width) * i64::from(height) / 2 {
            return Err("a room is 3 by 3 cells at least, and dusty on half of them at most".to_owned());
        }
        let (pillars, robots, cleaned) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
        let mut room = Self { width, height, pillars, dust: BTreeSet::new(), robots, cleaned };
        let mut chance = Chance(chance);
        while room.pillars.len() < (width * height / 12) as usize {
            let (x, y) = room.any(&mut chance);
            // Never next to another, nor at a wall: there is a way everywhere.
            let inside = (1..width - 1).contains(&x) && (1..height - 1).contains(&y);
            if inside && !room.pillars.iter().any(|(a, b)| (a - x).abs() <= 1 && (b - y).abs() <= 1) {
                room.pillars.insert((x, y));
            } else if chance.next().is_multiple_of(50) {
                break;
            }
        }
        while room.dust.len() < dust {
            let cell = room.any(&mut chance);
            if !room.pillars.contains(&cell) {
                room.dust.insert(cell);
            }
        }
        Ok(room)
    }

    fn any(&self, chance: &mut Chance) -> Cell {
        let mut below = |limit: i32| (chance.next() % limit.unsigned_abs() as u64) as i32;
        (below(self.width), below(self.height))
    }

    /// What a robot would run into there.
    pub fn obstacle(&self, (x, y): Cell) -> Option<Atom> {
        if !(0..self.width).contains(&x) || !(0..self.height).contains(&y) {
            return Some(Atom::new("wall"));
        }
        if self.pillars.contains(&(x, y)) {
            return Some(Atom::new("pillar"));
        }
        self.robots.iter().find(|(_, robot)| robot.at() == (x, y)).map(|(name, _)| *name)
    }

    /// The dust that a robot sees from there.
    pub fn dust_around(&self, (x, y): Cell) -> impl Iterator<Item = Cell> {
        self.dust.iter().copied().filter(move |(a, b)| (a - x).abs() <= SIGHT && (b - y).abs() <= SIGHT)
    }
}

/// Numbers that look random: always the same for the same beginning.
struct Chance(u64);

impl Chance {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
