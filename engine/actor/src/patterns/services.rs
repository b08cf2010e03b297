use std::borrow::Cow;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use std::{any, fmt};

use crate::api::actor::Actor;
use crate::api::address::{Address, wait_for};
use crate::api::context::Context;
use crate::api::direct::{Attempt, Function};
use crate::api::sleep::Sleep;
use crate::api::system::System;
use crate::memory::reply::{AskError, Reply};
use crate::patterns::directory::{Kind, Name, Named, WrongType};
use crate::patterns::register::{Register, View};
use crate::worker::shared::Shared;

/// Providers looked at for one that can be called, at most: it is to be quicker than a message.
const LOOKED_AT: usize = 8;

/// Something to be achieved by any provider: given a `Q`, an `R`.
///
/// A goal names what is wanted. Actors [offer](Context::offer) to achieve it, and who wants it achieved is bound to one of them at the
/// moment of asking: by a [message](Context::achieve), or, if that one is at hand and nothing stands against it, by a [direct
/// call](Context::call) that costs a few nanoseconds.
///
/// A goal is a name: all of the same name and types are one, within a system. It can be a `static`.
///
/// ```
/// use agon_actor::{Actor, Binding, Called, Context, Goal, GoalError, Offer, Reply, System};
/// use std::time::Duration;
///
/// static PRICE: Goal<&str, u32> = Goal::new("price");
///
/// struct Shop { asked: u32 }
///
/// impl Actor for Shop {
///     type Message = ();
///
///     fn started(&mut self, ctx: &mut Context<'_, Self>) {
///         let offered = ctx.offer(&PRICE, Offer::Direct, |shop: &mut Shop, item, _ctx| {
///             shop.asked += 1;
///             10 * item.len() as u32
///         });
///         offered.expect("prices are numbers");
///     }
///
///     fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
/// }
///
/// struct Buyer { price: Option<Binding<&'static str, u32>>, customer: Option<Reply<u32>> }
///
/// enum ToBuyer { Buy(&'static str, Reply<u32>), Price(Result<u32, GoalError>) }
///
/// impl Actor for Buyer {
///     type Message = ToBuyer;
///
///     fn started(&mut self, ctx: &mut Context<'_, Self>) {
///         self.price = ctx.bind(&PRICE).ok();
///     }
///
///     fn handle(&mut self, message: ToBuyer, ctx: &mut Context<'_, Self>) {
///         match message {
///             ToBuyer::Buy(item, reply) => match ctx.call(self.price.as_mut().unwrap(), item, ToBuyer::Price) {
///                 Called::Done(price) => reply.send(price),
///                 Called::Asked => self.customer = Some(reply), // the answer comes as `ToBuyer::Price`
///                 Called::Failed(_) => drop(reply),
///             },
///             ToBuyer::Price(price) => {
///                 if let (Some(reply), Ok(price)) = (self.customer.take(), price) {
///                     reply.send(price);
///                 }
///             }
///         }
///     }
/// }
///
/// let system = System::builder().threads(1).build()?;
/// system.spawn(Shop { asked: 0 });
/// let buyer = system.spawn(Buyer { price: None, customer: None });
/// # while system.achieve(&PRICE, Duration::from_secs(5), "") == Err(GoalError::NoProvider) {}
/// assert_eq!(buyer.ask(Duration::from_secs(5), |reply| ToBuyer::Buy("tea", reply)), Ok(30));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Goal<Q, R>(Named<Register<Provider<Q, R>>>);

/// How an actor offers to achieve a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// It may be called directly, in the middle of the handler of an actor that wants the answer at once, and before messages
    /// that wait for it. It has to be quick, as the caller waits; and it is never called while it handles something itself.
    Direct,
    /// It wants to be asked by message, in the order of all others.
    ByMessage,
}

struct Provider<Q, R> {
    function: Function<Q, R>,
    direct: bool,
}

impl<Q: Send + 'static, R: Send + 'static> Goal<Q, R> {
    /// The goal of a name.
    pub const fn new(name: &'static str) -> Self {
        Self(Named::new(Name::new(Kind::Goal, Cow::Borrowed(name))))
    }

