//! What can be awaited, by an executor that has no timers and no threads: answers, outcomes, capacity, names, nodes that come and go.

mod support;

use std::pin::pin;
use std::time::Duration;

use agon_actor::{Address, System};
use agon_link::{AskError, EndReason, Node, NodeEvent, OtherMessages, Outcome, RemoteAddress, SendError};
use support::proxy::Proxy;
use support::{Recorder, SOON, ToRecorder, begin, block_on, cluster, node, system, two, two_with};

const BRIEFLY: Duration = Duration::from_millis(30);

fn recorder(of: &Node, from: &Node, system: &System) -> (RemoteAddress<ToRecorder>, Address<ToRecorder>) {
    let actor = system.spawn(Recorder::default());
    of.register("recorder", actor).unwrap();
    (block_on(from.find_async_within(SOON, "recorder")).unwrap().expect("it is registered"), actor)
}

#[test]
fn answers_and_outcomes_are_awaited() {
    let system = system();
    let (a, b) = two();
    let (remote, _) = recorder(&a, &b, &system);
    assert_eq!(block_on(remote.send_confirmed(ToRecorder::Number(7)).unwrap()), Outcome::Handled);
    let questions: Vec<_> = (0..1000).map(|_| remote.ask_async(SOON, ToRecorder::Get)).collect();
    for question in questions {
        assert_eq!(block_on(question), Ok(vec![7]));
    }
    assert_eq!(block_on(remote.ask_async(SOON, ToRecorder::Ignore)), Err(AskError::NoReply));
    remote.send(ToRecorder::Slowly(500));
    assert_eq!(block_on(remote.ask_async(BRIEFLY, ToRecorder::Get)), Err(AskError::Timeout));
    // The answer comes later, and is dropped.
    let dropped = remote.ask_async(SOON, ToRecorder::Get);
    drop(dropped);
    assert!(block_on(b.flush_async(SOON)));
    assert_eq!(block_on(remote.send_confirmed(ToRecorder::Stop).unwrap()), Outcome::Handled);
    assert_eq!(block_on(remote.ended()), EndReason::Unknown);
}

#[test]
fn an_end_is_awaited_by_those_who_still_want_to_know() {
    let system = system();
    let (a, b) = two();
    let (remote, actor) = recorder(&a, &b, &system);
    let mut end = pin!(remote.ended());
    begin(end.as_mut());
    drop(remote.ended());
    assert!(block_on(b.flush_async(SOON)));
    actor.stop();
    assert_eq!(block_on(end), EndReason::Normal);
}

#[test]
fn capacity_is_awaited_and_nothing_is_sent_before_it_is_there() {
    let system = system();
    let (a, b) = two_with(|builder| builder.bound(4));
    let (remote, actor) = recorder(&a, &b, &system);
    let mut receipts = vec![remote.send_confirmed(ToRecorder::Slowly(1000)).unwrap()];
    receipts.extend((0..3).map(|number| remote.send_confirmed(ToRecorder::Number(number)).unwrap()));
    let timed_out = block_on(remote.send_confirmed_async_within(BRIEFLY, ToRecorder::Number(100)));
    assert!(matches!(timed_out, Err(SendError::Full(ToRecorder::Number(100)))));
    let mut dropped = Box::pin(remote.send_confirmed_async_within(SOON, ToRecorder::Number(101)));
    begin(dropped.as_mut());
    let mut waiting: Vec<_> =
        (3..50).map(|number| Box::pin(remote.send_confirmed_async_within(SOON, ToRecorder::Number(number)))).collect();
    waiting.iter_mut().for_each(|future| begin(future.as_mut()));
    drop(dropped);
    for future in waiting {
        receipts.push(block_on(future).unwrap());
    }
    for receipt in receipts {
        assert_eq!(block_on(receipt), Outcome::Handled);
    }
    let all = actor.ask(SOON, |reply| ToRecorder::When(50, reply)).unwrap();
    assert!(all.into_iter().eq(0..50), "in order, and without those that were dropped");
}

/// Two nodes with a stretch of network between them.
fn stretch(system: &System, queue: usize) -> (Node, Node, Proxy, RemoteAddress<ToRecorder>) {
    let cluster = cluster();
    let a = node("a", &cluster).lease(Duration::from_secs(2)).join().unwrap();
    let proxy = Proxy::to(&a.endpoints()[0]);
    let b = node("b", &cluster).connect(proxy.endpoint()).lease(Duration::from_secs(2)).queue(queue).join().unwrap();
    let (remote, _) = recorder(&a, &b, system);
    (a, b, proxy, remote)
}

#[test]
fn bytes_are_awaited_where_the_network_is_slow() {
    let system = system();
    let (_a, b, proxy, remote) = stretch(&system, 64 << 10);
    let text = || ToRecorder::Text("x".repeat(20 << 10));
    proxy.hold(true, true);
    let mut receipts = Vec::new();
    let back = loop {
        match remote.send_confirmed(text()) {
            Ok(receipt) => receipts.push(receipt),
            Err(why) => break why.into_message(),
        }
    };
    let timed_out = block_on(remote.send_confirmed_async_within(BRIEFLY, back));
    assert!(matches!(timed_out, Err(SendError::Full(_))));
    let mut waiting: Vec<_> = (0..5).map(|_| Box::pin(remote.send_confirmed_async_within(SOON, text()))).collect();
    waiting.iter_mut().for_each(|future| begin(future.as_mut()));
    drop(waiting.remove(1));
    proxy.hold(false, false);
    for future in waiting {
        receipts.push(block_on(future).unwrap());
    }
    for receipt in receipts {
        assert_eq!(block_on(receipt), Outcome::Handled);
    }
    assert!(block_on(b.flush_async(SOON)));
}

