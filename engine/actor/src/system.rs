use std::error::Error;
use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::actor::{Actor, SpawnOptions};
use crate::address::Address;
use crate::ask::Reply;
use crate::counters::Counters;
use crate::mode::Mode;
#[cfg(unix)]
use crate::observe::serve::Service;
use crate::observe::{Snapshot, survey};
use crate::reactor::Reactor;
use crate::runtime::cell::{ActorCell, head};
use crate::runtime::claim;
use crate::runtime::control::ToWorker;
use crate::runtime::driver::Driver;
use crate::runtime::entry::Key;
use crate::runtime::monitor;
use crate::runtime::shared::{Shared, Sharing, Stage};
use crate::runtime::simulation::{self, Simulated};
use crate::shutdown::ShutdownReport;
use crate::spawn::SpawnError;
use crate::sync::lock;

/// How long a shutdown whose time has run out waits for handlers that are running to return.
const KILL_GRACE: Duration = Duration::from_secs(1);

/// How many actors a system has room for unless told otherwise. Room that is not used costs nothing but addresses.
const MAX_ACTORS: u32 = if cfg!(miri) { 1 << 12 } else { 1 << 25 };

/// How long a snapshot waits for workers to answer, and how many actors it shows, unless told otherwise.
const SNAPSHOT_LIMIT: Duration = Duration::from_millis(200);
const SNAPSHOT_ACTORS: usize = 20;

/// In mode `thread`, how many actors (and so threads) at most.
const MAX_THREADS: u16 = 32_000;

/// A set of actors and the threads that run them.
///
/// Dropping a system kills its actors; [`shutdown`](Self::shutdown) lets them finish. The drop waits until they have gone, for handlers that
/// do not return up to some seconds. With the feature `tokio`, a system that is dropped on a thread of a tokio runtime ends on a thread of
/// its own, and the drop returns at once; [`shutdown_async`](Self::shutdown_async) tells when it has ended.
pub struct System {
    pub(crate) shared: Arc<Shared>,
    monitor: Option<JoinHandle<()>>,
    #[cfg(unix)]
    service: Option<Service>,
    running: bool,
}

impl System {
    /// Begins to build a system.
    pub fn builder() -> SystemBuilder {
        SystemBuilder {
            threads: None,
            mode: Mode::Pool,
            max_actors: MAX_ACTORS,
            sharing: true,
            handover: true,
            shuffle: None,
            name: None,
            stack_size: None,
            observe: None,
            reactor: Reactor::default(),
        }
    }

    /// A system without threads.
    pub(crate) fn simulated(seed: u64) -> Self {
        let sharing = Sharing { on: false, handover: true, shuffle: None };
        let shared = Shared::new(Mode::Pool, MAX_ACTORS, 1, sharing, "simulation".to_owned(), None)
            .expect("there is address space for the table of actors");
        let _ = shared.simulated.set(Simulated::new(seed));
        simulation::prepare(&shared);
        Self {
            shared,
            monitor: None,
            #[cfg(unix)]
            service: None,
            running: true,
        }
    }

    /// Spawns an actor. It lives until it stops, panics or is killed, or the system ends.
    ///
    /// # Panics
    ///
    /// Where [`try_spawn`](Self::try_spawn) gives an error.
    pub fn spawn<A: Actor>(&self, actor: A) -> Address<A::Message> {
        self.spawn_with(actor, SpawnOptions::new())
    }

