//! Mode `synchronous`: in each round, every actor that has messages handles one.

mod common;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_actor::{Actor, Address, Context, Mode, Reply, SpawnOptions, System};
use common::PATIENCE;

fn system(threads: usize) -> System {
    System::builder().mode(Mode::Synchronous).threads(threads).build().expect("threads can be started")
}

/// Reports in which order things were handled.
#[derive(Clone, Default)]
struct Diary(Arc<Mutex<Vec<(usize, u32)>>>);

impl Diary {
    fn write(&self, who: usize, what: u32) {
        self.0.lock().expect("no panic").push((who, what));
    }

    fn read(&self) -> Vec<(usize, u32)> {
        self.0.lock().expect("no panic").clone()
    }
}

struct Writer {
    number: usize,
    diary: Diary,
}

enum ToWriter {
    Note(u32),
    /// Note this, send oneself the next, and so on.
    Count(u32, u32),
    /// The same, and slowly.
    Plod(u32, u32),
    Done(Reply<()>),
}

impl Actor for Writer {
    type Message = ToWriter;

    fn handle(&mut self, message: ToWriter, ctx: &mut Context<'_, Self>) {
        match message {
            ToWriter::Note(what) => self.diary.write(self.number, what),
            ToWriter::Count(what, last) => {
                self.diary.write(self.number, what);
                if what < last {
                    let me = ctx.address();
                    ctx.send(&me, ToWriter::Count(what + 1, last));
                }
            }
            ToWriter::Plod(what, last) => {
                std::thread::sleep(Duration::from_millis(3));
                self.diary.write(self.number, what);
                if what < last {
                    let me = ctx.address();
                    ctx.send(&me, ToWriter::Plod(what + 1, last));
                }
            }
            ToWriter::Done(reply) => reply.send(()),
        }
    }
}

/// Begins things from inside, so that they begin in one round.
struct Director(Vec<Address<ToWriter>>);

