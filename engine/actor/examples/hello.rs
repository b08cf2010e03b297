//! A first actor: what it is, how it is spawned, what it can do, how it ends.
//!
//!     cargo run --example hello

use std::time::Duration;

use agon_actor::{Actor, Address, BuildError, Context, System};

/// An actor is a value. Its fields are its state, and only it can touch them: no locks.
struct Greeter {
    greeted: u32,
    /// It knows another actor by its address, and by what that one understands; not by its type.
    journal: Address<String>,
}

/// What a greeter understands. Messages are moved into the mailbox: the sender gives up ownership.
enum ToGreeter {
    Greet(String),
    GoHome,
}

impl Actor for Greeter {
    type Message = ToGreeter;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.journal, "the greeter is here".to_owned());
    }

    fn handle(&mut self, message: ToGreeter, ctx: &mut Context<'_, Self>) {
        match message {
            ToGreeter::Greet(name) => {
                self.greeted += 1;
                ctx.send(&self.journal, format!("hello, {name}"));
            }
            // It stops after this handler. Messages behind this one are counted as dead letters.
            ToGreeter::GoHome => ctx.stop(),
        }
    }

    fn stopped(&mut self, ctx: &mut Context<'_, Self>) {
        ctx.send(&self.journal, format!("the greeter leaves; it has greeted {}", self.greeted));
    }
}

/// Writes down the messages that it gets.
struct Journal;

impl Actor for Journal {
    type Message = String;

    fn handle(&mut self, line: String, _: &mut Context<'_, Self>) {
        println!("{line}");
    }
}

fn main() -> Result<(), BuildError> {
    let system = System::builder().threads(2).build()?;

    let journal = system.spawn(Journal);
    let greeter = system.spawn(Greeter { greeted: 0, journal });

    // Sending never blocks. Messages from here to the greeter arrive in this order.
    for name in ["Carl", "Gul", "Irene"] {
        greeter.send(ToGreeter::Greet(name.to_owned()));
    }
    greeter.send(ToGreeter::GoHome);
    greeter.wait(Duration::from_secs(5)).expect("the greeter goes home");

    // The journal is still there. A shutdown lets it finish, and reports what was left undone.
    let report = system.shutdown(Duration::from_secs(5));
    println!("{report}");
    println!("{:?}", report.counters());
    Ok(())
}