    /// Spawns an actor with options.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    pub fn spawn_with<A: Actor>(&self, actor: A, options: SpawnOptions<A>) -> Address<A::Message> {
        self.try_spawn_with(actor, options).unwrap_or_else(|refused| panic!("{refused}"))
    }

    /// Spawns an actor, if there is room.
    ///
    /// # Errors
    ///
    /// [`SpawnError`], if the system has no room for one more actor or, in [`Mode::Thread`], there is no thread for it. The
    /// actor is dropped.
    pub fn try_spawn<A: Actor>(&self, actor: A) -> Result<Address<A::Message>, SpawnError> {
        self.try_spawn_with(actor, SpawnOptions::new())
    }

    /// Spawns an actor with options, if there is room.
    ///
    /// # Errors
    ///
    /// As [`try_spawn`](Self::try_spawn).
    pub fn try_spawn_with<A: Actor>(
        &self,
        actor: A,
        options: SpawnOptions<A>,
    ) -> Result<Address<A::Message>, SpawnError> {
        let (extras, worker) = options.into_extras();
        spawn_from_outside(&self.shared, ActorCell::allocate(actor, extras), worker)
    }

    /// What the system has done so far.
    pub fn counters(&self) -> Counters {
        self.shared.counters()
    }

    /// What the system looks like now: its workers, and the 20 actors that have handled most, and those with most to do.
    ///
    /// Waits for the workers to answer between two messages, but no longer than a fifth of a second:
    /// [`snapshot_within`](Self::snapshot_within).
    pub fn snapshot(&self) -> Snapshot {
        self.snapshot_within(SNAPSHOT_LIMIT, SNAPSHOT_ACTORS)
    }

    /// What the system looks like now, with at most `actors` of the actors that have handled most messages, and as many more of
    /// those for which most wait.
    ///
    /// A worker that does not answer in time is [silent](crate::WorkerState::Silent) in the snapshot. That is rare: one
    /// that is in a long handler is handed to another thread, which answers.
    ///
    /// ```
    /// use std::time::Duration;
    /// use agon_actor::{Actor, Context, Reply, SpawnOptions, System};
    ///
    /// struct Echo;
    ///
    /// impl Actor for Echo {
    ///     type Message = Reply<()>;
    ///
    ///     fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
    ///         reply.send(());
    ///     }
    /// }
    ///
    /// let system = System::builder().threads(2).build()?;
    /// let echo = system.spawn_with(Echo, SpawnOptions::new().name("echo"));
    /// echo.ask(Duration::from_secs(5), |reply| reply)?;
    ///
    /// let snapshot = system.snapshot_within(Duration::from_secs(5), 10);
    /// assert_eq!(snapshot.workers().len(), 2);
    /// let actor = &snapshot.actors()[0];
    /// assert_eq!((actor.name(), actor.handled(), actor.queued()), (Some("echo"), 1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshot_within(&self, limit: Duration, actors: usize) -> Snapshot {
        survey::snapshot(&self.shared, limit, actors)
    }

    /// Has every worker that is awake measure how long an entry of its queue waits: it queues a probe behind everything
    /// that waits now, and looks at the clock when the probe comes up. What comes of it is in the
    /// [`waits`](Snapshot::waits) of later snapshots.
    ///
    /// Returns at once. Called every ten milliseconds or so it gives a picture of how the system responds.
    pub fn probe(&self) {
        survey::probe(&self.shared);
    }

    /// The socket at which the system can be looked at, if it can; see [`SystemBuilder::observe`].
    pub fn socket(&self) -> Option<&Path> {
        #[cfg(unix)]
        return self.service.as_ref().map(|service| service.path.as_path());
        #[cfg(not(unix))]
        None
    }

    /// How many chunks of actors have moved so far, and how many threads have lost their worker.
    #[doc(hidden)]
    pub fn upheavals(&self) -> (u64, u64) {
        self.shared.stations().fold((0, 0), |(moves, handovers), (_, station)| {
            let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
            (moves + of(&station.tally.moved_out), handovers + of(&station.tally.handovers))
        })
    }

    /// How many slots for actors are in use, or have been.
    #[doc(hidden)]
    pub fn slots(&self) -> u64 {
        self.shared.table.slots_in_use()
    }

    /// The number of workers.
    pub fn threads(&self) -> usize {
        usize::from(self.shared.worker_count())
    }

    /// How the system runs its actors.
    pub fn mode(&self) -> Mode {
        self.shared.mode
    }

    /// Ends the system, and says what was not delivered.
    ///
    /// Every actor is asked to [stop](Address::stop), supervised ones by their [supervisors](crate::Supervisor): it handles what is
    /// in its mailbox at that moment, and what comes later is reported. So is what is sent to actors that have stopped already. Actors spawned from now on stop as soon as they have
    /// started. If some actor has not stopped after `timeout`, all that are left are [killed](Address::kill), and
    /// handlers still running get another second to return.
    pub fn shutdown(mut self, timeout: Duration) -> ShutdownReport {
        self.end(timeout)
    }

    /// Ends the system as [`shutdown`](Self::shutdown) does, and returns the report as a future, for whatever executor.
    ///
    /// The end begins at once, on a thread of its own, and goes on if the future is dropped.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use agon_actor::System;
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::builder().threads(1).build()?;
    /// let report = system.shutdown_async(Duration::from_secs(5)).await;
    /// assert!(report.is_clean(), "{report}");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// The future, if it is polled again after it was ready.
    pub fn shutdown_async(self, timeout: Duration) -> impl Future<Output = ShutdownReport> + Send {
        let (reply, report) = Reply::channel();
        self.end_elsewhere(move |mut system| reply.send(system.end(timeout)));
        async move { report.await.expect("a system that ends says how") }
    }

    /// Has a thread of its own end this system; the present one, if there is none to be had.
    fn end_elsewhere(self, end: impl FnOnce(Self) + Send + 'static) {
        fn run<F: FnOnce(System)>(work: &Mutex<Option<(System, F)>>) {
            let work = lock(work).take();
            if let Some((system, end)) = work {
                end(system);
            }
        }
        let work = Arc::new(Mutex::new(Some((self, end))));
        let theirs = Arc::clone(&work);
        if thread::Builder::new().name("agon-end".to_owned()).spawn(move || run(&theirs)).is_err() {
            run(&work);
        }
    }

    fn end(&mut self, timeout: Duration) -> ShutdownReport {
        self.running = false;
        let shared = &self.shared;
        shared.monitor.stay_awake();
        if timeout > Duration::ZERO {
            // In a simulation nobody else has worked so far.
            let limit = timeout / 2;
            simulation::drive_until_idle(shared, limit);
            shared.enter(Stage::Stopping);
            shared.monitor.rouse();
            self.tell_all(|| ToWorker::StopAll);
            self.wait_until_empty(timeout);
        }
        if self.live() > 0 {
            shared.enter(Stage::Killing);
            shared.monitor.rouse();
            self.tell_all(|| ToWorker::KillAll);
            self.wait_until_empty(KILL_GRACE);
        }
        let stuck: Vec<_> = lock(&shared.stuck).values().copied().collect();
        shared.stub.gate.close();
        while !shared.stub.gate.is_empty() {
            thread::yield_now();
        }
        if shared.simulated.get().is_none() {
            self.wait_for_moves();
            self.wait_for_flush();
        }
        // Threads that wait for a worker do not wait for one that ends.
        shared.standby.close();
        self.tell_all(|| ToWorker::End);
        simulation::finish(shared);
        // The monitor is needed until the workers have ended: one of them may be in a handler that does not return.
        self.join_workers(stuck.is_empty());
        shared.monitor.end();
        if let Some(monitor) = self.monitor.take() {
            drop(monitor.join());
        }
        // A seat holds the system: without this, nothing of either would ever be freed.
        for (_, station) in shared.stations() {
            drop(lock(&station.seat).take());
        }
        // The monitor may have seated one more thread just then.
        self.join_workers(stuck.is_empty());
        #[cfg(unix)]
        drop(self.service.take());
        // Seats hold the system, and it holds them.
        shared.stations().for_each(|(_, station)| *lock(&station.seat) = None);
        shared.monitor.forget_seats();
        // Sockets were driven until the last actor that has any had gone.
        shared.stations().filter_map(|(_, station)| station.parker.driver()).for_each(Driver::close);
        shared.reactor.get().into_iter().for_each(Reactor::end);
        let mut killed = std::mem::take(&mut *lock(&shared.killed));
        killed.sort_by_key(|label| label.id());
        killed.dedup();
        ShutdownReport { undelivered: shared.undelivered_by_actor(), killed, stuck, counters: shared.counters() }
    }

    fn live(&self) -> u64 {
        self.shared.counters().live()
    }

    fn tell_all(&self, what: impl Fn() -> ToWorker) {
        for worker in 0..self.shared.worker_count() {
            self.shared.tell_worker(worker, what());
        }
    }

    /// What is between two workers when they end would be forgotten.
    fn wait_for_moves(&self) {
        let deadline = Instant::now() + KILL_GRACE;
        while self.shared.moving.load(Ordering::Acquire) && Instant::now() < deadline {
            thread::sleep(Duration::from_micros(20));
        }
    }

    /// What one worker has for another that ends before it would be forgotten, too.
    fn wait_for_flush(&self) {
        let (flushed, done) = mpsc::channel::<()>();
        self.tell_all(|| {
            let flushed = flushed.clone();
            ToWorker::Visit(Box::new(move |core| {
                core.flush();
                drop(flushed);
            }))
        });
        drop(flushed);
        // Over when the last one is gone, and with it the senders.
        let _ = done.recv_timeout(KILL_GRACE);
    }

    fn wait_until_empty(&self, timeout: Duration) {
        if self.shared.simulated.get().is_some() {
            return simulation::drive_until(&self.shared, timeout, || self.live() == 0);
        }
        let deadline = Instant::now().checked_add(timeout);
        let mut pause = Duration::from_micros(20);
        while self.live() > 0 && deadline.is_none_or(|deadline| Instant::now() < deadline) {
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(1));
        }
    }

    /// Waits for the threads; not for the one that this runs on, nor, if handlers do not return, for theirs.
    fn join_workers(&self, all: bool) {
        let deadline = Instant::now() + KILL_GRACE;
        loop {
            let threads = std::mem::take(&mut *lock(&self.shared.threads));
            if threads.is_empty() {
                return;
            }
            for worker in threads {
                if worker.thread().id() == thread::current().id() {
                    continue;
                }
                if all {
                    drop(worker.join());
                    continue;
                }
                while !worker.is_finished() && Instant::now() < deadline {
                    thread::sleep(Duration::from_micros(200));
                }
            }
        }
    }
}

