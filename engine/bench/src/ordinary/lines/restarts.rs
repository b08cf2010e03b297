//! Supervised restarts: a child panics on each request, and its supervisor restarts it; when it has started again, it gets
//! again. One operation is one restart.
//!
//! Each restart must have been announced by the new child.

mod actors;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use agon_actor::{Actor, Address, ChildSpec, Context, Strategy, Supervisor};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::ordinary::answers::Outcome;
use crate::ordinary::hosts;
use crate::ordinary::line::Program::{NotOffered, Runs};
use crate::ordinary::line::{Counts, Iteration, Line, Programs, Scale};
use crate::workloads::receive;

/// The line.
pub static LINE: Line = Line {
    id: "restarts",
    part: "restarts",
    title: "supervised restarts of a child that panics",
    per: "restart",
    counts: Counts { full: 2_000, brief: 500, check: 20 },
    programs: Programs {
        agon: Runs(agon),
        tokio: Runs(tokio),
        actix: NotOffered("its supervisor does not restart what panics"),
        ractor: Runs(actors::ractor),
        kameo: Runs(actors::kameo),
    },
};

/// The child's message.
struct Fail;

/// The message of all coordinators.
enum ToCoordinator<C> {
    /// By the child, which has started.
    Started(C),
    /// By the thread outside: have it fail so many times.
    Begin(u64),
}

/// Makes the child fail until it has done so often enough. Children are known by addresses of type `C`.
struct Coordinator<C> {
    child: Option<C>,
    left: u64,
    done: Sender<()>,
}

impl<C> Coordinator<C> {
    fn new() -> (Self, Receiver<()>) {
        let (done, outcome) = channel();
        (Self { child: None, left: 0, done }, outcome)
    }

    /// Returns the child that is to fail now, if any.
    fn next(&mut self, message: ToCoordinator<C>) -> Option<&C> {
        match message {
            ToCoordinator::Begin(count) => self.left = count,
            ToCoordinator::Started(child) => {
                self.child = Some(child);
                self.left = self.left.saturating_sub(1);
                if self.left == 0 {
                    let _ = self.done.send(());
                }
            }
        }
        self.child.as_ref().filter(|_| self.left > 0)
    }
}

/// The panics are expected, and everybody's message about them would cost the same.
fn quiet() {
    std::panic::set_hook(Box::new(|_| ()));
}

/// An iteration, once the first child has started.
fn iteration(outcome: Receiver<()>, mut begin: impl FnMut() + 'static) -> Iteration {
    let mut first: Option<Outcome> = Some(receive(&outcome));
    Box::new(move || {
        if let Some(first) = first.take() {
            first?;
        }
        begin();
        receive(&outcome)
    })
}

// --- agon-actor: the child keeps its address -------------------------------------------------------------------------

fn agon(Scale { workers, count }: Scale) -> Iteration {
    quiet();
    let system = hosts::agon(workers);
    let (coordinator, outcome) = Coordinator::new();
    let coordinator = system.spawn(AgonCoordinator(coordinator));
    system.spawn(
        Supervisor::new(Strategy::OneForOne)
            .intensity(u32::MAX, Duration::from_secs(1))
            .child(ChildSpec::new("child", move || AgonChild(coordinator))),
    );
    iteration(outcome, move || {
        let _running = &system;
        coordinator.send(ToCoordinator::Begin(count));
    })
}

struct AgonCoordinator(Coordinator<Address<Fail>>);

impl Actor for AgonCoordinator {
    type Message = ToCoordinator<Address<Fail>>;

    fn handle(&mut self, message: Self::Message, ctx: &mut Context<'_, Self>) {
        if let Some(child) = self.0.next(message) {
            ctx.send(child, Fail);
        }
    }
}

struct AgonChild(Address<ToCoordinator<Address<Fail>>>);

impl Actor for AgonChild {
    type Message = Fail;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let me = ctx.address();
        ctx.send(&self.0, ToCoordinator::Started(me));
    }

    fn handle(&mut self, Fail: Fail, _: &mut Context<'_, Self>) {
        panic!("on request");
    }
}

// --- tokio: a task that spawns another whenever that one has panicked ------------------------------------------------

type TokioCoordinator = UnboundedSender<ToCoordinator<UnboundedSender<Fail>>>;

fn tokio(Scale { workers, count }: Scale) -> Iteration {
    quiet();
    let runtime = hosts::tokio(workers);
    let (mut coordinator, outcome) = Coordinator::<UnboundedSender<Fail>>::new();
    let (address, mut mailbox) = unbounded_channel();
    runtime.spawn(async move {
        while let Some(message) = mailbox.recv().await {
            if let Some(child) = coordinator.next(message) {
                let _ = child.send(Fail);
            }
        }
    });
    let of_child: TokioCoordinator = address.clone();
    runtime.spawn(async move {
        loop {
            let (child, mailbox) = unbounded_channel();
            let running = tokio::spawn(tokio_child(mailbox));
            let _ = of_child.send(ToCoordinator::Started(child));
            match running.await {
                Err(error) if error.is_panic() => {}
                _ => return,
            }
        }
    });
    iteration(outcome, move || {
        let _running = &runtime;
        let _ = address.send(ToCoordinator::Begin(count));
    })
}

async fn tokio_child(mut mailbox: UnboundedReceiver<Fail>) {
    if let Some(Fail) = mailbox.recv().await {
        panic!("on request");
    }
}
