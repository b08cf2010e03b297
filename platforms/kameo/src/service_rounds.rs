//! service-rounds: a client asks a coordinator, which has a datum retrieved and printed before it answers.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::time::Instant;

use ::tokio::runtime::Runtime;
use agon_platform::rounds::{Answers, COORDINATOR, PRINTER, Printer, RETRIEVER, Rounds, datum};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness, Work, tokio};
use kameo::actor::ActorRef;
use kameo::message::{Context, Message};
use kameo::{Actor, Reply};

use crate::actors::{ask, end, spawn};

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

#[derive(Reply)]
struct Datum<P: Proof> {
    datum: u64,
    proof: P,
}

/// Asks for the datum of a round.
struct Ask<P> {
    round: u64,
    proof: P,
}

struct Print<P> {
    round: u64,
    datum: u64,
    proof: P,
}

#[derive(Reply)]
struct Printed<P: Proof>(P);

#[derive(Actor)]
struct Client<P: Proof> {
    answers: Answers<P>,
    coordinator: ActorRef<Coordinator<P>>,
}

/// Starts the rounds.
struct Start;

impl<P: Proof> Message<Start> for Client<P> {
    type Reply = Result<Iteration, Infallible>;

    async fn handle(&mut self, Start: Start, _: &mut Context<Self, Self::Reply>) -> Self::Reply {
        let begun = Instant::now();
        while let Some((round, proof)) = self.answers.next() {
            let Datum { datum, proof } = ask(&self.coordinator, Ask { round, proof }).await;
            self.answers.record(datum, proof);
        }
        Ok(self.answers.finish(begun))
    }
}

#[derive(Actor)]
struct Coordinator<P: Proof> {
    retriever: ActorRef<Retriever<P>>,
    printer: ActorRef<Printing<P>>,
}

impl<P: Proof> Message<Ask<P>> for Coordinator<P> {
    type Reply = Datum<P>;

    async fn handle(&mut self, Ask { round, proof }: Ask<P>, _: &mut Context<Self, Datum<P>>) -> Datum<P> {
        let proof = proof.passed_by(COORDINATOR);
        let Datum { datum, proof } = ask(&self.retriever, Ask { round, proof }).await;
        let proof = proof.passed_by(COORDINATOR);
        let Printed(proof) = ask(&self.printer, Print { round, datum, proof }).await;
        Datum { datum, proof: proof.passed_by(COORDINATOR) }
    }
}

/// `P` is only what its messages carry.
#[derive(Actor)]
struct Retriever<P: Proof>(PhantomData<P>);

impl<P: Proof> Message<Ask<P>> for Retriever<P> {
    type Reply = Datum<P>;

    async fn handle(&mut self, Ask { round, proof }: Ask<P>, _: &mut Context<Self, Datum<P>>) -> Datum<P> {
        Datum { datum: datum(round), proof: proof.passed_by(RETRIEVER) }
    }
}

/// `P` is only what its messages carry.
#[derive(Actor)]
struct Printing<P: Proof>(Printer, PhantomData<P>);

impl<P: Proof> Message<Print<P>> for Printing<P> {
    type Reply = Printed<P>;

    async fn handle(
        &mut self,
        Print { round, datum, proof }: Print<P>,
        _: &mut Context<Self, Printed<P>>,
    ) -> Printed<P> {
        self.0.print(round, datum);
        Printed(proof.passed_by(PRINTER))
    }
}

async fn run<P: Proof>(answers: Answers<P>, printer: Printer) -> Iteration {
    let retriever = spawn(Retriever(PhantomData));
    let printer = spawn(Printing(printer, PhantomData));
    let coordinator = spawn(Coordinator { retriever: retriever.clone(), printer: printer.clone() });
    let client = spawn(Client { answers, coordinator: coordinator.clone() });
    retriever.wait_for_startup().await;
    printer.wait_for_startup().await;
    coordinator.wait_for_startup().await;
    let iteration = ask(&client, Start).await;
    end(&[client]).await;
    end(&[coordinator]).await;
    end(&[retriever]).await;
    end(&[printer]).await;
    iteration
}
