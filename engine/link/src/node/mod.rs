//! Nodes: what joins a cluster, and what it knows of the others.

mod address;
mod asks;
mod builder;
mod credits;
mod deadline;
mod definition;
mod driver;
mod exports;
mod handle;
mod join;
mod keys;
mod link;
mod message_type;
mod monitors;
mod open;
mod origin;
mod peer;
mod publishers;
mod ready;
mod registry;
mod remote;
mod remotes;
mod reply;
mod shards;
mod shared;
mod snapshot;
#[cfg(test)]
mod tests;
mod threads;
mod tls;
mod topics;

pub use address::{RemoteAddress, RemoteMessage, RemoteMonitor, RemoteReceipt, SendError};
pub use asks::AskError;
pub use builder::{JoinError, NodeBuilder};
pub use definition::schema;
pub use handle::{Node, OtherMessages, RegisterError};
pub use join::Join;
pub use monitors::EndReason;
pub use origin::Origin;
pub use reply::RemoteReply;
pub use shards::{ShardKey, ShardedAddress};
pub use shared::Misunderstood;
pub use snapshot::{LinkCounters, LinkSnapshot, NodeSnapshot, PeerSnapshot, Presence};
pub use threads::one_thread;
pub use tls::Tls;
pub use topics::Subscription;
