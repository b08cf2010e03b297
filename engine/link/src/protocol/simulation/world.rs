use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::time::Duration;

use super::Chance;
use super::history::{Event, Id};
use crate::protocol::{Acknowledged, Packed, Receiver, Sender, Time, Timer, Window};
use crate::types::{Outcome, Refusal};
use crate::wire::{Ack, Data, Kind, messages, pack};

/// What happens; percents, numbers of times, and milliseconds at most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scenario {
    pub(super) loss: u64,
    pub(super) repeated: u64,
    pub(super) delay_ms: u64,
    pub(super) cuts: u64,
    pub(super) cut_ms: u64,
    /// Cuts are in one direction.
    pub(super) one_way: bool,
    /// The fabric reports that the receiver is gone, and it is not.
    pub(super) false_alarms: u64,
    pub(super) receiver_dies: u64,
    pub(super) sender_dies: u64,
    /// The receiver drops its record of the sender, as it does with nodes that are gone for long.
    pub(super) forgets: u64,
    /// Actors take long, and the window has few messages.
    pub(super) slow: bool,
}

const ACTORS: u64 = 3;
/// In bursts of 20.
const BURSTS: u64 = 6;
/// Sending and all that goes wrong happens in this time; then the network is good, and what is open is settled.
const BUSY: Time = Duration::from_secs(60);

#[derive(Debug)]
enum Happening {
    Send,
    DataComes {
        from: u32,
        to: u32,
        data: Data,
    },
    AckComes {
        from: u32,
        to: u32,
        ack: Ack,
    },
    /// An actor has done what was at the head of its mailbox.
    Done {
        receiver: u32,
        actor: u8,
    },
    Cut {
        forth: bool,
        back: bool,
    },
    Healed,
    FalseAlarm,
    ReceiverDies,
    SenderDies,
    Forgets,
}

/// A message that waits for its actor.
#[derive(Clone, Copy)]
struct Waiting {
    from: u32,
    epoch: u64,
    number: u64,
    kind: Kind,
    id: Id,
}

struct Due(Time, u64, Happening);

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        (self.0, self.1) == (other.0, other.1)
    }
}

impl Eq for Due {}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Due {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.0, self.1).cmp(&(other.0, other.1))
    }
}

/// A node that sends and one that receives, and the network between them.
pub(super) struct World {
    scenario: Scenario,
    chance: Chance,
    now: Time,
    due: BinaryHeap<Reverse<Due>>,
    counted: u64,
    cut: (bool, bool),
    /// Their lives: incarnations.
    sending: u32,
    receiving: u32,
    sender: Sender,
    /// Of each life of the sending node.
    receivers: HashMap<u32, Receiver>,
    /// So many there have been.
    records: u64,
    mailboxes: Vec<VecDeque<Waiting>>,
    /// The messages by their numbers in the sender's epoch.
    numbers: HashMap<u64, Id>,
    sent: Id,
    /// So often the receiver has dropped its record.
    pub(super) forgotten: usize,
    pub(super) events: Vec<Event>,
}

fn window(scenario: Scenario) -> Window {
    let small = if scenario.slow { 128 } else { 1024 };
    Window { messages: small, bytes: 400, queue: 4000, frame: 100, ..Window::default() }
}

impl World {
    pub(super) fn run(scenario: Scenario, seed: u64) -> Self {
        let mut world = Self {
            scenario,
            chance: Chance(seed),
            now: Time::ZERO,
            due: BinaryHeap::new(),
            counted: 0,
            cut: (false, false),
            sending: 0,
            receiving: 0,
            sender: Sender::new(window(scenario), 1),
            receivers: HashMap::new(),
            records: 0,
            mailboxes: (0..ACTORS).map(|_| VecDeque::new()).collect(),
            numbers: HashMap::new(),
            sent: 0,
            forgotten: 0,
            events: Vec::new(),
        };
        world.plan();
        world.play();
        world
    }

