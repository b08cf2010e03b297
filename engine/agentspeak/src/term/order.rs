//! Equality and order of terms, as Jason has them.

use std::cmp::Ordering;

use super::atom::compare_texts;
use super::constant::Passing;
use super::{Annotations, Atom, Class, Constant, List, Relation, Structure, Term};
use crate::stack::{self, SHALLOW};

impl PartialEq for Term {
    /// Are they the same? A structure is the same as another of the same arguments and annotations.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one == other,
            (Self::Atom(one), Self::Atom(other)) => one == other,
            (Self::Number(_) | Self::Atom(_), _) | (_, Self::Number(_) | Self::Atom(_)) => false,
            _ => self.is_same(other),
        }
    }
}

impl Term {
    /// The same of terms neither of which is a number or a constant.
    fn is_same(&self, other: &Self) -> bool {
        if self.height() > SHALLOW && stack::is_low() {
            return stack::with_stack(|| self == other);
        }
        match (self, other) {
            (Self::String(one), Self::String(other)) => one == other,
            (Self::List(one), Self::List(other)) => one == other,
            (Self::Structure(one), Self::Structure(other)) => Structure::ptr_eq(one, other) || one == other,
            (Self::Var(one), Self::Var(other)) => one == other,
            (Self::Collection(one), Self::Collection(other)) => one == other,
            _ => false,
        }
    }
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        let (mut one, mut other) = (self.items(), other.items());
        while !one.is_same(&other) {
            match (one.next(), other.next()) {
                (Some(item), Some(other_item)) if item == other_item => {}
                (None, None) => return one.tail() == other.tail(),
                _ => return false,
            }
        }
        true
    }
}

impl PartialEq for Structure {
    fn eq(&self, other: &Self) -> bool {
        self.passing_functor() == other.passing_functor()
            && self.arguments() == other.arguments()
            && match (self.annotations(), other.annotations()) {
                (None, None) => true,
                (Some(one), Some(other)) => one == other,
                _ => false,
            }
    }
}

impl PartialEq for Annotations {
    fn eq(&self, other: &Self) -> bool {
        self.rest() == other.rest() && self.items() == other.items()
    }
}

/// Strings are compared as they are printed: the quotation mark at the end counts, and a blank comes before it.
fn compare_strings(one: &str, other: &str) -> Ordering {
    let mut pairs = one.bytes().zip(other.bytes());
    if pairs.any(|(one, other)| one != other) || one.len() == other.len() {
        return compare_texts(one, other);
    }
    let printed = |text: &str| text.encode_utf16().chain(['"' as u16]).collect::<Vec<_>>();
    printed(one).cmp(&printed(other))
}

impl Relation {
    /// Does it hold between two numbers?
    #[inline]
    pub(crate) fn compares_numbers(self, left: f64, right: f64) -> Option<bool> {
        let order = left.partial_cmp(&right).unwrap_or(Ordering::Equal);
        Some(match self {
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
            Self::Equal => left == right,
            Self::Different => left != right,
            Self::Unify | Self::Build => return None,
        })
    }

    /// Does it hold between two terms as they are? Nothing for those that bind variables.
    #[inline]
    pub(crate) fn compares(self, left: &Term, right: &Term) -> Option<bool> {
        Some(match self {
            Self::Greater => left.compare(right).is_gt(),
            Self::GreaterEqual => left.compare(right).is_ge(),
            Self::Less => left.compare(right).is_lt(),
            Self::LessEqual => left.compare(right).is_le(),
            Self::Equal => left == right,
            Self::Different => left != right,
            Self::Unify | Self::Build => return None,
        })
    }
}

/// The order of kinds of terms that never depends on what they hold.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Number,
    StringOrLiteral,
    Collection,
    Var,
}

impl Term {
    /// Jason's order: numbers, then lists and other literals, then variables.
    ///
    /// Strings stand before lists, and among other literals by what both look like when printed, which puts a string with its
    /// quotation mark before any name. Literals are ordered by namespace, name, negation, arguments, their number and annotations.
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.partial_cmp(other).unwrap_or(Ordering::Equal),
            (Self::Atom(one), Self::Atom(other)) => one.cmp(other),
            _ => self.compare_others(other),
        }
    }

    /// The same of terms that are not both numbers or both constants.
    fn compare_others(&self, other: &Self) -> Ordering {
        if let (Self::Structure(one), Self::Structure(other)) = (self, other)
            && one.passing_functor() == other.passing_functor()
            && one.passing_functor().class() == Class::Literal
            && one.annotations().is_none()
            && other.annotations().is_none()
            && one.height() <= SHALLOW
        {
            return compare_all(one.arguments(), other.arguments());
        }
        let is_same_functor = matches!((self, other), (Self::Structure(one), Self::Structure(other)) if one.passing_functor() == other.passing_functor());
        if !is_same_functor
            && let (Some((namespace, name)), Some((other_namespace, other_name))) = (self.naming(), other.naming())
        {
            let by_name = namespace.cmp(&other_namespace).then_with(|| name.compare(other_name));
            if by_name != Ordering::Equal {
                return by_name;
            }
        }
        let by_rank = self.rank().cmp(&other.rank());
        if by_rank != Ordering::Equal {
            return by_rank;
        }
        if self.height() > SHALLOW && stack::is_low() {
            return stack::with_stack(|| self.compare(other));
        }
        match (self, other) {
            // An expression that waits for its variables comes behind all numbers.
            (Self::Number(_), _) => Ordering::Less,
            (_, Self::Number(_)) => Ordering::Greater,
            (Self::Var(one), Self::Var(other)) => one.compare(*other),
            (Self::Collection(one), Self::Collection(other)) => one.compare(other),
            (Self::String(one), Self::String(other)) => compare_strings(one, other),
            (Self::List(one), Self::List(other)) => one.compare(other),
            (Self::List(_), Self::String(_)) => Ordering::Greater,
            (Self::String(_), Self::List(_)) => Ordering::Less,
            (Self::List(_), _) => Ordering::Less,
            (_, Self::List(_)) => Ordering::Greater,
            (Self::String(_), _) | (_, Self::String(_)) => compare_texts(&self.to_string(), &other.to_string()),
            _ => Literal::of(self).compare(&Literal::of(other)),
        }
    }

    /// The namespace and the name of the literal that it is.
    fn naming(&self) -> Option<(Atom, Passing)> {
        match self {
            Self::Atom(name) => Some((Atom::DEFAULT, name.passing())),
            Self::Structure(literal) if self.is_literal() => {
                let (signature, name) = literal.passing_signature();
                Some((signature.namespace, name))
            }
            _ => None,
        }
    }

    fn rank(&self) -> Rank {
        match self {
            Self::Number(_) => Rank::Number,
            Self::Atom(_) | Self::String(_) | Self::List(_) => Rank::StringOrLiteral,
            // An expression that waits for its variables counts as a number where another term is compared with it.
            Self::Structure(structure) if structure.is_arithmetic() => Rank::Number,
            Self::Structure(_) => Rank::StringOrLiteral,
            Self::Collection(_) => Rank::Collection,
            Self::Var(_) => Rank::Var,
        }
    }
}

