//! Who runs when and where: the run loop, the monitor thread that finds long handlers, and what moves actors between workers.

pub(crate) mod balance;
pub(crate) mod idle;
pub(crate) mod run_loop;
pub(crate) mod saturation;
pub(crate) mod stepwise;
pub(crate) mod synchronous;
pub(crate) mod sysmon;
