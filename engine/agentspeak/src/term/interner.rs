//! Values that are kept once and for ever, and known by a small number.
//!
//! Making one takes a lock; looking one up by its number does not. Values are never given back: what a program makes up as it
//! runs (a name from a string) stays until the process ends, as atoms do in Erlang.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{OnceLock, PoisonError, RwLock};

use super::Growing;

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
        let number = u32::try_from(numbers.len()).expect("room for another name");
        let kept = keep();
        let _ = self.values.get_or_make(number).set(kept);
        numbers.insert(kept, number);
        number
    }

    /// The value of a number that [`intern`](Self::intern) has given out.
    #[inline]
    pub(crate) fn value(&self, number: u32) -> T {
        let value = self.values.get(number).and_then(OnceLock::get);
        *value.expect("numbers come from this interner")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
