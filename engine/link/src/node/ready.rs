//! Does something with what a future comes to, on whatever thread that is known.

use std::collections::HashMap;
use std::future::Future;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

struct Waiting<F, T> {
    parts: Mutex<Option<(Pin<Box<F>>, T)>>,
    /// Woken, perhaps while it is being polled.
    woken: AtomicBool,
}

impl<F: Future + Send + 'static, T: FnOnce(F::Output) + Send + 'static> Waiting<F, T> {
    fn look(self: Arc<Self>) {
        let waker = Waker::from(Arc::clone(&self));
        // The holder of the lock looks again if it is woken meanwhile.
        while self.woken.load(Ordering::SeqCst) {
            let Ok(mut parts) = self.parts.try_lock() else { return };
            self.woken.store(false, Ordering::SeqCst);
            let Some((future, _)) = &mut *parts else { return };
            if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                let taken = parts.take();
                drop(parts);
                if let Some((_, then)) = taken {
                    then(output);
                }
                return;
            }
        }
    }
}

impl<F: Future + Send + 'static, T: FnOnce(F::Output) + Send + 'static> Wake for Waiting<F, T> {
    fn wake(self: Arc<Self>) {
        self.woken.store(true, Ordering::SeqCst);
        self.look();
    }
}

/// Calls `then` with the future's output, now or when it is there.
pub(super) fn when_ready<F: Future + Send + 'static>(future: F, then: impl FnOnce(F::Output) + Send + 'static) {
    let parts = Mutex::new(Some((Box::pin(future), then)));
    Arc::new(Waiting { parts, woken: AtomicBool::new(true) }).look();
}

/// Gives space back that a table has had for more than it holds.
pub(super) fn shrink<K: Eq + Hash, V>(table: &mut HashMap<K, V>) {
    if table.capacity() > 64 && table.len() < table.capacity() / 4 {
        table.shrink_to(table.len() * 2);
    }
}

/// Locks, even after a panic with the lock.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use agon_actor::Reply;

    use super::*;

    #[test]
    fn it_is_called_at_once_or_later_and_once() {
        let (sender, received) = mpsc::channel();
        let (reply, answer) = Reply::channel();
        reply.send(1);
        let clone = sender.clone();
        when_ready(answer, move |answer| clone.send(answer).unwrap());
        assert_eq!(received.try_recv(), Ok(Ok(1)));
        for round in 0..1000 {
            let (reply, answer) = Reply::channel();
            let clone = sender.clone();
            let answering = std::thread::spawn(move || reply.send(round));
            when_ready(answer, move |answer| clone.send(answer).unwrap());
            answering.join().unwrap();
            assert_eq!(received.recv(), Ok(Ok(round)));
        }
        assert!(received.try_recv().is_err());
    }
}
