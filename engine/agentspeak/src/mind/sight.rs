use super::Failure;
use crate::term::Term;

/// What an agent perceives.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The number of the change that it is up to.
    pub version: u64,
    /// All of it: literals without variables.
    pub percepts: Vec<Term>,
}

/// An action in the environment that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The number by which the agent knows it.
    pub number: u64,
    /// How: it is done, or has failed.
    pub result: Result<(), Failure>,
}

/// What an agent knows of its environment.
#[derive(Default)]
pub(super) struct Outside {
    /// Could it perceive something new?
    pub(super) looks: bool,
    /// How many cycles ago it has looked.
    pub(super) cycles: u32,
}
