//! What agents perceive of the room, and what they do in it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use agon_agentspeak::Extensions;
use agon_agentspeak::environment::{Action, Environment, Percepts, Setting};
use agon_agentspeak::term::{Atom, Term};

use super::picture;
use super::room::{Cell, Robot, Room};

/// What this program has that others have not: an environment, and an internal action.
pub fn extensions() -> Extensions {
    Extensions::default()
        // In a project: `environment: Room(16, 9, 14, 7)`.
        .environment("Room", World::new)
        // In a program: `grid.distance(1, 1, 4, 5, Steps)`.
        .action("grid.distance", 5, 5, |call| {
            let across = (call.number(0)? - call.number(2)?).abs();
            let down = (call.number(1)? - call.number(3)?).abs();
            call.give(4, &Term::from(across + down))
        })
}

/// The environment. All copies of it hold the same room.
#[derive(Clone)]
pub struct World {
    room: Arc<Mutex<Room>>,
    percepts: Percepts,
    /// Where it is drawn in the end.
    picture: Option<PathBuf>,
}

/// How long a robot cleans a cell.
const CLEANING: Duration = Duration::from_millis(10);

impl World {
    /// Of the arguments in the project: width, height, how many cells are dusty, where chance begins, and a file for a picture.
    pub fn new(setting: &Setting) -> Result<Self, String> {
        let (width, height) = (setting.number(0, 16)?, setting.number(1, 9)?);
        let room = Room::new(width, height, setting.number(2, 14)?, setting.number(3, 7)?)?;
        let picture = setting.arguments.get(4).map(PathBuf::from);
        let world = Self { room: Arc::new(Mutex::new(room)), percepts: setting.percepts.clone(), picture };
        // What everybody perceives from the beginning.
        let room = world.room();
        world.percepts.add(Term::structure("size", [number(room.width), number(room.height)]));
        world.update_common(&room);
        drop(room);
        Ok(world)
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What all agents perceive: how much dust is left.
    fn update_common(&self, room: &Room) {
        let left = Term::structure("left", [number(room.dust.len() as i32)]);
        self.percepts.update(|scene| {
            let before: Vec<Term> = scene.common().iter().filter(|percept| is(percept, "left")).cloned().collect();
            before.iter().for_each(|percept| {
                scene.remove(percept);
            });
            scene.add(left);
            if room.dust.is_empty() {
                scene.add(Term::atom("spotless"));
            }
        });
    }

    /// What the robots perceive: where they are, and the dust around them. For those who see what they saw, nothing changes.
    fn update_robots(&self, room: &Room) {
        for (name, robot) in &room.robots {
            let at = robot.at();
            let dust = room.dust_around(at).map(|cell| place("dust", cell));
            self.percepts.set_for(*name, [place("at", at)].into_iter().chain(dust));
        }
    }

    /// `enter(X, Y)`: a robot comes in.
    fn enter(&self, agent: Atom, cell: Cell) -> Result<(), Atom> {
        let mut room = self.room();
        if let Some(obstacle) = room.obstacle(cell) {
            return Err(obstacle);
        }
        room.robots.insert(agent, Robot { trail: vec![cell] });
        self.update_robots(&room);
        Ok(())
    }

    /// `step(left)` and so on: a robot goes to the next cell.
    fn step(&self, agent: Atom, (across, down): Cell) -> Result<(), Atom> {
        let mut room = self.room();
        let Some(robot) = room.robots.get(&agent) else { return Err(Atom::new("door")) };
        let (x, y) = robot.at();
        let next = (x + across, y + down);
        if let Some(obstacle) = room.obstacle(next) {
            return Err(obstacle);
        }
        if let Some(robot) = room.robots.get_mut(&agent) {
            robot.trail.push(next);
        }
        self.update_robots(&room);
        Ok(())
    }

    /// `clean`: takes the dust away. That takes its time, and ends on another thread than it began: until then the robot's
    /// intention waits. The robot itself could do something else meanwhile.
    fn clean(&self, action: Action) {
        let world = self.clone();
        let clean = move || {
            thread::sleep(CLEANING);
            let mut room = world.room();
            let at = room.robots.get(&action.agent()).map(Robot::at);
            match at.filter(|cell| room.dust.remove(cell)) {
                Some(cell) => {
                    room.cleaned.push(cell);
                    world.update_robots(&room);
                    world.update_common(&room);
                    action.done();
                }
                None => action.fail("there is no dust here"),
            }
        };
        // If there is no thread for it, the action is dropped, which is a failure, too.
        drop(thread::Builder::new().spawn(clean));
    }
}

impl Environment for World {
    fn execute(&self, action: Action) {
        let agent = action.agent();
        let result = match (action.name(), action.arguments()) {
            ("enter", [Term::Number(x), Term::Number(y)]) => self.enter(agent, (x.get() as i32, y.get() as i32)),
            ("step", [Term::Atom(way)]) => match &*way.name() {
                "left" => self.step(agent, (-1, 0)),
                "right" => self.step(agent, (1, 0)),
                "up" => self.step(agent, (0, -1)),
                "down" => self.step(agent, (0, 1)),
                _ => return action.fail("one steps left, right, up or down"),
            },
            ("clean", []) => return self.clean(action),
            ("show", []) => {
                println!("{}", picture::text(&self.room()));
                Ok(())
            }
            _ => {
                let unknown = format!("there is no action {} here", action.term());
                return action.fail(unknown);
            }
        };
        // The plan for the failure can look at the annotation: `-!g[in_the_way(What)]`.
        match result {
            Ok(()) => action.done(),
            Err(obstacle) => {
                let why = format!("{obstacle} is in the way");
                action.fail_with(why, Term::structure("in_the_way", [obstacle.into()]));
            }
        }
    }

    fn stop(&self) {
        if let Some(file) = &self.picture
            && let Err(error) = std::fs::write(file, picture::svg(&self.room()))
        {
            eprintln!("{}: {error}", file.display());
        }
    }
}

fn number(number: i32) -> Term {
    Term::from(number)
}

/// `name(X, Y)`
fn place(name: &str, (x, y): Cell) -> Term {
    Term::structure(name, [number(x), number(y)])
}

fn is(percept: &Term, name: &str) -> bool {
    percept.predicate().is_some_and(|functor| functor.name().name() == name)
}
