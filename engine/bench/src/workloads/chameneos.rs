//! Creatures meet in pairs through a broker and change colour. One operation is one meeting: four messages.

use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use super::{Cost, Wrong, check, receive};
use crate::runtime::{Behaviour, Runtime, Scope};

/// How many creatures there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chameneos {
    /// At least two.
    pub creatures: usize,
}

impl Chameneos {
    /// Lets them meet `meetings` times.
    pub fn run<R: Runtime>(self, runtime: &R, threads: usize, meetings: u64) -> Result<Cost, Wrong> {
        let (done, outcome) = channel();
        let broker =
            Broker { left: meetings, creatures: Vec::new(), waiting: None, reports: Vec::new(), begun: None, done };
        let broker = runtime.spawn(0, broker);
        let creatures = (0..self.creatures)
            .map(|number| {
                let me = Visitor { number: number as u32, colour: Colour::ALL[number % 3] };
                let creature = Creature { me, broker: broker.clone(), meetings: 0, changes: 0 };
                runtime.spawn(number * threads / self.creatures, creature)
            })
            .collect();
        runtime.send(&broker, ToBroker::Start(creatures));
        let (elapsed, reports) = receive(&outcome)?;
        check("meetings of all creatures", &reports.iter().map(|report| report.meetings).sum(), &(2 * meetings))?;
        // Of two that meet, both change or neither does.
        check("odd number of changes", &(reports.iter().map(|report| report.changes).sum::<u64>() % 2), &0)?;
        let mut numbers: Vec<_> = reports.iter().map(|report| report.number).collect();
        numbers.sort_unstable();
        check("creatures", &numbers, &(0..self.creatures as u32).collect())?;
        Ok(Cost::of_time(elapsed, meetings))
    }
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
}

#[derive(Clone, Copy)]
struct Visitor {
    number: u32,
    colour: Colour,
}

struct Report {
    number: u32,
    meetings: u64,
    changes: u64,
}

enum ToCreature {
    Start,
    Meet(Visitor),
    TurnAway,
}

struct Creature<R: Runtime> {
    me: Visitor,
    broker: R::Address<Broker<R>>,
    meetings: u64,
    changes: u64,
}

impl<R: Runtime> Behaviour<R> for Creature<R> {
    type Message = ToCreature;

    #[inline]
    fn handle(&mut self, message: ToCreature, scope: &mut R::Scope<'_, Self>) {
        match message {
            ToCreature::Start => {}
            ToCreature::Meet(other) => {
                let colour = self.me.colour.complement(other.colour);
                self.meetings += 1;
                self.changes += u64::from(colour != self.me.colour);
                self.me.colour = colour;
            }
            ToCreature::TurnAway => {
                let report = Report { number: self.me.number, meetings: self.meetings, changes: self.changes };
                return scope.send::<Broker<R>>(&self.broker, ToBroker::Report(Box::new(report)));
            }
        }
        scope.send::<Broker<R>>(&self.broker, ToBroker::Request(self.me));
    }
}

enum ToBroker<R: Runtime> {
    Start(Vec<R::Address<Creature<R>>>),
    Request(Visitor),
    /// In a box, so that a request is a small message.
    Report(Box<Report>),
}

struct Broker<R: Runtime> {
    left: u64,
    creatures: Vec<R::Address<Creature<R>>>,
    waiting: Option<Visitor>,
    reports: Vec<Report>,
    begun: Option<Instant>,
    done: Sender<(Duration, Vec<Report>)>,
}

impl<R: Runtime> Broker<R> {
    fn answer(&self, visitor: Visitor, message: ToCreature, scope: &mut R::Scope<'_, Self>) {
        scope.send::<Creature<R>>(&self.creatures[visitor.number as usize], message);
    }
}

impl<R: Runtime> Behaviour<R> for Broker<R> {
    type Message = ToBroker<R>;

    #[inline]
    fn handle(&mut self, message: ToBroker<R>, scope: &mut R::Scope<'_, Self>) {
        match message {
            ToBroker::Request(visitor) if self.left == 0 => self.answer(visitor, ToCreature::TurnAway, scope),
            ToBroker::Request(visitor) => match self.waiting.take() {
                None => self.waiting = Some(visitor),
                Some(first) => {
                    self.left -= 1;
                    self.answer(first, ToCreature::Meet(visitor), scope);
                    self.answer(visitor, ToCreature::Meet(first), scope);
                }
            },
            ToBroker::Start(creatures) => {
                self.creatures = creatures;
                self.begun = Some(Instant::now());
                for creature in &self.creatures {
                    scope.send::<Creature<R>>(creature, ToCreature::Start);
                }
            }
            ToBroker::Report(report) => {
                self.reports.push(*report);
                if self.reports.len() == self.creatures.len() {
                    let elapsed = self.begun.expect("it has started").elapsed();
                    let _ = self.done.send((elapsed, std::mem::take(&mut self.reports)));
                }
            }
        }
    }
}
