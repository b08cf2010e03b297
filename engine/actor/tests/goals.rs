//! Goals are achieved by whoever offers them: on the spot where that is possible, by message where not.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use agon_actor::{
    Actor, Address, Binding, Called, Context, ExitReason, Goal, GoalError, Mode, Offer, OnPanic, Reply, SpawnOptions,
    System,
};
use common::{PATIENCE, eventually, quiet_injected_panics, system};

/// Does for a goal what a test wants, with a number of its own.
#[derive(Clone)]
struct Provider {
    goal: Goal<u64, u64>,
    how: Offer,
    number: u64,
    achieve: Achieve,
}

type Achieve = Arc<dyn Fn(&mut u64, u64, &mut Context<'_, Provider>) -> u64 + Send + Sync>;

enum ToProvider {
    Get(Reply<u64>),
    Put(u64),
    Withdraw(Reply<()>),
}

impl Actor for Provider {
    type Message = ToProvider;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let achieve = Arc::clone(&self.achieve);
        let achieve = move |provider: &mut Self, request, ctx: &mut Context<'_, Self>| {
            achieve(&mut provider.number, request, ctx)
        };
        ctx.offer(&self.goal, self.how, achieve).expect("numbers");
    }

    fn handle(&mut self, message: ToProvider, ctx: &mut Context<'_, Self>) {
        match message {
            ToProvider::Get(reply) => reply.send(self.number),
            ToProvider::Put(number) => self.number = number,
            ToProvider::Withdraw(reply) => {
                ctx.withdraw(&self.goal).expect("numbers");
                reply.send(());
            }
        }
    }
}

fn adds(number: &mut u64, request: u64) -> u64 {
    *number += request;
    *number
}

/// Spawns a provider on a worker, and waits until it has made its offer.
fn provide(
    system: &System,
    goal: &Goal<u64, u64>,
    how: Offer,
    worker: usize,
    achieve: impl Fn(&mut u64, u64, &mut Context<'_, Provider>) -> u64 + Send + Sync + 'static,
) -> Address<ToProvider> {
    let provider = Provider { goal: goal.clone(), how, number: 0, achieve: Arc::new(achieve) };
    let provider = system.spawn_with(provider, SpawnOptions::new().on_worker(worker));
    provider.ask(PATIENCE, ToProvider::Get).expect("started");
    provider
}

/// How a caller got its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Got {
    Here(u64),
    ByMessage(Result<u64, GoalError>),
    Nothing(GoalError),
}

/// Calls, and tells how it got the answer.
struct Caller {
    binding: Option<Binding<u64, u64>>,
    goal: Goal<u64, u64>,
    waiting: Option<Reply<Got>>,
}

enum ToCaller {
    Call(u64, Reply<Got>),
    Achieve(u64, Reply<Got>),
    Answer(Result<u64, GoalError>),
}

impl Actor for Caller {
    type Message = ToCaller;

    fn handle(&mut self, message: ToCaller, ctx: &mut Context<'_, Self>) {
        match message {
            ToCaller::Call(request, reply) => {
                let binding = self.binding.get_or_insert_with(|| ctx.bind(&self.goal).expect("numbers"));
                match ctx.call(binding, request, ToCaller::Answer) {
                    Called::Done(answer) => reply.send(Got::Here(answer)),
                    Called::Asked => self.waiting = Some(reply),
                    Called::Failed(error) => reply.send(Got::Nothing(error)),
                }
            }
            ToCaller::Achieve(request, reply) => {
                self.waiting = Some(reply);
                ctx.achieve(&self.goal, request, ToCaller::Answer);
            }
            ToCaller::Answer(answer) => {
                self.waiting.take().expect("one answer for each question").send(Got::ByMessage(answer));
            }
        }
    }
}

fn caller(system: &System, goal: &Goal<u64, u64>, worker: usize) -> Address<ToCaller> {
    let caller = Caller { binding: None, goal: goal.clone(), waiting: None };
    system.spawn_with(caller, SpawnOptions::new().on_worker(worker))
}

fn call(caller: &Address<ToCaller>, request: u64) -> Got {
    caller.ask(PATIENCE, |reply| ToCaller::Call(request, reply)).expect("an answer")
}

