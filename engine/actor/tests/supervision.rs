//! Supervisors: who is restarted, when, how often; and what becomes of mailboxes.

mod common;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_actor::{
    Actor, Address, AskError, ChildError, ChildRef, ChildSpec, Context, Delivery, ExitReason, Mode, Reply, Strategy,
    Supervisor, System, ToSupervisor,
};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// What happened, in its order.
#[derive(Clone, Default)]
struct Diary(Arc<Mutex<Vec<String>>>);

impl Diary {
    fn note(&self, event: impl Into<String>) {
        self.0.lock().expect("no panic under this lock").push(event.into());
    }

    /// What has been noted since the last time.
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().expect("no panic under this lock"))
    }

    fn len(&self) -> usize {
        self.0.lock().expect("no panic under this lock").len()
    }
}

/// Counts the messages of its life, and writes down its starts and ends.
struct Member {
    name: &'static str,
    diary: Diary,
    handled: u64,
}

enum ToMember {
    Count,
    Get(Reply<u64>),
    Break,
    Stop,
    Stash,
    Unstash,
}

impl Actor for Member {
    type Message = ToMember;

    fn started(&mut self, _: &mut Context<'_, Self>) {
        self.diary.note(format!("{} started", self.name));
    }

    fn handle(&mut self, message: ToMember, ctx: &mut Context<'_, Self>) {
        match message {
            ToMember::Count => self.handled += 1,
            ToMember::Get(reply) => reply.send(self.handled),
            ToMember::Break => panic!("injected: asked to break"),
            ToMember::Stop => ctx.stop(),
            ToMember::Stash => ctx.stash(ToMember::Count),
            ToMember::Unstash => ctx.unstash_all(),
        }
    }

    fn stopped(&mut self, _: &mut Context<'_, Self>) {
        self.diary.note(format!("{} stopped after {}", self.name, self.handled));
    }
}

fn member(name: &'static str, diary: &Diary) -> ChildSpec<Member> {
    let diary = diary.clone();
    ChildSpec::new(name, move || Member { name, diary: diary.clone(), handled: 0 })
}

/// Three children, `a`, `b` and `c`, that have started.
fn family(system: &System, strategy: Strategy, diary: &Diary) -> (Address<ToSupervisor>, [Address<ToMember>; 3]) {
    let supervisor = Supervisor::new(strategy).intensity(100, PATIENCE);
    let supervisor = ["a", "b", "c"].into_iter().fold(supervisor, |it, name| it.child(member(name, diary)));
    let supervisor = system.spawn(supervisor);
    let members = ["a", "b", "c"].map(|name| find(&supervisor, name));
    all_run(&supervisor);
    (supervisor, members)
}

fn find(supervisor: &Address<ToSupervisor>, name: &str) -> Address<ToMember> {
    supervisor.child(name, PATIENCE).expect("an answer").expect("there is one")
}

fn all_run(supervisor: &Address<ToSupervisor>) {
    eventually("all children run", || {
        supervisor.children(PATIENCE).expect("an answer").iter().all(|child| child.is_running())
    });
}

fn count(member: &Address<ToMember>) -> u64 {
    member.ask(PATIENCE, ToMember::Get).expect("an answer")
}

/// Has each member count once, breaks the second, and waits until that is over. Returns what they count then.
fn break_the_second(strategy: Strategy, threads: usize) -> (Vec<String>, [u64; 3]) {
    quiet_injected_panics();
    let diary = Diary::default();
    let system = system(threads);
    let (supervisor, members) = family(&system, strategy, &diary);
    assert_eq!(diary.take(), ["a started", "b started", "c started"]);
    for member in &members {
        member.send(ToMember::Count);
        assert_eq!(count(member), 1);
    }
    members[1].send(ToMember::Break);
    members[1].send(ToMember::Count);
    let counts = members.map(|member| {
        member.send(ToMember::Count);
        member
    });
    eventually("the second has restarted", || count(&counts[1]) == 2);
    all_run(&supervisor);
    let counts = counts.map(|member| count(&member));
    let starts = diary.take();
    assert!(system.shutdown(PATIENCE).is_clean());
    assert_eq!(diary.take(), ["c", "b", "a"].map(|name| format!("{name} stopped after {}", counts[at(name)])));
    (starts, counts)
}

