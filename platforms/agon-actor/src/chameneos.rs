//! chameneos: creatures meet in pairs through a broker and change colour; after so many meetings all are turned away.

use std::mem;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Reply, System};
use agon_platform::chameneos::{Chameneos, Creature, Visitor};
use agon_platform::{Arguments, Failure, Iteration, Work};

use crate::FOREVER;

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let (game, ()) = Chameneos::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |system, _| run(game, system)))
}
// agon: end

enum ToBroker {
    /// The creatures in their order; none asks for a meeting before this is acknowledged.
    Open(Box<(Vec<Address<ToCreature>>, Reply<()>)>),
    Request(Visitor),
}

struct Broker {
    left: u64,
    creatures: Vec<Address<ToCreature>>,
    waiting: Option<Visitor>,
}

impl Actor for Broker {
    type Message = ToBroker;

    fn handle(&mut self, message: ToBroker, ctx: &mut Context<'_, Self>) {
        match message {
            ToBroker::Open(opening) => {
                let (creatures, ready) = *opening;
                self.creatures = creatures;
                ready.send(());
            }
            ToBroker::Request(visitor) if self.left == 0 => {
                ctx.send(&self.creatures[visitor.number - 1], ToCreature::TurnAway);
            }
            ToBroker::Request(visitor) => match self.waiting.take() {
                None => self.waiting = Some(visitor),
                Some(first) => {
                    self.left -= 1;
                    ctx.send(&self.creatures[first.number - 1], ToCreature::Meet(visitor));
                    ctx.send(&self.creatures[visitor.number - 1], ToCreature::Meet(first));
                }
            },
        }
    }
}

enum ToCreature {
    Start,
    Meet(Visitor),
    TurnAway,
}

struct Player {
    creature: Creature,
    broker: Address<ToBroker>,
    manager: Address<ToManager>,
}

impl Actor for Player {
    type Message = ToCreature;

    fn handle(&mut self, message: ToCreature, ctx: &mut Context<'_, Self>) {
        match message {
            ToCreature::Start => {}
            ToCreature::Meet(other) => self.creature.meet(other),
            ToCreature::TurnAway => return ctx.send(&self.manager, ToManager::Report(self.creature.clone())),
        }
        ctx.send(&self.broker, ToBroker::Request(self.creature.me));
    }
}

struct Outcome {
    elapsed: Duration,
    /// In the order in which they were turned away.
    creatures: Vec<Creature>,
}

enum ToManager {
    Start { creatures: Vec<Address<ToCreature>>, done: Reply<Outcome> },
    Report(Creature),
}

/// Starts the creatures and collects their reports.
struct Manager {
    expected: usize,
    creatures: Vec<Creature>,
    run: Option<(Instant, Reply<Outcome>)>,
}

impl Actor for Manager {
    type Message = ToManager;

    fn handle(&mut self, message: ToManager, ctx: &mut Context<'_, Self>) {
        match message {
            ToManager::Start { creatures, done } => {
                self.expected = creatures.len();
                self.run = Some((Instant::now(), done));
                for creature in &creatures {
                    ctx.send(creature, ToCreature::Start);
                }
            }
            ToManager::Report(creature) => {
                self.creatures.push(creature);
                if self.creatures.len() == self.expected
                    && let Some((start, done)) = self.run.take()
                {
                    done.send(Outcome { elapsed: start.elapsed(), creatures: mem::take(&mut self.creatures) });
                }
            }
        }
    }
}

fn run(game: Chameneos, system: &System) -> Result<Iteration, Failure> {
    let broker = system.spawn(Broker { left: game.meetings, creatures: Vec::new(), waiting: None });
    let manager = system.spawn(Manager { expected: 0, creatures: Vec::new(), run: None });
    let creatures: Vec<_> =
        game.creatures().map(|creature| system.spawn(Player { creature, broker, manager })).collect();
    broker.ask(FOREVER, |ready| ToBroker::Open(Box::new((creatures.clone(), ready)))).map_err(Failure::work)?;
    let outcome =
        manager.ask(FOREVER, |done| ToManager::Start { creatures: creatures.clone(), done }).map_err(Failure::work)?;
    creatures.iter().for_each(Address::stop);
    broker.stop();
    manager.stop();
    Ok(Iteration { elapsed: outcome.elapsed, report: game.report(outcome.creatures) })
}
