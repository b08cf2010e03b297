//! Actors are found by the roles they play in groups, for as long as they do.

mod common;

use std::collections::HashSet;

use agon_actor::{Actor, Address, Context, Group, OnPanic, Players, Reply, Role, SpawnOptions, System};
use common::{PATIENCE, Random, eventually, quiet_injected_panics, system};

const CHOIR: Group = Group::new("choir");
const ALTO: Role<ToSinger> = Role::new("alto");

#[derive(Default)]
struct Singer(u64);

#[derive(Clone)]
enum ToSinger {
    Sing,
    Break,
}

enum Ask {
    Join(Group, Reply<()>),
    Leave(Group, Reply<()>),
    Sung(Reply<u64>),
}

/// Singers understand songs, and their directors.
enum Message {
    Song(ToSinger),
    Ask(Ask),
}

const SOLO: Role<Message> = Role::new("solo");

impl Actor for Singer {
    type Message = Message;

    fn handle(&mut self, message: Message, ctx: &mut Context<'_, Self>) {
        match message {
            Message::Song(ToSinger::Sing) => self.0 += 1,
            Message::Song(ToSinger::Break) => panic!("injected"),
            Message::Ask(Ask::Join(group, reply)) => {
                ctx.join(&group, &SOLO).expect("soloists are singers");
                reply.send(());
            }
            Message::Ask(Ask::Leave(group, reply)) => {
                ctx.leave(&group, &SOLO).expect("soloists are singers");
                reply.send(());
            }
            Message::Ask(Ask::Sung(reply)) => reply.send(self.0),
        }
    }
}

fn singer(system: &System, group: &Group) -> Address<Message> {
    let options = SpawnOptions::new().on_panic(OnPanic::restart(Singer::default));
    let singer = system.spawn_with(Singer::default(), options);
    singer.ask(PATIENCE, |reply| Message::Ask(Ask::Join(group.clone(), reply))).expect("joined");
    singer
}

fn sung(singer: &Address<Message>) -> u64 {
    singer.ask(PATIENCE, |reply| Message::Ask(Ask::Sung(reply))).expect("an answer")
}

fn soloists(system: &System, group: &Group) -> Players<Message> {
    system.players(group, &SOLO).expect("soloists are singers")
}

#[test]
fn players_are_found_until_they_leave_or_end() {
    quiet_injected_panics();
    let system = system(2);
    let mut soloists = soloists(&system, &CHOIR);
    assert!(soloists.is_empty() && soloists.any().is_none() && soloists.random().is_none());
    assert!(soloists.send_any(Message::Song(ToSinger::Sing)).is_err(), "the message comes back");
    let singers = [0; 3].map(|_| singer(&system, &CHOIR));
    assert_eq!(**soloists.find(), singers);
    let other = Group::named("band");
    let guest = singer(&system, &other);
    assert_eq!(**self::soloists(&system, &other).find(), [guest], "each group for itself");
    singers[0].ask(PATIENCE, |reply| Message::Ask(Ask::Join(CHOIR, reply))).expect("joined twice is once");
    singers[1].ask(PATIENCE, |reply| Message::Ask(Ask::Leave(CHOIR, reply))).expect("left");
    assert_eq!(**soloists.find(), [singers[0], singers[2]]);
    singers[0].send(Message::Song(ToSinger::Break));
    assert_eq!(sung(&singers[0]), 0);
    assert_eq!(soloists.len(), 2, "a restart changes nothing");
    singers[0].kill();
    eventually("who is killed is struck off", || self::soloists(&system, &CHOIR).len() == 1);
    singers[2].stop();
    eventually("who stops is struck off", || self::soloists(&system, &CHOIR).is_empty());
    assert!(soloists.is_empty());
    singers[1].ask(PATIENCE, |reply| Message::Ask(Ask::Join(CHOIR, reply))).expect("back again");
    assert_eq!(**soloists.find(), [singers[1]]);
}

#[test]
fn a_role_has_one_type_in_a_group() {
    let system = system(1);
    singer(&system, &CHOIR);
    let error = system.players(&CHOIR, &Role::<u64>::new("solo")).expect_err("another type");
    let text = error.to_string();
    assert!(text.starts_with("the role 'solo' in the group 'choir' is of type groups::Message, and"), "{text}");
    assert!(
        system.players(&CHOIR, &ALTO).is_ok() && system.players(&Group::new("band"), &Role::<u64>::new("solo")).is_ok()
    );
}

#[test]
fn messages_go_to_all_or_to_any() {
    /// Understands only what can be sent to all.
    struct Alto(u64);
    impl Actor for Alto {
        type Message = (u64, Option<std::sync::mpsc::Sender<u64>>);

        fn started(&mut self, ctx: &mut Context<'_, Self>) {
            ctx.join(&CHOIR, &Role::new("alto")).expect("altos");
        }

        fn handle(&mut self, (notes, answer): Self::Message, _: &mut Context<'_, Self>) {
            self.0 += notes;
            if let Some(answer) = answer {
                answer.send(self.0).expect("the test listens");
            }
        }
    }
    let system = system(2);
    for _ in 0..10 {
        system.spawn(Alto(0));
    }
    let role = Role::<(u64, Option<std::sync::mpsc::Sender<u64>>)>::new("alto");
    eventually("all have joined", || system.players(&CHOIR, &role).expect("altos").len() == 10);
    let mut altos = system.players(&CHOIR, &role).expect("altos");
    assert_eq!(altos.send_all((100, None)), 10);
    for _ in 0..30 {
        altos.send_any((1, None)).expect("there are some");
    }
    let (sender, sung) = std::sync::mpsc::channel();
    altos.send_all((0, Some(sender)));
    assert_eq!(sung.iter().collect::<Vec<_>>(), [103; 10], "all had the first, and each its share of the others");
    let random: HashSet<_> = (0..1000).map(|_| altos.random().expect("there are some").id()).collect();
    assert_eq!(random.len(), 10);
}

/// Many come and go while others look: who is found is, or was, a player, and in the end the list is right.
#[test]
fn the_list_is_right_while_actors_come_and_go() {
    const SINGERS: usize = 200;
    let system = system(3);
    let singers: Vec<_> = (0..SINGERS).map(|_| singer(&system, &CHOIR)).collect();
    std::thread::scope(|scope| {
        let look = scope.spawn(|| {
            let mut soloists = soloists(&system, &CHOIR);
            while soloists.len() > 10 {
                assert!(soloists.find().iter().all(|soloist| singers.contains(soloist)));
                soloists.send_any(Message::Song(ToSinger::Sing)).ok();
                std::thread::yield_now();
            }
        });
        let mut random = Random::new(1);
        let mut left: Vec<_> = singers.clone();
        while left.len() > 10 {
            let gone = left.swap_remove(random.below(left.len() as u64) as usize);
            match random.below(3) {
                0 => gone.stop(),
                1 => gone.kill(),
                _ => gone.ask(PATIENCE, |reply| Message::Ask(Ask::Leave(CHOIR, reply))).expect("it lives"),
            }
        }
        let left: HashSet<_> = left.iter().map(Address::id).collect();
        eventually("only those are left who did not go", || {
            soloists(&system, &CHOIR).find().iter().map(Address::id).collect::<HashSet<_>>() == left
        });
        look.join().expect("no panic");
    });
}
