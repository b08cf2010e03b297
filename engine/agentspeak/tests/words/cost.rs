//! Programs of the recorded page, for a profiler: `COST=fib:20 cargo test --release .. what_it_costs` executes one of them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use agon_agentspeak::code::Program;
use agon_agentspeak::machine::{Agent, Worker, World};
use agon_agentspeak::syntax::expand::Loader;
use agon_agentspeak::syntax::source::Sources;
use agon_agentspeak::term::Atom;
use agon_agentspeak::word::{Functor, Message, Performative, Word};

const PROGRAMS: [(&str, &str); 9] = [
    (
        "fib",
        "!start. +!start <- !fib(#, F); +result(F).
         +!fib(0, 0). +!fib(1, 1). +!fib(N, F) <- !fib(N - 1, A); !fib(N - 2, B); F = A + B.",
    ),
    ("loop", "!start. +!start <- !count(#); +result(done). +!count(0). +!count(N) <- !count(N - 1)."),
    (
        "sum",
        "!start. +!start <- !sum(#, 0, S); +result(S). +!sum(0, A, A). +!sum(N, A, S) <- B = A + N; !sum(N - 1, B, S).",
    ),
    (
        "count",
        "c(0). !start. +!start <- !run(#); ?c(X); +result(X). +!run(0). +!run(N) <- ?c(X); -+c(X + 1); !run(N - 1).",
    ),
    ("change", "!start. +!start <- !run(#); +result(done). +!run(0). +!run(N) <- +f(N); -f(N); !run(N - 1)."),
    (
        "facts",
        "!start. +!start <- !fill(1000); !run(#); +result(done).
         +!fill(0). +!fill(N) <- +fact(N, N * 2); !fill(N - 1).
         +!run(0). +!run(N) : fact(N mod 1000 + 1, V) & not stop(V) & V > 0 <- !run(N - 1).",
    ),
    (
        "join",
        "q(1). q(2). q(3). q(4). q(5). q(6). q(7). q(8). q(9). q(10). r(1, 5). r(10, 6).
         !start. +!start <- !run(#); +result(done).
         +!run(0). +!run(N) : q(X) & r(X, Y) & Y > 5 <- !run(N - 1).",
    ),
    (
        "lists",
        "!start. +!start <- !make(#, [], L); !reverse(L, [], R); R = [F | _]; +result(F).
         +!make(0, L, L). +!make(N, T, L) <- !make(N - 1, [N | T], L).
         +!reverse([], R, R). +!reverse([H | T], A, R) <- !reverse(T, [H | A], R).",
    ),
    (
        "rules",
        "len([], 0). len([_ | T], N) :- len(T, M) & N = M + 1.
         app([], L, L). app([H | T], L, [H | R]) :- app(T, L, R).
         !start. +!start <- !make(100, [], L); !run(#, L); +result(done).
         +!make(0, L, L). +!make(N, T, L) <- !make(N - 1, [N | T], L).
         +!run(0, _). +!run(N, L) <- ?app(L, [x], M); ?len(M, 101); !run(N - 1, L).",
    ),
];

#[derive(Default)]
struct Mail {
    letters: VecDeque<(usize, Message)>,
    names: Vec<Atom>,
}

impl World for Mail {
    fn print(&mut self, agent: Atom, text: &str) {
        println!("[{agent}] {text}");
    }
    fn send(&mut self, to: Atom, message: Message) -> bool {
        let place = self.names.binary_search_by_key(&order(to), |name| order(*name));
        place.map(|place| self.letters.push_back((place, message))).is_ok()
    }
    fn stop(&mut self, _: f64, _: i32) {}
    fn is_over(&self) -> bool {
        false
    }
    fn now(&self) -> f64 {
        0.0
    }
}

/// Agents of a ring are made in this order.
fn order(name: Atom) -> u32 {
    name.name().strip_prefix('w').and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn program(text: &str) -> Arc<Program> {
    let mut sources = Sources::new();
    let file = sources.add("cost.asl", text);
    let loaded = Loader::new().load_source(&mut sources, file);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    Arc::new(Program::of_loaded(&loaded).unwrap_or_else(|why| panic!("{why}")))
}

fn alone(text: &str, n: u32) -> Option<Vec<String>> {
    let program = program(&text.replace('#', &n.to_string()));
    let (mut worker, mut mail) = (Worker::new(), Mail::default());
    let mut agent = Agent::new(Atom::new("w0"), &program, &mut worker);
    let begun = Instant::now();
    while agent.run(None, 256, &mut worker, &mut mail) == 256 {}
    println!("{} cycles, {:?}, {} collections", agent.cycles, begun.elapsed(), worker.collections);
    agent.fact(Functor::new(Atom::new("result"), 1))
}

const AGENTS: u32 = 500;

/// Tokens go round a ring; what is between agents is a queue here, and no actor.
fn ring(passes: u32) -> u32 {
    let text = "+!token(Left) : Left > 0 & next(Next) <- .send(Next, achieve, token(Left - 1)). +!token(0) <- +last.";
    let (mut worker, mut mail) = (Worker::new(), Mail::default());
    let mut agents: Vec<Agent> = (0..AGENTS)
        .map(|number| {
            let name = Atom::new(&format!("w{number}"));
            mail.names.push(name);
            let program = program(&format!("next(w{}). {text}", (number + 1) % AGENTS));
            Agent::new(name, &program, &mut worker)
        })
        .collect();
    let token = Functor::new(Atom::new("token"), 1);
    for place in 0..50 {
        let mut words = [Word::number(f64::from(passes))];
        let mut heap = agon_agentspeak::word::Heap::default();
        let message = Message::new(Atom::SELF, Performative::Achieve, token, 0, &mut words, &mut heap);
        mail.letters.push_back((place * 10, message));
    }
    let begun = Instant::now();
    while let Some((place, message)) = mail.letters.pop_front() {
        agents[place].run(Some(&message), 256, &mut worker, &mut mail);
    }
    println!("{:?} a pass", begun.elapsed() / (50 * passes.max(1)));
    let last = Functor::new(Atom::new("last"), 0);
    agents.iter().filter(|agent| agent.fact(last).is_some()).count() as u32
}

#[test]
fn programs_that_are_measured_come_to_what_they_should() {
    let expected = |name| match name {
        "fib" => "55",
        "sum" => "55",
        "count" => "10",
        "lists" => "10",
        _ => "done",
    };
    for (name, text) in PROGRAMS {
        assert_eq!(alone(text, 10), Some(vec![expected(name).to_owned()]), "{name}");
    }
    assert!(ring(7) > 0);
}

#[test]
fn heaps_are_collected_while_goals_go_on() {
    let (_, text) = PROGRAMS[7];
    assert_eq!(alone(text, 60_000), Some(vec!["60000".to_owned()]));
}

#[test]
#[ignore = "for a profiler"]
fn what_it_costs() {
    let wanted = std::env::var("COST").expect("COST=program:length");
    let (name, length) = wanted.split_once(':').expect("program:length");
    let length = length.parse().expect("a number");
    match PROGRAMS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => println!("{:?}", alone(text, length)),
        None => println!("{}", ring(length)),
    }
}
