//! Builds a system: its workers, its monitor, and what looks at it.

use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::{fmt, io, thread};

use crate::api::system::{System, usual_actors};

#[cfg(all(unix, feature = "observe"))]
use crate::observe::serve::Service;
use crate::sched::sysmon;
use crate::sync::ownership;
use crate::types::mode::Mode;
use crate::types::report::ActorLabel;
use crate::worker::panic_names;
use crate::worker::shared::{OnDeadLetter, Shared, Sharing};
use crate::worker::threads::reactor::Reactor;

impl System {
    /// Begins to build a system.
    pub fn builder() -> SystemBuilder {
        SystemBuilder {
            threads: None,
            mode: Mode::Pool,
            max_actors: usual_actors(),
            sharing: true,
            handover: true,
            shuffle: None,
            name: None,
            stack_size: None,
            observe: None,
            reactor: Reactor::default(),
            on_dead_letter: None,
            names_panics: true,
        }
    }
}

/// In mode `thread`, how many actors (and so threads) at most.
const MAX_THREADS: u16 = 32_000;

/// Settings of a [`System`] to be.
#[derive(Clone)]
pub struct SystemBuilder {
    threads: Option<usize>,
    mode: Mode,
    max_actors: u32,
    sharing: bool,
    handover: bool,
    shuffle: Option<u64>,
    name: Option<String>,
    stack_size: Option<usize>,
    observe: Option<bool>,
    reactor: Reactor,
    on_dead_letter: Option<Arc<OnDeadLetter>>,
    names_panics: bool,
}

impl SystemBuilder {
    /// How many worker threads run the actors; by default, as many as the process may use processors. There may be more than
    /// that. In [`Mode::Thread`] every actor has a thread of its own, and this is ignored.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// How actors are run; by default [`Mode::Pool`].
    #[must_use]
    pub fn mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// The capacity in actors at a time, at least. By default it is some 33 million, or as many as an eighth of the address space has
    /// places for where that is limited (`ulimit -v`). It is address space that this reserves, 40 bytes an actor, not memory. Memory follows the most actors that lived at a time, type by type: an actor's place is for the next of its
    /// type.
    #[must_use]
    pub fn max_actors(mut self, actors: u32) -> Self {
        self.max_actors = actors;
        self
    }

    /// Whether actors may move between workers by themselves; by default they may.
    #[must_use]
    pub fn sharing(mut self, sharing: bool) -> Self {
        self.sharing = sharing;
        self
    }

    /// Whether another thread goes on with a worker while one of its handlers takes long; by default it does. Without that, a long
    /// handler delays all actors of its worker, and in [`Mode::Synchronous`] on one thread nothing that happens depends on how long
    /// handlers take: only timers, and messages from outside, come when they come.
    #[must_use]
    pub fn handover(mut self, handover: bool) -> Self {
        self.handover = handover;
        self
    }

    /// Has the workers move actors about at random all the time: for tests of what must not depend on where actors are.
    #[doc(hidden)]
    #[must_use]
    pub fn shuffle(mut self, seed: u64) -> Self {
        self.shuffle = Some(seed);
        self
    }

    /// What the system is called in views of running systems.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// How large the stacks of the threads that run actors are, in bytes; by default, as large as the standard library makes
    /// them, which is 2 MiB. It is address space until it is used; thousands of threads may still want less.
    #[must_use]
    pub fn stack_size(mut self, bytes: usize) -> Self {
        self.stack_size = Some(bytes);
        self
    }

    /// The tokio runtime within which the system polls futures: those of [`Context::pipe`](crate::Context::pipe), of
    /// [attached streams](crate::Context::attach) and of [`AsyncActor`](crate::AsyncActor)s may then use tokio's sockets, clocks and tasks. Within a
    /// runtime that is `tokio::runtime::Handle::current()`. By default there is none, with the feature or without.
    ///
    /// The futures are polled by the system's workers all the same, and no actor waits for a thread of the runtime. A runtime of the current thread has to be
    /// driven by a thread ([`block_on`](tokio::runtime::Runtime::block_on)), or its sockets and clocks never wake a task.
    ///
    /// ```
    /// use std::time::Duration;
    /// use agon_actor::{Async, AsyncActor, AsyncContext, Reply, System};
    ///
    /// struct Sleeper;
    ///
    /// impl AsyncActor for Sleeper {
    ///     type Message = Reply<()>;
    ///
    ///     async fn handle(&mut self, reply: Reply<()>, _: &mut AsyncContext<Self>) {
    ///         tokio::time::sleep(Duration::from_millis(1)).await;
    ///         reply.send(());
    ///     }
    /// }
    ///
    /// let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    /// let system = System::builder().threads(1).tokio(runtime.handle().clone()).build()?;
    /// system.spawn(Async::new(Sleeper)).ask(Duration::from_secs(5), |reply| reply)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "tokio")]
    #[must_use]
    pub fn tokio(mut self, runtime: tokio::runtime::Handle) -> Self {
        self.reactor = Reactor::new(runtime);
        self
    }

