//! Whatever agents of that kind are told, and whatever they believe.

use std::slice::Iter;

use proptest::collection::vec;
use proptest::prelude::*;

use super::harness::{Kin, without_code};

/// Makes programs and messages out of choices.
struct Writer<'a> {
    choices: Iter<'a, u8>,
    /// What stands for something in the plan that is being written.
    known: Vec<String>,
    /// What has been asked of the facts that may be changed: `n(X)`.
    found: Vec<String>,
    /// Who can be written to, besides whoever is known anyway.
    names: Vec<String>,
}

/// Variables of a plan.
const VARIABLES: [&str; 6] = ["A", "B", "C", "X", "Y", "Z"];

const CONSTANTS: [&str; 8] = ["0", "1", "2", "-1", "0.5", "foo", "bar", "none"];

const RELATIONS: [&str; 6] = [">", ">=", "<", "<=", "==", "\\=="];

/// The rules and the facts that nobody changes, ...
const COMMON: &str = "next(I, J) :- J = (I + 1) mod 3. twice(I, J) :- J = I * 2. near(I) :- n(N) & I - N < 2. name(I, Name) :- .concat(\"w\", I, Name). \
     t(0, foo). t(1, bar). t(2, 0). t(foo, 1). t(1, 1).";

/// ... and the last plans.
const LAST: &str = "+!go <- .send(ann, achieve, none). +!go(A) <- .send(ann, achieve, none(A)). +!go(A, B) <- .send(ann, achieve, none(A, B)). \
     +!last(A, B) <- .send(ann, achieve, last(B, A)). +!more(A) <- -+n(A); !last(A, A + 1). \
     +!some(A) : n(A) <- .send(ann, achieve, some). +!some(A) <- !last(A, none).";

/// What an agent may believe of `n` and `s`.
const FACTS: [&str; 13] = [
    "n(0). s(0, none).",
    "n(1). s(2, some(1)).",
    "n(foo). s(bar, foo).",
    "n(2). s(1, 0.5).",
    "n(0). s(1, some(foo)).",
    "n(4). s(0, none). z(1).",
    "n(3). s(2, some(0)). z(foo).",
    "n(1). s(1, 1).",
    "n(0). n(1). s(0, none).",
    "s(1, none).",
    "n(0.5).",
    "n(1)[source(bob)]. s(1, [1]).",
    "n(\"text\"). s(0, some(some(1))).",
];

