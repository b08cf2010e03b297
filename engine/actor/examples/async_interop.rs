//! Actors and futures: tasks of an async runtime ask actors, actors wait for futures, and a mailbox that is full holds both back.
//!
//!     cargo run --example async_interop

use std::error::Error;
use std::time::Duration;

use agon_actor::{Actor, Address, Bound, Context, Overflow, Reply, SpawnOptions, System};

/// Takes its time over each order.
struct Kitchen;

enum ToKitchen {
    Cook(&'static str, Reply<String>),
}

impl Actor for Kitchen {
    type Message = ToKitchen;

    fn handle(&mut self, message: ToKitchen, _: &mut Context<'_, Self>) {
        let ToKitchen::Cook(dish, reply) = message;
        std::thread::sleep(Duration::from_millis(5));
        reply.send(format!("hot {dish}"));
    }
}

/// Takes orders, by futures of three kinds.
struct Waiter {
    kitchen: Address<ToKitchen>,
    executor: tokio::runtime::Handle,
    served: Vec<String>,
}

enum ToWaiter {
    /// Order, and go on meanwhile.
    Order(&'static str),
    /// Order, and do nothing else until it is served.
    OrderForTheQueen(&'static str),
    /// Fetch something from far away, which only the async runtime can do.
    Fetch(&'static str),
    Served(String),
    Bill(Reply<Vec<String>>),
}

/// A future like any other: it needs no particular runtime.
async fn order(kitchen: Address<ToKitchen>, dish: &'static str) -> String {
    let (reply, answer) = Reply::channel();
    // Pending for as long as the kitchen is full.
    match kitchen.send_async(ToKitchen::Cook(dish, reply)).await {
        Ok(()) => answer.await.unwrap_or_else(|error| format!("no {dish}: {error}")),
        Err(error) => format!("no {dish}: {error}"),
    }
}

/// A future that only runs within tokio, since it uses its clock.
async fn fetch(what: &'static str) -> String {
    tokio::time::sleep(Duration::from_millis(10)).await;
    format!("{what} from far away")
}

impl Actor for Waiter {
    type Message = ToWaiter;

    fn handle(&mut self, message: ToWaiter, ctx: &mut Context<'_, Self>) {
        match message {
            ToWaiter::Order(dish) => {
                // The actor system runs this future, and sends us its output.
                ctx.pipe(order(self.kitchen, dish), ToWaiter::Served);
            }
            ToWaiter::OrderForTheQueen(dish) => {
                ctx.await_paused(order(self.kitchen, dish), ToWaiter::Served);
            }
            ToWaiter::Fetch(what) => {
                // A future that needs the other runtime is spawned there, and sends us its output itself.
                let me = ctx.address();
                self.executor.spawn(async move { me.send(ToWaiter::Served(fetch(what).await)) });
            }
            ToWaiter::Served(dish) => self.served.push(dish),
            ToWaiter::Bill(reply) => reply.send(self.served.clone()),
        }
    }
}

/// A task of the async runtime asks an actor.
async fn dine(waiter: Address<ToWaiter>) -> Result<(), Box<dyn Error>> {
    waiter.send(ToWaiter::OrderForTheQueen("soup"));
    for dish in ["fish", "bread", "cake", "tea"] {
        waiter.send(ToWaiter::Order(dish));
    }
    waiter.send(ToWaiter::Fetch("a letter"));
    loop {
        let served = waiter.ask_async(ToWaiter::Bill).await?;
        if served.len() == 6 {
            assert_eq!(served[0], "hot soup", "the others had to wait for it");
            println!("served: {}", served.join(", "));
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build()?;
    let system = System::builder().threads(2).build()?;
    // Two orders may wait in the kitchen; the sender of a third waits until one is taken.
    let kitchen = system.spawn_bounded(Kitchen, SpawnOptions::new(), Bound::new(2, Overflow::Await));
    let waiter = system.spawn(Waiter { kitchen, executor: runtime.handle().clone(), served: Vec::new() });
    runtime.block_on(dine(waiter))?;
    println!("{}", system.shutdown(Duration::from_secs(5)));
    Ok(())
}
