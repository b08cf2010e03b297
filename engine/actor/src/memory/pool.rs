//! Memory for small things that are made and freed all the time, as the slots of replies: each thread keeps some free blocks.
//!
//! A block is freed by whatever thread; it stays there, up to a limit.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::Cell;
use std::ptr::NonNull;

/// The sizes of blocks.
const SIZES: [usize; 3] = [64, 128, 256];
const ALIGN: usize = 16;

/// A thread keeps at most so many free blocks of a size.
const KEPT: usize = 256;

/// Where the blocks for values of a type are; beyond the sizes, the allocator has them.
struct Class<T>(std::marker::PhantomData<T>);

impl<T> Class<T> {
    const INDEX: Option<usize> = {
        let (size, align) = (size_of::<T>(), align_of::<T>());
        if align > ALIGN {
            None
        } else if size <= SIZES[0] {
            Some(0)
        } else if size <= SIZES[1] {
            Some(1)
        } else if size <= SIZES[2] {
            Some(2)
        } else {
            None
        }
    };
    const LAYOUT: Layout = match Self::INDEX {
        Some(class) => block(class),
        // Never of size zero, which the allocator does not want: those have a class, or an alignment of their own.
        None => match Layout::from_size_align(
            if size_of::<T>() == 0 { align_of::<T>() } else { size_of::<T>() },
            align_of::<T>(),
        ) {
            Ok(layout) => layout,
            Err(_) => panic!("the layout of a type"),
        },
    };
}

const fn block(class: usize) -> Layout {
    match Layout::from_size_align(SIZES[class], ALIGN) {
        Ok(layout) => layout,
        Err(_) => panic!("a power of two"),
    }
}

/// The free blocks of a thread, by size: each begins with a pointer to the next.
struct Pool {
    first: [Cell<*mut u8>; SIZES.len()],
    count: [Cell<usize>; SIZES.len()],
}

thread_local! {
    static POOL: Pool = const {
        Pool {
            first: [const { Cell::new(std::ptr::null_mut()) }; SIZES.len()],
            count: [const { Cell::new(0) }; SIZES.len()],
        }
    };
}

impl Pool {
    #[inline]
    fn take(&self, class: usize) -> Option<NonNull<u8>> {
        let first = NonNull::new(self.first[class].get())?;
        // SAFETY: a free block, which begins with a pointer to the next.
        self.first[class].set(unsafe { first.cast::<*mut u8>().read() });
        self.count[class].set(self.count[class].get() - 1);
        Some(first)
    }

    /// `false`: there are enough.
    ///
    /// # Safety
    ///
    /// A block of that size, which is not used any more.
    #[inline]
    unsafe fn keep(&self, class: usize, block: NonNull<u8>) -> bool {
        let count = self.count[class].get();
        if count >= KEPT {
            return false;
        }
        // SAFETY: the caller's promise; every block can hold a pointer, and is aligned for it.
        unsafe { block.cast::<*mut u8>().write(self.first[class].get()) };
        self.first[class].set(block.as_ptr());
        self.count[class].set(count + 1);
        true
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for class in 0..SIZES.len() {
            while let Some(free) = self.take(class) {
                // SAFETY: allocated by `put` with this layout, and free.
                unsafe { dealloc(free.as_ptr(), block(class)) };
            }
        }
    }
}

/// Puts a value into a block.
#[inline]
pub(crate) fn put<T>(value: T) -> NonNull<T> {
    let free = Class::<T>::INDEX.and_then(|class| POOL.try_with(|pool| pool.take(class)).ok().flatten());
    let place = match free {
        Some(block) => block.cast::<T>(),
        None => allocate::<T>(),
    };
    // SAFETY: space for it.
    unsafe { place.write(value) };
    place
}

#[cold]
fn allocate<T>() -> NonNull<T> {
    let layout = Class::<T>::LAYOUT;
    // SAFETY: not of size zero.
    NonNull::new(unsafe { alloc(layout) }).unwrap_or_else(|| handle_alloc_error(layout)).cast()
}

/// Frees the block of a value, which is not dropped.
///
/// # Safety
///
/// The block came from [`put`] for the same type, and is not used any more.
#[inline]
pub(crate) unsafe fn free<T>(at: NonNull<T>) {
    // SAFETY: the caller's promise: a block of this class.
    let keep = |class| POOL.try_with(|pool| unsafe { pool.keep(class, at.cast()) }).unwrap_or(false);
    if !Class::<T>::INDEX.is_some_and(keep) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(at.as_ptr().cast(), Class::<T>::LAYOUT) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(align(64))]
    struct Aligned;

    #[test]
    fn blocks_are_used_again() {
        let at = put([1_u64; 9]);
        // SAFETY: put there, and freed once.
        unsafe {
            assert_eq!(at.read(), [1; 9]);
            free(at);
        }
        let again = put([2_u32; 20]); // of the same class
        assert_eq!(again.cast(), at);
        // SAFETY: as above.
        unsafe { free(again) };
    }

    #[test]
    fn what_no_block_fits_goes_to_the_allocator() {
        let (large, aligned) = (put([7_u8; 300]), put(Aligned));
        assert_eq!(aligned.addr().get() % 64, 0);
        // SAFETY: put there, and freed once.
        unsafe {
            assert_eq!(large.read()[299], 7);
            free(large);
            free(aligned);
        }
    }

    /// Miri sees that nothing is left behind, and nothing freed twice.
    #[test]
    fn a_thread_keeps_so_many() {
        struct Block(NonNull<usize>);
        // SAFETY: a block is freed by whatever thread.
        unsafe impl Send for Block {}
        let blocks: Vec<_> = (0..KEPT + 10).map(|number| Block(put(number))).collect();
        let kept = std::thread::spawn(move || {
            for (number, Block(at)) in blocks.into_iter().enumerate() {
                // SAFETY: put there, and freed once.
                unsafe {
                    assert_eq!(at.read(), number);
                    free(at);
                }
            }
            POOL.with(|pool| pool.count.each_ref().map(Cell::get))
        });
        assert_eq!(kept.join().expect("no panic"), [KEPT, 0, 0]);
    }
}