fn at(name: &str) -> usize {
    ["a", "b", "c"].iter().position(|other| *other == name).expect("one of three")
}

#[test]
fn one_for_one_restarts_the_one() {
    for threads in [1, 2, 4] {
        let (starts, counts) = break_the_second(Strategy::OneForOne, threads);
        assert_eq!((starts, counts), (vec!["b started".to_owned()], [2, 2, 2]));
    }
}

#[test]
fn rest_for_one_restarts_those_behind_it_too() {
    for threads in [1, 2, 4] {
        let (starts, counts) = break_the_second(Strategy::RestForOne, threads);
        assert_eq!(starts, ["b started", "c started"]);
        assert_eq!((counts[0], counts[1]), (2, 2));
        assert!(counts[2] <= 1, "it restarted before or after it counted again: {}", counts[2]);
    }
}

#[test]
fn one_for_all_restarts_all_in_their_order() {
    for threads in [1, 2, 4] {
        let (starts, counts) = break_the_second(Strategy::OneForAll, threads);
        assert_eq!(starts, ["a started", "b started", "c started"]);
        assert_eq!(counts[1], 2);
        assert!(counts[0] <= 1 && counts[2] <= 1, "{counts:?}");
    }
}

/// Pair: restarts x supervision.
#[test]
fn mailbox_and_stash_survive_every_restart() {
    quiet_injected_panics();
    for strategy in [Strategy::OneForOne, Strategy::OneForAll, Strategy::RestForOne] {
        let system = system(2);
        let (_, [a, b, c]) = family(&system, strategy, &Diary::default());
        for member in [&a, &b, &c] {
            (0..10).for_each(|_| member.send(ToMember::Stash));
        }
        for _ in 0..50 {
            a.send(ToMember::Break);
            c.send(ToMember::Break);
        }
        // Behind all restarts of its own; those of the others are over when the supervisor has nothing more to report.
        for member in [&a, &b, &c] {
            assert_eq!(member.send_confirmed(ToMember::Count).wait(PATIENCE), Ok(Delivery::Handled));
        }
        eventually("the last restart is over", || system.counters().panics() == 100);
        let counters = system.shutdown(PATIENCE).counters();
        assert_eq!((counters.panics(), counters.dead_letters()), (100, 30), "the stashes, in the end: {strategy:?}");
        assert!(counters.restarts() >= 100);
    }
    let system = system(1);
    let (_, [a, ..]) = family(&system, Strategy::OneForOne, &Diary::default());
    for message in [ToMember::Stash, ToMember::Stash, ToMember::Break, ToMember::Unstash, ToMember::Count] {
        a.send(message);
    }
    assert_eq!(count(&a), 3, "what was stashed in an earlier life");
}

#[test]
fn too_many_failures_end_the_supervisor_and_its_children() {
    quiet_injected_panics();
    let diary = Diary::default();
    let system = system(2);
    let supervisor = Supervisor::new(Strategy::OneForOne).intensity(2, PATIENCE);
    let supervisor = ["a", "b", "c"].into_iter().fold(supervisor, |it, name| it.child(member(name, &diary)));
    let supervisor = system.spawn(supervisor);
    let [a, b, c] = ["a", "b", "c"].map(|name| find(&supervisor, name));
    a.send(ToMember::Count);
    c.send(ToMember::Count);
    for _ in 0..3 {
        b.send(ToMember::Break);
    }
    (0..5).for_each(|_| b.send(ToMember::Count)); // dead letters
    let why = supervisor.wait(PATIENCE).expect("it ends");
    let ExitReason::Failed(text) = &why else { panic!("it gives up: {why}") };
    assert!(text.contains("'b'") && text.contains("injected: asked to break"), "{text}");
    assert_eq!(b.wait(PATIENCE), Ok(ExitReason::Panicked("injected: asked to break".into())));
    assert_eq!([a.wait(PATIENCE), c.wait(PATIENCE)], [Ok(ExitReason::Normal), Ok(ExitReason::Normal)]);
    let events = diary.take();
    assert_eq!(events.iter().filter(|event| *event == "b started").count(), 3);
    let ends: Vec<_> = events.iter().filter(|event| event.contains("stopped")).collect();
    assert_eq!(ends, ["c stopped after 1", "a stopped after 1"], "in reverse order, mailbox and all");
    let counters = system.shutdown(PATIENCE).counters();
    assert_eq!((counters.panics(), counters.restarts(), counters.dead_letters()), (3, 2, 5));
}

