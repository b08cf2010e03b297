//! The actors of this node that others may send to.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agon_actor::{ActorId, Address, Delivery};
use serde::de::DeserializeOwned;

use super::monitors::EndReason;
use super::ready::{lock, shrink, when_ready};
use super::shared::Shared;
use crate::types::{OnOutcome, Outcome, Refusal};
use crate::wire::Body;

/// Is called when an actor has ended.
type Ended = Box<dyn FnOnce(EndReason) + Send>;

/// An actor behind its address, whatever its messages are.
pub(super) trait Exported: Send + Sync {
    /// Is called where what is decoded is bound to the node, and to the one that it is from.
    fn deliver(&self, shared: &Arc<Shared>, body: Body<'_>, on_outcome: Option<OnOutcome>);
    /// Takes unacked messages, to send them together.
    fn gather(&self) -> Box<dyn Gathered>;
    fn address(&self) -> &dyn Any;
}

/// Unacked messages to an actor that came one behind the other.
pub(super) trait Gathered {
    /// Is called where what is decoded is bound, as [`Exported::deliver`].
    fn gather(&mut self, shared: &Arc<Shared>, body: Body<'_>);
    fn flush(&mut self);
}

struct Messages<M> {
    to: Address<M>,
    gathered: Vec<M>,
}

impl<M: DeserializeOwned + Send + 'static> Gathered for Messages<M> {
    fn gather(&mut self, shared: &Arc<Shared>, body: Body<'_>) {
        match decode_message(shared, body) {
            Ok(message) => self.gathered.push(message),
            Err(why) => shared.misunderstood(why),
        }
    }

    fn flush(&mut self) {
        match self.gathered.len() {
            0 => {}
            1 => self.gathered.drain(..).for_each(|message| self.to.send(message)),
            _ => self.to.send_all(std::mem::take(&mut self.gathered)),
        }
    }
}

/// What users wrote to decode their messages may panic.
pub(super) fn decode_message<M: DeserializeOwned>(shared: &Shared, body: Body<'_>) -> Result<M, String> {
    let decoded = catch_unwind(AssertUnwindSafe(|| body.decode::<M>(shared.limits)));
    decoded.unwrap_or_else(|_| Err("its `Deserialize` panicked".into()))
}

/// A message could not be decoded.
pub(super) fn misunderstand(shared: &Shared, body: Body<'_>, why: String, on_outcome: Option<OnOutcome>) {
    shared.misunderstood(why);
    if let Some(on_outcome) = on_outcome {
        on_outcome(Outcome::Refused(if body.described { Refusal::OtherVersion } else { Refusal::Undecodable }));
    }
}

/// Lets go of the actors whose keys do not live here any more, when nodes have come or gone.
pub(super) trait Rebalance: Send + Sync {
    fn rebalance(&self, shared: &Arc<Shared>);
}

impl<M: DeserializeOwned + Send + 'static> Exported for Address<M> {
    fn deliver(&self, shared: &Arc<Shared>, body: Body<'_>, on_outcome: Option<OnOutcome>) {
        match decode_message(shared, body) {
            Ok(message) => deliver_to(self, message, on_outcome),
            Err(why) => misunderstand(shared, body, why, on_outcome),
        }
    }

    fn gather(&self) -> Box<dyn Gathered> {
        Box::new(Messages { to: *self, gathered: Vec::new() })
    }

    fn address(&self) -> &dyn Any {
        self
    }
}

/// Sends a message on to its actor.
pub(super) fn deliver_to<M: Send + 'static>(to: &Address<M>, message: M, on_outcome: Option<OnOutcome>) {
    let Some(on_outcome) = on_outcome else { return to.send(message) };
    when_ready(to.send_confirmed(message), |delivery| {
        on_outcome(match delivery {
            Delivery::Handled => Outcome::Handled,
            Delivery::Panicked => Outcome::Panicked,
            _ => Outcome::Refused(Refusal::NoActor),
        });
    });
}

#[derive(Default)]
pub(super) struct Exports(Mutex<Table>);

#[derive(Default)]
struct Table {
    last: u32,
    by_number: HashMap<u32, Arc<dyn Exported>>,
    by_actor: HashMap<ActorId, u32>,
    hosts: Vec<Arc<dyn Rebalance>>,
    /// Who waits for an actor's end: by its number, those of a node's index and the node's own number.
    watches: HashMap<u32, HashMap<(u32, u64), Ended>>,
}

