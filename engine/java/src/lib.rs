#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![deny(unsafe_code)]

mod compile;
mod jvm;
mod places;

/// Our own Java classes, by file name: to be compiled against the user's Jason.
pub const BRIDGE: [(&str, &str); 32] = [
    ("Act.java", include_str!("../java/agon/bridge/Act.java")),
    ("Actions.java", include_str!("../java/agon/bridge/Actions.java")),
    ("Ask.java", include_str!("../java/agon/bridge/Ask.java")),
    ("Beliefs.java", include_str!("../java/agon/bridge/Beliefs.java")),
    ("Believed.java", include_str!("../java/agon/bridge/Believed.java")),
    ("Body.java", include_str!("../java/agon/bridge/Body.java")),
    ("Bridge.java", include_str!("../java/agon/bridge/Bridge.java")),
    ("Copy.java", include_str!("../java/agon/bridge/Copy.java")),
    ("Counts.java", include_str!("../java/agon/bridge/Counts.java")),
    ("Cycle.java", include_str!("../java/agon/bridge/Cycle.java")),
    ("Deed.java", include_str!("../java/agon/bridge/Deed.java")),
    ("Events.java", include_str!("../java/agon/bridge/Events.java")),
    ("Functions.java", include_str!("../java/agon/bridge/Functions.java")),
    ("Held.java", include_str!("../java/agon/bridge/Held.java")),
    ("Lanes.java", include_str!("../java/agon/bridge/Lanes.java")),
    ("Mail.java", include_str!("../java/agon/bridge/Mail.java")),
    ("Mind.java", include_str!("../java/agon/bridge/Mind.java")),
    ("Minds.java", include_str!("../java/agon/bridge/Minds.java")),
    ("Output.java", include_str!("../java/agon/bridge/Output.java")),
    ("Outside.java", include_str!("../java/agon/bridge/Outside.java")),
    ("Plans.java", include_str!("../java/agon/bridge/Plans.java")),
    ("Reader.java", include_str!("../java/agon/bridge/Reader.java")),
    ("Reasoner.java", include_str!("../java/agon/bridge/Reasoner.java")),
    ("Refused.java", include_str!("../java/agon/bridge/Refused.java")),
    ("Runner.java", include_str!("../java/agon/bridge/Runner.java")),
    ("Services.java", include_str!("../java/agon/bridge/Services.java")),
    ("Sight.java", include_str!("../java/agon/bridge/Sight.java")),
    ("Stage.java", include_str!("../java/agon/bridge/Stage.java")),
    ("Tags.java", include_str!("../java/agon/bridge/Tags.java")),
    ("Tasks.java", include_str!("../java/agon/bridge/Tasks.java")),
    ("Watch.java", include_str!("../java/agon/bridge/Watch.java")),
    ("Writer.java", include_str!("../java/agon/bridge/Writer.java")),
];

pub use compile::{Compiler, cache};
pub use jvm::{Hears, Jvm};
pub use places::{Jdk, class_path, jason, sources_of};
