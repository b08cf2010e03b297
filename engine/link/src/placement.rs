//! Which node a key lives on: rendezvous hashing.

use crate::types::NodeId;

/// FNV-1a and a mixer: the same on every machine and in every version.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    mix(bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3)))
}

fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

fn score(key: u64, node: &NodeId) -> u64 {
    mix(key ^ mix(hash(node.name().as_bytes()) ^ node.incarnation()))
}

/// The node on which a key lives, among these: the one with the highest score. All who know the same nodes agree, in whatever order they
/// know them.
///
/// A node that comes takes an equal share of each other's keys, and no other key moves; a node that goes leaves its keys to all others.
pub fn owner<'n>(key: &[u8], nodes: impl IntoIterator<Item = &'n NodeId>) -> Option<&'n NodeId> {
    let key = hash(key);
    nodes.into_iter().max_by_key(|node| (score(key, node), *node))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const KEYS: u32 = 100_000;

    fn nodes(number: u64) -> Vec<NodeId> {
        (0..number).map(|i| NodeId::new(&format!("node-{i}"), 0x1234 + i)).collect()
    }

    fn placed(nodes: &[NodeId]) -> Vec<&NodeId> {
        (0..KEYS).map(|key| owner(&key.to_le_bytes(), nodes).expect("there are nodes")).collect()
    }

    /// Within five per cent.
    fn about(found: usize, share: f64) -> bool {
        let expected = f64::from(KEYS) * share;
        (found as f64 - expected).abs() < expected * 0.05
    }

    #[test]
    fn nodes_have_equal_shares() {
        for number in [2, 3, 4, 10] {
            let nodes = nodes(number);
            let mut shares: HashMap<&NodeId, usize> = HashMap::new();
            for node in placed(&nodes) {
                *shares.entry(node).or_default() += 1;
            }
            assert_eq!(shares.len() as u64, number);
            for (node, found) in shares {
                assert!(about(found, 1.0 / number as f64), "{node}: {found} of {KEYS}");
            }
        }
    }

    #[test]
    fn a_node_that_comes_takes_its_share_and_nothing_else_moves() {
        for number in [1, 2, 3, 7] {
            let all = nodes(number + 1);
            let (before, after) = (placed(&all[..number as usize]), placed(&all));
            let newcomer = all.last().expect("there is one");
            let moved = before.iter().zip(&after).filter(|(before, after)| before != after).count();
            assert!(before.iter().zip(&after).all(|(before, after)| before == after || *after == newcomer));
            assert!(about(moved, 1.0 / (number + 1) as f64), "{moved} of {KEYS} moved to the {}th", number + 1);
        }
    }

    #[test]
    fn the_order_of_the_nodes_does_not_matter_and_without_any_there_is_no_owner() {
        let mut some = nodes(5);
        let first = owner(b"key", &some).cloned();
        some.reverse();
        assert_eq!(owner(b"key", &some).cloned(), first);
        assert_eq!(owner(b"key", []), None);
    }

    #[test]
    fn the_hash_is_the_same_everywhere() {
        assert_eq!(hash(b""), mix(0xCBF2_9CE4_8422_2325));
        assert_eq!(hash(b"agon"), HASH_OF_AGON);
    }

    /// Part of the layout: nodes of different builds must agree.
    const HASH_OF_AGON: u64 = 0x3233AADC9BA6E6EF;
}
