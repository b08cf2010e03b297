//! Goals: what is wanted, and not who does it. Two dictionaries offer to translate; a writer has words translated without knowing
//! either of them.
//!
//!     cargo run --example goals

use std::error::Error;
use std::time::Duration;

use agon_actor::{Actor, Binding, Called, Context, Goal, GoalError, Offer, Reply, SpawnOptions, System};

/// A goal is a name and two types: given a word, another, if there is one.
static TRANSLATE: Goal<&'static str, Option<&'static str>> = Goal::new("translate");

struct Dictionary {
    entries: [(&'static str, &'static str); 2],
    looked_up: u32,
}

impl Actor for Dictionary {
    /// Receives the number of words that were looked up.
    type Message = Reply<u32>;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        // `Direct`: who wants this and is on the same worker may have it called on the spot. Nothing else changes: the function has
        // the actor's state for itself, and its panic would be this actor's.
        let offered = ctx.offer(&TRANSLATE, Offer::Direct, |dictionary: &mut Self, word, _ctx| {
            dictionary.looked_up += 1;
            dictionary.entries.iter().find(|entry| entry.0 == word).map(|entry| entry.1)
        });
        if let Err(error) = offered {
            panic!("{error}"); // the name is in use for something else
        }
    }

    fn handle(&mut self, looked_up: Reply<u32>, _: &mut Context<'_, Self>) {
        looked_up.send(self.looked_up);
    }
}

struct Writer {
    /// Who can translate: looked up once.
    translate: Option<Binding<&'static str, Option<&'static str>>>,
    reader: Option<Reply<String>>,
}

enum ToWriter {
    Write(&'static str, Reply<String>),
    Translated(Result<Option<&'static str>, GoalError>),
}

impl Actor for Writer {
    type Message = ToWriter;

    fn handle(&mut self, message: ToWriter, ctx: &mut Context<'_, Self>) {
        match message {
            ToWriter::Write(word, reader) => {
                let Some(translate) = &mut self.translate else {
                    self.translate = ctx.bind(&TRANSLATE).ok();
                    let me = ctx.address();
                    return ctx.send(&me, ToWriter::Write(word, reader));
                };
                match ctx.call(translate, word, ToWriter::Translated) {
                    Called::Done(found) => reader.send(format!("{word} is {found:?}, found at once")),
                    // No provider nearby was free: one has been sent a message, and answers by one.
                    Called::Asked => self.reader = Some(reader),
                    Called::Failed(error) => reader.send(format!("{word}: {error}")),
                }
            }
            ToWriter::Translated(found) => {
                if let Some(reader) = self.reader.take() {
                    reader.send(match found {
                        Ok(found) => format!("the word is {found:?}, found by message"),
                        Err(error) => error.to_string(),
                    });
                }
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let limit = Duration::from_secs(5);
    let system = System::builder().threads(2).build()?;
    let dictionary = system.spawn_with(
        Dictionary { entries: [("Baum", "tree"), ("Haus", "house")], looked_up: 0 },
        SpawnOptions::new().on_worker(0),
    );
    dictionary.ask(limit, |reply| reply)?; // it has started, and so made its offer

    // Two writers, of which one is on the dictionary's worker, and the other not. Neither need know.
    for worker in [0, 1] {
        let writer = Writer { translate: None, reader: None };
        let writer = system.spawn_with(writer, SpawnOptions::new().on_worker(worker));
        for word in ["Haus", "Zaun"] {
            println!("{}", writer.ask(limit, |reply| ToWriter::Write(word, reply))?);
        }
    }
    println!("words looked up: {}", dictionary.ask(limit, |reply| reply)?);

    // When no actor offers the goal any more, the caller gets this error.
    dictionary.stop();
    dictionary.wait(limit)?;
    println!("{:?}", system.achieve(&TRANSLATE, limit, "Baum"));
    println!("{}", system.shutdown(limit));
    Ok(())
}
