//! Two nodes in one process, each with a session of its own, over loopback.

mod support;

use std::sync::mpsc;
use std::time::Duration;

use agon_actor::{OnPanic, Recipient, SpawnOptions};
use agon_link::{
    AskError, EndReason, JoinError, LinkSnapshot, Node, OtherMessages, Outcome, PeerSnapshot, Presence, Refusal,
    RegisterError, RemoteAddress, SendError,
};
use support::{Recorder, SOON, ToRecorder, cluster, node, system, two, two_with};

fn recorder(
    of: &Node,
    from: &Node,
    system: &agon_actor::System,
) -> (RemoteAddress<ToRecorder>, agon_actor::Address<ToRecorder>) {
    let actor = system.spawn(Recorder::default());
    of.register("recorder", actor).unwrap();
    let found = from.find_within(SOON, "recorder").unwrap().expect("it is registered");
    (found, actor)
}

#[test]
fn messages_are_handled_in_order() {
    let system = system();
    let (a, b) = two();
    let (remote, actor) = recorder(&a, &b, &system);
    for number in 0..10_000 {
        remote.send(ToRecorder::Number(number));
    }
    let all = actor.ask(SOON, |reply| ToRecorder::When(10_000, reply)).unwrap();
    assert!(all.into_iter().eq(0..10_000));
    assert!(b.flush(SOON));
    assert_eq!(b.counters(), Default::default());
}

#[test]
fn acked_messages_are_reported_as_handled_in_order_with_others() {
    let system = system();
    let (a, b) = two();
    let (remote, actor) = recorder(&a, &b, &system);
    let mut receipts = Vec::new();
    for number in 0..5000 {
        if number % 3 == 0 {
            remote.send(ToRecorder::Number(number));
        } else {
            receipts.push(remote.send_confirmed_within(SOON, ToRecorder::Number(number)).unwrap());
        }
    }
    for receipt in receipts {
        assert_eq!(receipt.wait(SOON), Some(Outcome::Handled));
    }
    let all = actor.ask(SOON, |reply| ToRecorder::When(5000, reply)).unwrap();
    assert!(all.into_iter().eq(0..5000));
}

#[test]
fn questions_are_answered_in_both_directions() {
    let system = system();
    let (a, b) = two();
    let (remote, _) = recorder(&a, &b, &system);
    remote.send(ToRecorder::Number(7));
    assert_eq!(remote.ask(SOON, ToRecorder::Get), Ok(vec![7]));
    let back = system.spawn(Recorder::default());
    b.register("back", back).unwrap();
    let back: RemoteAddress<ToRecorder> = a.find_within(SOON, "back").unwrap().unwrap();
    assert_eq!(back.ask(SOON, ToRecorder::Get), Ok(vec![]));
}

#[test]
fn a_question_without_an_answer_ends() {
    let system = system();
    let (a, b) = two();
    let (remote, _) = recorder(&a, &b, &system);
    assert_eq!(remote.ask(SOON, ToRecorder::Ignore), Err(AskError::NoReply));
    remote.send(ToRecorder::Slowly(300));
    assert_eq!(remote.ask(Duration::from_millis(50), ToRecorder::Get), Err(AskError::Timeout));
    remote.send(ToRecorder::Stop);
    // The reply is dropped with the mailbox, and the question is refused: whichever comes first.
    let none = remote.ask(SOON, ToRecorder::Get).unwrap_err();
    assert!(matches!(none, AskError::NoReply | AskError::Refused(Refusal::NoActor)), "{none}");
}

#[test]
fn a_handler_that_panics_is_reported() {
    let system = system();
    let (a, b) = two();
    let options = SpawnOptions::default().on_panic(OnPanic::Restart(Box::new(Recorder::default)));
    a.register("fragile", system.spawn_with(Recorder::default(), options)).unwrap();
    let remote: RemoteAddress<ToRecorder> = b.find_within(SOON, "fragile").unwrap().unwrap();
    assert_eq!(remote.send_confirmed(ToRecorder::Panic).unwrap().wait(SOON), Some(Outcome::Panicked));
    assert_eq!(remote.send_confirmed(ToRecorder::Number(1)).unwrap().wait(SOON), Some(Outcome::Handled));
}

