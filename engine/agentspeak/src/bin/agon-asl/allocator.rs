//! mimalloc as the program's allocator.
//!
//! Every block of mimalloc's that is large enough is aligned to 16 bytes, which is all that most types ask for. Those are asked for
//! by size alone: mimalloc's aligned allocation takes three times as many instructions for sizes that are no power of two.

use std::alloc::{GlobalAlloc, Layout};

use libmimalloc_sys::{
    mi_free, mi_malloc, mi_malloc_aligned, mi_realloc, mi_realloc_aligned, mi_zalloc, mi_zalloc_aligned,
};

pub struct Mimalloc;

/// Blocks are aligned to this, or to their size where that is less.
const ALIGNED: usize = 16;

#[inline]
fn is_aligned_anyway(size: usize, alignment: usize) -> bool {
    alignment <= ALIGNED && alignment <= size
}

// SAFETY: mimalloc's functions do what `GlobalAlloc` asks for: a block of at least so many bytes with at least that alignment, or
// null; its blocks are freed and made larger by mimalloc alone, whichever function has made them.
unsafe impl GlobalAlloc for Mimalloc {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (size, alignment) = (layout.size(), layout.align());
        // SAFETY: any size and any power of two as alignment are allowed.
        unsafe {
            if is_aligned_anyway(size, alignment) {
                mi_malloc(size).cast()
            } else {
                mi_malloc_aligned(size, alignment).cast()
            }
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let (size, alignment) = (layout.size(), layout.align());
        // SAFETY: as above.
        unsafe {
            if is_aligned_anyway(size, alignment) {
                mi_zalloc(size).cast()
            } else {
                mi_zalloc_aligned(size, alignment).cast()
            }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, _layout: Layout) {
        // SAFETY: the block came from here.
        unsafe { mi_free(block.cast()) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let alignment = layout.align();
        // SAFETY: the block came from here, with this alignment.
        unsafe {
            if is_aligned_anyway(size, alignment) {
                mi_realloc(block.cast(), size).cast()
            } else {
                mi_realloc_aligned(block.cast(), size, alignment).cast()
            }
        }
    }
}
