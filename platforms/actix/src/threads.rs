//! Where actors run: actix keeps an actor on the thread ("arbiter") on which it was started.

use actix::{Actor, Addr, Arbiter, ArbiterHandle, Context, System, SystemRunner};
use agon_platform::Failure;
use tokio::sync::oneshot;

pub struct Threads {
    /// Belongs to the main thread, which only starts actors and waits.
    system: SystemRunner,
    arbiters: Vec<Arbiter>,
}

impl Threads {
    pub fn start(threads: usize) -> Self {
        let system = System::new();
        Self { system, arbiters: (0..threads).map(|_| Arbiter::new()).collect() }
    }

    /// Starts an actor on the thread of that number, counted round.
    pub fn spawn<A: Actor<Context = Context<A>> + Send>(&self, thread: usize, actor: A) -> Addr<A> {
        let arbiter = &self.arbiters[thread % self.arbiters.len()];
        A::start_in_arbiter(&arbiter.handle(), move |_| actor)
    }

    /// The thread of place `place` of `places`, if each thread is to have neighbours.
    pub fn of(&self, place: usize, places: usize) -> usize {
        place * self.arbiters.len() / places
    }

    pub fn handles(&self) -> Vec<ArbiterHandle> {
        self.arbiters.iter().map(Arbiter::handle).collect()
    }

    /// Waits until every actor spawned so far has been started.
    fn settle(&self) -> Result<(), Failure> {
        for arbiter in &self.arbiters {
            let (reached, wait) = oneshot::channel();
            arbiter.spawn_fn(move || _ = reached.send(()));
            self.system.block_on(wait).map_err(Failure::work)?;
        }
        Ok(())
    }

    /// Starts the work of actors all of whom are spawned, and waits for the outcome.
    pub fn run<T>(&self, begin: impl FnOnce(oneshot::Sender<T>)) -> Result<T, Failure> {
        self.settle()?;
        let (done, outcome) = oneshot::channel();
        begin(done);
        self.system.block_on(outcome).map_err(Failure::work)
    }

    pub fn stop(self) {
        for arbiter in self.arbiters {
            arbiter.stop();
            // A thread that ended by a panic has printed it.
            _ = arbiter.join();
        }
    }
}
