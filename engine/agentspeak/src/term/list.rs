use std::slice;
use std::sync::{Arc, OnceLock};

use super::structure::drop_all;
use super::{Term, Var};
use crate::stack::SHALLOW;

/// A list: linked cells, whose tails are shared between lists. Many elements that come at once lie side by side instead, and become
/// cells once somebody asks for what is behind the first of them.
#[derive(Clone, Debug, Default)]
pub struct List(Option<Arc<Cell>>);

/// So many elements are worth while.
const MANY: usize = 32;

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
            Tail::Block(block) => block.traits(),
        };
        let height = head.height().saturating_add(1).max(height);
        Self { ground: ground && head.is_ground(), settled: settled && head.is_settled(), height, head, tail }
    }

    /// Moves its head elsewhere, if that may be deep, and gives back the cell behind it.
    fn take_apart(&mut self, parts: &mut Vec<Term>) -> Option<Arc<Self>> {
        let is_deep = self.height > SHALLOW;
        if is_deep {
            self.height = 0;
            parts.push(std::mem::replace(&mut self.head, Term::from(0.0)));
        }
        match &mut self.tail {
            Tail::List(list) => list.0.take(),
            Tail::Var(_) => None,
            Tail::Block(block) => {
                if is_deep {
                    parts.extend(std::mem::take(&mut block.items));
                }
                block.rest.take().and_then(|rest| rest.0)
            }
        }
    }
}

/// What is behind a cell's head.
#[derive(Debug)]
enum Tail {
    List(List),
    Var(Var),
    Block(Box<Block>),
}

/// Elements that lie side by side, with nothing behind them.
#[derive(Debug)]
struct Block {
    /// All of the list, with the head.
    items: Box<[Term]>,
    /// The same as cells, without the head.
    rest: OnceLock<List>,
}

impl Block {
    fn behind(&self) -> &[Term] {
        self.items.get(1..).unwrap_or_default()
    }

    fn rest(&self) -> &List {
        self.rest.get_or_init(|| List::of_cells(self.behind().iter().cloned()))
    }

    /// Is what is behind the head ground, is it settled, and how deep is it?
    fn traits(&self) -> (bool, bool, u32) {
        let mut all = (true, true, 0);
        for item in self.behind() {
            if !matches!(item, Term::Number(_) | Term::Atom(_)) {
                all =
                    (all.0 && item.is_ground(), all.1 && item.is_settled(), item.height().saturating_add(1).max(all.2));
            }
        }
        // One that is not deep is one deep beside others, as cells are.
        (all.0, all.1, if self.items.len() > 1 { all.2.max(1) } else { 0 })
    }
}

impl List {
    /// The bytes that its first cell takes, and what lies side by side behind it; the part of them, where others share it.
    pub(super) fn weight(&self) -> usize {
        let Some(cell) = &self.0 else { return 0 };
        let side_by_side = match &cell.tail {
            Tail::Block(block) => {
                let cells = if block.rest.get().is_some() { size_of::<Cell>() } else { 0 };
                block.items.len() * (size_of::<Term>() + cells)
            }
            Tail::List(_) | Tail::Var(_) => 0,
        };
        (size_of::<Cell>() + 2 * size_of::<usize>() + side_by_side) / Arc::strong_count(cell)
    }

    /// The list without elements.
    pub const EMPTY: Self = Self(None);

    /// A list of these elements.
    pub fn of<I>(items: I) -> Self
    where
        I: IntoIterator<Item = Term>,
        I::IntoIter: DoubleEndedIterator,
    {
        let items = items.into_iter();
        if items.size_hint().0 >= MANY { Self::side_by_side(items.collect()) } else { Self::of_cells(items) }
    }

    fn of_cells(items: impl DoubleEndedIterator<Item = Term>) -> Self {
        items.rev().fold(Self::EMPTY, |tail, head| tail.with_head(head))
    }

