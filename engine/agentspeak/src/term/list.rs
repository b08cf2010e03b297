use std::sync::Arc;

use super::structure::drop_all;
use super::{Term, Var};
use crate::stack::SHALLOW;

/// A list: linked cells, whose tails are shared between lists.
#[derive(Clone, Debug, Default)]
pub struct List(Option<Arc<Cell>>);

#[derive(Debug)]
struct Cell {
    head: Term,
    tail: Tail,
    /// Of the head and of all behind it.
    ground: bool,
    settled: bool,
    /// How deep the elements are nested.
    height: u32,
}

impl Cell {
    fn new(head: Term, tail: Tail) -> Self {
        let (ground, settled, height) = match &tail {
            Tail::List(list) => (list.is_ground(), list.is_settled(), list.height()),
            Tail::Var(_) => (false, false, 0),
        };
        let height = head.height().saturating_add(1).max(height);
        Self { ground: ground && head.is_ground(), settled: settled && head.is_settled(), height, head, tail }
    }

    /// Moves its head elsewhere, if that may be deep, and gives back the cell behind it.
    fn take_apart(&mut self, parts: &mut Vec<Term>) -> Option<Arc<Self>> {
        if self.height > SHALLOW {
            self.height = 0;
            parts.push(std::mem::replace(&mut self.head, Term::Number(0.0)));
        }
        match &mut self.tail {
            Tail::List(list) => list.0.take(),
            Tail::Var(_) => None,
        }
    }
}

/// What is behind a cell's head.
#[derive(Debug)]
enum Tail {
    List(List),
    Var(Var),
}

impl List {
    /// The list without elements.
    pub const EMPTY: Self = Self(None);

    /// A list of these elements.
    pub fn of<I>(items: I) -> Self
    where
        I: IntoIterator<Item = Term>,
        I::IntoIter: DoubleEndedIterator,
    {
        items.into_iter().rev().fold(Self::EMPTY, |tail, head| tail.with_head(head))
    }

    /// A list of these elements, behind which comes whatever the tail stands for.
    ///
    /// # Errors
    ///
    /// The tail, if there is no element before it, or if it is no list and no variable.
    pub fn with_tail<I>(items: I, tail: Term) -> Result<Self, Term>
    where
        I: IntoIterator<Item = Term>,
        I::IntoIter: DoubleEndedIterator,
    {
        let mut items = items.into_iter().rev();
        let last = match tail {
            Term::List(tail) => tail,
            Term::Var(tail) => match items.next() {
                Some(head) => Self(Some(Arc::new(Cell::new(head, Tail::Var(tail))))),
                None => return Err(Term::Var(tail)),
            },
            other => return Err(other),
        };
        Ok(items.fold(last, |tail, head| tail.with_head(head)))
    }

    /// This list behind one more element.
    #[must_use]
    pub fn with_head(self, head: Term) -> Self {
        Self(Some(Arc::new(Cell::new(head, Tail::List(self)))))
    }

    /// Is it without elements?
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The first element, and what is behind it: a list or a variable.
    pub fn split(&self) -> Option<(&Term, Term)> {
        let cell = self.0.as_deref()?;
        let tail = match &cell.tail {
            Tail::List(list) => Term::List(list.clone()),
            Tail::Var(var) => Term::Var(*var),
        };
        Some((&cell.head, tail))
    }

    /// The first element.
    pub fn head(&self) -> Option<&Term> {
        self.0.as_deref().map(|cell| &cell.head)
    }

