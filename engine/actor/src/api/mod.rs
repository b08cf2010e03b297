//! What users write actors with: [`actor`], [`context`], [`address`], and what hangs on these.

pub(crate) mod actor;
pub(crate) mod address;
pub(crate) mod asking;
pub(crate) mod async_actor;
pub(crate) mod async_context;
pub(crate) mod bounded;
pub(crate) mod cell;
pub(crate) mod context;
pub(crate) mod delivery;
pub(crate) mod direct;
pub(crate) mod future;
pub(crate) mod limited;
pub(crate) mod pending;
pub(crate) mod recipient;
pub(crate) mod sleep;
pub(crate) mod spawning;
pub(crate) mod stream;
pub(crate) mod system;
pub(crate) mod timer;