    /// The goal of a name that is not known beforehand.
    pub fn named(name: impl Into<String>) -> Self {
        Self(Named::new(Name::new(Kind::Goal, Cow::Owned(name.into()))))
    }

    fn providers(&self, shared: &Shared) -> Result<Arc<Register<Provider<Q, R>>>, WrongType> {
        self.0.find(shared, any::type_name::<fn(Q) -> R>())
    }
}

impl<Q, R> Goal<Q, R> {
    /// Its name.
    pub fn name(&self) -> &str {
        self.0.name.as_str()
    }
}

impl<A: Actor> Context<'_, A> {
    /// This actor achieves a goal for others from now on, until it [withdraws](Self::withdraw) the offer or terminates; a restart
    /// changes nothing.
    ///
    /// `achieve` is the actor's answer to a request. It can do whatever a handler can, and its panic is handled as a handler's.
    /// An actor makes one offer for a goal: another takes the place of the first.
    ///
    /// # Errors
    ///
    /// If there is a goal of the same name and other types.
    pub fn offer<Q: Send + 'static, R: Send + 'static>(
        &mut self,
        goal: &Goal<Q, R>,
        how: Offer,
        achieve: impl Fn(&mut A, Q, &mut Context<'_, A>) -> R + Send + Sync + 'static,
    ) -> Result<(), WrongType> {
        let providers = goal.providers(&self.thread.shared)?;
        let function = Function::new(self, achieve);
        self.enroll(&providers, Provider { function, direct: how == Offer::Direct });
        Ok(())
    }

    /// This actor does not achieve a goal any more. Requests that have been sent before are still answered.
    ///
    /// # Errors
    ///
    /// As [`offer`](Self::offer).
    pub fn withdraw<Q: Send + 'static, R: Send + 'static>(&mut self, goal: &Goal<Q, R>) -> Result<(), WrongType> {
        let providers = goal.providers(&self.thread.shared)?;
        self.strike_off(&*providers);
        Ok(())
    }

    /// Looks up who offers a goal, for [`call`](Self::call).
    ///
    /// # Errors
    ///
    /// As [`offer`](Self::offer).
    pub fn bind<Q: Send + 'static, R: Send + 'static>(&self, goal: &Goal<Q, R>) -> Result<Binding<Q, R>, WrongType> {
        goal.providers(&self.thread.shared).map(Binding::new)
    }

    /// Has a goal achieved by an actor that offers it, by message. What becomes of it comes back as the message that `answer` makes
    /// of it.
    ///
    /// If several offer it, they have their turns. If none does, [`GoalError::NoProvider`] comes back at once; nothing waits
    /// for an actor to offer it.
    pub fn achieve<Q: Send + 'static, R: Send + 'static>(
        &mut self,
        goal: &Goal<Q, R>,
        request: Q,
        answer: impl FnOnce(Result<R, GoalError>) -> A::Message + Send + 'static,
    ) {
        let me = self.address();
        let answered = Answered::new(move |result| me.notify(move || answer(result)));
        match goal.providers(&self.thread.shared) {
            Ok(providers) => ask_any(&providers.snapshot(), some_turn(), request, answered),
            Err(wrong) => answered.settle(Err(GoalError::WrongType(wrong))),
        }
    }

    /// Has a goal achieved by an actor that offers it: right here if possible, else by message.
    ///
    /// An actor that offers the goal [for direct calls](Offer::Direct), is on this actor's worker and not in the middle of something
    /// is called directly: [`Called::Done`], and `answer` is not used. That is no message: it overtakes those sent before, and
    /// is not counted.
    ///
    /// Otherwise a message is sent as by [`achieve`](Self::achieve): [`Called::Asked`], and the answer comes as the message that
    /// `answer` makes of it. So it is if the only provider is this actor itself, or one that (directly or not) is just
    /// calling it, or if calls are nested too deeply (in 32 actors), or if a handler on this thread has taken so long that another
    /// thread runs the worker now.
    ///
    /// If no actor offers the goal or the provider panics in a direct call, the result is [`Called::Failed`], and no message comes.
    #[inline]
    pub fn call<Q: Send + 'static, R: Send + 'static>(
        &mut self,
        binding: &mut Binding<Q, R>,
        request: Q,
        answer: impl FnOnce(Result<R, GoalError>) -> A::Message + Send + 'static,
    ) -> Called<R> {
        let mut request = request;
        if let Some(provider) = binding.providers.entries().get(binding.choice)
            && provider.direct
        {
            match provider.function.call(self.thread, self.key, request) {
                Attempt::Done(answer) => return Called::Done(answer),
                Attempt::Failed => return Called::Failed(GoalError::NoAnswer),
                Attempt::Refused(back) => request = back,
            }
        }
        self.call_another(binding, request, answer)
    }

    /// The one that was called last cannot be called now.
    #[cold]
    #[inline(never)]
    fn call_another<Q: Send + 'static, R: Send + 'static>(
        &mut self,
        binding: &mut Binding<Q, R>,
        mut request: Q,
        answer: impl FnOnce(Result<R, GoalError>) -> A::Message + Send + 'static,
    ) -> Called<R> {
        let providers = Arc::clone(binding.providers.entries());
        if providers.is_empty() {
            return Called::Failed(GoalError::NoProvider);
        }
        for _ in 0..LOOKED_AT.min(providers.len()) {
            binding.choice = (binding.choice + 1) % providers.len();
            let provider = &providers[binding.choice];
            if !provider.direct {
                continue;
            }
            match provider.function.call(self.thread, self.key, request) {
                Attempt::Done(answer) => return Called::Done(answer),
                Attempt::Failed => return Called::Failed(GoalError::NoAnswer),
                Attempt::Refused(back) => request = back,
            }
        }
        binding.turn = binding.turn.wrapping_add(1);
        if providers[binding.turn % providers.len()].function.key() == self.key {
            binding.turn = binding.turn.wrapping_add(1); // to oneself only if there is no other provider
        }
        let me = self.address();
        let answered = Answered::new(move |result| me.notify(move || answer(result)));
        ask_any(&providers, binding.turn, request, answered);
        Called::Asked
    }
}

