//! How actors end, which actors are notified, and which end with them: monitors and links.
//!
//!     cargo run --example lifecycle

use std::error::Error;
use std::time::Duration;

use agon_actor::{Actor, Address, Context, ExitReason, Reply, System, Terminated};

/// Divides, and panics over zeros.
struct Divider;

impl Actor for Divider {
    type Message = (u32, u32, Reply<u32>);

    fn handle(&mut self, (a, b, reply): (u32, u32, Reply<u32>), _: &mut Context<'_, Self>) {
        reply.send(a / b);
    }

    /// Called after the last message of an actor that stops; not of one that panics or is killed.
    fn stopped(&mut self, _: &mut Context<'_, Self>) {
        println!("a divider has stopped in peace");
    }
}

/// Keeps a divider at hand. When one ends, for whatever reason, it hires the next.
struct Office {
    divider: Option<Address<(u32, u32, Reply<u32>)>>,
    hired: u32,
}

enum ToOffice {
    Divide(u32, u32, Reply<u32>),
    Ended(Terminated),
    HowManyHired(Reply<u32>),
}

impl Office {
    fn hire(&mut self, ctx: &mut Context<'_, Self>) {
        let divider = ctx.spawn(Divider);
        // One notice, when it ends; at once, if it has ended. It comes behind everything the divider has sent us.
        ctx.monitor(&divider, ToOffice::Ended);
        self.divider = Some(divider);
        self.hired += 1;
    }
}

impl Actor for Office {
    type Message = ToOffice;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.hire(ctx);
    }

    fn handle(&mut self, message: ToOffice, ctx: &mut Context<'_, Self>) {
        match message {
            ToOffice::Divide(a, b, reply) => {
                let Some(divider) = self.divider else { return };
                ctx.send(&divider, (a, b, reply));
            }
            ToOffice::Ended(divider) => {
                println!("a divider has ended: it {}", divider.reason());
                self.hire(ctx);
            }
            ToOffice::HowManyHired(reply) => reply.send(self.hired),
        }
    }
}

/// One half of something that is of no use without the other.
struct Half;

impl Actor for Half {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

/// The other half: it ties its fate to the first.
struct OtherHalf(Address<()>);

impl Actor for OtherHalf {
    type Message = ();

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        // If one of the two ends otherwise than normally, so does the other.
        ctx.link(&self.0);
    }

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let limit = Duration::from_secs(5);
    let system = System::builder().threads(2).build()?;

    let office = system.spawn(Office { divider: None, hired: 0 });
    println!("7 / 2 = {:?}", office.ask(limit, |reply| ToOffice::Divide(7, 2, reply)));
    println!("7 / 0 = {:?}", office.ask(limit, |reply| ToOffice::Divide(7, 0, reply)));
    while office.ask(limit, ToOffice::HowManyHired)? < 2 {}
    println!("8 / 2 = {:?}", office.ask(limit, |reply| ToOffice::Divide(8, 2, reply)));

    let half = system.spawn(Half);
    let other = system.spawn(OtherHalf(half));
    half.kill();
    // A thread outside waits for an end in this way.
    assert_eq!(half.wait(limit)?, ExitReason::Killed);
    println!("one half was killed; the other {}", other.wait(limit)?);

    println!("{}", system.shutdown(limit));
    Ok(())
}
