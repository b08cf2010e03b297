//! Names with a number of arguments, numbered.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use crate::term::Atom;

/// A name and a number of arguments; strong negation (`~`) is part of the name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Functor(u32);

#[derive(Default)]
struct Known {
    numbers: HashMap<(Atom, u32), u32>,
    all: Vec<(Atom, u32)>,
}

static KNOWN: LazyLock<RwLock<Known>> = LazyLock::new(RwLock::default);

impl Functor {
    /// That of this name and number of arguments.
    pub fn new(name: Atom, arity: usize) -> Self {
        let key = (name, arity as u32);
        if let Some(number) = KNOWN.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&key) {
            return Self(*number);
        }
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        let next = known.all.len() as u32;
        let number = *known.numbers.entry(key).or_insert(next);
        if number == next {
            known.all.push(key);
        }
        Self(number)
    }

    /// Its number; small ones are given out first.
    #[inline(always)]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The functor that has this number.
    #[inline(always)]
    pub const fn of_number(number: u32) -> Self {
        Self(number)
    }

    /// Its name.
    pub fn name(self) -> Atom {
        self.get().0
    }

    /// How many arguments it has.
    pub fn arity(self) -> usize {
        self.get().1 as usize
    }

    fn get(self) -> (Atom, u32) {
        KNOWN.read().unwrap_or_else(PoisonError::into_inner).all[self.0 as usize]
    }
}
