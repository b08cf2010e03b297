//! How to make a child, with and without its type.

use std::any::{Any, TypeId};
use std::convert::Infallible;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::api::actor::Actor;
use crate::api::address::Address;
use crate::api::bounded::Bound;
use crate::api::cell::ActorCell;
use crate::api::context::Context;
use crate::memory::reply::Reply;
use crate::patterns::supervisor::Supervisor;
use crate::patterns::supervisor::message::{Event, ToSupervisor};
use crate::sync::shim::lock;
use crate::types::exit::ExitReason;
use crate::worker::cell_head::ColdState;
use crate::worker::restart::OnFailure;
use crate::worker::shared::add;
use crate::worker::system_message::SystemMessage;

/// The default time that a child may take to stop.
const STOP_WITHIN: Duration = Duration::from_secs(5);

/// An address for orders of the supervisor: it takes no messages.
pub(super) type Line = Address<Infallible>;

/// When a child that has ended is started again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Permanent,
    Transient,
    Temporary,
}

impl Kind {
    /// Whether an end is a failure.
    pub(super) fn fails_by(self, why: &ExitReason) -> bool {
        match self {
            Self::Permanent => true,
            Self::Transient => *why != ExitReason::Normal,
            Self::Temporary => false,
        }
    }
}

/// A child of a [`Supervisor`]: its name, how it is made, and what becomes of it when it ends.
pub struct ChildSpec<A: Actor> {
    name: Box<str>,
    factory: Box<dyn FnMut() -> A + Send>,
    kind: Kind,
    stop_within: Option<Duration>,
    reference: Option<ChildRef<A::Message>>,
    bound: Option<Bound>,
}

impl<A: Actor> ChildSpec<A> {
    /// A [permanent](Self::permanent) child that the factory makes, for the first time and for each restart.
    ///
    /// The name is for views of the running system, for reports, and for finding the child
    /// ([`Address::child`](crate::Address#method.child)). It need not be the only one of its name.
    pub fn new(name: impl Into<Box<str>>, factory: impl FnMut() -> A + Send + 'static) -> Self {
        // A supervisor has children of its own to wait for.
        let is_supervisor = TypeId::of::<A>() == TypeId::of::<Supervisor>();
        Self {
            name: name.into(),
            factory: Box::new(factory),
            kind: Kind::Permanent,
            stop_within: (!is_supervisor).then_some(STOP_WITHIN),
            reference: None,
            bound: None,
        }
    }

    /// However it ends, it is started again. This is the default.
    #[must_use]
    pub fn permanent(mut self) -> Self {
        self.kind = Kind::Permanent;
        self
    }

    /// It is started again unless it ended [normally](ExitReason::Normal): it had something to do, and has done it.
    #[must_use]
    pub fn transient(mut self) -> Self {
        self.kind = Kind::Transient;
        self
    }

    /// It is never started again.
    #[must_use]
    pub fn temporary(mut self) -> Self {
        self.kind = Kind::Temporary;
        self
    }

    /// How long it may take to handle its mailbox and stop when its supervisor stops; then it is killed. By default 5 seconds,
    /// and for a supervisor as long as it takes. When the whole system shuts down, the limit of the
    /// [shutdown](crate::System::shutdown) applies instead.
    #[must_use]
    pub fn stop_within(mut self, limit: Duration) -> Self {
        self.stop_within = Some(limit);
        self
    }

    /// Keeps a reference up to date: it names the child whenever there is one.
    #[must_use]
    pub fn with_ref(mut self, reference: &ChildRef<A::Message>) -> Self {
        self.reference = Some(reference.clone());
        self
    }

    /// Bounds its mailbox, in every life; what waits there at a restart keeps its place.
    #[must_use]
    pub fn bounded(mut self, bound: Bound) -> Self {
        self.bound = Some(bound);
        self
    }

    pub(super) fn into_factory(self) -> Box<dyn ChildFactory> {
        let Self { name, factory, kind, stop_within, reference, bound } = self;
        Box::new(TypedChildFactory {
            name,
            factory: Arc::new(Mutex::new(factory)),
            kind,
            stop_within,
            reference,
            bound,
            address: None,
        })
    }
}

impl<A: Actor> fmt::Debug for ChildSpec<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChildSpec").field("name", &self.name).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// The address of a supervised child, whatever it is at the moment.
///
/// A child keeps its address when it is restarted after a panic; but one that was killed, has stopped, or whose supervisor was restarted
/// is started again under another. A reference follows: it is made before the child, handed to the clients that need to reach it (also to the
/// factories of siblings), and to the child's [`ChildSpec::with_ref`].
///
/// ```
/// use std::time::Duration;
/// use agon_actor::{Actor, Address, ChildRef, ChildSpec, Context, Reply, Strategy, Supervisor, System};
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
/// struct Front(Address<Reply<u32>>);
///
/// impl Actor for Front {
///     type Message = Reply<u32>;
///
///     fn handle(&mut self, reply: Reply<u32>, ctx: &mut Context<'_, Self>) {
///         ctx.forward(&self.0, reply);
///     }
/// }
///
/// let store = ChildRef::new();
/// let to_store = store.clone();
/// let system = System::builder().threads(1).build()?;
/// let supervisor = system.spawn(
///     Supervisor::new(Strategy::RestForOne)
///         .child(ChildSpec::new("store", || Store).with_ref(&store))
///         .child(ChildSpec::new("front", move || Front(to_store.get().expect("started before")))),
/// );
/// let front = supervisor.child::<Reply<u32>>("front", Duration::from_secs(5))?.expect("it has one");
/// assert_eq!(front.ask(Duration::from_secs(5), |reply| reply)?, 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ChildRef<M>(Arc<Mutex<Option<Address<M>>>>);

