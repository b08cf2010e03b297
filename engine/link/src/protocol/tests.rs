//! Single steps of the two ends.

use std::time::Duration;

use super::*;
use crate::types::{Outcome, Refusal};
use crate::wire::{Ack, Data, DataHead, Kind, messages, pack};

const NOW: Time = Duration::from_secs(1000);

fn window() -> Window {
    Window { messages: 256, bytes: 110, queue: 200, frame: 60, ..Window::default() }
}

fn numbers(data: &Data) -> Vec<u64> {
    (data.head.first..).take(data.head.messages as usize).collect()
}

/// Some messages of so many bytes, packed together.
fn packed(kind: Kind, sizes: &[usize]) -> Packed {
    let mut bytes = Vec::new();
    for &size in sizes {
        pack(kind, &vec![0; size], &mut bytes);
    }
    let messages = sizes.len() as u64;
    Packed { bytes: bytes.into(), messages, acked: if kind.is_acked() { (0..messages).collect() } else { vec![] } }
}

fn unacked(size: usize) -> Packed {
    packed(Kind::Unacked, &[size])
}

fn acked(size: usize) -> Packed {
    packed(Kind::Acked, &[size])
}

fn all(sender: &mut Sender) -> Vec<u64> {
    std::iter::from_fn(|| sender.poll(NOW)).flat_map(|data| numbers(&data)).collect()
}

fn ack(expected: u64) -> Ack {
    Ack { epoch: 1, record: 1, expected, limit: INITIAL_CREDIT, first_outcome: 0, outcomes: vec![] }
}

fn outcomes_of(outcomes: &[(u64, Outcome)]) -> Acknowledged {
    Acknowledged::Outcomes(outcomes.to_vec())
}

#[test]
fn frames_and_flight_have_limits_in_bytes() {
    let mut sender = Sender::new(window(), 1);
    for _ in 0..6 {
        sender.push(unacked(20)).unwrap();
    }
    assert_eq!(numbers(&sender.poll(NOW).unwrap()), [0, 1], "two fit into a frame");
    assert_eq!(all(&mut sender), [2, 3, 4], "five may fly");
    sender.acknowledged(NOW, &ack(2));
    assert_eq!(all(&mut sender), [5]);
}

#[test]
fn the_queue_has_a_limit_in_bytes_but_takes_one_message_of_any_size() {
    let mut sender = Sender::new(window(), 1);
    assert!(sender.push(unacked(1000)).is_ok());
    assert_eq!(sender.push(unacked(1)), Err(Full));
    assert_eq!(all(&mut sender), [0]);
    sender.acknowledged(NOW, &ack(1));
    assert_eq!(sender.push(unacked(1)), Ok(1));
}

#[test]
fn nothing_is_sent_beyond_the_credit() {
    let mut sender = Sender::new(Window { bytes: 10_000, queue: 10_000, ..window() }, 1);
    for _ in 0..INITIAL_CREDIT + 3 {
        sender.push(acked(1)).unwrap();
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
    let mut sender = Sender::new(Window { give_up: Duration::from_secs(1), ..window() }, 1);
    sender.push(acked(1)).unwrap();
    assert_eq!(all(&mut sender), [0]);
    sender.push(acked(1000)).unwrap_err();
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
        assert!(again.head.probe && numbers(&again) == [0]);
    }
    assert_eq!(waits, [200, 400, 800]);
    sender.push(acked(10)).unwrap();
    assert_eq!(sender.give_up(), [(0, Outcome::Unknown), (1, Outcome::Refused(Refusal::NotSent))]);
    assert_eq!((sender.epoch(), sender.unsettled(), sender.queued_bytes()), (2, 0, 0));
    assert_eq!(sender.deadline(), None);
}

