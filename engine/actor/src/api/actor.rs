use std::fmt;
use std::time::Duration;

use crate::api::bounded::bound::Bound;
use crate::api::cell::ActorCell;
use crate::api::context::Context;
use crate::types::description::Description;
use crate::types::restart_limit::RestartLimit;
use crate::worker::cell_head::ColdState;
use crate::worker::restart::OnFailure;

/// Something with a state of its own that handles messages one at a time.
///
/// ```
/// use agon_actor::{Actor, Context};
///
/// struct Counter(u64);
///
/// impl Actor for Counter {
///     type Message = u64;
///
///     fn handle(&mut self, step: u64, _: &mut Context<'_, Self>) {
///         self.0 += step;
///     }
/// }
/// ```
///
/// An actor is never run by two threads at once, but may be run by different threads one after the other: hence `Send`,
/// and no need for `Sync`.
pub trait Actor: Sized + Send + 'static {
    /// What this actor understands; for several kinds of message, an enum. Messages move: the sender gives them away.
    type Message: Send + 'static;

    /// Handles one message.
    ///
    /// A handler that computes, or blocks, for long delays only its own actor: after a millisecond or two, or some
    /// five where no processor is to spare, another thread takes over the worker.
    fn handle(&mut self, message: Self::Message, ctx: &mut Context<'_, Self>);

    /// Called once before the first message, on a worker thread; after a restart, once again for the new actor.
    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let _ = ctx;
    }

    /// Called after the last message of an actor that stops ([`ExitReason::Normal`](crate::ExitReason::Normal)).
    ///
    /// It is not called for an actor that panicked, whose state may be broken, nor for one that was killed. Both are
    /// dropped all the same.
    fn stopped(&mut self, ctx: &mut Context<'_, Self>) {
        let _ = ctx;
    }

    /// Goes on with what an [`Async`](crate::Async) awaits. Others await nothing.
    #[doc(hidden)]
    fn woken(&mut self, stopping: bool, ctx: &mut Context<'_, Self>) {
        let _ = (stopping, ctx);
    }

    /// Describes this actor for [views of the running system](crate::System::snapshot).
    ///
    /// It is called between two messages when a snapshot is taken, and delays the worker: it should be short, and must not block. If it
    /// panics, nothing more is shown.
    fn describe(&self, description: &mut Description) {
        let _ = description;
    }
}

/// What becomes of an actor whose handler panics.
///
/// In every case the message being handled is lost, the panic is counted, and no other actor is affected. For actors that are
/// restarted together, after a while, or in an order, see [`Supervisor`](crate::Supervisor).
#[non_exhaustive]
#[derive(Default)]
pub enum OnPanic<A> {
    /// It terminates with [`ExitReason::Panicked`](crate::ExitReason::Panicked); what waits in its mailbox becomes dead
    /// letters.
    #[default]
    Stop,
    /// The factory makes a new actor, which takes over address, mailbox, stash and monitors. A panic of the factory or of
    /// the new actor's [`started`](Actor::started) terminates it.
    Restart(Box<dyn FnMut() -> A + Send>),
    /// As [`Restart`](Self::Restart) for so many panics within a time; one more terminates the actor, as
    /// [`Stop`](Self::Stop) does.
    RestartAtMost {
        /// How many restarts are made ...
        times: u32,
        /// ... within so much time.
        within: Duration,
        /// Creates the actor again.
        factory: Box<dyn FnMut() -> A + Send>,
    },
}

impl<A> OnPanic<A> {
    /// [`OnPanic::Restart`] from a closure.
    pub fn restart(factory: impl FnMut() -> A + Send + 'static) -> Self {
        Self::Restart(Box::new(factory))
    }

    /// [`OnPanic::RestartAtMost`] from a closure.
    pub fn restart_at_most(times: u32, within: Duration, factory: impl FnMut() -> A + Send + 'static) -> Self {
        Self::RestartAtMost { times, within, factory: Box::new(factory) }
    }
}

impl<A> fmt::Debug for OnPanic<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stop => "Stop",
            Self::Restart(_) => "Restart(..)",
            Self::RestartAtMost { times, within, .. } => return write!(f, "RestartAtMost({times}, {within:?}, ..)"),
        })
    }
}

/// How to spawn an actor, where the defaults do not do.
///
/// ```
/// # use agon_actor::{Actor, Context, OnPanic, SpawnOptions, System};
/// # #[derive(Default)] struct Parser;
/// # impl Actor for Parser {
/// #     type Message = String;
/// #     fn handle(&mut self, _: String, _: &mut Context<'_, Self>) {}
/// # }
/// # let system = System::builder().threads(1).build()?;
/// let options = SpawnOptions::new().on_panic(OnPanic::restart(Parser::default));
/// let parser = system.spawn_with(Parser::default(), options);
/// # Ok::<(), agon_actor::BuildError>(())
/// ```
pub struct SpawnOptions<A> {
    pub(crate) on_panic: OnPanic<A>,
    pub(crate) worker: Option<usize>,
    pub(crate) name: Option<Box<str>>,
    pub(crate) bound: Option<Bound>,
}

impl<A> SpawnOptions<A> {
    /// The defaults: a panic stops the actor; the system decides where it runs; it has no name, and its mailbox no bound.
    pub fn new() -> Self {
        Self { on_panic: OnPanic::Stop, worker: None, name: None, bound: None }
    }

    /// Sets what becomes of the actor if it panics.
    #[must_use]
    pub fn on_panic(mut self, on_panic: OnPanic<A>) -> Self {
        self.on_panic = on_panic;
        self
    }

    /// Has the actor run by the worker of this number (counted from 0, and modulo the number of workers), and never moved.
    ///
    /// The system moves actors by itself where that pays. This is for programs that know better, and for measuring.
    #[must_use]
    pub fn on_worker(mut self, worker: usize) -> Self {
        self.worker = Some(worker);
        self
    }

    /// What the actor is called in views of the running system.
    #[must_use]
    pub fn name(mut self, name: impl Into<Box<str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Bounds the actor's mailbox.
    #[must_use]
    pub fn bounded(mut self, bound: Bound) -> Self {
        self.bound = Some(bound);
        self
    }

    pub(crate) fn into_cold(self) -> (Option<Box<ColdState>>, Option<usize>)
    where
        A: Actor,
    {
        let on_failure = match self.on_panic {
            OnPanic::Stop => OnFailure::Stop,
            OnPanic::Restart(factory) => OnFailure::Restart { factory: ActorCell::<A>::factory(factory), limit: None },
            OnPanic::RestartAtMost { times, within, factory } => OnFailure::Restart {
                factory: ActorCell::<A>::factory(factory),
                limit: Some(RestartLimit::new(times, within)),
            },
        };
        if matches!(on_failure, OnFailure::Stop) && self.name.is_none() && self.bound.is_none() {
            return (None, self.worker);
        }
        let bound = self.bound.map(Bound::mailbox::<A::Message>);
        (Some(Box::new(ColdState { on_failure, name: self.name, bound, ..ColdState::default() })), self.worker)
    }
}

impl<A> Default for SpawnOptions<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> fmt::Debug for SpawnOptions<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { on_panic, worker, name, bound } = self;
        f.debug_struct("SpawnOptions")
            .field("on_panic", on_panic)
            .field("worker", worker)
            .field("name", name)
            .field("bound", bound)
            .finish()
    }
}
