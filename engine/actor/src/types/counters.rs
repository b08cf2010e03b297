/// What a system has done since it was built; see [`System::counters`](crate::System::counters).
///
/// The counters of a running system are read one after the other while they change: each is exact, their sum is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters {
    pub(crate) spawned: u64,
    pub(crate) live: u64,
    pub(crate) handled: u64,
    pub(crate) panics: u64,
    pub(crate) restarts: u64,
    pub(crate) dead_letters: u64,
    pub(crate) dropped: u64,
}

impl Counters {
    /// Actors spawned.
    pub fn spawned(&self) -> u64 {
        self.spawned
    }

    /// Actors that have not terminated yet.
    pub fn live(&self) -> u64 {
        self.live
    }

    /// Messages given to a handler, notices and answers included. A worker adds to it after some messages, not
    /// after each.
    pub fn handled(&self) -> u64 {
        self.handled
    }

    /// Panics caught: of handlers, hooks, factories and destructors.
    pub fn panics(&self) -> u64 {
        self.panics
    }

    /// Actors restarted in their place, after a panic or for the sake of a sibling.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Messages that no handler got, because their receiver had terminated. Notices and answers to [`Context::ask`](
    /// crate::Context::ask) are not letters, and not counted here.
    pub fn dead_letters(&self) -> u64 {
        self.dead_letters
    }

    /// Messages dropped because the mailbox of their receiver was full: see [`Bound`](crate::Bound).
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}
