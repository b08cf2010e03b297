//! Where timers lie: pages of nodes, which are used again, and given back when nothing is left in them.
//!
//! A node does not move, so its index names it; the number in it, which is never used twice, distinguishes it from those before and after it.

const PAGE_BITS: u32 = 8;
const PAGE: usize = 1 << PAGE_BITS;

/// When no node is in use, the list of pages is kept if it is no longer than this.
const KEPT: usize = 16;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

pub(crate) struct Node<T> {
    /// Whose node it is; 0: unused.
    pub(crate) number: u64,
    pub(crate) deadline: u64,
    /// Neighbours in the list that it is in, which the wheel keeps; of a vacant node, `next` is the next vacant one of the page.
    pub(crate) previous: u32,
    pub(crate) next: u32,
    /// Neighbours among the timers that end together, which the wheel keeps.
    pub(crate) before: u32,
    pub(crate) behind: u32,
    pub(crate) value: Option<T>,
}

struct Page<T> {
    /// Empty: not allocated.
    nodes: Box<[Node<T>]>,
    used: usize,
    vacant: u32,
}

pub(crate) struct Slab<T> {
    pages: Vec<Page<T>>,
    /// Pages that are not full; new nodes are of the last of them.
    with_free: Vec<u32>,
    len: usize,
}

impl<T> Page<T> {
    fn allocate(&mut self, index: u32) {
        let first = index << PAGE_BITS;
        let last = first + PAGE as u32 - 1;
        let vacant = |at| Node {
            number: 0,
            deadline: 0,
            previous: NONE,
            next: if at == last { NONE } else { at + 1 },
            before: NONE,
            behind: NONE,
            value: None,
        };
        self.nodes = (first..=last).map(vacant).collect();
        self.vacant = first;
    }
}

impl<T> Slab<T> {
    pub(crate) const fn new() -> Self {
        Self { pages: Vec::new(), with_free: Vec::new(), len: 0 }
    }

    /// Nodes in use.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Nodes there is memory for.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> usize {
        self.pages.iter().map(|page| page.nodes.len()).sum()
    }

    /// Takes a node for a number other than 0.
    pub(crate) fn insert(&mut self, number: u64, value: Option<T>) -> u32 {
        let page_index = match self.with_free.last() {
            Some(&index) => index,
            None => {
                let index = u32::try_from(self.pages.len()).expect("fewer timers than memory can hold");
                self.pages.push(Page { nodes: Box::default(), used: 0, vacant: NONE });
                self.with_free.push(index);
                index
            }
        };
        let page = &mut self.pages[page_index as usize];
        if page.nodes.is_empty() {
            page.allocate(page_index);
        }
        let index = page.vacant;
        let node = &mut page.nodes[index as usize % PAGE];
        page.vacant = node.next;
        page.used += 1;
        if page.vacant == NONE {
            self.with_free.pop();
        }
        *node = Node { number, deadline: 0, previous: NONE, next: NONE, before: NONE, behind: NONE, value };
        self.len += 1;
        index
    }

    /// The node is not used any more.
    pub(crate) fn remove(&mut self, index: u32) -> Option<T> {
        let page_index = index >> PAGE_BITS;
        let page = &mut self.pages[page_index as usize];
        let node = &mut page.nodes[index as usize % PAGE];
        let value = node.value.take();
        node.number = 0;
        node.next = page.vacant;
        let was_full = page.vacant == NONE;
        page.vacant = index;
        page.used -= 1;
        self.len -= 1;
        // The page that the next node is taken from stays: otherwise one timer, set and cancelled, would make and free a page each time.
        if page.used == 0 && self.with_free.last() != Some(&page_index) {
            page.nodes = Box::default();
        }
        if was_full {
            if let Some(&last) = self.with_free.last()
                && self.pages[last as usize].used == 0
            {
                self.pages[last as usize].nodes = Box::default();
            }
            self.with_free.push(page_index);
        }
        if self.len == 0 && self.pages.len() > KEPT {
            *self = Self::new();
        }
        value
    }

    pub(crate) fn get(&self, index: u32) -> Option<&Node<T>> {
        self.pages.get((index >> PAGE_BITS) as usize)?.nodes.get(index as usize % PAGE)
    }

    /// A node that is in use.
    #[inline]
    pub(crate) fn node(&mut self, index: u32) -> &mut Node<T> {
        &mut self.pages[(index >> PAGE_BITS) as usize].nodes[index as usize % PAGE]
    }

    /// The values of all.
    pub(crate) fn drain(self) -> impl Iterator<Item = T> {
        self.pages.into_iter().flat_map(|page| page.nodes).filter_map(|node| node.value)
    }
}
