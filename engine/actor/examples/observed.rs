//! A system to look at while it runs: `cargo run --release --example observed [SECONDS]`, and `agon top` in another terminal.
//!
//! Clerks pass forms to each other. One of them is slow, so forms wait in front of it; now and then a client asks the
//! archivist, who searches for long and is put on a thread of its own for that.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Context, SpawnOptions, System};

/// Whom to hand the form on to afterwards, the last first.
struct Form(Vec<Address<Form>>);

/// Takes some time over a form, and hands it on.
struct Clerk {
    pace: Duration,
}

impl Actor for Clerk {
    type Message = Form;

    fn handle(&mut self, Form(mut way): Form, ctx: &mut Context<'_, Self>) {
        let begin = Instant::now();
        while begin.elapsed() < self.pace {
            std::hint::spin_loop();
        }
        if let Some(next) = way.pop() {
            ctx.send(&next, Form(way));
        }
    }
}

/// Searches for a third of a second without delaying other actors.
struct Archivist;

impl Actor for Archivist {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
        thread::sleep(Duration::from_millis(300));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let seconds = std::env::args().nth(1).map_or(Ok(60), |text| text.parse())?;
    let system = System::builder().threads(2).observe(true).name("office").build()?;
    if let Some(socket) = system.socket() {
        println!("{}", socket.display());
    }

    let clerk = |name: &str, micros| {
        let clerk = Clerk { pace: Duration::from_micros(micros) };
        system.spawn_with(clerk, SpawnOptions::new().name(name))
    };
    let (porter, typist, notary) = (clerk("porter", 5), clerk("typist", 20), clerk("notary", 200));
    let archivist = system.spawn_with(Archivist, SpawnOptions::new().name("archivist"));

    let end = Instant::now() + Duration::from_secs(seconds);
    for round in 0_u64.. {
        if Instant::now() > end {
            break;
        }
        (0..10).for_each(|_| porter.send(Form(vec![notary, typist])));
        if round % 250 == 0 {
            archivist.send(());
        }
        thread::sleep(Duration::from_millis(4));
    }
    println!("{}", system.shutdown(Duration::from_secs(5)));
    Ok(())
}
