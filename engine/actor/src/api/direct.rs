//! Direct calls: one actor runs a function of another on the spot, where both are on this thread's worker.
//!
//! An actor that is on the same worker and not running cannot be run by anybody else while the present handler runs: its worker is
//! this thread's. So the handler of the caller may run it itself. That costs a few nanoseconds: no message is made, queued or
//! dispatched, and the answer is there when the call returns. It is no message either: it overtakes those that wait for the
//! callee, and counts as none.
//!
//! The actors of a worker that are inside each other's calls are its *chain*: the outermost was given a message, the innermost runs
//! ([`WorkerThread::current`]), and all others wait for it. 'Alive and ready' is one comparison of the callee's tag, 'not in the chain' one of
//! keys for each that waits: two or three as a rule, which costs less than to mark them. An actor that cannot be called gets a
//! message instead: that is what becomes of cycles.
//!
//! What a call can lead to, and how it ends:
//!
//! * *The callee's function wants more than to go on, or panics.* The consequences (stop, restart, unstash) run users' code, of which
//!   the caller's handler is the wrong place. The callee is set aside as if it had been away, and gets an urgent
//!   [`SystemMessage::Reattach`]: its worker draws the consequences right after the present message.
//! * *The thread loses its worker* (see [`ownership`](crate::sync::ownership)), because some function of the chain takes long. The monitor sets aside
//!   the whole chain: none of it can run before its own function has returned. Each is given back on its return, the callee
//!   before its caller. In between, calls of the chain find no worker, and are refused.
//!
//! Invariants:
//! 1. A [`Frame`] is linked from before the callee runs until its thread has entered again: the monitor, which reads the chain only
//!    of a thread in `User` or `Waiting`, and holds up its entering meanwhile, reads living frames.
//! 2. A slot's tag is changed while entered only. A call that has lost its worker leaves tags alone: `Reattach` sets them right.

use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use crate::api::actor::Actor;
use crate::api::address::Address;
use crate::api::cell;
use crate::api::context::Context;
use crate::memory::vtable::{Flow, ThreadHandle, flow};
use crate::types::id::Key;
use crate::worker::core::Core;
use crate::worker::lifecycle::give_back;
use crate::worker::restart::{Outcome, Phase};
use crate::worker::shared::SystemRef;
use crate::worker::system_message::SystemMessage;
use crate::worker::thread::WorkerThread;
use crate::worker::watched::Frame;

/// Calls within calls use up the stack: no more than this.
const DEEPEST: u32 = 32;

/// What came of the attempt to call an actor.
pub(crate) enum Attempt<Q, R> {
    Done(R),
    /// The callee has panicked.
    Failed,
    /// It cannot be called now.
    Refused(Q),
}

/// Why there is no answer.
#[derive(Clone, Copy)]
enum Unanswered {
    Failed,
    /// Nothing was called.
    Refused,
}

/// Calls an actor from the handler of another.
///
/// `serve` is given the callee's cell, which no other code uses until it returns, and writes what the callee wants done. It is called
/// unless the call is `Refused`.
// Inlined always: the answer comes in registers, and goes on in them.
#[inline(always)]
fn call<R>(
    thread: &WorkerThread,
    caller: Key,
    callee: Key,
    serve: impl FnOnce(*mut u8, &mut Flow) -> R,
) -> Result<R, Unanswered> {
    debug_assert_eq!(thread.current(), caller, "who runs is who calls");
    if !thread.ownership.enter() {
        thread.ownership.leave();
        return Err(Unanswered::Refused);
    }
    let outer = thread.calls();
    let slot = if callee == caller || !may_be_called(outer, callee) {
        None
    } else {
        // SAFETY: entered.
        unsafe { thread.local_slot(callee) }
    };
    let Some(slot) = slot else {
        thread.ownership.leave();
        return Err(Unanswered::Refused);
    };
    // SAFETY: entered, and the actor is this worker's.
    let state = unsafe { (*slot).state };
    let frame = Frame { caller, outer };
    thread.set_calls(&raw const frame);
    thread.set_current(callee);
    thread.ownership.leave();
    let mut wanted = flow::GO_ON;
    let ended = catch_unwind(AssertUnwindSafe(|| serve(state, &mut wanted)));
    let guard = thread.ownership.enter();
    thread.set_calls(outer);
    thread.set_current(caller);
    match ended {
        Ok(answer) => {
            if guard && wanted == flow::GO_ON {
                thread.ownership.leave();
            } else {
                end(thread, callee, Ok(wanted), guard);
            }
            Ok(answer)
        }
        Err(panic) => {
            end(thread, callee, Err(panic), guard);
            Err(Unanswered::Failed)
        }
    }
}

/// Whether an actor waits for none of the calls from this one outwards, and they are not too many.
#[inline]
fn may_be_called(mut frame: *const Frame, callee: Key) -> bool {
    for _ in 0..DEEPEST {
        // SAFETY: frames outlive what is inside them.
        let Some(waits) = (unsafe { frame.as_ref() }) else { return true };
        if waits.caller == callee {
            return false;
        }
        frame = waits.outer;
    }
    false
}