impl Actor for Director {
    type Message = fn(&[Address<ToWriter>], &mut Context<'_, Self>);

    fn handle(&mut self, scene: Self::Message, ctx: &mut Context<'_, Self>) {
        scene(&self.0, ctx);
    }
}

type Scene = <Director as Actor>::Message;

/// Plays a scene until what was written is as it should be.
///
/// A thread that the operating system keeps waiting inside a handler looks like one whose handler does not return, and its
/// actor goes on outside of the rounds. That can happen to any scene, but not to every one.
fn play(threads: usize, writers: usize, expected: usize, scene: Scene, is_right: impl Fn(&[(usize, u32)]) -> bool) {
    let mut diary = Vec::new();
    for _ in 0..20 {
        diary = play_once(threads, writers, expected, scene);
        assert_eq!(diary.len(), expected);
        if is_right(&diary) {
            return;
        }
    }
    panic!("{threads} threads: {diary:?}");
}

fn play_once(threads: usize, writers: usize, expected: usize, scene: Scene) -> Vec<(usize, u32)> {
    play_in(system(threads), writers, expected, scene)
}

fn play_in(system: System, writers: usize, expected: usize, scene: Scene) -> Vec<(usize, u32)> {
    let diary = Diary::default();
    let actors: Vec<_> = (0..writers).map(|number| system.spawn(Writer { number, diary: diary.clone() })).collect();
    for actor in &actors {
        actor.ask(PATIENCE, ToWriter::Done).expect("an answer");
    }
    system.spawn(Director(actors)).send(scene);
    common::eventually("all have written", || diary.read().len() >= expected);
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    diary.read()
}

#[test]
fn everybody_one_then_everybody_the_next() {
    for threads in [1, 2, 4] {
        let scene: Scene = |writers, ctx| {
            // Very unevenly: all of one's messages, then all of the next one's.
            for writer in writers {
                for what in 0..10 {
                    ctx.send(writer, ToWriter::Note(what));
                }
            }
        };
        play(threads, 6, 60, scene, |diary| {
            diary.chunks(6).enumerate().all(|(round, written)| {
                let mut who: Vec<_> = written.iter().map(|(who, _)| *who).collect();
                who.sort_unstable();
                who == [0, 1, 2, 3, 4, 5] && written.iter().all(|(_, what)| *what as usize == round)
            })
        });
    }
}

#[test]
fn what_is_sent_in_a_round_arrives_in_the_next() {
    for threads in [1, 2, 4] {
        let scene: Scene = |writers, ctx| {
            for writer in writers {
                ctx.send(writer, ToWriter::Count(0, 199));
            }
        };
        // No actor is ahead of another, in any of 200 rounds.
        play(threads, 5, 5 * 200, scene, |diary| {
            diary.chunks(5).enumerate().all(|(round, written)| written.iter().all(|(_, what)| *what as usize == round))
        });
    }
}

#[test]
fn without_handover_a_round_waits_for_long_handlers() {
    let scene: Scene = |writers, ctx| {
        for writer in writers {
            ctx.send(writer, ToWriter::Plod(0, 9));
        }
    };
    let builder = System::builder().mode(Mode::Synchronous).threads(1).handover(false);
    let diary = play_in(builder.build().expect("threads can be started"), 3, 30, scene);
    let expected: Vec<(usize, u32)> = (0..10).flat_map(|what| (0..3).map(move |who| (who, what))).collect();
    assert_eq!(diary, expected);
}

#[test]
fn a_long_mailbox_is_worked_off_among_others() {
    for threads in [1, 2] {
        let scene: Scene = |writers, ctx| {
            for what in 0..1_000 {
                ctx.send(&writers[0], ToWriter::Note(what));
            }
            ctx.send(&writers[1], ToWriter::Count(0, 99));
        };
        play(threads, 2, 1_000 + 100, scene, |diary| {
            let of = |who| diary.iter().filter(move |(by, _)| *by == who).map(|(_, what)| *what);
            assert!(of(0).eq(0..1_000) && of(1).eq(0..100), "order is kept in any case");
            // In step until the shorter was through.
            diary.iter().rposition(|(by, _)| *by == 1).is_some_and(|last| (198..=199).contains(&last))
        });
    }
}

#[test]
fn actors_are_spread_over_the_workers_and_stay() {
    struct Where;
    impl Actor for Where {
        type Message = Reply<std::thread::ThreadId>;

        fn handle(&mut self, reply: Self::Message, _: &mut Context<'_, Self>) {
            reply.send(std::thread::current().id());
        }
    }
    struct Parent;
    impl Actor for Parent {
        type Message = Reply<Vec<Address<Reply<std::thread::ThreadId>>>>;

        fn handle(&mut self, reply: Self::Message, ctx: &mut Context<'_, Self>) {
            reply.send((0..4).map(|_| ctx.spawn(Where)).collect());
        }
    }
    let system = system(2);
    let mut actors: Vec<_> = (0..4).map(|_| system.spawn(Where)).collect();
    actors.extend(system.spawn(Parent).ask(PATIENCE, |reply| reply).expect("an answer"));
    for family in actors.chunks(4) {
        let threads: Vec<_> = family.iter().map(|actor| actor.ask(PATIENCE, |reply| reply)).collect();
        assert_eq!(threads.iter().filter(|thread| **thread == threads[0]).count(), 2, "{threads:?}");
        for (actor, thread) in family.iter().zip(threads) {
            assert_eq!(actor.ask(PATIENCE, |reply| reply), thread);
        }
    }
}

#[test]
fn stashed_messages_come_back_one_a_round() {
    /// Stashes until it is opened.
    struct Shy {
        open: bool,
        diary: Diary,
    }
    #[derive(Clone, Copy)]
    enum ToShy {
        Note(u32),
        Open,
    }
    impl Actor for Shy {
        type Message = ToShy;

        fn handle(&mut self, message: ToShy, ctx: &mut Context<'_, Self>) {
            match message {
                ToShy::Note(what) if self.open => self.diary.write(0, what),
                ToShy::Note(_) => ctx.stash(message),
                ToShy::Open => {
                    self.open = true;
                    ctx.unstash_all();
                }
            }
        }
    }
    for threads in [1, 2] {
        let system = system(threads);
        let diary = Diary::default();
        let shy = system.spawn(Shy { open: false, diary: diary.clone() });
        (0..50).for_each(|what| shy.send(ToShy::Note(what)));
        shy.send(ToShy::Open);
        (50..60).for_each(|what| shy.send(ToShy::Note(what)));
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{report}");
        assert!(diary.read().iter().map(|(_, what)| *what).eq(0..60), "{threads} threads");
    }
}

#[test]
fn an_actor_that_ends_leaves_its_mailbox_as_dead_letters() {
    for threads in [1, 2] {
        let system = system(threads);
        let victim = system.spawn(Writer { number: 0, diary: Diary::default() });
        (0..1_000).for_each(|what| victim.send(ToWriter::Note(what)));
        victim.kill();
        victim.wait(PATIENCE).expect("it ends");
        common::eventually("all is accounted for", || {
            system.counters().handled() + system.counters().dead_letters() == 1_000
        });
    }
}

#[test]
fn an_idle_system_sleeps_and_wakes() {
    let system = system(3);
    let writer = system.spawn_with(Writer { number: 0, diary: Diary::default() }, SpawnOptions::new().on_worker(2));
    for pause in [0, 1, 20, 50] {
        std::thread::sleep(Duration::from_millis(pause));
        writer.ask(PATIENCE, ToWriter::Done).expect("an answer");
    }
}
