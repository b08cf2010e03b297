//! Two nodes from asynchronous code, on one thread: `cargo run --example awaiting`.
//!
//! Any executor does; this one is tokio's. The time limits are kept by the nodes.

use std::error::Error;
use std::time::Duration;

use agon_actor::{Actor, Context, System};
use agon_link::{Node, NodeEvent, Outcome, RemoteAddress, RemoteReply};
use serde::{Deserialize, Serialize};

const WITHIN: Duration = Duration::from_secs(10);

/// Keeps money.
struct Account(u64);

#[derive(Serialize, Deserialize)]
enum ToAccount {
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

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let system = System::builder().threads(1).build()?;
    let bank = Node::builder("bank").cluster("market").join_async().await?;
    bank.register("account", system.spawn(Account(0)))?;
    let customer = Node::builder("customer").cluster("market").connect(&bank.endpoints()[0]).join_async().await?;

    let account: RemoteAddress<ToAccount> =
        customer.find_async_within(WITHIN, "account").await?.ok_or("no node keeps it")?;
    for amount in 1..=9 {
        // Waits for capacity; the receipt then for the outcome.
        let receipt = account.send_confirmed_async_within(WITHIN, ToAccount::Deposit(amount)).await?;
        assert_eq!(receipt.await, Outcome::Handled);
    }

    let mut events = customer.events();
    let mut end = account.ended();
    let leaving = async {
        println!("the balance is {}", account.ask_async(WITHIN, ToAccount::Balance).await?);
        bank.leave_async().await;
        Ok::<_, Box<dyn Error>>(())
    };
    tokio::pin!(leaving);
    let mut has_left = false;
    loop {
        tokio::select! {
            left = &mut leaving, if !has_left => {
                left?;
                has_left = true;
            }
            Some(NodeEvent::Joined(id)) = events.next() => println!("{id} is there"),
            reason = &mut end => {
                println!("the account {reason}");
                break;
            }
        }
    }
    customer.leave_async().await;
    Ok(())
}
