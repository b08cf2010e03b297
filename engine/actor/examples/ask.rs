//! Questions and answers: from a thread outside, which may wait, and between actors, which must not.
//!
//!     cargo run --example ask

use std::error::Error;
use std::time::Duration;

use agon_actor::{Actor, Address, AskError, Context, OnPanic, Reply, SpawnOptions, System};

/// Knows prices. A question carries a `Reply`: the right to answer it, once.
struct Prices;

enum ToPrices {
    Price { of: &'static str, reply: Reply<u32> },
}

impl Actor for Prices {
    type Message = ToPrices;

    fn handle(&mut self, message: ToPrices, _: &mut Context<'_, Self>) {
        let ToPrices::Price { of, reply } = message;
        match of {
            "tea" => reply.send(3),
            "coffee" => reply.send(4),
            "lobster" => panic!("we do not sell that"),
            // A reply that is dropped notifies the asker that there is no answer.
            _ => drop(reply),
        }
    }
}

/// Adds up an order. While it waits for prices it can handle other messages.
struct Waiter {
    prices: Address<ToPrices>,
    sum: u32,
    waiting_for: usize,
    customer: Option<Reply<u32>>,
}

enum ToWaiter {
    Order { items: Vec<&'static str>, reply: Reply<u32> },
    Priced(Result<u32, AskError>),
}

impl Actor for Waiter {
    type Message = ToWaiter;

    fn handle(&mut self, message: ToWaiter, ctx: &mut Context<'_, Self>) {
        match message {
            ToWaiter::Order { items, reply } => {
                self.customer = Some(reply);
                self.waiting_for = items.len();
                for of in items {
                    // The answer comes back as a message of our own: `Priced`, with the answer or the reason for none.
                    let question = |reply| ToPrices::Price { of, reply };
                    ctx.ask(&self.prices, Duration::from_secs(1), question, ToWaiter::Priced);
                }
            }
            ToWaiter::Priced(price) => {
                self.sum += price.unwrap_or(0);
                self.waiting_for -= 1;
                if self.waiting_for == 0
                    && let Some(customer) = self.customer.take()
                {
                    customer.send(self.sum);
                }
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let system = System::builder().threads(2).build()?;
    // A panic would stop the actor. This one is created again instead, and goes on with the next message.
    let options = SpawnOptions::new().on_panic(OnPanic::restart(|| Prices));
    let prices = system.spawn_with(Prices, options);
    let waiter = system.spawn(Waiter { prices, sum: 0, waiting_for: 0, customer: None });

    // A thread outside may block on the answer, for so long.
    let limit = Duration::from_secs(5);
    let price = |of| prices.ask(limit, |reply| ToPrices::Price { of, reply });
    println!("tea: {:?}", price("tea"));
    println!("gravel: {:?}", price("gravel"));
    println!("lobster: {:?} (and a panic, on standard error)", price("lobster"));
    println!("coffee: {:?}", price("coffee"));

    let items = vec!["tea", "gravel", "coffee"];
    println!("in all: {:?}", waiter.ask(limit, |reply| ToWaiter::Order { items, reply }));
    println!("{}", system.shutdown(limit));
    Ok(())
}
