//! Sorting of terms.

use super::Term;

/// So few are sorted one by one.
const FEW: usize = 16;

/// Sorts terms in their [order](Term::compare); what is equal stays in the order in which it was.
///
/// Unlike the standard library's sorting, it bears an order that contradicts itself: not-a-number is equal to every number, and a
/// collection may change meanwhile.
pub fn sort_terms(items: &mut Vec<Term>) {
    let numbers = items.iter().all(|item| item.as_number().is_some_and(|number| !number.is_nan()));
    if numbers || items.iter().all(|item| matches!(item, Term::Atom(_))) {
        items.sort_by(Term::compare);
        return;
    }
    let mut runs: Vec<Vec<Term>> = Vec::new();
    while !items.is_empty() {
        let mut run = items.split_off(items.len().saturating_sub(FEW));
        insert_each(&mut run);
        runs.push(run);
    }
    // The last are in front.
    runs.reverse();
    while runs.len() > 1 {
        let mut left = runs.into_iter();
        runs = std::iter::from_fn(|| Some(merged(left.next()?, left.next().unwrap_or_default()))).collect();
    }
    *items = runs.pop().unwrap_or_default();
}

fn insert_each(run: &mut [Term]) {
    for end in 1..run.len() {
        let mut place = end;
        while place > 0 && run[place].compare(&run[place - 1]).is_lt() {
            run.swap(place, place - 1);
            place -= 1;
        }
    }
}

fn merged(one: Vec<Term>, other: Vec<Term>) -> Vec<Term> {
    let mut merged = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.into_iter().peekable(), other.into_iter().peekable());
    while let (Some(first), Some(second)) = (one.peek(), other.peek()) {
        let next = if second.compare(first).is_lt() { other.next() } else { one.next() };
        merged.extend(next);
    }
    merged.extend(one);
    merged.extend(other);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_sorted_and_equal_ones_stay() {
        // 0 and -0 are equal, and can be told apart.
        let numbers = (0..100).map(|number| {
            Term::Number(if number % 7 == 0 { (-0.0).into() } else { (f64::from(number * 37 % 100)).into() })
        });
        let mut items: Vec<Term> = numbers.map(|number| Term::structure("p", [number])).collect();
        let mut due = items.clone();
        due.sort_by(Term::compare);
        sort_terms(&mut items);
        assert_eq!(items, due);
        let signs = |items: &[Term]| -> Vec<bool> {
            items
                .iter()
                .filter_map(|item| item.as_structure()?.arguments()[0].as_number())
                .map(f64::is_sign_negative)
                .collect()
        };
        assert_eq!(signs(&items), signs(&due));
    }

    #[test]
    fn an_order_that_contradicts_itself_is_no_danger() {
        let number = |place: u32| if place.is_multiple_of(3) { f64::NAN } else { f64::from(place * 7919 % 1000) };
        let mut items: Vec<Term> = (0..1000).map(|place| Term::Number(number(place).into())).collect();
        sort_terms(&mut items);
        assert_eq!(items.len(), 1000);
        let mut words: Vec<Term> = (0..1000)
            .map(|place| if u32::is_multiple_of(place, 2) { Term::atom(" ") } else { Term::string("!") })
            .collect();
        sort_terms(&mut words);
        assert_eq!(words.len(), 1000);
    }
}
