//! Things to do later, and limits to the time of questions.
//!
//! [`table`] has the timers of a worker, in a [`wheel`] whose nodes lie in a [`slab`]; [`action`] is what a timer does, and [`parcel`] a message that it
//! sends. A time [`limit`] becomes a timer only if it lasts: until then it is in the [`limits`] of a worker. [`life_timers`] are those that end with a life
//! of their actor. They go off at the worker, in [`expiry`](crate::worker::expiry).

pub(crate) mod action;
pub(crate) mod life_timers;
pub(crate) mod limit;
pub(crate) mod limits;
pub(crate) mod parcel;
mod slab;
pub(crate) mod table;
pub(crate) mod wheel;
