//! Futures that wait for something that others give back, or that changes.
//!
//! Who waits enters first, and looks again then; who gives something back does that first, and wakes then. So one of them sees the other, and no
//! future waits for what is there. One is woken for each thing that came. A future that is woken and goes without it, or finds that there is
//! more, wakes the next.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Poll, Waker};

use super::ready::lock;

#[derive(Default)]
pub(super) struct Waiters {
    /// In the order in which they came first.
    all: Mutex<BTreeMap<u64, Waker>>,
    next: AtomicU64,
    /// There are some.
    some: AtomicBool,
}

impl Waiters {
    /// The number of one that is going to wait.
    pub(super) fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Has a waker woken when something comes from now on.
    pub(super) fn enter(&self, number: u64, waker: &Waker) {
        let waker = waker.clone();
        let mut all = lock(&self.all);
        self.some.store(true, Ordering::SeqCst);
        let replaced = all.insert(number, waker);
        drop(all);
        drop(replaced); // the drop of a waker may run anything
    }

    /// Does not wait any more; whether it has not been woken.
    pub(super) fn leave(&self, number: u64) -> bool {
        let mut all = lock(&self.all);
        let waker = all.remove(&number);
        self.some.store(!all.is_empty(), Ordering::SeqCst);
        drop(all);
        waker.is_some()
    }

    /// Something has come: the first is woken.
    pub(super) fn wake_one(&self) {
        if self.some.load(Ordering::SeqCst) {
            let mut all = lock(&self.all);
            let first = all.pop_first();
            self.some.store(!all.is_empty(), Ordering::SeqCst);
            drop(all);
            if let Some((_, waker)) = first {
                waker.wake();
            }
        }
    }

    /// Something has changed for all.
    pub(super) fn wake_all(&self) {
        if self.some.load(Ordering::SeqCst) {
            let mut all = lock(&self.all);
            let woken = std::mem::take(&mut *all);
            self.some.store(false, Ordering::SeqCst);
            drop(all);
            woken.into_values().for_each(Waker::wake);
        }
    }

    /// Waits until `look` finds something, which it then takes.
    pub(super) async fn until<T>(&self, mut look: impl FnMut() -> Option<T>) -> T {
        let mut place = Place { of: self, number: None };
        poll_fn(|cx| {
            if let Some(found) = look() {
                return Poll::Ready(found);
            }
            self.enter(*place.number.get_or_insert_with(|| self.number()), cx.waker());
            look().map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        lock(&self.all).len()
    }
}

/// Of a future among those that wait, once it has had to.
struct Place<'a> {
    of: &'a Waiters,
    number: Option<u64>,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if self.number.is_some_and(|number| !self.of.leave(number)) {
            self.of.wake_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;
    use std::task::{Context, Wake};

    use super::*;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    impl Count {
        fn take(&self) -> usize {
            self.0.swap(0, Ordering::Relaxed)
        }
    }

    fn take(left: &AtomicUsize) -> Option<()> {
        left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok().then_some(())
    }

    #[test]
    fn the_first_gets_what_comes_and_wakes_the_next_if_it_goes_without_it() {
        let (waiters, left) = (Waiters::default(), AtomicUsize::new(0));
        let counts: [Arc<Count>; 2] = Default::default();
        let wakers = counts.each_ref().map(|count| Waker::from(Arc::clone(count)));
        let mut second = pin!(waiters.until(|| take(&left)));
        {
            let mut first = Box::pin(waiters.until(|| take(&left)));
            assert!(first.as_mut().poll(&mut Context::from_waker(&wakers[0])).is_pending());
            assert!(second.as_mut().poll(&mut Context::from_waker(&wakers[1])).is_pending());
            assert_eq!(waiters.len(), 2);
            left.fetch_add(1, Ordering::SeqCst);
            waiters.wake_one();
            assert_eq!((counts[0].take(), counts[1].take()), (1, 0));
        }
        assert_eq!(counts[1].take(), 1, "the first has gone without it");
        assert!(second.as_mut().poll(&mut Context::from_waker(&wakers[1])).is_ready());
        assert_eq!((waiters.len(), left.load(Ordering::SeqCst)), (0, 0));
    }

    #[test]
    fn what_came_at_once_is_found_by_one_behind_the_other() {
        let (waiters, left) = (Waiters::default(), AtomicUsize::new(0));
        let count = Arc::<Count>::default();
        let waker = Waker::from(Arc::clone(&count));
        let mut futures: Vec<_> = (0..3).map(|_| Box::pin(waiters.until(|| take(&left)))).collect();
        let mut poll = |index: usize| futures[index].as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
        assert!((0..3).all(|index| !poll(index)));
        left.fetch_add(2, Ordering::SeqCst);
        waiters.wake_one();
        assert_eq!(count.take(), 1);
        assert!(poll(0));
        drop(futures.remove(0));
        assert_eq!(count.take(), 1, "the second");
        futures.clear();
        assert_eq!(waiters.len(), 0);
    }
}
