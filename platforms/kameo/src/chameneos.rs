//! chameneos: creatures meet in pairs through a broker and change colour; after so many meetings all are turned away.

use std::mem;
use std::time::{Duration, Instant};

use ::tokio::runtime::Runtime;
use agon_platform::chameneos::{Chameneos, Creature, Visitor};
use agon_platform::{Arguments, Failure, Iteration, Work, tokio};
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};
use kameo::reply::{DelegatedReply, ReplySender};
use kameo::{Actor, Reply};

use crate::actors::{Answer, Later, ask, end, later, send, spawn, started};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let (game, ()) = Chameneos::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, _| tokio::run(runtime, play(game))))
}
// agon: end

/// Asks the broker for a meeting.
struct Request(Visitor);

#[derive(Reply)]
enum Fate {
    Meet(Visitor),
    TurnAway,
}

#[derive(Actor)]
struct Broker {
    left: u64,
    waiting: Option<(Visitor, ReplySender<Fate>)>,
}

impl Message<Request> for Broker {
    type Reply = DelegatedReply<Fate>;

    async fn handle(&mut self, Request(visitor): Request, context: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let (reply, answer) = later(context);
        if self.left == 0 {
            answer.send(Fate::TurnAway);
        } else if let Some((first, first_answer)) = self.waiting.take() {
            self.left -= 1;
            first_answer.send(Fate::Meet(visitor));
            answer.send(Fate::Meet(first));
        } else {
            self.waiting = Some((visitor, answer));
        }
        reply
    }
}

#[derive(Actor)]
struct Player {
    creature: Creature,
    broker: ActorRef<Broker>,
    manager: ActorRef<Manager>,
}

struct Begin;

impl Message<Begin> for Player {
    type Reply = ();

    async fn handle(&mut self, Begin: Begin, _: &mut Context<Self, ()>) {
        while let Fate::Meet(other) = ask(&self.broker, Request(self.creature.me)).await {
            self.creature.meet(other);
        }
        send(&self.manager, Report(self.creature.clone()));
    }
}

struct Outcome {
    elapsed: Duration,
    /// In the order in which they were turned away.
    creatures: Vec<Creature>,
}

/// Starts the creatures and collects their reports.
#[derive(Actor, Default)]
struct Manager {
    expected: usize,
    creatures: Vec<Creature>,
    run: Option<(Instant, Answer<Outcome>)>,
}

struct Start(Vec<ActorRef<Player>>);

impl Message<Start> for Manager {
    type Reply = Later<Outcome>;

    async fn handle(&mut self, Start(creatures): Start, context: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let (reply, done) = later(context);
        self.expected = creatures.len();
        self.run = Some((Instant::now(), done));
        for creature in creatures {
            send(&creature, Begin);
        }
        reply
    }
}

struct Report(Creature);

impl Message<Report> for Manager {
    type Reply = ();

    async fn handle(&mut self, Report(creature): Report, _: &mut Context<Self, ()>) {
        self.creatures.push(creature);
        if self.creatures.len() == self.expected
            && let Some((start, done)) = self.run.take()
        {
            done.send(Ok(Outcome { elapsed: start.elapsed(), creatures: mem::take(&mut self.creatures) }));
        }
    }
}

async fn play(game: Chameneos) -> Iteration {
    let broker = spawn(Broker { left: game.meetings, waiting: None });
    let manager = spawn(Manager::default());
    let creatures: Vec<_> = game
        .creatures()
        .map(|creature| spawn(Player { creature, broker: broker.clone(), manager: manager.clone() }))
        .collect();
    started(&creatures).await;
    let outcome = ask(&manager, Start(creatures.clone())).await;
    end(&creatures).await;
    end(&[broker]).await;
    end(&[manager]).await;
    Iteration { elapsed: outcome.elapsed, report: game.report(outcome.creatures) }
}