impl System {
    /// Has a goal achieved by an actor that offers it, and blocks this thread until the answer comes; for threads outside.
    ///
    /// # Errors
    ///
    /// Why there is no answer.
    pub fn achieve<Q: Send + 'static, R: Send + 'static>(
        &self,
        goal: &Goal<Q, R>,
        timeout: Duration,
        request: Q,
    ) -> Result<R, GoalError> {
        let providers = goal.providers(&self.shared).map_err(GoalError::WrongType)?.snapshot();
        let answer = wait_for(self.shared.system_ref, timeout, |answered| {
            let answered = Answered::new(move |result| answered(Ok(result)));
            ask_any(&providers, some_turn(), request, answered);
        });
        answer.unwrap_or_else(|error| {
            Err(match error {
                AskError::Timeout => GoalError::Timeout,
                AskError::InsideHandler => GoalError::InsideHandler,
                _ => GoalError::NoAnswer,
            })
        })
    }

    /// [`achieve`](Self::achieve) as a future, for whatever executor. The provider is asked at once, whether or not the future is polled.
    ///
    /// Its output is an error for the same reasons, [`GoalError::InsideHandler`] excepted.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use agon_actor::{Goal, GoalError, System};
    /// static PRICE: Goal<&str, u32> = Goal::new("price");
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::builder().threads(1).build()?;
    /// let price = system.achieve_async(&PRICE, Duration::from_secs(5), "tea");
    /// assert_eq!(price.await, Err(GoalError::NoProvider));
    /// # Ok(())
    /// # }
    /// ```
    pub fn achieve_async<Q: Send + 'static, R: Send + 'static>(
        &self,
        goal: &Goal<Q, R>,
        timeout: Duration,
        request: Q,
    ) -> impl Future<Output = Result<R, GoalError>> + Send + use<Q, R> {
        let (reply, answer) = Reply::channel();
        let answered = Answered::new(move |result| reply.send(result));
        let mut limit = None;
        match goal.providers(&self.shared).map(|providers| providers.snapshot()) {
            Ok(providers) => {
                let near = providers.first().map(|provider| provider.function.key());
                limit = near.map(|key| Sleep::new(&Address::<()>::new(self.shared.system_ref, key), timeout));
                ask_any(&providers, some_turn(), request, answered);
            }
            Err(wrong) => answered.settle(Err(GoalError::WrongType(wrong))),
        }
        async move {
            let answer = match limit {
                Some(limit) => limit.limits(answer).await,
                None => Some(answer.await),
            };
            answer.map_or(Err(GoalError::Timeout), |answer| answer.unwrap_or(Err(GoalError::NoAnswer)))
        }
    }
}

