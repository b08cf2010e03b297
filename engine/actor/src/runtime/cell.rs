//! The cell: an actor with its mailbox, and what happens during a visit.
//!
//! # A visit
//!
//! A [`Task`] in a run queue *is* the claim to an actor's mailbox: it is made when a push says that the mailbox was idle, it is
//! not cloned, and running it ends in releasing the claim or in the same task again. So:
//!
//! 1. An actor is in at most one run queue, or is being visited by one thread; never both.
//! 2. A visit handles at most a batch of messages.
//! 3. Everything that belongs to the user (handlers, hooks, factories, destructors, the closures of monitors and asks) runs under
//!    `catch_unwind`: a visit does not unwind.
//! 4. An actor that has terminated keeps its cell for as long as there are addresses. Its visits bury what arrives:
//!    messages are counted as dead letters, watchers are told at once.

use std::any::{self, Any};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::mailbox::{Claim, Mailbox};
use super::registry::Phase;
use super::shared::Shared;
use super::worker::Local;
use crate::actor::{Actor, OnPanic, SpawnOptions};
use crate::address::{ActorId, Address};
use crate::context::Context;
use crate::exit::ExitReason;
use crate::shutdown::ActorLabel;

/// What lies in a mailbox.
pub(crate) enum Envelope<M> {
    Message(M),
    Control(Box<Control<M>>),
}

pub(crate) enum Control<M> {
    Stop,
    /// Only wakes the actor: the cell's flag says that it is to be killed.
    Kill,
    /// Told when the actor terminates.
    Watch(Watcher),
    /// A message made by the receiver itself, so that a panic in making it is the receiver's.
    Notice(Box<dyn FnOnce() -> M + Send>),
}

impl<M> Envelope<M> {
    pub(crate) fn notice(make: impl FnOnce() -> M + Send + 'static) -> Self {
        Self::Control(Box::new(Control::Notice(Box::new(make))))
    }
}

pub(crate) type Watcher = Box<dyn FnOnce(ExitReason) + Send>;

#[derive(Clone, Copy)]
pub(crate) enum Interrupt {
    Stop,
    Kill,
}

/// An actor, whatever it understands.
pub(crate) trait Runnable: Send + Sync {
    /// Handles a batch; the task comes back if there is, or may be, more.
    ///
    /// # Safety
    ///
    /// The caller holds the claim to this cell's mailbox, and gives it away.
    unsafe fn visit(self: Arc<Self>, local: Option<&Local>) -> Option<Task>;

    fn interrupt(self: Arc<Self>, interrupt: Interrupt);

    fn label(&self) -> ActorLabel;
}

/// An actor that understands `M`.
pub(crate) trait Recipient<M>: Runnable {
    /// Puts something into the mailbox; `true` gives the claim to the caller.
    #[must_use]
    fn push(&self, envelope: Envelope<M>) -> bool;

    fn shared(&self) -> &Arc<Shared>;

    fn id(&self) -> ActorId;
}

/// An actor that is to be visited, and the right to do so.
pub(crate) struct Task(Arc<dyn Runnable>);

impl Task {
    pub(crate) fn run(self, local: Option<&Local>) -> Option<Task> {
        // SAFETY: a task is made with a claim, is not cloned, and is consumed here.
        unsafe { self.0.visit(local) }
    }
}

/// Delivers to a mailbox, and sees to it that somebody looks.
#[inline]
pub(crate) fn deliver<M: 'static>(recipient: &Arc<dyn Recipient<M>>, envelope: Envelope<M>, local: Option<&Local>) {
    if recipient.push(envelope) {
        schedule(recipient.shared(), local, Task(Arc::clone(recipient) as Arc<dyn Runnable>));
    }
}

fn schedule(shared: &Arc<Shared>, local: Option<&Local>, task: Task) {
    match local {
        Some(local) if local.belongs_to(shared) => local.schedule(task),
        _ => shared.schedule(task),
    }
}

