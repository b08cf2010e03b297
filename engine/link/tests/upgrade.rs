//! A system of three nodes that gets a new version node by node: two definitions of a type, of one name.

mod support;

use agon_actor::{Actor, Context, System};
use agon_link::{AskError, Node, Outcome, Refusal, RemoteAddress, RemoteReply};
use serde::{Deserialize, Serialize};
use support::{SOON, cluster, node, system};

/// A version: what `ToBank` and its answers are, and how a deposit is made.
macro_rules! version {
    ($version:ident, { $($variant:tt)* }, { $($field:tt)* }, |$bank:ident, $message:ident| $handle:expr, $deposit:expr) => {
        mod $version {
            use super::*;

            #[derive(Serialize, Deserialize)]
            pub(super) enum ToBank { $($variant)* }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            pub(super) struct Balance { $($field)* }

            #[derive(Default)]
            #[allow(dead_code)] // one version does not freeze
            pub(super) struct Bank {
                pub(super) amount: u64,
                pub(super) frozen: bool,
            }

            impl Actor for Bank {
                type Message = ToBank;

                fn handle(&mut self, $message: ToBank, _: &mut Context<'_, Self>) {
                    let $bank = self;
                    $handle
                }
            }

            pub(super) fn open(node: &Node, system: &System, name: &str) {
                node.register(name, system.spawn(Bank::default())).unwrap();
            }

            pub(super) fn bank(from: &Node, name: &str) -> RemoteAddress<ToBank> {
                from.find_within(SOON, name).unwrap().expect("it is registered")
            }

            /// Makes a deposit at each bank, and returns what each has then.
            pub(super) fn visit(from: &Node, names: &[&str]) -> Vec<u64> {
                let visit = |name: &&str| {
                    let bank = bank(from, name);
                    assert_eq!(bank.send_confirmed($deposit).unwrap().wait(SOON), Some(Outcome::Handled), "{name}");
                    bank.send($deposit);
                    bank.ask(SOON, ToBank::Balance).unwrap().amount
                };
                names.iter().map(visit).collect()
            }
        }
    };
}

version!(
    old,
    { Deposit { amount: u64 }, Close, Balance(RemoteReply<Balance>) },
    { pub(super) amount: u64 },
    |bank, message| match message {
        ToBank::Deposit { amount } => bank.amount += amount,
        ToBank::Close => unreachable!("it is not sent"),
        ToBank::Balance(reply) => reply.send(Balance { amount: bank.amount }),
    },
    ToBank::Deposit { amount: 1 }
);

