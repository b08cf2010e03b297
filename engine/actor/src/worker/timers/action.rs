//! What timers do, at which deadlines.

use std::time::Duration;

use crate::memory::reply::Reply;
use crate::worker::timers::parcel::Parcel;
use crate::worker::timers::wheel::TimerId;

/// What is done when a timer goes off.
pub(crate) enum Action {
    /// A message is sent to an actor of this system.
    Send(Parcel),
    Once(Box<dyn FnOnce() + Send>),
    /// Sends a message, which names the timer: it is over when that has been handled, or dropped.
    Later(Box<dyn FnOnce(TimerId) + Send>),
    /// Gives a reply; dropped, it reports that there will be none.
    Answer(Reply<()>),
    Every(Box<Every>),
}

/// Something to be done again and again.
pub(crate) struct Every {
    pub(crate) period: Duration,
    pub(crate) tick: Box<dyn FnMut(TimerId) + Send>,
}

impl Action {
    pub(crate) fn once(action: impl FnOnce() + Send + 'static) -> Self {
        Self::Once(Box::new(action))
    }
}

/// No deadline: [`next`](crate::worker::timers::table::Timers::next), if there are no timers.
pub(crate) const NEVER: u64 = u64::MAX;