#[test]
fn without_a_wait_there_is_no_deadline() {
    let mut sender = Sender::new(window(), 1);
    assert_eq!((sender.poll(NOW), sender.deadline()), (None, None));
    sender.push(unacked(1)).unwrap();
    sender.poll(NOW).unwrap();
    assert!(sender.deadline().is_some());
    sender.acknowledged(NOW, &ack(1));
    assert_eq!((sender.poll(NOW), sender.deadline()), (None, None));
}

#[test]
fn an_acknowledgement_of_another_epoch_or_of_what_was_never_sent_changes_nothing() {
    let mut sender = Sender::new(window(), 1);
    sender.push(acked(1)).unwrap();
    sender.poll(NOW).unwrap();
    let outcomes = crate::wire::runs([(0, Outcome::Handled)]);
    for wrong in [Ack { epoch: 2, ..ack(1) }, ack(2)] {
        assert_eq!(sender.acknowledged(NOW, &Ack { outcomes: outcomes.clone(), ..wrong }), outcomes_of(&[]));
    }
    assert_eq!(sender.acknowledged(NOW, &Ack { outcomes, ..ack(1) }), outcomes_of(&[(0, Outcome::Handled)]));
}

#[test]
fn a_receiver_that_has_dropped_its_record_of_an_epoch_ends_it() {
    let mut sender = Sender::new(window(), 1);
    sender.push(acked(1)).unwrap();
    all(&mut sender);
    assert_eq!(sender.acknowledged(NOW, &Ack { record: 4, ..ack(1) }), outcomes_of(&[]));
    sender.push(acked(1)).unwrap();
    all(&mut sender);
    // What an earlier record reported was late, and does not count.
    let outcomes = crate::wire::runs([(0, Outcome::Panicked)]);
    assert_eq!(sender.acknowledged(NOW, &Ack { record: 3, outcomes, ..ack(2) }), outcomes_of(&[]));
    assert_eq!(sender.acknowledged(NOW, &Ack { record: 5, ..ack(0) }), Acknowledged::Forgotten);
    assert_eq!(sender.give_up(), [(0, Outcome::Unknown), (1, Outcome::Unknown)]);
    // The next epoch goes with the record that there is then.
    sender.push(acked(1)).unwrap();
    all(&mut sender);
    let outcomes = crate::wire::runs([(0, Outcome::Handled)]);
    let next = Ack { epoch: 2, record: 5, outcomes, ..ack(1) };
    assert_eq!(sender.acknowledged(NOW, &next), outcomes_of(&[(0, Outcome::Handled)]));
}

fn data(epoch: u64, first: u64, messages: u64, acked: bool) -> Data {
    let mut bytes = Vec::new();
    for number in first..first + messages {
        pack(if acked { Kind::Acked } else { Kind::Unacked }, &[number as u8], &mut bytes);
    }
    Data { head: DataHead { epoch, first, messages, ..DataHead::default() }, parts: vec![bytes.into()] }
}

fn seen(mut data: Data, seen: u64) -> Data {
    data.head.seen = seen;
    data
}

fn probe(mut data: Data) -> Data {
    data.head.probe = true;
    data
}

const NONE: [u64; 0] = [];

/// Its acknowledgement, now or after a while.
fn poll_ack(receiver: &mut Receiver) -> Option<Ack> {
    receiver.poll(NOW + window().ack_delay, false)
}

fn taken(receiver: &mut Receiver, data: Data) -> Vec<u64> {
    let (bytes, mut numbers) = (data.parts.concat(), Vec::new());
    let messages = messages(&bytes, data.head.messages).expect("as many as in the head");
    receiver.take(NOW, &data.head, messages, |delivered| {
        assert_eq!(delivered.body, [delivered.number as u8]);
        numbers.push(delivered.number);
    });
    numbers
}