impl Exports {
    /// The number of an actor, which it has from now on until it ends. `ended` is called then, if the number is new.
    pub(super) fn number<M: DeserializeOwned + Send + 'static>(shared: &Arc<Shared>, address: Address<M>) -> u32 {
        let mut table = lock(&shared.exports.0);
        if let Some(&number) = table.by_actor.get(&address.id()) {
            return number;
        }
        table.last += 1;
        let number = table.last;
        table.by_number.insert(number, Arc::new(address));
        table.by_actor.insert(address.id(), number);
        drop(table);
        let node = Arc::downgrade(shared);
        when_ready(address.wait_async(Duration::MAX), move |reason| {
            let Some(shared) = node.upgrade() else { return };
            let mut table = lock(&shared.exports.0);
            table.by_number.remove(&number);
            table.by_actor.remove(&address.id());
            let watches = table.watches.remove(&number).unwrap_or_default();
            shrink(&mut table.by_number);
            shrink(&mut table.by_actor);
            shrink(&mut table.watches);
            drop(table);
            shared.registry.ended(number);
            let reason = reason.map_or(EndReason::Unknown, EndReason::from);
            for ended in watches.into_values() {
                ended(reason.clone());
            }
        });
        number
    }

    /// Enters what stands for many actors.
    pub(super) fn host<T: Exported + Rebalance + 'static>(shared: &Arc<Shared>, host: Arc<T>) -> u32 {
        let mut table = lock(&shared.exports.0);
        table.last += 1;
        let number = table.last;
        table.hosts.push(Arc::<T>::clone(&host));
        table.by_number.insert(number, host);
        number
    }

    /// The nodes have changed.
    pub(super) fn rebalance(shared: &Arc<Shared>) {
        let hosts = lock(&shared.exports.0).hosts.clone();
        for host in hosts {
            host.rebalance(shared);
        }
    }

    pub(super) fn find(&self, number: u32) -> Option<Arc<dyn Exported>> {
        lock(&self.0).by_number.get(&number).cloned()
    }

    /// The address behind a number, if its messages are of this type.
    pub(super) fn address<M: 'static>(&self, number: u32) -> Option<Address<M>> {
        self.find(number)?.address().downcast_ref::<Address<M>>().copied()
    }

    /// There is no actor of a message's number.
    pub(super) fn refuse_unknown(shared: &Shared, on_outcome: Option<OnOutcome>) {
        match on_outcome {
            Some(on_outcome) => on_outcome(Outcome::Refused(Refusal::NoActor)),
            None => shared.count_dropped(),
        }
    }

    /// Notifies a node when an actor ends.
    pub(super) fn watch(&self, number: u32, (node, monitor): (u32, u64), ended: Ended) {
        let mut table = lock(&self.0);
        if table.by_number.contains_key(&number) {
            table.watches.entry(number).or_default().insert((node, monitor), ended);
        } else {
            drop(table);
            ended(EndReason::Unknown);
        }
    }

    /// A monitor was called off.
    pub(super) fn unwatch_one(&self, number: u32, watcher: (u32, u64)) {
        let mut table = lock(&self.0);
        let Some(watches) = table.watches.get_mut(&number) else { return };
        let ended = watches.remove(&watcher);
        shrink(watches);
        if watches.is_empty() {
            table.watches.remove(&number);
        }
        drop(table);
        drop(ended);
    }

    /// A node is not notified any more.
    pub(super) fn unwatch(&self, node: u32) {
        lock(&self.0).watches.retain(|_, watches| {
            watches.retain(|&(watcher, _), _| watcher != node);
            shrink(watches);
            !watches.is_empty()
        });
    }

    /// How many actors there are, and how many wait for their ends.
    #[cfg(test)]
    pub(super) fn len(&self) -> (usize, usize) {
        let table = lock(&self.0);
        (table.by_number.len(), table.watches.values().map(HashMap::len).sum())
    }

    /// All actors go, when the node leaves.
    pub(super) fn clear(&self) {
        *lock(&self.0) = Table::default();
    }
}
