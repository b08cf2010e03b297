//! The async runtime around the actor system, which some futures want around them where they are polled.
//!
//! Futures need no particular runtime here. But those that wait for sockets or clocks of tokio look up tokio's reactor in a thread-local
//! variable, and panic where there is none. With the feature `tokio`, a system may be given a runtime, and enters it before it polls; or its workers
//! drive runtimes of their own (see [`driver`](crate::sync::driver)), and have entered them all the time.

#[cfg(feature = "tokio")]
mod tokio_reactor {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex};
    use std::thread::{self, JoinHandle};

    use tokio::runtime::Handle;

    use crate::sync::driver::Driver;
    use crate::sync::parker::Parker;
    use crate::sync::shim::lock;
    use crate::types::mode::Mode;

    /// The runtime to enter, if there is one.
    #[derive(Clone, Debug, Default)]
    pub(crate) struct Reactor {
        handle: Option<Handle>,
        /// The system drives its runtimes itself, ...
        driven: bool,
        /// ... by a thread for that alone, where workers do not.
        thread: Option<Arc<DriverThread>>,
    }

    impl Reactor {
        pub(crate) fn new(handle: Handle) -> Self {
            Self { handle: Some(handle), ..Self::default() }
        }

        pub(crate) fn driven() -> Self {
            Self { driven: true, ..Self::default() }
        }

        /// Prepares it for a system that is built now.
        pub(crate) fn start(mut self, mode: Mode) -> io::Result<Self> {
            if self.driven && mode != Mode::Pool {
                let thread = DriverThread::start()?;
                self.handle = Some(thread.driver.handle().clone());
                self.thread = Some(thread);
            }
            Ok(self)
        }

        /// Where the thread of a pool's worker is to sleep.
        pub(crate) fn parker(&self) -> io::Result<Parker> {
            let is_driven_by_workers = self.driven && self.thread.is_none();
            if is_driven_by_workers { Driver::new().map(Parker::driving) } else { Ok(Parker::new()) }
        }

        /// Enters it, until the result is dropped.
        pub(crate) fn enter(&self) -> impl Sized {
            self.handle.as_ref().map(Handle::enter)
        }

        /// No worker polls anything any more.
        pub(crate) fn end(&self) {
            if let Some(thread) = &self.thread {
                thread.end();
            }
        }

        /// Whether the calling thread is one of an async runtime, which must not be blocked; no system without a runtime asks.
        pub(crate) fn is_around(&self) -> bool {
            (self.handle.is_some() || self.driven) && Handle::try_current().is_ok()
        }
    }

    /// A thread that does nothing but drive a runtime.
    #[derive(Debug)]
    struct DriverThread {
        driver: Driver,
        ended: AtomicBool,
        thread: Mutex<Option<JoinHandle<()>>>,
    }

    impl DriverThread {
        fn start() -> io::Result<Arc<Self>> {
            let this =
                Arc::new(Self { driver: Driver::new()?, ended: AtomicBool::new(false), thread: Mutex::default() });
            let theirs = Arc::clone(&this);
            let run = move || {
                while !theirs.ended.load(Ordering::SeqCst) {
                    theirs.driver.park(None);
                }
            };
            let thread = thread::Builder::new().name("agon-tokio".to_owned()).spawn(run)?;
            *lock(&this.thread) = Some(thread);
            Ok(this)
        }

        fn end(&self) {
            self.ended.store(true, Ordering::SeqCst);
            self.driver.unpark();
            let thread = lock(&self.thread).take();
            if let Some(thread) = thread {
                drop(thread.join());
            }
            self.driver.close();
        }
    }
}

#[cfg(feature = "tokio")]
pub(crate) use tokio_reactor::Reactor;

/// There is none without tokio.
#[cfg(not(feature = "tokio"))]
#[derive(Clone, Debug, Default)]
pub(crate) struct Reactor {}

#[cfg(not(feature = "tokio"))]
impl Reactor {
    pub(crate) fn start(self, _: crate::Mode) -> std::io::Result<Self> {
        Ok(self)
    }

    pub(crate) fn parker(&self) -> std::io::Result<crate::sync::parker::Parker> {
        Ok(crate::sync::parker::Parker::new())
    }

    pub(crate) fn enter(&self) -> impl Sized {}

    pub(crate) fn end(&self) {}

    pub(crate) fn is_around(&self) -> bool {
        false
    }
}
