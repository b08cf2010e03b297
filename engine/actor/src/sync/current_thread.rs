//! Which worker's thread the current one is, if it is any: a pointer that only [`thread`](crate::worker::thread) knows the type of.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

thread_local! {
    static CURRENT: Cell<*const ()> = const { Cell::new(ptr::null()) };
}

#[inline]
pub(crate) fn get() -> *const () {
    CURRENT.get()
}

#[inline]
pub(crate) fn set(thread: *const ()) {
    CURRENT.set(thread);
}

/// Runs users' code in the runtime: whatever it does with the system it does as a thread outside, so this thread's worker
/// stays untouched. It holds the worker up; what it throws is dropped.
pub(crate) fn run_as_outside(code: impl FnOnce()) {
    let thread = CURRENT.replace(ptr::null());
    if let Err(panic) = catch_unwind(AssertUnwindSafe(code)) {
        std::mem::forget(panic);
    }
    CURRENT.set(thread);
}