/// The unusual ends of a call. Entered if the thread has its worker.
#[cold]
#[inline(never)]
fn end(thread: &WorkerThread, callee: Key, outcome: Outcome, guard: bool) {
    if guard {
        // SAFETY: entered.
        settle_later(unsafe { &mut *thread.core_ptr() }, callee, outcome);
        thread.ownership.call_attention();
        thread.ownership.leave();
    } else {
        thread.ownership.leave();
        give_back(thread, callee, outcome, Phase::Handling);
    }
}

/// Sets an actor aside until the present message has been handled.
fn settle_later(core: &mut Core, key: Key, outcome: Outcome) {
    let actor = core.detach(key);
    core.urgent.push((key, SystemMessage::Reattach { actor, outcome, phase: Phase::Handling }));
}

/// A function of an actor that others can have called, without knowing the actor's type.
pub(crate) struct Function<Q, R> {
    system_ref: &'static SystemRef,
    key: Key,
    owner: Arc<dyn Serve<Q, R>>,
    /// Points into `owner`: where that is behind its counts is not worked out at each call.
    serve: NonNull<dyn Serve<Q, R>>,
}

// SAFETY: the pointer is used as a reference to what `owner` holds, which is `Send` and `Sync`. A question or an answer is never kept
// in it: `send`, which takes one to another thread, wants it to be `Send`.
unsafe impl<Q, R> Send for Function<Q, R> {}
// SAFETY: likewise.
unsafe impl<Q, R> Sync for Function<Q, R> {}

/// The request stays where the caller has it, and the answer is a result of its own: copied as a whole, with parts just written, each
/// would cost more than the rest of the call.
trait Serve<Q, R>: Send + Sync {
    /// Takes the request, and writes what the actor wants done if it returns.
    ///
    /// # Safety
    ///
    /// `state` is a living cell of the type this was made for, and no other code uses it. `request` can be read, and is not used by
    /// anybody afterwards.
    unsafe fn serve(&self, state: *mut u8, thread: &WorkerThread, key: Key, request: *const Q, wanted: &mut Flow) -> R;
}

struct Typed<A, F>(F, PhantomData<fn(A)>);

impl<A, Q, R, F> Serve<Q, R> for Typed<A, F>
where
    A: Actor,
    F: Fn(&mut A, Q, &mut Context<'_, A>) -> R + Send + Sync,
{
    unsafe fn serve(&self, state: *mut u8, thread: &WorkerThread, key: Key, request: *const Q, wanted: &mut Flow) -> R {
        // SAFETY: the caller's promise.
        let (answer, flow) =
            unsafe { cell::visit(state, thread, key, |actor, ctx| (self.0)(actor, request.read(), ctx)) };
        *wanted = flow;
        answer
    }
}

impl<Q: Send + 'static, R: 'static> Function<Q, R> {
    /// A function of the actor whose context this is.
    pub(crate) fn new<A, F>(ctx: &Context<'_, A>, function: F) -> Self
    where
        A: Actor,
        F: Fn(&mut A, Q, &mut Context<'_, A>) -> R + Send + Sync + 'static,
    {
        let owner: Arc<dyn Serve<Q, R>> = Arc::new(Typed(function, PhantomData));
        Self { system_ref: ctx.thread.shared.system_ref, key: ctx.key, serve: NonNull::from(&*owner), owner }
    }

    /// Whose function it is.
    pub(crate) fn key(&self) -> Key {
        self.key
    }

    /// Calls it from an actor's handler, on the spot.
    #[inline(always)]
    pub(crate) fn call(&self, thread: &WorkerThread, caller: Key, request: Q) -> Attempt<Q, R> {
        if !ptr::eq(self.system_ref, thread.system_ref()) {
            return Attempt::Refused(request);
        }
        let request = ManuallyDrop::new(request);
        let from = &raw const *request;
        // SAFETY: the key is that of the actor, of its system, that this was made for; and `call` has seen to it that it lives
        // and no thread runs it. The request is used below only if this is not called. The owner is here.
        let answer = call(thread, caller, self.key, |state, wanted| unsafe {
            self.serve.as_ref().serve(state, thread, self.key, from, wanted)
        });
        match answer {
            Ok(answer) => Attempt::Done(answer),
            Err(Unanswered::Failed) => Attempt::Failed,
            Err(Unanswered::Refused) => Attempt::Refused(ManuallyDrop::into_inner(request)),
        }
    }

    /// Has the actor call it by itself, in the order of its messages, and do something with the result. Both are dropped if it never
    /// comes to that.
    pub(crate) fn send(&self, request: Q, then: impl FnOnce(R) + Send + 'static) {
        let owner = Arc::clone(&self.owner);
        let perform = move |state: *mut u8, handle: ThreadHandle<'_>, key: Key| {
            // SAFETY: it is called with that.
            let thread = unsafe { WorkerThread::of(handle) };
            let request = ManuallyDrop::new(request);
            let mut wanted = flow::GO_ON;
            // SAFETY: a control is handled by the actor it was sent to; see above.
            then(unsafe { owner.serve(state, thread, key, &raw const *request, &mut wanted) });
            wanted
        };
        Address::<()>::new(self.system_ref, self.key).send_system(SystemMessage::Perform(Box::new(perform)));
    }
}

impl<Q, R> Clone for Function<Q, R> {
    fn clone(&self) -> Self {
        Self { system_ref: self.system_ref, key: self.key, owner: Arc::clone(&self.owner), serve: self.serve }
    }
}
