//! The messages to supervisors.

use std::any::{Any, type_name};
use std::error::Error;
use std::fmt;
use std::time::Duration;

use crate::api::actor::Actor;
use crate::api::address::Address;
use crate::api::asking::Asking;
use crate::memory::reply::{AskError, Reply};
use crate::patterns::supervisor::child::{ChildFactory, ChildSpec, Line};
use crate::types::exit::ExitReason;
use crate::types::id::ActorId;

/// A message to a [`Supervisor`](crate::Supervisor).
///
/// Threads outside use the methods of its [`Address`]; actors put these into [`Context::ask`](crate::Context::ask).
pub struct ToSupervisor(pub(super) Event);

/// What becomes of a question for a child, given its address, or why there is none.
pub(super) type Answer = Box<dyn FnOnce(Result<&dyn Any, ChildError>) + Send>;

/// Why a supervisor gives no address of a child.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildError {
    /// No child has this name.
    NoSuchChild,
    /// The child of this name has messages of another type.
    WrongType {
        /// The type asked for, as [`std::any::type_name`] gives it.
        asked: &'static str,
    },
    /// The child has ended for good, or its supervisor is ending.
    Ended,
}

impl fmt::Display for ChildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchChild => f.write_str("no child has this name"),
            Self::WrongType { asked } => write!(f, "the child of this name has other messages than {asked}"),
            Self::Ended => f.write_str("the child has ended for good, or its supervisor is ending"),
        }
    }
}

impl Error for ChildError {}

pub(super) enum Event {
    /// A child has panicked, and waits for what is decided.
    Failed {
        child: u64,
        line: Line,
        why: ExitReason,
    },
    /// A child has terminated.
    Ended {
        child: u64,
        line: Line,
        why: ExitReason,
    },
    /// A child's `started` has returned.
    Started {
        child: u64,
        ticket: u64,
    },
    /// The pause before a restart is over.
    Recover {
        wave: u64,
        from: u64,
    },
    /// A child has had its time to stop.
    Overdue {
        line: Line,
    },
    Find {
        name: Box<str>,
        answer: Answer,
    },
    Add {
        factory: Box<dyn ChildFactory>,
        answer: Answer,
    },
    Remove {
        actor: ActorId,
        reply: Reply<bool>,
    },
    List(Reply<Vec<ChildInfo>>),
}

fn typed<M: 'static>(address: Result<&dyn Any, ChildError>) -> Result<Address<M>, ChildError> {
    address?.downcast_ref().copied().ok_or(ChildError::WrongType { asked: type_name::<M>() })
}

impl ToSupervisor {
    /// Asks for the address of the first child of a name; see [`Address::child`](crate::Address#method.child).
    pub fn child<M: Send + 'static>(name: impl Into<Box<str>>, reply: Reply<Result<Address<M>, ChildError>>) -> Self {
        Self(Event::Find { name: name.into(), answer: Box::new(move |address| reply.send(typed(address))) })
    }

    /// Asks for all children; see [`Address::children`](crate::Address#method.children).
    pub fn children(reply: Reply<Vec<ChildInfo>>) -> Self {
        Self(Event::List(reply))
    }

    /// Asks for one more child; see [`Address::start_child`](crate::Address#method.start_child).
    pub fn start_child<A: Actor>(spec: ChildSpec<A>, reply: Reply<Option<Address<A::Message>>>) -> Self {
        let answer: Answer = Box::new(move |address| reply.send(typed(address).ok()));
        Self(Event::Add { factory: spec.into_factory(), answer })
    }

    /// Asks for the end of a child; see [`Address::stop_child`](crate::Address#method.stop_child).
    pub fn stop_child(actor: ActorId, reply: Reply<bool>) -> Self {
        Self(Event::Remove { actor, reply })
    }
}

