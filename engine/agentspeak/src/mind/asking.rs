use super::Failure;

/// How much a question, and an intention, may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Steps of a question.
    pub steps: u64,
    /// Bytes that a question needs while it is being asked, or an intention with the plans that wait in it.
    pub memory: u64,
}

/// A question that does not end is given up within seconds, and long before memory is.
impl Default for Limits {
    fn default() -> Self {
        Self { steps: 100_000_000, memory: 512 << 20 }
    }
}

impl Limits {
    /// So many megabytes (MiB), as a limit of [`memory`](Self::memory).
    pub fn megabytes(count: u64) -> u64 {
        count.saturating_mul(1 << 20)
    }

    /// The same, but for what is given here.
    #[must_use]
    pub fn with(self, own: OwnLimits) -> Self {
        Self { steps: own.steps.unwrap_or(self.steps), memory: own.memory.unwrap_or(self.memory) }
    }
}

/// [`Limits`] that differ from others, as far as they do.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct OwnLimits {
    /// Steps of a question.
    pub steps: Option<u64>,
    /// Bytes.
    pub memory: Option<u64>,
}

/// The question that is being asked.
#[derive(Default)]
pub(super) struct Asking {
    /// How many queries it consists of just now, one within the other.
    pub(super) depth: u32,
    /// Steps that it has taken.
    pub(super) steps: u64,
    /// Bytes that the outer queries hold ...
    pub(super) outside: u64,
    /// ... and all of them.
    pub(super) held: u64,
    /// Is the depth for another query within the innermost exceeded?
    pub(super) is_too_deep: bool,
    /// It has taken too much, which is not reported yet.
    pub(super) failure: Option<Failure>,
}
