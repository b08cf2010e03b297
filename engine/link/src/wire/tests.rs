use std::collections::BTreeMap;
use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::limits::VERSION;
use super::*;
use crate::types::{Outcome, Refusal};

const LIMITS: Limits = Limits { size: 1 << 16, depth: 16 };

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Tree {
    Leaf,
    Number(i64),
    Text(String),
    Branch(Vec<Tree>),
    Named { name: Option<char>, at: BTreeMap<u16, Tree> },
    Boxed(Box<Tree>),
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![Just(Tree::Leaf), any::<i64>().prop_map(Tree::Number), ".{0,9}".prop_map(Tree::Text)];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Tree::Branch),
            (any::<Option<char>>(), proptest::collection::btree_map(any::<u16>(), inner.clone(), 0..4))
                .prop_map(|(name, at)| Tree::Named { name, at }),
            inner.prop_map(|tree| Tree::Boxed(Box::new(tree))),
        ]
    })
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Handled),
        Just(Outcome::Panicked),
        Just(Outcome::Refused(Refusal::NoActor)),
        Just(Outcome::Unknown)
    ]
}

/// A frame's head, and its messages.
fn frames() -> impl Strategy<Value = (Head, Vec<(Kind, Vec<u8>)>)> {
    let kinds = prop_oneof![Just(Kind::Unacked), Just(Kind::Acked), Just(Kind::Question)];
    let data = (any::<u64>(), any::<u64>(), any::<u64>(), any::<bool>(), vec((kinds, vec(any::<u8>(), 0..200)), 0..9));
    let run =
        (any::<u64>(), any::<u64>(), outcomes()).prop_map(|(first, count, outcome)| Run { first, count, outcome });
    let ack = (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>(), vec(run, 0..9)).prop_map(
        |(epoch, expected, limit, first_outcome, outcomes)| Ack {
            epoch,
            record: epoch ^ limit,
            expected,
            limit,
            first_outcome,
            outcomes,
        },
    );
    use proptest::option::of;
    (any::<u64>(), of(data), of(ack)).prop_map(|(to, data, ack)| {
        let Some((epoch, first, seen, probe, messages)) = data else {
            return (Head { to, data: None, ack }, Vec::new());
        };
        let head = DataHead { epoch, first, messages: messages.len() as u64, seen, probe };
        (Head { to, data: Some(head), ack }, messages)
    })
}