    /// The elements, and then the variable that is the tail, if there is one.
    pub fn items(&self) -> Items<'_> {
        Items { rest: self, tail: None }
    }

    /// How many elements there are, before a variable.
    pub fn len(&self) -> usize {
        self.items().count()
    }

    /// Does it end with the empty list, and not with a variable?
    pub fn is_proper(&self) -> bool {
        let mut items = self.items();
        items.by_ref().for_each(drop);
        items.tail().is_none()
    }

    /// Does no variable occur in it?
    #[inline]
    pub fn is_ground(&self) -> bool {
        self.0.as_deref().is_none_or(|cell| cell.ground)
    }

    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        self.0.as_deref().is_none_or(|cell| cell.settled)
    }

    /// How deep the elements are nested.
    #[inline]
    pub(super) fn height(&self) -> u32 {
        self.0.as_deref().map_or(0, |cell| cell.height)
    }

    /// Moves what it is made of elsewhere, so that it can be dropped without recursion.
    pub(super) fn take_apart(self, parts: &mut Vec<Term>) {
        let mut next = self.0;
        while let Some(mut cell) = next.and_then(Arc::into_inner) {
            next = cell.take_apart(parts);
        }
    }

    /// Are these the very same cells?
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// The list behind the first element, if there is a list.
    pub(super) fn rest(&self) -> Option<&Self> {
        match &self.0.as_deref()?.tail {
            Tail::List(list) => Some(list),
            Tail::Var(_) => None,
        }
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = &'a Term;
    type IntoIter = Items<'a>;

    fn into_iter(self) -> Items<'a> {
        self.items()
    }
}

impl Drop for Cell {
    /// A long list goes cell by cell: it would overflow the stack if each cell dropped the next.
    fn drop(&mut self) {
        let mut parts = Vec::new();
        if let rest @ Some(_) = self.take_apart(&mut parts) {
            List(rest).take_apart(&mut parts);
        }
        drop_all(parts);
    }
}

/// The elements of a list, in order.
#[derive(Clone)]
pub struct Items<'a> {
    rest: &'a List,
    tail: Option<Var>,
}

impl<'a> Items<'a> {
    /// When all elements have come: the variable behind them, if there is one.
    pub fn tail(&self) -> Option<Var> {
        self.tail
    }

    /// What has not come yet.
    pub fn rest(&self) -> &'a List {
        self.rest
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = &'a Term;

    fn next(&mut self) -> Option<&'a Term> {
        let cell = self.rest.0.as_deref()?;
        self.rest = match &cell.tail {
            Tail::List(list) => list,
            Tail::Var(var) => {
                self.tail = Some(*var);
                &List::EMPTY
            }
        };
        Some(&cell.head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: u32) -> List {
        List::of((0..count).map(|number| Term::Number(number.into())))
    }

    #[test]
    fn a_list_has_its_elements_in_order() {
        let list = numbers(3);
        assert_eq!(list.items().filter_map(Term::as_number).collect::<Vec<_>>(), [0.0, 1.0, 2.0]);
        assert_eq!((list.len(), list.is_empty(), list.is_proper()), (3, false, true));
        let (head, tail) = list.split().expect("three elements");
        assert_eq!((head, tail), (&Term::Number(0.0), Term::list([1.0.into(), 2.0.into()])));
        assert!(List::EMPTY.split().is_none());
    }

    #[test]
    fn a_variable_may_be_the_tail() {
        let tail = Var::new(7, super::super::Atom::new("T"));
        let list = List::with_tail([Term::Number(1.0)], Term::Var(tail)).expect("an element before it");
        let mut items = list.items();
        assert_eq!(items.by_ref().count(), 1);
        assert_eq!(items.tail(), Some(tail));
        assert!(!list.is_proper());
        assert!(List::with_tail([], Term::Var(tail)).is_err());
        assert!(List::with_tail([], Term::Number(1.0)).is_err());
        let joined = List::with_tail([Term::Number(1.0)], Term::List(numbers(2))).expect("a list is a tail");
        assert_eq!(joined.len(), 3);
    }

    #[test]
    fn a_million_elements_go_without_a_deep_stack() {
        let list = numbers(1_000_000);
        let shared = list.clone();
        drop(list);
        assert_eq!(shared.len(), 1_000_000);
        assert_eq!(Term::List(numbers(1_000_000)), Term::List(shared));
    }
}