#[test]
fn without_intensity_the_first_failure_is_the_last() {
    quiet_injected_panics();
    let system = system(1);
    let supervisor = Supervisor::new(Strategy::OneForOne).intensity(0, PATIENCE);
    let supervisor = system.spawn(supervisor.child(member("a", &Diary::default())));
    find(&supervisor, "a").send(ToMember::Break);
    assert!(matches!(supervisor.wait(PATIENCE), Ok(ExitReason::Failed(_))));
    eventually("no actor is left", || system.counters().live() == 0);
}

#[test]
fn a_supervisor_supervises_supervisors() {
    quiet_injected_panics();
    let diary = Diary::default();
    let system = system(2);
    let leaf = ChildRef::new();
    let inner = {
        let (diary, leaf) = (diary.clone(), leaf.clone());
        move || {
            Supervisor::new(Strategy::OneForAll)
                .intensity(1, PATIENCE)
                .child(member("leaf", &diary).with_ref(&leaf))
                .child(member("twig", &diary))
        }
    };
    let top = Supervisor::new(Strategy::OneForOne).intensity(1, PATIENCE);
    let top = system.spawn(top.child(ChildSpec::new("inner", inner)).child(member("other", &diary)));
    let inner: Address<ToSupervisor> = top.child("inner", PATIENCE).expect("an answer").expect("there is one");
    let first = find(&inner, "leaf");
    eventually("all have started", || diary.len() == 3);
    let mut starts = diary.take();
    starts.sort();
    assert_eq!(starts, ["leaf started", "other started", "twig started"]);

    // Twice is too often for the inner one; but not for the outer one, which restarts it, and it its children.
    first.send(ToMember::Break);
    first.send(ToMember::Break);
    assert_eq!(first.wait(PATIENCE), Ok(ExitReason::Panicked("injected: asked to break".into())));
    eventually("there is another leaf", || leaf.get().is_some_and(|second| second != first));
    let second = leaf.get().expect("there is one");
    assert_eq!((find(&inner, "leaf"), count(&second)), (second, 0), "the inner one has kept its address");
    assert_eq!(top.children(PATIENCE).expect("an answer")[0].actor(), Some(inner.id()));

    second.send(ToMember::Break);
    second.send(ToMember::Break);
    let why = top.wait(PATIENCE).expect("now it is too often for the outer one too");
    let text = why.to_string();
    assert!(text.contains("'inner'") && text.contains("'leaf'"), "{text}");
    eventually("no actor is left", || system.counters().live() == 0);
    assert_eq!(leaf.get(), None);
    assert_eq!(system.counters().panics(), 4, "supervisors do not panic, they fail");
}

/// Pair: supervision x shutdown.
#[test]
fn a_tree_stops_from_the_last_to_the_first() {
    let diary = Diary::default();
    let system = system(2);
    let inner = {
        let diary = diary.clone();
        move || Supervisor::new(Strategy::OneForOne).child(member("b", &diary)).child(member("c", &diary))
    };
    let top = Supervisor::new(Strategy::OneForOne)
        .child(member("a", &diary))
        .child(ChildSpec::new("inner", inner))
        .child(member("d", &diary));
    let top = system.spawn(top);
    eventually("all have started", || diary.len() == 4);
    diary.take();
    find(&top, "a").send(ToMember::Count);
    top.stop();
    top.stop(); // once is enough, but no harm
    assert_eq!(top.wait(PATIENCE), Ok(ExitReason::Normal));
    assert_eq!(diary.take(), ["d stopped after 0", "c stopped after 0", "b stopped after 0", "a stopped after 1"]);
    assert_eq!(system.counters().live(), 0);
}

