//! Supervisors: actors that start other actors, and restart those that fail.

mod child;
mod family;
mod message;

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use crate::api::actor::Actor;
use crate::api::context::Context;
use crate::memory::vtable::flow;
use crate::types::restart_limit::RestartLimit;
use child::{Child, Phase};
pub use child::{ChildRef, ChildSpec};
use message::{Answer, Event};
pub use message::{ChildError, ChildInfo, ToSupervisor};

/// Who is restarted when a child fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The child alone.
    OneForOne,
    /// All children: for those that cannot do without each other.
    OneForAll,
    /// The child and those started after it: for those that build on the ones before.
    RestForOne,
}

/// An actor that starts other actors, its *children*, and restarts those that fail.
///
/// ```
/// use std::time::Duration;
/// use agon_actor::{Actor, ChildSpec, Context, Reply, Strategy, Supervisor, System};
///
/// /// Adds up; breaks over numbers it does not like.
/// #[derive(Default)]
/// struct Adder(u64);
///
/// enum ToAdder {
///     Add(u64),
///     Get(Reply<u64>),
/// }
///
/// impl Actor for Adder {
///     type Message = ToAdder;
///
///     fn handle(&mut self, message: ToAdder, _: &mut Context<'_, Self>) {
///         match message {
///             ToAdder::Add(number) => self.0 += 100_u64.checked_sub(number).map(|_| number).expect("a small number"),
///             ToAdder::Get(reply) => reply.send(self.0),
///         }
///     }
/// }
///
/// let patience = Duration::from_secs(5);
/// let system = System::builder().threads(2).build()?;
/// let supervisor = system.spawn(
///     Supervisor::new(Strategy::OneForOne)
///         .intensity(5, Duration::from_secs(1))
///         .back_off(Duration::from_millis(1), Duration::from_millis(100))
///         .child(ChildSpec::new("adder", Adder::default)),
/// );
/// let adder = supervisor.child::<ToAdder>("adder", patience)??;
/// for number in [1, 2, 1000, 4, 5] {
///     adder.send(ToAdder::Add(number));
/// }
/// // The third panicked: the adder was restarted, under the same address, with what was in its mailbox.
/// assert_eq!(adder.ask(patience, ToAdder::Get)?, 9);
/// assert!(system.shutdown(patience).is_clean());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Starting and stopping
///
/// Children are started in the order in which they were added, each when the one before has [started](Actor::started). A supervisor
/// that stops, because it was [asked to](crate::Address::stop) or its system shuts down, stops its children first: in reverse order,
/// each when the one behind it has ended. A child handles what is in its mailbox before it stops; one that takes longer than
/// [`ChildSpec::stop_within`] allows is killed. So children that send to those started before them, as the stages of a pipeline whose sink is
/// the first, end without a loss: each has all that was sent to it when it is asked to stop.
///
/// A supervisor is an actor: another one can supervise it (`ChildSpec::new("pool", || Supervisor::new(..).child(..))`), be
/// linked to it or monitor it.
///
/// # Failure
///
/// A child *fails* when a handler, its `started` or its factory panics, or when it ends otherwise than it should: what that means is
/// up to its kind ([permanent](ChildSpec::permanent), [transient](ChildSpec::transient), [temporary](ChildSpec::temporary)). Then
/// the supervisor suspends those whom the [`Strategy`] names, waits for the [back-off](Self::back_off), and restarts
/// them in the order of their start. If that is once too often ([`intensity`](Self::intensity)), the supervisor gives up: it stops all children,
/// in reverse order, and ends with [`ExitReason::Failed`](crate::ExitReason::Failed). Its own supervisor treats that as the failure of a child.
/// A supervisor that is killed, or restarted for the sake of a sibling, kills its children.
///
/// # What becomes of mailboxes
///
/// | When | the message being handled | the mailbox | what is [stashed](Context::stash) | the address |
/// |---|---|---|---|---|
/// | a child panics, and is restarted | lost | kept, and waits meanwhile | kept | the same |
/// | it is restarted for the sake of a sibling | handled to the end | kept, and waits meanwhile | kept | the same |
/// | it panics in `started`, or its factory does in a restart | | kept; the supervisor tries again | kept | the same |
/// | it stops by itself | handled | dead letters | dead letters | dead; a permanent child gets a new one |
/// | it is killed | handled to the end | dead letters | dead letters | dead; unless temporary, it gets a new one |
/// | its supervisor stops | handled | handled | dead letters | dead |
/// | its supervisor gives up because of it | lost | dead letters | dead letters | dead |
/// | its supervisor gives up because of another | handled | handled | dead letters | dead |
/// | its supervisor is killed or restarted | handled to the end | dead letters | dead letters | dead |
///
/// A temporary child is never restarted: it ends where others would be. Dead letters are [counted](crate::Counters::dead_letters),
/// and those of a shutdown are in its [report](crate::ShutdownReport). A sender that wants to know uses
/// [`send_confirmed`](crate::Address::send_confirmed).
///
/// Who has to reach a child over changes of its address, uses a [`ChildRef`].
pub struct Supervisor {
    strategy: Strategy,
    limit: RestartLimit,
    back_off: Option<BackOff>,
    children: Vec<Child>,
    phase: Phase,
    /// Who waits for the address of a child that is not there yet.
    asked: VecDeque<(u64, Answer)>,
}

