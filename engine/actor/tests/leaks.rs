//! What is over leaves nothing behind, however often: watches, questions, timers.

mod common;
#[path = "common/memory.rs"]
mod memory;

use std::collections::VecDeque;
use std::future::Future;
use std::mem;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{self, Poll, Wake, Waker};
use std::time::Duration;

use agon_actor::{Actor, Address, AskError, Context, Reply, SpawnOptions};
use common::{PATIENCE, system};

const TIMES: usize = 100_000;

/// What such a number of repetitions may leave, in bytes: batches are kept for the next time, and queues do not always hold the same
/// number. It is five bytes each; the smallest thing that could be left is larger by far.
const FLAT: isize = 512 << 10;

/// So many from outside until the other side has caught up; and so many questions are kept at a time.
const BUNCH: usize = 500;

/// Does something so often, after having done it less often, and sees what is left.
fn leaves_nothing(what: &str, mut repeat: impl FnMut(usize)) {
    repeat(TIMES / 10);
    let before = memory::live();
    repeat(TIMES);
    let left = memory::left_over(before, FLAT);
    assert!(left <= FLAT, "{what}: {left} bytes, {:.1} each", left as f64 / TIMES as f64);
}

/// One test at a time: memory is the process's.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lives on. Answers at once, or keeps the question for a while and never answers.
#[derive(Default)]
struct LongLived {
    kept: VecDeque<Reply<()>>,
}

enum ToLongLived {
    Ping(Reply<()>),
    Keep(Reply<()>),
    Nothing,
}

impl Actor for LongLived {
    type Message = ToLongLived;

    fn handle(&mut self, message: ToLongLived, _: &mut Context<'_, Self>) {
        match message {
            ToLongLived::Ping(reply) => reply.send(()),
            ToLongLived::Keep(reply) => {
                self.kept.push_back(reply);
                if self.kept.len() > BUNCH {
                    self.kept.pop_front();
                }
            }
            ToLongLived::Nothing => {}
        }
    }
}

fn ping(actor: &Address<ToLongLived>) {
    actor.ask(PATIENCE, ToLongLived::Ping).expect("it lives");
}

/// What is to be done over and over again.
#[derive(Clone, Copy, Debug)]
enum What {
    /// A short-lived actor monitors a long-lived one.
    Monitor,
    /// The other way round.
    Monitored,
    /// Likewise.
    Link,
    Linked,
    MonitorAndDemonitor,
    LinkAndUnlink,
    SetAndCancelTimer,
}

/// Stops when it has done what it is for.
struct ShortLived(What, Address<ToLongLived>);

impl Actor for ShortLived {
    type Message = ();

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        match self.0 {
            What::Monitor => {
                ctx.monitor(&self.1, |_| ());
            }
            What::Link => ctx.link(&self.1),
            _ => {}
        }
        let me = ctx.address();
        ctx.send(&me, ());
    }

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        ctx.stop();
    }
}

/// Does things one after the other.
struct Repeater(Address<ToLongLived>);

enum ToRepeater {
    Repeat { what: What, left: usize, done: Reply<()> },
    Gone,
}

impl Actor for Repeater {
    type Message = ToRepeater;

    fn handle(&mut self, message: ToRepeater, ctx: &mut Context<'_, Self>) {
        let ToRepeater::Repeat { what, left, done } = message else { return };
        let Some(left) = left.checked_sub(1) else { return done.send(()) };
        match what {
            What::Monitor | What::Link => {
                ctx.spawn(ShortLived(what, self.0));
            }
            What::Monitored => {
                let other = ctx.spawn(ShortLived(what, self.0));
                ctx.monitor(&other, |_| ToRepeater::Gone);
            }
            What::Linked => {
                let other = ctx.spawn(ShortLived(what, self.0));
                ctx.link(&other);
            }
            What::MonitorAndDemonitor => {
                let monitor = ctx.monitor(&self.0, |_| ToRepeater::Gone);
                ctx.demonitor(monitor);
            }
            What::LinkAndUnlink => {
                ctx.link(&self.0);
                ctx.unlink(&self.0);
            }
            What::SetAndCancelTimer => _ = ctx.send_after(HOUR, &self.0, ToLongLived::Nothing).cancel(),
        }
        let me = ctx.address();
        if left % BUNCH == 0 {
            // Not before the other has caught up.
            ctx.ask(&self.0, PATIENCE, ToLongLived::Ping, move |pong| {
                pong.expect("it lives");
                ToRepeater::Repeat { what, left, done }
            });
        } else {
            ctx.send(&me, ToRepeater::Repeat { what, left, done });
        }
    }
}

const HOUR: Duration = Duration::from_secs(3600);

/// On one worker, and on two.
fn repeated(what: What) {
    let _alone = alone();
    for worker in [0, 1] {
        let system = system(2);
        let other = system.spawn_with(LongLived::default(), SpawnOptions::new().on_worker(worker));
        let repeater = system.spawn_with(Repeater(other), SpawnOptions::new().on_worker(0));
        leaves_nothing(&format!("{what:?}, worker {worker}"), |left| {
            repeater.ask(PATIENCE * 4, |done| ToRepeater::Repeat { what, left, done }).expect("it does so");
            ping(&other);
        });
    }
}

#[test]
fn monitors_of_the_long_lived_by_the_short_lived() {
    repeated(What::Monitor);
}