/// Of the address of a [`Supervisor`](crate::Supervisor).
impl Address<ToSupervisor> {
    /// The address of the first child of a name, as soon as it has one.
    ///
    /// The inner error shows whether the name is unknown, the type of messages is another, or the child has ended for good.
    ///
    /// # Errors
    ///
    /// As [`ask`](Self::ask).
    pub fn child<M: Send + 'static>(
        &self,
        name: impl Into<Box<str>>,
        timeout: Duration,
    ) -> Result<Result<Address<M>, ChildError>, AskError> {
        let name = name.into();
        self.ask(timeout, |reply| ToSupervisor::child(name, reply))
    }

    /// The children, in the order of their start.
    ///
    /// # Errors
    ///
    /// As [`ask`](Self::ask).
    pub fn children(&self, timeout: Duration) -> Result<Vec<ChildInfo>, AskError> {
        self.ask(timeout, ToSupervisor::children)
    }

    /// Starts one more child, behind those there are.
    ///
    /// `None` if the supervisor is ending. A child that is not [permanent](ChildSpec::permanent) is forgotten when it has ended.
    ///
    /// # Errors
    ///
    /// As [`ask`](Self::ask).
    pub fn start_child<A: Actor>(
        &self,
        spec: ChildSpec<A>,
        timeout: Duration,
    ) -> Result<Option<Address<A::Message>>, AskError> {
        self.ask(timeout, |reply| ToSupervisor::start_child(spec, reply))
    }

    /// Stops a child for good: it handles its mailbox, ends, and is forgotten. `false` if there is no such child.
    ///
    /// # Errors
    ///
    /// As [`ask`](Self::ask).
    pub fn stop_child(&self, actor: ActorId, timeout: Duration) -> Result<bool, AskError> {
        self.ask(timeout, |reply| ToSupervisor::stop_child(actor, reply))
    }

    /// [`child`](Self::child) as a future, for whatever executor.
    ///
    /// ```
    /// use std::time::Duration;
    /// use agon_actor::{Actor, ChildSpec, Context, Reply, Strategy, Supervisor, System};
    ///
    /// struct Store;
    ///
    /// impl Actor for Store {
    ///     type Message = Reply<u32>;
    ///
    ///     fn handle(&mut self, reply: Reply<u32>, _: &mut Context<'_, Self>) {
    ///         reply.send(42);
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let patience = Duration::from_secs(5);
    /// let system = System::builder().threads(1).build()?;
    /// let supervisor = system.spawn(Supervisor::new(Strategy::OneForOne).child(ChildSpec::new("store", || Store)));
    /// let store = supervisor.child_async::<Reply<u32>>("store", patience).await??;
    /// assert_eq!(store.ask_async_within(patience, |reply| reply).await?, 42);
    ///
    /// let another = supervisor.start_child_async(ChildSpec::new("another", || Store), patience).await?;
    /// let another = another.expect("it is not ending");
    /// assert_eq!(supervisor.children_async(patience).await?.len(), 2);
    /// assert!(supervisor.stop_child_async(another.id(), patience).await?);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Its output is an error as for [`Address::ask_async_within`].
    pub fn child_async<M: Send + 'static>(
        &self,
        name: impl Into<Box<str>>,
        timeout: Duration,
    ) -> Asking<Result<Address<M>, ChildError>> {
        self.ask_async_within(timeout, |reply| ToSupervisor::child(name, reply))
    }

    /// [`children`](Self::children) as a future: see [`child_async`](Self::child_async).
    pub fn children_async(&self, timeout: Duration) -> Asking<Vec<ChildInfo>> {
        self.ask_async_within(timeout, ToSupervisor::children)
    }

    /// [`start_child`](Self::start_child) as a future: see [`child_async`](Self::child_async). The child is started whether or not the
    /// future is polled.
    pub fn start_child_async<A: Actor>(
        &self,
        spec: ChildSpec<A>,
        timeout: Duration,
    ) -> Asking<Option<Address<A::Message>>> {
        self.ask_async_within(timeout, |reply| ToSupervisor::start_child(spec, reply))
    }

    /// [`stop_child`](Self::stop_child) as a future: see [`child_async`](Self::child_async). The child is stopped whether or not the future
    /// is polled.
    pub fn stop_child_async(&self, actor: ActorId, timeout: Duration) -> Asking<bool> {
        self.ask_async_within(timeout, |reply| ToSupervisor::stop_child(actor, reply))
    }
}

/// A child, as its supervisor sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChildInfo {
    pub(super) name: Box<str>,
    pub(super) actor: Option<ActorId>,
    pub(super) running: bool,
}

impl ChildInfo {
    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who it is, if there is an actor at the moment.
    pub fn actor(&self) -> Option<ActorId> {
        self.actor
    }

    /// Whether it handles messages: it has started, and neither waits for a restart nor is being stopped.
    pub fn is_running(&self) -> bool {
        self.running
    }
}

impl fmt::Debug for ToSupervisor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ToSupervisor(..)")
    }
}
