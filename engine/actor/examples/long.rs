//! Handlers that take long: what they delay (their own actor), and how to take long and delay nothing.
//!
//!     cargo run --release --example long

use std::error::Error;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Context, Reply, System};

/// The slow way on purpose.
fn fib(n: u32) -> u64 {
    if n < 2 { u64::from(n) } else { fib(n - 1) + fib(n - 2) }
}

/// Computes in its handler, for as long as it takes.
///
/// That needs no care: after a millisecond or two the runtime gives the worker, with all its other actors, to another thread.
/// This actor alone handles nothing else meanwhile.
struct InOneGo;

impl Actor for InOneGo {
    type Message = (u32, Reply<u64>);

    fn handle(&mut self, (n, reply): (u32, Reply<u64>), _: &mut Context<'_, Self>) {
        reply.send(fib(n));
    }
}

/// Computes in parts, and gives way after each.
///
/// That is better where many actors compute at once, since others then wait for microseconds, not for a millisecond. And
/// this actor itself goes on handling messages: it can report its progress.
#[derive(Default)]
struct InParts {
    /// The sum of the fib of these is still to be added.
    pending: Vec<u32>,
    sum: u64,
    reply: Option<Reply<u64>>,
}

enum ToInParts {
    Compute(u32, Reply<u64>),
    Continue,
    HowMuchIsLeft(Reply<usize>),
}

impl InParts {
    /// What is computed without a pause: some ten microseconds.
    const PART: u32 = 18;

    fn part(&mut self) {
        while let Some(n) = self.pending.pop() {
            if n <= Self::PART {
                self.sum += fib(n);
                return;
            }
            self.pending.extend([n - 2, n - 1]);
        }
    }
}

impl Actor for InParts {
    type Message = ToInParts;

    fn handle(&mut self, message: ToInParts, ctx: &mut Context<'_, Self>) {
        match message {
            ToInParts::Compute(n, reply) => {
                (self.pending, self.sum, self.reply) = (vec![n], 0, Some(reply));
                ctx.give_way(ToInParts::Continue);
            }
            ToInParts::Continue => {
                self.part();
                if !self.pending.is_empty() {
                    // Comes when everything else that waits at this worker has been handled.
                    ctx.give_way(ToInParts::Continue);
                } else if let Some(reply) = self.reply.take() {
                    reply.send(self.sum);
                }
            }
            ToInParts::HowMuchIsLeft(reply) => reply.send(self.pending.len()),
        }
    }
}

/// Answers at once, if it is let.
struct Quick;

impl Actor for Quick {
    type Message = Reply<()>;

    fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
        reply.send(());
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let limit = Duration::from_secs(60);
    // One worker: so all of them would have to wait for each other.
    let system = System::builder().threads(1).build()?;
    let (one_go, parts, quick) = (system.spawn(InOneGo), system.spawn(InParts::default()), system.spawn(Quick));

    std::thread::scope(|scope| {
        let slow = scope.spawn(|| one_go.ask(limit, |reply| (38, reply)));
        let begin = Instant::now();
        quick.ask(limit, |reply| reply)?;
        println!("while another actor computes in one go, a quick answer took {:?}", begin.elapsed());
        println!("fib(38) = {:?}", slow.join().expect("no panic"));

        let slow = scope.spawn(|| parts.ask(limit, |reply| ToInParts::Compute(38, reply)));
        // Until it has begun.
        while parts.ask(limit, ToInParts::HowMuchIsLeft)? == 0 {}
        let begin = Instant::now();
        quick.ask(limit, |reply| reply)?;
        println!("while another actor yields it took {:?}", begin.elapsed());
        println!("that one can be asked, too: {:?} numbers are left", parts.ask(limit, ToInParts::HowMuchIsLeft));
        println!("fib(38) = {:?}", slow.join().expect("no panic"));
        Ok::<(), agon_actor::AskError>(())
    })?;
    println!("{}", system.shutdown(Duration::from_secs(5)));
    Ok(())
}
