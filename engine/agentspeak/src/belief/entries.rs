//! A few things in a row that grows and shrinks at both ends, or many.

use std::collections::{VecDeque, vec_deque};
use std::{option, slice};

/// What agents have most is one fact of a predicate: that one lies in here.
#[derive(Clone, Debug)]
pub(super) enum Entries<T> {
    One(Option<T>),
    /// There have been more since there was none.
    Many(VecDeque<T>),
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self::One(None)
    }
}

impl<T> Entries<T> {
    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Self::One(one) => usize::from(one.is_some()),
            Self::Many(many) => many.len(),
        }
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> Option<&T> {
        match self {
            Self::One(one) => one.as_ref().filter(|_| place == 0),
            Self::Many(many) => many.get(place),
        }
    }

    #[inline]
    pub(super) fn get_mut(&mut self, place: usize) -> Option<&mut T> {
        match self {
            Self::One(one) => one.as_mut().filter(|_| place == 0),
            Self::Many(many) => many.get_mut(place),
        }
    }

    pub(super) fn back(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    pub(super) fn push_front(&mut self, entry: T) {
        match self {
            Self::One(none @ None) => *none = Some(entry),
            _ => self.many().push_front(entry),
        }
    }

    pub(super) fn push_back(&mut self, entry: T) {
        match self {
            Self::One(none @ None) => *none = Some(entry),
            _ => self.many().push_back(entry),
        }
    }

    pub(super) fn pop_front(&mut self) {
        match self {
            Self::One(one) => *one = None,
            Self::Many(many) => drop(many.pop_front()),
        }
    }

    pub(super) fn pop_back(&mut self) {
        match self {
            Self::One(one) => *one = None,
            Self::Many(many) => drop(many.pop_back()),
        }
    }

    /// Once there were more than one, they are kept so: what grows once grows again.
    fn many(&mut self) -> &mut VecDeque<T> {
        if let Self::One(one) = self {
            *self = Self::Many(one.take().into_iter().collect());
        }
        match self {
            Self::Many(many) => many,
            Self::One(_) => unreachable!("they have been made many"),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.iter_from(0)
    }

    /// Those from a place on that is not behind the end.
    #[inline]
    pub(super) fn iter_from(&self, place: usize) -> impl Iterator<Item = &T> {
        let (front, back) = match self {
            Self::One(None) => (&[][..], &[][..]),
            Self::One(Some(one)) => (slice::from_ref(one), &[][..]),
            Self::Many(many) => many.as_slices(),
        };
        let skipped = place.min(front.len());
        front[skipped..].iter().chain(&back[place - skipped..])
    }
}

impl<T> IntoIterator for Entries<T> {
    type Item = T;
    type IntoIter = std::iter::Chain<option::IntoIter<T>, vec_deque::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        let (one, many) = match self {
            Self::One(one) => (one, VecDeque::new()),
            Self::Many(many) => (None, many),
        };
        one.into_iter().chain(many)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// They are what a queue with two ends would be.
        #[test]
        fn they_grow_and_shrink_at_both_ends(steps in proptest::collection::vec((0_u8..6, any::<u16>()), 0..100)) {
            let (mut entries, mut expected) = (Entries::default(), VecDeque::new());
            for (step, value) in steps {
                match step {
                    0 | 1 => { entries.push_front(value); expected.push_front(value); }
                    2 | 3 => { entries.push_back(value); expected.push_back(value); }
                    4 => { entries.pop_front(); expected.pop_front(); }
                    _ => { entries.pop_back(); expected.pop_back(); }
                }
                prop_assert_eq!(entries.len(), expected.len());
                prop_assert_eq!(entries.back(), expected.back());
                prop_assert!(entries.iter().eq(&expected));
                let place = usize::from(value) % (expected.len() + 1);
                prop_assert!(entries.iter_from(place).eq(expected.iter().skip(place)));
                prop_assert_eq!(entries.get(place), expected.get(place));
                prop_assert_eq!(entries.get_mut(place), expected.get_mut(place));
            }
            prop_assert!(entries.into_iter().eq(expected));
        }
    }
}
