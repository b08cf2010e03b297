//! Values with names, and schemas: what of one version is understood by another.

use std::collections::BTreeMap;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use super::*;
use crate::wire::schema_of;

const LIMITS: Limits = Limits { size: 1 << 16, depth: 16 };

fn as_other<A: Serialize, B: DeserializeOwned>(value: &A) -> Result<B, String> {
    decode_described(&describe_into(value, LIMITS, Vec::new()).unwrap(), LIMITS)
}

/// Of whatever kind serde knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct All {
    numbers: (i8, i16, i32, i64, i128, u8, u16, u32, u64, u128),
    floats: (f32, f64, bool, char),
    some: Option<()>,
    options: [Option<Option<u8>>; 3],
    text: String,
    map: BTreeMap<u8, Vec<Unit>>,
    newtype: Newtype,
    variants: Vec<Variants>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Unit;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Newtype(Box<Option<Newtype>>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Variants {
    Unit,
    Newtype(u8),
    Tuple(u8, String),
    Struct { inner: Option<Box<Variants>> },
}

fn all() -> All {
    All {
        numbers: (-1, i16::MIN, i32::MIN, i64::MIN, i128::MIN, u8::MAX, u16::MAX, u32::MAX, u64::MAX, u128::MAX),
        floats: (1.5, -0.25, true, 'ß'),
        some: Some(()),
        options: [None, Some(None), Some(Some(1))],
        text: "größe".into(),
        map: [(1, vec![Unit, Unit]), (2, vec![])].into(),
        newtype: Newtype(Box::new(Some(Newtype(Box::new(None))))),
        variants: vec![
            Variants::Unit,
            Variants::Newtype(1),
            Variants::Tuple(2, "b".into()),
            Variants::Struct { inner: Some(Box::new(Variants::Unit)) },
        ],
    }
}

#[test]
fn values_of_all_kinds_come_back() {
    assert_eq!(as_other::<All, All>(&all()), Ok(all()));
}

#[test]
fn cut_and_changed_bytes_are_no_values_or_others_and_do_no_harm() {
    let bytes = describe_into(&all(), LIMITS, Vec::new()).unwrap();
    for end in 0..bytes.len() {
        assert!(decode_described::<All>(&bytes[..end], LIMITS).is_err());
    }
    for at in 0..bytes.len() {
        for byte in [0, 1, 9, 12, 15, 0x7F, 0x80, 0xFF] {
            let mut changed = bytes.clone();
            changed[at] = byte;
            let _ = decode_described::<All>(&changed, LIMITS);
        }
    }
    let deep = (0..40).fold(Newtype(Box::new(None)), |inner, _| Newtype(Box::new(Some(inner))));
    assert!(as_other::<Newtype, Newtype>(&deep).unwrap_err().contains("deeper"));
}

#[test]
fn fields_and_variants_are_understood_by_name_or_refused_by_name() {
    #[derive(Serialize)]
    enum New {
        Inserted(u8),
        Kept { added: Vec<New>, amount: u32, renamed: u8 },
    }
    #[derive(Debug, PartialEq, Deserialize)]
    enum Old {
        Kept {
            amount: u64,
            #[serde(default)]
            former: Option<String>,
            #[serde(alias = "renamed")]
            named: u8,
        },
    }
    let kept = New::Kept { added: vec![New::Inserted(1)], amount: 7, renamed: 3 };
    assert_eq!(as_other(&kept), Ok(Old::Kept { amount: 7, former: None, named: 3 }));
    assert!(as_other::<_, Old>(&New::Inserted(1)).unwrap_err().contains("unknown variant `Inserted`"));
    #[derive(Debug, Deserialize)]
    #[allow(dead_code)] // it is never made
    enum Older {
        Kept { amount: u8, needed: u8 },
    }
    assert!(as_other::<_, Older>(&kept).unwrap_err().contains("missing field `needed`"));
    // Never another value than was sent.
    assert!(as_other::<u32, u8>(&256).is_err() && as_other::<f64, f32>(&0.1).is_err());
    assert!(as_other::<u8, f64>(&1).is_err() && as_other::<(u8, u8), (u8,)>(&(1, 2)).is_err());
    assert_eq!(as_other::<u8, i128>(&200), Ok(200));
    assert_eq!(as_other::<u8, Option<u8>>(&1), Ok(Some(1)));
}

#[test]
fn a_schema_has_all_variants_of_all_enums() {
    #[derive(Deserialize)]
    #[allow(dead_code)] // they are never read
    struct Outer<T> {
        first: Option<T>,
        second: Vec<Inner>,
    }
    #[derive(Deserialize)]
    #[allow(dead_code)]
    enum Inner {
        One(Box<Inner>, u8),
        Two { deep: Deep },
        Three,
    }
    #[derive(Deserialize)]
    #[allow(dead_code)]
    enum Deep {
        A,
        B(Option<char>),
    }
    let text = schema_of::<Outer<u8>>().unwrap();
    let due =
        "#0\nOuter {first: ?u8, second: [#1]}\nInner\n  One(#1, u8)\n  Two {deep: #2}\n  Three\nDeep\n  A\n  B(?char)";
    assert_eq!(text, due);
    assert_ne!(schema_of::<Outer<Outer<u8>>>(), schema_of::<Outer<Outer<u16>>>());
    assert!(schema_of::<All>().is_some() && schema_of::<NonZeroU8>().is_some());
}

#[test]
fn what_takes_no_sample_has_no_schema() {
    #[derive(Deserialize)]
    #[serde(try_from = "String")]
    struct Strict;

    impl TryFrom<String> for Strict {
        type Error = &'static str;

        fn try_from(text: String) -> Result<Self, &'static str> {
            if text.len() < 5 { Err("short") } else { Ok(Self) }
        }
    }

    #[derive(Deserialize)]
    #[allow(dead_code)]
    struct Endless(Box<Endless>);

    #[derive(Deserialize)]
    #[allow(dead_code)]
    enum Endlessly {
        Again(Box<Endlessly>),
    }

    assert_eq!((schema_of::<Strict>(), schema_of::<Endless>(), schema_of::<Endlessly>()), (None, None, None));
}
