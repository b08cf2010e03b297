//! Messages that come at the wrong time, or to the wrong actor: stashing and forwarding.
//!
//!     cargo run --example stash

use std::error::Error;
use std::time::Duration;

use agon_actor::{Actor, Address, Context, Reply, System};

/// A door that opens at some time. Guests who come earlier wait, and are not turned away.
struct Door {
    open: bool,
    /// Another actor receives the guests of honour.
    host: Address<Guest>,
}

/// A guest waits for a word; the holder of the `Reply` can send it.
struct Guest {
    name: &'static str,
    of_honour: bool,
    word: Reply<String>,
}

enum ToDoor {
    Enter(Guest),
    Open,
}

impl Actor for Door {
    type Message = ToDoor;

    fn handle(&mut self, message: ToDoor, ctx: &mut Context<'_, Self>) {
        match message {
            // Put aside, for when we can do something with it.
            ToDoor::Enter(_) if !self.open => ctx.stash(message),
            // Passed on. The reply goes along, so the answer takes no detour.
            ToDoor::Enter(guest) if guest.of_honour => ctx.forward(&self.host, guest),
            ToDoor::Enter(guest) => guest.word.send(format!("come in, {}", guest.name)),
            ToDoor::Open => {
                self.open = true;
                // Those who have waited come first, in the order in which they came; then those who have come since.
                ctx.unstash_all();
            }
        }
    }
}

struct Host;

impl Actor for Host {
    type Message = Guest;

    fn handle(&mut self, guest: Guest, _: &mut Context<'_, Self>) {
        guest.word.send(format!("welcome, {}, from the host in person", guest.name));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let system = System::builder().threads(2).build()?;
    let host = system.spawn(Host);
    let door = system.spawn(Door { open: false, host });

    // The door opens in a moment, by a thread that is not this one.
    let opener = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        door.send(ToDoor::Open);
    });
    for (name, of_honour) in [("Carl", false), ("Irene", true), ("Gul", false)] {
        let word = door.ask(Duration::from_secs(5), |word| ToDoor::Enter(Guest { name, of_honour, word }))?;
        println!("{word}");
    }
    opener.join().expect("the opener does not panic");
    println!("{}", system.shutdown(Duration::from_secs(5)));
    Ok(())
}