/// Spawns an actor in a cell from a thread that is no worker, or on a particular worker.
pub(crate) fn spawn_from_outside<M: Send + 'static>(
    shared: &Arc<Shared>,
    cell: *mut u8,
    worker: Option<usize>,
) -> Result<Address<M>, SpawnError> {
    // SAFETY: a new cell, which nobody else knows.
    let vtable = unsafe { head(cell) }.vtable;
    // SAFETY: likewise, and it is not used afterwards.
    let discard = || unsafe { (vtable.free)(cell) };
    let Some(_inside) = shared.stub.gate.enter() else {
        discard();
        return Ok(Address::new(shared.stub, Key::nobody()));
    };
    let key = shared.place(vtable, worker).inspect_err(|_| discard())?;
    shared.post_install(key, cell);
    Ok(Address::new(shared.stub, key))
}

impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("System")
            .field("mode", &self.mode())
            .field("threads", &self.threads())
            .field("counters", &self.counters())
            .finish()
    }
}

impl Drop for System {
    fn drop(&mut self) {
        if !self.running {
            return;
        }
        if !Reactor::is_around() {
            self.end(Duration::ZERO);
            return;
        }
        self.running = false;
        let system = Self {
            shared: Arc::clone(&self.shared),
            monitor: self.monitor.take(),
            #[cfg(unix)]
            service: self.service.take(),
            running: true,
        };
        system.end_elsewhere(|mut system| drop(system.end(Duration::ZERO)));
    }
}

