//! What an inspector shows of the other nodes.

use std::time::Duration;

use agon_agentspeak::observe::elsewhere::{AgentElsewhere, Elsewhere, LinkView, NodeView, NodesView};
use agon_agentspeak::term::Atom;
use agon_link::{LinkSnapshot, PeerSnapshot, Presence};

use crate::nodes::Nodes;

impl Elsewhere for Nodes {
    fn me(&self) -> String {
        self.state.me.name().to_owned()
    }

    fn inspected_at(&self, port: u16) {
        let _ = self.state.inspector.set(port); // there is one
    }

    fn nodes(&self) -> NodesView {
        let snapshot = self.node.snapshot();
        let peers = self.state.peers();
        let nodes = snapshot.peers.iter().map(|seen| {
            let peer = peers.get(&seen.id);
            NodeView {
                agents: peer.map_or(0, |peer| peer.names.len()),
                inspector: peer.and_then(|peer| peer.inspector),
                ..of_peer(seen)
            }
        });
        NodesView {
            node: self.me(),
            incarnation: digits(snapshot.id.incarnation()),
            up_ns: nanoseconds(snapshot.up),
            dropped: snapshot.counters.dropped,
            undecodable: snapshot.counters.undecodable,
            frames_dropped: snapshot.counters.frames_dropped,
            nodes: nodes.collect(),
        }
    }

    fn agents(&self, find: &str, most: usize) -> (usize, Vec<AgentElsewhere>) {
        let (mut total, mut shown) = (0, Vec::new());
        for (node, peer) in self.state.peers().iter() {
            let found = || peer.names.iter().filter(|name| name.name().contains(find));
            // All are looked at only where something is looked for.
            total += if find.is_empty() { peer.names.len() } else { found().count() };
            let place = |name: Atom| AgentElsewhere {
                name: name.name().to_owned(),
                node: node.name().to_owned(),
                inspector: peer.inspector,
            };
            let left = most - shown.len();
            shown.extend(found().take(left).map(place));
        }
        (total, shown)
    }

    fn place_of(&self, agent: &str) -> Option<AgentElsewhere> {
        let peers = self.state.peers();
        let (node, peer) = peers.iter().find(|(_, peer)| peer.names.contains(Atom::new(agent)))?;
        Some(AgentElsewhere { name: agent.to_owned(), node: node.name().to_owned(), inspector: peer.inspector })
    }
}

fn of_peer(seen: &PeerSnapshot) -> NodeView {
    let LinkSnapshot { epoch, sent, received, acked, handled, panicked, refused, unknown, .. } = seen.link;
    let LinkSnapshot { unacked, waiting, queued_bytes, credits, .. } = seen.link;
    NodeView {
        node: seen.id.name().to_owned(),
        incarnation: digits(seen.id.incarnation()),
        presence: match seen.presence {
            Presence::Unseen => "unseen",
            Presence::Here => "here",
            Presence::Gone => "gone",
        },
        since_ns: nanoseconds(seen.since),
        link: LinkView {
            epoch,
            sent,
            received,
            acked,
            handled,
            panicked,
            refused,
            unknown,
            unacked,
            waiting,
            queued_bytes,
            credits,
        },
        ..NodeView::default()
    }
}

fn digits(incarnation: u64) -> String {
    format!("{incarnation:016x}")
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