/// Spawns an actor and has it started.
pub(crate) fn spawn<A: Actor>(
    shared: &Arc<Shared>,
    local: Option<&Local>,
    actor: A,
    options: SpawnOptions<A>,
) -> Address<A::Message> {
    static NEXT_ID: AtomicU64 = AtomicU64::new(1);
    let id = ActorId(NEXT_ID.fetch_add(1, Ordering::Relaxed));
    let (cell, phase) = shared.registry.insert(|slot| {
        let body = Body {
            actor: Some(actor),
            started: false,
            on_panic: options.on_panic,
            watchers: Vec::new(),
            exit: None,
            slot: Some(slot),
        };
        Arc::new(ActorCell {
            id,
            shared: Arc::clone(shared),
            killed: AtomicBool::new(false),
            mailbox: Mailbox::new(body),
        })
    });
    match phase {
        Phase::Open => {}
        Phase::Stopping => Arc::clone(&cell).interrupt(Interrupt::Stop),
        Phase::Killing => Arc::clone(&cell).interrupt(Interrupt::Kill),
    }
    let address = Address { recipient: Arc::clone(&cell) as Arc<dyn Recipient<A::Message>> };
    // A new mailbox is claimed by its creator: this is the task that goes with it.
    schedule(shared, local, Task(cell));
    address
}

/// An actor, its mailbox and what others may know of it.
pub(crate) struct ActorCell<A: Actor> {
    id: ActorId,
    shared: Arc<Shared>,
    killed: AtomicBool,
    mailbox: Mailbox<Envelope<A::Message>, Body<A>>,
}

/// What only the holder of the claim touches.
struct Body<A> {
    /// `None` once the actor has terminated, and while a new one is being made.
    actor: Option<A>,
    started: bool,
    on_panic: OnPanic<A>,
    watchers: Vec<Watcher>,
    /// `Some` once the actor has terminated.
    exit: Option<ExitReason>,
    /// In the registry; `None` when the actor has been removed from it.
    slot: Option<usize>,
}

type CellClaim<'a, A> = Claim<'a, Envelope<<A as Actor>::Message>, Body<A>>;

/// How a run of messages ended.
enum Outcome {
    /// The mailbox looks empty.
    Empty,
    /// The batch is used up.
    Spent,
    Exit(ExitReason),
}

impl<A: Actor> ActorCell<A> {
    /// Handles messages until there are none, the batch is spent, or the actor is to terminate.
    fn run(
        &self,
        claim: &mut CellClaim<'_, A>,
        ctx: &mut Context<'_, A>,
        left: &mut usize,
        handled: &mut u64,
    ) -> Outcome {
        let body = claim.state();
        if let (false, Some(actor)) = (body.started, &mut body.actor) {
            body.started = true;
            if self.killed.load(Ordering::Acquire) {
                return Outcome::Exit(ExitReason::Killed);
            }
            actor.started(ctx);
            if ctx.stopping() {
                return Outcome::Exit(ExitReason::Normal);
            }
        }
        while *left > 0 {
            if self.killed.load(Ordering::Acquire) {
                return Outcome::Exit(ExitReason::Killed);
            }
            let Some(envelope) = claim.pop() else { return Outcome::Empty };
            *left -= 1;
            let message = match envelope {
                Envelope::Message(message) => message,
                Envelope::Control(control) => match *control {
                    Control::Stop => return Outcome::Exit(ExitReason::Normal),
                    Control::Kill => return Outcome::Exit(ExitReason::Killed),
                    Control::Notice(make) => make(),
                    Control::Watch(watcher) => {
                        claim.state().watchers.push(watcher);
                        continue;
                    }
                },
            };
            *handled += 1;
            if let Some(actor) = &mut claim.state().actor {
                actor.handle(message, ctx);
            }
            if ctx.stopping() {
                return Outcome::Exit(ExitReason::Normal);
            }
        }
        Outcome::Spent
    }

    /// Buries what lies in the mailbox of an actor that has terminated.
    fn bury(&self, claim: &mut CellClaim<'_, A>, reason: &ExitReason, left: &mut usize) -> Outcome {
        let mut dead_letters = 0;
        let mut outcome = Outcome::Spent;
        while *left > 0 {
            let Some(envelope) = claim.pop() else {
                outcome = Outcome::Empty;
                break;
            };
            *left -= 1;
            dead_letters += u64::from(matches!(envelope, Envelope::Message(_)));
            drop(self.guard(|| match envelope {
                Envelope::Message(message) => drop(message),
                Envelope::Control(control) => {
                    if let Control::Watch(watcher) = *control {
                        watcher(reason.clone());
                    }
                }
            }));
        }
        if dead_letters > 0 {
            self.shared.count_dead_letters(dead_letters);
            self.shared.registry.note_undelivered(self.label(), dead_letters);
        }
        outcome
    }

