use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::api::actor::{Actor, SpawnOptions};
use crate::api::address::Address;
use crate::api::cell::ActorCell;
use crate::api::spawning::spawn_from_outside;
use crate::memory::reply::Reply;
use crate::memory::reserved;
use crate::sched::stepwise;
use crate::sync::driver::Driver;
use crate::sync::shim::lock;
use crate::types::counters::Counters;
use crate::types::mode::Mode;
use crate::types::report::ShutdownReport;
use crate::types::spawn_error::SpawnError;
use crate::worker::core::Core;
use crate::worker::shared::{Shared, Sharing, Stage};
use crate::worker::system_message::WorkerMessage;
use crate::worker::threads::reactor::Reactor;

/// How long a shutdown whose time has run out waits for handlers that are running to return.
const KILL_GRACE: Duration = Duration::from_secs(1);

/// The default number of actors for which a system reserves memory. What is not used costs nothing but addresses.
const MAX_ACTORS: u32 = if cfg!(miri) { 1 << 12 } else { 1 << 25 };
/// Address space of an actor's place in the tables, in bytes.
const PLACE: u64 = 40;
/// The part of a limited address space that the tables of one system may take.
const PART: u64 = 8;
/// The capacity that is never gone below.
const LEAST_ACTORS: u32 = 1 << 12;

/// The capacity where none is asked for: less where the process may have little address space.
pub(crate) fn usual_actors() -> u32 {
    let fit = reserved::limit().map_or(u64::MAX, |bytes| bytes / PART / PLACE);
    u32::try_from(fit).unwrap_or(u32::MAX).clamp(LEAST_ACTORS, MAX_ACTORS)
}

/// A set of actors and the threads that run them.
///
/// Dropping a system kills its actors; [`shutdown`](Self::shutdown) lets them finish. The drop waits until they have gone, for handlers that
/// do not return up to some seconds. A system that was built with a tokio runtime (feature `tokio`) and is dropped on a thread of one ends on a
/// thread of its own, and the drop returns at once; [`shutdown_async`](Self::shutdown_async) waits for its end.
pub struct System {
    pub(crate) shared: Arc<Shared>,
    pub(crate) monitor: Option<JoinHandle<()>>,
    /// What others keep for as long as the system runs.
    pub(crate) attached: Option<Box<dyn Any + Send + Sync>>,
    pub(crate) running: bool,
}

