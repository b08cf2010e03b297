//! Six messages a round.

use std::time::Instant;

use agon_actor::{Actor, Address, Context, Reply, System};
use agon_platform::rounds::{Answers, COORDINATOR, PRINTER, Printer, RETRIEVER, datum};
use agon_platform::{Failure, Iteration, Proof};

use crate::FOREVER;

enum ToClient<P> {
    Start { coordinator: Address<ToCoordinator<P>>, done: Reply<Iteration> },
    Answer { datum: u64, proof: P },
}

struct Client<P> {
    answers: Answers<P>,
    run: Option<(Address<ToCoordinator<P>>, Reply<Iteration>, Instant)>,
}

impl<P: Proof> Actor for Client<P> {
    type Message = ToClient<P>;

    fn handle(&mut self, message: ToClient<P>, ctx: &mut Context<'_, Self>) {
        match message {
            ToClient::Start { coordinator, done } => self.run = Some((coordinator, done, Instant::now())),
            ToClient::Answer { datum, proof } => self.answers.record(datum, proof),
        }
        let Some((coordinator, ..)) = &self.run else { return };
        if let Some((round, proof)) = self.answers.next() {
            ctx.send(coordinator, ToCoordinator::Ask { round, proof });
        } else if let Some((_, done, begun)) = self.run.take() {
            done.send(self.answers.finish(begun));
        }
    }
}

enum ToCoordinator<P> {
    Ask { round: u64, proof: P },
    Retrieved { datum: u64, proof: P },
    Printed { proof: P },
}

struct Coordinator<P> {
    client: Address<ToClient<P>>,
    retriever: Address<Retrieve<P>>,
    printer: Address<Print<P>>,
    /// What the present round is about.
    round: u64,
    datum: u64,
}

impl<P: Proof> Actor for Coordinator<P> {
    type Message = ToCoordinator<P>;

    fn handle(&mut self, message: ToCoordinator<P>, ctx: &mut Context<'_, Self>) {
        match message {
            ToCoordinator::Ask { round, proof } => {
                self.round = round;
                let coordinator = ctx.address();
                ctx.send(&self.retriever, Retrieve { round, proof: proof.passed_by(COORDINATOR), coordinator });
            }
            ToCoordinator::Retrieved { datum, proof } => {
                self.datum = datum;
                let coordinator = ctx.address();
                let print = Print { round: self.round, datum, proof: proof.passed_by(COORDINATOR), coordinator };
                ctx.send(&self.printer, print);
            }
            ToCoordinator::Printed { proof } => {
                ctx.send(&self.client, ToClient::Answer { datum: self.datum, proof: proof.passed_by(COORDINATOR) });
            }
        }
    }
}

struct Retrieve<P> {
    round: u64,
    proof: P,
    coordinator: Address<ToCoordinator<P>>,
}

struct Retriever<P>(std::marker::PhantomData<P>);

impl<P: Proof> Actor for Retriever<P> {
    type Message = Retrieve<P>;

    fn handle(&mut self, Retrieve { round, proof, coordinator }: Retrieve<P>, ctx: &mut Context<'_, Self>) {
        let retrieved = ToCoordinator::Retrieved { datum: datum(round), proof: proof.passed_by(RETRIEVER) };
        ctx.send(&coordinator, retrieved);
    }
}

struct Print<P> {
    round: u64,
    datum: u64,
    proof: P,
    coordinator: Address<ToCoordinator<P>>,
}

struct Printing<P>(Printer, std::marker::PhantomData<P>);

impl<P: Proof> Actor for Printing<P> {
    type Message = Print<P>;

    fn handle(&mut self, Print { round, datum, proof, coordinator }: Print<P>, ctx: &mut Context<'_, Self>) {
        self.0.print(round, datum);
        ctx.send(&coordinator, ToCoordinator::Printed { proof: proof.passed_by(PRINTER) });
    }
}

pub fn run<P: Proof>(answers: Answers<P>, printer: Printer, system: &System) -> Result<Iteration, Failure> {
    let retriever = system.spawn(Retriever(std::marker::PhantomData));
    let printer = system.spawn(Printing(printer, std::marker::PhantomData));
    let client = system.spawn(Client { answers, run: None });
    let coordinator = system.spawn(Coordinator { client, retriever, printer, round: 0, datum: 0 });
    let iteration = client.ask(FOREVER, |done| ToClient::Start { coordinator, done }).map_err(Failure::work)?;
    client.stop();
    coordinator.stop();
    retriever.stop();
    printer.stop();
    Ok(iteration)
}
