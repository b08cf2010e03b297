//! Stack for recursion on data.
//!
//! Terms may be nested as deep as memory allows, and that is deeper than a thread's stack. What walks through them by recursion
//! asks here on its way down; where little of the stack is left, it goes on on that of another thread, and waits for it.

use std::cell::Cell;
use std::{panic, thread};

/// From where a thread first asks, it may go down so far.
const GIVEN: usize = 768 << 10;

/// How large the stack of another thread is.
const SEGMENT: usize = 64 << 20;

/// So much of it is left when recursion goes over to the next.
const RESERVE: usize = 256 << 10;

/// What is nested no deeper than this is walked through without asking.
pub(crate) const SHALLOW: u32 = 64;

thread_local! {
    /// The address at which this thread's stack counts as used up; 0 before the first use.
    static FLOOR: Cell<usize> = const { Cell::new(0) };
}

/// Where the top of the stack is, about.
#[inline(always)]
fn here() -> usize {
    let marker = 0_u8;
    (&raw const marker).addr()
}

/// Is little of this thread's stack left?
#[inline]
pub(crate) fn is_low() -> bool {
    let floor = FLOOR.get();
    if floor == 0 {
        FLOOR.set(here().saturating_sub(GIVEN));
        return false;
    }
    here() < floor
}

/// Does it here, or on another stack.
///
/// # Panics
///
/// If there is no memory for another thread.
#[inline]
pub(crate) fn with_stack<R: Send>(go: impl FnOnce() -> R + Send) -> R {
    if is_low() { elsewhere(go) } else { go() }
}

#[cold]
fn elsewhere<R: Send>(go: impl FnOnce() -> R + Send) -> R {
    thread::scope(|scope| {
        let thread_builder = thread::Builder::new().name("deep".to_owned()).stack_size(SEGMENT);
        let inner = move || {
            FLOOR.set(here().saturating_sub(SEGMENT - RESERVE));
            go()
        };
        let going_on = thread_builder.spawn_scoped(scope, inner).expect("memory for another stack");
        going_on.join().unwrap_or_else(|why| panic::resume_unwind(why))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(left: u32) -> u32 {
        let padding = std::hint::black_box([left; 64]);
        if left == 0 { 0 } else { with_stack(|| depth(padding[63] - 1)) + 1 }
    }

    #[test]
    fn recursion_is_as_deep_as_memory_allows() {
        assert_eq!(depth(300_000), 300_000);
    }

    #[test]
    fn a_panic_comes_through() {
        fn fails(left: u32) -> u32 {
            assert!(left > 0, "at the bottom");
            with_stack(|| fails(left - 1)) + 1
        }
        let caught = panic::catch_unwind(|| fails(100_000)).expect_err("it fails");
        assert_eq!(caught.downcast_ref::<&str>(), Some(&"at the bottom"));
    }
}
