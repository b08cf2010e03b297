//! What a workload asks of an actor runtime.

/// A runtime with worker threads that run actors.
pub trait Runtime: Sized + 'static {
    /// Where to send an actor's messages.
    type Address<B: Behaviour<Self>>: Clone + Send + Sync + Unpin + 'static;

    /// What an actor can do while it handles a message.
    type Scope<'a, B: Behaviour<Self>>: Scope<Self>;

    /// Starts the worker threads.
    fn start(setup: Setup) -> Self;

    /// Spawns an actor from outside. `worker`, below [`Setup::workers`], is where it belongs: an order under
    /// [`Placement::Apart`], else advice that a runtime which places actors itself may ignore.
    fn spawn<B: Behaviour<Self>>(&self, worker: usize, behaviour: B) -> Self::Address<B>;

    /// Sends a message from outside.
    fn send<B: Behaviour<Self>>(&self, to: &Self::Address<B>, message: B::Message);
}

/// An actor: its state, and how it handles messages.
pub trait Behaviour<R: Runtime>: Sized + Send + Unpin + 'static {
    /// What it understands.
    type Message: Send + 'static;

    /// Called once, before the first message.
    fn started(&mut self, _: &mut R::Scope<'_, Self>) {}

    /// Handles one message.
    fn handle(&mut self, message: Self::Message, scope: &mut R::Scope<'_, Self>);
}

/// What an actor can do while it handles a message.
pub trait Scope<R: Runtime> {
    /// Sends a message.
    fn send<B: Behaviour<R>>(&mut self, to: &R::Address<B>, message: B::Message);

    /// Spawns an actor.
    fn spawn<B: Behaviour<R>>(&mut self, behaviour: B) -> R::Address<B>;
}

/// How a runtime is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How many threads run actors.
    pub workers: usize,
    /// Who decides which of them runs an actor.
    pub placement: Placement,
}

/// Who decides which worker runs an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The runtime, as it does for any program.
    Free,
    /// The program: an actor runs on the worker it was spawned on and nowhere else.
    Apart {
        /// Whether to keep workers from falling asleep by whatever means there are, so that none has to be woken. A runtime whose workers
        /// stay awake for a while by themselves need not do anything.
        awake: bool,
    },
}

impl Setup {
    /// `workers` threads, actors wherever the runtime likes them.
    pub fn free(workers: usize) -> Self {
        Self { workers, placement: Placement::Free }
    }

    /// Two threads, and actors that stay where they are.
    pub fn apart(awake: bool) -> Self {
        Self { workers: 2, placement: Placement::Apart { awake } }
    }
}