impl Got {
    /// The answer, however it came. A thread that is kept from running during a handler can lose its worker, and then a message is
    /// sent where a call was possible: what comes directly is for [`eventually`] to find out.
    fn answer(self) -> Result<u64, GoalError> {
        match self {
            Self::Here(answer) => Ok(answer),
            Self::ByMessage(answer) => answer,
            Self::Nothing(error) => Err(error),
        }
    }
}

/// Nobody offers the caller's goal any more.
fn eventually_alone(caller: &Address<ToCaller>) {
    let nobody = Got::Nothing(GoalError::NobodyOffers);
    eventually("who has ended is struck off", || call(caller, 0) == nobody);
}

fn achieve(caller: &Address<ToCaller>, request: u64) -> Got {
    caller.ask(PATIENCE, |reply| ToCaller::Achieve(request, reply)).expect("an answer")
}

#[test]
fn a_provider_at_hand_answers_on_the_spot() {
    let goal = Goal::new("add");
    let system = system(1);
    let provider = provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    let caller = caller(&system, &goal, 0);
    assert_eq!(call(&caller, 3).answer(), Ok(3));
    assert_eq!(call(&caller, 4).answer(), Ok(7));
    eventually("it is called directly", || call(&caller, 0) == Got::Here(7));
    assert_eq!(provider.ask(PATIENCE, ToProvider::Get), Ok(7), "it is the actor's own state");
    assert_eq!(achieve(&caller, 1), Got::ByMessage(Ok(8)), "a message if that is what the caller wants");
    assert_eq!(system.achieve(&goal, PATIENCE, 2), Ok(10), "and for threads outside");
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn others_answer_by_message() {
    let goal = Goal::new("add");
    let system = system(2);
    let shy = provide(&system, &goal, Offer::ByMessage, 0, |number, request, _| adds(number, request));
    let caller = caller(&system, &goal, 0);
    assert_eq!(call(&caller, 3), Got::ByMessage(Ok(3)), "the provider does not allow direct calls");
    shy.stop();
    shy.wait(PATIENCE).expect("it stops");
    eventually_alone(&caller);
    provide(&system, &goal, Offer::Direct, 1, |number, request, _| adds(number, request));
    assert_eq!(call(&caller, 5), Got::ByMessage(Ok(5)), "the provider is on another worker");
    let near = provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    eventually("of several, the one at hand is called", || matches!(call(&caller, 6), Got::Here(_)));
    assert!(near.ask(PATIENCE, ToProvider::Get).is_ok_and(|number| number >= 6));
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn actors_with_threads_of_their_own_answer_by_message() {
    let goal = Goal::new("add");
    let system = System::builder().mode(Mode::Thread).build().expect("threads can be started");
    provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    assert_eq!(call(&caller(&system, &goal, 0), 3), Got::ByMessage(Ok(3)));
}

#[test]
fn without_an_offer_there_is_an_error_at_once() {
    let goal = Goal::named(String::from("add"));
    let system = system(1);
    let caller = caller(&system, &goal, 0);
    assert_eq!(call(&caller, 3), Got::Nothing(GoalError::NobodyOffers));
    assert_eq!(achieve(&caller, 3), Got::ByMessage(Err(GoalError::NobodyOffers)));
    assert_eq!(system.achieve(&goal, PATIENCE, 3), Err(GoalError::NobodyOffers));
    let provider = provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    assert_eq!(call(&caller, 3).answer(), Ok(3), "a binding notices who comes");
    provider.ask(PATIENCE, ToProvider::Withdraw).expect("withdrawn");
    assert_eq!(call(&caller, 3), Got::Nothing(GoalError::NobodyOffers), "and who goes");
}

#[test]
fn a_goal_has_one_type_in_a_system() {
    let goal = Goal::<u64, u64>::new("add");
    let other = Goal::<u64, String>::new("add");
    let system = system(1);
    provide(&system, &goal, Offer::Direct, 0, |number, request, _| adds(number, request));
    let error = system.achieve(&other, PATIENCE, 3).expect_err("another type");
    let text = error.to_string();
    assert!(text.starts_with("the goal 'add' is of type fn(u64) -> u64, and was used as fn(u64) -> "), "{text}");
    let elsewhere = common::system(1);
    assert_eq!(elsewhere.achieve(&other, PATIENCE, 3), Err(GoalError::NobodyOffers), "another system, another goal");
}

#[test]
fn requests_by_message_are_shared_by_the_providers() {
    let goal = Goal::new("count");
    let system = system(2);
    let providers = [0, 1, 0]
        .map(|worker| provide(&system, &goal, Offer::ByMessage, worker, |number, request, _| adds(number, request)));
    let caller = caller(&system, &goal, 0);
    for _ in 0..30 {
        assert!(matches!(call(&caller, 1), Got::ByMessage(Ok(_))));
    }
    assert_eq!(providers.map(|provider| provider.ask(PATIENCE, ToProvider::Get)), [Ok(10), Ok(10), Ok(10)]);
}

/// Passes a request on to the next goal, and adds one; what comes by message is counted as a million.
struct Link {
    offers: Goal<u64, u64>,
    wants: Option<Goal<u64, u64>>,
    binding: Option<Binding<u64, u64>>,
    by_message: Arc<AtomicUsize>,
}

impl Actor for Link {
    type Message = Result<u64, GoalError>;

    fn started(&mut self, ctx: &mut Context<'_, Self>) {
        let pass_on = |link: &mut Self, request, ctx: &mut Context<'_, Self>| {
            let Some(goal) = &link.wants else { return request + 1 };
            let me = ctx.id();
            let binding = link.binding.get_or_insert_with(|| ctx.bind(goal).expect("numbers"));
            let called = ctx.call(binding, request, |answer| answer);
            assert_eq!(ctx.id(), me, "whoever was called meanwhile");
            match called {
                Called::Done(answer) => answer + 1,
                Called::Asked => 1_000_000,
                Called::Failed(error) => panic!("{error}"),
            }
        };
        ctx.offer(&self.offers, Offer::Direct, pass_on).expect("numbers");
    }

    fn handle(&mut self, _: Result<u64, GoalError>, _: &mut Context<'_, Self>) {
        self.by_message.fetch_add(1, Ordering::Relaxed);
    }
}

/// A chain of providers, each of which wants the goal that the next offers; returns the first's goal.
fn chain(system: &System, length: usize, closed: bool, by_message: &Arc<AtomicUsize>) -> Goal<u64, u64> {
    let goals: Vec<Goal<u64, u64>> = (0..length).map(|at| Goal::named(format!("link {at}"))).collect();
    for at in 0..length {
        let wants = goals.get(at + 1).or(goals.first().filter(|_| closed)).cloned();
        let by_message = Arc::clone(by_message);
        let link = Link { offers: goals[at].clone(), wants, binding: None, by_message };
        let link = system.spawn_with(link, SpawnOptions::new().on_worker(0));
        link.send(Err(GoalError::NoAnswer));
    }
    let counted = Arc::clone(by_message);
    eventually("all links have started", || counted.load(Ordering::Relaxed) == length);
    by_message.store(0, Ordering::Relaxed);
    goals[0].clone()
}

#[test]
fn calls_nest() {
    let system = system(1);
    let by_message = Arc::new(AtomicUsize::new(0));
    let goal = chain(&system, 5, false, &by_message);
    let caller = caller(&system, &goal, 0);
    for request in 0..10 {
        eventually("all five are called", || call(&caller, request) == Got::Here(request + 5));
    }
}

#[test]
fn cycles_fall_back_to_messages() {
    for length in [1, 2, 3] {
        let system = system(1);
        let by_message = Arc::new(AtomicUsize::new(0));
        let goal = chain(&system, length, true, &by_message);
        let caller = caller(&system, &goal, 0);
        // The last of the chain wants something of the first, which waits for it.
        let to_the_last = Got::Here(1_000_000 + length as u64 - 1);
        eventually("all are called but the first once more", || call(&caller, 0) == to_the_last);
        // The message goes around again, and again is not let in at the end: and so on, until the system ends.
        eventually("messages go around", || by_message.load(Ordering::Relaxed) > 3);
        drop(system);
    }
}

#[test]
fn very_long_chains_fall_back_to_messages() {
    let system = system(1);
    let by_message = Arc::new(AtomicUsize::new(0));
    let goal = chain(&system, 100, false, &by_message);
    let caller = caller(&system, &goal, 0);
    let is_partial = |answer| (1_000_000..1_000_100).contains(&answer);
    eventually("the first are called", || matches!(call(&caller, 0), Got::Here(answer) if is_partial(answer)));
    eventually("the rest is done by message", || by_message.load(Ordering::Relaxed) >= 3);
}

#[test]
fn a_callee_can_do_what_a_handler_can() {
    let goal = Goal::new("everything");
    let system = system(1);
    let child_ran = Arc::new(AtomicBool::new(false));
    struct Child(Arc<AtomicBool>);
    impl Actor for Child {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let ran = Arc::clone(&child_ran);
    let provider = provide(&system, &goal, Offer::Direct, 0, move |number, request, ctx| {
        let me = ctx.address();
        match request {
            0 => ctx.stop(),
            1 => ctx.stash(ToProvider::Put(77)),
            2 => ctx.unstash_all(),
            3 => ctx.send(&me, ToProvider::Put(5)),
            _ => {
                let child = ctx.spawn(Child(Arc::clone(&ran)));
                ctx.send(&child, ());
            }
        }
        *number
    });
    let caller = caller(&system, &goal, 0);
    let number = || provider.ask(PATIENCE, ToProvider::Get);
    assert_eq!(call(&caller, 3).answer(), Ok(0), "what it sends to itself comes later");
    assert_eq!(number(), Ok(5));
    assert_eq!(call(&caller, 1).answer(), Ok(5));
    assert_eq!(number(), Ok(5), "stashed");
    assert_eq!(call(&caller, 2).answer(), Ok(5));
    assert_eq!(number(), Ok(77), "unstashed");
    assert_eq!(call(&caller, 4).answer(), Ok(77));
    eventually("the child has run", || child_ran.load(Ordering::Relaxed));
    assert_eq!(call(&caller, 0).answer(), Ok(77), "it stops after the answer");
    assert_eq!(provider.wait(PATIENCE), Ok(ExitReason::Normal));
    eventually_alone(&caller);
    assert!(system.shutdown(PATIENCE).is_clean());
}

#[test]
fn a_panic_is_the_providers_failure() {
    quiet_injected_panics();
    let goal = Goal::new("break");
    let system = system(1);
    let breaks = |number: &mut u64, request, _: &mut Context<'_, Provider>| {
        assert!(request != 0, "injected");
        adds(number, request)
    };
    let provider = provide(&system, &goal, Offer::Direct, 0, breaks);
    let caller = caller(&system, &goal, 0);
    assert_eq!(call(&caller, 2).answer(), Ok(2));
    assert_eq!(call(&caller, 0).answer(), Err(GoalError::NoAnswer));
    assert_eq!(provider.wait(PATIENCE), Ok(ExitReason::Panicked("injected".into())));
    eventually_alone(&caller);

    // One that is restarted keeps its offer, its address and its mailbox.
    let fresh = Provider { goal, how: Offer::Direct, number: 100, achieve: Arc::new(breaks) };
    let first = fresh.clone();
    let options = SpawnOptions::new().on_worker(0).on_panic(OnPanic::restart(move || fresh.clone()));
    let provider = system.spawn_with(first, options);
    provider.ask(PATIENCE, ToProvider::Get).expect("started");
    assert_eq!(call(&caller, 2).answer(), Ok(102));
    assert_eq!(call(&caller, 0).answer(), Err(GoalError::NoAnswer));
    assert_eq!(call(&caller, 3).answer(), Ok(103), "made anew");
    assert_eq!(achieve(&caller, 0), Got::ByMessage(Err(GoalError::NoAnswer)));
    assert_eq!(call(&caller, 4).answer(), Ok(104));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    assert_eq!((report.counters().panics(), report.counters().restarts()), (3, 2));
}

#[test]
fn requests_to_a_provider_that_dies_are_answered() {
    let goal = Goal::new("wait");
    let system = system(2);
    let go = Arc::new(AtomicBool::new(false));
    let gate = Arc::clone(&go);
    let provider = provide(&system, &goal, Offer::ByMessage, 1, move |_, request, _| {
        while !gate.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        request
    });
    let callers: Vec<_> = (0..10).map(|_| caller(&system, &goal, 0)).collect();
    let waiting: Vec<_> = callers.into_iter().map(|caller| thread::spawn(move || achieve(&caller, 1))).collect();
    provider.kill();
    go.store(true, Ordering::Relaxed);
    for answer in waiting {
        let Got::ByMessage(answer) = answer.join().expect("no panic") else { panic!("asked by message") };
        assert!(matches!(answer, Ok(1) | Err(GoalError::NoAnswer | GoalError::NobodyOffers)), "{answer:?}");
    }
    assert_eq!(provider.wait(PATIENCE), Ok(ExitReason::Killed));
}

/// While the callee computes, another thread runs the worker: neither of the two is run by it, both go on afterwards.
#[test]
fn a_long_call_holds_up_nobody_else() {
    eventually("the call is a direct one", || long_call() == Got::Here(11));
}

/// Returns how the caller got its answer.
fn long_call() -> Got {
    let goal = Goal::new("compute");
    let system = system(1);
    let (began, go) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (begins, gate) = (Arc::clone(&began), Arc::clone(&go));
    let provider = provide(&system, &goal, Offer::Direct, 0, move |number, request, ctx| {
        if request == 1 {
            begins.store(true, Ordering::Relaxed);
            while !gate.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            assert_eq!(*number, 0, "nobody else has run it");
            *number = 10;
            let me = ctx.address();
            ctx.send(&me, ToProvider::Put(*number + 1));
        }
        *number
    });
    let middle = Goal::new("middle");
    let wants = Some(goal.clone());
    let by_message = Arc::new(AtomicUsize::new(0));
    system.spawn_with(
        Link { offers: middle.clone(), wants, binding: None, by_message: Arc::clone(&by_message) },
        SpawnOptions::new().on_worker(0),
    );
    eventually("the middle one has started", || system.achieve(&middle, PATIENCE, 0) == Ok(1));
    let (outer, other) = (caller(&system, &middle, 0), caller(&system, &goal, 0));
    let waiting = thread::spawn(move || call(&outer, 1));
    eventually("the long call has begun", || began.load(Ordering::Relaxed));
    provider.send(ToProvider::Put(5)); // put aside until the call has ended
    let second = thread::spawn(move || call(&other, 0));
    // Somebody new gets by, which shows that the worker has another thread.
    let bystander = provide(&system, &Goal::new("else"), Offer::Direct, 0, |number, request, _| adds(number, request));
    assert_eq!(bystander.ask(PATIENCE, ToProvider::Get), Ok(0));
    go.store(true, Ordering::Relaxed);
    let got = waiting.join().expect("no panic");
    assert!(matches!(second.join().expect("no panic").answer(), Ok(5 | 10 | 11)));
    eventually("its own message has come", || provider.ask(PATIENCE, ToProvider::Get) == Ok(11));
    eventually("all three are as before", || call(&outer, 0) == Got::Here(12));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
    got
}

/// The callee has lost its worker, and then panics, or stops, or wants another.
#[test]
fn a_long_call_ends_as_any_other() {
    quiet_injected_panics();
    for (request, reason) in [(1, ExitReason::Panicked("injected".into())), (2, ExitReason::Normal)] {
        let goal = Goal::new("compute");
        let system = system(1);
        let away = Arc::new(AtomicU64::new(0));
        let gate = Arc::clone(&away);
        let provider = provide(&system, &goal, Offer::Direct, 0, move |_, request, ctx| {
            gate.store(1, Ordering::Relaxed);
            while gate.load(Ordering::Relaxed) != 2 {
                thread::yield_now();
            }
            assert!(request != 1, "injected");
            ctx.stop();
            request
        });
        let calling = caller(&system, &goal, 0);
        let waiting = thread::spawn(move || call(&calling, request));
        eventually("the call has begun", || away.load(Ordering::Relaxed) == 1);
        let bystander = caller(&system, &Goal::new("nothing"), 0);
        assert_eq!(call(&bystander, 0), Got::Nothing(GoalError::NobodyOffers));
        away.store(2, Ordering::Relaxed);
        let got = waiting.join().expect("no panic");
        assert_eq!(got.answer(), if request == 1 { Err(GoalError::NoAnswer) } else { Ok(2) });
        assert_eq!(provider.wait(PATIENCE), Ok(reason));
        eventually_alone(&calling);
        assert!(system.shutdown(PATIENCE).is_clean());
    }
}

/// A system ends while somebody is in a direct call that takes its time.
#[test]
fn a_system_ends_during_a_call() {
    let goal = Goal::new("compute");
    let system = system(1);
    let began = Arc::new(AtomicBool::new(false));
    let begins = Arc::clone(&began);
    provide(&system, &goal, Offer::Direct, 0, move |_, request, _| {
        begins.store(true, Ordering::Relaxed);
        thread::sleep(Duration::from_millis(50));
        request
    });
    caller(&system, &goal, 0).send(ToCaller::Call(1, Reply::ignored()));
    eventually("the call has begun", || began.load(Ordering::Relaxed));
    let report = system.shutdown(PATIENCE);
    assert!(report.is_clean(), "{report}");
}

/// Many actors that call each other at random, on several workers, among which they move: each is in its function once at a time,
/// and every question is answered.
#[test]
fn nobody_is_run_by_two() {
    struct Peer {
        inside: AtomicBool,
        goals: Arc<Vec<Goal<u64, u64>>>,
        offers: usize,
        bindings: Vec<Option<Binding<u64, u64>>>,
        random: common::Random,
        answered: Arc<AtomicU64>,
        called: Arc<AtomicU64>,
    }
    enum ToPeer {
        Go(u64),
        Answer(Result<u64, GoalError>),
    }
    impl Peer {
        fn work(&mut self, depth: u64, ctx: &mut Context<'_, Self>) -> u64 {
            assert!(!self.inside.swap(true, Ordering::Relaxed), "run by two");
            let to = self.random.below(self.goals.len() as u64) as usize;
            if depth > 0 {
                let binding = self.bindings[to].get_or_insert_with(|| ctx.bind(&self.goals[to]).expect("numbers"));
                match ctx.call(binding, depth - 1, ToPeer::Answer) {
                    Called::Done(_) => {
                        self.answered.fetch_add(1, Ordering::Relaxed);
                        self.called.fetch_add(1, Ordering::Relaxed);
                    }
                    Called::Asked => {}
                    Called::Failed(error) => panic!("{error}"),
                }
            }
            if self.random.below(2000) == 0 {
                let begin = Instant::now();
                while begin.elapsed() < Duration::from_millis(4) {
                    std::hint::spin_loop();
                }
            }
            assert!(self.inside.swap(false, Ordering::Relaxed), "run by two");
            depth
        }
    }
    impl Actor for Peer {
        type Message = ToPeer;

        fn started(&mut self, ctx: &mut Context<'_, Self>) {
            let goals = Arc::clone(&self.goals);
            ctx.offer(&goals[self.offers], Offer::Direct, |peer: &mut Self, depth, ctx| peer.work(depth, ctx))
                .expect("numbers");
        }

        fn handle(&mut self, message: ToPeer, ctx: &mut Context<'_, Self>) {
            match message {
                ToPeer::Go(depth) => drop(self.work(depth, ctx)),
                ToPeer::Answer(answer) => {
                    answer.expect("nobody fails");
                    self.answered.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    const PEERS: usize = 40;
    const ROUNDS: u64 = 300;
    const DEPTH: u64 = 6;
    for threads in [1, 3] {
        let system = system(threads);
        let goals: Arc<Vec<Goal<u64, u64>>> =
            Arc::new((0..PEERS).map(|at| Goal::named(format!("peer {at}"))).collect());
        let (answered, called) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let peers: Vec<_> = (0..PEERS)
            .map(|offers| {
                system.spawn(Peer {
                    inside: AtomicBool::new(false),
                    goals: Arc::clone(&goals),
                    offers,
                    bindings: vec![None; PEERS],
                    random: common::Random::new(offers as u64),
                    answered: Arc::clone(&answered),
                    called: Arc::clone(&called),
                })
            })
            .collect();
        for goal in &*goals {
            eventually("everybody offers", || system.achieve(goal, PATIENCE, 0) == Ok(0));
        }
        for _ in 0..ROUNDS {
            peers.iter().for_each(|peer| peer.send(ToPeer::Go(DEPTH)));
        }
        let expected = ROUNDS * PEERS as u64 * DEPTH;
        eventually("every question is answered", || answered.load(Ordering::Relaxed) == expected);
        assert!(called.load(Ordering::Relaxed) > 0);
        let report = system.shutdown(PATIENCE);
        assert!(report.is_clean(), "{report}");
        assert_eq!(report.counters().panics(), 0);
    }
}
