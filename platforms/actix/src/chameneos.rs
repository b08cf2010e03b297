//! chameneos: creatures meet in pairs through a broker and change colour; after so many meetings all are turned away.

use std::mem;
use std::time::{Duration, Instant};

use actix::{Actor, Addr, Context, Handler, Message};
use agon_platform::chameneos::{Chameneos, Creature, Visitor};
use agon_platform::{Arguments, Failure, Iteration, Work};
use tokio::sync::oneshot;

use crate::threads::Threads;

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    let (game, ()) = Chameneos::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |threads, _| play(game, threads)))
}
// agon: end

/// Gives the broker the players, in the order of their creatures.
#[derive(Message)]
#[rtype(result = "()")]
struct Open(Vec<Addr<Player>>);

#[derive(Message)]
#[rtype(result = "()")]
struct Request(Visitor);

struct Broker {
    left: u64,
    creatures: Vec<Addr<Player>>,
    waiting: Option<Visitor>,
}

impl Actor for Broker {
    type Context = Context<Self>;
}

impl Handler<Open> for Broker {
    type Result = ();

    fn handle(&mut self, Open(creatures): Open, _: &mut Context<Self>) {
        self.creatures = creatures;
    }
}

impl Handler<Request> for Broker {
    type Result = ();

    fn handle(&mut self, Request(visitor): Request, _: &mut Context<Self>) {
        if self.left == 0 {
            self.creatures[visitor.number - 1].do_send(TurnAway);
        } else if let Some(first) = self.waiting.take() {
            self.left -= 1;
            self.creatures[first.number - 1].do_send(Meet(visitor));
            self.creatures[visitor.number - 1].do_send(Meet(first));
        } else {
            self.waiting = Some(visitor);
        }
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Begin;

#[derive(Message)]
#[rtype(result = "()")]
struct Meet(Visitor);

#[derive(Message)]
#[rtype(result = "()")]
struct TurnAway;

struct Player {
    creature: Creature,
    broker: Addr<Broker>,
    manager: Addr<Manager>,
}

impl Actor for Player {
    type Context = Context<Self>;
}

impl Handler<Begin> for Player {
    type Result = ();

    fn handle(&mut self, Begin: Begin, _: &mut Context<Self>) {
        self.broker.do_send(Request(self.creature.me));
    }
}

impl Handler<Meet> for Player {
    type Result = ();

    fn handle(&mut self, Meet(other): Meet, _: &mut Context<Self>) {
        self.creature.meet(other);
        self.broker.do_send(Request(self.creature.me));
    }
}

impl Handler<TurnAway> for Player {
    type Result = ();

    fn handle(&mut self, TurnAway: TurnAway, _: &mut Context<Self>) {
        self.manager.do_send(Report(self.creature.clone()));
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Start {
    creatures: Vec<Addr<Player>>,
    done: oneshot::Sender<Outcome>,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Report(Creature);

struct Outcome {
    elapsed: Duration,
    /// In the order in which they were turned away.
    creatures: Vec<Creature>,
}

/// Starts the creatures and collects their reports.
#[derive(Default)]
struct Manager {
    expected: usize,
    creatures: Vec<Creature>,
    run: Option<(Instant, oneshot::Sender<Outcome>)>,
}

impl Actor for Manager {
    type Context = Context<Self>;
}

impl Handler<Start> for Manager {
    type Result = ();

    fn handle(&mut self, Start { creatures, done }: Start, _: &mut Context<Self>) {
        self.expected = creatures.len();
        self.run = Some((Instant::now(), done));
        for creature in creatures {
            creature.do_send(Begin);
        }
    }
}

impl Handler<Report> for Manager {
    type Result = ();

    fn handle(&mut self, Report(creature): Report, _: &mut Context<Self>) {
        self.creatures.push(creature);
        if self.creatures.len() == self.expected
            && let Some((start, done)) = self.run.take()
        {
            _ = done.send(Outcome { elapsed: start.elapsed(), creatures: mem::take(&mut self.creatures) });
        }
    }
}

fn play(game: Chameneos, threads: &Threads) -> Result<Iteration, Failure> {
    // All on one thread: what crosses threads twice a meeting is dearer than what a second thread could do meanwhile.
    let broker = threads.spawn(0, Broker { left: game.meetings, creatures: Vec::new(), waiting: None });
    let manager = threads.spawn(0, Manager::default());
    let creatures: Vec<_> = game
        .creatures()
        .map(|creature| threads.spawn(0, Player { creature, broker: broker.clone(), manager: manager.clone() }))
        .collect();
    broker.do_send(Open(creatures.clone()));
    let outcome = threads.run(|done| manager.do_send(Start { creatures, done }))?;
    // An actor stops when its address is gone.
    broker.do_send(Open(Vec::new()));
    Ok(Iteration { elapsed: outcome.elapsed, report: game.report(outcome.creatures) })
}
