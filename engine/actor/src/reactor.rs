//! The async runtime around the actor system, which some futures want around them where they are polled.
//!
//! Futures need no particular runtime here. But those that wait for sockets or clocks of tokio look up tokio's reactor in a thread-local
//! variable, and panic where there is none. With the feature `tokio`, a system knows a runtime, and enters it before it polls.

/// The runtime to enter, if there is one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reactor {
    #[cfg(feature = "tokio")]
    handle: Option<tokio::runtime::Handle>,
}

#[cfg(feature = "tokio")]
impl Reactor {
    pub(crate) fn new(handle: tokio::runtime::Handle) -> Self {
        Self { handle: Some(handle) }
    }

    /// This one, or that which the calling thread has entered.
    pub(crate) fn or_current(self) -> Self {
        Self { handle: self.handle.or_else(|| tokio::runtime::Handle::try_current().ok()) }
    }

    /// Enters it, until the result is dropped.
    pub(crate) fn enter(&self) -> impl Sized {
        self.handle.as_ref().map(tokio::runtime::Handle::enter)
    }

    /// Whether the calling thread is one of an async runtime, which must not be blocked.
    pub(crate) fn is_around() -> bool {
        tokio::runtime::Handle::try_current().is_ok()
    }
}

#[cfg(not(feature = "tokio"))]
impl Reactor {
    pub(crate) fn or_current(self) -> Self {
        self
    }

    pub(crate) fn enter(&self) -> impl Sized {}

    pub(crate) fn is_around() -> bool {
        false
    }
}
