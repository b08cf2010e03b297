//! remote-ask: actors ask an actor of the other node, each the next question when it has handled the answer.

use std::sync::mpsc;
use std::time::Instant;

use agon_actor::{Actor, Context};
use agon_link::{AskError, RemoteAddress, RemoteReply};
use agon_platform::nodes::{Ends, report};
use agon_platform::remote::{Asked, Asking, Tally, answer};
use agon_platform::{Arguments, Failure};
use serde::{Deserialize, Serialize};

use crate::{LONG, Runtime};

const ANSWERER: &str = "answerer";

#[derive(Serialize, Deserialize)]
struct Question {
    text: String,
    reply: RemoteReply<u64>,
}

struct Answerer {
    tally: Tally,
    iterations: u64,
}

impl Actor for Answerer {
    type Message = Question;

    fn handle(&mut self, Question { text, reply }: Question, _: &mut Context<'_, Self>) {
        let number = self.tally.handle(&text);
        // The report comes first: the last answer ends the iteration.
        if self.tally.is_complete() {
            report(self.iterations, &self.tally.answered()).unwrap_or_else(|failure| panic!("{failure}"));
            self.iterations += 1;
        }
        reply.send(answer(number));
    }
}

struct Asker {
    answerer: RemoteAddress<Question>,
    /// The next one last.
    questions: Vec<(u64, String)>,
    asked: Asked,
    sent: Instant,
    done: mpsc::Sender<Asked>,
}

enum ToAsker {
    Begin,
    Answer(u64, Result<u64, AskError>),
}

impl Asker {
    fn ask(&mut self, ctx: &mut Context<'_, Self>) {
        let Some((number, text)) = self.questions.pop() else {
            // It is not awaited any more where another asker has failed.
            let _ = self.done.send(std::mem::take(&mut self.asked));
            return ctx.stop();
        };
        let own = ctx.address();
        self.sent = Instant::now();
        self.answerer.ask_then(
            LONG,
            |reply| Question { text, reply },
            move |answer| own.send(ToAsker::Answer(number, answer)),
        );
    }
}

impl Actor for Asker {
    type Message = ToAsker;

    fn handle(&mut self, message: ToAsker, ctx: &mut Context<'_, Self>) {
        if let ToAsker::Answer(number, answer) = message {
            let time = self.sent.elapsed();
            match answer {
                Ok(answer) => self.asked.record(number, answer, time),
                Err(why) => panic!("question {number}: {why}"),
            }
        }
        self.ask(ctx);
    }
}

pub fn prepare(arguments: &mut Arguments) -> Result<Ends<Runtime>, Failure> {
    let asking = Asking::take(arguments)?;
    arguments.take_variant(&[("default", ())])?;
    let tally = asking.line.clone();
    let texts = asking.line.strings();
    Ok(Ends {
        work: Box::new(move |runtime: &Runtime, index| {
            let answerer: RemoteAddress<Question> = runtime.find(ANSWERER)?;
            let (done, ends) = mpsc::channel();
            let spawn = |mut questions: Vec<_>| {
                questions.reverse();
                let (answerer, done) = (answerer.clone(), done.clone());
                runtime.system.spawn(Asker { answerer, questions, asked: Asked::default(), sent: Instant::now(), done })
            };
            let askers: Vec<_> = asking.shares(&texts).into_iter().map(spawn).collect();
            drop(done);
            let begun = Instant::now();
            for asker in &askers {
                asker.send(ToAsker::Begin);
            }
            let mut all = Vec::new();
            for _ in &askers {
                all.push(ends.recv().map_err(|_| Failure::work("an asker has failed"))?);
            }
            asking.finish(index, &texts, begun.elapsed(), all)
        }),
        serve: Box::new(move |runtime: &Runtime| {
            let answerer = runtime.system.spawn(Answerer { tally: Tally::new(&tally), iterations: 0 });
            runtime.node.register(ANSWERER, answerer).map(drop).map_err(Failure::work)
        }),
    })
}
