//! Messages on their way to another worker: entries one behind the other in one block of memory.

use std::alloc::{self, Layout};
use std::mem;
use std::ptr::{self, NonNull};

use crate::memory::envelope::{Header, LARGEST_ENTRY};
use crate::sync::inbox::Link;

/// The capacity for entries, in bytes, of a batch that a worker fills.
pub(crate) const BATCH_BYTES: usize = 2048;

/// The head of the block; the entries follow.
#[repr(C, align(8))]
pub(crate) struct Batch {
    next: *mut Batch,
    capacity: u32,
    used: u32,
    read: u32,
}

/// The owner of a batch.
pub(crate) struct BatchBox(NonNull<Batch>);

// SAFETY: entries are of types that are `Send`, and a batch has one owner.
unsafe impl Send for BatchBox {}

fn layout(capacity: usize) -> Layout {
    Layout::from_size_align(mem::size_of::<Batch>() + capacity, 8).expect("batches are small")
}

impl BatchBox {
    pub(crate) fn new(capacity: usize) -> Self {
        debug_assert!(capacity >= 8);
        // SAFETY: the layout is not empty.
        let block = unsafe { alloc::alloc(layout(capacity)) }.cast::<Batch>();
        let Some(block) = NonNull::new(block) else { alloc::handle_alloc_error(layout(capacity)) };
        // SAFETY: just allocated.
        unsafe { block.write(Batch { next: ptr::null_mut(), capacity: capacity as u32, used: 0, read: 0 }) };
        Self(block)
    }

    fn head(&mut self) -> &mut Batch {
        // SAFETY: we own it.
        unsafe { self.0.as_mut() }
    }

    /// Space for an entry, if there is any; as [`Ring::reserve`](crate::memory::ring::Ring::reserve).
    #[inline]
    pub(crate) fn reserve(&mut self, stride: usize) -> Option<*mut u8> {
        let head = self.head();
        let used = head.used as usize;
        if used + stride > head.capacity as usize {
            return None;
        }
        head.used = (used + stride) as u32;
        // SAFETY: within the capacity.
        Some(unsafe { self.0.as_ptr().add(1).cast::<u8>().add(used) })
    }

    /// What is in it and has not been taken, in bytes.
    pub(crate) fn len(&self) -> usize {
        // SAFETY: we own it.
        unsafe { (self.0.as_ref().used - self.0.as_ref().read) as usize }
    }

    /// The next entry, taken.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<*const u8> {
        let head = self.head();
        if head.read == head.used {
            return None;
        }
        let read = head.read as usize;
        // SAFETY: between `read` and `used` lie whole entries.
        unsafe {
            let entry = self.0.as_ptr().add(1).cast::<u8>().add(read);
            self.head().read += Header(entry.cast::<u64>().read()).stride() as u32;
            Some(entry)
        }
    }

    /// Calls `visit` for every entry that has not been taken.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Header)) {
        // SAFETY: we own it; between `read` and `used` lie whole entries.
        unsafe {
            let Batch { used, read, .. } = *self.0.as_ref();
            let mut read = read;
            while read != used {
                let entry = self.0.as_ptr().add(1).cast::<u8>().add(read as usize);
                let header = Header(entry.cast::<u64>().read());
                visit(header);
                read += header.stride() as u32;
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes an emptied batch ready to be filled again, if it is of the size that workers use.
    pub(crate) fn reuse(mut self) -> Option<Self> {
        let head = self.head();
        (head.used, head.read) = (0, 0);
        let reusable = head.capacity as usize == BATCH_BYTES;
        reusable.then_some(self)
    }

    pub(crate) fn into_raw(self) -> *mut Batch {
        let pointer = self.0.as_ptr();
        mem::forget(self);
        pointer
    }

    /// Takes the first off a chain, and leaves the rest.
    ///
    /// # Safety
    ///
    /// `chain` is a chain that an [`Inbox`](crate::sync::inbox::Inbox) gave, or null, and the caller's.
    pub(crate) unsafe fn first_of(chain: &mut *mut Batch) -> Option<Self> {
        let first = NonNull::new(*chain)?;
        // SAFETY: the caller's promise.
        *chain = unsafe { (*first.as_ptr()).next };
        Some(Self(first))
    }

    /// # Safety
    ///
    /// `pointer` came from [`into_raw`](Self::into_raw) and is owned by the caller.
    pub(crate) unsafe fn from_raw(pointer: *mut Batch) -> Self {
        // SAFETY: never null.
        Self(unsafe { NonNull::new_unchecked(pointer) })
    }
}

impl Drop for BatchBox {
    /// Frees the block. Entries still in it are forgotten.
    fn drop(&mut self) {
        let capacity = self.head().capacity as usize;
        // SAFETY: allocated with this layout.
        unsafe { alloc::dealloc(self.0.as_ptr().cast(), layout(capacity)) };
    }
}

impl Link for Batch {
    unsafe fn set_next(this: *mut Self, next: *mut Self) {
        // SAFETY: the caller's promise.
        unsafe { (*this).next = next };
    }

    unsafe fn next(this: *mut Self) -> *mut Self {
        // SAFETY: the caller's promise.
        unsafe { (*this).next }
    }
}

const _: () = assert!(BATCH_BYTES >= LARGEST_ENTRY);
