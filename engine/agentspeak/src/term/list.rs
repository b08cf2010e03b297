use std::slice;

use triomphe::Arc;

use super::structure::drop_all;
use super::{Term, Var};
use crate::stack::SHALLOW;

/// A list: linked cells, whose tails are shared between lists. Elements that come at once lie side by side behind the first of them;
/// what is behind another of them is a cell that refers to the same block.
#[derive(Clone, Debug, Default)]
pub struct List(Option<Arc<Cell>>);

/// So many elements are worth a block.
const MANY: usize = 4;

#[derive(Debug)]
struct Cell {
    head: Term,
    tail: Tail,
    /// Of the head and of all behind it.
    ground: bool,
    /// Is there nothing to evaluate in them but variables?
    data: bool,
    /// How deep the elements are nested, at most.
    height: u32,
}

impl Cell {
    fn new(head: Term, tail: Tail) -> Self {
        let (ground, data, height) = match &tail {
            Tail::List(list) => (list.is_ground(), list.is_data(), list.height()),
            Tail::Var(_) => (false, true, 0),
            Tail::Block(block, _) => (true, true, block.height),
        };
        let height = head.height().saturating_add(1).max(height);
        Self { ground: ground && head.is_ground(), data: data && head.is_data(), height, head, tail }
    }

    /// Moves what may be deep elsewhere, and gives back the cell behind it.
    fn take_apart(&mut self, parts: &mut Vec<Term>) -> Option<Arc<Self>> {
        let is_deep = self.height > SHALLOW;
        if is_deep {
            self.height = 0;
            parts.push(std::mem::replace(&mut self.head, Term::from(0.0)));
        }
        match &mut self.tail {
            Tail::List(list) => list.0.take(),
            Tail::Var(_) => None,
            Tail::Block(block, _) => {
                if is_deep && let Some(block) = Arc::get_mut(block) {
                    parts.extend(std::mem::take(&mut block.items));
                }
                None
            }
        }
    }
}

/// What is behind a cell's head.
#[derive(Debug)]
enum Tail {
    List(List),
    Var(Var),
    /// Elements of a block from this place on, of which there is one at least. The head is the one before them.
    Block(Arc<Block>, u32),
}

/// Elements that lie side by side, in none of which anything is open.
#[derive(Debug)]
struct Block {
    items: Box<[Term]>,
    /// As that of a cell with all of them.
    height: u32,
}

impl Drop for Block {
    fn drop(&mut self) {
        if self.height > SHALLOW {
            drop_all(std::mem::take(&mut self.items).into());
        }
    }
}

impl List {
    /// The bytes that its first cell takes, and what lies side by side behind it; the part of them, where others share it.
    pub(super) fn weight(&self) -> usize {
        let Some(cell) = &self.0 else { return 0 };
        let side_by_side = match &cell.tail {
            Tail::Block(block, _) => block.items.len() * size_of::<Term>() / Arc::strong_count(block),
            Tail::List(_) | Tail::Var(_) => 0,
        };
        (size_of::<Cell>() + size_of::<usize>() + side_by_side) / Arc::strong_count(cell)
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

    /// A list of these elements, made at once; of cells, where anything in them is open.
    pub(super) fn side_by_side(items: Box<[Term]>) -> Self {
        let mut height = 1;
        for item in &items {
            if !matches!(item, Term::Number(_) | Term::Atom(_)) {
                if !item.is_settled() || !item.is_ground() {
                    return Self::of_cells(items.into_iter());
                }
                height = item.height().saturating_add(1).max(height);
            }
        }
        if u32::try_from(items.len()).is_err() {
            return Self::of_cells(items.into_iter());
        }
        Self::of_block(&Arc::new(Block { items, height }), 0)
    }

    /// The elements of a block from a place on.
    fn of_block(block: &Arc<Block>, from: usize) -> Self {
        let [head, behind @ ..] = &block.items[from..] else { return Self::EMPTY };
        let tail = match behind {
            [] => Tail::List(Self::EMPTY),
            _ => Tail::Block(Arc::clone(block), from as u32 + 1),
        };
        Self(Some(Arc::new(Cell { head: head.clone(), tail, ground: true, data: true, height: block.height })))
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
            Tail::Block(block, from) => Term::List(Self::of_block(block, *from as usize)),
        };
        Some((&cell.head, tail))
    }

    /// The first element.
    pub fn head(&self) -> Option<&Term> {
        self.0.as_deref().map(|cell| &cell.head)
    }