#[test]
fn what_comes_early_waits_for_its_turn_and_nothing_is_delivered_twice() {
    let mut receiver = Receiver::new(window(), 1);
    assert_eq!(taken(&mut receiver, data(1, 2, 2, true)), NONE);
    assert_eq!(taken(&mut receiver, data(1, 2, 2, true)), NONE);
    assert_eq!(taken(&mut receiver, data(1, 0, 3, true)), [0, 1, 2, 3]);
    assert_eq!(taken(&mut receiver, data(1, 1, 4, true)), [4]);
    assert_eq!(poll_ack(&mut receiver).unwrap().expected, 5);
    assert_eq!(poll_ack(&mut receiver), None);
}

#[test]
fn an_epoch_begins_again_and_an_earlier_one_is_over() {
    let mut receiver = Receiver::new(window(), 1);
    assert_eq!(taken(&mut receiver, data(2, 0, 2, true)), [0, 1]);
    assert_eq!(taken(&mut receiver, data(1, 0, 2, true)), NONE);
    receiver.settle(NOW, 1, 0, Kind::Acked, Outcome::Handled);
    assert_eq!(poll_ack(&mut receiver).unwrap().outcomes, []);
    assert_eq!(taken(&mut receiver, data(3, 0, 1, true)), [0]);
}

#[test]
fn credit_comes_back_with_the_mailbox_or_with_the_outcome_that_is_seen() {
    let mut receiver = Receiver::new(window(), 1);
    taken(&mut receiver, data(1, 0, 3, false));
    assert_eq!(poll_ack(&mut receiver).unwrap().limit, 256 + 3);
    taken(&mut receiver, data(1, 3, 2, true));
    receiver.settle(NOW, 1, 4, Kind::Acked, Outcome::Handled);
    let ack = poll_ack(&mut receiver).unwrap();
    assert_eq!((ack.limit, ack.first_outcome, ack.outcomes.len()), (256 + 3, 0, 1));
    taken(&mut receiver, seen(data(1, 5, 0, true), 1));
    assert_eq!(poll_ack(&mut receiver).unwrap().limit, 256 + 4);
}

#[test]
fn outcomes_are_reported_once_and_again_on_request() {
    let mut receiver = Receiver::new(window(), 1);
    taken(&mut receiver, data(1, 0, 2, true));
    receiver.settle(NOW, 1, 0, Kind::Acked, Outcome::Handled);
    assert_eq!(poll_ack(&mut receiver).unwrap().outcomes.len(), 1);
    receiver.settle(NOW, 1, 1, Kind::Acked, Outcome::Panicked);
    let ack = poll_ack(&mut receiver).unwrap();
    assert_eq!((ack.first_outcome, ack.outcomes.len()), (1, 1));
    taken(&mut receiver, probe(data(1, 2, 0, true)));
    let ack = poll_ack(&mut receiver).unwrap();
    assert_eq!((ack.first_outcome, ack.outcomes.len()), (0, 2));
}

#[test]
fn a_missing_acknowledgement_is_asked_for() {
    let mut sender = Sender::new(window(), 1);
    sender.push(acked(1)).unwrap();
    sender.push(acked(1)).unwrap();
    all(&mut sender);
    let outcomes = crate::wire::runs([(1, Outcome::Handled)]);
    assert_eq!(sender.acknowledged(NOW, &Ack { first_outcome: 1, outcomes, ..ack(2) }), outcomes_of(&[]));
    assert!(sender.poll(NOW).unwrap().head.probe);
}

#[test]
fn a_sender_beyond_its_credit_is_not_listened_to() {
    let mut receiver = Receiver::new(window(), 1);
    assert_eq!(taken(&mut receiver, data(1, 0, 300, true)).len(), 256);
    assert_eq!(poll_ack(&mut receiver).unwrap().expected, 256);
    assert_eq!(taken(&mut receiver, data(1, 258, 2, true)), NONE);
    assert_eq!(receiver.used(), 256, "what comes early is not kept either");
}

