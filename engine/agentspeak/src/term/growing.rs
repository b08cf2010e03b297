use std::sync::OnceLock;

/// The first bucket has so many places, each further one twice as many as the one before.
const FIRST: usize = 1 << 8;
const BUCKETS: usize = 25;

/// Places that are known by a number, counted from 0. They come to be as they are asked for, and never move: to look at one
/// takes no lock, even while others are made.
pub(crate) struct Growing<T> {
    buckets: [OnceLock<Box<[T]>>; BUCKETS],
}

impl<T: Default> Growing<T> {
    pub(crate) const fn new() -> Self {
        Self { buckets: [const { OnceLock::new() }; BUCKETS] }
    }

    /// The place of this number, if there are places that far.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        let (bucket, place) = place_of(number);
        self.buckets[bucket].get()?.get(place)
    }

    /// The place of this number.
    pub(crate) fn get_or_make(&self, number: u32) -> &T {
        let (bucket, place) = place_of(number);
        let bucket = self.buckets[bucket].get_or_init(|| (0..FIRST << bucket).map(|_| T::default()).collect());
        &bucket[place]
    }
}

#[inline]
fn place_of(number: u32) -> (usize, usize) {
    let above = number as usize + FIRST;
    let bucket = (above / FIRST).ilog2() as usize;
    (bucket, above - (FIRST << bucket))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_place_of_its_own() {
        let mut due = (0, 0);
        for number in 0..100_000 {
            assert_eq!(place_of(number), due);
            due = if due.1 + 1 == FIRST << due.0 { (due.0 + 1, 0) } else { (due.0, due.1 + 1) };
        }
        assert!(place_of(u32::MAX).0 < BUCKETS);
    }

    #[test]
    fn places_come_to_be_when_they_are_asked_for() {
        let places: Growing<OnceLock<u32>> = Growing::new();
        assert!(places.get(1000).is_none());
        assert_eq!(places.get_or_make(1000).set(7), Ok(()));
        assert_eq!(places.get(1000).and_then(OnceLock::get), Some(&7));
        assert!(places.get(1001).is_some_and(|place| place.get().is_none()), "its neighbour came along");
    }
}
