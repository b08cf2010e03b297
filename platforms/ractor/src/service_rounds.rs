//! service-rounds: a client asks a coordinator, which has a datum retrieved and printed before it answers.

use std::marker::PhantomData;
use std::time::Instant;

use ::tokio::runtime::Runtime;
use agon_platform::rounds::{Answers, COORDINATOR, PRINTER, Printer, RETRIEVER, Rounds, datum};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness, Work, tokio};
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, call};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let rounds = Rounds::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, _| {
        let printer = rounds.printer()?;
        let outcome = if rounds.witness {
            tokio::run(runtime, run(rounds.answers::<Witness>(), printer))
        } else {
            tokio::run(runtime, run(rounds.answers::<()>(), printer))
        };
        outcome?.map_err(Failure::work)
    }))
}

struct Datum<P> {
    datum: u64,
    proof: P,
}

/// Asks for the datum of a round.
struct Ask<P> {
    round: u64,
    proof: P,
    answer: RpcReplyPort<Datum<P>>,
}

struct Print<P> {
    round: u64,
    datum: u64,
    proof: P,
    printed: RpcReplyPort<P>,
}

struct Client<P> {
    coordinator: ActorRef<Ask<P>>,
}

impl<P: Proof> Actor for Client<P> {
    /// Starts the rounds.
    type Msg = RpcReplyPort<Iteration>;
    type State = Answers<P>;
    type Arguments = Answers<P>;

    async fn pre_start(&self, _: ActorRef<Self::Msg>, answers: Answers<P>) -> Result<Answers<P>, ActorProcessingErr> {
        Ok(answers)
    }

    async fn handle(
        &self,
        _: ActorRef<Self::Msg>,
        done: RpcReplyPort<Iteration>,
        answers: &mut Answers<P>,
    ) -> Result<(), ActorProcessingErr> {
        let begun = Instant::now();
        while let Some((round, proof)) = answers.next() {
            let Datum { datum, proof } = call!(self.coordinator, |answer| Ask { round, proof, answer })?;
            answers.record(datum, proof);
        }
        Ok(done.send(answers.finish(begun))?)
    }
}

struct Coordinator<P> {
    retriever: ActorRef<Ask<P>>,
    printer: ActorRef<Print<P>>,
}

impl<P: Proof> Actor for Coordinator<P> {
    type Msg = Ask<P>;
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Ask<P>>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(
        &self,
        _: ActorRef<Ask<P>>,
        Ask { round, proof, answer: reply }: Ask<P>,
        (): &mut (),
    ) -> Result<(), ActorProcessingErr> {
        let proof = proof.passed_by(COORDINATOR);
        let Datum { datum, proof } = call!(self.retriever, |answer| Ask { round, proof, answer })?;
        let proof = proof.passed_by(COORDINATOR);
        let proof = call!(self.printer, |printed| Print { round, datum, proof, printed })?;
        Ok(reply.send(Datum { datum, proof: proof.passed_by(COORDINATOR) })?)
    }
}

/// `P` is only what its messages carry.
struct Retriever<P>(PhantomData<P>);

impl<P: Proof> Actor for Retriever<P> {
    type Msg = Ask<P>;
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _: ActorRef<Ask<P>>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    async fn handle(
        &self,
        _: ActorRef<Ask<P>>,
        Ask { round, proof, answer }: Ask<P>,
        (): &mut (),
    ) -> Result<(), ActorProcessingErr> {
        Ok(answer.send(Datum { datum: datum(round), proof: proof.passed_by(RETRIEVER) })?)
    }
}

/// `P` is only what its messages carry.
struct Printing<P>(PhantomData<P>);

impl<P: Proof> Actor for Printing<P> {
    type Msg = Print<P>;
    type State = Printer;
    type Arguments = Printer;

    async fn pre_start(&self, _: ActorRef<Print<P>>, printer: Printer) -> Result<Printer, ActorProcessingErr> {
        Ok(printer)
    }

    async fn handle(
        &self,
        _: ActorRef<Print<P>>,
        Print { round, datum, proof, printed }: Print<P>,
        printer: &mut Printer,
    ) -> Result<(), ActorProcessingErr> {
        printer.print(round, datum);
        Ok(printed.send(proof.passed_by(PRINTER))?)
    }
}

async fn run<P: Proof>(answers: Answers<P>, printer: Printer) -> Result<Iteration, ActorProcessingErr> {
    let (retriever, _) = Actor::spawn(None, Retriever(PhantomData), ()).await?;
    let (printer, _) = Actor::spawn(None, Printing(PhantomData), printer).await?;
    let coordinator = Coordinator { retriever: retriever.clone(), printer: printer.clone() };
    let (coordinator, _) = Actor::spawn(None, coordinator, ()).await?;
    let (client, _) = Actor::spawn(None, Client { coordinator: coordinator.clone() }, answers).await?;
    let iteration = call!(client, |done| done)?;
    client.stop(None);
    coordinator.stop(None);
    retriever.stop(None);
    printer.stop(None);
    Ok(iteration)
}