impl<M> ChildRef<M> {
    /// A reference to a child that has not been started.
    pub fn new() -> Self {
        Self(Arc::default())
    }

    /// The child's address; `None` if there is no such child now, because it has not been started yet, or has ended.
    pub fn get(&self) -> Option<Address<M>> {
        *lock(&self.0)
    }

    fn set(&self, address: Option<Address<M>>) {
        *lock(&self.0) = address;
    }
}

impl<M> Default for ChildRef<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Clone for ChildRef<M> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<M> fmt::Debug for ChildRef<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ChildRef").field(&self.get()).finish()
    }
}

/// What makes a child of whatever type.
pub(super) trait ChildFactory: Send {
    fn name(&self) -> &str;

    fn kind(&self) -> Kind;

    fn stop_within(&self) -> Option<Duration>;

    /// Makes a new child, or returns the panic of its factory.
    fn spawn(&mut self, child: u64, ctx: &mut Context<'_, Supervisor>) -> Result<Line, ExitReason>;

    /// The child has ended.
    fn clear(&mut self);

    /// The child's typed address, if there is a child.
    fn address(&self) -> Option<&dyn Any>;
}

/// Used by the supervisor for a new child, and by the child's worker for a restart.
type SharedFactory<A> = Arc<Mutex<Box<dyn FnMut() -> A + Send>>>;

/// How far a supervisor is with its end.
pub(super) enum Phase {
    Running,
    /// Its children are being stopped, from the last to the first; `failed`: since it gives up.
    Ending {
        failed: Option<ExitReason>,
    },
    Ended,
}

/// Where a child is in its life: see [`family`](crate::patterns::supervisor::family).
pub(super) enum State {
    /// To be restarted by its wave. `failed`: why it is suspended, if by its own fault.
    Due {
        failed: Option<ExitReason>,
    },
    /// Spawned, and not observed since. `again`: to be restarted by its wave once it has started.
    Starting {
        again: bool,
    },
    Restarting,
    Running,
    /// It will end, and is not to be started again.
    Stopping,
}

/// A child, as its supervisor knows it.
pub(super) struct Child {
    pub(super) id: u64,
    pub(super) factory: Box<dyn ChildFactory>,
    pub(super) line: Option<Line>,
    pub(super) state: State,
    pub(super) wave: u64,
    /// The pause of its wave is over.
    pub(super) ready: bool,
    /// The number of its latest start or restart.
    pub(super) ticket: u64,
    /// Failures in a row.
    pub(super) streak: u32,
    /// When it started last.
    pub(super) since: Instant,
    /// Who wants to know when it has ended.
    pub(super) waiting: Option<Reply<bool>>,
}

impl Child {
    pub(super) fn order(&self, control: SystemMessage) {
        if let Some(line) = &self.line {
            line.send_system(control);
        }
    }

    pub(super) fn order_urgently(&self, control: SystemMessage) {
        if let Some(line) = &self.line {
            line.send_system_urgently(control);
        }
    }

    pub(super) fn end(&mut self, why: ExitReason) {
        self.order_urgently(SystemMessage::Exit(why));
        self.state = State::Stopping;
    }

    pub(super) fn is_ending(&self) -> bool {
        matches!(self.state, State::Stopping)
    }
}

struct TypedChildFactory<A: Actor> {
    name: Box<str>,
    factory: SharedFactory<A>,
    kind: Kind,
    stop_within: Option<Duration>,
    reference: Option<ChildRef<A::Message>>,
    bound: Option<Bound>,
    address: Option<Address<A::Message>>,
}

impl<A: Actor> TypedChildFactory<A> {
    fn know(&mut self, address: Option<Address<A::Message>>) {
        self.address = address;
        if let Some(reference) = &self.reference {
            reference.set(address);
        }
    }
}

impl<A: Actor> ChildFactory for TypedChildFactory<A> {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn stop_within(&self) -> Option<Duration> {
        self.stop_within
    }

    fn spawn(&mut self, child: u64, ctx: &mut Context<'_, Supervisor>) -> Result<Line, ExitReason> {
        let actor = catch_unwind(AssertUnwindSafe(|| lock(&self.factory)())).map_err(|panic| {
            ctx.thread.with_worker(|core| add(&core.worker_shared().counters.panics, 1));
            ExitReason::from_panic(&*panic)
        })?;
        let (me, system_ref) = (ctx.address(), ctx.thread.shared.system_ref);
        let factory = Arc::clone(&self.factory);
        let on_failure = OnFailure::Ask {
            factory: ActorCell::<A>::factory(move || lock(&factory)()),
            supervisor: Box::new(move |key, why| {
                me.notify(move || ToSupervisor(Event::Failed { child, line: Line::new(system_ref, key), why }));
            }),
            restarted: 0,
        };
        let bound = self.bound.map(Bound::mailbox::<A::Message>);
        let cold = ColdState { on_failure, name: Some(self.name.clone()), bound, ..ColdState::default() };
        let address = ctx.spawn_cell::<A>(ActorCell::allocate(actor, Some(Box::new(cold))));
        let line = Line::new(address.system_ref, address.key);
        ctx.monitor(&address, move |ended| ToSupervisor(Event::Ended { child, line, why: ended.reason }));
        self.know(Some(address));
        Ok(line)
    }

    fn clear(&mut self) {
        self.know(None);
    }

    fn address(&self) -> Option<&dyn Any> {
        self.address.as_ref().map(|address| address as &dyn Any)
    }
}