impl List {
    fn compare(&self, other: &Self) -> Ordering {
        let (mut one, mut other) = (self.items(), other.items());
        while !one.is_same(&other) {
            let by_item = match (one.next(), other.next()) {
                (Some(item), Some(other_item)) => item.compare(other_item),
                // What is behind: any list comes before a variable.
                (item, other_item) => match (one.tail(), other.tail()) {
                    (Some(tail), Some(other_tail)) => return tail.compare(other_tail),
                    (Some(_), None) => return Ordering::Greater,
                    (None, Some(_)) => return Ordering::Less,
                    (None, None) => return item.is_some().cmp(&other_item.is_some()),
                },
            };
            if by_item != Ordering::Equal {
                return by_item;
            }
        }
        Ordering::Equal
    }
}

/// A constant or a structure, taken apart.
struct Literal<'a> {
    namespace: Atom,
    name: Passing,
    negated: bool,
    arguments: &'a [Term],
    annotations: Option<&'a Annotations>,
}

impl<'a> Literal<'a> {
    /// What is neither counts as a constant without a name; nothing of that kind is compared.
    fn of(term: &'a Term) -> Self {
        match term {
            Term::Structure(structure) => {
                let (signature, name) = structure.passing_signature();
                Self {
                    namespace: signature.namespace,
                    name,
                    negated: signature.negated,
                    arguments: structure.arguments(),
                    annotations: structure.annotations(),
                }
            }
            _ => Self {
                namespace: Atom::DEFAULT,
                name: if let Term::Atom(name) = term { name.passing() } else { Constant::of(Atom::LIST).passing() },
                negated: false,
                arguments: &[],
                annotations: None,
            },
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let by_name = self.namespace.cmp(&other.namespace).then_with(|| self.name.compare(other.name));
        by_name
            .then_with(|| self.negated.cmp(&other.negated))
            .then_with(|| compare_all(self.arguments, other.arguments))
            .then_with(|| match (self.annotations, other.annotations) {
                (Some(one), Some(other)) => compare_all(one.items(), other.items()),
                (one, other) => one.is_some().cmp(&other.is_some()),
            })
    }
}

/// Element by element; of two that begin alike, the shorter comes first.
fn compare_all(one: &[Term], other: &[Term]) -> Ordering {
    let pairs = one.iter().zip(other);
    let unlike = pairs.map(|(one, other)| one.compare(other)).find(|order| order.is_ne());
    unlike.unwrap_or_else(|| one.len().cmp(&other.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{StructureBuilder, Var};

    #[test]
    fn the_order_of_terms() {
        let annotated =
            |annotation: &str| StructureBuilder::new(Atom::new("p")).annotation(Term::atom(annotation)).build();
        let ascending = [
            Term::from(-1.0),
            Term::from(2.5),
            Term::string("b "),
            Term::string("b"),
            Term::list([]),
            Term::list([Term::from(1.0)]),
            Term::list([Term::from(1.0), Term::from(1.0)]),
            Term::list([Term::from(2.0)]),
            Term::atom("a"),
            Term::structure("a", [Term::from(1.0)]),
            Term::structure("a", [Term::from(1.0), Term::from(0.0)]),
            Term::structure("a", [Term::from(2.0)]),
            Term::atom("p"),
            annotated("x"),
            annotated("y"),
            StructureBuilder::new(Atom::new("p")).negated(true).build(),
            StructureBuilder::new(Atom::new("a")).namespace(Atom::new("other")).build(),
            Term::Var(Var::new(1, Atom::new("X"))),
        ];
        for (place, one) in ascending.iter().enumerate() {
            for (other_place, other) in ascending.iter().enumerate() {
                assert_eq!(one.compare(other), place.cmp(&other_place), "{one} and {other}");
                assert_eq!(one == other, place == other_place, "{one} and {other}");
            }
        }
    }

    #[test]
    fn annotations_make_a_difference_whatever_order_they_were_written_in() {
        let literal = |annotations: [&str; 2]| {
            annotations.into_iter().fold(StructureBuilder::new(Atom::new("p")), |literal, annotation| {
                literal.annotation(Term::atom(annotation))
            })
        };
        assert_eq!(literal(["a", "b"]).build(), literal(["b", "a"]).build());
        assert_ne!(literal(["a", "b"]).build(), literal(["a", "c"]).build());
    }
}