    /// The elements, and then the variable that is the tail, if there is one.
    pub fn items(&self) -> Items<'_> {
        Items { cells: self, tail: None, block: None, in_block: [].iter() }
    }

    /// Its elements, which it need not outlive.
    pub(crate) fn into_items(self) -> IntoItems {
        IntoItems { cells: self, block: None }
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
        self.0.as_deref().is_none_or(|cell| cell.data & cell.ground)
    }

    /// See [`Term::is_data`].
    #[inline]
    pub(crate) fn is_data(&self) -> bool {
        self.0.as_deref().is_none_or(|cell| cell.data)
    }

    /// How deep the elements are nested.
    #[inline]
    pub(super) fn height(&self) -> u32 {
        self.0.as_deref().map_or(0, |cell| cell.height)
    }

    /// Moves what it is made of elsewhere, so that it can be dropped without recursion.
    pub(super) fn take_apart(self, parts: &mut Vec<Term>) {
        let mut next = self.0;
        while let Some(mut cell) = next {
            next = Arc::get_mut(&mut cell).and_then(|cell| cell.take_apart(parts));
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
    #[inline]
    fn drop(&mut self) {
        if self.height > SHALLOW || matches!(self.tail, Tail::List(List(Some(_)))) {
            drop_behind(self);
        }
    }
}

fn drop_behind(cell: &mut Cell) {
    let mut parts = Vec::new();
    if let rest @ Some(_) = cell.take_apart(&mut parts) {
        List(rest).take_apart(&mut parts);
    }
    if !parts.is_empty() {
        drop_all(parts);
    }
}

/// The elements of a list, in order, each as its own: what they were made of may go meanwhile.
pub(crate) struct IntoItems {
    cells: List,
    block: Option<(Arc<Block>, u32)>,
}

impl Iterator for IntoItems {
    type Item = Term;

    fn next(&mut self) -> Option<Term> {
        self.find_map(|item| Some(item.clone()))
    }
}

impl IntoItems {
    /// What is made of the first for which anything is made.
    pub(crate) fn find_map<T>(&mut self, mut made: impl FnMut(&Term) -> Option<T>) -> Option<T> {
        while let Some(cell) = self.cells.0.take() {
            match &cell.tail {
                Tail::List(list) => self.cells = list.clone(),
                Tail::Var(_) => {}
                Tail::Block(block, from) => self.block = Some((Arc::clone(block), *from)),
            }
            if let found @ Some(_) = made(&cell.head) {
                return found;
            }
        }
        let (block, from) = self.block.as_mut()?;
        for item in &block.items[*from as usize..] {
            *from += 1;
            if let found @ Some(_) = made(item) {
                return found;
            }
        }
        None
    }
}

/// The elements of a list, in order.
#[derive(Clone)]
pub struct Items<'a> {
    /// The cells that have not come yet ...
    cells: &'a List,
    tail: Option<Var>,
    /// ... or what of a block has not, where there are none left.
    block: Option<&'a Arc<Block>>,
    in_block: slice::Iter<'a, Term>,
}

impl<'a> Items<'a> {
    /// When all elements have come: the variable behind them, if there is one.
    pub fn tail(&self) -> Option<Var> {
        self.tail
    }

    /// What has not come yet.
    pub fn rest(&self) -> List {
        match self.block {
            Some(block) => List::of_block(block, block.items.len() - self.in_block.len()),
            None => self.cells.clone(),
        }
    }

    /// Have all come?
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.in_block.len() == 0
    }

    /// Is what has not come yet the very same?
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.cells.is_same(other.cells)
            && self.tail == other.tail
            && std::ptr::eq(self.in_block.as_slice(), other.in_block.as_slice())
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = &'a Term;

    #[inline]
    fn next(&mut self) -> Option<&'a Term> {
        let Some(cell) = self.cells.0.as_deref() else { return self.in_block.next() };
        self.cells = match &cell.tail {
            Tail::List(list) => list,
            Tail::Var(var) => {
                self.tail = Some(*var);
                &List::EMPTY
            }
            Tail::Block(block, from) => {
                (self.block, self.in_block) = (Some(block), block.items[*from as usize..].iter());
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
        self.in_block.nth(left)
    }

    fn find<F: FnMut(&&'a Term) -> bool>(&mut self, mut is_it: F) -> Option<&'a Term> {
        while !self.cells.is_empty() {
            let item = self.next()?;
            if is_it(&item) {
                return Some(item);
            }
        }
        self.in_block.find(is_it)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.cells.0.as_deref() {
            Some(Cell { tail: Tail::Block(block, from), .. }) => (block.items.len() - *from as usize + 1, None),
            _ => (self.in_block.len(), None),
        }
    }

    fn fold<T, F: FnMut(T, &'a Term) -> T>(mut self, start: T, mut f: F) -> T {
        let mut folded = start;
        while !self.cells.is_empty() {
            let Some(item) = self.next() else { break };
            folded = f(folded, item);
        }
        self.in_block.fold(folded, f)
    }

    fn count(mut self) -> usize {
        let mut count = 0;
        while !self.cells.is_empty() {
            self.next();
            count += 1;
        }
        count + self.in_block.len()
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
            assert_eq!(block.clone().into_items().collect::<Vec<_>>(), cells.clone().into_items().collect::<Vec<_>>());
            assert_eq!(traits(&block), traits(&cells));
            assert_eq!((&block, block.split(), block.head()), (&cells, cells.split(), cells.head()));
            for place in 0..=count + 1 {
                let (mut in_block, mut behind) = (block.items(), cells.items());
                assert_eq!(in_block.nth(place), behind.nth(place));
                assert_eq!((in_block.rest(), in_block.tail()), (behind.rest(), None));
                assert_eq!((in_block.clone().count(), in_block.size_hint().1), (behind.clone().count(), None));
                assert_eq!(
                    in_block.fold(0, |sum, item| sum * 10 + item.height()),
                    behind.fold(0, |sum, item| sum * 10 + item.height())
                );
            }
            // What is behind an element is there for the block's other users as well.
            let (mut rest, mut left) = (block.clone(), count);
            while let Some((_, Term::List(behind))) = rest.clone().split() {
                left -= 1;
                assert_eq!((behind.len(), behind.is_empty()), (left, left == 0));
                rest = behind;
            }
            assert_eq!(block, cells);
            // A list may go on with one whose elements lie side by side.
            let longer = block.clone().with_head(Term::atom("a"));
            assert_eq!(longer, cells.clone().with_head(Term::atom("a")));
            assert_eq!((longer.len(), longer.items().nth(count)), (count + 1, longer.items().last()));
        }
    }

    #[test]
    fn an_open_item_among_others_makes_the_list_open() {
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