#[test]
fn an_actor_that_ends_loses_its_name_and_its_messages_are_refused() {
    let system = system();
    let (a, b) = two();
    let (remote, actor) = recorder(&a, &b, &system);
    actor.stop();
    actor.wait(SOON).unwrap();
    let refused = Some(Outcome::Refused(Refusal::NoActor));
    assert_eq!(remote.send_confirmed(ToRecorder::Number(1)).unwrap().wait(SOON), refused);
    let begun = std::time::Instant::now();
    while b.find::<ToRecorder>("recorder").unwrap().is_some() {
        assert!(begun.elapsed() < SOON, "the name stays");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_slow_actor_is_sent_so_many_messages_and_no_more() {
    let system = system();
    let (a, b) = two_with(|builder| builder.bound(10));
    let (slow, _) = recorder(&a, &b, &system);
    a.register("quick", system.spawn(Recorder::default())).unwrap();
    let receipts: Vec<_> = std::iter::once(ToRecorder::Slowly(500))
        .chain((0..9).map(ToRecorder::Number))
        .map(|message| slow.send_confirmed(message).unwrap())
        .collect();
    let Err(SendError::Full(back)) = slow.send_confirmed(ToRecorder::Number(10)) else { panic!("there was capacity") };
    assert!(slow.send_confirmed_within(Duration::from_millis(20), back).is_err());
    // When there is capacity again, a waiting sender goes on.
    let last = slow.send_confirmed_within(SOON, ToRecorder::Number(11)).unwrap();
    for receipt in receipts.iter().chain([&last]) {
        assert_eq!(receipt.wait(SOON), Some(Outcome::Handled));
    }
}

#[test]
fn a_slow_actor_does_not_hold_up_another() {
    let (one, other) = (system(), system());
    let (a, b) = two();
    let (slow, _) = recorder(&a, &b, &one);
    a.register("quick", other.spawn(Recorder::default())).unwrap();
    let quick: RemoteAddress<ToRecorder> = b.find_within(SOON, "quick").unwrap().unwrap();
    let waiting = slow.send_confirmed(ToRecorder::Slowly(2000)).unwrap();
    for number in 0..1000 {
        let _ = slow.send_confirmed(ToRecorder::Number(number));
    }
    assert_eq!(quick.send_confirmed(ToRecorder::Number(1)).unwrap().wait(SOON), Some(Outcome::Handled));
    assert_eq!(waiting.outcome(), None, "the slow one was through first: this has shown nothing");
}

#[test]
fn a_monitor_is_notified_of_why_an_actor_ended() {
    let system = system();
    let (a, b) = two();
    let (remote, actor) = recorder(&a, &b, &system);
    let (sender, ended) = mpsc::channel();
    let first_sender = sender.clone();
    let _monitor = remote.monitor(move |reason| first_sender.send(reason).unwrap());
    assert!(b.flush(SOON)); // it has arrived
    actor.send(ToRecorder::Panic);
    assert_eq!(ended.recv_timeout(SOON), Ok(EndReason::Panicked("as asked".into())));
    let _monitor = remote.monitor(move |reason| sender.send(reason).unwrap());
    // At once, and as far as its node still knows.
    let late = ended.recv_timeout(SOON).unwrap();
    assert!(matches!(late, EndReason::Unknown | EndReason::Panicked(_)), "{late}");
}

#[test]
fn a_cancelled_monitor_is_silent() {
    let system = system();
    let (a, b) = two();
    let (remote, _) = recorder(&a, &b, &system);
    let (sender, ended) = mpsc::channel();
    let first_sender = sender.clone();
    remote.monitor(move |reason| first_sender.send(("first", reason)).unwrap()).cancel();
    let _monitor = remote.monitor(move |reason| sender.send(("second", reason)).unwrap());
    remote.send(ToRecorder::Stop);
    assert_eq!(ended.recv_timeout(SOON), Ok(("second", EndReason::Normal)));
}

#[test]
fn a_node_that_leaves_is_the_end_of_its_actors() {
    let system = system();
    let (a, b) = two();
    let (remote, _) = recorder(&a, &b, &system);
    let (sender, ended) = mpsc::channel();
    let first_sender = sender.clone();
    let _monitor = remote.monitor(move |reason| first_sender.send(reason).unwrap());
    let waiting = remote.send_confirmed(ToRecorder::Slowly(1000)).unwrap();
    let (asked, answer) = mpsc::channel();
    remote.ask_then(SOON, ToRecorder::Get, move |answer| asked.send(answer).unwrap());
    a.leave();
    assert_eq!(ended.recv_timeout(SOON), Ok(EndReason::NodeGone));
    // Whether it was sent before is not shown here; that what was sent is unknown is shown where a process pauses.
    let lost = waiting.wait(SOON).unwrap();
    assert!(matches!(lost, Outcome::Unknown | Outcome::Refused(Refusal::NotSent | Refusal::NodeGone)), "{lost}");
    assert!(answer.recv_timeout(SOON).unwrap().is_err());
    assert!(remote.is_gone() && b.nodes().is_empty());
    assert_eq!(b.find::<ToRecorder>("recorder").unwrap(), None);
    let refused = Some(Outcome::Refused(Refusal::NodeGone));
    assert_eq!(remote.send_confirmed(ToRecorder::Number(1)).unwrap().wait(SOON), refused);
    let _monitor = remote.monitor(move |reason| sender.send(reason).unwrap());
    assert_eq!(ended.recv_timeout(SOON), Ok(EndReason::NodeGone));
}

#[test]
fn a_node_that_restarts_under_its_name_is_another() {
    let system = system();
    let cluster = cluster();
    let b = node("b", &cluster).join().unwrap();
    let start = || {
        let a = node("a", &cluster).connect(b.endpoints().remove(0)).join().unwrap();
        a.register("recorder", system.spawn(Recorder::default())).unwrap();
        a
    };
    let first = start();
    let old: RemoteAddress<ToRecorder> = b.find_within(SOON, "recorder").unwrap().unwrap();
    assert_eq!(old.send_confirmed(ToRecorder::Number(1)).unwrap().wait(SOON), Some(Outcome::Handled));
    first.leave();
    while !old.is_gone() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = start();
    let new: RemoteAddress<ToRecorder> = b.find_within(SOON, "recorder").unwrap().unwrap();
    assert_eq!((new.node().name(), old.node().name()), ("a", "a"));
    assert_eq!(new.node(), second.id());
    assert_ne!(new, old);
    let refused = Some(Outcome::Refused(Refusal::NodeGone));
    assert_eq!(old.send_confirmed(ToRecorder::Number(2)).unwrap().wait(SOON), refused);
    assert_eq!(new.send_confirmed(ToRecorder::Number(3)).unwrap().wait(SOON), Some(Outcome::Handled));
    assert_eq!(new.ask(SOON, ToRecorder::Get), Ok(vec![3]));
}

#[test]
fn names_and_roles_are_found_by_the_type_of_their_messages() {
    let system = system();
    let (a, b) = two();
    recorder(&a, &b, &system);
    assert_eq!(b.find::<String>("recorder"), Err(OtherMessages));
    assert_eq!(b.find::<ToRecorder>("nobody"), Ok(None));
    for node in [&a, &b] {
        node.play("clerk", system.spawn(Recorder::default())).unwrap();
    }
    for node in [&a, &b] {
        let begun = std::time::Instant::now();
        while node.players::<ToRecorder>("clerk").unwrap().len() < 2 {
            assert!(begun.elapsed() < SOON);
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    // All nodes agree on where a key lives, and both have some.
    let places = |node: &Node| -> Vec<_> {
        (0..100u32)
            .map(|key| node.player_for::<ToRecorder>("clerk", &key.to_le_bytes()).unwrap().unwrap().node().clone())
            .collect()
    };
    assert_eq!(places(&a), places(&b));
    assert!(places(&a).contains(a.id()) && places(&a).contains(b.id()));
    assert!(matches!(a.register("a/b", system.spawn(Recorder::default())), Err(RegisterError::BadName(_))));
}

#[test]
fn addresses_travel_in_messages() {
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Forward(RemoteAddress<ToRecorder>, u64);

    struct Forwarder;

    impl agon_actor::Actor for Forwarder {
        type Message = Forward;

        fn handle(&mut self, Forward(to, number): Forward, _: &mut agon_actor::Context<'_, Self>) {
            to.send(ToRecorder::Number(number));
        }
    }

    let system = system();
    let (a, b) = two();
    a.register("forwarder", system.spawn(Forwarder)).unwrap();
    let forwarder: RemoteAddress<Forward> = b.find_within(SOON, "forwarder").unwrap().unwrap();
    let actor = system.spawn(Recorder::default());
    forwarder.send(Forward(b.export(actor), 42));
    assert_eq!(actor.ask(SOON, |reply| ToRecorder::When(1, reply)), Ok(vec![42]));
}

#[test]
fn an_actor_of_the_same_node_is_sent_to_likewise() {
    let system = system();
    let a = node("a", &cluster()).join().unwrap();
    let remote = a.register("recorder", system.spawn(Recorder::default())).unwrap();
    assert_eq!(a.find("recorder").unwrap().as_ref(), Some(&remote));
    remote.send(ToRecorder::Number(1));
    assert_eq!(remote.send_confirmed(ToRecorder::Number(2)).unwrap().wait(SOON), Some(Outcome::Handled));
    assert_eq!(remote.ask(SOON, ToRecorder::Get), Ok(vec![1, 2]));
    let (sender, ended) = mpsc::channel();
    let _monitor = remote.monitor(move |reason| sender.send(reason).unwrap());
    remote.send(ToRecorder::Stop);
    assert_eq!(ended.recv_timeout(SOON), Ok(EndReason::Normal));
}

#[test]
fn what_is_published_reaches_all_subscribers_in_order() {
    let system = system();
    let (a, b) = two();
    let (here, there) = (system.spawn(Recorder::default()), system.spawn(Recorder::default()));
    let _one = a.subscribe("prices", Recipient::new(here, ToRecorder::Number)).unwrap();
    let _two = b.subscribe("prices", Recipient::new(there, ToRecorder::Number)).unwrap();
    // Subscriptions take a moment to be known: the first values may be lost.
    let begun = std::time::Instant::now();
    while there.ask(Duration::from_millis(20), |reply| ToRecorder::When(1, reply)).is_err() {
        assert!(begun.elapsed() < SOON);
        a.publish("prices", &0u64).unwrap();
    }
    for price in 1..=1000u64 {
        a.publish("prices", &price).unwrap();
    }
    a.publish("prices", &"no number".to_owned()).unwrap();
    for actor in [here, there] {
        let begun = std::time::Instant::now();
        let mut found = actor.ask(SOON, |reply| ToRecorder::When(1000, reply)).unwrap();
        while found.last() != Some(&1000) {
            assert!(begun.elapsed() < SOON);
            found = actor.ask(SOON, |reply| ToRecorder::When(1000, reply)).unwrap();
        }
        found.retain(|price| *price > 0);
        assert!(found.into_iter().eq(1..=1000));
    }
    while b.counters().undecodable == 0 {
        assert!(begun.elapsed() < SOON);
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn large_messages_pass_and_too_large_ones_come_back() {
    let system = system();
    let (a, b) = two();
    let (remote, _) = recorder(&a, &b, &system);
    for size in [100_000, 1 << 20, 3 << 20] {
        let receipt = remote.send_confirmed(ToRecorder::Text("x".repeat(size))).unwrap();
        assert_eq!(receipt.wait(SOON), Some(Outcome::Handled), "{size}");
    }
    let Err(SendError::Encoding(..)) = remote.send_confirmed(ToRecorder::Text("x".repeat(5 << 20))) else {
        panic!("it was sent")
    };
}

#[test]
fn a_full_queue_is_reported_or_counted() {
    let system = system();
    let (a, b) = two_with(|builder| builder.queue(100_000));
    let (remote, actor) = recorder(&a, &b, &system);
    let mut full = false;
    for _ in 0..200 {
        full |= remote.send_confirmed(ToRecorder::Text("x".repeat(50_000))).is_err();
        remote.send(ToRecorder::Text("x".repeat(50_000)));
    }
    remote.send_confirmed_within(SOON, ToRecorder::Number(1)).ok();
    assert!(full && b.counters().dropped > 0, "{:?}", b.counters());
    assert!(b.flush(SOON));
    remote.send(ToRecorder::Number(2));
    assert!(actor.ask(SOON, |reply| ToRecorder::When(1, reply)).is_ok());
}

#[test]
fn names_that_are_none_are_refused() {
    assert!(matches!(node("a/b", "c").join(), Err(JoinError::BadName(_))));
    assert!(matches!(node("a", "").join(), Err(JoinError::BadName(_))));
}

#[test]
fn clusters_do_not_see_each_other() {
    let system = system();
    let a = node("a", &cluster()).join().unwrap();
    a.register("recorder", system.spawn(Recorder::default())).unwrap();
    let b = node("b", &cluster()).connect(a.endpoints().remove(0)).join().unwrap();
    assert!(!b.wait_for_nodes(1, Duration::from_millis(500)));
    assert_eq!(b.find::<ToRecorder>("recorder"), Ok(None));
}

/// Can be encoded, whatever it is, and decoded if it is even; three makes what decodes it panic.
#[derive(Debug, serde::Serialize)]
struct Even(u64);

impl<'de> serde::Deserialize<'de> for Even {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u64::deserialize(deserializer)?;
        assert_ne!(number, 3, "as asked");
        if number % 2 == 0 { Ok(Self(number)) } else { Err(serde::de::Error::custom("odd")) }
    }
}

#[test]
fn what_cannot_be_decoded_is_refused_or_counted_and_the_next_message_is_handled() {
    struct Summing(u64, mpsc::Sender<u64>);

    impl agon_actor::Actor for Summing {
        type Message = Even;

        fn handle(&mut self, Even(number): Even, _: &mut agon_actor::Context<'_, Self>) {
            self.0 += number;
            self.1.send(self.0).unwrap();
        }
    }

    let system = system();
    let (a, b) = two();
    let (sender, sums) = mpsc::channel();
    a.register("summing", system.spawn(Summing(0, sender))).unwrap();
    let remote: RemoteAddress<Even> = b.find_within(SOON, "summing").unwrap().unwrap();
    for odd in [1, 3] {
        remote.send(Even(odd));
        let refused = Some(Outcome::Refused(Refusal::Undecodable));
        assert_eq!(remote.send_confirmed(Even(odd)).unwrap().wait(SOON), refused);
    }
    assert_eq!(remote.send_confirmed(Even(2)).unwrap().wait(SOON), Some(Outcome::Handled));
    assert_eq!(sums.recv_timeout(SOON), Ok(2));
    assert_eq!(a.counters().undecodable, 4);
}

/// What one node sees of the only other, once that is so.
fn seen(by: &Node, is_so: impl Fn(&PeerSnapshot) -> bool) -> LinkSnapshot {
    let begun = std::time::Instant::now();
    loop {
        let peer = by.snapshot().peers.remove(0);
        if is_so(&peer) {
            return peer.link;
        }
        assert!(begun.elapsed() < SOON, "it never is: {peer:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_snapshot_counts_what_passes() {
    /// Handles a message for each word that it is given.
    struct Held(mpsc::Receiver<()>);

    impl agon_actor::Actor for Held {
        type Message = u64;

        fn handle(&mut self, number: u64, _: &mut agon_actor::Context<'_, Self>) {
            self.0.recv_timeout(SOON).unwrap();
            assert_ne!(number, 3, "as asked");
        }
    }

    let system = system();
    let (a, b) = two();
    assert_eq!((a.snapshot().id, a.snapshot().peers[0].id.name()), (a.id().clone(), "b"));
    let (word, words) = mpsc::channel();
    a.register("held", system.spawn(Held(words))).unwrap();
    let remote: RemoteAddress<u64> = b.find_within(SOON, "held").unwrap().unwrap();
    remote.send(0);
    let receipts: Vec<_> = (1..=3).map(|number| remote.send_confirmed(number).unwrap()).collect();
    let open = seen(&b, |a| a.presence == Presence::Here && a.link.sent == 4 && a.link.waiting == 0);
    assert_eq!((open.acked, open.unacked, open.handled, open.queued_bytes, open.epoch), (3, 3, 0, 0, 1));
    assert!(open.credits > 0, "{open:?}");
    let other = seen(&a, |b| b.link.received == 4);
    assert_eq!((other.sent, other.acked), (0, 0));
    (0..4).for_each(|_| word.send(()).unwrap());
    for (receipt, due) in receipts.iter().zip([Outcome::Handled, Outcome::Handled, Outcome::Panicked]) {
        assert_eq!(receipt.wait(SOON), Some(due));
    }
    // A sender that got outcomes finds them counted. The actor is gone: it has panicked, and is not resumed.
    let settled = seen(&b, |_| true);
    assert_eq!((settled.handled, settled.panicked, settled.unacked), (2, 1, 0));
    assert_eq!(remote.send_confirmed(4).unwrap().wait(SOON), Some(Outcome::Refused(Refusal::NoActor)));
    drop(a);
    let gone = seen(&b, |a| a.presence == Presence::Gone);
    assert_eq!((gone.sent, gone.refused), (5, 1));
    assert_eq!(remote.send_confirmed(5).unwrap().wait(SOON), Some(Outcome::Refused(Refusal::NodeGone)));
    let last = seen(&b, |_| true);
    assert_eq!((last.acked, last.handled + last.panicked + last.refused + last.unknown + last.unacked), (5, 5));
}
