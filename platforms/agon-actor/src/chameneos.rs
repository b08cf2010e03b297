//! chameneos: creatures meet in pairs through a broker and change colour; after so many meetings all are turned away.

use std::mem;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, Reply, System};
use serde_json::{Value, json};

use crate::harness::{Arguments, FOREVER, Failure, Iteration, Workload};

struct Chameneos {
    creatures: usize,
    meetings: u64,
    witness: bool,
}

pub fn prepare(arguments: &mut Arguments) -> Result<Box<dyn Workload>, Failure> {
    let workload = Chameneos {
        creatures: arguments.take_at_least("creatures", 2)?,
        meetings: arguments.take("meetings")?,
        witness: arguments.take_witness()?,
    };
    arguments.take_variant(&[("default", ())])?;
    arguments.take_samples()?;
    Ok(Box::new(workload))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    Blue,
    Red,
    Yellow,
}

impl Colour {
    const ALL: [Self; 3] = [Self::Blue, Self::Red, Self::Yellow];

    fn complement(self, other: Self) -> Self {
        use Colour::{Blue, Red, Yellow};
        match (self, other) {
            (Blue, Blue) | (Red, Yellow) | (Yellow, Red) => Blue,
            (Red, Red) | (Blue, Yellow) | (Yellow, Blue) => Red,
            (Yellow, Yellow) | (Blue, Red) | (Red, Blue) => Yellow,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }
}

/// Meetings by own colour and the other's.
type Encounters = [[u64; 3]; 3];

#[derive(Clone, Copy)]
struct Visitor {
    number: usize,
    colour: Colour,
}

enum ToBroker {
    /// The creatures, the first first; nobody asks for a meeting before this is acknowledged.
    Open {
        creatures: Vec<Address<ToCreature>>,
        ready: Reply<()>,
    },
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
            ToBroker::Open { creatures, ready } => {
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

struct Creature {
    me: Visitor,
    broker: Address<ToBroker>,
    manager: Address<ToManager>,
    meetings: u64,
    with_self: u64,
    /// Only with a witness.
    encounters: Option<Box<Encounters>>,
}

impl Actor for Creature {
    type Message = ToCreature;

    fn handle(&mut self, message: ToCreature, ctx: &mut Context<'_, Self>) {
        match message {
            ToCreature::Start => {}
            ToCreature::Meet(other) => {
                self.meetings += 1;
                self.with_self += u64::from(other.number == self.me.number);
                if let Some(encounters) = &mut self.encounters {
                    encounters[self.me.colour as usize][other.colour as usize] += 1;
                }
                self.me.colour = self.me.colour.complement(other.colour);
            }
            ToCreature::TurnAway => {
                let report = Report {
                    number: self.me.number,
                    colour: self.me.colour,
                    meetings: self.meetings,
                    with_self: self.with_self,
                    encounters: self.encounters.take(),
                };
                return ctx.send(&self.manager, ToManager::Report(report));
            }
        }
        ctx.send(&self.broker, ToBroker::Request(self.me));
    }
}

struct Report {
    number: usize,
    colour: Colour,
    meetings: u64,
    with_self: u64,
    encounters: Option<Box<Encounters>>,
}

struct Outcome {
    elapsed: Duration,
    /// In the order in which the creatures were turned away.
    reports: Vec<Report>,
}

enum ToManager {
    Start { creatures: Vec<Address<ToCreature>>, done: Reply<Outcome> },
    Report(Report),
}

/// Starts the creatures and hears their reports.
struct Manager {
    creatures: usize,
    reports: Vec<Report>,
    run: Option<(Instant, Reply<Outcome>)>,
}

impl Actor for Manager {
    type Message = ToManager;

    fn handle(&mut self, message: ToManager, ctx: &mut Context<'_, Self>) {
        match message {
            ToManager::Start { creatures, done } => {
                self.run = Some((Instant::now(), done));
                for creature in &creatures {
                    ctx.send(creature, ToCreature::Start);
                }
            }
            ToManager::Report(report) => {
                self.reports.push(report);
                if self.reports.len() == self.creatures
                    && let Some((start, done)) = self.run.take()
                {
                    done.send(Outcome { elapsed: start.elapsed(), reports: mem::take(&mut self.reports) });
                }
            }
        }
    }
}

impl Chameneos {
    /// The colours creatures start with, dealt round-robin.
    fn colours(&self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().cycle().take(self.creatures)
    }

    fn report(&self, mut reports: Vec<Report>) -> Value {
        reports.sort_unstable_by_key(|report| report.number);
        let complements = Colour::ALL.map(|own| Colour::ALL.map(|other| own.complement(other).name()));
        let mut value = json!({
            "complements": complements,
            "initial": self.colours().map(Colour::name).collect::<Vec<_>>(),
            "final": reports.iter().map(|report| report.colour.name()).collect::<Vec<_>>(),
            "meetings": reports.iter().map(|report| report.meetings).collect::<Vec<_>>(),
            "self": reports.iter().map(|report| report.with_self).collect::<Vec<_>>(),
        });
        if self.witness {
            let mut total = Encounters::default();
            for encounters in reports.iter().filter_map(|report| report.encounters.as_deref()) {
                for (sum, count) in total.as_flattened_mut().iter_mut().zip(encounters.as_flattened()) {
                    *sum += count;
                }
            }
            value["witness"] = json!(total);
        }
        value
    }
}

impl Workload for Chameneos {
    fn iterate(&self, system: &System, _: u64) -> Result<Iteration, Failure> {
        let broker = system.spawn(Broker { left: self.meetings, creatures: Vec::new(), waiting: None });
        let manager = system.spawn(Manager { creatures: self.creatures, reports: Vec::new(), run: None });
        let creatures: Vec<_> = (1..)
            .zip(self.colours())
            .map(|(number, colour)| {
                system.spawn(Creature {
                    me: Visitor { number, colour },
                    broker: broker.clone(),
                    manager: manager.clone(),
                    meetings: 0,
                    with_self: 0,
                    encounters: self.witness.then(Box::default),
                })
            })
            .collect();
        broker.ask(FOREVER, |ready| ToBroker::Open { creatures: creatures.clone(), ready })?;
        let outcome = manager.ask(FOREVER, |done| ToManager::Start { creatures: creatures.clone(), done })?;
        creatures.iter().for_each(Address::stop);
        broker.stop();
        manager.stop();
        Ok(Iteration { elapsed: outcome.elapsed, report: self.report(outcome.reports) })
    }
}
