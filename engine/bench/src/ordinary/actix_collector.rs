//! The actor that adds up what others send it, as written for actix: the same in every line that has one.

use super::answers::Tally;

/// A number on its way.
#[derive(Debug)]
pub struct ActixNumber(pub u64);

impl actix::Message for ActixNumber {
    type Result = ();
}

/// Adds up what it is sent.
#[derive(Debug)]
pub struct ActixCollector(pub Tally);

impl actix::Actor for ActixCollector {
    type Context = actix::Context<Self>;
}

impl actix::Handler<ActixNumber> for ActixCollector {
    type Result = ();

    fn handle(&mut self, ActixNumber(number): ActixNumber, _: &mut actix::Context<Self>) {
        self.0.add(number);
    }
}
