//! Handlers that block do so at the same time, however few the workers are.

mod common;

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, ThreadId};
use std::time::Duration;

use agon_actor::{Actor, Address, Context, Reply, System};
use common::{PATIENCE, system};

/// Handlers block here until it is opened.
#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    entered: Condvar,
    opened: Condvar,
}

#[derive(Default)]
struct State {
    inside: usize,
    open: bool,
    threads: HashSet<ThreadId>,
}

impl Gate {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic")
    }

    fn pass(&self) {
        let mut state = self.state();
        state.inside += 1;
        state.threads.insert(thread::current().id());
        self.entered.notify_all();
        let mut state = self.opened.wait_while(state, |state| !state.open).expect("no panic");
        state.inside -= 1;
    }

    /// Waits until so many block at the same time; returns how many do.
    fn wait_for(&self, inside: usize) -> usize {
        let waited = self.entered.wait_timeout_while(self.state(), PATIENCE, |state| state.inside < inside);
        waited.expect("no panic").0.inside
    }

    fn set_open(&self, open: bool) {
        self.state().open = open;
        self.opened.notify_all();
    }
}

struct Blocking {
    gate: Arc<Gate>,
    announces: bool,
    done: Sender<()>,
}

impl Actor for Blocking {
    type Message = ();

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        if self.announces {
            ctx.block_in_place(|| self.gate.pass())
        } else {
            self.gate.pass()
        }
        let _ = self.done.send(()); // the test does not wait if it has failed
    }
}

/// So many of them, which are spawned from outside one after the other: at first they are all with one worker.
fn spawn(system: &System, count: usize, gate: &Arc<Gate>, announces: bool) -> (Vec<Address<()>>, Receiver<()>) {
    let (done, all_done) = channel();
    let spawn = |_| system.spawn(Blocking { gate: Arc::clone(gate), announces, done: done.clone() });
    ((0..count).map(spawn).collect(), all_done)
}

fn send_to_all(actors: &[Address<()>]) {
    actors.iter().for_each(|actor| actor.send(()));
}

fn wait_for_all(actors: &[Address<()>], done: &Receiver<()>) {
    for _ in actors {
        done.recv_timeout(PATIENCE).expect("each gets through");
    }
}

#[test]
fn four_hundred_handlers_block_at_the_same_time() {
    for (workers, announces) in [(1, false), (2, false), (8, false), (1, true), (2, true), (8, true)] {
        let system = system(workers);
        let gate = Arc::default();
        let (actors, done) = spawn(&system, 400, &gate, announces);
        send_to_all(&actors);
        let inside = gate.wait_for(400);
        gate.set_open(true);
        assert_eq!(inside, 400, "{workers} workers");
        wait_for_all(&actors, &done);
        let (moves, handoffs) = system.migration_stats();
        // None that blocks here has returned before all were there.
        assert!(handoffs >= 400 - workers as u64, "{handoffs} handoffs");
        assert_eq!(moves > 0, workers > 1, "{moves} chunks of actors went from one worker to another");
        assert!(system.shutdown(PATIENCE).is_clean());
    }
}

#[test]
fn there_are_only_so_many_threads() {
    const MOST: usize = 512;
    let workers = 2;
    for announces in [false, true] {
        let system = system(workers);
        let gate = Arc::default();
        let (actors, done) = spawn(&system, MOST + 100, &gate, announces);
        send_to_all(&actors);
        let before = gate.wait_for(MOST);
        thread::sleep(Duration::from_millis(50));
        let inside = gate.wait_for(before);
        gate.set_open(true);
        assert!((MOST..=MOST + workers).contains(&inside), "{inside} at the same time");
        wait_for_all(&actors, &done);
    }
}

#[test]
fn threads_are_used_again() {
    for announces in [false, true] {
        let threads = threads_used(announces);
        assert!(threads < 250, "{threads} threads for 5 times 100 handlers");
    }
}

