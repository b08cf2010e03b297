//! What an inspector shows of other nodes, where a society has some.

/// The source of what is known of a society's other nodes. It is asked while agents work, and waits for none of them.
pub trait Elsewhere: Send + Sync {
    /// The name of the node here.
    fn me(&self) -> String;

    /// The agents here can be looked into at this port of this machine; the others are to know.
    fn inspected_at(&self, port: u16);

    /// The node here, and those that it has met.
    fn nodes(&self) -> NodesView;

    /// How many agents elsewhere have this in their names; and not more than so many of them, those of one node after those of another.
    fn agents(&self, find: &str, most: usize) -> (usize, Vec<AgentElsewhere>);

    /// Where an agent is, if it is elsewhere.
    fn place_of(&self, agent: &str) -> Option<AgentElsewhere>;
}

/// An agent of another node.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentElsewhere {
    /// Its name.
    pub name: String,
    /// The name of its node.
    pub node: String,
    /// The port of that node's inspector, on that node's machine, if it has one.
    pub inspector: Option<u16>,
}

/// A node as it sees itself and the others.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodesView {
    /// Its name.
    pub node: String,
    /// Which of the lives under that name, in hexadecimal digits.
    pub incarnation: String,
    /// How long ago it joined.
    pub up_ns: u64,
    /// Messages that were dropped without a notice.
    pub dropped: u64,
    /// Messages that could not be decoded.
    pub undecodable: u64,
    /// Malformed frames, and frames beyond the capacity.
    pub frames_dropped: u64,
    /// All that it has met.
    pub nodes: Vec<NodeView>,
}

/// Another node, and what has passed between it and the one here.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeView {
    /// Its name.
    pub node: String,
    /// Which of the lives under that name, in hexadecimal digits.
    pub incarnation: String,
    /// `here`, `gone`, or `unseen`.
    pub presence: &'static str,
    /// For how long that has been so.
    pub since_ns: u64,
    /// So many agents are known to be on it.
    pub agents: usize,
    /// The port of its inspector, on its machine, if it has one.
    pub inspector: Option<u16>,
    /// What has passed.
    pub link: LinkView,
}

/// What has passed between two nodes, in messages.
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkView {
    /// One more than the number of times that the link was given up.
    pub epoch: u64,
    /// Sent to it.
    pub sent: u64,
    /// Come from it.
    pub received: u64,
    /// Of those sent, the ones whose outcome was requested: all of the following until `unacked`.
    pub acked: u64,
    /// Handled there.
    pub handled: u64,
    /// Those whose handler panicked.
    pub panicked: u64,
    /// Without an effect.
    pub refused: u64,
    /// What became of them is unknown.
    pub unknown: u64,
    /// Without an outcome yet.
    pub unacked: u64,
    /// Not known to have come there.
    pub waiting: u64,
    /// The bytes of what waits, or is on its way.
    pub queued_bytes: usize,
    /// So many more may be put on the network now.
    pub credits: u64,
}
