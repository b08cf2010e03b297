use std::error::Error;
use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::actor::{Actor, SpawnOptions};
use crate::address::Address;
use crate::counters::Counters;
use crate::runtime::{Interrupt, Phase, Shared, spawn, timer, worker};
use crate::shutdown::ShutdownReport;

/// How many messages a worker handles for one actor before it turns to the next.
const BATCH: NonZeroUsize = NonZeroUsize::new(64).unwrap();

/// How long a shutdown whose time has run out waits for handlers that are running to return.
const KILL_GRACE: Duration = Duration::from_secs(1);

/// A set of actors and the threads that run them.
///
/// Dropping a system kills its actors; [`shutdown`](Self::shutdown) lets them finish.
#[derive(Debug)]
pub struct System {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl System {
    /// Begins to build a system.
    pub fn builder() -> SystemBuilder {
        SystemBuilder { threads: None, batch: BATCH }
    }

    /// Spawns an actor. It lives until it stops, panics or is killed, or the system ends.
    pub fn spawn<A: Actor>(&self, actor: A) -> Address<A::Message> {
        self.spawn_with(actor, SpawnOptions::new())
    }

    /// Spawns an actor with options.
    pub fn spawn_with<A: Actor>(&self, actor: A, options: SpawnOptions<A>) -> Address<A::Message> {
        spawn(&self.shared, None, actor, options)
    }

    /// What the system has done so far.
    pub fn counters(&self) -> Counters {
        self.shared.counters()
    }

    /// The number of worker threads.
    pub fn threads(&self) -> usize {
        self.shared.worker_count()
    }

    /// Ends the system, and says what was not delivered.
    ///
    /// Every actor is asked to [stop](Address::stop): it handles what is in its mailbox at that moment, and what comes later
    /// is reported. So is what is sent to actors that have stopped already. Actors spawned from now on stop as soon as they have
    /// started. If some actor has not stopped after `timeout`, all that are left are [killed](Address::kill), and
    /// handlers still running get another second to return.
    pub fn shutdown(mut self, timeout: Duration) -> ShutdownReport {
        self.end(timeout)
    }

    fn end(&mut self, timeout: Duration) -> ShutdownReport {
        let shared = &self.shared;
        if timeout > Duration::ZERO {
            for actor in shared.registry.enter(Phase::Stopping) {
                actor.interrupt(Interrupt::Stop);
            }
            shared.registry.wait_until_empty(Instant::now() + timeout);
        }
        let mut killed = Vec::new();
        for actor in shared.registry.enter(Phase::Killing) {
            killed.push(actor.label());
            actor.interrupt(Interrupt::Kill);
        }
        shared.registry.wait_until_empty(Instant::now() + KILL_GRACE);
        shared.close();
        // Whatever the workers can no longer do (all of them may be stuck) is done here; every actor left is killed.
        shared.run_orphans();
        let stuck = shared.registry.labels();
        for thread in self.threads.drain(..) {
            // A thread that is stuck, or that this very call runs on, ends by itself.
            if stuck.is_empty() && thread.thread().id() != thread::current().id() {
                drop(thread.join());
            }
        }
        shared.run_orphans();
        ShutdownReport { undelivered: shared.registry.undelivered(), killed, stuck, counters: shared.counters() }
    }
}

impl Drop for System {
    fn drop(&mut self) {
        if !self.threads.is_empty() {
            self.end(Duration::ZERO);
        }
    }
}

/// Settings of a [`System`] to be.
#[derive(Clone, Debug)]
pub struct SystemBuilder {
    threads: Option<usize>,
    batch: NonZeroUsize,
}

impl SystemBuilder {
    /// How many worker threads run the actors; by default, as many as the process may use processors.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// The fairness bound: how many messages a worker handles for one actor before it turns to the next; by default 64.
    #[must_use]
    pub fn batch(mut self, messages: NonZeroUsize) -> Self {
        self.batch = messages;
        self
    }

    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// [`BuildError::NoThreads`] if zero threads were asked for; [`BuildError::Spawn`] if the operating system refused one.
    pub fn build(self) -> Result<System, BuildError> {
        let count = match self.threads {
            Some(0) => return Err(BuildError::NoThreads),
            Some(count) => count,
            None => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        };
        let (shared, queues) = Shared::new(count, self.batch);
        let mut system = System { shared, threads: Vec::with_capacity(count + 1) };
        // If a thread cannot be started, dropping `system` ends those that were.
        for (index, queue) in queues.into_iter().enumerate() {
            let shared = Arc::clone(&system.shared);
            let thread = thread::Builder::new()
                .name(format!("agon-actor-{index}"))
                .spawn(move || worker::run(shared, index, queue))
                .map_err(BuildError::Spawn)?;
            system.threads.push(thread);
        }
        let shared = Arc::clone(&system.shared);
        let thread = thread::Builder::new()
            .name("agon-actor-timer".to_owned())
            .spawn(move || timer::run(&shared.timer))
            .map_err(BuildError::Spawn)?;
        system.threads.push(thread);
        Ok(system)
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
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoThreads => f.write_str("a system needs at least one thread"),
            Self::Spawn(_) => f.write_str("cannot start a worker thread"),
        }
    }
}

impl Error for BuildError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NoThreads => None,
            Self::Spawn(error) => Some(error),
        }
    }
}