#[test]
fn kinds_of_children() {
    quiet_injected_panics();
    let diary = Diary::default();
    let system = system(1);
    let supervisor = Supervisor::new(Strategy::OneForOne)
        .intensity(100, PATIENCE)
        .child(member("permanent", &diary))
        .child(member("transient", &diary).transient())
        .child(member("temporary", &diary).temporary());
    let supervisor = system.spawn(supervisor);
    let names = || -> Vec<String> {
        let children = supervisor.children(PATIENCE).expect("an answer");
        children.iter().map(|child| child.name().to_owned()).collect()
    };
    let [permanent, transient, temporary] = ["permanent", "transient", "temporary"].map(|name| find(&supervisor, name));

    temporary.send(ToMember::Break);
    assert!(matches!(temporary.wait(PATIENCE), Ok(ExitReason::Panicked(_))));
    eventually("it is forgotten", || names() == ["permanent", "transient"]);

    transient.send(ToMember::Break);
    assert_eq!(count(&transient), 0, "restarted in its place");
    transient.kill();
    transient.wait(PATIENCE).expect("it is killed");
    eventually("it has a successor", || find(&supervisor, "transient") != transient);
    let successor = find(&supervisor, "transient");
    successor.send(ToMember::Stop);
    assert_eq!(successor.wait(PATIENCE), Ok(ExitReason::Normal));
    eventually("it is forgotten", || names() == ["permanent"]);

    permanent.send(ToMember::Stop);
    permanent.wait(PATIENCE).expect("it stops");
    eventually("it has a successor", || find(&supervisor, "permanent") != permanent);
    assert_eq!(count(&find(&supervisor, "permanent")), 0);
    let wrong = supervisor.child::<u8>("permanent", PATIENCE).expect("an answer");
    assert_eq!(wrong, Err(ChildError::WrongType { asked: "u8" }));
    assert_eq!(supervisor.child::<ToMember>("missing", PATIENCE), Ok(Err(ChildError::NoSuchChild)));
    let texts = [wrong.unwrap_err(), ChildError::NoSuchChild, ChildError::Ended].map(|error| error.to_string());
    assert_eq!(texts[0], "the child of this name has other messages than u8");
    assert!(texts[1] != texts[2], "{texts:?}");
}

#[test]
fn children_come_and_go() {
    quiet_injected_panics();
    let system = system(2);
    let diary = Diary::default();
    let supervisor = system.spawn(Supervisor::new(Strategy::OneForOne).intensity(u32::MAX, PATIENCE));
    let members: Vec<_> = (0..200)
        .map(|_| supervisor.start_child(member("x", &diary), PATIENCE).expect("an answer").expect("started"))
        .collect();
    for member in &members {
        member.send(ToMember::Break);
        member.send(ToMember::Count);
    }
    for member in &members[..100] {
        member.send(ToMember::Break); // even while it is being stopped
        member.send(ToMember::Count);
        assert_eq!(supervisor.stop_child(member.id(), PATIENCE), Ok(true));
        assert_eq!(supervisor.stop_child(member.id(), PATIENCE), Ok(false));
    }
    assert!(members[100..].iter().all(|member| count(member) == 1));
    assert_eq!(supervisor.children(PATIENCE).expect("an answer").len(), 100);
    assert_eq!(diary.take().iter().filter(|event| *event == "x stopped after 1").count(), 100);
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!((report.counters().panics(), report.counters().dead_letters()), (300, 0));
    assert_eq!(supervisor.children(PATIENCE), Err(AskError::NoReply));
}

/// Fails to start until some time has come.
struct Patient(Instant);

impl Actor for Patient {
    type Message = Reply<()>;

    fn started(&mut self, _: &mut Context<'_, Self>) {
        assert!(Instant::now() >= self.0, "injected: too early");
    }

    fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
        reply.send(());
    }
}

#[test]
fn back_off_gives_it_time() {
    quiet_injected_panics();
    let system = system(1);
    let begin = Instant::now();
    let pauses = [10, 20, 40, 80, 80].map(Duration::from_millis);
    let good_from = begin + pauses.iter().sum::<Duration>() - Duration::from_millis(5);
    let supervisor = Supervisor::new(Strategy::OneForOne)
        .intensity(100, PATIENCE)
        .back_off(Duration::from_millis(10), Duration::from_millis(80))
        .child(ChildSpec::new("patient", move || Patient(good_from)));
    let supervisor = system.spawn(supervisor);
    let patient: Address<Reply<()>> = supervisor.child("patient", PATIENCE).expect("an answer").expect("there is one");
    patient.ask(PATIENCE, |reply| reply).expect("what was sent before it could start is answered when it has");
    assert!(Instant::now() >= good_from);
    let panics = system.counters().panics();
    assert!((1..=5).contains(&panics), "after 10, 30, 70, 150, 230 ms, and later on a busy machine: {panics}");
    assert_eq!(system.counters().restarts(), panics);
}