    /// Terminates the actor: hook, destructor, watchers, in this order.
    fn terminate(self: &Arc<Self>, claim: &mut CellClaim<'_, A>, local: Option<&Local>, mut reason: ExitReason) {
        let body = claim.state();
        if let Some(mut actor) = body.actor.take() {
            if reason == ExitReason::Normal
                && let Err(panicked) = self.guard(|| actor.stopped(&mut Context::new(self, local)))
            {
                reason = panicked;
            }
            drop(self.guard(|| drop(actor)));
        }
        let policy = mem::take(&mut body.on_panic);
        drop(self.guard(|| drop(policy)));
        body.exit = Some(reason.clone());
        for watcher in mem::take(&mut body.watchers) {
            drop(self.guard(|| watcher(reason.clone())));
        }
    }

    /// After a panic: restarts the actor if it was spawned so, else terminates it.
    fn recover(self: &Arc<Self>, claim: &mut CellClaim<'_, A>, local: Option<&Local>, mut reason: ExitReason) {
        let body = claim.state();
        if let Some(broken) = body.actor.take() {
            drop(self.guard(|| drop(broken)));
        }
        if let OnPanic::Restart(factory) = &mut body.on_panic {
            let restarted = self.guard(|| {
                let mut actor = factory();
                let mut ctx = Context::new(self, local);
                actor.started(&mut ctx);
                (actor, ctx.stopping())
            });
            match restarted {
                Ok((actor, stopping)) => {
                    body.actor = Some(actor);
                    if stopping {
                        self.terminate(claim, local, ExitReason::Normal);
                    }
                    return;
                }
                Err(panicked) => reason = panicked,
            }
        }
        self.terminate(claim, local, reason);
    }

    /// Runs the user's code; a panic is counted and comes back as an exit reason.
    fn guard<R>(&self, f: impl FnOnce() -> R) -> Result<R, ExitReason> {
        // Whatever was in the middle of something is dropped unseen: hence unwind safe.
        catch_unwind(AssertUnwindSafe(f)).map_err(|payload| self.panicked(payload))
    }

    fn panicked(&self, payload: Box<dyn Any + Send>) -> ExitReason {
        self.shared.count_panic();
        let reason = ExitReason::from_panic(&*payload);
        // A payload may panic in its destructor, and so may what that throws.
        if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            mem::forget(second);
        }
        reason
    }
}

impl<A: Actor> Runnable for ActorCell<A> {
    unsafe fn visit(self: Arc<Self>, local: Option<&Local>) -> Option<Task> {
        // SAFETY: the caller has the claim and gives it to us.
        let mut claim = unsafe { self.mailbox.claim() };
        let batch = self.shared.batch.get();
        let mut left = batch;
        let mut handled = 0;
        let outcome = loop {
            let outcome = match claim.state().exit.clone() {
                Some(reason) => self.bury(&mut claim, &reason, &mut left),
                None => {
                    let mut ctx = Context::new(&self, local);
                    match self.guard(|| self.run(&mut claim, &mut ctx, &mut left, &mut handled)) {
                        Ok(outcome) => outcome,
                        Err(reason) => {
                            self.recover(&mut claim, local, reason);
                            continue;
                        }
                    }
                }
            };
            match outcome {
                Outcome::Exit(reason) => self.terminate(&mut claim, local, reason),
                other => break other,
            }
        };
        self.shared.count_handled(local, handled);
        if let Outcome::Empty = outcome {
            if claim.state().exit.is_some()
                && let Some(slot) = claim.state().slot.take()
            {
                self.shared.registry.remove(slot);
            }
            if claim.release().is_ok() {
                return None;
            }
            if left == batch {
                // A sender is between its two steps; if it has lost its processor, this may give it back.
                thread::yield_now();
            }
        }
        Some(Task(self))
    }

    fn interrupt(self: Arc<Self>, interrupt: Interrupt) {
        let control = match interrupt {
            Interrupt::Stop => Control::Stop,
            Interrupt::Kill => {
                self.killed.store(true, Ordering::Release);
                Control::Kill
            }
        };
        let recipient = self as Arc<dyn Recipient<A::Message>>;
        super::worker::with_current(|local| deliver(&recipient, Envelope::Control(Box::new(control)), local));
    }

    fn label(&self) -> ActorLabel {
        ActorLabel { id: self.id, type_name: any::type_name::<A>() }
    }
}

impl<A: Actor> Recipient<A::Message> for ActorCell<A> {
    #[inline]
    fn push(&self, envelope: Envelope<A::Message>) -> bool {
        self.mailbox.push(envelope)
    }

    fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    fn id(&self) -> ActorId {
        self.id
    }
}
