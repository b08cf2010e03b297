//! Single steps of the two ends.

use std::time::Duration;

use super::*;
use crate::types::{Outcome, Refusal};
use crate::wire::{Ack, Data};

const NOW: Time = Duration::from_secs(1000);

fn window() -> Window {
    Window { messages: 256, bytes: 100, queue: 200, frame: 60, ..Window::default() }
}

fn numbers(data: &Data) -> Vec<u64> {
    (data.first..).take(data.messages.len()).collect()
}

fn all(sender: &mut Sender) -> Vec<u64> {
    std::iter::from_fn(|| sender.poll(NOW)).flat_map(|data| numbers(&data)).collect()
}

fn ack(expected: u64) -> Ack {
    Ack { epoch: 1, expected, limit: INITIAL_CREDIT, first_outcome: 0, outcomes: vec![] }
}

#[test]
fn frames_and_flight_have_limits_in_bytes() {
    let mut sender = Sender::new(window());
    for _ in 0..6 {
        sender.push(false, vec![0; 20]).unwrap();
    }
    assert_eq!(numbers(&sender.poll(NOW).unwrap()), [0, 1], "two fit into a frame");
    assert_eq!(all(&mut sender), [2, 3, 4], "five may fly");
    sender.acknowledged(NOW, &ack(2));
    assert_eq!(all(&mut sender), [5]);
}

#[test]
fn the_queue_has_a_limit_in_bytes_but_takes_one_message_of_any_size() {
    let mut sender = Sender::new(window());
    assert!(sender.push(false, vec![0; 1000]).is_ok());
    assert_eq!(sender.push(false, vec![0]), Err(Full));
    assert_eq!(all(&mut sender), [0]);
    sender.acknowledged(NOW, &ack(1));
    assert_eq!(sender.push(false, vec![0]), Ok(1));
}

#[test]
fn nothing_is_sent_beyond_the_credit() {
    let mut sender = Sender::new(Window { bytes: 10_000, queue: 10_000, ..window() });
    for _ in 0..INITIAL_CREDIT + 3 {
        sender.push(true, vec![0]).unwrap();
    }
    assert_eq!((sender.waiting(), sender.credits()), (INITIAL_CREDIT + 3, INITIAL_CREDIT));
    assert_eq!(all(&mut sender).len() as u64, INITIAL_CREDIT);
    assert_eq!((sender.waiting(), sender.credits()), (INITIAL_CREDIT + 3, 0));
    sender.acknowledged(NOW, &Ack { limit: INITIAL_CREDIT + 2, ..ack(INITIAL_CREDIT) });
    assert_eq!((sender.waiting(), sender.credits()), (3, 2));
    assert_eq!(all(&mut sender), [INITIAL_CREDIT, INITIAL_CREDIT + 1]);
}

#[test]
fn without_progress_it_goes_back_later_and_later_and_then_gives_up() {
    let mut sender = Sender::new(Window { give_up: Duration::from_secs(1), ..window() });
    sender.push(true, vec![0]).unwrap();
    assert_eq!(all(&mut sender), [0]);
    sender.push(true, vec![0; 1000]).unwrap_err();
    let mut now = NOW;
    let mut waits = Vec::new();
    loop {
        let deadline = sender.deadline().unwrap();
        waits.push((deadline - now).as_millis());
        now = deadline;
        if sender.tick(now) == Timer::Silence {
            break;
        }
        let again = sender.poll(now).unwrap();
        assert!(again.probe && numbers(&again) == [0]);
    }
    assert_eq!(waits, [200, 400, 800]);
    sender.push(true, vec![0; 10]).unwrap();
    assert_eq!(sender.give_up(), [(0, Outcome::Unknown), (1, Outcome::Refused(Refusal::NotSent))]);
    assert_eq!((sender.epoch(), sender.unsettled(), sender.queued_bytes()), (2, 0, 0));
    assert_eq!(sender.deadline(), None);
}

#[test]
fn who_waits_for_nothing_has_no_deadline() {
    let mut sender = Sender::new(window());
    assert_eq!((sender.poll(NOW), sender.deadline()), (None, None));
    sender.push(false, vec![0]).unwrap();
    sender.poll(NOW).unwrap();
    assert!(sender.deadline().is_some());
    sender.acknowledged(NOW, &ack(1));
    assert_eq!((sender.poll(NOW), sender.deadline()), (None, None));
}

#[test]
fn an_acknowledgement_of_another_epoch_or_of_what_was_never_sent_changes_nothing() {
    let mut sender = Sender::new(window());
    sender.push(true, vec![0]).unwrap();
    sender.poll(NOW).unwrap();
    let outcomes = crate::wire::runs([(0, Outcome::Handled)]);
    for wrong in [Ack { epoch: 2, ..ack(1) }, ack(2)] {
        assert_eq!(sender.acknowledged(NOW, &Ack { outcomes: outcomes.clone(), ..wrong }), []);
    }
    assert_eq!(sender.acknowledged(NOW, &Ack { outcomes, ..ack(1) }), [(0, Outcome::Handled)]);
}

fn data(epoch: u64, first: u64, messages: u64, acked: bool) -> Data {
    let message = |i| crate::wire::Message { acked, body: crate::wire::Bytes(vec![i as u8]) };
    Data { epoch, first, seen: 0, probe: false, messages: (first..first + messages).map(message).collect() }
}

const NONE: [u64; 0] = [];

/// What it says, now or after a while.
fn says(receiver: &mut Receiver) -> Option<Ack> {
    receiver.poll(NOW + window().ack_delay, false)
}