    /// Has the system's workers drive tokio's sockets, clocks and tasks themselves, each by a tokio runtime of its own: no other threads are needed. What
    /// becomes ready is handled on the worker that drives it, which saves a system whose actors wait for sockets the way between two
    /// sets of threads. It is for the last of this and [`tokio`](Self::tokio) that is called.
    ///
    /// Handlers, and futures that the system polls, are within the runtime of their worker: what they make of tokio's things, and what they
    /// [spawn](tokio::spawn), is driven there, also when the actor has been moved to another worker, until the system ends. A worker looks into its runtime
    /// when it has nothing to do, and several times a millisecond when it has. Tasks that are spawned should not block: nothing else would go on
    /// with the worker meanwhile, as happens for handlers. The system's own timers go off up to a millisecond late, as tokio's do.
    ///
    /// In the modes [`Thread`](Mode::Thread) and [`Synchronous`](Mode::Synchronous), a thread of its own drives one runtime for all.
    ///
    /// ```
    /// use std::time::Duration;
    /// use agon_actor::{Async, AsyncActor, AsyncContext, Reply, System};
    ///
    /// struct Sleeper;
    ///
    /// impl AsyncActor for Sleeper {
    ///     type Message = Reply<()>;
    ///
    ///     async fn handle(&mut self, reply: Reply<()>, _: &mut AsyncContext<Self>) {
    ///         tokio::time::sleep(Duration::from_millis(1)).await;
    ///         reply.send(());
    ///     }
    /// }
    ///
    /// let system = System::builder().threads(1).drive_tokio().build()?;
    /// system.spawn(Async::new(Sleeper)).ask(Duration::from_secs(5), |reply| reply)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "tokio")]
    #[must_use]
    pub fn drive_tokio(mut self) -> Self {
        self.reactor = Reactor::driven();
        self
    }

    /// Whether other processes of the same user can look at the running system, with `agon top` for one; by default that
    /// depends on the environment: it can be observed if `AGON_OBSERVE` is `1`.
    ///
    /// It costs a thread, which sleeps while no client is connected. There is such a service only on Unix, and with the feature `observe`, which is
    /// on by default.
    #[must_use]
    pub fn observe(mut self, observe: bool) -> Self {
        self.observe = Some(observe);
        self
    }

