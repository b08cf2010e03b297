//! Goals in place of addresses: an agent that wants one achieved calls an agent that offers it, directly where both
//! are at hand, by message where they are not.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, Binding, Called, Context, Goal, GoalError, Offer, Reply, System};
use agon_platform::rounds::{Answers, COORDINATOR, PRINTER, Printer, RETRIEVER, datum};
use agon_platform::{Failure, Iteration, Proof};

use crate::FOREVER;

struct Ask<P> {
    round: u64,
    proof: P,
    client: Address<ToClient<P>>,
}

struct Datum<P> {
    datum: u64,
    proof: P,
}

enum Served<P> {
    Now(Datum<P>),
    /// The datum comes as a message.
    Later,
}

const fn serve<P: Proof>() -> Goal<Ask<P>, Served<P>> {
    Goal::new("serve")
}

struct Retrieve<P> {
    round: u64,
    proof: P,
}

const fn retrieve<P: Proof>() -> Goal<Retrieve<P>, Datum<P>> {
    Goal::new("retrieve")
}

struct Print<P> {
    round: u64,
    datum: u64,
    proof: P,
}

const fn print<P: Proof>() -> Goal<Print<P>, P> {
    Goal::new("print")
}

enum ToClient<P> {
    Start(Reply<Iteration>),
    Served(Result<Served<P>, GoalError>),
    Answer(Datum<P>),
}

struct Client<P> {
    answers: Answers<P>,
    serve: Option<Binding<Ask<P>, Served<P>>>,
    run: Option<(Reply<Iteration>, Instant)>,
}

impl<P: Proof> Client<P> {
    /// One round after the other, as long as the answer is there when the call returns.
    fn go_on(&mut self, ctx: &mut Context<'_, Self>) {
        let client = ctx.address();
        let serve = self.serve.as_mut().expect("bound at the start");
        while let Some((round, proof)) = self.answers.next() {
            match ctx.call(serve, Ask { round, proof, client }, ToClient::Served) {
                Called::Done(Served::Now(Datum { datum, proof })) => self.answers.record(datum, proof),
                Called::Done(Served::Later) | Called::Asked => return,
                Called::Failed(error) => fail(error),
            }
        }
        if let Some((done, begun)) = self.run.take() {
            done.send(self.answers.finish(begun));
        }
    }
}

impl<P: Proof> Actor for Client<P> {
    type Message = ToClient<P>;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        self.serve = Some(ctx.bind(&serve()).expect("a goal of these types"));
    }

    fn handle(&mut self, message: ToClient<P>, ctx: &mut Context<'_, Self>) {
        match message {
            ToClient::Start(done) => self.run = Some((done, Instant::now())),
            ToClient::Answer(Datum { datum, proof }) | ToClient::Served(Ok(Served::Now(Datum { datum, proof }))) => {
                self.answers.record(datum, proof);
            }
            ToClient::Served(Ok(Served::Later)) => return,
            ToClient::Served(Err(error)) => fail(error),
        }
        self.go_on(ctx);
    }
}

enum ToCoordinator<P> {
    Ready(Reply<()>),
    Retrieved(Result<Datum<P>, GoalError>),
    Printed(Result<P, GoalError>),
}

/// Those who achieve what the coordinator wants.
struct Peers<P> {
    retrieve: Binding<Retrieve<P>, Datum<P>>,
    print: Binding<Print<P>, P>,
}

struct Coordinator<P> {
    peers: Option<Peers<P>>,
    client: Option<Address<ToClient<P>>>,
    /// What the present round is about.
    round: u64,
    datum: u64,
}

impl<P: Proof> Coordinator<P> {
    fn serve(&mut self, Ask { round, proof, client }: Ask<P>, ctx: &mut Context<'_, Self>) -> Served<P> {
        self.round = round;
        let Peers { retrieve, .. } = self.peers.as_mut().expect("bound at the start");
        let request = Retrieve { round, proof: proof.passed_by(COORDINATOR) };
        let served = match ctx.call(retrieve, request, ToCoordinator::Retrieved) {
            Called::Done(datum) => self.retrieved(datum, ctx),
            Called::Asked => Served::Later,
            Called::Failed(error) => fail(error),
        };
        if let Served::Later = served {
            self.client = Some(client); // to be answered by message
        }
        served
    }

