//! Sorting of terms.

use std::cmp::Ordering;

use super::atom::compare_texts;
use super::{Class, Name, Term};
use crate::stack::SHALLOW;

/// So few are sorted one by one.
const FEW: usize = 16;

/// Sorts terms in their [order](Term::compare); what is equal stays in the order in which it was.
///
/// Unlike the standard library's sorting, it bears an order that contradicts itself: not-a-number is equal to every number, and a
/// collection may change meanwhile.
pub fn sort_terms(items: &mut Vec<Term>) {
    if items.iter().all(|item| matches!(item, Term::Atom(_))) {
        // Each name is looked up once.
        items.sort_by_cached_key(|item| Named(if let Term::Atom(name) = item { Some(name.name()) } else { None }));
        return;
    }
    let numbers: Option<Vec<f64>> =
        items.iter().map(|item| item.as_number().filter(|number| !number.is_nan())).collect();
    if let Some(mut numbers) = numbers {
        numbers.sort_by(|one, other| one.partial_cmp(other).unwrap_or(Ordering::Equal));
        *items = numbers.into_iter().map(Term::from).collect();
        return;
    }
    if items.iter().all(|item| matches!(item, Term::String(_))) || items.iter().all(is_ordered) {
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

/// In Java's order of texts.
#[derive(PartialEq, Eq)]
struct Named(Option<Name>);

impl Ord for Named {
    fn cmp(&self, other: &Self) -> Ordering {
        compare_texts(self.0.as_deref().unwrap_or_default(), other.0.as_deref().unwrap_or_default())
    }
}

impl PartialOrd for Named {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Is it of what has one order among its kind: numbers, constants, and lists and literals of these? Strings and literals are compared by
/// how they are printed, two literals by what they are made of.
fn is_ordered(item: &Term) -> bool {
    match item {
        Term::Number(number) => !number.get().is_nan(),
        Term::Atom(_) => true,
        _ if item.height() > SHALLOW => false,
        Term::List(list) => list.is_ground() && list.items().all(is_ordered),
        Term::Structure(structure) => {
            structure.passing_functor().class() == Class::Literal
                && structure.annotations().is_none()
                && structure.arguments().iter().all(is_ordered)
        }
        Term::String(_) | Term::Var(_) | Term::Collection(_) => false,
    }
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
        // 0 and -0 are equal, and can be distinguished.
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
