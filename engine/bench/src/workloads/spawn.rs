//! An actor spawns others, keeps their addresses, and gets a message from each that it has started. One operation is one actor.

use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use super::{Cost, Wrong, check, receive};
use crate::runtime::{Behaviour, Runtime, Scope};

/// Spawns `count` actors.
pub fn run<R: Runtime>(runtime: &R, count: u64) -> Result<Cost, Wrong> {
    let (done, outcome) = channel();
    let parent = runtime.spawn(0, Parent { children: Vec::new(), count, born: 0, sum: 0, begun: None, done });
    runtime.send(&parent, ToParent::Start(parent.clone()));
    let (elapsed, sum) = receive(&outcome)?;
    check("sum of the numbers of those born", &sum, &(count * (count - 1) / 2))?;
    Ok(Cost::of_time(elapsed, count))
}

enum ToParent<R: Runtime> {
    Start(R::Address<Parent<R>>),
    Born(u64),
}

struct Parent<R: Runtime> {
    /// As long as it is kept, no runtime ends the actor.
    children: Vec<R::Address<Child<R>>>,
    count: u64,
    born: u64,
    sum: u64,
    begun: Option<Instant>,
    done: Sender<(Duration, u64)>,
}

impl<R: Runtime> Behaviour<R> for Parent<R> {
    type Message = ToParent<R>;

    fn handle(&mut self, message: ToParent<R>, scope: &mut R::Scope<'_, Self>) {
        match message {
            ToParent::Start(me) => {
                self.begun = Some(Instant::now());
                self.children.reserve_exact(self.count as usize);
                for number in 0..self.count {
                    let child = scope.spawn(Child { number, parent: me.clone() });
                    self.children.push(child);
                }
            }
            ToParent::Born(number) => {
                self.born += 1;
                self.sum += number;
                if self.born == self.count {
                    let elapsed = self.begun.expect("it has started").elapsed();
                    let _ = self.done.send((elapsed, self.sum));
                }
            }
        }
    }
}

struct Child<R: Runtime> {
    number: u64,
    parent: R::Address<Parent<R>>,
}

impl<R: Runtime> Behaviour<R> for Child<R> {
    type Message = ();

    fn started(&mut self, scope: &mut R::Scope<'_, Self>) {
        scope.send::<Parent<R>>(&self.parent, ToParent::Born(self.number));
    }

    fn handle(&mut self, (): (), _: &mut R::Scope<'_, Self>) {}
}
