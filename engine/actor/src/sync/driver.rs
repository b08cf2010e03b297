//! A tokio runtime that belongs to a worker: its sockets and clocks are driven by whatever thread has the worker.
//!
//! The thread sleeps inside the runtime ([`Driver::park`]), and looks into it now and then while it is busy ([`Driver::poll_in_time`]). What the
//! runtime runs there, wakers and spawned tasks, does what it does with the system as a thread outside: the thread has its worker
//! meanwhile.
//!
//! Invariants:
//! 1. One thread at a time drives the runtime: it holds the lock of `Driving`. It has the worker then, in the runtime, so a worker
//!    is never handed off by a thread that drives. Who gets the worker next finds the runtime undriven.
//! 2. Who wakes sets `woken`, and then wakes the waker that it finds. Who sleeps leaves a waker and looks at `woken` under the same lock: so
//!    one of the two sees the other.
//! 3. A runtime is shut down when no thread has the worker any more, or ever will; if a thread is in it nevertheless, it is left to that.

#[cfg(feature = "tokio")]
mod tokio_driver {
    use std::fmt;
    use std::future::poll_fn;
    use std::io;
    use std::sync::Mutex;
    use std::task::{self, Poll, Waker};
    use std::time::{Duration, Instant};

    use tokio::runtime::{Builder, Handle, Runtime};

    use crate::sync::current_thread::run_as_outside;
    use crate::sync::shim::lock;

    /// A busy worker looks into its runtime so often.
    const INTERVAL: Duration = Duration::from_micros(250);

    pub(crate) struct Driver {
        driving: Mutex<Driving>,
        handle: Handle,
        wakeup: Mutex<Wakeup>,
    }

    struct Driving {
        /// `None` when it has been shut down.
        runtime: Option<Runtime>,
        /// When it was last looked into.
        polled: Instant,
    }

    #[derive(Default)]
    struct Wakeup {
        woken: bool,
        /// Of the thread that sleeps.
        sleeper: Option<Waker>,
    }

    impl Driver {
        pub(crate) fn new() -> io::Result<Self> {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            let handle = runtime.handle().clone();
            let driving = Mutex::new(Driving { runtime: Some(runtime), polled: Instant::now() });
            Ok(Self { driving, handle, wakeup: Mutex::default() })
        }

        pub(crate) fn handle(&self) -> &Handle {
            &self.handle
        }

        /// Makes the runtime the calling thread's, until the result is dropped.
        pub(crate) fn enter(&self) -> impl Sized {
            self.handle.enter()
        }

        /// Drives the runtime until woken, or until the deadline. A wake-up that came before counts.
        pub(crate) fn park(&self, deadline: Option<Instant>) {
            self.drive(&mut lock(&self.driving), async {
                let woken = poll_fn(|cx| self.poll_woken(cx));
                match deadline {
                    None => woken.await,
                    Some(deadline) => tokio::time::timeout_at(deadline.into(), woken).await.unwrap_or(()),
                }
            });
            lock(&self.wakeup).sleeper = None;
        }

        fn poll_woken(&self, cx: &mut task::Context<'_>) -> Poll<()> {
            let mut wakeup = lock(&self.wakeup);
            if std::mem::take(&mut wakeup.woken) {
                return Poll::Ready(());
            }
            wakeup.sleeper = Some(cx.waker().clone());
            Poll::Pending
        }

        /// Wakes the thread that sleeps in the runtime, or that will do so next.
        pub(crate) fn unpark(&self) {
            let mut wakeup = lock(&self.wakeup);
            wakeup.woken = true;
            let sleeper = wakeup.sleeper.take();
            drop(wakeup);
            if let Some(sleeper) = sleeper {
                sleeper.wake();
            }
        }

        /// Looks into the runtime, if that has not been done for a while: lets its tasks run, and sockets and clocks wake whom they wake.
        pub(crate) fn poll_in_time(&self) {
            let mut driving = lock(&self.driving);
            if driving.polled.elapsed() >= INTERVAL {
                self.drive(&mut driving, tokio::task::yield_now());
            }
        }

        fn drive(&self, driving: &mut Driving, until: impl Future<Output = ()>) {
            if let Some(runtime) = &driving.runtime {
                run_as_outside(|| runtime.block_on(until));
                driving.polled = Instant::now();
            }
        }

        /// Shuts the runtime down, unless it is still driven.
        pub(crate) fn close(&self) {
            let runtime = self.driving.try_lock().ok().and_then(|mut driving| driving.runtime.take());
            // Anybody may do this, a thread of another runtime, too.
            runtime.into_iter().for_each(Runtime::shutdown_background);
        }
    }

    impl fmt::Debug for Driver {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.debug_struct("Driver").finish_non_exhaustive()
        }
    }

    impl Drop for Driver {
        fn drop(&mut self) {
            self.close();
        }
    }
}

#[cfg(feature = "tokio")]
pub(crate) use tokio_driver::Driver;

/// There is none without tokio.
#[cfg(not(feature = "tokio"))]
pub(crate) enum Driver {}

#[cfg(not(feature = "tokio"))]
impl Driver {
    pub(crate) fn enter(&self) -> impl Sized {}

    pub(crate) fn park(&self, _: Option<std::time::Instant>) {
        match *self {}
    }

    pub(crate) fn unpark(&self) {
        match *self {}
    }

    pub(crate) fn poll_in_time(&self) {
        match *self {}
    }

    pub(crate) fn close(&self) {
        match *self {}
    }
}
