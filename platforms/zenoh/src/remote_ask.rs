//! remote-ask: node 0 queries, and a queryable of node 1 replies where the query is read.

use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_platform::nodes::{Ends, report};
use agon_platform::remote::{Asked, Asking, Tally, answer};
use agon_platform::{Arguments, Failure};
use zenoh::query::{Query, Reply};
use zenoh::{Session, Wait};

use crate::receiver::fail;

const QUESTIONS: &str = "agon/questions";
/// No time limit of our own: the lab has one.
const LONG: Duration = Duration::from_secs(3600);

/// An asker: it asks the next question where the reply to the last is read.
struct Asker {
    session: Session,
    /// The next one last.
    questions: Vec<(u64, String)>,
    asked: Asked,
    sent: Instant,
    done: mpsc::Sender<Asked>,
}

impl Asker {
    /// Asks the next question; at the end it hands over the answers.
    fn ask(own: &Arc<Mutex<Self>>) {
        let mut asker = own.lock().unwrap_or_else(|error| fail(error));
        let Some((number, text)) = asker.questions.pop() else {
            let asked = std::mem::take(&mut asker.asked);
            let _ = asker.done.send(asked);
            return;
        };
        asker.sent = Instant::now();
        let session = asker.session.clone();
        drop(asker);
        let own = Arc::clone(own);
        let on_reply = move |reply: Reply| {
            own.lock().unwrap_or_else(|error| fail(error)).record(number, &reply);
            Self::ask(&own);
        };
        session
            .get(QUESTIONS)
            .payload(text)
            .express(true)
            .timeout(LONG)
            .callback(on_reply)
            .wait()
            .unwrap_or_else(|error| fail(error));
    }

    fn record(&mut self, number: u64, reply: &Reply) {
        let time = self.sent.elapsed();
        let sample = reply.result().unwrap_or_else(|_| fail(format!("question {number}: no answer")));
        let bytes = sample.payload().to_bytes();
        let bytes: [u8; 8] = bytes.as_ref().try_into().unwrap_or_else(|error| fail(error));
        self.asked.record(number, u64::from_le_bytes(bytes), time);
    }
}

pub fn prepare(arguments: &mut Arguments) -> Result<Ends<Session>, Failure> {
    let asking = Asking::take(arguments)?;
    arguments.take_variant(&[("default", ())])?;
    let counted = asking.line.clone();
    let texts = asking.line.strings();
    Ok(Ends {
        work: Box::new(move |session: &Session, index| {
            queried(session)?;
            let (done, ends) = mpsc::channel();
            let asker = |mut questions: Vec<_>| {
                questions.reverse();
                let (session, done) = (session.clone(), done.clone());
                Arc::new(Mutex::new(Asker { session, questions, asked: Asked::default(), sent: Instant::now(), done }))
            };
            let askers: Vec<_> = asking.shares(&texts).into_iter().map(asker).collect();
            let begun = Instant::now();
            askers.iter().for_each(Asker::ask);
            let all = askers.iter().map(|_| ends.recv().map_err(Failure::work)).collect::<Result<_, _>>()?;
            asking.finish(index, &texts, begun.elapsed(), all)
        }),
        serve: Box::new(move |session: &Session| {
            let state = Mutex::new((Tally::new(&counted), 0));
            let called = session.declare_queryable(QUESTIONS).callback(move |query: Query| {
                let text = query.payload().map(|text| text.try_to_string().unwrap_or_default().into_owned());
                let mut state = state.lock().unwrap_or_else(|error| fail(error));
                let (tally, iterations) = &mut *state;
                let number = tally.handle(&text.unwrap_or_default());
                // The report comes first: the last answer ends the iteration.
                if tally.is_complete() {
                    report(*iterations, &tally.answered()).unwrap_or_else(|error| fail(error));
                    *iterations += 1;
                }
                let reply = query.reply(QUESTIONS, answer(number).to_le_bytes()).express(true);
                reply.wait().unwrap_or_else(|error| fail(error));
            });
            called.background().wait().map_err(Failure::work)
        }),
    })
}

/// Waits until this session knows of the queryable: a question asked before gets no answer.
fn queried(session: &Session) -> Result<(), Failure> {
    let querier = session.declare_querier(QUESTIONS).wait().map_err(Failure::work)?;
    let begun = Instant::now();
    while !querier.matching_status().wait().map_err(Failure::work)?.matching() {
        if begun.elapsed() > Duration::from_secs(10) {
            return Err(Failure::work("no queryable answers"));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}
