//! The store of `docs/coming-from.md` for actix.
//!
//!     cargo run --example store_actix

use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

use actix::clock::sleep;
use actix::{
    Actor, ActorContext, AsyncContext, Context, Handler, Message, SpawnHandle, Supervised, Supervisor, System,
};
use tokio::sync::oneshot;

const PATIENCE: Duration = Duration::from_secs(5);
const HOUR: Duration = Duration::from_secs(3600);

#[derive(Default)]
struct Store {
    entries: HashMap<String, Entry>,
    done: Option<oneshot::Sender<()>>,
}

struct Entry {
    value: String,
    expiry: SpawnHandle,
}

struct Put {
    key: String,
    value: String,
    keep: Duration,
}

impl Message for Put {
    type Result = ();
}

struct Get {
    key: String,
}

impl Message for Get {
    type Result = Option<String>;
}

struct Expire {
    key: String,
}

impl Message for Expire {
    type Result = ();
}

struct Stop {
    done: oneshot::Sender<()>,
}

impl Message for Stop {
    type Result = ();
}

impl Actor for Store {
    type Context = Context<Self>;

    fn stopped(&mut self, _: &mut Context<Self>) {
        if let Some(done) = self.done.take() {
            println!("stopped, entries: {}", self.entries.len());
            let _ = done.send(());
        }
    }
}

impl Supervised for Store {
    /// The same value goes on; its timers are gone.
    fn restarting(&mut self, _: &mut Context<Self>) {
        self.entries.clear();
    }
}

impl Handler<Put> for Store {
    type Result = ();

    fn handle(&mut self, Put { key, value, keep }: Put, ctx: &mut Context<Self>) {
        if key.is_empty() {
            return ctx.stop(); // the supervisor restarts the store; a panic would end it
        }
        let expiry = ctx.notify_later(Expire { key: key.clone() }, keep);
        if let Some(before) = self.entries.insert(key, Entry { value, expiry }) {
            ctx.cancel_future(before.expiry);
        }
    }
}

impl Handler<Get> for Store {
    type Result = Option<String>;

    fn handle(&mut self, Get { key }: Get, _: &mut Context<Self>) -> Option<String> {
        self.entries.get(&key).map(|entry| entry.value.clone())
    }
}

impl Handler<Expire> for Store {
    type Result = ();

    fn handle(&mut self, Expire { key }: Expire, _: &mut Context<Self>) {
        self.entries.remove(&key);
    }
}

impl Handler<Stop> for Store {
    type Result = ();

    fn handle(&mut self, Stop { done }: Stop, ctx: &mut Context<Self>) {
        self.done = Some(done);
        ctx.stop(); // it is not restarted, since its address is gone
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let store = Supervisor::start(|_| Store::default());
    let put = |key: &str, value: &str, keep| {
        store.do_send(Put { key: key.to_owned(), value: value.to_owned(), keep });
    };
    let get = |key: &str| store.send(Get { key: key.to_owned() }).timeout(PATIENCE);

    put("coffee", "black", HOUR);
    assert_eq!(get("coffee").await?.as_deref(), Some("black"));

    put("tea", "green", Duration::from_millis(20));
    while get("tea").await?.is_some() {
        sleep(Duration::from_millis(1)).await;
    }

    // The store stops and is restarted; the question waits in the mailbox meanwhile.
    put("", "nothing", HOUR);
    assert_eq!(get("coffee").await?, None);

    put("coffee", "white", HOUR);
    assert_eq!(get("coffee").await?.as_deref(), Some("white"));

    let (done, ended) = oneshot::channel();
    store.do_send(Stop { done });
    drop(store);
    ended.await?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    System::new().block_on(run())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_store_of_the_guide_works() {
        super::main().unwrap();
    }
}
