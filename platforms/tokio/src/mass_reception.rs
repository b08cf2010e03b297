//! mass-reception: senders ask the same receiver again and again.

use std::time::Instant;

use ::tokio::runtime::Runtime;
use ::tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use ::tokio::sync::watch;
use ::tokio::task::JoinSet;
use ::tokio::time;
use agon_platform::echo::{Echo, Next, Outcome, Replier, Requester, Wait};
use agon_platform::{Arguments, Failure, Work, tokio};

pub fn prepare(arguments: &mut Arguments) -> Result<Work<Runtime>, Failure> {
    let echo = Echo::take_mass(arguments, &[("default", ())])?;
    Ok(Box::new(move |runtime, index| {
        let (requesters, repliers) = (echo.requesters().collect(), echo.repliers().collect());
        echo.finish(index, tokio::run(runtime, run(requesters, repliers))?)
    }))
}

struct Request {
    requester: u32,
    number: u32,
}

struct Reply {
    replier: u32,
    number: u32,
}

/// One has all its replies.
struct Done;

/// Answers until all senders have gone.
async fn receive(
    mut replier: Replier,
    mut requests: UnboundedReceiver<Request>,
    senders: Vec<UnboundedSender<Reply>>,
    receivers: u32,
) -> Replier {
    while let Some(Request { requester, number }) = requests.recv().await {
        replier.answer(requester, number);
        let reply = Reply { replier: replier.number, number };
        // Its senders are each `receivers` after the one before.
        senders[(requester / receivers) as usize].send(reply).expect("a sender waits for its reply");
    }
    replier
}

async fn send(
    mut requester: Requester,
    mut begin: watch::Receiver<Option<Instant>>,
    receiver: UnboundedSender<Request>,
    mut replies: UnboundedReceiver<Reply>,
    controller: UnboundedSender<Done>,
) -> Requester {
    let begun = begin.wait_for(Option::is_some).await.expect("the senders receive the start").expect("there is a time");
    requester.begin(begun);
    loop {
        match requester.then() {
            Next::Ask(number) => {
                receiver.send(Request { requester: requester.number, number }).expect("the receiver listens");
                let Reply { replier, number } = replies.recv().await.expect("the receiver replies");
                requester.record(replier, number);
            }
            Next::Wait(time) => time::sleep(time).await,
            Next::Done => {
                controller.send(Done).expect("the controller listens");
                return requester;
            }
        }
    }
}

async fn run(requesters: Vec<Requester>, repliers: Vec<Replier>) -> Outcome {
    let (controller, mut done) = mpsc::unbounded_channel();
    let (begin, begun) = watch::channel(None);
    let (links, inboxes): (Vec<_>, Vec<_>) = repliers.iter().map(|_| mpsc::unbounded_channel()).unzip();
    let mut senders_of = vec![Vec::new(); repliers.len()];
    let mut sending = JoinSet::new();
    let (senders, receivers) = (requesters.len(), links.len());
    for (requester, place) in requesters.into_iter().zip((0..receivers).cycle()) {
        let (sender, replies) = mpsc::unbounded_channel();
        senders_of[place].push(sender);
        sending.spawn(send(requester, begun.clone(), links[place].clone(), replies, controller.clone()));
    }
    drop(links);
    let mut receiving = JoinSet::new();
    for ((replier, inbox), senders) in repliers.into_iter().zip(inboxes).zip(senders_of) {
        receiving.spawn(receive(replier, inbox, senders, receivers as u32));
    }

    let mut wait = Wait::begin(senders);
    begin.send(Some(wait.begun)).expect("the senders wait");
    let elapsed = loop {
        let Done = done.recv().await.expect("the senders report when they have done");
        if let Some(elapsed) = wait.record() {
            break elapsed;
        }
    };
    Outcome { elapsed, requesters: sending.join_all().await, repliers: receiving.join_all().await }
}
