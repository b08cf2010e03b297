//! What is built of actors by means that users have, too: supervisors, groups, topics, services.

pub(crate) mod directory;
pub(crate) mod groups;
pub(crate) mod names;
pub(crate) mod register;
pub(crate) mod services;
pub(crate) mod supervisor;
pub(crate) mod topics;