impl Writer<'_> {
    fn choose(&mut self, count: usize) -> usize {
        usize::from(*self.choices.next().unwrap_or(&0)) % count
    }

    fn one_of(&mut self, all: &[&str]) -> String {
        all[self.choose(all.len())].to_owned()
    }

    fn known(&mut self) -> String {
        match self.known.len() {
            0 => self.one_of(&CONSTANTS),
            count => {
                let number = self.choose(count);
                self.known[number].clone()
            }
        }
    }

    /// Something to calculate with.
    fn operand(&mut self) -> String {
        if self.known.is_empty() { self.one_of(&["0", "1", "2"]) } else { self.known() }
    }

    /// Something that is known.
    fn value(&mut self) -> String {
        match self.choose(10) {
            0 => self.one_of(&CONSTANTS),
            1 => format!("{} + 1", self.operand()),
            2 => format!("{} - 2", self.operand()),
            3 => format!("{} * {}", self.operand(), self.operand()),
            4 => format!("({} * 31 + {}) mod 7", self.operand(), self.operand()),
            5 => format!("1 / {}", self.operand()),
            6 => format!("-{}", self.operand()),
            _ => self.known(),
        }
    }

    /// An argument that is asked for, mostly. Variables that it names are known behind it.
    fn pattern(&mut self) -> String {
        match self.choose(6) {
            0 => self.one_of(&CONSTANTS),
            1 => self.known(),
            2 => "_".to_owned(),
            _ => {
                let name = self.one_of(&VARIABLES);
                if !self.known.contains(&name) {
                    self.known.push(name.clone());
                }
                name
            }
        }
    }

    /// It can be taken away if all of it is known.
    fn note(&mut self, asked: &str) {
        if !asked.contains('_') {
            self.found.push(asked.to_owned());
        }
    }

    fn condition(&mut self) -> String {
        match self.choose(12) {
            0 | 1 => format!("{} {} {}", self.value(), RELATIONS[self.choose(6)], self.value()),
            2 | 3 => {
                let asked = format!("n({})", self.pattern());
                self.note(&asked);
                asked
            }
            4 | 5 => {
                let first = self.pattern();
                let second = match self.choose(3) {
                    0 => format!("some({})", self.pattern()),
                    1 => "none".to_owned(),
                    _ => self.pattern(),
                };
                let asked = format!("s({first}, {second})");
                self.note(&asked);
                asked
            }
            6 => format!("t({}, {})", self.pattern(), self.pattern()),
            7 if self.known.len() < 4 => {
                let (value, name) = (self.value(), format!("V{}", self.known.len()));
                self.known.push(name.clone());
                format!("next({value}, {name})")
            }
            7 => format!("twice({}, {})", self.known(), self.known()),
            8 => format!("near({})", self.value()),
            9 => {
                let (known, found) = (self.known.clone(), self.found.clone());
                let inner = self.condition();
                (self.known, self.found) = (known, found);
                format!("not ({inner})")
            }
            10 => {
                let name = format!("Name{}", self.names.len());
                self.names.push(name.clone());
                format!("name({}, {name})", self.value())
            }
            _ => format!("z({})", self.pattern()),
        }
    }

    fn deed(&mut self) -> String {
        match self.choose(4) {
            0 if !self.found.is_empty() => {
                let number = self.choose(self.found.len());
                let old = self.found[number].clone();
                let new = if old.starts_with('n') { format!("n({})", self.value()) } else { self.state() };
                format!("-{old}; +{new}")
            }
            0 => format!("-+n({})", self.value()),
            1 => match self.choose(12) {
                0 => format!("+n({})", self.value()),
                1 => format!("-n({})", self.value()),
                2 => format!("+z({})", self.value()),
                3 => format!("-n(0); +n({})", self.value()),
                4 => format!("-+{}", self.state()),
                _ => format!("-+n({})", self.value()),
            },
            _ => {
                let to = match (self.choose(10), self.names.pop()) {
                    (0, _) => self.known(),
                    (_, Some(name)) => name,
                    (1..4, None) if self.known.iter().any(|name| name == "S") => "S".to_owned(),
                    (4, None) => "nobody".to_owned(),
                    (5, None) => "self".to_owned(),
                    _ => "ann".to_owned(),
                };
                let arguments: Vec<String> = (0..1 + self.choose(3)).map(|_| self.value()).collect();
                format!(".send({to}, achieve, x({}))", arguments.join(", "))
            }
        }
    }

    fn state(&mut self) -> String {
        let first = self.value();
        match self.choose(3) {
            0 => format!("s({first}, some({}))", self.value()),
            1 => format!("s({first}, none)"),
            _ => format!("s({first}, {})", self.value()),
        }
    }

    fn plan(&mut self, name: &str, arity: usize) -> String {
        self.known = Vec::new();
        self.found = Vec::new();
        self.names = Vec::new();
        let arguments: Vec<String> = (0..arity).map(|_| self.pattern()).collect();
        let source = self.one_of(&["", "[source(S)]", "[source(S)]", "[source(self)]", "[source(ann)]"]);
        if source == "[source(S)]" {
            self.known.push("S".to_owned());
        }
        let conditions: Vec<String> = (0..self.choose(4)).map(|_| self.condition()).collect();
        // Tables are looked through at the end, mostly: nothing must follow then.
        let (mut conditions, rows): (Vec<String>, Vec<String>) =
            conditions.into_iter().partition(|condition| !condition.starts_with("t("));
        conditions.extend(rows);
        let context = if conditions.is_empty() { "true".to_owned() } else { conditions.join(" & ") };
        let mut deeds: Vec<String> = (0..1 + self.choose(3)).map(|_| self.deed()).collect();
        match self.choose(8) {
            0 => deeds.push(format!("!last({}, {})", self.value(), self.value())),
            1 => deeds.push(format!("!more({})", self.value())),
            2 => deeds.push(format!("!some({})", self.value())),
            _ => {}
        }
        let trigger = if arity == 0 { name.to_owned() } else { format!("{name}({})", arguments.join(", ")) };
        format!("+!{trigger}{source} : {context} <- {}. ", deeds.join("; "))
    }

    fn message(&mut self) -> String {
        let sender = self.one_of(&["ann", "bob", "me"]);
        let argument = |writer: &mut Self| match writer.choose(20) {
            0 => "\"text\"".to_owned(),
            1 => "NaN".to_owned(),
            2 => "-0.0".to_owned(),
            _ => writer.one_of(&CONSTANTS),
        };
        match self.choose(3) {
            0 => format!("{sender} go"),
            1 => format!("{sender} go({})", argument(self)),
            _ => format!("{sender} go({}, {})", argument(self), argument(self)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 160, ..ProptestConfig::default() })]

    #[test]
    fn reflexes_do_what_is_done_without_them(
        plans in vec((0..3_usize, vec(any::<u8>(), 40)), 4..7),
        messages in vec(vec(any::<u8>(), 8), 4..12),
        facts in vec(0..FACTS.len(), 1..3),
    ) {
        let writer = |choices| Writer { choices, known: Vec::new(), found: Vec::new(), names: Vec::new() };
        let plans: Vec<String> = plans.iter().map(|(arity, choices)| writer(choices.iter()).plan("go", *arity)).collect();
        let messages: Vec<String> = messages.iter().map(|choices| writer(choices.iter()).message()).collect();
        let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
        let program = format!("{COMMON}{}", plans.concat() + LAST);
        let hear = || {
            let kin = Kin::of(&program);
            facts.iter().for_each(|facts| drop(kin.hear(FACTS[*facts], &messages)));
        };
        hear();
        without_code(hear);
    }
}
