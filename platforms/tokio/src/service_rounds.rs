//! service-rounds: a client asks a coordinator, which has a datum retrieved and printed before it answers.

use std::time::Instant;

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use ::tokio::task;
use agon_platform::rounds::{Answers, COORDINATOR, PRINTER, Printer, RETRIEVER, Rounds, datum};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness, Work, tokio};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let rounds = Rounds::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, _| {
        let printer = rounds.printer()?;
        if rounds.witness {
            tokio::run(runtime, run(rounds.answers::<Witness>(), printer))
        } else {
            tokio::run(runtime, run(rounds.answers::<()>(), printer))
        }
    }))
}

struct Ask<P> {
    round: u64,
    proof: P,
}

struct Print<P> {
    round: u64,
    datum: u64,
    proof: P,
}

struct Printed<P>(P);

struct Datum<P> {
    datum: u64,
    proof: P,
}

/// The asking side's ends of the channels to a task that answers in order.
struct Peer<Q, A> {
    ask: UnboundedSender<Q>,
    answers: UnboundedReceiver<A>,
}

impl<Q, A> Peer<Q, A> {
    async fn ask(&mut self, question: Q) -> Option<A> {
        self.ask.send(question).ok()?;
        self.answers.recv().await
    }
}

/// The answering task's ends.
struct Desk<Q, A> {
    questions: UnboundedReceiver<Q>,
    answer: UnboundedSender<A>,
}

impl<Q, A> Desk<Q, A> {
    async fn serve(mut self, mut answer: impl FnMut(Q) -> A) {
        while let Some(question) = self.questions.recv().await
            && self.answer.send(answer(question)).is_ok()
        {}
    }
}

fn connect<Q, A>() -> (Peer<Q, A>, Desk<Q, A>) {
    let (ask, questions) = mpsc::unbounded_channel();
    let (answer, answers) = mpsc::unbounded_channel();
    (Peer { ask, answers }, Desk { questions, answer })
}

/// Works until the client has gone, or one of those it asks.
async fn coordinate<P: Proof>(
    mut client: Desk<Ask<P>, Datum<P>>,
    mut retriever: Peer<Ask<P>, Datum<P>>,
    mut printer: Peer<Print<P>, Printed<P>>,
) -> Option<()> {
    loop {
        let Ask { round, proof } = client.questions.recv().await?;
        let Datum { datum, proof } = retriever.ask(Ask { round, proof: proof.passed_by(COORDINATOR) }).await?;
        let Printed(proof) = printer.ask(Print { round, datum, proof: proof.passed_by(COORDINATOR) }).await?;
        client.answer.send(Datum { datum, proof: proof.passed_by(COORDINATOR) }).ok()?;
    }
}

async fn run<P: Proof>(mut answers: Answers<P>, mut printer: Printer) -> Iteration {
    let (mut coordinator, for_client) = connect();
    let (to_retriever, retrieving) = connect();
    let (to_printer, printing) = connect();
    task::spawn(coordinate(for_client, to_retriever, to_printer));
    task::spawn(
        retrieving
            .serve(|Ask { round, proof }: Ask<P>| Datum { datum: datum(round), proof: proof.passed_by(RETRIEVER) }),
    );
    task::spawn(printing.serve(move |Print { round, datum, proof }: Print<P>| {
        printer.print(round, datum);
        Printed(proof.passed_by(PRINTER))
    }));

    let begun = Instant::now();
    while let Some((round, proof)) = answers.next() {
        let Datum { datum, proof } = coordinator.ask(Ask { round, proof }).await.expect("the coordinator answers");
        answers.record(datum, proof);
    }
    answers.finish(begun)
}