#[test]
fn what_has_come_is_acknowledged_after_a_while_or_with_something_else_or_when_it_matters() {
    let new = || {
        let mut receiver = Receiver::new(window(), 1);
        taken(&mut receiver, data(1, 0, 1, true));
        // The first credit is small: that there is more is reported at once.
        assert_eq!(receiver.poll(NOW, false).unwrap().limit, 256);
        receiver
    };
    let mut receiver = new();
    taken(&mut receiver, data(1, 1, 1, true));
    assert_eq!(receiver.poll(NOW, false), None);
    assert_eq!(receiver.deadline(), Some(NOW + window().ack_delay));
    assert_eq!(receiver.poll(NOW + window().ack_delay, false).unwrap().expected, 2);
    assert_eq!((receiver.deadline(), receiver.poll(NOW * 2, true)), (None, None));
    taken(&mut receiver, data(1, 2, 1, true));
    assert_eq!(receiver.poll(NOW, true).unwrap().expected, 3);
    // A probe, something that came before, something early, an outcome, many bytes.
    taken(&mut receiver, probe(data(1, 3, 1, true)));
    assert!(receiver.poll(NOW, false).is_some());
    for first in [2, 5] {
        taken(&mut receiver, data(1, first, 1, true));
        assert!(receiver.poll(NOW, false).is_some());
    }
    let mut receiver = new();
    receiver.settle(NOW, 1, 0, Kind::Acked, Outcome::Handled);
    assert!(receiver.poll(NOW, false).is_some());
    taken(&mut receiver, data(1, 1, 13, true));
    assert_eq!(receiver.poll(NOW, false), None);
    taken(&mut receiver, data(1, 14, 1, true));
    assert!(receiver.poll(NOW, false).is_some());
}

#[test]
fn what_was_packed_together_is_split_by_the_frame_by_the_credit_and_by_what_has_come() {
    let wide = Window { bytes: 10_000, queue: 10_000, ..window() };
    let mut sender = Sender::new(wide, 1);
    sender.push(packed(Kind::Acked, &[20; 5])).unwrap();
    assert_eq!(numbers(&sender.poll(NOW).unwrap()), [0, 1]);
    assert_eq!(all(&mut sender), [2, 3, 4]);
    // Three have come: after a timeout the other two come again, and nothing else.
    sender.acknowledged(NOW, &ack(3));
    assert_eq!(sender.waiting(), 2);
    assert_eq!(sender.queued_bytes(), 42);
    sender.tick(sender.deadline().unwrap());
    let again = sender.poll(NOW).unwrap();
    assert_eq!((numbers(&again), again.parts.concat().len()), (vec![3, 4], 42));
    sender.acknowledged(NOW, &ack(5));
    assert!(sender.is_quiet());
    let mut sender = Sender::new(Window { frame: 10_000, ..wide }, 1);
    sender.push(packed(Kind::Acked, &vec![1; INITIAL_CREDIT as usize + 10])).unwrap();
    assert_eq!(all(&mut sender).len() as u64, INITIAL_CREDIT);
    assert!(!sender.wants());
    sender.acknowledged(NOW, &Ack { limit: INITIAL_CREDIT + 10, ..ack(INITIAL_CREDIT - 1) });
    assert!(sender.wants());
    assert_eq!(all(&mut sender).len(), 10);
}

#[test]
fn the_outcome_of_a_question_is_reported_later_than_those_of_other_messages() {
    let mut receiver = Receiver::new(window(), 1);
    taken(&mut receiver, data(1, 0, 3, true));
    poll_ack(&mut receiver);
    receiver.settle(NOW, 1, 0, Kind::Question, Outcome::Handled);
    assert_eq!(receiver.poll(NOW, false), None);
    assert_eq!(poll_ack(&mut receiver).unwrap().outcomes.len(), 1);
    receiver.settle(NOW, 1, 1, Kind::Question, Outcome::Refused(Refusal::NoActor));
    assert!(receiver.poll(NOW, false).is_some());
    receiver.settle(NOW, 1, 2, Kind::Acked, Outcome::Handled);
    assert!(receiver.poll(NOW, false).is_some());
}
