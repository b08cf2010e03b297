//! Messages and actors as bytes: how a message lies in a queue, the queues, the slab of all actors, what is known of an actor's type.

pub(crate) mod arrivals;
pub(crate) mod batch;
pub(crate) mod batch_queue;
pub(crate) mod envelope;
pub(crate) mod pool;
pub(crate) mod reply;
pub(crate) mod reserved;
pub(crate) mod ring;
pub(crate) mod slab;
pub(crate) mod vtable;
