//! Plain values that all other modules, and users, share: ids, exit reasons, errors, counters.

pub(crate) mod counters;
pub(crate) mod description;
pub(crate) mod exit;
pub(crate) mod id;
pub(crate) mod mode;
pub(crate) mod report;
pub(crate) mod restart_limit;
pub(crate) mod spawn_error;
pub(crate) mod timer_key;
