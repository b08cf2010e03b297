//! chameneos: creatures meet in pairs through a broker and change colour; after so many meetings all are turned away.

use std::mem;
use std::time::{Duration, Instant};

use ::tokio::runtime::Runtime;
use agon_platform::chameneos::{Chameneos, Creature, Visitor};
use agon_platform::{Arguments, Failure, Iteration, Work, tokio};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, call};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let (game, ()) = Chameneos::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, _| tokio::run(runtime, play(game))?.map_err(Failure::work)))
}
// agon: end

/// Asks the broker for a meeting.
struct Request(Visitor, RpcReplyPort<Answer>);

enum Answer {
    Meet(Visitor),
    TurnAway,
}

struct Broker;

struct Hall {
    left: u64,
    waiting: Option<Request>,
}

impl Actor for Broker {
    type Msg = Request;
    type State = Hall;
    /// How many meetings there are.
    type Arguments = u64;

    async fn pre_start(&self, _: ActorRef<Request>, left: u64) -> Result<Hall, ActorProcessingErr> {
        Ok(Hall { left, waiting: None })
    }

    async fn handle(
        &self,
        _: ActorRef<Request>,
        Request(visitor, answer): Request,
        hall: &mut Hall,
    ) -> Result<(), ActorProcessingErr> {
        if hall.left == 0 {
            answer.send(Answer::TurnAway)?;
        } else if let Some(Request(first, first_answer)) = hall.waiting.take() {
            hall.left -= 1;
            first_answer.send(Answer::Meet(visitor))?;
            answer.send(Answer::Meet(first))?;
        } else {
            hall.waiting = Some(Request(visitor, answer));
        }
        Ok(())
    }
}

struct Start;

struct Player {
    broker: ActorRef<Request>,
    manager: ActorRef<ToManager>,
}

impl Actor for Player {
    type Msg = Start;
    type State = Creature;
    type Arguments = Creature;

    async fn pre_start(&self, _: ActorRef<Start>, creature: Creature) -> Result<Creature, ActorProcessingErr> {
        Ok(creature)
    }

    async fn handle(
        &self,
        _: ActorRef<Start>,
        Start: Start,
        creature: &mut Creature,
    ) -> Result<(), ActorProcessingErr> {
        while let Answer::Meet(other) = call!(self.broker, |answer| Request(creature.me, answer))? {
            creature.meet(other);
        }
        Ok(self.manager.cast(ToManager::Report(creature.clone()))?)
    }
}

struct Outcome {
    elapsed: Duration,
    /// In the order in which they were turned away.
    creatures: Vec<Creature>,
}

enum ToManager {
    Start(Vec<ActorRef<Start>>, RpcReplyPort<Outcome>),
    Report(Creature),
}

/// Starts the creatures and collects their reports.
struct Manager;

#[derive(Default)]
struct Game {
    expected: usize,
    creatures: Vec<Creature>,
    run: Option<(Instant, RpcReplyPort<Outcome>)>,
}

impl Actor for Manager {
    type Msg = ToManager;
    type State = Game;
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<ToManager>, (): ()) -> Result<Game, ActorProcessingErr> {
        Ok(Game::default())
    }

    async fn handle(
        &self,
        _: ActorRef<ToManager>,
        message: ToManager,
        game: &mut Game,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            ToManager::Start(creatures, done) => {
                game.expected = creatures.len();
                game.run = Some((Instant::now(), done));
                for creature in creatures {
                    creature.cast(Start)?;
                }
            }
            ToManager::Report(creature) => {
                game.creatures.push(creature);
                if game.creatures.len() == game.expected
                    && let Some((start, done)) = game.run.take()
                {
                    done.send(Outcome { elapsed: start.elapsed(), creatures: mem::take(&mut game.creatures) })?;
                }
            }
        }
        Ok(())
    }
}

async fn play(game: Chameneos) -> Result<Iteration, ActorProcessingErr> {
    let (broker, _) = Actor::spawn(None, Broker, game.meetings).await?;
    let (manager, _) = Actor::spawn(None, Manager, ()).await?;
    let mut creatures = Vec::new();
    for creature in game.creatures() {
        let player = Player { broker: broker.clone(), manager: manager.clone() };
        creatures.push(Actor::spawn(None, player, creature).await?.0);
    }
    let outcome = call!(manager, |done| ToManager::Start(creatures.clone(), done))?;
    creatures.iter().for_each(|creature| creature.stop(None));
    broker.stop(None);
    manager.stop(None);
    Ok(Iteration { elapsed: outcome.elapsed, report: game.report(outcome.creatures) })
}
