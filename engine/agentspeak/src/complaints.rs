//! What goes wrong while something is calculated or asked, and is no failure: it is reported with the step that it is for.
//!
//! Where terms are calculated, neither the agent nor its step is at hand. An agent's step is executed by one thread, so what is noted
//! here until its end is about it.

use std::cell::{Cell, RefCell};

/// Something that has gone wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Complaint {
    /// What, for people.
    pub(crate) text: String,
    /// The expression that it is about, as it is printed.
    pub(crate) about: String,
}

thread_local! {
    static ANY: Cell<bool> = const { Cell::new(false) };
    static ALL: RefCell<Vec<Complaint>> = const { RefCell::new(Vec::new()) };
}

/// No more are kept for a step.
const MOST: usize = 5;

/// Notes what has gone wrong, once.
#[cold]
pub(crate) fn complain(about: String, text: String) {
    let complaint = Complaint { text, about };
    ALL.with_borrow_mut(|all| {
        if all.len() < MOST && !all.contains(&complaint) {
            all.push(complaint);
        }
    });
    ANY.set(true);
}

/// Is there something?
#[inline]
pub(crate) fn any() -> bool {
    ANY.get()
}

/// What there is, to be reported now.
#[cold]
pub(crate) fn take() -> Vec<Complaint> {
    ANY.set(false);
    ALL.with_borrow_mut(std::mem::take)
}
