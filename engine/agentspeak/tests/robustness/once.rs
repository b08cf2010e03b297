//! What has an effect is executed once, wherever it stands.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_agentspeak::Extensions;
use agon_agentspeak::agent::Random;
use agon_agentspeak::library::holds;

use crate::{agent, agent_with, lines};

/// Where an action may stand; it holds, and is asked once a time.
const PLACES: &[&str] = &[
    "+!go : ACT <- true.",
    "+!go : one(1) & ACT <- true.",
    "+!go : one(X) & X > 0 & ACT & X < 2 <- true.",
    "+!go : ACT & one(1) <- true.",
    "+!go : not one(2) & ACT <- true.",
    "+!go : not (not ACT) <- true.",
    "+!go : one(2) | ACT <- true.",
    "+!go : (ACT | one(1)) & one(_) <- true.",
    "+!go : rule(1) <- true.",
    "+!go : calls(1) <- true.",
    "+!go <- ACT.",
    "+!go <- ?(ACT & one(_)).",
    "+!go <- ?rule(1).",
    "+!go <- ?calls(X).",
    "+!go <- if (ACT) { .length([], _) }.",
    "+!go <- if (one(2) | ACT) { .length([], _) } else { .fail }.",
    "+!go <- while (not done & ACT) { +done }; -done.",
    "+!go <- for (ACT) { .length([], _) }.",
    "+!go <- for (one(X) & ACT) { .length([], _) }.",
    "+!go <- .findall(X, ACT, L).",
    "+!go <- .findall(X, one(X) & ACT, L).",
    "+!go <- .setof(1, ACT, L).",
    "+!go <- .count(ACT, N).",
    "+!go <- .eval(T, ACT).",
    "+!go <- ?.eval(T, ACT).",
    "+!go <- .wait(ACT).",
    "+!go <- !sub. +!sub : ACT <- true.",
    "+!go <- +b. +b : ACT <- -b.",
];

const RULES: &str = "one(1). rule(X) :- one(X) & ACT. calls(X) :- rule(X) & one(X).";

/// So often each place is come by.
const TIMES: u32 = 400;

fn program(place: &str, act: &str, then: &str) -> String {
    let whole = format!(
        "{RULES} !run(0). +!run({TIMES}) <- .print(end). +!run(N) <- !go; {then} !run(N + 1). {place} +!go <- .print(no)."
    );
    whole.replace("ACT", act)
}

#[test]
fn an_action_is_executed_as_often_as_it_is_come_by() {
    for place in PLACES {
        for shortcuts in [true, false] {
            let count = Arc::new(AtomicU64::new(0));
            let counted = Arc::clone(&count);
            let extensions = Extensions::default().action("my.act", 0, 0, move |_| {
                counted.fetch_add(1, Ordering::Relaxed);
                holds(true)
            });
            let mut mind = agent_with(&extensions, &program(place, "my.act", ""));
            mind.settings.shortcuts = shortcuts;
            assert_eq!(lines(mind, 1_000_000), ["end"], "{place}");
            assert_eq!(count.load(Ordering::Relaxed), u64::from(TIMES), "{place}, shortcuts: {shortcuts}");
        }
    }
}

/// Places where what is drawn decides between two ways, of which the first is shown by `+low`.
const CHOICES: &[&str] = &[
    "+!go(N) : ACT <- +low(N). +!go(N).",
    "+!go(N) : one(1) & ACT <- +low(N). +!go(N).",
    "+!go(N) : one(Y) & ACT & Y > 0 <- +low(N). +!go(N).",
    "+!go(N) : not (ACT) <- true. +!go(N) <- +low(N).",
    "+!go(N) : one(2) | ACT <- +low(N). +!go(N).",
    "+!go(N) : rule(1) <- +low(N). +!go(N).",
    "+!go(N) : calls(1) <- +low(N). +!go(N).",
    "+!go(N) <- if (ACT) { +low(N) }.",
    "+!go(N) <- if (one(1) & ACT) { +low(N) }.",
    "+!go(N) <- if (calls(1)) { +low(N) }.",
    "+!go(N) <- ?rule(1); +low(N). -!go(N).",
    "+!go(N) <- ?(ACT); +low(N). -!go(N).",
    "+!go(N) <- for (ACT) { +low(N) }.",
    "+!go(N) <- .findall(1, ACT, L); for (.member(_, L)) { +low(N) }.",
    "+!go(N) <- .count(ACT, C); if (C > 0) { +low(N) }.",
    "+!go(N) <- .eval(T, ACT); if (T) { +low(N) }.",
    "+!go(N) <- .random(R); if (R < 0.3) { +low(N) }.",
    "+!go(N) <- R = math.random; if (R < 0.3) { +low(N) }.",
    "+!go(N) : .random(R) <- !sub(N, R). +!sub(N, R) : R < 0.3 <- +low(N). +!sub(N, _).",
];

const DRAWS: u32 = 2000;

/// The very numbers of the generator decide: none is left out, and none is taken twice.
#[test]
fn chance_is_drawn_once_a_time_wherever_it_stands() {
    let low = (0..DRAWS).scan(Random::new(0), |random, _| Some(random.number())).filter(|number| *number < 0.3).count();
    let share = low as f64 / f64::from(DRAWS);
    assert!((0.27..0.33).contains(&share), "{share}");
    for place in CHOICES {
        for act in [".random(Q) & Q < 0.3", "math.random < 0.3"] {
            for shortcuts in [true, false] {
                let text = format!(
                    "{RULES} !run(0). +!run({DRAWS}) <- .count(low(_), C); .print(C). +!run(N) <- !go(N); !run(N + 1). {place}"
                )
                .replace("ACT", act);
                let mut mind = agent(&text);
                mind.settings.shortcuts = shortcuts;
                assert_eq!(lines(mind, 1_000_000), [low.to_string()], "{place} {act}, shortcuts: {shortcuts}");
            }
        }
    }
}
