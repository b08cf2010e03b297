//! Two nodes in two terminals:
//!
//! ```text
//! cargo run --example two_terminals bank market tcp/127.0.0.1:7500
//! cargo run --example two_terminals customer market tcp/127.0.0.1:7500
//! ```

use std::error::Error;
use std::time::Duration;

use agon_actor::{Actor, Context, System};
use agon_link::{Node, Outcome, RemoteAddress, RemoteReply};
use serde::{Deserialize, Serialize};

/// Keeps money.
struct Account(u64);

#[derive(Serialize, Deserialize)]
pub enum ToAccount {
    Deposit(u64),
    Balance(RemoteReply<u64>),
}

impl Actor for Account {
    type Message = ToAccount;

    fn handle(&mut self, message: ToAccount, _: &mut Context<'_, Self>) {
        match message {
            ToAccount::Deposit(amount) => self.0 += amount,
            ToAccount::Balance(reply) => reply.send(self.0),
        }
    }
}

/// Counts.
struct Counter(u64);

impl Actor for Counter {
    type Message = u64;

    fn handle(&mut self, step: u64, _: &mut Context<'_, Self>) {
        self.0 += step;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

pub fn run(arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    match *arguments {
        ["bank", cluster, endpoint] => bank(cluster, endpoint),
        ["customer", cluster, endpoint] => customer(cluster, endpoint),
        _ => Err("two_terminals bank|customer CLUSTER ENDPOINT".into()),
    }
}

fn bank(cluster: &str, endpoint: &str) -> Result<(), Box<dyn Error>> {
    let system = System::builder().threads(1).build()?;
    let node = Node::builder("bank").cluster(cluster).listen(endpoint).join()?;
    node.register("account", system.spawn(Account(0)))?;
    node.register("counter", system.spawn(Counter(0)))?;
    println!("listening at {}", node.endpoints().join(" "));
    loop {
        std::thread::park(); // until the process is ended
    }
}

fn customer(cluster: &str, endpoint: &str) -> Result<(), Box<dyn Error>> {
    let within = Duration::from_secs(10);
    let node = Node::builder("customer").cluster(cluster).connect(endpoint).join()?;
    let account: RemoteAddress<ToAccount> = node.find_within(within, "account")?.ok_or("no node keeps an account")?;
    let mut receipts = Vec::new();
    for _ in 0..1000 {
        // Waits while too many are on their way.
        receipts.push(account.send_confirmed_within(within, ToAccount::Deposit(1))?);
    }
    let handled = receipts.iter().filter(|receipt| receipt.wait(within) == Some(Outcome::Handled)).count();
    println!("1000 deposits: {handled} handled");
    println!("the balance is {}", account.ask(within, ToAccount::Balance)?);
    Ok(())
}
