//! remote-chameneos: the broker is an actor of node 0, which pairs a creature of an odd number, its neighbour, with one of
//! an even number, which is node 1's.

use std::collections::VecDeque;
use std::sync::{Arc, OnceLock, Weak, mpsc};
use std::time::Instant;

use agon_actor::{Actor, Address, Context};
use agon_link::{Node, RemoteAddress, RemoteReply};
use agon_platform::chameneos::{Chameneos, Creature, Visitor};
use agon_platform::nodes::{Ends, report};
use agon_platform::{Arguments, Failure, Iteration};
use serde::{Deserialize, Serialize};

use crate::way::Way;
use crate::{LONG, Runtime};

const KEEPER: &str = "keeper";

#[derive(Serialize, Deserialize)]
enum ToCreature {
    Start,
    Meet(Visitor),
    TurnAway,
}

/// Pairs a creature of each node.
struct Broker {
    left: u64,
    /// The first first; there before anybody asks for a meeting.
    creatures: Arc<OnceLock<Vec<Way<ToCreature>>>>,
    /// All of one node.
    waiting: VecDeque<Visitor>,
}

impl Broker {
    fn send(&self, ctx: &mut Context<'_, Self>, visitor: Visitor, message: ToCreature) {
        let creatures = self.creatures.get().expect("the creatures are known before they ask");
        creatures[visitor.number - 1].pass(ctx, message);
    }
}

impl Actor for Broker {
    type Message = Visitor;

    fn handle(&mut self, visitor: Visitor, ctx: &mut Context<'_, Self>) {
        if self.left == 0 {
            return self.send(ctx, visitor, ToCreature::TurnAway);
        }
        let apart = |other: &&Visitor| other.number % 2 != visitor.number % 2;
        if self.waiting.front().filter(apart).is_none() {
            return self.waiting.push_back(visitor);
        }
        let Some(first) = self.waiting.pop_front() else { return };
        self.left -= 1;
        self.send(ctx, first, ToCreature::Meet(visitor));
        self.send(ctx, visitor, ToCreature::Meet(first));
        if self.left == 0 {
            for visitor in std::mem::take(&mut self.waiting) {
                self.send(ctx, visitor, ToCreature::TurnAway);
            }
        }
    }
}

struct Player {
    creature: Creature,
    broker: Way<Visitor>,
    hearer: Hearer,
}

/// Who is notified of a creature that was turned away.
#[derive(Clone)]
enum Hearer {
    Manager(mpsc::Sender<Creature>),
    Keeper(Address<ToKeeper>),
}

impl Actor for Player {
    type Message = ToCreature;

    fn handle(&mut self, message: ToCreature, ctx: &mut Context<'_, Self>) {
        match message {
            ToCreature::Start => {}
            ToCreature::Meet(other) => self.creature.meet(other),
            ToCreature::TurnAway => {
                match &self.hearer {
                    // There is no receiver where the iteration has failed.
                    Hearer::Manager(manager) => drop(manager.send(self.creature.clone())),
                    Hearer::Keeper(keeper) => ctx.send(keeper, ToKeeper::Away(self.creature.clone())),
                }
                return ctx.stop();
            }
        }
        self.broker.pass(ctx, self.creature.me);
    }
}

#[derive(Serialize, Deserialize)]
enum ToKeeper {
    /// To make the creatures of node 1. The answer is theirs.
    People {
        broker: RemoteAddress<Visitor>,
        peopled: RemoteReply<Vec<RemoteAddress<ToCreature>>>,
    },
    /// Answered with all creatures of node 1, as they were when they were turned away.
    Ended(RemoteReply<Vec<Creature>>),
    Away(Creature),
}

/// Makes the creatures of node 1, waits until they are turned away, and reports them.
struct Keeper {
    game: Chameneos,
    node: Weak<Node>,
    missing: usize,
    creatures: Vec<Creature>,
    asked: Option<RemoteReply<Vec<Creature>>>,
    iterations: u64,
}