impl System {
    /// A system without threads.
    pub(crate) fn simulated(seed: u64) -> Self {
        let sharing = Sharing { on: false, handover: true, shuffle: None };
        let shared = Shared::new(Mode::Pool, usual_actors(), 1, sharing, "simulation".to_owned(), None)
            .expect("there is address space for the table of actors");
        stepwise::prepare(&shared, seed);
        Self { shared, monitor: None, attached: None, running: true }
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

    /// Spawns an actor, if the system has capacity.
    ///
    /// # Errors
    ///
    /// [`SpawnError`], if the system has no capacity for one more actor or, in [`Mode::Thread`], there is no thread for it. The
    /// actor is dropped.
    pub fn try_spawn<A: Actor>(&self, actor: A) -> Result<Address<A::Message>, SpawnError> {
        self.try_spawn_with(actor, SpawnOptions::new())
    }

    /// Spawns an actor with options, if the system has capacity.
    ///
    /// # Errors
    ///
    /// As [`try_spawn`](Self::try_spawn).
    pub fn try_spawn_with<A: Actor>(
        &self,
        actor: A,
        options: SpawnOptions<A>,
    ) -> Result<Address<A::Message>, SpawnError> {
        let (cold, worker) = options.into_cold();
        spawn_from_outside(&self.shared, ActorCell::allocate(actor, cold), worker)
    }

    /// What the system has done so far.
    pub fn counters(&self) -> Counters {
        self.shared.counters()
    }

    /// How many moves of actors there have been, and how many threads have lost their worker.
    #[doc(hidden)]
    pub fn migration_stats(&self) -> (u64, u64) {
        self.shared.workers().fold((0, 0), |(moves, handovers), (_, worker_shared)| {
            let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
            (moves + of(&worker_shared.counters.moved_out), handovers + of(&worker_shared.counters.handovers))
        })
    }

    /// How many slots for actors are in use, or have been.
    #[doc(hidden)]
    pub fn slots(&self) -> u64 {
        self.shared.slab.slots_in_use()
    }

    /// The number of workers.
    pub fn threads(&self) -> usize {
        usize::from(self.shared.worker_count())
    }

    /// How the system runs its actors.
    pub fn mode(&self) -> Mode {
        self.shared.mode
    }

    /// Ends the system, and reports what was not delivered.
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
        async move { report.await.expect("a system that ends reports how") }
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
            // In a simulation no other thread has worked so far.
            let limit = timeout / 2;
            stepwise::drive_until_idle(shared, limit);
            shared.enter(Stage::Stopping);
            shared.monitor.rouse();
            self.notify_workers(|| WorkerMessage::StopAll);
            self.wait_until_empty(timeout);
        }
        // One for all that is waited for from here on: together they take no longer than promised.
        let deadline = Instant::now() + KILL_GRACE;
        if self.live() > 0 {
            shared.enter(Stage::Killing);
            shared.monitor.rouse();
            self.notify_workers(|| WorkerMessage::KillAll);
            self.wait_until_empty(KILL_GRACE / 2);
        }
        let stuck: Vec<_> = lock(&shared.stuck).values().copied().collect();
        shared.system_ref.epoch.close();
        while !shared.system_ref.epoch.is_empty() {
            thread::yield_now();
        }
        if shared.clock.get().is_none() {
            self.wait_for_moves(deadline);
            self.wait_for_flush(deadline);
        }
        // Threads that wait for a worker do not wait for one that ends.
        shared.standby.close();
        self.notify_workers(|| WorkerMessage::End);
        stepwise::finish(shared);
        // The monitor is needed until the workers have ended: one of them may be in a handler that does not return.
        let limit = (!stuck.is_empty()).then_some(deadline);
        self.join_workers(limit);
        shared.monitor.end();
        if let Some(monitor) = self.monitor.take() {
            drop(monitor.join());
        }
        // The monitor may have given a worker to one more thread just then.
        self.join_workers(limit);
        drop(self.attached.take());
        // Threads hold the system, and it holds them: without this, nothing of either would ever be freed.
        shared.workers().for_each(|(_, worker_shared)| *lock(&worker_shared.thread) = None);
        shared.monitor.forget_threads();
        // Sockets were driven until the last actor that has any had gone.
        shared.workers().filter_map(|(_, worker_shared)| worker_shared.parker.driver()).for_each(Driver::close);
        shared.reactor.get().into_iter().for_each(Reactor::end);
        let mut killed = std::mem::take(&mut *lock(&shared.killed));
        killed.sort_by_key(|label| label.id());
        killed.dedup();
        ShutdownReport { undelivered: shared.undelivered_by_actor(), killed, stuck, counters: shared.counters() }
    }

    fn live(&self) -> u64 {
        self.shared.counters().live()
    }

    fn notify_workers(&self, what: impl Fn() -> WorkerMessage) {
        for worker in 0..self.shared.worker_count() {
            self.shared.notify_worker(worker, what());
        }
    }

    /// What is between two workers when they end would be forgotten.
    fn wait_for_moves(&self, deadline: Instant) {
        while self.shared.moving.load(Ordering::SeqCst) > 0 && Instant::now() < deadline {
            thread::sleep(Duration::from_micros(20));
        }
    }

    /// What one worker has for another that ends before it would be forgotten, too.
    fn wait_for_flush(&self, deadline: Instant) {
        let (flushed, done) = mpsc::channel::<()>();
        self.notify_workers(|| {
            let flushed = flushed.clone();
            Core::visit(move |core| {
                core.flush();
                drop(flushed);
            })
        });
        drop(flushed);
        // Over when the last one is gone, and with it the senders.
        let _ = done.recv_timeout(deadline.saturating_duration_since(Instant::now()));
    }

    fn wait_until_empty(&self, timeout: Duration) {
        if self.shared.clock.get().is_some() {
            return stepwise::drive_until(&self.shared, timeout, || self.live() == 0);
        }
        let deadline = Instant::now().checked_add(timeout);
        let mut pause = Duration::from_micros(20);
        while self.live() > 0 && deadline.is_none_or(|deadline| Instant::now() < deadline) {
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(1));
        }
    }

    /// Waits for the threads, but not for the one that this runs on. Where handlers do not return, until the deadline.
    fn join_workers(&self, deadline: Option<Instant>) {
        loop {
            let threads = std::mem::take(&mut *lock(&self.shared.standby.threads));
            if threads.is_empty() {
                return;
            }
            for worker in threads {
                if worker.thread().id() == thread::current().id() {
                    continue;
                }
                let Some(deadline) = deadline else {
                    drop(worker.join());
                    continue;
                };
                while !worker.is_finished() && Instant::now() < deadline {
                    thread::sleep(Duration::from_micros(200));
                }
            }
        }
    }
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
        if !self.shared.reactor.get().is_some_and(Reactor::is_around) {
            self.end(Duration::ZERO);
            return;
        }
        self.running = false;
        let system = Self {
            shared: Arc::clone(&self.shared),
            monitor: self.monitor.take(),
            attached: self.attached.take(),
            running: true,
        };
        system.end_elsewhere(|mut system| drop(system.end(Duration::ZERO)));
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
