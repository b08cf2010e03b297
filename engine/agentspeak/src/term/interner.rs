//! Values that are kept once and for ever, and known by a small number.
//!
//! Making one takes a lock; looking one up by its number does not.

use std::cell::Cell;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{OnceLock, PoisonError, RwLock};

use super::{Growing, Mix};

pub(crate) struct Interner<T> {
    numbers: RwLock<HashMap<T, u32>>,
    values: Growing<OnceLock<T>>,
}

impl<T: Copy + Eq + Hash> Interner<T> {
    pub(crate) fn new() -> Self {
        Self { numbers: RwLock::default(), values: Growing::new() }
    }

    /// The value's number, if it has one.
    pub(crate) fn number_of<Q: Eq + Hash + ?Sized>(&self, value: &Q) -> Option<u32>
    where
        T: std::borrow::Borrow<Q>,
    {
        self.numbers.read().unwrap_or_else(PoisonError::into_inner).get(value).copied()
    }

    /// The number of the value, which `keep` makes lasting if it is new.
    ///
    /// # Panics
    ///
    /// Where there are four thousand million of them.
    pub(crate) fn intern<Q: Eq + Hash + ?Sized>(&self, value: &Q, keep: impl FnOnce() -> T) -> u32
    where
        T: std::borrow::Borrow<Q>,
    {
        if let Some(number) = self.number_of(value) {
            return number;
        }
        let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = numbers.get(value) {
            return number;
        }
        let number = u32::try_from(numbers.len()).expect("space for another value");
        let kept = keep();
        let _ = self.values.get_or_make(number).set(kept);
        numbers.insert(kept, number);
        number
    }

    /// Keeps a value that has no number yet under one that no other value has.
    pub(super) fn keep(&self, value: T, number: u32) {
        let mut numbers = self.numbers.write().unwrap_or_else(PoisonError::into_inner);
        // A thread that finds the number finds the value.
        let _ = self.values.get_or_make(number).set(value);
        numbers.insert(value, number);
    }

    /// The value of a number that [`intern`](Self::intern) has given out.
    #[inline]
    pub(crate) fn value(&self, number: u32) -> T {
        self.find(number).expect("numbers come from this interner")
    }

    /// The same, if the number is one.
    #[inline]
    pub(super) fn find(&self, number: u32) -> Option<T> {
        self.values.get(number).and_then(OnceLock::get).copied()
    }
}

/// Numbers that a thread has lately found, so that it finds them again without the lock.
pub(crate) struct Recent {
    /// A number and one, or 0.
    places: [Cell<u32>; 1 << Self::BITS],
}

impl Recent {
    const BITS: u32 = 12;

    pub(crate) const fn new() -> Self {
        Self { places: [const { Cell::new(0) }; 1 << Self::BITS] }
    }

    /// The number of a value with this [hash](Self::hash): the one that was found last, if it `is_it`, or the one that `find` finds.
    #[inline]
    pub(crate) fn number(&self, hash: u64, is_it: impl FnOnce(u32) -> bool, find: impl FnOnce() -> u32) -> u32 {
        self.get(hash, is_it).unwrap_or_else(|| {
            let number = find();
            self.note(hash, number);
            number
        })
    }

    /// The same, if it is known.
    #[inline]
    pub(super) fn get(&self, hash: u64, is_it: impl FnOnce(u32) -> bool) -> Option<u32> {
        self.place(hash).get().checked_sub(1).filter(|number| is_it(*number))
    }

    /// Notes what was found.
    #[inline]
    pub(super) fn note(&self, hash: u64, number: u32) {
        // The last number of all is not noted.
        self.place(hash).set(number.wrapping_add(1));
    }

    #[inline]
    fn place(&self, hash: u64) -> &Cell<u32> {
        &self.places[(hash >> (u64::BITS - Self::BITS)) as usize]
    }

    /// The hash of a value, whose highest bits count.
    #[inline]
    pub(crate) fn hash(value: &(impl Hash + ?Sized)) -> u64 {
        let mut hasher = Mix::default();
        value.hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_lately_is_found_again_and_never_mistaken() {
        let recent = Recent::new();
        let names: Vec<String> = (0..5000).map(|number| format!("name {number}")).collect();
        let mut looked = 0;
        let mut find = |number: usize| {
            let name = &names[number];
            let is_it = |found: u32| names[found as usize] == *name;
            recent.number(Recent::hash(name.as_str()), is_it, || {
                looked += 1;
                number as u32
            })
        };
        for number in (0..5000).chain(0..5000) {
            assert_eq!((find(number), find(number)), (number as u32, number as u32));
        }
        assert!(looked <= 10_000, "the second time in a row it was known: {looked}");
    }

    #[test]
    fn threads_agree_on_numbers() {
        let interner = Interner::new();
        let numbers = || (0_u64..5000).map(|value| interner.intern(&value, || value)).collect::<Vec<_>>();
        let (one, other) = std::thread::scope(|scope| {
            let one = scope.spawn(numbers);
            let other = scope.spawn(numbers);
            (one.join().expect("one thread"), other.join().expect("the other"))
        });
        assert_eq!(one, other);
        for (value, number) in (0..5000).zip(one) {
            assert_eq!(interner.value(number), value);
        }
    }
}