#[test]
fn all_that_is_awaited_of_a_node_ends_when_its_connection_does() {
    let system = system();
    let (a, b, proxy, remote) = stretch(&system, 64 << 20);
    let mut events = b.events();
    assert_eq!(block_on(events.next()), Some(NodeEvent::Joined(a.id().clone())));
    let first = remote.send_confirmed(ToRecorder::Slowly(2000)).unwrap();
    let receipts: Vec<_> = (1..1024).map(|number| remote.send_confirmed(ToRecorder::Number(number)).unwrap()).collect();
    let mut waiting = pin!(remote.send_confirmed_async_within(SOON, ToRecorder::Number(0)));
    begin(waiting.as_mut());
    let (asked, end) = (remote.ask_async(SOON, ToRecorder::Get), remote.ended());
    proxy.break_off(false);
    assert_eq!(block_on(end), EndReason::NodeGone);
    assert!(matches!(block_on(asked), Err(AskError::Unknown | AskError::Refused(_))));
    assert_eq!(block_on(events.next()), Some(NodeEvent::Left(a.id().clone())));
    for receipt in receipts.into_iter().chain([first]) {
        assert!(matches!(block_on(receipt), Outcome::Unknown | Outcome::Refused(_) | Outcome::Handled));
    }
    assert!(matches!(block_on(block_on(waiting).unwrap()), Outcome::Refused(_)));
    assert!(matches!(block_on(remote.ask_async(SOON, ToRecorder::Get)), Err(AskError::Refused(_))));
    assert_eq!(block_on(remote.ended()), EndReason::NodeGone);
}

#[test]
fn names_and_nodes_are_awaited() {
    let system = system();
    let cluster = cluster();
    let a = block_on(node("a", &cluster).join_async()).unwrap();
    assert!(block_on(node("a/b", &cluster).join_async()).is_err());
    assert!(!block_on(a.wait_for_nodes_async(1, BRIEFLY)));
    assert_eq!(block_on(a.find_async_within::<ToRecorder>(BRIEFLY, "recorder")), Ok(None));
    let version = a.version();
    let mut found = pin!(a.find_async_within::<ToRecorder>(SOON, "recorder"));
    begin(found.as_mut());
    let mut other = pin!(a.find_async_within::<u64>(SOON, "recorder"));
    begin(other.as_mut());
    let b = block_on(node("b", &cluster).connect(&a.endpoints()[0]).join_async()).unwrap();
    b.register("recorder", system.spawn(Recorder::default())).unwrap();
    assert_eq!(block_on(found).unwrap().expect("it is registered").node(), b.id());
    assert_eq!(block_on(other), Err(OtherMessages));
    assert!(block_on(a.wait_for_nodes_async(1, SOON)));
    assert_ne!(block_on(a.wait_for_change_async(version, SOON)), version);
    assert_eq!(block_on(a.wait_for_change_async(a.version(), BRIEFLY)), a.version());
}

#[test]
fn events_are_of_nodes_that_come_and_go_until_this_one_leaves() {
    let (a, b) = two();
    let connect = a.endpoints();
    let cluster_of = |node: &Node| node.id().clone();
    let (mut events, mut late) = (a.events(), a.events());
    let first = cluster_of(&b);
    assert_eq!(block_on(events.next()), Some(NodeEvent::Joined(first.clone())));
    let mut next = Box::pin(events.next());
    begin(next.as_mut());
    drop(next);
    block_on(b.leave_async());
    assert_eq!(block_on(events.next()), Some(NodeEvent::Left(first)));
    // One that reads late sees what is there, and not what has been.
    let mut next = Box::pin(late.next());
    begin(next.as_mut());
    drop((next, connect));
    block_on(a.leave_async());
    assert_eq!(block_on(events.next()), None);
    assert_eq!(block_on(late.next()), None);
}

#[test]
fn a_node_leaves_where_the_future_is_dropped() {
    let (a, b) = two();
    let id = b.id().clone();
    let mut events = a.events();
    assert_eq!(block_on(events.next()), Some(NodeEvent::Joined(id.clone())));
    drop(b.leave_async());
    assert_eq!(block_on(events.next()), Some(NodeEvent::Left(id)));
}

#[test]
fn what_is_awaited_at_a_node_ends_when_it_leaves() {
    let system = system();
    let (a, b) = two();
    let (remote, _) = recorder(&a, &b, &system);
    remote.send(ToRecorder::Slowly(1000));
    let (asked, end) = (remote.ask_async(SOON, ToRecorder::Get), remote.ended());
    let found = b.find_async_within::<ToRecorder>(Duration::MAX, "none");
    let nodes = b.wait_for_nodes_async(9, Duration::MAX);
    let flushed = b.flush_async(Duration::MAX);
    block_on(b.leave_async());
    assert!(block_on(asked).is_err());
    assert_eq!(block_on(end), EndReason::NodeGone);
    assert_eq!(block_on(found), Ok(None));
    assert!(!block_on(nodes));
    assert!(!block_on(flushed));
}

#[test]
fn all_of_it_is_of_use_on_the_only_thread_of_a_runtime() {
    let system = system();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let address = runtime.block_on(async {
        let node = node("a", &cluster()).join_async().await.unwrap();
        let address = node.register("recorder", system.spawn(Recorder::default())).unwrap();
        assert_eq!(address.ask_async(SOON, ToRecorder::Get).await, Ok(vec![]));
        node.leave_async().await;
        address
    });
    // The last that is left of the node goes there, too.
    runtime.block_on(async { drop(address) });
}
