use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::api::system::System;
use crate::sched::stepwise::{Simulated, pass_time, step};
use crate::types::exit::ExitReason;
use crate::types::report::ShutdownReport;
use crate::worker::shared::Shared;
use crate::worker::virtual_clock::VirtualClock;

/// A system for tests: without threads, in a time of its own, and the same again for the same seed.
///
/// Its actors are those of any system, and it is used like one (it dereferences to [`System`]). But nothing happens by itself:
/// the test has it take [steps](Self::step). In each, one message is handled, one actor is born, or one timer goes off. A
/// pseudo-random number decides which, out of all that could come next in a system of many threads: the order
/// of messages from one sender to one receiver is kept, and no other. So different seeds try different interleavings, and a seed
/// that shows a bug shows it every time.
///
/// A blocking [`ask`](crate::Address::ask) or [`wait`](crate::Address::wait) takes steps until the answer is there. If there
/// is nothing to do, time passes to the next timer, at once.
///
/// ```
/// use std::time::Duration;
/// use agon_actor::{Actor, Address, Context, Reply, Simulation};
///
/// /// Sums up the numbers that it gets, and answers with the sum.
/// #[derive(Default)]
/// struct Account(u64);
///
/// enum ToAccount {
///     Deposit(u64),
///     Balance(Reply<u64>),
/// }
///
/// impl Actor for Account {
///     type Message = ToAccount;
///
///     fn handle(&mut self, message: ToAccount, _: &mut Context<'_, Self>) {
///         match message {
///             ToAccount::Deposit(amount) => self.0 += amount,
///             ToAccount::Balance(reply) => reply.send(self.0),
///         }
///     }
/// }
///
/// /// Deposits the amount that it gets.
/// struct Customer(Address<ToAccount>);
///
/// impl Actor for Customer {
///     type Message = u64;
///
///     fn handle(&mut self, amount: u64, ctx: &mut Context<'_, Self>) {
///         ctx.send(&self.0, ToAccount::Deposit(amount));
///     }
/// }
///
/// fn deposit_and_look(simulation: &Simulation) {
///     let account = simulation.spawn(Account::default());
///     let customer = simulation.spawn(Customer(account));
///     customer.send(10);
///     // A mistake: the deposit need not come before our question.
///     assert_eq!(account.ask(Duration::from_secs(1), ToAccount::Balance), Ok(10));
/// }
///
/// let failure = Simulation::explore(0..100, deposit_and_look).expect_err("some seed shows it");
/// // And shows it again.
/// let again = Simulation::explore([failure.seed()], deposit_and_look);
/// assert_eq!(again.expect_err("the same seed").to_string(), failure.to_string());
/// ```
///
/// What is the same for the same seed is what the actors do, as long as it depends on nothing else: not on the clock of the
/// computer, on the iteration of a randomly seeded hash map, or on messages from other threads.
pub struct Simulation {
    system: System,
    seed: u64,
    /// It belongs to the thread that drives it.
    stays: PhantomData<*const ()>,
}

impl Simulation {
    /// A simulation with a seed.
    pub fn new(seed: u64) -> Self {
        Self { system: System::simulated(seed), seed, stays: PhantomData }
    }

    /// Runs a test with one seed after the other, each in a simulation of its own, until it panics with one.
    ///
    /// # Errors
    ///
    /// The first [`Failure`].
    pub fn explore(seeds: impl IntoIterator<Item = u64>, test: impl Fn(&Self)) -> Result<(), Failure> {
        for seed in seeds {
            let run = AssertUnwindSafe(|| test(&Self::new(seed)));
            if let Err(panic) = catch_unwind(run) {
                return Err(Failure { seed, reason: text_of(&*panic) });
            }
        }
        Ok(())
    }

    /// What it was made with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The time that has passed in here.
    pub fn elapsed(&self) -> Duration {
        self.shared().clock.get().map_or(Duration::ZERO, VirtualClock::elapsed)
    }

    /// Has one in so many messages, on average, make its receiver panic instead of being handled; 0, as at first, means none.
    /// What then becomes of the actor is up to its [`OnPanic`](crate::OnPanic) or its supervisor.
    pub fn inject_panics(&self, one_in: u64) {
        if let Some(simulated) = self.shared().extensions.find::<Simulated>() {
            simulated.inject_panics(one_in);
        }
    }

    /// Takes one step; `false` if there is nothing to do before time passes.
    ///
    /// # Panics
    ///
    /// Inside a handler.
    pub fn step(&self) -> bool {
        assert!(!crate::worker::thread::WorkerThread::is_current_thread(), "a simulation is driven from outside");
        step(self.shared())
    }

    /// Takes steps until there is nothing to do, and returns how many. It does not end if the actors never run out of messages.
    ///
    /// # Panics
    ///
    /// As [`step`](Self::step).
    pub fn run_until_idle(&self) -> u64 {
        let mut steps = 0;
        while self.step() {
            steps += 1;
        }
        steps
    }

    /// Lets time pass: timers go off when they are due, and whenever some have, all is done that there is to do.
    ///
    /// # Panics
    ///
    /// As [`step`](Self::step).
    pub fn advance(&self, time: Duration) {
        let end = self.elapsed().saturating_add(time);
        self.run_until_idle();
        while pass_time(self.shared(), end) {
            self.run_until_idle();
        }
    }

    /// Ends the system as [`System::shutdown`] does; `timeout` is of the simulation's time, and of the computer's for actors that
    /// never run out of messages.
    pub fn shutdown(self, timeout: Duration) -> ShutdownReport {
        self.system.shutdown(timeout)
    }

    fn shared(&self) -> &Shared {
        &self.system.shared
    }
}

impl Deref for Simulation {
    type Target = System;

    fn deref(&self) -> &System {
        &self.system
    }
}

impl fmt::Debug for Simulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulation").field("seed", &self.seed).field("elapsed", &self.elapsed()).finish_non_exhaustive()
    }
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    match ExitReason::from_panic(panic) {
        ExitReason::Panicked(text) => text.to_string(),
        other => other.to_string(),
    }
}

/// A seed with which a test fails; see [`Simulation::explore`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    seed: u64,
    reason: String,
}

impl Failure {
    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The message of the test's panic.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "with seed {}: {}", self.seed, self.reason)
    }
}

impl std::error::Error for Failure {}
