use crate::term::Atom;

/// The name, or, if it is taken, `name_1`, `name_2` and so on: the first that is free from this number on (0: the name itself),
/// and its number.
pub(super) fn free(name: &str, from: u32, is_taken: impl Fn(Atom) -> bool) -> (Atom, u32) {
    let mut number = from;
    loop {
        let candidate = if number == 0 { Atom::new(name) } else { Atom::new(&format!("{name}_{number}")) };
        if !is_taken(candidate) {
            return (candidate, number);
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let taken = ["ann", "ann_1"].map(Atom::new);
        let free = |name, from| free(name, from, |name| taken.contains(&name));
        assert_eq!(free("bob", 0), (Atom::new("bob"), 0));
        assert_eq!(free("ann", 0), (Atom::new("ann_2"), 2));
        assert_eq!(free("ann", 7), (Atom::new("ann_7"), 7));
    }
}