fn some_turn() -> usize {
    crate::types::id::fresh_id() as usize
}

fn ask_any<Q, R, F>(providers: &[Provider<Q, R>], turn: usize, request: Q, answered: Answered<R, F>)
where
    Q: Send + 'static,
    R: Send + 'static,
    F: FnOnce(Result<R, GoalError>) + Send + 'static,
{
    match turn.checked_rem(providers.len()) {
        Some(turn) => providers[turn].function.send(request, move |answer| answered.settle(Ok(answer))),
        None => answered.settle(Err(GoalError::NoProvider)),
    }
}

/// What is done with the answer, or, if this is dropped, without one.
struct Answered<R, F: FnOnce(Result<R, GoalError>)>(Option<F>, std::marker::PhantomData<fn(R)>);

impl<R, F: FnOnce(Result<R, GoalError>)> Answered<R, F> {
    fn new(done: F) -> Self {
        Self(Some(done), std::marker::PhantomData)
    }

    fn settle(mut self, result: Result<R, GoalError>) {
        if let Some(done) = self.0.take() {
            done(result);
        }
    }
}

impl<R, F: FnOnce(Result<R, GoalError>)> Drop for Answered<R, F> {
    fn drop(&mut self) {
        if let Some(done) = self.0.take() {
            done(Err(GoalError::NoAnswer));
        }
    }
}

/// What an actor keeps in order to [call](Context::call) providers of a goal: who they are, and which of them it called last. It
/// notices when an actor comes or goes.
pub struct Binding<Q, R> {
    providers: View<Provider<Q, R>>,
    /// Who is called.
    choice: usize,
    /// Who was asked.
    turn: usize,
}

impl<Q, R> Binding<Q, R> {
    fn new(providers: Arc<Register<Provider<Q, R>>>) -> Self {
        Self { providers: View::new(providers), choice: 0, turn: some_turn() }
    }
}

/// What came of a [call](Context::call).
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use = "the answer may be here"]
pub enum Called<R> {
    /// The goal has been achieved: the answer.
    Done(R),
    /// A provider has been sent a message; the answer comes as one.
    Asked,
    /// It has not been achieved, and nothing comes.
    Failed(GoalError),
}

/// Why a goal was not achieved.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalError {
    /// No actor offers it.
    NoProvider,
    /// The provider panicked, or terminated before it answered.
    NoAnswer,
    /// No answer came in time.
    Timeout,
    /// A blocking call was made inside a handler.
    InsideHandler,
    /// There is a goal of the same name and other types.
    WrongType(WrongType),
}

impl fmt::Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoProvider => "no actor offers to achieve the goal",
            Self::NoAnswer => "the provider of the goal panicked, or terminated before it answered",
            Self::Timeout => "no answer in time",
            Self::InsideHandler => "a handler must not block: use Context::achieve or Context::call there",
            Self::WrongType(wrong) => return wrong.fmt(f),
        })
    }
}

impl Error for GoalError {}

impl<Q, R> Clone for Provider<Q, R> {
    fn clone(&self) -> Self {
        Self { function: self.function.clone(), direct: self.direct }
    }
}

impl<Q, R> Clone for Goal<Q, R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q, R> Clone for Binding<Q, R> {
    fn clone(&self) -> Self {
        Self { providers: self.providers.clone(), choice: self.choice, turn: some_turn() }
    }
}

impl<Q, R> fmt::Debug for Goal<Q, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Goal({:?})", self.name())
    }
}

impl<Q, R> fmt::Debug for Binding<Q, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Binding(..)")
    }
}
