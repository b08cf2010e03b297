//! What happens to actors, as events and spans.

mod common;

use std::fmt::{Debug, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use agon_actor::{Actor, Address, Context, OnPanic, Reply, SpawnOptions};
use common::{PATIENCE, eventually, quiet_injected_panics, system};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Writes down every event and span as a line: level, name or message, fields. And sends the actor that it knows a message for
/// each, from wherever the event comes.
#[derive(Default)]
struct Notebook {
    lines: Mutex<Vec<String>>,
    spans: AtomicU64,
    bell: OnceLock<Address<()>>,
}

static NOTEBOOK: OnceLock<&'static Notebook> = OnceLock::new();

#[derive(Default)]
struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for &'static Notebook {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "agon_actor"
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut line = Line::default();
        span.record(&mut line);
        self.note(format!("{} {}{}", span.metadata().level(), span.metadata().name(), line.0));
        Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line::default();
        event.record(&mut line);
        self.note(format!("{}{}", event.metadata().level(), line.0));
        if let Some(bell) = self.bell.get() {
            bell.send(());
        }
        assert!(!line.0.contains("Thrower"), "injected: what a subscriber throws is dropped");
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

impl Notebook {
    fn note(&self, line: String) {
        self.lines.lock().expect("nothing panics while it holds it").push(line);
    }

    /// What was noted about an actor, without the field that names it.
    fn about(&self, actor: agon_actor::ActorId) -> Vec<String> {
        let name = format!(" actor={actor}");
        let lines = self.lines.lock().expect("nothing panics while it holds it");
        lines.iter().filter(|line| line.contains(&name)).map(|line| line.replace(&name, "")).collect()
    }
}

fn notebook() -> &'static Notebook {
    NOTEBOOK.get_or_init(|| {
        quiet_injected_panics();
        let notebook: &'static Notebook = Box::leak(Box::default());
        tracing::subscriber::set_global_default(notebook).expect("the only one");
        notebook
    })
}

enum Order {
    Answer(Reply<()>),
    Take(Duration),
    Fail,
}

struct Puppet;

impl Actor for Puppet {
    type Message = Order;

    fn handle(&mut self, order: Order, _: &mut Context<'_, Self>) {
        match order {
            Order::Answer(reply) => reply.send(()),
            Order::Take(time) => thread::sleep(time),
            Order::Fail => panic!("injected"),
        }
    }
}

/// Subscribers that are notified of it panic.
struct Thrower;

impl Actor for Thrower {
    type Message = Reply<()>;

    fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
        reply.send(());
    }
}

struct Bell;

impl Actor for Bell {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

#[test]
fn the_life_of_an_actor_is_traced_in_order() {
    let notebook = notebook();
    let system = system(1);
    // From now on every event sends a message while the runtime is at work.
    let _ = notebook.bell.set(system.spawn(Bell));
    let puppet = system.spawn_with(Puppet, SpawnOptions::new().on_panic(OnPanic::restart(|| Puppet)));
    puppet.ask(PATIENCE, Order::Answer).expect("it answers");
    puppet.send(Order::Fail);
    puppet.stop();
    puppet.wait(PATIENCE).expect("it stops");
    let traced = notebook.about(puppet.id());
    let kind = " type=\"tracing::Puppet\"";
    let expected = [
        format!("DEBUG message=started{kind}"),
        format!("TRACE handle{kind}"),
        format!("TRACE handle{kind}"),
        format!("WARN message=panicked{kind} reason=panicked: injected"),
        format!("DEBUG message=restarted{kind}"),
        format!("DEBUG message=started{kind}"),
        format!("DEBUG message=stopped{kind} reason=stopped normally"),
    ];
    assert_eq!(traced, expected);
    let report = system.shutdown(PATIENCE);
    assert_eq!(report.counters().panics(), 1);
}

#[test]
fn a_handler_that_does_not_return_is_reported() {
    let notebook = notebook();
    let system = system(1);
    let (slow, other) = (system.spawn(Puppet), system.spawn(Puppet));
    eventually("its worker is handed over", || {
        slow.send(Order::Take(Duration::from_millis(20)));
        other.ask(PATIENCE, Order::Answer).expect("it answers");
        notebook.about(slow.id()).iter().any(|line| line == "DEBUG message=handover worker=0")
    });
}

#[test]
fn a_subscriber_that_panics_in_the_runtime_harms_no_actor() {
    notebook();
    let system = system(1);
    let thrower = system.spawn(Thrower);
    // The event that it has started is its own doing, as its hook would be: it panics, and ends.
    thrower.wait(PATIENCE).expect("it ends");
    let puppet = system.spawn(Puppet);
    puppet.ask(PATIENCE, Order::Answer).expect("the worker is well");
    assert_eq!(system.counters().panics(), 1);
}