#[derive(Clone, Copy)]
struct BackOff {
    first: Duration,
    most: Duration,
}

impl BackOff {
    /// The pause after so many failures in a row.
    fn pause(self, streak: u32) -> Duration {
        2_u32.checked_pow(streak).and_then(|factor| self.first.checked_mul(factor)).unwrap_or(self.most).min(self.most)
    }
}

impl Supervisor {
    /// A supervisor without children, an [intensity](Self::intensity) of 3 restarts in 5 seconds, and no back-off.
    pub fn new(strategy: Strategy) -> Self {
        Self {
            strategy,
            limit: RestartLimit::new(3, Duration::from_secs(5)),
            back_off: None,
            children: Vec::new(),
            phase: Phase::Running,
            asked: VecDeque::new(),
        }
    }

    /// How many failures within some time are answered with a restart; one more, and the supervisor gives up. [`u32::MAX`]: it
    /// never does.
    ///
    /// A failure counts once, however many children are restarted because of it.
    #[must_use]
    pub fn intensity(mut self, restarts: u32, within: Duration) -> Self {
        self.limit = RestartLimit::new(restarts, within);
        self
    }

    /// Waits before a restart: after the first failure of a child for `first`, after each further one twice as long, but never
    /// longer than `most`. A child that has run for as long as `most` begins again with `first`.
    #[must_use]
    pub fn back_off(mut self, first: Duration, most: Duration) -> Self {
        self.back_off = Some(BackOff { first, most });
        self
    }

    /// Adds a child, behind those there are.
    #[must_use]
    pub fn child<A: Actor>(mut self, spec: ChildSpec<A>) -> Self {
        self.add(spec.into_factory());
        self
    }
}

impl Actor for Supervisor {
    type Message = ToSupervisor;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.start_all(ctx);
    }

    fn handle(&mut self, message: ToSupervisor, ctx: &mut Context<'_, Self>) {
        match message.0 {
            Event::Failed { child, line, why } => self.failed(child, line, why, ctx),
            Event::Ended { child, line, why } => self.ended(child, line, why, ctx),
            Event::Started { child, ticket } => self.has_started(child, ticket, ctx),
            Event::Recover { wave, from } => self.recover(wave, from, ctx),
            Event::Overdue { line } => self.overdue(line),
            Event::Find { name, answer } => self.find(&name, answer),
            Event::Add { factory, answer } => self.add_late(factory, answer, ctx),
            Event::Remove { actor, reply } => self.remove(actor, reply, ctx),
            Event::List(reply) => reply.send(self.list()),
        }
        self.answer();
    }

    fn stopped(&mut self, ctx: &mut Context<'_, Self>) {
        if !self.has_stopped(ctx) {
            ctx.flow |= flow::STAY;
        }
        self.answer();
    }
}

impl Drop for Supervisor {
    /// Children do not outlive their supervisor, whatever ended it.
    fn drop(&mut self) {
        self.abandon();
    }
}

impl fmt::Debug for Supervisor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let children: Vec<_> = self.children.iter().map(|child| child.factory.name()).collect();
        f.debug_struct("Supervisor").field("strategy", &self.strategy).field("children", &children).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_most() {
        let back_off = BackOff { first: Duration::from_millis(10), most: Duration::from_millis(75) };
        let pauses: Vec<_> = [0, 1, 2, 3, 31, 32, u32::MAX].map(|streak| back_off.pause(streak).as_millis()).into();
        assert_eq!(pauses, [10, 20, 40, 75, 75, 75, 75]);
    }
}
