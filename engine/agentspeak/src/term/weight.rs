//! About how many bytes terms take: what a search that grows without end is known by.

use std::sync::Arc;

use super::{Bindings, Term};

/// What a block of memory takes besides what is in it.
const BLOCK: usize = 16;

impl Term {
    /// The bytes that it takes besides its own two words, not looking into its parts. What others share counts as their part.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Number(_) | Self::Atom(_) | Self::Var(_) | Self::Collection(_) => 0,
            Self::String(text) => (text.len() + 3 * BLOCK) / Arc::strong_count(text),
            Self::List(list) => list.weight(),
            Self::Structure(structure) => structure.weight(),
        }
    }
}

impl Bindings {
    /// The bytes that the variables take.
    pub(crate) fn weight(&self) -> usize {
        self.slots.len() * size_of::<Option<Term>>() + self.trail.len() * size_of::<u32>()
    }

    /// The bytes that those stand for which lie behind the first so many.
    pub(crate) fn weight_behind(&self, first: usize) -> usize {
        self.slots.get(first..).unwrap_or_default().iter().flatten().map(Term::weight).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_weighs_much_and_what_is_shared_its_part() {
        assert_eq!(Term::from(1.0).weight(), 0);
        let long = Term::list((0..1000).map(Term::from));
        let alone = long.weight();
        assert!((16_000..64_000).contains(&alone), "{alone}");
        let shared = vec![long.clone(); 9];
        assert!((alone / 10..=alone / 9).contains(&shared[0].weight()));
        assert!(Term::string("x".repeat(1000)).weight() >= 1000);
        assert!(Term::structure("p", shared).weight() >= 9 * 16);
    }

    #[test]
    fn bindings_weigh_what_variables_stand_for() {
        let mut bindings = Bindings::of(3);
        for slot in 1..3 {
            bindings.bind(crate::term::Var::unnamed(slot), Term::string("x".repeat(1000)));
        }
        assert!((1000..1200).contains(&bindings.weight_behind(2)));
        assert!((2000..2400).contains(&bindings.weight_behind(0)));
        assert_eq!(bindings.weight_behind(7), 0);
        assert!(bindings.weight() >= 48);
    }
}
