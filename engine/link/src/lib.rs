#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod node;
mod placement;
mod protocol;
mod types;
mod wire;

pub use node::{
    AskError, EndReason, Join, JoinError, LinkCounters, LinkSnapshot, Misunderstood, Node, NodeBuilder, NodeEvent,
    NodeEvents, NodeSnapshot, Origin, OtherMessages, PeerSnapshot, Presence, RegisterError, RemoteAddress,
    RemoteAsking, RemoteEnd, RemoteMessage, RemoteMonitor, RemoteReceipt, RemoteReply, SendError, ShardKey,
    ShardedAddress, Subscription, Tls, one_thread, schema,
};
pub use placement::owner;
pub use types::{NodeId, Outcome, Refusal};
pub use wire::{DecodeError, EncodeError, Limits, decode, encode};