    /// Calls this for each [dead letter](crate::Counters::dead_letters), with the actor it was for: to log what is never handled.
    ///
    /// It is called where the message is dropped, on a worker's thread or the sender's, and holds that up; what it throws is a panic there, which ends
    /// no actor. A message that it sends may become a dead letter, too, so it sends to no actor that may have ended. What a shutdown leaves
    /// undelivered is in the [report](crate::ShutdownReport).
    ///
    /// ```
    /// # use std::sync::mpsc;
    /// # use std::time::Duration;
    /// # use agon_actor::{Actor, Context, System};
    /// # struct Clerk;
    /// # impl Actor for Clerk {
    /// #     type Message = ();
    /// #     fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) { ctx.stop() }
    /// # }
    /// let (lost, log) = mpsc::channel();
    /// let system = System::builder().threads(1).on_dead_letter(move |actor| lost.send(actor).unwrap_or_default()).build()?;
    /// let clerk = system.spawn(Clerk); // stops at its first message
    /// (0..3).for_each(|_| clerk.send(()));
    /// assert_eq!(log.recv_timeout(Duration::from_secs(5))?.id(), clerk.id());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_dead_letter(mut self, notify: impl Fn(ActorLabel) + Send + Sync + 'static) -> Self {
        self.on_dead_letter = Some(Arc::new(notify));
        self
    }

    /// Whether a panic in a handler is introduced by a line that names the actor; by default it is. The first system that wants this puts a
    /// [hook](std::panic::set_hook) around the one that the process has then. A hook that the program sets later is used as it is.
    #[must_use]
    pub fn name_panics(mut self, names: bool) -> Self {
        self.names_panics = names;
        self
    }

    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// [`BuildError::NoThreads`] if zero threads were asked for; [`BuildError::Spawn`] if the operating system refused one;
    /// [`BuildError::NoMemory`] if it has no address space for so many [actors](Self::max_actors); [`BuildError::Observe`] if there is no place
    /// for the socket that [`observe`](Self::observe) asked for.
    pub fn build(self) -> Result<System, BuildError> {
        let count = match (self.mode, self.threads) {
            (_, Some(0)) => return Err(BuildError::NoThreads),
            (Mode::Thread, _) => 1,
            (_, Some(count)) => count,
            (_, None) => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        };
        let most = if self.mode == Mode::Thread { count.max(self.max_actors as usize) } else { count };
        let most = u16::try_from(most).map_or(MAX_THREADS, |most| most.min(MAX_THREADS));
        let name = self.name.unwrap_or_else(|| "agon".to_owned());
        let sharing = Sharing { on: self.sharing, handover: self.handover, shuffle: self.shuffle };
        let shared = Shared::new(self.mode, self.max_actors, most, sharing, name, self.stack_size)
            .ok_or(BuildError::NoMemory { actors: self.max_actors })?;
        let reactor = self.reactor.start(self.mode).map_err(BuildError::Spawn)?;
        let mut parkers = Vec::new();
        for _ in 0..count.min(usize::from(most)) {
            parkers.push(reactor.parker().map_err(BuildError::Spawn)?);
        }
        let _ = shared.reactor.set(reactor);
        if let Some(notify) = self.on_dead_letter {
            let _ = shared.on_dead_letter.set(Box::new(move |actor| notify(actor)));
        }
        if self.names_panics {
            panic_names::announce();
        }
        let mut system = System { shared: Arc::clone(&shared), monitor: None, attached: None, running: true };
        for parker in parkers {
            shared.add_worker(parker);
        }
        ownership::prepare_alone();
        // If a thread cannot be started, dropping `system` ends those that were.
        for worker in 0..shared.worker_count() {
            sysmon::start_worker(&shared, worker).map_err(BuildError::Spawn)?;
            if self.mode == Mode::Thread {
                shared.idle_workers.add(worker);
            }
        }
        let watched = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("agon-monitor".to_owned())
            .spawn(move || sysmon::run(&watched))
            .map_err(BuildError::Spawn)?;
        system.monitor = Some(thread);
        #[cfg(all(unix, feature = "observe"))]
        {
            system.attached = start_service(&shared, self.observe)?.map(|service| Box::new(service) as _);
        }
        Ok(system)
    }
}

impl fmt::Debug for SystemBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SystemBuilder")
            .field("name", &self.name)
            .field("mode", &self.mode)
            .field("threads", &self.threads)
            .field("max_actors", &self.max_actors)
            .finish_non_exhaustive()
    }
}

/// Starts the service for observers, if one is wanted. Where only the environment asks for it, a system that cannot have it runs
/// without, and reports that.
#[cfg(all(unix, feature = "observe"))]
fn start_service(shared: &Arc<Shared>, wanted: Option<bool>) -> Result<Option<Service>, BuildError> {
    let from_environment = || std::env::var_os("AGON_OBSERVE").is_some_and(|value| value == "1");
    if !wanted.unwrap_or_else(from_environment) {
        return Ok(None);
    }
    match Service::start(shared) {
        Ok(service) => Ok(Some(service)),
        Err(error) if wanted.is_some() => Err(BuildError::Observe(error)),
        Err(error) => {
            eprintln!("agon-actor: this program runs, but cannot be looked at: {error}");
            Ok(None)
        }
    }
}

/// Why a system could not be built.
#[non_exhaustive]
#[derive(Debug)]
pub enum BuildError {
    /// Zero threads run no actors.
    NoThreads,
    /// The operating system refused to start a thread.
    Spawn(io::Error),
    /// There is no address space for the table of so many [actors](SystemBuilder::max_actors).
    NoMemory {
        /// The requested capacity.
        actors: u32,
    },
    /// There is no place for the socket at which the system [can be looked at](SystemBuilder::observe).
    Observe(io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoThreads => f.write_str("a system needs at least one thread"),
            Self::Spawn(_) => f.write_str("cannot start a worker thread"),
            Self::NoMemory { actors } => {
                write!(f, "there is no address space for a table of {actors} actors: see max_actors")
            }
            Self::Observe(_) => f.write_str("cannot make the socket for observers"),
        }
    }
}

impl Error for BuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NoThreads | Self::NoMemory { .. } => None,
            Self::Spawn(error) | Self::Observe(error) => Some(error),
        }
    }
}
