//! Who restarts what has failed: supervisors, strategies, intensity, back-off.
//!
//!     cargo run --example supervision

use std::error::Error;
use std::thread;
use std::time::Duration;

use agon_actor::{Actor, ChildRef, ChildSpec, Context, Reply, Strategy, Supervisor, System};

const PATIENCE: Duration = Duration::from_secs(5);

/// Keeps the notes that it gets. An empty note makes it panic.
#[derive(Default)]
struct Notebook {
    notes: Vec<String>,
}

enum ToNotebook {
    Write(String),
    HowMany(Reply<usize>),
}

impl Actor for Notebook {
    type Message = ToNotebook;

    fn handle(&mut self, message: ToNotebook, _: &mut Context<'_, Self>) {
        match message {
            ToNotebook::Write(note) => {
                assert!(!note.is_empty(), "an empty note");
                self.notes.push(note);
            }
            ToNotebook::HowMany(reply) => reply.send(self.notes.len()),
        }
    }
}

fn notebook() -> ChildSpec<Notebook> {
    ChildSpec::new("notebook", Notebook::default)
}

fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> T {
    loop {
        match look() {
            Some(found) => return found,
            None => thread::sleep(Duration::from_millis(1)),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let system = System::builder().build()?;

    // A supervisor is an actor that starts others and restarts those that panic: at most three times a second, and
    // after a moment that doubles each time. A child does not know that it has one.
    let office = system.spawn(
        Supervisor::new(Strategy::OneForOne)
            .intensity(3, Duration::from_secs(1))
            .back_off(Duration::from_millis(1), Duration::from_millis(20))
            .child(notebook()),
    );
    let notes = office.child::<ToNotebook>("notebook", PATIENCE)??;
    for note in ["one", "two", "", "four"] {
        notes.send(ToNotebook::Write(note.to_owned()));
    }
    // The empty note took the first two along. The address still holds, and nothing behind it was lost.
    println!("{} note left", notes.ask(PATIENCE, ToNotebook::HowMany)?);

    // Supervisors supervise supervisors. What fails too often for one is a failure to the next, which restarts with all
    // that hangs on it. The notebook then has another address: a client that must reach it after a restart keeps a reference.
    let on_shelf = ChildRef::new();
    let reference = on_shelf.clone();
    let shelf = move || {
        Supervisor::new(Strategy::OneForAll).intensity(0, Duration::from_secs(1)).child(notebook().with_ref(&reference))
    };
    system.spawn(Supervisor::new(Strategy::RestForOne).child(ChildSpec::new("shelf", shelf)));
    let before = wait_for(|| on_shelf.get());
    before.send(ToNotebook::Write(String::new()));
    let after = wait_for(|| on_shelf.get().filter(|now| *now != before));
    println!("{} notes in the new notebook", after.ask(PATIENCE, ToNotebook::HowMany)?);

    println!("{}", system.shutdown(PATIENCE));
    Ok(())
}