impl Keeper {
    /// Once all have been turned away and node 0 has asked.
    fn end(&mut self) {
        if self.missing == 0
            && let Some(reply) = self.asked.take()
        {
            let mut creatures = std::mem::take(&mut self.creatures);
            let summary = self.game.report_of_some(&mut creatures);
            report(self.iterations, &summary).unwrap_or_else(|failure| panic!("{failure}"));
            self.iterations += 1;
            reply.send(creatures);
        }
    }
}

impl Actor for Keeper {
    type Message = ToKeeper;

    fn handle(&mut self, message: ToKeeper, ctx: &mut Context<'_, Self>) {
        match message {
            ToKeeper::People { broker, peopled } => {
                let own = Hearer::Keeper(ctx.address());
                let creatures = self.game.creatures().filter(|creature| creature.me.number % 2 == 0);
                let player = |creature| Player { creature, broker: Way::There(broker.clone()), hearer: own.clone() };
                let players: Vec<_> = creatures.map(player).map(|player| ctx.spawn(player)).collect();
                self.missing = players.len();
                if let Some(node) = self.node.upgrade() {
                    peopled.send(players.into_iter().map(|player| node.export(player)).collect());
                }
            }
            ToKeeper::Away(creature) => {
                self.creatures.push(creature);
                self.missing -= 1;
                self.end();
            }
            ToKeeper::Ended(reply) => {
                self.asked = Some(reply);
                self.end();
            }
        }
    }
}

pub fn prepare(arguments: &mut Arguments) -> Result<Ends<Runtime>, Failure> {
    let (game, ()) = Chameneos::take(arguments, &[("default", ())])?;
    Ok(Ends {
        work: Box::new(move |runtime: &Runtime, _| run(game, runtime)),
        serve: Box::new(move |runtime: &Runtime| {
            let keeper = runtime.system.spawn(Keeper {
                game,
                node: Arc::downgrade(&runtime.node),
                missing: 0,
                creatures: Vec::new(),
                asked: None,
                iterations: 0,
            });
            runtime.node.register(KEEPER, keeper).map(drop).map_err(Failure::work)
        }),
    })
}

fn run(game: Chameneos, runtime: &Runtime) -> Result<Iteration, Failure> {
    let (system, node) = (&runtime.system, &runtime.node);
    let keeper: RemoteAddress<ToKeeper> = runtime.find(KEEPER)?;
    let known = Arc::new(OnceLock::new());
    let waiting = VecDeque::new();
    let broker = system.spawn(Broker { left: game.meetings, creatures: Arc::clone(&known), waiting });
    let exported = node.export(broker);
    let peopled = keeper.ask(LONG, |peopled| ToKeeper::People { broker: exported, peopled });
    let mut far = peopled.map_err(Failure::work)?.into_iter();
    let (manager, ends) = mpsc::channel();
    let creatures = game.creatures().map(|creature| {
        if creature.me.number % 2 == 0 {
            return far.next().map(Way::There).ok_or_else(|| Failure::work("node 1 has too few creatures"));
        }
        let hearer = Hearer::Manager(manager.clone());
        Ok(Way::Here(system.spawn(Player { creature, broker: Way::Here(broker), hearer })))
    });
    let creatures = creatures.collect::<Result<Vec<_>, _>>()?;
    let creatures = known.get_or_init(|| creatures);
    let (answering, away) = mpsc::channel();
    let begun = Instant::now();
    for creature in creatures {
        creature.send(ToCreature::Start);
    }
    keeper.ask_then(LONG, ToKeeper::Ended, move |answer| drop(answering.send(answer)));
    let mut ended = Vec::new();
    for _ in (0..creatures.len()).step_by(2) {
        ended.push(ends.recv().map_err(Failure::work)?);
    }
    ended.extend(away.recv().map_err(Failure::work)?.map_err(Failure::work)?);
    let elapsed = begun.elapsed();
    broker.stop();
    Ok(Iteration { elapsed, report: game.report(ended) })
}