/// Settings of a [`System`] to be.
#[derive(Clone, Debug)]
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

    /// For how many actors at a time there is room, at least; by default some 33 million. It is address space that this reserves, 40
    /// bytes an actor, not memory. Memory follows the most actors that lived at a time, type by type: an actor's place is for the next of its
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
    /// [attached streams](crate::Context::attach) and of [`AsyncActor`](crate::AsyncActor)s may then use tokio's sockets, clocks and tasks. By default
    /// that is the runtime in which the system is [built](Self::build), if it is.
    ///
    /// The futures are polled by the system's workers all the same, and no actor waits for a thread of the runtime. A runtime of the current thread has to be
    /// driven by somebody ([`block_on`](tokio::runtime::Runtime::block_on)), or its sockets and clocks never wake anybody.
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
    /// when it has nothing to do, and several times a millisecond when it has. Tasks that are spawned should not block: nobody else would go on
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
    /// is as the environment says: it can be looked at if `AGON_OBSERVE` is `1`.
    ///
    /// It costs a thread, which sleeps while nobody looks. There is no such service except on Unix.
    #[must_use]
    pub fn observe(mut self, observe: bool) -> Self {
        self.observe = Some(observe);
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
        let mut system = System {
            shared: Arc::clone(&shared),
            monitor: None,
            #[cfg(unix)]
            service: None,
            running: true,
        };
        for parker in parkers {
            shared.add_worker(parker);
        }
        claim::prepare_alone();
        // If a thread cannot be started, dropping `system` ends those that were.
        for worker in 0..shared.worker_count() {
            monitor::start_worker(&shared, worker).map_err(BuildError::Spawn)?;
            if self.mode == Mode::Thread {
                shared.roster.add(worker);
            }
        }
        let watched = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("agon-monitor".to_owned())
            .spawn(move || monitor::run(&watched))
            .map_err(BuildError::Spawn)?;
        system.monitor = Some(thread);
        #[cfg(unix)]
        {
            system.service = start_service(&shared, self.observe)?;
        }
        Ok(system)
    }
}

/// Starts the service for observers, if one is wanted. Where only the environment asks for it, a system that cannot have it runs
/// without, and says so.
#[cfg(unix)]
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
        /// For how many there was to be room.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_that_has_ended_is_freed() {
        for mode in [Mode::Pool, Mode::Synchronous] {
            let system = System::builder().threads(2).mode(mode).build().expect("threads can be started");
            let shared = Arc::downgrade(&system.shared);
            assert!(system.shutdown(Duration::from_secs(5)).is_clean());
            assert_eq!(shared.strong_count(), 0, "{mode}");
        }
    }
}
