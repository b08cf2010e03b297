//! Address space for very many of something: memory is used for what is touched, and comes zeroed.
//!
//! It is asked of the operating system itself, where that can be done. An allocator may have such a range from an earlier use, and would zero all of
//! it: a gibibyte and more for the table of a system that follows another one.
//!
//! Who uses more than a little of it gets large pages for the rest, where the system has them: to find a page of four kilobytes takes a processor
//! longer than to read from it, when there are more of them than it remembers, which is a few megabytes' worth.

use std::ptr::NonNull;

pub(crate) struct Reserved<T> {
    first: NonNull<T>,
    count: usize,
}

impl<T> Reserved<T> {
    /// `None` if there is not so much.
    ///
    /// # Safety
    ///
    /// All zeroes is a valid `T`, which wants no dropping, and the count is not zero.
    pub(crate) unsafe fn new(count: u32) -> Option<Self> {
        let count = count as usize;
        let first = map::reserve(count.checked_mul(size_of::<T>())?)?.cast();
        Some(Self { first, count })
    }

    #[inline(always)]
    pub(crate) fn at(&self, index: u32) -> *mut T {
        debug_assert!((index as usize) < self.count);
        // SAFETY: callers stay within the reservation.
        unsafe { self.first.as_ptr().add(index as usize) }
    }
}

/// How much address space the process may have, in bytes; `None` where that is not limited, or not known.
pub(crate) fn limit() -> Option<u64> {
    map::limit()
}

impl<T> Drop for Reserved<T> {
    fn drop(&mut self) {
        // SAFETY: reserved with the same size.
        unsafe { map::give_back(self.first.cast(), self.count * size_of::<T>()) };
    }
}

#[cfg(all(any(target_os = "linux", target_os = "android", target_os = "macos"), not(miri)))]
mod map {
    use std::ptr::{self, NonNull};

    /// So much, from the first on, comes in small pages, so that few actors take little memory: as much as one large page.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    const SMALL_PAGES: usize = 2 << 20;

    /// Zeroed, and aligned to a page.
    pub(crate) fn reserve(bytes: usize) -> Option<NonNull<u8>> {
        let (access, kind) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE);
        // SAFETY: a new mapping, wherever there is space for it, touches nothing that is there.
        let found = unsafe { libc::mmap(ptr::null_mut(), bytes, access, kind, -1, 0) };
        if found == libc::MAP_FAILED {
            return None;
        }
        #[cfg(any(target_os = "linux", target_os = "android"))]
        if bytes > SMALL_PAGES {
            // SAFETY: advice on a part of the mapping that begins with a page. Whether it is taken is the system's affair.
            unsafe { libc::madvise(found.byte_add(SMALL_PAGES), bytes - SMALL_PAGES, libc::MADV_HUGEPAGE) };
        }
        NonNull::new(found.cast())
    }

    pub(crate) fn limit() -> Option<u64> {
        let mut limits = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: it writes to what it is given, which lives on.
        let found = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limits) };
        (found == 0 && limits.rlim_cur != libc::RLIM_INFINITY).then_some(limits.rlim_cur)
    }

    /// # Safety
    ///
    /// `first` was reserved with this size, and is not used any more.
    pub(crate) unsafe fn give_back(first: NonNull<u8>, bytes: usize) {
        // SAFETY: the caller's promise. It cannot fail for a whole mapping.
        unsafe { libc::munmap(first.as_ptr().cast(), bytes) };
    }
}

#[cfg(not(all(any(target_os = "linux", target_os = "android", target_os = "macos"), not(miri))))]
mod map {
    use std::alloc::{self, Layout};
    use std::ptr::NonNull;

    fn layout(bytes: usize) -> Option<Layout> {
        Layout::from_size_align(bytes, 4096).ok()
    }

    pub(crate) fn limit() -> Option<u64> {
        None
    }

    /// Zeroed, and aligned to a page.
    pub(crate) fn reserve(bytes: usize) -> Option<NonNull<u8>> {
        // SAFETY: nothing asks for zero bytes.
        NonNull::new(unsafe { alloc::alloc_zeroed(layout(bytes)?) })
    }

    /// # Safety
    ///
    /// `first` was reserved with this size, and is not used any more.
    pub(crate) unsafe fn give_back(first: NonNull<u8>, bytes: usize) {
        // SAFETY: the caller's promise.
        unsafe { alloc::dealloc(first.as_ptr(), layout(bytes).expect("was reserved")) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reserved_is_zeroed_each_time() {
        let count = if cfg!(miri) { 2_000 } else { 50_000_000 };
        for _ in 0..3 {
            // SAFETY: zero is a number.
            let numbers = unsafe { Reserved::<u64>::new(count) }.expect("there is so much address space");
            for index in [0, count / 2, count - 1] {
                // SAFETY: within the reservation.
                assert_eq!(unsafe { numbers.at(index).replace(7) }, 0);
            }
        }
    }

    #[test]
    fn more_than_there_is_cannot_be_had() {
        // SAFETY: zeroes are numbers.
        assert!(unsafe { Reserved::<[u64; 1 << 30]>::new(u32::MAX) }.is_none());
    }
}