fn encoded(head: &Head, messages: &[(Kind, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = head.encode(LIMITS).unwrap();
    for (kind, body) in messages {
        pack(*kind, body, &mut bytes);
    }
    bytes
}

proptest! {
    #[test]
    fn what_is_encoded_is_decoded(tree in trees()) {
        let limits = Limits { depth: 64, ..LIMITS };
        let bytes = encode(&tree, limits).unwrap();
        prop_assert_eq!(decode::<Tree>(&bytes, limits).unwrap(), tree);
    }

    #[test]
    fn frames_come_back((head, messages) in frames()) {
        let bytes = encoded(&head, &messages);
        let (decoded, packed) = Head::decode(&bytes, LIMITS).unwrap();
        prop_assert_eq!(decoded, head);
        let packed: Vec<_> = packed.map(|Message { kind, body }| (kind, body.to_vec())).collect();
        prop_assert_eq!(packed, messages);
    }

    #[test]
    fn a_cut_frame_is_no_frame((head, messages) in frames(), cut in any::<prop::sample::Index>()) {
        let bytes = encoded(&head, &messages);
        prop_assert!(Head::decode(&bytes[..cut.index(bytes.len())], LIMITS).is_err());
    }

    #[test]
    fn a_message_that_is_packed_where_it_lies_is_the_same(body in vec(any::<u8>(), 0..300)) {
        let mut packed = Vec::new();
        pack(Kind::Question, &body, &mut packed);
        prop_assert_eq!(packed.len(), packed_size(body.len()));
        let mut in_place = vec![0; MAX_OVERHEAD];
        in_place.extend(&body);
        pack_in_place(Kind::Question, &mut in_place);
        let whole = Some((Message { kind: Kind::Question, body: &body[..] }, &[][..]));
        prop_assert_eq!(first(&packed), whole);
        prop_assert_eq!(first(&in_place), whole);
    }

    #[test]
    fn what_follows_a_value_is_left(number in any::<u64>(), rest in vec(any::<u8>(), 0..20)) {
        let mut bytes = encode(&number, LIMITS).unwrap();
        bytes.extend(&rest);
        prop_assert_eq!(decode_first::<u64>(&bytes, LIMITS).unwrap(), (number, &rest[..]));
    }

    #[test]
    fn runs_hold_the_same_in_fewer_words(outcomes in vec((0u64..40, outcomes()), 0..60)) {
        let again: Vec<_> = runs(outcomes.clone()).iter().flat_map(|run| (0..run.count).map(|i| (run.first + i, run.outcome))).collect();
        prop_assert_eq!(again, outcomes);
    }
}

/// Bytes of a generator that is quick and has no state but a word.
fn bytes_of(state: &mut u64, length: usize) -> Vec<u8> {
    (0..length)
        .map(|_| {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            (*state >> 32) as u8
        })
        .collect()
}

/// Random frames, and real ones with some bytes changed: no panic, and no allocation above the limit. AGON_LINK_FRAMES=n for another number.
#[test]
fn random_bytes_do_no_harm() {
    let frames = std::env::var("AGON_LINK_FRAMES").map_or(100_000, |text| text.parse().expect("a number"));
    let head = Head {
        to: 2,
        data: Some(DataHead { epoch: 1, first: 300, messages: 5, seen: 7, probe: false }),
        ack: Some(Ack {
            record: 1,
            epoch: 1,
            expected: 1000,
            limit: 2000,
            first_outcome: 70,
            outcomes: runs([(3, Outcome::Handled), (9, Outcome::Panicked)]),
        }),
    };
    let real = encoded(&head, &vec![(Kind::Acked, vec![1, 2, 3]); 5]);
    let mut state = 0x9E37_79B9_7F4A_7C15;
    let (mut understood, mut largest) = (0, 0);
    for round in 0..frames {
        let mut bytes = if round % 2 == 0 { real.clone() } else { bytes_of(&mut state, round % 97) };
        if let Some(first) = bytes.first_mut() {
            *first = VERSION;
        }
        for _ in 0..round % 4 {
            let [at, value] = bytes_of(&mut state, 2)[..] else { unreachable!() };
            let length = bytes.len().max(1);
            if let Some(byte) = bytes.get_mut(usize::from(at) % length) {
                *byte = value;
            }
        }
        let allocated = allocation_counter::measure(|| {
            understood += usize::from(Head::decode(&bytes, LIMITS).is_ok());
            let _ = decode::<Tree>(&bytes, LIMITS);
            let _ = decode::<Vec<Vec<Option<(u64, String)>>>>(&bytes, LIMITS);
            let _ = decode::<BTreeMap<String, Vec<()>>>(&bytes, LIMITS);
        });
        // The frames are short, whatever they claim.
        assert!(allocated.bytes_max <= LIMITS.size as u64, "{} bytes for {bytes:?}", allocated.bytes_max);
        largest = largest.max(allocated.bytes_max);
    }
    println!("{frames} frames, {understood} of them understood, took {largest} bytes at most");
    assert!(understood > frames / 8, "{understood} of {frames} were frames: the changed ones are too often");
}

#[test]
fn what_is_too_large_is_neither_encoded_nor_decoded() {
    let text = "x".repeat(LIMITS.size);
    assert_eq!(encode(&text, LIMITS), Err(EncodeError::TooLarge));
    assert_eq!(decode::<String>(&vec![0; LIMITS.size + 1], LIMITS), Err(DecodeError::TooLarge));
}

fn nested(levels: usize) -> Tree {
    (0..levels).fold(Tree::Leaf, |tree, _| Tree::Boxed(Box::new(tree)))
}

#[test]
fn what_is_too_deep_is_not_decoded() {
    let depth = LIMITS.depth as usize;
    assert!(decode::<Tree>(&encode(&nested(depth - 1), LIMITS).unwrap(), LIMITS).is_ok());
    assert_eq!(decode::<Tree>(&encode(&nested(depth), LIMITS).unwrap(), LIMITS), Err(DecodeError::TooDeep));
    // As deep as the bytes allow: a decoder that follows would overflow its stack.
    let tower = vec![5; LIMITS.size];
    assert_eq!(decode::<Tree>(&tower, LIMITS), Err(DecodeError::TooDeep));
    // Options, tuples, collections: each is a level.
    type Deep = Option<(Vec<Option<BTreeMap<u8, (u8,)>>>,)>;
    let value: Deep = Some((vec![Some(BTreeMap::from([(1, (2,))]))],));
    let bytes = encode(&value, LIMITS).unwrap();
    assert_eq!(decode::<Deep>(&bytes, Limits { depth: 5, ..LIMITS }), Err(DecodeError::TooDeep));
    assert_eq!(decode::<Deep>(&bytes, Limits { depth: 6, ..LIMITS }), Ok(value));
}

/// A varint of many.
const BILLIONS: [u8; 5] = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F];

#[test]
fn elements_without_bytes_are_counted() {
    assert_eq!(decode::<Vec<()>>(&BILLIONS, LIMITS), Err(DecodeError::TooMany));
    let few = vec![(); 1000];
    assert_eq!(decode::<Vec<()>>(&encode(&few, LIMITS).unwrap(), LIMITS), Ok(few));
}

/// Shows how much capacity a collection is asked for.
#[derive(Debug, PartialEq)]
struct Claimed(usize);

impl<'de> Deserialize<'de> for Claimed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Asked;

        impl<'de> Visitor<'de> for Asked {
            type Value = Claimed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Claimed, A::Error> {
                let claimed = Claimed(seq.size_hint().unwrap_or(0));
                while seq.next_element::<u8>().is_ok_and(|byte| byte.is_some()) {}
                Ok(claimed)
            }
        }

        deserializer.deserialize_seq(Asked)
    }
}

#[test]
fn nothing_is_allocated_by_what_is_claimed() {
    let (Claimed(asked), _) = decode_first::<Claimed>(&BILLIONS, LIMITS).unwrap();
    assert!(asked <= 64, "{asked}");
    // A text of four gigabytes that is not there.
    assert_eq!(decode::<String>(&BILLIONS, LIMITS), Err(DecodeError::Malformed));
    assert_eq!(decode::<Vec<u8>>(&BILLIONS, LIMITS), Err(DecodeError::Malformed));
    assert_eq!(first(&BILLIONS), None);
}

#[test]
fn another_version_is_reported() {
    assert_eq!(Head::decode(&[VERSION + 1, 0], LIMITS), Err(DecodeError::Version(VERSION + 1)));
    assert_eq!(Head::decode(&[], LIMITS), Err(DecodeError::Malformed));
}
