//! The internal actions. `docs/actions.md` describes each.

mod agents;
mod answers;
mod chance;
mod collections;
mod control;
mod files;
mod format;
mod intentions;
mod lists;
mod local_time;
mod plans;
mod solutions;
mod strings;
mod system;
mod terms;
mod time;
mod types;

pub use crate::mind::{ANY, Call, Failure, InternalAction, Outcome, Result};
pub(crate) use crate::mind::{Language, Reach, action, crash, uncounted};
pub(crate) use answers::write_plain;
pub use answers::{each, error, holds, text_of, wrong};
pub(crate) use plans::read_plan;
pub(crate) use solutions::written;
pub(crate) use system::deliver;

use std::sync::LazyLock;

const MODULES: [(&[InternalAction], Reach); 14] = [
    (agents::ACTIONS, Reach::Intentions),
    (chance::ACTIONS, Reach::Arguments),
    (collections::ACTIONS, Reach::Arguments),
    (control::ACTIONS, Reach::Intentions),
    (files::ACTIONS, Reach::Intentions),
    (intentions::ACTIONS, Reach::Intentions),
    (lists::ACTIONS, Reach::Arguments),
    (plans::ACTIONS, Reach::Intentions),
    (solutions::ACTIONS, Reach::Intentions),
    (strings::ACTIONS, Reach::Names),
    (system::ACTIONS, Reach::Arguments),
    (terms::ACTIONS, Reach::Arguments),
    (time::ACTIONS, Reach::Names),
    (types::ACTIONS, Reach::Arguments),
];

/// All of them.
pub static LANGUAGE: LazyLock<Language> = LazyLock::new(|| {
    let all = MODULES.into_iter().flat_map(|(module, reach)| module.iter().map(move |action| action.looking(reach)));
    Language::new(all)
});
