#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![deny(unsafe_code)]

mod compile;
mod gradle;
mod jvm;
mod places;

/// Our own Java classes, by the names of their files, as they are to be compiled against the user's Jason: [newer](is_newer) than 3.2, or not.
pub fn bridge(newer: bool) -> impl Iterator<Item = (&'static str, String)> {
    let changed = move |text: &str| {
        let changes = NEWER.iter().filter(|_| newer);
        changes.fold(text.to_owned(), |text, (older, newer)| text.replace(older, newer))
    };
    BRIDGE.into_iter().map(move |(name, text)| (name, changed(text)))
}

/// What Jason 3.3 has in other places, or in addition.
const NEWER: [(&str, &str); 5] = [
    ("jason.asSyntax.PlanLibrary", "jason.pl.PlanLibrary"),
    ("/* throws jason.JasonException */", "throws jason.JasonException"),
    ("  /* since Jason 3.3\n", ""),
    ("  since Jason 3.3 */\n", ""),
    ("/* in Jason 3.2 */ agent.getTS()", "agent"),
];

const BRIDGE: [(&str, &str); 37] = [
    ("agon/bridge/Act.java", include_str!("../java/agon/bridge/Act.java")),
    ("agon/bridge/Actions.java", include_str!("../java/agon/bridge/Actions.java")),
    ("agon/bridge/Ask.java", include_str!("../java/agon/bridge/Ask.java")),
    ("agon/bridge/Beliefs.java", include_str!("../java/agon/bridge/Beliefs.java")),
    ("agon/bridge/Believed.java", include_str!("../java/agon/bridge/Believed.java")),
    ("agon/bridge/Body.java", include_str!("../java/agon/bridge/Body.java")),
    ("agon/bridge/Bridge.java", include_str!("../java/agon/bridge/Bridge.java")),
    ("agon/bridge/Calculation.java", include_str!("../java/agon/bridge/Calculation.java")),
    ("agon/bridge/Copy.java", include_str!("../java/agon/bridge/Copy.java")),
    ("agon/bridge/Counts.java", include_str!("../java/agon/bridge/Counts.java")),
    ("agon/bridge/Cycle.java", include_str!("../java/agon/bridge/Cycle.java")),
    ("agon/bridge/Deed.java", include_str!("../java/agon/bridge/Deed.java")),
    ("agon/bridge/Events.java", include_str!("../java/agon/bridge/Events.java")),
    ("agon/bridge/Functions.java", include_str!("../java/agon/bridge/Functions.java")),
    ("agon/bridge/Held.java", include_str!("../java/agon/bridge/Held.java")),
    ("agon/bridge/ActionQueues.java", include_str!("../java/agon/bridge/ActionQueues.java")),
    ("agon/bridge/Mail.java", include_str!("../java/agon/bridge/Mail.java")),
    ("agon/bridge/BridgedAgent.java", include_str!("../java/agon/bridge/BridgedAgent.java")),
    ("agon/bridge/KnownAgents.java", include_str!("../java/agon/bridge/KnownAgents.java")),
    ("agon/bridge/Output.java", include_str!("../java/agon/bridge/Output.java")),
    ("agon/bridge/Outside.java", include_str!("../java/agon/bridge/Outside.java")),
    ("agon/bridge/Percepts.java", include_str!("../java/agon/bridge/Percepts.java")),
    ("agon/bridge/Plans.java", include_str!("../java/agon/bridge/Plans.java")),
    ("agon/bridge/Reader.java", include_str!("../java/agon/bridge/Reader.java")),
    ("agon/bridge/Reasoner.java", include_str!("../java/agon/bridge/Reasoner.java")),
    ("agon/bridge/Refused.java", include_str!("../java/agon/bridge/Refused.java")),
    ("agon/bridge/Runner.java", include_str!("../java/agon/bridge/Runner.java")),
    ("agon/bridge/Services.java", include_str!("../java/agon/bridge/Services.java")),
    ("agon/bridge/Sight.java", include_str!("../java/agon/bridge/Sight.java")),
    ("agon/bridge/Stage.java", include_str!("../java/agon/bridge/Stage.java")),
    ("agon/bridge/Tags.java", include_str!("../java/agon/bridge/Tags.java")),
    ("agon/bridge/Tasks.java", include_str!("../java/agon/bridge/Tasks.java")),
    ("agon/bridge/Visit.java", include_str!("../java/agon/bridge/Visit.java")),
    ("agon/bridge/Watch.java", include_str!("../java/agon/bridge/Watch.java")),
    ("agon/bridge/Writer.java", include_str!("../java/agon/bridge/Writer.java")),
    ("jason/bb/DefaultBeliefBase.java", include_str!("../java/jason/bb/DefaultBeliefBase.java")),
    ("jason/bb/Memory.java", include_str!("../java/jason/bb/Memory.java")),
];

pub use compile::{Compiler, cache};
pub use jvm::{Jvm, Upcall};
pub use places::{Jdk, class_path, installed, is_newer, jason, sources_of};
