//! Streams attached to actors.

mod common;

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{self, Poll, Waker};
use std::time::Duration;

use agon_actor::{Actor, Context, ExitReason, OnPanic, SpawnOptions, Stream, Task};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// What a source has, and who waits for more.
type State = (VecDeque<Option<u32>>, Option<Waker>);

/// A stream whose items are provided from outside; `None` ends it.
#[derive(Clone, Default)]
struct Source(Arc<Mutex<State>>, Arc<AtomicUsize>);

impl Source {
    fn put(&self, item: Option<u32>) {
        let mut state = self.0.lock().expect("no panic");
        state.0.push_back(item);
        let waker = state.1.take();
        drop(state);
        waker.into_iter().for_each(Waker::wake);
    }

    /// How many items have been taken out.
    fn taken(&self) -> usize {
        self.1.load(Ordering::SeqCst)
    }

    fn is_alone(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}

impl Stream for Source {
    type Item = u32;

    fn poll_next(self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> Poll<Option<u32>> {
        let mut state = self.0.lock().expect("no panic");
        match state.0.pop_front() {
            Some(Some(13)) => {
                drop(state);
                panic!("injected");
            }
            Some(item) => {
                self.1.fetch_add(1, Ordering::SeqCst);
                Poll::Ready(item)
            }
            None => {
                state.1 = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

/// Reports what comes; waits for leave before each item, if it is to.
struct Sink {
    sender: Sender<Option<u32>>,
    leave: Option<Receiver<()>>,
    begin: Option<Source>,
    task: Option<Task>,
}

enum ToSink {
    Attach(Source),
    Item(Option<u32>),
    Cancel,
    Panic,
}

impl Actor for Sink {
    type Message = ToSink;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        if let Some(source) = self.begin.take() {
            ctx.attach(source, ToSink::Item);
        }
    }

    fn handle(&mut self, message: ToSink, ctx: &mut Context<'_, Self>) {
        match message {
            ToSink::Attach(source) => self.task = Some(ctx.attach(source, ToSink::Item)),
            ToSink::Item(item) => {
                if let Some(leave) = &self.leave {
                    let _ = leave.recv();
                }
                let _ = self.sender.send(item);
            }
            ToSink::Cancel => self.task.iter().for_each(Task::cancel),
            ToSink::Panic => panic!("injected"),
        }
    }
}

fn sink() -> (Sink, Receiver<Option<u32>>) {
    let (sender, items) = channel();
    (Sink { sender, leave: None, begin: None, task: None }, items)
}

#[test]
fn items_and_the_end_come_in_order() {
    let system = system(2);
    let (sink, items) = sink();
    let sink = system.spawn(sink);
    let source = Source::default();
    (0..50).for_each(|number| source.put(Some(number + 100)));
    sink.send(ToSink::Attach(source.clone()));
    for number in 50..1000 {
        source.put(Some(number + 100));
    }
    source.put(None);
    let all: Vec<_> = (0..1001).map(|_| items.recv_timeout(PATIENCE).expect("it comes")).collect();
    assert_eq!(all[..1000], (0..1000).map(|number| Some(number + 100)).collect::<Vec<_>>());
    assert_eq!(all[1000], None);
    eventually("the stream has gone", || source.is_alone() && system.counters().live() == 1);
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn a_stream_is_polled_no_faster_than_it_is_handled() {
    let system = system(2);
    let (mut sink, items) = sink();
    let (leave, allowed) = channel();
    sink.leave = Some(allowed);
    let sink = system.spawn(sink);
    let source = Source::default();
    (100..200).for_each(|number| source.put(Some(number)));
    sink.send(ToSink::Attach(source.clone()));
    for handled in 0..100 {
        let window = (handled + 8).min(100);
        eventually("the window is filled", || source.taken() == window);
        std::thread::sleep(Duration::from_micros(100));
        assert_eq!(source.taken(), window, "and not more");
        leave.send(()).expect("it waits");
        assert_eq!(items.recv_timeout(PATIENCE), Ok(Some(100 + handled as u32)));
    }
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn a_stream_ends_with_its_actor() {
    quiet_injected_panics();
    let system = system(2);
    for ends in ["stop", "kill", "panic", "cancel"] {
        let (sink, _items) = sink();
        let sink = system.spawn(sink);
        let source = Source::default();
        sink.send(ToSink::Attach(source.clone()));
        eventually("it is attached", || source.0.lock().expect("no panic").1.is_some());
        match ends {
            "stop" => sink.stop(),
            "kill" => sink.kill(),
            "panic" => sink.send(ToSink::Panic),
            _ => sink.send(ToSink::Cancel),
        }
        eventually("the stream has gone", || source.is_alone());
        if ends != "cancel" {
            assert!(sink.wait(PATIENCE).is_ok());
        }
    }
}

/// Pair: streams x restarts.
#[test]
fn a_restarted_actor_attaches_again() {
    quiet_injected_panics();
    let system = system(2);
    let (sender, items) = channel();
    let source = Source::default();
    let begin = source.clone();
    let make = move || Sink { sender: sender.clone(), leave: None, begin: Some(begin.clone()), task: None };
    let make_another = make.clone();
    let sink = system.spawn_with(make(), SpawnOptions::new().on_panic(OnPanic::restart(make_another)));
    source.put(Some(1));
    assert_eq!(items.recv_timeout(PATIENCE), Ok(Some(1)));
    sink.send(ToSink::Panic);
    // The old stream's actor and the new one's.
    eventually("the old stream has gone", || system.counters().restarts() == 1 && system.counters().live() == 2);
    source.put(Some(2));
    source.put(None);
    assert_eq!(items.recv_timeout(PATIENCE), Ok(Some(2)));
    assert_eq!(items.recv_timeout(PATIENCE), Ok(None));
}

#[test]
fn a_stream_that_panics_has_ended() {
    quiet_injected_panics();
    let system = system(1);
    let (sink, items) = sink();
    let sink = system.spawn(sink);
    let source = Source::default();
    source.put(Some(1));
    source.put(Some(13));
    sink.send(ToSink::Attach(source.clone()));
    assert_eq!(items.recv_timeout(PATIENCE), Ok(Some(1)));
    assert_eq!(items.recv_timeout(PATIENCE), Ok(None));
    assert_eq!(system.counters().panics(), 1);
    sink.stop();
    assert_eq!(sink.wait(PATIENCE), Ok(ExitReason::Normal));
}

#[test]
fn streams_that_have_ended_are_forgotten() {
    let system = system(2);
    let (sink, items) = sink();
    let sink = system.spawn(sink);
    for number in 100..1100 {
        let source = Source::default();
        source.put(Some(number));
        source.put(None);
        sink.send(ToSink::Attach(source));
        assert_eq!(items.recv_timeout(PATIENCE), Ok(Some(number)));
        assert_eq!(items.recv_timeout(PATIENCE), Ok(None));
    }
    eventually("all have gone", || system.counters().live() == 1);
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}
