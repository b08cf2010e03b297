//! service-rounds: a client asks a coordinator, which has a datum retrieved and printed before it answers.

mod messages;
mod primitive;

use agon_actor::System;
use agon_platform::rounds::Rounds;
use agon_platform::{Arguments, Failure, Proof, Witness, Work};

#[derive(Clone, Copy)]
enum Variant {
    Messages,
    Primitive,
}

pub fn prepare(arguments: &mut Arguments) -> Result<Work<System>, Failure> {
    let variants = [("messages", Variant::Messages), ("primitive", Variant::Primitive)];
    let rounds = Rounds::take(arguments, &variants)?;
    Ok(if rounds.witness { work::<Witness>(rounds) } else { work::<()>(rounds) })
}

fn work<P: Proof>(rounds: Rounds<Variant>) -> Work<System> {
    let run = match rounds.variant {
        Variant::Messages => messages::run::<P>,
        Variant::Primitive => primitive::run::<P>,
    };
    Box::new(move |system, _| run(rounds.answers(), rounds.printer()?, system))
}