fn threads_used(announces: bool) -> usize {
    let system = system(2);
    let gate = Arc::default();
    let (actors, done) = spawn(&system, 100, &gate, announces);
    for _ in 0..5 {
        send_to_all(&actors);
        assert_eq!(gate.wait_for(100), 100);
        gate.set_open(true);
        wait_for_all(&actors, &done);
        gate.set_open(false);
        // The threads come back just after their handlers.
        thread::sleep(Duration::from_millis(100));
    }
    gate.state().threads.len()
}

/// An actor that blocks on request, and answers.
struct Target;

enum ToTarget {
    Block(Sender<()>, Receiver<()>),
    Ping(Reply<()>),
}

impl Actor for Target {
    type Message = ToTarget;

    fn handle(&mut self, message: ToTarget, _: &mut Context<'_, Self>) {
        match message {
            ToTarget::Block(entered, go) => {
                entered.send(()).expect("the test waits");
                go.recv_timeout(PATIENCE).expect("the test lets it go");
            }
            ToTarget::Ping(reply) => reply.send(()),
        }
    }
}

/// Monitors the target, until it is asked to stop that: what the monitor holds is dropped then.
struct Watcher(Address<ToTarget>, Option<agon_actor::Monitor<ToTarget>>);

enum ToWatcher {
    Watch(SlowDrop),
    Unwatch(Reply<()>),
    Down,
}

impl Actor for Watcher {
    type Message = ToWatcher;

    fn handle(&mut self, message: ToWatcher, ctx: &mut Context<'_, Self>) {
        match message {
            ToWatcher::Watch(held) => {
                self.1 = Some(ctx.monitor(&self.0, move |_| {
                    drop(held);
                    ToWatcher::Down
                }));
            }
            ToWatcher::Unwatch(reply) => {
                ctx.demonitor(self.1.take().expect("it watches"));
                reply.send(());
            }
            ToWatcher::Down => {}
        }
    }
}

/// Is not dropped before another actor has had its turn.
struct SlowDrop(Sender<()>, Receiver<()>);

impl Drop for SlowDrop {
    fn drop(&mut self) {
        let _ = self.0.send(());
        let _ = self.1.recv_timeout(PATIENCE);
    }
}

/// Reports that it has had its turn.
struct Turn(Sender<()>);

impl Actor for Turn {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        self.0.send(()).expect("the test waits");
    }
}

/// The worker goes to another thread while something is dropped that was put aside for an actor: what was put aside behind it is handled, too.
#[test]
fn a_slow_drop_among_what_was_put_aside_delays_no_actor() {
    let system = system(1);
    let ((turned, turns), (dropped, drops), (entered, enters), (go, goes)) =
        (channel(), channel(), channel(), channel());
    let target = system.spawn(Target);
    let (turn, slow) = {
        let (had, waits) = channel();
        (system.spawn(Turn(had)), SlowDrop(dropped, waits))
    };
    let other = system.spawn(Turn(turned));
    let watcher = system.spawn(Watcher(target, None));
    watcher.send(ToWatcher::Watch(slow));
    target.send(ToTarget::Block(entered, goes));
    enters.recv_timeout(PATIENCE).expect("it blocks");
    other.send(());
    turns.recv_timeout(PATIENCE).expect("the worker has gone to another thread");
    // From here on everything for the target is put aside.
    watcher.ask(PATIENCE, ToWatcher::Unwatch).expect("it answers");
    let ping = std::thread::spawn(move || target.ask(PATIENCE, ToTarget::Ping));
    other.send(());
    turns.recv_timeout(PATIENCE).expect("it is handled");
    go.send(()).expect("it blocks still");
    drops.recv_timeout(PATIENCE).expect("the monitor's closure is dropped");
    turn.send(());
    assert_eq!(ping.join().expect("no panic"), Ok(()));
    assert!(system.shutdown(PATIENCE).is_clean());
}