#[test]
fn a_factory_may_fail_too() {
    quiet_injected_panics();
    let system = system(2);
    let diary = Diary::default();
    let mut calls = 0;
    let shaky = {
        let diary = diary.clone();
        move || {
            calls += 1;
            assert!(calls > 3 && calls != 5, "injected: factory");
            Member { name: "shaky", diary: diary.clone(), handled: 0 }
        }
    };
    let supervisor = Supervisor::new(Strategy::OneForOne)
        .intensity(100, PATIENCE)
        .child(ChildSpec::new("shaky", shaky))
        .child(member("next", &diary));
    let supervisor = system.spawn(supervisor);
    let shaky = find(&supervisor, "shaky");
    shaky.send(ToMember::Break); // the fifth call panics, the sixth does not
    shaky.send(ToMember::Count);
    assert_eq!(count(&shaky), 1);
    assert_eq!(count(&find(&supervisor, "next")), 0);
    assert_eq!(system.counters().panics(), 3 + 1 + 1);

    let never = Supervisor::new(Strategy::RestForOne)
        .intensity(50, PATIENCE)
        .child(member("before", &diary))
        .child(ChildSpec::new("never", || -> Member { panic!("injected: no factory") }))
        .child(member("behind", &diary));
    let never = system.spawn(never);
    let behind = never.child::<ToMember>("behind", PATIENCE);
    assert!(
        matches!(behind, Ok(Err(ChildError::Ended)) | Err(AskError::NoReply)),
        "the answer waits until there is one: {behind:?}"
    );
    assert!(matches!(never.wait(PATIENCE), Ok(ExitReason::Failed(_))));
    let events = diary.take();
    assert!(events.contains(&"before started".to_owned()) && !events.contains(&"behind started".to_owned()));
}

#[test]
fn children_do_not_outlive_a_supervisor_that_is_killed() {
    let system = system(2);
    let (supervisor, members) = family(&system, Strategy::OneForOne, &Diary::default());
    supervisor.kill();
    assert_eq!(supervisor.wait(PATIENCE), Ok(ExitReason::Killed));
    for member in members {
        assert_eq!(member.wait(PATIENCE), Ok(ExitReason::Linked));
    }
}

#[test]
fn a_child_that_does_not_stop_is_killed() {
    struct Stubborn(Arc<Mutex<Vec<std::sync::mpsc::Sender<()>>>>);
    impl Actor for Stubborn {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
            let (sender, receiver) = std::sync::mpsc::channel();
            self.0.lock().expect("no panic under this lock").push(sender);
            let _ = receiver.recv();
        }
    }
    let system = system(1);
    let gates = Arc::default();
    let child = {
        let gates = Arc::clone(&gates);
        ChildSpec::new("stubborn", move || Stubborn(Arc::clone(&gates))).stop_within(Duration::from_millis(20))
    };
    let supervisor = system.spawn(Supervisor::new(Strategy::OneForOne).child(child));
    let stubborn: Address<()> = supervisor.child("stubborn", PATIENCE).expect("an answer").expect("there is one");
    (0..4).for_each(|_| stubborn.send(()));
    let entered = || gates.lock().expect("no panic under this lock").len();
    eventually("its handler is entered", || entered() == 1);
    supervisor.stop();
    // Its time runs out while it is in the handler. When that returns it ends, with three messages left.
    assert_eq!(supervisor.wait(Duration::from_millis(60)), Err(AskError::Timeout));
    gates.lock().expect("no panic under this lock").clear();
    eventually("it ends, and with it the supervisor", || {
        gates.lock().expect("no panic under this lock").clear(); // on a busy machine, it may get further before
        system.counters().live() == 0
    });
    assert_eq!(supervisor.wait(PATIENCE), Ok(ExitReason::Normal));
}

