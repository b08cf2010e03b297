use std::collections::{VecDeque, vec_deque};
use std::ops::Deref;

use super::{Event, Intention};

/// Puts one behind the others. Most agents never have more than one event, intention or message at a time, so the first holds
/// itself alone.
pub(super) fn line_up<T>(line: &mut VecDeque<T>, one: T) {
    if line.capacity() == 0 {
        line.reserve_exact(1);
    }
    line.push_back(one);
}

/// What stands in a [`Line`].
pub(crate) trait Atomic {
    /// Does it, or what waits for it, go before all others? That is as it was as long as it is in the line.
    fn is_atomic(&self) -> bool;
}

impl Atomic for Box<Intention> {
    fn is_atomic(&self) -> bool {
        Intention::is_atomic(self)
    }
}

impl Atomic for Event {
    fn is_atomic(&self) -> bool {
        self.intention.as_deref().is_some_and(Intention::is_atomic)
    }
}

/// Intentions or events one behind the other. How many are atomic is known without looking at each: there may be many.
#[derive(Debug)]
pub(crate) struct Line<T> {
    all: VecDeque<T>,
    atomic: usize,
}

impl<T> Line<T> {
    pub(crate) const fn new() -> Self {
        Self { all: VecDeque::new(), atomic: 0 }
    }
}

impl<T: Atomic> Line<T> {
    pub(crate) fn push_back(&mut self, one: T) {
        self.atomic += usize::from(one.is_atomic());
        line_up(&mut self.all, one);
    }

    pub(crate) fn insert(&mut self, place: usize, one: T) {
        self.atomic += usize::from(one.is_atomic());
        self.all.insert(place, one);
    }

    #[inline]
    pub(crate) fn pop_front(&mut self) -> Option<T> {
        let one = self.all.pop_front()?;
        self.atomic -= usize::from(one.is_atomic());
        Some(one)
    }

    pub(crate) fn remove(&mut self, place: usize) -> Option<T> {
        let one = self.all.remove(place)?;
        self.atomic -= usize::from(one.is_atomic());
        Some(one)
    }

    /// Is one of them atomic?
    pub(crate) fn any_atomic(&self) -> bool {
        self.atomic > 0
    }

    /// Takes the first out that is atomic.
    pub(crate) fn take_atomic(&mut self) -> Option<T> {
        let place = match self.atomic {
            0 => None,
            // The only one is most often the last one.
            1 => self.all.iter().rposition(T::is_atomic),
            _ => self.all.iter().position(T::is_atomic),
        };
        self.remove(place?)
    }

    pub(crate) fn retain(&mut self, keeps: impl FnMut(&T) -> bool) {
        self.all.retain(keeps);
        self.count();
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.atomic = 0;
    }

    /// Takes those out that are wanted; the others are only moved if there are several.
    pub(crate) fn take_those(&mut self, wanted: impl Fn(&T) -> bool) -> Vec<T> {
        let mut places = self.all.iter().enumerate().filter(|(_, item)| wanted(item)).map(|(place, _)| place);
        match (places.next(), places.next()) {
            (None, _) => Vec::new(),
            (Some(place), None) => self.remove(place).into_iter().collect(),
            (Some(_), Some(_)) => {
                let (taken, left) = std::mem::take(&mut self.all).into_iter().partition::<Vec<_>, _>(wanted);
                self.all = left.into();
                self.count();
                taken
            }
        }
    }

    fn count(&mut self) {
        if self.atomic > 0 {
            self.atomic = self.all.iter().filter(|one| one.is_atomic()).count();
        }
    }
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Deref for Line<T> {
    type Target = VecDeque<T>;

    fn deref(&self) -> &VecDeque<T> {
        &self.all
    }
}

impl<T: Atomic> Extend<T> for Line<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, more: I) {
        more.into_iter().for_each(|one| self.push_back(one));
    }
}

impl<T: Atomic> FromIterator<T> for Line<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let all = VecDeque::from_iter(all);
        let atomic = all.iter().filter(|one| one.is_atomic()).count();
        Self { all, atomic }
    }
}

impl<T> IntoIterator for Line<T> {
    type Item = T;
    type IntoIter = vec_deque::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Line<T> {
    type Item = &'a T;
    type IntoIter = vec_deque::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Atomic for u32 {
        fn is_atomic(&self) -> bool {
            *self >= 100
        }
    }

    #[test]
    fn a_line_of_one_holds_one() {
        let mut line = VecDeque::new();
        for number in 0..100 {
            line_up(&mut line, number);
            assert_eq!(line.pop_front(), Some(number));
        }
        assert_eq!(line.capacity(), 1);
        (0..9).for_each(|number| line_up(&mut line, number));
        assert_eq!(line, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn the_first_that_is_atomic_is_found_whatever_came_and_went() {
        let mut line: Line<u32> = [1, 100, 2, 101].into_iter().collect();
        line.push_back(102);
        line.insert(0, 103);
        assert_eq!(line.take_atomic(), Some(103));
        assert_eq!((line.pop_front(), line.pop_front()), (Some(1), Some(100)));
        line.retain(|number| *number != 102);
        assert_eq!(line.take_those(|number| *number < 10), [2]);
        assert!(line.any_atomic());
        line.extend([3, 4]);
        assert_eq!((line.take_atomic(), line.take_atomic(), line.any_atomic()), (Some(101), None, false));
        assert_eq!(line.take_those(|number| *number < 10), [3, 4]);
        line.push_back(104);
        line.clear();
        assert!(line.is_empty() && !line.any_atomic());
    }
}