    pub(super) fn unknown(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Settled { outcome: Outcome::Unknown, .. })).count()
    }

    fn at(&mut self, time: Time, happening: Happening) {
        self.counted += 1;
        self.due.push(Reverse(Due(time, self.counted, happening)));
    }

    fn some_time(&mut self) -> Time {
        Duration::from_millis(self.chance.below(BUSY.as_millis() as u64))
    }

    fn plan(&mut self) {
        // Bursts, so that windows fill.
        let bursts = if self.scenario.slow { 8 * BURSTS } else { BURSTS };
        for _ in 0..bursts {
            let begin = self.some_time();
            for _ in 0..20 {
                self.at(begin, Happening::Send);
            }
        }
        for _ in 0..self.scenario.cuts {
            let begin = self.some_time();
            let length = Duration::from_millis(self.chance.below(self.scenario.cut_ms));
            let forth = !self.scenario.one_way || self.chance.percent(50);
            self.at(begin, Happening::Cut { forth, back: !self.scenario.one_way || !forth });
            self.at(begin + length, Happening::Healed);
        }
        for (times, make) in [
            (self.scenario.false_alarms, (|| Happening::FalseAlarm) as fn() -> Happening),
            (self.scenario.receiver_dies, || Happening::ReceiverDies),
            (self.scenario.sender_dies, || Happening::SenderDies),
            (self.scenario.forgets, || Happening::Forgets),
        ] {
            for _ in 0..times {
                let time = self.some_time();
                // Something is on its way then, and something new follows at once.
                for _ in 0..10 {
                    self.at(time, Happening::Send);
                    self.at(time + Duration::from_millis(101), Happening::Send);
                }
                self.at(time + Duration::from_millis(100), make());
            }
        }
    }

    fn play(&mut self) {
        // A schedule that does not end is a mistake, too: its open messages are found by the checker.
        for _ in 0..100_000 {
            let next = self.due.peek().map(|Reverse(due)| due.0);
            let deadlines = self.receivers.values().filter_map(Receiver::deadline);
            match (next, self.sender.deadline().into_iter().chain(deadlines).min()) {
                (None, None) => break,
                (next, Some(deadline)) if next.is_none_or(|next| deadline < next) => {
                    self.now = self.now.max(deadline);
                    if self.sender.tick(self.now) == Timer::Silence {
                        self.give_up();
                    }
                }
                _ => {
                    let Some(Reverse(Due(time, _, happening))) = self.due.pop() else { break };
                    self.now = self.now.max(time);
                    self.happen(happening);
                }
            }
            self.transmit();
        }
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Send => self.send(),
            Happening::DataComes { from, to, data } if to == self.receiving => {
                let window = window(self.scenario);
                let receiver = self.receivers.entry(from).or_insert_with(|| {
                    self.records += 1;
                    Receiver::new(window, self.records)
                });
                let end = data.head.first + data.head.messages;
                assert!(data.head.epoch != receiver.epoch() || end <= receiver.limit(), "sent beyond the credit");
                let bytes = data.parts.concat();
                let messages = messages(&bytes, data.head.messages).expect("as many as in its head");
                let mut delivered = Vec::new();
                receiver.take(self.now, &data.head, messages, |message| {
                    let id = Id::from_le_bytes(message.body[1..5].try_into().expect("four bytes"));
                    let (epoch, number, kind) = (message.epoch, message.number, message.kind);
                    delivered.push((message.body[0], Waiting { from, epoch, number, kind, id }));
                });
                assert!(receiver.used() <= window.messages, "taken beyond the credit");
                for (actor, waiting) in delivered {
                    self.deliver(actor, waiting);
                }
            }
            Happening::AckComes { from, to, ack } if to == self.sending && from == self.receiving => {
                match self.sender.acknowledged(self.now, &ack) {
                    Acknowledged::Outcomes(settled) => self.record_settled(settled),
                    Acknowledged::Forgotten => self.give_up(),
                }
            }
            Happening::DataComes { .. } | Happening::AckComes { .. } => {}
            Happening::Done { receiver, actor } if receiver == self.receiving => self.done(actor),
            Happening::Done { .. } => {}
            Happening::Cut { forth, back } => self.cut = (self.cut.0 || forth, self.cut.1 || back),
            Happening::Healed => self.cut = (false, false),
            Happening::FalseAlarm => self.give_up(),
            Happening::ReceiverDies => {
                self.receiving += 1;
                self.receivers.clear();
                self.mailboxes.iter_mut().for_each(VecDeque::clear);
                self.give_up();
                // Another incarnation is another node, with a link of its own.
                self.sender = Sender::new(window(self.scenario), 1);
            }
            Happening::Forgets => self.forget(),
            Happening::SenderDies => {
                self.events.push(Event::Died { life: self.sending });
                self.sending += 1;
                self.numbers.clear();
                self.sender = Sender::new(window(self.scenario), 1);
            }
        }
    }

    /// The receiver drops its record, if it may: what the sender sent long ago has been acknowledged or given up, nothing of it is on
    /// its way, and no actor has anything of it. Otherwise it looks again a second later.
    fn forget(&mut self) {
        let comes = |Reverse(due): &Reverse<Due>| matches!(due.2, Happening::DataComes { .. });
        let open = self.mailboxes.iter().any(|mailbox| !mailbox.is_empty());
        if self.sender.has_unacknowledged() || open || self.due.iter().any(comes) {
            if self.now < BUSY {
                self.at(self.now + Duration::from_secs(1), Happening::Forgets);
            }
            return;
        }
        self.forgotten += usize::from(self.receivers.remove(&self.sending).is_some());
    }

    /// One message, or some that are put together.
    fn send(&mut self) {
        let messages = if self.chance.percent(70) { 1 } else { 1 + self.chance.below(5) };
        let (mut bytes, mut acked, mut sent) = (Vec::new(), Vec::new(), Vec::new());
        for message in 0..messages {
            let (id, actor) = (self.sent + sent.len() as Id, self.chance.below(ACTORS) as u8);
            let kind = match self.chance.below(10) {
                0..3 => Kind::Unacked,
                3..8 => Kind::Acked,
                _ => Kind::Question,
            };
            pack(kind, &self.body(actor, id), &mut bytes);
            acked.extend(kind.is_acked().then_some(message));
            sent.push(Event::Sent { id, life: self.sending, actor, acked: kind.is_acked() });
        }
        let Ok(first) = self.sender.push(Packed { bytes: bytes.into(), messages, acked }) else { return };
        self.numbers.extend((first..).zip(self.sent..).take(sent.len()));
        self.sent += sent.len() as Id;
        self.events.extend(sent);
    }

    fn body(&mut self, actor: u8, id: Id) -> Vec<u8> {
        let mut body = vec![actor];
        body.extend(id.to_le_bytes());
        body.resize(5 + self.chance.below(60) as usize, 0);
        // One in twenty is larger than a frame, and one in a hundred than what may fly.
        if self.chance.percent(5) {
            body.resize(if self.chance.percent(20) { 500 } else { 150 }, 0);
        }
        body
    }

    fn record_settled(&mut self, settled: Vec<(u64, Outcome)>) {
        for (number, outcome) in settled {
            let id = self.numbers[&number];
            self.events.push(Event::Settled { id, outcome });
        }
    }

    fn give_up(&mut self) {
        self.events.push(Event::GivenUp);
        let settled = self.sender.give_up();
        self.record_settled(settled);
        self.numbers.clear();
    }

    fn deliver(&mut self, actor: u8, waiting: Waiting) {
        let mailbox = &mut self.mailboxes[usize::from(actor)];
        mailbox.push_back(waiting);
        if mailbox.len() == 1 {
            self.begin(actor);
        }
    }

    /// An actor begins with what is at the head of its mailbox.
    fn begin(&mut self, actor: u8) {
        let longest = if self.scenario.slow && actor == 0 { 10_000 } else { 3 };
        let time = self.now + Duration::from_millis(self.chance.below(longest));
        self.at(time, Happening::Done { receiver: self.receiving, actor });
    }

    fn done(&mut self, actor: u8) {
        let Some(waiting) = self.mailboxes[usize::from(actor)].pop_front() else { return };
        let Waiting { from, epoch, number, kind, id } = waiting;
        let outcome = match self.chance.below(20) {
            // An actor that is gone takes nothing; that unacked messages are dropped is no concern of the link.
            0 if kind.is_acked() => Outcome::Refused(Refusal::NoActor),
            1 => Outcome::Panicked,
            _ => Outcome::Handled,
        };
        if !matches!(outcome, Outcome::Refused(_)) {
            self.events.push(Event::Handled { id, panicked: outcome == Outcome::Panicked });
        }
        if kind.is_acked()
            && let Some(receiver) = self.receivers.get_mut(&from)
        {
            receiver.settle(self.now, epoch, number, kind, outcome);
        }
        if !self.mailboxes[usize::from(actor)].is_empty() {
            self.begin(actor);
        }
    }

    /// Puts on the network what is to be sent.
    fn transmit(&mut self) {
        while let Some(data) = self.sender.poll(self.now) {
            let (from, to) = (self.sending, self.receiving);
            self.carry(self.cut.0, &data, |data| Happening::DataComes { from, to, data });
        }
        let mut acks = Vec::new();
        for (&life, receiver) in &mut self.receivers {
            while let Some(ack) = receiver.poll(self.now, false) {
                acks.push((life, ack));
            }
        }
        acks.sort_by_key(|&(life, _)| life);
        for (to, ack) in acks {
            let from = self.receiving;
            self.carry(self.cut.1, &ack, |ack| Happening::AckComes { from, to, ack });
        }
    }

    fn carry<F: Clone>(&mut self, cut: bool, frame: &F, comes: impl Fn(F) -> Happening) {
        let bad = self.now < BUSY;
        if bad && (cut || self.chance.percent(self.scenario.loss)) {
            return;
        }
        let copies = if bad && self.chance.percent(self.scenario.repeated) { 3 } else { 1 };
        for _ in 0..copies {
            let time = self.now + Duration::from_micros(100 + self.chance.below(self.scenario.delay_ms * 1000 + 1));
            self.at(time, comes(frame.clone()));
        }
    }
}
