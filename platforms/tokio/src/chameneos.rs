//! chameneos: creatures meet in pairs through a broker and change colour; after so many meetings all are turned away.

use std::time::Instant;

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use ::tokio::sync::{oneshot, watch};
use ::tokio::task;
use agon_platform::chameneos::{Chameneos, Creature, Visitor};
use agon_platform::{Arguments, Failure, Iteration, Work, tokio};

// agon: begin harness
pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    // Both variants play the same game; they differ in the runtime that `tokio::start` builds.
    let (game, ()) = Chameneos::take(arguments, &[("default", ()), ("local", ())])?;
    Ok(Box::new(move |runtime, _| tokio::run(runtime, play(game))))
}
// agon: end

/// Asks the broker for a meeting.
struct Request {
    visitor: Visitor,
    answer: oneshot::Sender<Answer>,
}

enum Answer {
    Meet(Visitor),
    TurnAway,
}

async fn broke(mut meetings: u64, mut requests: UnboundedReceiver<Request>) {
    let answer = |to: Request, answer| to.answer.send(answer).ok().expect("the creature that asked waits");
    let mut waiting: Option<Request> = None;
    while let Some(request) = requests.recv().await {
        if meetings == 0 {
            answer(request, Answer::TurnAway);
        } else if let Some(first) = waiting.take() {
            meetings -= 1;
            let (one, other) = (first.visitor, request.visitor);
            answer(first, Answer::Meet(other));
            answer(request, Answer::Meet(one));
        } else {
            waiting = Some(request);
        }
    }
}

/// Meets others until it is turned away; then reports what became of it.
async fn live(
    mut creature: Creature,
    mut begin: watch::Receiver<bool>,
    broker: UnboundedSender<Request>,
    manager: UnboundedSender<Creature>,
) {
    begin.wait_for(|begun| *begun).await.expect("the game begins");
    loop {
        let (answer, answered) = oneshot::channel();
        broker.send(Request { visitor: creature.me, answer }).expect("the broker listens");
        match answered.await.expect("the broker answers") {
            Answer::Meet(other) => creature.meet(other),
            Answer::TurnAway => break,
        }
    }
    manager.send(creature).expect("the manager listens");
}

async fn play(game: Chameneos) -> Iteration {
    let (broker, requests) = mpsc::unbounded_channel();
    let (manager, mut reports) = mpsc::unbounded_channel();
    let (begin, begun) = watch::channel(false);
    task::spawn(broke(game.meetings, requests));
    for creature in game.creatures() {
        task::spawn(live(creature, begun.clone(), broker.clone(), manager.clone()));
    }
    drop((broker, manager)); // what is left are the creatures' own, and go with them
    let mut creatures = Vec::new();

    let start = Instant::now();
    begin.send_replace(true);
    while let Some(creature) = reports.recv().await {
        creatures.push(creature);
    }
    Iteration { elapsed: start.elapsed(), report: game.report(creatures) }
}
