//! The one place that chooses between the standard library's atomics and locks and loom's.
//!
//! The protocols between threads take their primitives from here and from nowhere else, so that `--cfg agon_loom`
//! model-checks the very code that runs in production.

#[cfg(agon_loom)]
pub(crate) use loom::{
    hint,
    sync::{Condvar, Mutex, MutexGuard, atomic},
};
#[cfg(not(agon_loom))]
pub(crate) use std::{
    hint,
    sync::{Condvar, Mutex, MutexGuard, atomic},
};

#[cfg(agon_loom)]
pub(crate) use loom::cell::UnsafeCell;

/// The standard cell behind loom's interface: access goes through closures, so that loom can watch its extent.
#[cfg(not(agon_loom))]
#[derive(Debug)]
pub(crate) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(agon_loom))]
impl<T> UnsafeCell<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(std::cell::UnsafeCell::new(value))
    }

    #[inline]
    pub(crate) fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R {
        f(self.0.get())
    }

    #[inline]
    pub(crate) fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
        f(self.0.get())
    }
}

/// Locks, whatever became of a previous holder: no user code runs under our locks, so what they guard is whole.
///
/// For locks that no model looks at.
pub(crate) fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