    fn retrieved(&mut self, Datum { datum, proof }: Datum<P>, ctx: &mut Context<'_, Self>) -> Served<P> {
        self.datum = datum;
        let Peers { print, .. } = self.peers.as_mut().expect("bound at the start");
        let request = Print { round: self.round, datum, proof: proof.passed_by(COORDINATOR) };
        match ctx.call(print, request, ToCoordinator::Printed) {
            Called::Done(proof) => Served::Now(self.printed(proof)),
            Called::Asked => Served::Later,
            Called::Failed(error) => fail(error),
        }
    }

    fn printed(&self, proof: P) -> Datum<P> {
        Datum { datum: self.datum, proof: proof.passed_by(COORDINATOR) }
    }
}

impl<P: Proof> Actor for Coordinator<P> {
    type Message = ToCoordinator<P>;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let bound = ctx.bind(&retrieve()).and_then(|retrieve| Ok(Peers { retrieve, print: ctx.bind(&print())? }));
        self.peers = Some(bound.expect("goals of these types"));
        ctx.offer(&serve(), Offer::Direct, Self::serve).expect("a goal of these types");
    }

    /// What was asked for by message comes back.
    fn handle(&mut self, message: ToCoordinator<P>, ctx: &mut Context<'_, Self>) {
        let served = match message {
            ToCoordinator::Ready(ready) => return ready.send(()),
            ToCoordinator::Retrieved(Ok(datum)) => self.retrieved(datum, ctx),
            ToCoordinator::Printed(Ok(proof)) => Served::Now(self.printed(proof)),
            ToCoordinator::Retrieved(Err(error)) | ToCoordinator::Printed(Err(error)) => fail(error),
        };
        if let (Served::Now(datum), Some(client)) = (served, &self.client) {
            ctx.send(client, ToClient::Answer(datum));
        }
    }
}

struct Retriever<P>(PhantomData<P>);

impl<P: Proof> Actor for Retriever<P> {
    type Message = Reply<()>;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let retrieved = |_: &mut Self, Retrieve { round, proof }: Retrieve<P>, _: &mut Context<'_, Self>| Datum {
            datum: datum(round),
            proof: proof.passed_by(RETRIEVER),
        };
        ctx.offer(&retrieve(), Offer::Direct, retrieved).expect("a goal of these types");
    }

    fn handle(&mut self, ready: Reply<()>, _: &mut Context<'_, Self>) {
        ready.send(());
    }
}

struct Printing<P>(Printer, PhantomData<P>);

impl<P: Proof> Actor for Printing<P> {
    type Message = Reply<()>;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let printed = |me: &mut Self, Print { round, datum, proof }: Print<P>, _: &mut Context<'_, Self>| {
            me.0.print(round, datum);
            proof.passed_by(PRINTER)
        };
        ctx.offer(&print(), Offer::Direct, printed).expect("a goal of these types");
    }

    fn handle(&mut self, ready: Reply<()>, _: &mut Context<'_, Self>) {
        ready.send(());
    }
}

// The error is handed over: an answer of which parts are borrowed would have to be laid out in memory.
#[cold]
fn fail(error: GoalError) -> ! {
    panic!("{error}")
}

pub fn run<P: Proof>(answers: Answers<P>, printer: Printer, system: &System) -> Result<Iteration, Failure> {
    let retriever = system.spawn(Retriever::<P>(PhantomData));
    let printer = system.spawn(Printing::<P>(printer, PhantomData));
    let coordinator = system.spawn(Coordinator::<P> { peers: None, client: None, round: 0, datum: 0 });
    let client = system.spawn(Client { answers, serve: None, run: None });
    // Each has made its offer when it answers.
    retriever.ask(FOREVER, |ready| ready).map_err(Failure::work)?;
    printer.ask(FOREVER, |ready| ready).map_err(Failure::work)?;
    coordinator.ask(FOREVER, ToCoordinator::Ready).map_err(Failure::work)?;
    let iteration = client.ask(FOREVER, ToClient::Start).map_err(Failure::work)?;
    client.stop();
    // The offers are gone before those of the next iteration are made.
    end(&coordinator)?;
    end(&retriever)?;
    end(&printer)?;
    Ok(iteration)
}

fn end<M: Send + 'static>(actor: &Address<M>) -> Result<(), Failure> {
    actor.stop();
    actor.wait(Duration::from_secs(10)).map(drop).map_err(Failure::work)
}
