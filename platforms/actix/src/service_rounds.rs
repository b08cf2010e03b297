//! service-rounds: a client asks a coordinator, which has a datum retrieved and printed before it answers.

use std::marker::PhantomData;
use std::time::Instant;

use actix::{Actor, Addr, AsyncContext, Context, Handler, Message};
use agon_platform::rounds::{Answers, COORDINATOR, PRINTER, Printer, RETRIEVER, Rounds, datum};
use agon_platform::{Arguments, Failure, Iteration, Proof, Witness, Work};
use tokio::sync::oneshot;

use crate::threads::Threads;

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Threads>, Failure> {
    let rounds = Rounds::take(arguments, &[("default", ())])?;
    Ok(Box::new(move |threads, _| {
        let printer = rounds.printer()?;
        if rounds.witness {
            run::<Witness>(rounds.answers(), printer, threads)
        } else {
            run::<()>(rounds.answers(), printer, threads)
        }
    }))
}

#[derive(Message)]
#[rtype(result = "()")]
struct Start<P: Proof> {
    coordinator: Addr<Coordinator<P>>,
    done: oneshot::Sender<Iteration>,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Answer<P> {
    datum: u64,
    proof: P,
}

struct Client<P: Proof> {
    answers: Answers<P>,
    /// Gone with the end, and with it the coordinator's address: an actor stops when its address is gone.
    run: Option<(Addr<Coordinator<P>>, oneshot::Sender<Iteration>, Instant)>,
}

impl<P: Proof> Actor for Client<P> {
    type Context = Context<Self>;
}

impl<P: Proof> Client<P> {
    fn ask(&mut self) {
        let Some((coordinator, ..)) = &self.run else { return };
        if let Some((round, proof)) = self.answers.next() {
            coordinator.do_send(Ask { round, proof });
        } else if let Some((_, done, begun)) = self.run.take() {
            _ = done.send(self.answers.finish(begun));
        }
    }
}

impl<P: Proof> Handler<Start<P>> for Client<P> {
    type Result = ();

    fn handle(&mut self, Start { coordinator, done }: Start<P>, _: &mut Context<Self>) {
        self.run = Some((coordinator, done, Instant::now()));
        self.ask();
    }
}

impl<P: Proof> Handler<Answer<P>> for Client<P> {
    type Result = ();

    fn handle(&mut self, Answer { datum, proof }: Answer<P>, _: &mut Context<Self>) {
        self.answers.record(datum, proof);
        self.ask();
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Ask<P> {
    round: u64,
    proof: P,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Retrieved<P> {
    datum: u64,
    proof: P,
}

#[derive(Message)]
#[rtype(result = "()")]
struct Printed<P>(P);

struct Coordinator<P: Proof> {
    client: Addr<Client<P>>,
    retriever: Addr<Retriever<P>>,
    printer: Addr<Printing<P>>,
    /// What the present round is about.
    round: u64,
    datum: u64,
}

impl<P: Proof> Actor for Coordinator<P> {
    type Context = Context<Self>;
}

impl<P: Proof> Handler<Ask<P>> for Coordinator<P> {
    type Result = ();

    fn handle(&mut self, Ask { round, proof }: Ask<P>, ctx: &mut Context<Self>) {
        self.round = round;
        self.retriever.do_send(Retrieve { round, proof: proof.passed_by(COORDINATOR), coordinator: ctx.address() });
    }
}

impl<P: Proof> Handler<Retrieved<P>> for Coordinator<P> {
    type Result = ();

    fn handle(&mut self, Retrieved { datum, proof }: Retrieved<P>, ctx: &mut Context<Self>) {
        self.datum = datum;
        let (round, coordinator) = (self.round, ctx.address());
        self.printer.do_send(Print { round, datum, proof: proof.passed_by(COORDINATOR), coordinator });
    }
}

impl<P: Proof> Handler<Printed<P>> for Coordinator<P> {
    type Result = ();

    fn handle(&mut self, Printed(proof): Printed<P>, _: &mut Context<Self>) {
        self.client.do_send(Answer { datum: self.datum, proof: proof.passed_by(COORDINATOR) });
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Retrieve<P: Proof> {
    round: u64,
    proof: P,
    coordinator: Addr<Coordinator<P>>,
}

struct Retriever<P>(PhantomData<P>);

impl<P: Proof> Actor for Retriever<P> {
    type Context = Context<Self>;
}

impl<P: Proof> Handler<Retrieve<P>> for Retriever<P> {
    type Result = ();

    fn handle(&mut self, Retrieve { round, proof, coordinator }: Retrieve<P>, _: &mut Context<Self>) {
        coordinator.do_send(Retrieved { datum: datum(round), proof: proof.passed_by(RETRIEVER) });
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct Print<P: Proof> {
    round: u64,
    datum: u64,
    proof: P,
    coordinator: Addr<Coordinator<P>>,
}

struct Printing<P>(Printer, PhantomData<P>);

impl<P: Proof> Actor for Printing<P> {
    type Context = Context<Self>;
}

impl<P: Proof> Handler<Print<P>> for Printing<P> {
    type Result = ();

    fn handle(&mut self, Print { round, datum, proof, coordinator }: Print<P>, _: &mut Context<Self>) {
        self.0.print(round, datum);
        coordinator.do_send(Printed(proof.passed_by(PRINTER)));
    }
}

fn run<P: Proof>(answers: Answers<P>, printer: Printer, threads: &Threads) -> Result<Iteration, Failure> {
    let retriever = threads.spawn(0, Retriever(PhantomData));
    let printer = threads.spawn(0, Printing(printer, PhantomData));
    let client = threads.spawn(0, Client { answers, run: None });
    let coordinator = threads.spawn(0, Coordinator { client: client.clone(), retriever, printer, round: 0, datum: 0 });
    threads.run(|done| client.do_send(Start { coordinator, done }))
}
