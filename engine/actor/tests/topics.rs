//! Who has subscribed gets what is published: in order, from then on, until it leaves.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use agon_actor::{
    Actor, Address, Bound, Context, ExitReason, OnPanic, Overflow, Recipient, Reply, Simulation, SpawnOptions, System,
    Topic,
};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

static NEWS: Topic<(usize, u64)> = Topic::new("news");

#[derive(Default)]
struct Reader {
    seen: Vec<(usize, u64)>,
}

enum ToReader {
    Subscribe(Reply<()>),
    Unsubscribe(Reply<()>),
    News((usize, u64)),
    Seen(Reply<Vec<(usize, u64)>>),
    Break,
}

impl Actor for Reader {
    type Message = ToReader;

    fn handle(&mut self, message: ToReader, ctx: &mut Context<'_, Self>) {
        match message {
            ToReader::Subscribe(reply) => {
                ctx.subscribe(&NEWS, ToReader::News).expect("pairs");
                reply.send(());
            }
            ToReader::Unsubscribe(reply) => {
                ctx.unsubscribe(&NEWS).expect("pairs");
                reply.send(());
            }
            ToReader::News(news) => self.seen.push(news),
            ToReader::Seen(reply) => reply.send(self.seen.clone()),
            ToReader::Break => panic!("injected"),
        }
    }
}

fn reader(system: &System) -> Address<ToReader> {
    let reader = system.spawn_with(Reader::default(), SpawnOptions::new().on_panic(OnPanic::restart(Reader::default)));
    reader.ask(PATIENCE, ToReader::Subscribe).expect("subscribed");
    reader
}

fn seen(reader: &Address<ToReader>) -> Vec<(usize, u64)> {
    reader.ask(PATIENCE, ToReader::Seen).expect("an answer")
}

#[test]
fn subscribers_get_what_is_published_while_they_are() {
    let system = system(2);
    let early = reader(&system);
    assert_eq!(system.publish(&NEWS, (0, 1)), Ok(1));
    let late = reader(&system);
    assert_eq!(system.publish(&NEWS, (0, 2)), Ok(2));
    early.ask(PATIENCE, ToReader::Subscribe).expect("subscribed twice is once");
    assert_eq!(system.publish(&NEWS, (0, 3)), Ok(2));
    early.ask(PATIENCE, ToReader::Unsubscribe).expect("unsubscribed");
    assert_eq!(system.publish(&NEWS, (0, 4)), Ok(1));
    assert_eq!(seen(&early), [(0, 1), (0, 2), (0, 3)]);
    assert_eq!(seen(&late), [(0, 2), (0, 3), (0, 4)]);
    late.stop();
    late.wait(PATIENCE).expect("it stops");
    eventually("it is struck off", || system.publish(&NEWS, (0, 5)) == Ok(0));
}

/// Pair: topics x restarts.
#[test]
fn a_restart_keeps_the_subscription() {
    quiet_injected_panics();
    let system = system(1);
    let reader = reader(&system);
    reader.send(ToReader::Break);
    assert_eq!(seen(&reader), []);
    assert_eq!(system.publish(&NEWS, (0, 1)), Ok(1));
    assert_eq!(seen(&reader), [(0, 1)]);
}

#[test]
fn a_topic_has_one_type_in_a_system() {
    let system = system(1);
    let _reader = reader(&system);
    let error = system.publish(&Topic::new("news"), "text").expect_err("another type");
    assert_eq!(error.to_string(), "the topic 'news' is of type (usize, u64), and was used as &str");
    assert_eq!(common::system(1).publish(&Topic::new("news"), "text"), Ok(0), "another system, another topic");
}

/// Publishes some numbers under its own.
struct Writer(usize);

const NEWS_EACH: u64 = 500;

impl Actor for Writer {
    type Message = ();

    fn handle(&mut self, (): (), ctx: &mut Context<'_, Self>) {
        for number in 0..NEWS_EACH / 2 {
            ctx.publish(&NEWS, (self.0, number)).expect("pairs");
        }
        let mut publisher = ctx.publisher(&NEWS).expect("pairs");
        for number in NEWS_EACH / 2..NEWS_EACH {
            publisher.publish((self.0, number));
        }
    }
}

