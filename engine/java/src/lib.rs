#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![deny(unsafe_code)]

mod compile;
mod jvm;
mod places;

/// Our own Java classes, by file name: to be compiled against the user's Jason.
pub const BRIDGE: [(&str, &str); 14] = [
    ("Act.java", include_str!("../java/agon/bridge/Act.java")),
    ("Actions.java", include_str!("../java/agon/bridge/Actions.java")),
    ("Mind.java", include_str!("../java/agon/bridge/Mind.java")),
    ("Bridge.java", include_str!("../java/agon/bridge/Bridge.java")),
    ("Lanes.java", include_str!("../java/agon/bridge/Lanes.java")),
    ("Output.java", include_str!("../java/agon/bridge/Output.java")),
    ("Reader.java", include_str!("../java/agon/bridge/Reader.java")),
    ("Refused.java", include_str!("../java/agon/bridge/Refused.java")),
    ("Services.java", include_str!("../java/agon/bridge/Services.java")),
    ("Sight.java", include_str!("../java/agon/bridge/Sight.java")),
    ("Stage.java", include_str!("../java/agon/bridge/Stage.java")),
    ("Tags.java", include_str!("../java/agon/bridge/Tags.java")),
    ("Watch.java", include_str!("../java/agon/bridge/Watch.java")),
    ("Writer.java", include_str!("../java/agon/bridge/Writer.java")),
];

pub use compile::{Compiler, cache};
pub use jvm::{Hears, Jvm};
pub use places::{Jdk, class_path, jason, sources_of};
