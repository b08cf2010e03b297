//! Order, exactness and exclusion while actors are moved between the workers all the time.
//!
//! Every sender numbers its messages to every receiver. Besides, actors ask each other, set timers, panic and are restarted, hold up
//! their worker, spawn children that stop, are stopped, are killed or panic; and threads outside do what they can. In the end
//! every message has been handled in its turn and once, or was one of those that had to be lost.
//!
//! `ci/stress.sh` runs the long version.

mod common;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{Actor, Address, AskError, Context, ExitReason, OnPanic, Reply, SpawnOptions, System, Terminated};
use common::{PATIENCE, Random, quiet_injected_panics};

#[derive(Clone, Copy, Debug)]
struct Plan {
    workers: usize,
    peers: usize,
    /// That each peer sends to others.
    messages: u64,
    /// Threads outside, and what each of them sends.
    outside: usize,
    outside_messages: u64,
    /// One message in so many is something special.
    special: u64,
    seed: u64,
    patience: Duration,
}

/// What is counted across actors.
#[derive(Default)]
struct Counts {
    made: AtomicU64,
    dropped: AtomicU64,
    /// Two threads in one actor.
    intrusions: AtomicU64,
    /// Wrong in some other way.
    wrong: AtomicU64,
    finished: AtomicU64,
    panics: AtomicU64,
    children: AtomicU64,
    goodbyes: AtomicU64,
}