    /// A list of these elements, made at once.
    pub(super) fn side_by_side(items: Box<[Term]>) -> Self {
        let Some(head) = items.first().cloned() else { return Self::EMPTY };
        let block = Block { items, rest: OnceLock::new() };
        Self(Some(Arc::new(Cell::new(head, Tail::Block(Box::new(block))))))
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
            Tail::Block(block) => Term::List(block.rest().clone()),
        };
        Some((&cell.head, tail))
    }

    /// The first element.
    pub fn head(&self) -> Option<&Term> {
        self.0.as_deref().map(|cell| &cell.head)
    }

    /// The elements, and then the variable that is the tail, if there is one.
    pub fn items(&self) -> Items<'_> {
        Items { cells: self, tail: None, block: None, beside: [].iter() }
    }

    /// How many elements there are, before a variable.
    pub fn len(&self) -> usize {
        self.items().count()
    }

    /// Does it end with the empty list, and not with a variable?
    pub fn is_proper(&self) -> bool {
        let mut items = self.items();
        while !items.cells.is_empty() {
            items.next();
        }
        items.tail.is_none()
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

    /// All elements, if they lie side by side.
    pub(super) fn as_block(&self) -> Option<&[Term]> {
        match &self.0.as_deref()?.tail {
            Tail::Block(block) => Some(&block.items),
            Tail::List(_) | Tail::Var(_) => None,
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
    /// The cells that have not come yet ...
    cells: &'a List,
    tail: Option<Var>,
    /// ... or what of a block has not, where there are none left.
    block: Option<&'a Block>,
    beside: slice::Iter<'a, Term>,
}

impl<'a> Items<'a> {
    /// When all elements have come: the variable behind them, if there is one.
    pub fn tail(&self) -> Option<Var> {
        self.tail
    }

    /// What has not come yet.
    pub fn rest(&self) -> &'a List {
        let Some(block) = self.block else { return self.cells };
        let mut rest = block.rest();
        // All that has come but the head, for which there is no cell there.
        for _ in 0..block.behind().len() - self.beside.len() {
            let Some(Cell { tail: Tail::List(behind), .. }) = rest.0.as_deref() else { break };
            rest = behind;
        }
        rest
    }

    /// Is what has not come yet the very same?
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.cells.is_same(other.cells)
            && self.tail == other.tail
            && std::ptr::eq(self.beside.as_slice(), other.beside.as_slice())
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = &'a Term;

    #[inline]
    fn next(&mut self) -> Option<&'a Term> {
        let Some(cell) = self.cells.0.as_deref() else { return self.beside.next() };
        self.cells = match &cell.tail {
            Tail::List(list) => list,
            Tail::Var(var) => {
                self.tail = Some(*var);
                &List::EMPTY
            }
            Tail::Block(block) => {
                (self.block, self.beside) = (Some(&**block), block.behind().iter());
                &List::EMPTY
            }
        };
        Some(&cell.head)
    }

    fn nth(&mut self, place: usize) -> Option<&'a Term> {
        let mut left = place;
        while !self.cells.is_empty() {
            let item = self.next();
            if left == 0 {
                return item;
            }
            left -= 1;
        }
        self.beside.nth(left)
    }

    fn find<F: FnMut(&&'a Term) -> bool>(&mut self, mut is_it: F) -> Option<&'a Term> {
        while !self.cells.is_empty() {
            let item = self.next()?;
            if is_it(&item) {
                return Some(item);
            }
        }
        self.beside.find(is_it)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.cells.0.as_deref() {
            Some(Cell { tail: Tail::Block(block), .. }) => (block.items.len(), None),
            _ => (self.beside.len(), None),
        }
    }

    fn fold<T, F: FnMut(T, &'a Term) -> T>(mut self, start: T, mut f: F) -> T {
        let mut folded = start;
        while !self.cells.is_empty() {
            let Some(item) = self.next() else { break };
            folded = f(folded, item);
        }
        self.beside.fold(folded, f)
    }

    fn count(mut self) -> usize {
        let mut count = 0;
        while !self.cells.is_empty() {
            self.next();
            count += 1;
        }
        count + self.beside.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: u32) -> List {
        List::of((0..count).map(Term::from))
    }

    #[test]
    fn a_list_has_its_elements_in_order() {
        let list = numbers(3);
        assert_eq!(list.items().filter_map(Term::as_number).collect::<Vec<_>>(), [0.0, 1.0, 2.0]);
        assert_eq!((list.len(), list.is_empty(), list.is_proper()), (3, false, true));
        let (head, tail) = list.split().expect("three elements");
        assert_eq!((head, tail), (&Term::from(0.0), Term::list([1.0.into(), 2.0.into()])));
        assert!(List::EMPTY.split().is_none());
    }

    #[test]
    fn a_variable_may_be_the_tail() {
        let tail = Var::new(7, super::super::Atom::new("T"));
        let list = List::with_tail([Term::from(1.0)], Term::Var(tail)).expect("an element before it");
        let mut items = list.items();
        assert_eq!(items.by_ref().count(), 1);
        assert_eq!(items.tail(), Some(tail));
        assert!(!list.is_proper());
        assert!(List::with_tail([], Term::Var(tail)).is_err());
        assert!(List::with_tail([], Term::from(1.0)).is_err());
        let joined = List::with_tail([Term::from(1.0)], Term::List(numbers(2))).expect("a list is a tail");
        assert_eq!(joined.len(), 3);
    }

    #[test]
    fn elements_side_by_side_are_those_of_cells() {
        let all = || (0..5).map(|number| Term::structure("p", [Term::from(number)]));
        for count in 0..5 {
            let (block, cells) = (List::side_by_side(all().take(count).collect()), List::of_cells(all().take(count)));
            let traits =
                |list: &List| (list.len(), list.is_proper(), list.is_ground(), list.is_settled(), list.height());
            assert_eq!(traits(&block), traits(&cells));
            assert_eq!((&block, block.split(), block.head()), (&cells, cells.split(), cells.head()));
            for place in 0..=count + 1 {
                let (mut beside, mut behind) = (block.items(), cells.items());
                assert_eq!(beside.nth(place), behind.nth(place));
                assert_eq!((beside.rest(), beside.tail()), (behind.rest(), None));
                assert_eq!((beside.clone().count(), beside.size_hint().1), (behind.clone().count(), None));
                assert_eq!(
                    beside.fold(0, |sum, item| sum * 10 + item.height()),
                    behind.fold(0, |sum, item| sum * 10 + item.height())
                );
            }
            // A list may go on with one whose elements lie side by side.
            let longer = block.clone().with_head(Term::atom("a"));
            assert_eq!(longer, cells.clone().with_head(Term::atom("a")));
            assert_eq!((longer.len(), longer.items().nth(count)), (count + 1, longer.items().last()));
        }
        assert!(List::of(all()).as_block().is_none() && numbers(MANY as u32).as_block().is_some());
    }

    #[test]
    fn what_is_open_beside_others_makes_the_list_open() {
        let var = || Term::Var(Var::unnamed(0));
        for place in 0..3 {
            let items = (0..3).map(|number| if number == place { var() } else { Term::from(number) });
            let list = List::side_by_side(items.collect());
            assert!(!list.is_ground() && !list.is_settled());
            assert_eq!(list.split().is_some_and(|(_, rest)| rest.is_ground()), place == 0);
        }
    }

    #[test]
    fn a_million_elements_go_without_a_deep_stack() {
        let list = numbers(1_000_000);
        let shared = list.clone();
        drop(list);
        assert_eq!(shared.len(), 1_000_000);
        let cells = List::of_cells((0..1_000_000).map(Term::from));
        assert_eq!((&cells, Term::List(numbers(1_000_000))), (&shared, Term::List(shared.clone())));
        // Those of which the rest has been asked for, too.
        assert_eq!(shared.split().map(|(_, rest)| rest), cells.split().map(|(_, rest)| rest));
    }

    #[test]
    fn deep_elements_side_by_side_go_without_a_deep_stack() {
        let deep = || (0..100_000).fold(Term::atom("a"), |inner, _| Term::structure("p", [inner]));
        let list = List::side_by_side([deep(), deep(), deep()].into());
        assert!(list.split().is_some());
        let nested =
            (0..100_000).fold(list, |inner, _| List::side_by_side([Term::List(inner), Term::atom("b")].into()));
        assert_eq!(nested.len(), 2);
    }
}
