//! A supervised key-value store: a question with its answer, entries that expire, a failure, and a graceful stop.
//! `docs/coming-from.md` of the repository has the same program for actix, Akka and Erlang.
//!
//!     cargo run --example store

use std::collections::HashMap;
use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, ChildSpec, Context, Reply, Strategy, Supervisor, System};

const PATIENCE: Duration = Duration::from_secs(5);
const HOUR: Duration = Duration::from_secs(3600);

#[derive(Default)]
struct Store {
    entries: HashMap<String, Entry>,
}

struct Entry {
    value: String,
    until: Instant,
}

enum ToStore {
    Put { key: String, value: String, keep: Duration },
    Get { key: String, reply: Reply<Option<String>> },
    Expire { key: String, until: Instant },
}

impl Actor for Store {
    type Message = ToStore;

    fn handle(&mut self, message: ToStore, ctx: &mut Context<'_, Self>) {
        match message {
            ToStore::Put { key, value, keep } => {
                assert!(!key.is_empty(), "an empty key"); // the supervisor restarts the store
                let until = Instant::now() + keep;
                ctx.send_after(keep, &ctx.address(), ToStore::Expire { key: key.clone(), until });
                self.entries.insert(key, Entry { value, until });
            }
            ToStore::Get { key, reply } => reply.send(self.entries.get(&key).map(|entry| entry.value.clone())),
            ToStore::Expire { key, until } => {
                // An entry that was put again meanwhile has a timer of its own.
                if self.entries.get(&key).is_some_and(|entry| entry.until == until) {
                    self.entries.remove(&key);
                }
            }
        }
    }

    /// Called when everything in the mailbox has been handled.
    fn stopped(&mut self, _: &mut Context<'_, Self>) {
        println!("stopped, entries: {}", self.entries.len());
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let system = System::builder().threads(2).build()?;
    let supervisor = system.spawn(
        Supervisor::new(Strategy::OneForOne)
            .intensity(3, Duration::from_secs(5))
            .child(ChildSpec::new("store", Store::default)),
    );
    let store = supervisor.child::<ToStore>("store", PATIENCE)??;
    let put = |key: &str, value: &str, keep| {
        store.send(ToStore::Put { key: key.to_owned(), value: value.to_owned(), keep });
    };
    let get = |key: &str| store.ask(PATIENCE, |reply| ToStore::Get { key: key.to_owned(), reply });

    put("coffee", "black", HOUR);
    assert_eq!(get("coffee")?.as_deref(), Some("black"));

    put("tea", "green", Duration::from_millis(20));
    while get("tea")?.is_some() {
        thread::sleep(Duration::from_millis(1));
    }

    // The store panics and is restarted. Its address holds, and the question waits in the mailbox meanwhile.
    put("", "nothing", HOUR);
    assert_eq!(get("coffee")?, None);

    put("coffee", "white", HOUR);
    assert_eq!(get("coffee")?.as_deref(), Some("white"));

    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_store_of_the_guide_works() {
        super::main().unwrap();
    }
}