#[test]
fn each_publishers_values_come_in_order() {
    for threads in [1, 3] {
        let system = Arc::new(system(threads));
        let readers: Vec<_> = (0..10).map(|_| reader(&system)).collect();
        for writer in 0..4 {
            system.spawn(Writer(writer)).send(());
        }
        let outside: Vec<_> = (4..6)
            .map(|writer| {
                let system = Arc::clone(&system);
                thread::spawn(move || {
                    let mut publisher = system.publisher(&NEWS).expect("pairs");
                    for number in 0..NEWS_EACH {
                        if number % 2 == 0 {
                            assert_eq!(publisher.publish((writer, number)), 10);
                        } else {
                            assert_eq!(system.publish(&NEWS, (writer, number)), Ok(10));
                        }
                    }
                })
            })
            .collect();
        outside.into_iter().for_each(|thread| thread.join().expect("no panic"));
        for reader in &readers {
            eventually("everything has come", || seen(reader).len() as u64 == 6 * NEWS_EACH);
            for writer in 0..6 {
                let of_it = seen(reader).into_iter().filter(|news| news.0 == writer).map(|news| news.1);
                assert!(of_it.eq(0..NEWS_EACH), "in order");
            }
        }
    }
}

#[test]
fn a_conversion_that_panics_is_the_receivers_failure() {
    quiet_injected_panics();
    let system = system(1);
    let (broken, whole) = (system.spawn(Reader::default()), system.spawn(Reader::default()));
    let recipients = [
        Recipient::new(broken, |_: u64| panic!("injected: no message can be made")),
        Recipient::new(whole, |number| ToReader::News((0, number))),
    ];
    for recipient in &recipients {
        recipient.send(7);
    }
    assert_eq!(broken.wait(PATIENCE), Ok(ExitReason::Panicked("injected: no message can be made".into())));
    assert_eq!(seen(&whole), [(0, 7)]);
    assert_eq!(recipients[1].id(), whole.id());
    Recipient::from(whole).send(ToReader::News((0, 8)));
    assert_eq!(seen(&whole), [(0, 7), (0, 8)]);
}

/// Counts values, and fails at a given one.
struct Slow(&'static Topic<u32>, Arc<AtomicU32>);

impl Actor for Slow {
    type Message = Option<u32>;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        ctx.subscribe(self.0, Some).expect("of this type");
    }

    fn handle(&mut self, value: Option<u32>, _: &mut Context<'_, Self>) {
        assert!(value.is_some(), "injected");
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

/// Pair: topics x bounds.
#[test]
fn a_subscriber_with_a_bounded_mailbox_misses_what_goes_past_it_and_counts_that() {
    static TOPIC: Topic<u32> = Topic::new("bounded");
    quiet_injected_panics();
    for overflow in [Overflow::Await, Overflow::DropNewest, Overflow::Reject] {
        let simulation = Simulation::new(1);
        let handled = Arc::new(AtomicU32::new(0));
        let seen = Arc::clone(&handled);
        let options = SpawnOptions::new().on_panic(OnPanic::restart(move || Slow(&TOPIC, Arc::clone(&seen))));
        let slow = simulation.spawn_bounded(Slow(&TOPIC, Arc::clone(&handled)), options, Bound::new(16, overflow));
        simulation.run_until_idle();
        let mailbox = slow.mailbox().expect("it has a bound");
        // In the second life the bound is the same.
        for life in 1..=2 {
            for value in 0..1000 {
                assert_eq!(simulation.publish(&TOPIC, value).expect("of this type"), 1);
            }
            assert_eq!((mailbox.len(), mailbox.dropped()), (16, u64::from(life) * 984), "{overflow:?}");
            simulation.run_until_idle();
            assert_eq!((mailbox.len(), handled.load(Ordering::Relaxed)), (0, 16 * life), "{overflow:?}");
            slow.send(None);
            simulation.run_until_idle();
            assert_eq!(simulation.counters().restarts(), u64::from(life));
        }
        slow.stop();
        simulation.run_until_idle();
        assert_eq!(simulation.publish(&TOPIC, 7).expect("of this type"), 0);
    }
}
