//! Actors that do for a goal what a test wants, and actors that report how they got their answers.

use std::sync::Arc;

use agon_actor::{Actor, Address, Binding, Called, Context, Goal, GoalError, Offer, Reply, SpawnOptions, System};

use super::common::{PATIENCE, eventually};

/// Does for a goal what a test wants, with a number of its own.
#[derive(Clone)]
pub(super) struct Provider {
    pub(super) goal: Goal<u64, u64>,
    pub(super) how: Offer,
    pub(super) number: u64,
    pub(super) achieve: Achieve,
}

pub(super) type Achieve = Arc<dyn Fn(&mut u64, u64, &mut Context<'_, Provider>) -> u64 + Send + Sync>;

pub(super) enum ToProvider {
    Get(Reply<u64>),
    Put(u64),
    Withdraw(Reply<()>),
}

impl Actor for Provider {
    type Message = ToProvider;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let achieve = Arc::clone(&self.achieve);
        let achieve = move |provider: &mut Self, request, ctx: &mut Context<'_, Self>| {
            achieve(&mut provider.number, request, ctx)
        };
        ctx.offer(&self.goal, self.how, achieve).expect("numbers");
    }

    fn handle(&mut self, message: ToProvider, ctx: &mut Context<'_, Self>) {
        match message {
            ToProvider::Get(reply) => reply.send(self.number),
            ToProvider::Put(number) => self.number = number,
            ToProvider::Withdraw(reply) => {
                ctx.withdraw(&self.goal).expect("numbers");
                reply.send(());
            }
        }
    }
}

pub(super) fn adds(number: &mut u64, request: u64) -> u64 {
    *number += request;
    *number
}

/// Spawns a provider on a worker, and waits until it has made its offer.
pub(super) fn provide(
    system: &System,
    goal: &Goal<u64, u64>,
    how: Offer,
    worker: usize,
    achieve: impl Fn(&mut u64, u64, &mut Context<'_, Provider>) -> u64 + Send + Sync + 'static,
) -> Address<ToProvider> {
    let provider = Provider { goal: goal.clone(), how, number: 0, achieve: Arc::new(achieve) };
    let provider = system.spawn_with(provider, SpawnOptions::new().on_worker(worker));
    provider.ask(PATIENCE, ToProvider::Get).expect("started");
    provider
}

/// How a caller got its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Got {
    Here(u64),
    ByMessage(Result<u64, GoalError>),
    Nothing(GoalError),
}

/// Calls, and reports how it got the answer.
pub(super) struct Caller {
    binding: Option<Binding<u64, u64>>,
    goal: Goal<u64, u64>,
    waiting: Option<Reply<Got>>,
}

pub(super) enum ToCaller {
    Call(u64, Reply<Got>),
    Achieve(u64, Reply<Got>),
    Answer(Result<u64, GoalError>),
}

impl Actor for Caller {
    type Message = ToCaller;

    fn handle(&mut self, message: ToCaller, ctx: &mut Context<'_, Self>) {
        match message {
            ToCaller::Call(request, reply) => {
                let binding = self.binding.get_or_insert_with(|| ctx.bind(&self.goal).expect("numbers"));
                match ctx.call(binding, request, ToCaller::Answer) {
                    Called::Done(answer) => reply.send(Got::Here(answer)),
                    Called::Asked => self.waiting = Some(reply),
                    Called::Failed(error) => reply.send(Got::Nothing(error)),
                }
            }
            ToCaller::Achieve(request, reply) => {
                self.waiting = Some(reply);
                ctx.achieve(&self.goal, request, ToCaller::Answer);
            }
            ToCaller::Answer(answer) => {
                self.waiting.take().expect("one answer for each question").send(Got::ByMessage(answer));
            }
        }
    }
}

pub(super) fn caller(system: &System, goal: &Goal<u64, u64>, worker: usize) -> Address<ToCaller> {
    let caller = Caller { binding: None, goal: goal.clone(), waiting: None };
    system.spawn_with(caller, SpawnOptions::new().on_worker(worker))
}

pub(super) fn call(caller: &Address<ToCaller>, request: u64) -> Got {
    caller.ask(PATIENCE, |reply| ToCaller::Call(request, reply)).expect("an answer")
}

impl Got {
    /// The answer, however it came. A thread that is kept from running during a handler can lose its worker, and then a message is
    /// sent where a call was possible: what comes directly is for [`eventually`] to find out.
    pub(super) fn answer(self) -> Result<u64, GoalError> {
        match self {
            Self::Here(answer) => Ok(answer),
            Self::ByMessage(answer) => answer,
            Self::Nothing(error) => Err(error),
        }
    }
}

/// The caller's goal has no provider any more.
pub(super) fn eventually_alone(caller: &Address<ToCaller>) {
    let no_provider = Got::Nothing(GoalError::NoProvider);
    eventually("who has ended is struck off", || call(caller, 0) == no_provider);
}

pub(super) fn achieve(caller: &Address<ToCaller>, request: u64) -> Got {
    caller.ask(PATIENCE, |reply| ToCaller::Achieve(request, reply)).expect("an answer")
}