fn bump(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Part of a message of which none may be forgotten or doubled.
struct Token(Arc<Counts>);

impl Token {
    fn new(counts: &Arc<Counts>) -> Self {
        bump(&counts.made);
        Self(Arc::clone(counts))
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        bump(&self.0.dropped);
    }
}

enum ToPeer {
    Begin(Arc<[Address<ToPeer>]>),
    /// Keeps a sender going, so that sending and receiving interleave.
    Continue,
    Numbered {
        sender: u32,
        sequence: u32,
    },
    Question(u64, Reply<u64>),
    Answer(u64, Result<u64, AskError>),
    /// The answer to a question without time for one.
    Hasty,
    Tick {
        _token: Token,
    },
    Gone {
        _why: Terminated,
    },
    Panic(Token),
    Hold(Token, Duration),
}

/// What a peer knows. It outlives the peer's panics, and it is never found locked.
struct Log {
    peers: Arc<[Address<ToPeer>]>,
    random: Random,
    sent: Vec<u32>,
    received: Vec<u32>,
    out_of_order: u64,
    left: u64,
    /// Answers, ticks and ends that are to come.
    expected: u64,
    done: bool,
}

struct Peer {
    number: u32,
    plan: Plan,
    log: Arc<Mutex<Log>>,
    counts: Arc<Counts>,
}

impl Peer {
    fn send_some(&self, log: &mut Log, ctx: &mut Context<'_, Self>) {
        for _ in 0..log.random.below(20).min(log.left) {
            let to = self.send_one(log, ctx);
            log.left -= 1;
            if log.random.below(self.plan.special) == 0 {
                self.do_something_special(log, to, ctx);
            }
        }
        if log.left > 0 {
            let me = ctx.address();
            ctx.send(&me, ToPeer::Continue);
        }
    }

    fn send_one(&self, log: &mut Log, ctx: &mut Context<'_, Self>) -> Address<ToPeer> {
        let to = log.random.below(log.peers.len() as u64) as usize;
        log.sent[to] += 1;
        let message = ToPeer::Numbered { sender: self.number, sequence: log.sent[to] };
        // Both ways of sending belong to the same sender, and share its order.
        if log.random.below(4) == 0 {
            log.peers[to].send(message);
        } else {
            ctx.send(&log.peers[to], message);
        }
        log.peers[to]
    }

    fn do_something_special(&self, log: &mut Log, to: Address<ToPeer>, ctx: &mut Context<'_, Self>) {
        let token = || Token::new(&self.counts);
        match log.random.below(12) {
            0..3 => {
                let number = log.random.below(1 << 40);
                log.expected += 1;
                let answered = move |answer| ToPeer::Answer(number, answer);
                ctx.ask(&to, self.plan.patience, |reply| ToPeer::Question(number, reply), answered);
            }
            3 => {
                log.expected += 1;
                ctx.ask(&to, Duration::ZERO, |reply| ToPeer::Question(0, reply), |_| ToPeer::Hasty);
            }
            4 | 5 => {
                log.expected += 1;
                let delay = Duration::from_micros(log.random.below(3_000));
                let me = ctx.address();
                // By an address, as it has to come even if this actor is restarted meanwhile.
                me.send_after(delay, ToPeer::Tick { _token: token() });
                ctx.send_after(Duration::from_secs(3600), &to, ToPeer::Tick { _token: token() }).cancel();
            }
            6 => {
                bump(&self.counts.panics);
                ctx.send(&to, ToPeer::Panic(token()));
            }
            7 => {
                let long = Duration::from_micros(1 + log.random.below(6_000));
                if log.random.below(20) == 0 {
                    ctx.send(&to, ToPeer::Hold(token(), long));
                }
            }
            _ => {
                let (child, way) = Child::new(&mut log.random, &self.counts);
                let amount = child.messages;
                let child = ctx.spawn(child);
                if log.random.below(2) == 0 {
                    log.expected += 1;
                    ctx.monitor(&child, |why| ToPeer::Gone { _why: why });
                }
                for number in 1..=amount {
                    ctx.send(&child, ToChild::Numbered(number, token()));
                }
                way.end(&child, token());
            }
        }
    }
}

impl Actor for Peer {
    type Message = ToPeer;

    fn handle(&mut self, message: ToPeer, ctx: &mut Context<'_, Self>) {
        let log = Arc::clone(&self.log);
        let Ok(mut log) = log.try_lock() else { return bump(&self.counts.intrusions) };
        match message {
            ToPeer::Begin(peers) => {
                log.peers = peers;
                self.send_some(&mut log, ctx);
            }
            ToPeer::Continue => self.send_some(&mut log, ctx),
            ToPeer::Numbered { sender, sequence } => {
                let last = &mut log.received[sender as usize];
                let right = sequence == *last + 1;
                *last = sequence;
                log.out_of_order += u64::from(!right);
            }
            ToPeer::Question(number, reply) => reply.send(2 * number),
            ToPeer::Answer(number, answer) => {
                log.expected -= 1;
                if answer != Ok(2 * number) {
                    bump(&self.counts.wrong);
                }
            }
            ToPeer::Hasty | ToPeer::Gone { .. } | ToPeer::Tick { .. } => log.expected -= 1,
            ToPeer::Panic(_token) => {
                drop(log);
                panic!("injected");
            }
            ToPeer::Hold(_token, time) => {
                // Some of what is sent goes by way of the worker, some when it has gone.
                let until = Instant::now() + time;
                while Instant::now() < until {
                    // It may have come before `Begin`, from another sender.
                    let some = if log.peers.is_empty() { 0 } else { log.left.min(3) };
                    for _ in 0..some {
                        self.send_one(&mut log, ctx);
                        log.left -= 1;
                    }
                    thread::sleep(time / 8);
                }
            }
        }
        if log.left == 0 && log.expected == 0 && !log.done && !log.peers.is_empty() {
            log.done = true;
            bump(&self.counts.finished);
        }
    }
}

enum ToChild {
    Numbered(u32, Token),
    Panic(Token),
    Nothing(Token),
}

/// How a child is made to end.
enum Way {
    ByItself,
    Stopped,
    Killed,
    Panicked,
}

impl Way {
    fn end(&self, child: &Address<ToChild>, token: Token) {
        match self {
            Self::ByItself => child.send(ToChild::Nothing(token)),
            Self::Stopped => child.stop(),
            Self::Killed => child.kill(),
            Self::Panicked => child.send(ToChild::Panic(token)),
        }
    }
}

struct Child {
    messages: u32,
    last: u32,
    stops_itself: bool,
    counts: Arc<Counts>,
    _token: Token,
}

impl Child {
    fn new(random: &mut Random, counts: &Arc<Counts>) -> (Self, Way) {
        let way = match random.below(4) {
            0 => Way::ByItself,
            1 => Way::Stopped,
            2 => Way::Killed,
            _ => Way::Panicked,
        };
        match way {
            Way::Panicked => bump(&counts.panics),
            Way::Stopped | Way::ByItself => bump(&counts.goodbyes),
            Way::Killed => {}
        }
        bump(&counts.children);
        let messages = 1 + random.below(5) as u32;
        let stops_itself = matches!(way, Way::ByItself);
        let child = Self { messages, last: 0, stops_itself, counts: Arc::clone(counts), _token: Token::new(counts) };
        (child, way)
    }
}

impl Actor for Child {
    type Message = ToChild;

    fn handle(&mut self, message: ToChild, ctx: &mut Context<'_, Self>) {
        match message {
            ToChild::Numbered(number, _token) => {
                if number != self.last + 1 {
                    bump(&self.counts.wrong);
                }
                self.last = number;
                if self.stops_itself && number == self.messages {
                    ctx.stop();
                }
            }
            ToChild::Panic(_token) => panic!("injected"),
            ToChild::Nothing(_token) => bump(&self.counts.wrong),
        }
    }

    fn stopped(&mut self, _: &mut Context<'_, Self>) {
        self.counts.goodbyes.fetch_sub(1, Ordering::Relaxed);
        if self.last != self.messages {
            bump(&self.counts.wrong);
        }
    }
}

/// What a thread outside does; returns what it has sent, by receiver.
fn meddle(system: &System, plan: Plan, number: usize, peers: &[Address<ToPeer>], counts: &Arc<Counts>) -> Vec<u32> {
    let mut random = Random::new(plan.seed + 77 + number as u64);
    let mut sent = vec![0; peers.len()];
    let sender = (plan.peers + number) as u32;
    for _ in 0..plan.outside_messages {
        let to = random.below(peers.len() as u64) as usize;
        sent[to] += 1;
        peers[to].send(ToPeer::Numbered { sender, sequence: sent[to] });
        match random.below(plan.special.min(200)) {
            0 => {
                let (child, way) = Child::new(&mut random, counts);
                let (amount, killed) = (child.messages, matches!(way, Way::Killed));
                let child = system.spawn(child);
                for number in 1..=amount {
                    child.send(ToChild::Numbered(number, Token::new(counts)));
                }
                way.end(&child, Token::new(counts));
                let normal = !matches!(way, Way::Killed | Way::Panicked);
                match child.wait(plan.patience) {
                    Ok(ExitReason::Normal) if normal => {}
                    Ok(ExitReason::Killed) if killed => {}
                    Ok(ExitReason::Panicked(_)) if !normal && !killed => {}
                    // Only so many ends are remembered for those who come too late.
                    Ok(ExitReason::Unknown) => {}
                    other => {
                        eprintln!("a child ended with {other:?}");
                        bump(&counts.wrong);
                    }
                }
            }
            1 => {
                let question = random.below(1 << 40);
                if peers[to].ask(plan.patience, |reply| ToPeer::Question(question, reply)) != Ok(2 * question) {
                    bump(&counts.wrong);
                }
            }
            2 => thread::yield_now(),
            _ => {}
        }
    }
    sent
}

fn peer(plan: Plan, number: usize, counts: &Arc<Counts>) -> Peer {
    let log = Log {
        peers: Arc::new([]),
        random: Random::new(plan.seed * 1_000 + number as u64),
        sent: vec![0; plan.peers],
        received: vec![0; plan.peers + plan.outside],
        out_of_order: 0,
        left: plan.messages,
        expected: 0,
        done: false,
    };
    let log = Arc::new(Mutex::new(log));
    Peer { number: number as u32, plan, log, counts: Arc::clone(counts) }
}

/// Waits as long as anything goes on.
fn wait_until(plan: Plan, system: &System, what: &str, condition: impl Fn() -> bool) {
    let mut last = (0, Instant::now());
    while !condition() {
        let handled = system.counters().handled();
        if handled != last.0 {
            last = (handled, Instant::now());
        }
        assert!(last.1.elapsed() < plan.patience, "{plan:?}: it never came about that {what}: {:?}", system.counters());
        thread::sleep(Duration::from_millis(1));
    }
}

fn stress(plan: Plan) {
    quiet_injected_panics();
    let began = Instant::now();
    let counts = Arc::new(Counts::default());
    let system = System::builder().threads(plan.workers).shuffle(plan.seed).build().expect("threads can be started");
    let mut logs = Vec::new();
    let peers: Arc<[_]> = (0..plan.peers)
        .map(|number| {
            let peer = peer(plan, number, &counts);
            logs.push(Arc::clone(&peer.log));
            let (log, counts) = (Arc::clone(&peer.log), Arc::clone(&counts));
            let again =
                move || Peer { number: number as u32, plan, log: Arc::clone(&log), counts: Arc::clone(&counts) };
            system.spawn_with(peer, SpawnOptions::new().on_panic(OnPanic::restart(again)))
        })
        .collect();
    for peer in peers.iter() {
        peer.send(ToPeer::Begin(Arc::clone(&peers)));
    }
    let sent_outside: Vec<_> = thread::scope(|scope| {
        let meddlers: Vec<_> = (0..plan.outside)
            .map(|number| {
                let (system, peers, counts) = (&system, &peers, &counts);
                scope.spawn(move || meddle(system, plan, number, peers, counts))
            })
            .collect();
        meddlers.into_iter().map(|meddler| meddler.join().expect("no panic outside")).collect()
    });

    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    wait_until(plan, &system, "all peers are done", || count(&counts.finished) == plan.peers as u64);
    wait_until(plan, &system, "all children are gone", || system.counters().live() == plan.peers as u64);
    // Whatever was sent was sent before these questions, by a sender that reported it.
    for peer in peers.iter() {
        assert_eq!(peer.ask(plan.patience, |reply| ToPeer::Question(1, reply)), Ok(2), "{plan:?}");
    }
    let (moves, handovers) = system.migration_stats();
    let report = system.shutdown(plan.patience);
    assert!(report.is_clean(), "{plan:?}: {report}");

    assert_eq!(count(&counts.intrusions), 0, "{plan:?}: two threads in one actor");
    assert_eq!(count(&counts.wrong), 0, "{plan:?}");
    assert_eq!(count(&counts.goodbyes), 0, "{plan:?}: every child that was to send goodbye has");
    assert_eq!(count(&counts.dropped), count(&counts.made), "{plan:?}: tokens");
    assert_eq!(report.counters().panics(), count(&counts.panics), "{plan:?}");
    assert_eq!(report.counters().spawned(), plan.peers as u64 + count(&counts.children), "{plan:?}");
    assert_eq!(report.counters().live(), 0, "{plan:?}");
    let logs: Vec<_> = logs.iter().map(|log| log.lock().expect("peers do not panic over their log")).collect();
    let mut messages = 0;
    for (receiver, log) in logs.iter().enumerate() {
        assert_eq!(log.out_of_order, 0, "{plan:?}: peer {receiver}");
        let sent = logs.iter().map(|log| &log.sent).chain(&sent_outside);
        for (sender, sent) in sent.enumerate() {
            assert_eq!(log.received[sender], sent[receiver], "{plan:?}: from {sender} to {receiver}");
            messages += u64::from(sent[receiver]);
        }
    }
    println!(
        "{} workers: {messages} messages in order, {} actors, {} panics, {} moves of chunks, {} workers lost, {:.1} s",
        plan.workers,
        report.counters().spawned(),
        report.counters().panics(),
        moves,
        handovers,
        began.elapsed().as_secs_f64()
    );
}

/// How much less is done where everything is slower.
const SLOWER: u64 = if cfg!(miri) { 200 } else { 1 };

fn plan(workers: usize, seed: u64) -> Plan {
    Plan {
        workers,
        peers: if cfg!(miri) { 6 } else { 100 },
        messages: 1_000 / SLOWER,
        outside: 2,
        outside_messages: 5_000 / SLOWER,
        special: 50 / SLOWER.min(10),
        seed,
        patience: PATIENCE,
    }
}

#[test]
fn everything_at_once() {
    for (workers, seed) in [(2, 1), (3, 2), (4, 3), (7, 4)] {
        stress(plan(workers, seed));
    }
}

/// Few actors, so that a move takes most of them, and what is sent crosses it.
#[test]
fn among_few() {
    for (workers, seed) in [(2, 1), (3, 2), (7, 3)] {
        let plan = plan(workers, seed);
        stress(Plan { peers: 3, messages: 20 * plan.messages, special: 10 * plan.special, ..plan });
    }
}

/// As many messages as `AGON_STRESS_MESSAGES`, or a hundred million, for each number of workers.
#[test]
#[ignore = "takes minutes: see ci/stress.sh"]
fn very_many_messages() {
    let messages = std::env::var("AGON_STRESS_MESSAGES").map_or(100_000_000, |text| text.parse().expect("a number"));
    for (workers, seed) in [(2, 11), (3, 12), (4, 13), (7, 14)] {
        let peers = 100;
        let special = 20_000;
        let messages = messages / peers as u64;
        // A question waits behind the flood, on a slow machine for longer than a test usually has patience.
        let patience = Duration::from_secs(300);
        stress(Plan { peers, messages, special, patience, outside_messages: 200_000, ..plan(workers, seed) });
    }
}

/// Passes every message on to the next.
struct Passer {
    number: usize,
    all: Arc<OnceLock<Vec<Address<Token>>>>,
    _token: Token,
}

impl Actor for Passer {
    type Message = Token;

    fn handle(&mut self, token: Token, ctx: &mut Context<'_, Self>) {
        let all = self.all.get().expect("set before the first message");
        ctx.send(&all[(self.number + 1) % all.len()], token);
    }
}

/// Whatever is just on its way when a system is killed, or is stopped, is found and dropped.
/// Pair: shutdown x migration.
#[test]
fn the_end_comes_while_actors_move() {
    for seed in 0..if cfg!(miri) { 2 } else { 60 } {
        let counts = Arc::new(Counts::default());
        let system = System::builder().threads(2 + seed as usize % 3).shuffle(seed).build().expect("threads");
        let all = Arc::new(OnceLock::new());
        let passer = |number| Passer { number, all: Arc::clone(&all), _token: Token::new(&counts) };
        let passers: Vec<_> = (0..20).map(|number| system.spawn(passer(number))).collect();
        all.set(passers.clone()).expect("set once");
        for passer in &passers {
            passer.send(Token::new(&counts));
        }
        thread::sleep(Duration::from_millis(3));
        if seed % 2 == 0 {
            drop(system);
        } else {
            let report = system.shutdown(PATIENCE);
            assert!(report.killed().is_empty() && report.stuck().is_empty(), "{report}");
            let undelivered: u64 = report.undelivered().iter().map(|undelivered| undelivered.messages()).sum();
            assert_eq!(undelivered, 20, "every message went round until then, seed {seed}");
            assert_eq!(report.counters().live(), 0);
        }
        let (made, dropped) = (counts.made.load(Ordering::Relaxed), counts.dropped.load(Ordering::Relaxed));
        assert_eq!(made, dropped, "seed {seed}");
    }
}
