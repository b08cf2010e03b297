//! The example: the robots clean the room, and it can be drawn.

#[path = "../examples/grid-world/picture.rs"]
mod picture;
#[path = "../examples/grid-world/room.rs"]
mod room;
#[path = "../examples/grid-world/world.rs"]
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use agon_agentspeak::system::load_with;
use agon_agentspeak::term::Atom;
use room::{Robot, Room};

#[test]
fn the_robots_clean_the_room() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/grid-world/cleaning.mas2j");
    let mut system = load_with(&project, BTreeMap::new(), &world::extensions()).expect("a project");
    assert_eq!(system.run(10_000_000), Some(0), "{:?}", system.warnings());
    let lines = system.lines();
    assert_eq!(lines.last().map(String::as_str), Some("[caretaker] the room is clean"));
    let cleaned: Vec<&str> = lines.iter().filter_map(|line| line.split_once("] cleaned ")).map(|(_, at)| at).collect();
    assert_eq!(cleaned.len(), 14, "{lines:?}");
    assert_eq!(cleaned.iter().collect::<BTreeSet<_>>().len(), 14, "no cell twice");
    for robot in ["robot1", "robot2"] {
        assert!(lines.contains(&format!("[{robot}] has nothing left to do")));
    }
}

#[test]
fn a_room_is_made_at_random_and_always_the_same() {
    let [one, other] = [(), ()].map(|()| Room::new(16, 9, 14, 7).expect("a room"));
    assert_eq!((&one.dust, &one.pillars), (&other.dust, &other.pillars));
    assert_eq!(one.dust.len(), 14);
    assert!(!one.pillars.is_empty() && one.pillars.is_disjoint(&one.dust));
    assert!(Room::new(2, 9, 1, 7).is_err());
    assert_eq!(one.obstacle((-1, 0)), Some(Atom::new("wall")));
}

#[test]
fn it_can_be_drawn() {
    let mut room = Room::new(3, 3, 0, 1).expect("a room");
    room.pillars = [(1, 1)].into();
    room.dust = [(2, 0)].into();
    room.cleaned.push((0, 2));
    room.robots.insert(Atom::new("robot7"), Robot { trail: vec![(1, 0), (0, 0)] });
    assert_eq!(picture::text(&room), "+-------+\n| 7 . * |\n| . # . |\n| o . . |\n+-------+");
    let svg = picture::svg(&room);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!((svg.matches("<polyline").count(), svg.matches("stroke-dasharray").count()), (1, 1));
    assert!(svg.contains(">7</text>"));
}