#[test]
fn monitors_of_the_short_lived_by_the_long_lived() {
    repeated(What::Monitored);
}

#[test]
fn links_with_the_long_lived() {
    repeated(What::Link);
}

#[test]
fn links_with_the_short_lived() {
    repeated(What::Linked);
}

#[test]
fn what_is_called_off() {
    repeated(What::MonitorAndDemonitor);
    repeated(What::LinkAndUnlink);
}

#[test]
fn timers_that_are_cancelled() {
    repeated(What::SetAndCancelTimer);
    let _alone = alone();
    let system = system(2);
    let actor = system.spawn(LongLived::default());
    leaves_nothing("timers from outside", |times| {
        for number in 1..=times {
            actor.send_after(HOUR, ToLongLived::Nothing).cancel();
            if number % BUNCH == 0 {
                ping(&actor);
            }
        }
    });
}

#[test]
fn waits_that_time_out() {
    let _alone = alone();
    let system = system(2);
    let actor = system.spawn(LongLived::default());
    leaves_nothing("waits", |times| {
        for number in 1..=times {
            assert_eq!(actor.wait(Duration::ZERO), Err(AskError::Timeout));
            if number % BUNCH == 0 {
                ping(&actor);
            }
        }
    });
}

#[test]
fn questions_from_outside_that_time_out() {
    let _alone = alone();
    let system = system(2);
    let actor = system.spawn(LongLived::default());
    leaves_nothing("questions from outside", |times| {
        for number in 1..=times {
            assert_eq!(actor.ask(Duration::ZERO, ToLongLived::Keep), Err(AskError::Timeout));
            if number % BUNCH == 0 {
                ping(&actor);
            }
        }
    });
}

/// Asks in vain, so many questions at a time.
struct Asker {
    other: Address<ToLongLived>,
    open: usize,
    left: usize,
    done: Reply<()>,
}

enum ToAsker {
    Ask(usize, Reply<()>),
    Answered(Result<(), AskError>),
}

impl Asker {
    fn ask(&mut self, ctx: &mut Context<'_, Self>) {
        self.open = BUNCH.min(self.left);
        self.left -= self.open;
        for _ in 0..self.open {
            ctx.ask(&self.other, Duration::from_millis(1), ToLongLived::Keep, ToAsker::Answered);
        }
    }
}

impl Actor for Asker {
    type Message = ToAsker;

    fn handle(&mut self, message: ToAsker, ctx: &mut Context<'_, Self>) {
        match message {
            ToAsker::Ask(times, done) => {
                (self.left, self.done) = (times, done);
                self.ask(ctx);
            }
            ToAsker::Answered(result) => {
                assert_eq!(result, Err(AskError::Timeout));
                self.open -= 1;
                match (self.open, self.left) {
                    (0, 0) => mem::replace(&mut self.done, Reply::ignored()).send(()),
                    (0, _) => self.ask(ctx),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn questions_of_actors_that_time_out() {
    let _alone = alone();
    for worker in [0, 1] {
        let system = system(2);
        let other = system.spawn_with(LongLived::default(), SpawnOptions::new().on_worker(worker));
        let asker = Asker { other, open: 0, left: 0, done: Reply::ignored() };
        let asker = system.spawn_with(asker, SpawnOptions::new().on_worker(0));
        leaves_nothing("questions of actors", |times| {
            asker.ask(PATIENCE * 4, |done| ToAsker::Ask(times, done)).expect("it does so");
            ping(&other);
        });
    }
}

struct Task;

impl Wake for Task {
    fn wake(self: Arc<Self>) {}
}

#[test]
fn a_question_that_is_dropped_does_not_keep_the_task_that_asked() {
    let _alone = alone();
    let system = system(1);
    let actor = system.spawn(LongLived::default());
    let task = Arc::new(Task);
    {
        let waker = Waker::from(Arc::clone(&task));
        let mut answer = pin!(actor.ask_async(ToLongLived::Keep));
        assert_eq!(answer.as_mut().poll(&mut task::Context::from_waker(&waker)), Poll::Pending);
        assert!(Arc::strong_count(&task) > 2, "it is to be woken");
    }
    assert_eq!(Arc::strong_count(&task), 1, "the owner of the reply keeps it for long");
    ping(&actor);
}

/// Watches an actor very often at the same time, and calls it all off.
struct Crowd(Address<ToLongLived>);

impl Actor for Crowd {
    type Message = Option<Reply<()>>;

    fn handle(&mut self, done: Option<Reply<()>>, ctx: &mut Context<'_, Self>) {
        let Some(done) = done else { return };
        let monitors: Vec<_> = (0..TIMES).map(|_| ctx.monitor(&self.0, |_| None)).collect();
        monitors.into_iter().for_each(|monitor| ctx.demonitor(monitor));
        done.send(());
    }
}

#[test]
fn very_many_monitors_at_the_same_time() {
    let _alone = alone();
    let system = system(2);
    let actor = system.spawn(LongLived::default());
    let crowd = system.spawn(Crowd(actor));
    let repeat = || {
        crowd.ask(PATIENCE * 4, Some).expect("it does so");
        ping(&actor);
    };
    repeat();
    let before = memory::live();
    repeat();
    // All at the same time they need queues of some megabytes, whose size varies.
    let tolerance = 20 * TIMES as isize;
    let left = memory::left_over(before, tolerance);
    assert!(left <= tolerance, "{left} bytes");
}