#[test]
fn links_and_monitors_are_notified_of_a_supervisor_that_gives_up() {
    quiet_injected_panics();
    struct Boss(Address<ToSupervisor>, Option<Reply<ExitReason>>);
    enum ToBoss {
        Watch(Reply<ExitReason>),
        Gone(ExitReason),
    }
    impl Actor for Boss {
        type Message = ToBoss;

        fn handle(&mut self, message: ToBoss, ctx: &mut Context<'_, Self>) {
            match message {
                ToBoss::Watch(reply) => {
                    self.1 = Some(reply);
                    ctx.monitor(&self.0, |gone| ToBoss::Gone(gone.reason().clone()));
                }
                ToBoss::Gone(why) => self.1.take().expect("asked before").send(why),
            }
        }
    }
    struct Partner(Address<ToSupervisor>);
    impl Actor for Partner {
        type Message = ();

        fn started(&mut self, ctx: &mut Context<'_, Self>) {
            ctx.link(&self.0);
        }

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
    }
    let system = system(2);
    let supervisor = Supervisor::new(Strategy::OneForOne).intensity(0, PATIENCE);
    let supervisor = system.spawn(supervisor.child(member("a", &Diary::default())));
    let (boss, partner) = (system.spawn(Boss(supervisor, None)), system.spawn(Partner(supervisor)));
    partner.send_confirmed(()).wait(PATIENCE).expect("it has linked");
    find(&supervisor, "a").send(ToMember::Break);
    assert!(matches!(boss.ask(PATIENCE, ToBoss::Watch), Ok(ExitReason::Failed(_))));
    assert_eq!(partner.wait(PATIENCE), Ok(ExitReason::Linked));
}

#[test]
fn in_other_modes_too() {
    quiet_injected_panics();
    let system = System::builder().mode(Mode::Thread).build().expect("threads can be started");
    let diary = Diary::default();
    let (supervisor, [a, b, c]) = family(&system, Strategy::OneForAll, &diary);
    assert_eq!(diary.take(), ["a started", "b started", "c started"], "each when the one before has started");
    b.send(ToMember::Break);
    b.send(ToMember::Count);
    assert_eq!(count(&b), 1);
    all_run(&supervisor);
    assert_eq!(diary.take(), ["a started", "b started", "c started"]);
    assert_eq!([count(&a), count(&c)], [0, 0]);
    assert!(system.shutdown(PATIENCE).is_clean());
}

/// Waits in its handler until the sender of the channel is gone.
struct Busy(Diary);

impl Actor for Busy {
    type Message = std::sync::mpsc::Receiver<()>;

    fn started(&mut self, _: &mut Context<'_, Self>) {
        self.0.note("busy started");
    }

    fn handle(&mut self, gate: Self::Message, _: &mut Context<'_, Self>) {
        self.0.note("busy entered");
        let _ = gate.recv();
        self.0.note("busy left");
    }
}

#[test]
fn a_sibling_in_a_long_handler_is_restarted_when_it_is_back() {
    quiet_injected_panics();
    let system = system(1);
    let diary = Diary::default();
    let busy = diary.clone();
    let supervisor = Supervisor::new(Strategy::OneForAll)
        .child(ChildSpec::new("busy", move || Busy(busy.clone())))
        .child(member("a", &diary));
    let supervisor = system.spawn(supervisor);
    let a = find(&supervisor, "a");
    let busy: Address<std::sync::mpsc::Receiver<()>> =
        supervisor.child("busy", PATIENCE).expect("an answer").expect("there is one");
    let (gate, waits) = std::sync::mpsc::channel();
    busy.send(waits);
    eventually("the handler is entered", || diary.len() == 3);
    a.send(ToMember::Break);
    a.send(ToMember::Count);
    eventually("it has failed", || system.counters().panics() == 1);
    assert_eq!(diary.len(), 3, "the first in the order is busy");
    drop(gate);
    assert_eq!(count(&a), 1);
    let events = diary.take();
    assert_eq!(events[2..], ["busy entered", "busy left", "busy started", "a started"]);
    assert!(system.shutdown(PATIENCE).is_clean());
}
