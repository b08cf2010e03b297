//! token-ring: each worker is a thread that reads its channel and writes to its neighbour's.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

const MODULUS: u64 = 2_147_483_647;

pub struct TokenRing {
    pub workers: u64,
    pub tokens: u64,
    pub passes: u64,
    pub witness: bool,
}

enum Message {
    Token { number: u64, left: u64, acc: u64 },
    Stop,
}

/// What the counter receives of a token: which worker had it last.
struct Last {
    token: u64,
    worker: u64,
    acc: u64,
}

impl TokenRing {
    /// The time it took, and the report as JSON.
    pub fn iteration(&self) -> (Duration, String) {
        let (counter, ended) = channel();
        let (senders, receivers): (Vec<_>, Vec<_>) = (0..self.workers).map(|_| channel()).unzip();
        thread::scope(|scope| {
            let neighbours = senders.iter().cycle().skip(1).cloned();
            for ((number, mailbox), neighbour) in (1..).zip(receivers).zip(neighbours) {
                let counter = counter.clone();
                scope.spawn(move || self.work(number, &mailbox, &neighbour, &counter));
            }

            let began = Instant::now();
            for number in 1..=self.tokens {
                let token = Message::Token {
                    number,
                    left: self.passes,
                    acc: 0,
                };
                senders[self.start_of(number) as usize - 1]
                    .send(token)
                    .expect("the worker lives");
            }
            let mut ended: Vec<Last> = ended.iter().take(self.tokens as usize).collect();
            let elapsed = began.elapsed();

            for worker in &senders {
                worker.send(Message::Stop).expect("the worker lives");
            }
            ended.sort_by_key(|last| last.token);
            (elapsed, self.report(&ended))
        })
    }

    fn work(
        &self,
        own: u64,
        mailbox: &Receiver<Message>,
        neighbour: &Sender<Message>,
        counter: &Sender<Last>,
    ) {
        while let Ok(Message::Token {
            number,
            left,
            mut acc,
        }) = mailbox.recv()
        {
            if left == 0 {
                counter
                    .send(Last {
                        token: number,
                        worker: own,
                        acc,
                    })
                    .expect("the counter lives");
                continue;
            }
            if self.witness {
                acc = (acc * 31 + own) % MODULUS;
            }
            neighbour
                .send(Message::Token {
                    number,
                    left: left - 1,
                    acc,
                })
                .expect("the neighbour lives");
        }
    }

    fn start_of(&self, token: u64) -> u64 {
        ((2 * token * self.workers + self.tokens) / (2 * self.tokens)).max(1)
    }

    fn report(&self, ended: &[Last]) -> String {
        let ends: Vec<u64> = ended.iter().map(|last| last.worker).collect();
        if !self.witness {
            return format!(r#"{{"ends":{ends:?}}}"#);
        }
        let witness: Vec<u64> = ended.iter().map(|last| last.acc).collect();
        format!(r#"{{"ends":{ends:?},"witness":{witness:?}}}"#)
    }
}