fn taken(receiver: &mut Receiver, data: Data) -> Vec<u64> {
    receiver.take(NOW, data).iter().map(|delivered| delivered.number).collect()
}

#[test]
fn what_comes_early_waits_for_its_turn_and_nothing_is_delivered_twice() {
    let mut receiver = Receiver::new(window());
    assert_eq!(taken(&mut receiver, data(1, 2, 2, true)), NONE);
    assert_eq!(taken(&mut receiver, data(1, 2, 2, true)), NONE);
    assert_eq!(taken(&mut receiver, data(1, 0, 3, true)), [0, 1, 2, 3]);
    assert_eq!(taken(&mut receiver, data(1, 1, 4, true)), [4]);
    assert_eq!(says(&mut receiver).unwrap().expected, 5);
    assert_eq!(says(&mut receiver), None);
}

#[test]
fn an_epoch_begins_anew_and_an_earlier_one_is_over() {
    let mut receiver = Receiver::new(window());
    assert_eq!(taken(&mut receiver, data(2, 0, 2, true)), [0, 1]);
    assert_eq!(taken(&mut receiver, data(1, 0, 2, true)), NONE);
    receiver.settle(1, 0, Outcome::Handled);
    assert_eq!(says(&mut receiver).unwrap().outcomes, []);
    assert_eq!(taken(&mut receiver, data(3, 0, 1, true)), [0]);
}

#[test]
fn credit_comes_back_with_the_mailbox_or_with_the_outcome_that_is_seen() {
    let mut receiver = Receiver::new(window());
    receiver.take(NOW, data(1, 0, 3, false));
    assert_eq!(says(&mut receiver).unwrap().limit, 256 + 3);
    receiver.take(NOW, data(1, 3, 2, true));
    receiver.settle(1, 4, Outcome::Handled);
    let said = says(&mut receiver).unwrap();
    assert_eq!((said.limit, said.first_outcome, said.outcomes.len()), (256 + 3, 0, 1));
    receiver.take(NOW, Data { seen: 1, ..data(1, 5, 0, true) });
    assert_eq!(says(&mut receiver).unwrap().limit, 256 + 4);
}

#[test]
fn outcomes_are_said_once_and_again_when_asked_for() {
    let mut receiver = Receiver::new(window());
    receiver.take(NOW, data(1, 0, 2, true));
    receiver.settle(1, 0, Outcome::Handled);
    assert_eq!(says(&mut receiver).unwrap().outcomes.len(), 1);
    receiver.settle(1, 1, Outcome::Panicked);
    let said = says(&mut receiver).unwrap();
    assert_eq!((said.first_outcome, said.outcomes.len()), (1, 1));
    receiver.take(NOW, Data { probe: true, ..data(1, 2, 0, true) });
    let said = says(&mut receiver).unwrap();
    assert_eq!((said.first_outcome, said.outcomes.len()), (0, 2));
}

#[test]
fn a_missing_acknowledgement_is_asked_for() {
    let mut sender = Sender::new(window());
    sender.push(true, vec![0]).unwrap();
    sender.push(true, vec![0]).unwrap();
    all(&mut sender);
    let outcomes = crate::wire::runs([(1, Outcome::Handled)]);
    assert_eq!(sender.acknowledged(NOW, &Ack { first_outcome: 1, outcomes, ..ack(2) }), []);
    assert!(sender.poll(NOW).unwrap().probe);
}

#[test]
fn a_sender_beyond_its_credit_is_not_listened_to() {
    let mut receiver = Receiver::new(window());
    assert_eq!(taken(&mut receiver, data(1, 0, 300, true)).len(), 256);
    assert_eq!(says(&mut receiver).unwrap().expected, 256);
    assert_eq!(taken(&mut receiver, data(1, 258, 2, true)), NONE);
    assert_eq!(receiver.used(), 256, "what comes early is not kept either");
}

#[test]
fn what_has_come_is_acknowledged_after_a_while_or_with_something_else_or_when_it_matters() {
    let new = || {
        let mut receiver = Receiver::new(window());
        receiver.take(NOW, data(1, 0, 1, true));
        // The first credit is small: that there is more is said at once.
        assert_eq!(receiver.poll(NOW, false).unwrap().limit, 256);
        receiver
    };
    let mut receiver = new();
    receiver.take(NOW, data(1, 1, 1, true));
    assert_eq!(receiver.poll(NOW, false), None);
    assert_eq!(receiver.deadline(), Some(NOW + window().ack_delay));
    assert_eq!(receiver.poll(NOW + window().ack_delay, false).unwrap().expected, 2);
    assert_eq!((receiver.deadline(), receiver.poll(NOW * 2, true)), (None, None));
    receiver.take(NOW, data(1, 2, 1, true));
    assert_eq!(receiver.poll(NOW, true).unwrap().expected, 3);
    // A probe, something that came before, something early, an outcome, many bytes.
    receiver.take(NOW, Data { probe: true, ..data(1, 3, 1, true) });
    assert!(receiver.poll(NOW, false).is_some());
    for first in [2, 5] {
        receiver.take(NOW, data(1, first, 1, true));
        assert!(receiver.poll(NOW, false).is_some());
    }
    let mut receiver = new();
    receiver.settle(1, 0, Outcome::Handled);
    assert!(receiver.poll(NOW, false).is_some());
    receiver.take(NOW, data(1, 1, 24, true));
    assert_eq!(receiver.poll(NOW, false), None);
    receiver.take(NOW, data(1, 25, 1, true));
    assert!(receiver.poll(NOW, false).is_some());
}
