use agon_actor::System;

use super::builder::{JoinError, NodeBuilder};
use super::handle::Node;

/// Lets a [`System`] join a cluster: `system.join(..)`.
pub trait Join {
    /// Makes this system a node of a cluster, under a name; `how` sets its cluster, and where it listens and connects.
    ///
    /// The node is this process's, as one that [`Node::builder`] begins: it takes actors of any system of the process. It leaves when it is
    /// dropped; the system goes on.
    ///
    /// ```
    /// use agon_actor::System;
    /// use agon_link::Join;
    ///
    /// let system = System::builder().threads(1).build()?;
    /// let bank = system.join("bank", |node| node.cluster("market"))?;
    /// let customer = system.join("customer", |node| node.cluster("market").connect(&bank.endpoints()[0]))?;
    /// assert!(customer.wait_for_nodes(1, std::time::Duration::from_secs(60)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`NodeBuilder::join`].
    fn join(&self, name: impl Into<String>, how: impl FnOnce(NodeBuilder) -> NodeBuilder) -> Result<Node, JoinError>;
}

impl Join for System {
    fn join(&self, name: impl Into<String>, how: impl FnOnce(NodeBuilder) -> NodeBuilder) -> Result<Node, JoinError> {
        how(Node::builder(name)).join()
    }
}
