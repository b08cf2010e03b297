//! A system without threads, for tests: the same steps again for the same seed.

pub(crate) mod simulation;