version!(
    new,
    { Deposit { #[serde(default)] purpose: String, amount: u64 }, Freeze(bool), Close, Balance(RemoteReply<Balance>) },
    { #[serde(default)] pub(super) frozen: bool, pub(super) amount: u64 },
    |bank, message| match message {
        ToBank::Deposit { purpose, amount } => bank.amount += amount + purpose.len() as u64,
        ToBank::Freeze(frozen) => bank.frozen = frozen,
        ToBank::Close => unreachable!("it is not sent"),
        ToBank::Balance(reply) => reply.send(Balance { frozen: bank.frozen, amount: bank.amount }),
    },
    ToBank::Deposit { purpose: String::new(), amount: 1 }
);

#[test]
fn three_nodes_are_upgraded_one_by_one_and_understand_each_other_all_the_time() {
    const NAMES: [&str; 3] = ["a", "b", "c"];
    let (system, cluster) = (system(), cluster());
    let start = |name: &str, others: &[Node]| {
        let connected =
            others.iter().fold(node(name, &cluster), |node, other| node.connect(other.endpoints().remove(0)));
        connected.join().unwrap()
    };
    let mut nodes: Vec<Node> = Vec::new();
    for name in NAMES {
        let joined = start(name, &nodes);
        old::open(&joined, &system, name);
        nodes.push(joined);
    }
    for upgraded in 0..=3 {
        if upgraded > 0 {
            nodes.remove(0).leave();
            let name = NAMES[upgraded - 1];
            let joined = start(name, &nodes);
            new::open(&joined, &system, name);
            nodes.push(joined);
        }
        nodes.iter().for_each(|node| wait_for_the_others(node, &nodes));
        // Those of the old version are in front.
        let (olds, news) = nodes.split_at(3 - upgraded);
        let mut before = None;
        for from in olds {
            let seen = old::visit(from, &NAMES);
            before = Some(grown(before, seen));
        }
        for from in news {
            let seen = new::visit(from, &NAMES);
            before = Some(grown(before, seen));
            for to in olds {
                let bank = new::bank(from, to.id().name());
                let refused = Some(Outcome::Refused(Refusal::OtherVersion));
                assert_eq!(bank.send_confirmed(new::ToBank::Freeze(true)).unwrap().wait(SOON), refused);
                let last = to.misunderstood().pop().expect("it is kept");
                assert_eq!(last.from.as_ref(), Some(from.id()));
                assert!(last.why.contains("unknown variant `Freeze`"), "{}", last.why);
            }
            for to in news {
                let bank = new::bank(from, to.id().name());
                assert_eq!(bank.send_confirmed(new::ToBank::Freeze(true)).unwrap().wait(SOON), Some(Outcome::Handled));
                assert!(bank.ask(SOON, new::ToBank::Balance).unwrap().frozen);
            }
        }
    }
}

/// Until a node knows these others and no former ones.
fn wait_for_the_others(node: &Node, all: &[Node]) {
    let mut others: Vec<_> = all.iter().map(Node::id).filter(|id| *id != node.id()).cloned().collect();
    others.sort();
    let begun = std::time::Instant::now();
    while node.nodes() != others {
        assert!(begun.elapsed() < SOON, "{:?}", node.nodes());
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Each bank has got two deposits more from each node than from the last one.
fn grown(before: Option<Vec<u64>>, seen: Vec<u64>) -> Vec<u64> {
    let added = |(before, seen): (&u64, &u64)| seen - before;
    assert!(before.iter().flat_map(|before| before.iter().zip(&seen).map(added)).all(|added| added == 2), "{seen:?}");
    seen
}

#[test]
fn an_answer_that_lacks_a_field_is_an_error_with_its_name() {
    mod first {
        #[derive(serde::Serialize, serde::Deserialize)]
        pub(super) enum Ask {
            Rate(agon_link::RemoteReply<Rate>),
        }

        #[derive(Debug, serde::Serialize, serde::Deserialize)]
        pub(super) struct Rate {
            pub(super) percent: u8,
        }
    }
    mod second {
        #[derive(serde::Serialize, serde::Deserialize)]
        pub(super) enum Ask {
            Rate(agon_link::RemoteReply<Rate>),
        }

        #[derive(Debug, serde::Serialize, serde::Deserialize)]
        pub(super) struct Rate {
            pub(super) months: u8,
            pub(super) percent: u8,
        }
    }

    struct Clerk;

    impl Actor for Clerk {
        type Message = first::Ask;

        fn handle(&mut self, first::Ask::Rate(reply): first::Ask, _: &mut Context<'_, Self>) {
            reply.send(first::Rate { percent: 3 });
        }
    }

    let system = system();
    let (a, b) = support::two();
    a.register("clerk", system.spawn(Clerk)).unwrap();
    let clerk: RemoteAddress<second::Ask> = b.find_within(SOON, "clerk").unwrap().unwrap();
    // Only the answer differs: that is enough for the names to be sent.
    let Err(AskError::Encoding(why)) = clerk.ask(SOON, second::Ask::Rate) else { panic!("it is no answer") };
    assert!(why.contains("missing field `months`"), "{why}");
    let same: RemoteAddress<first::Ask> = b.find_within(SOON, "clerk").unwrap().unwrap();
    assert_eq!(same.ask(SOON, first::Ask::Rate).unwrap().percent, 3);
}
