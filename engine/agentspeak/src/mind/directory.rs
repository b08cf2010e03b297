use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::term::Atom;

/// The providers of each service, and the subscribers to it. Agents of all threads share it.
#[derive(Default)]
pub struct Directory {
    entries: Mutex<Entries>,
    used: AtomicBool,
    /// The listener to what the agents here provide.
    listener: OnceLock<Box<Listener>>,
}

/// Is notified of an agent, a service, and whether it provides that now or no longer.
type Listener = dyn Fn(Atom, &str, bool) + Send + Sync;

#[derive(Debug, Default)]
struct Entries {
    providers: Vec<(String, Atom)>,
    subscribers: Vec<(String, Atom)>,
}

impl Directory {
    /// Registers a listener to what agents provide from now on, but not to what is [learned](Self::learn).
    pub fn listen(&self, listener: impl Fn(Atom, &str, bool) + Send + Sync + 'static) {
        let _ = self.listener.set(Box::new(listener));
    }

    fn notify(&self, agent: Atom, service: &str, provides: bool) {
        if let Some(listener) = self.listener.get() {
            listener(agent, service, provides);
        }
    }

    /// An agent provides a service; its subscribers are to be notified.
    pub fn register(&self, agent: Atom, service: &str) -> Vec<Atom> {
        let subscribers = self.learn(agent, service);
        self.notify(agent, service, true);
        subscribers
    }

    /// An agent elsewhere provides a service; its subscribers are to be notified.
    pub fn learn(&self, agent: Atom, service: &str) -> Vec<Atom> {
        let mut entries = self.to_change();
        let entry = (service.to_owned(), agent);
        if entries.providers.contains(&entry) {
            return Vec::new();
        }
        entries.providers.push(entry);
        entries.subscribers.iter().filter(|(wanted, _)| wanted == service).map(|(_, subscriber)| *subscriber).collect()
    }

    /// An agent provides a service no longer.
    pub fn deregister(&self, agent: Atom, service: &str) {
        self.unlearn(agent, service);
        self.notify(agent, service, false);
    }

    /// An agent elsewhere provides a service no longer.
    pub fn unlearn(&self, agent: Atom, service: &str) {
        self.to_change().providers.retain(|(provided, provider)| provided != service || *provider != agent);
    }

    /// All services and their providers, in the order in which they have come.
    pub fn all(&self) -> Vec<(String, Atom)> {
        self.lock().providers.clone()
    }

    /// Who provides a service.
    pub fn search(&self, service: &str) -> Vec<Atom> {
        self.lock().search(service)
    }

    /// An agent subscribes to the providers of a service; these are there already.
    pub fn subscribe(&self, agent: Atom, service: &str) -> Vec<Atom> {
        let mut entries = self.to_change();
        entries.subscribers.push((service.to_owned(), agent));
        entries.search(service)
    }

    /// An agent has ended.
    pub fn forget(&self, agent: Atom) {
        if self.is_used() {
            let mut entries = self.lock();
            entries.providers.retain(|(_, provider)| *provider != agent);
            entries.subscribers.retain(|(_, subscriber)| *subscriber != agent);
        }
    }

    /// Has anybody but searchers used it? Jason makes an agent `df` for it then.
    pub fn is_used(&self) -> bool {
        self.used.load(Ordering::Relaxed)
    }

    fn to_change(&self) -> MutexGuard<'_, Entries> {
        let entries = self.lock();
        self.used.store(true, Ordering::Relaxed);
        entries
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Directory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Directory").field(&*self.lock()).finish()
    }
}

impl Entries {
    /// In Jason's order, which is that of Java's hashes: it makes a `HashMap` of all that is provided, from the newest to the oldest, and
    /// puts the providers of the service into a `HashSet`.
    fn search(&self, service: &str) -> Vec<Atom> {
        let mut seen = HashSet::new();
        let newest_first = self.providers.iter().rev().map(|(_, provider)| *provider);
        let mut all: Vec<Atom> = newest_first.filter(|provider| seen.insert(*provider)).collect();
        // `computeIfAbsent` puts a key before those of its bucket, and grows before that.
        all.reverse();
        let held = all.len().saturating_sub(1);
        by_bucket(&mut all, held);
        let offered: HashSet<Atom> =
            self.providers.iter().filter(|(provided, _)| provided == service).map(|(_, provider)| *provider).collect();
        all.retain(|provider| offered.contains(provider));
        let held = all.len();
        by_bucket(&mut all, held);
        all
    }
}

/// Sorts names as a hash table of Java's does that has had a capacity of so many; those of a bucket stay as they are.
fn by_bucket(names: &mut [Atom], held: usize) {
    let mut buckets = 16;
    while held > buckets / 4 * 3 {
        buckets *= 2;
    }
    names.sort_by_key(|name| {
        let hash = name.name().encode_utf16().fold(0_u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()));
        (hash ^ (hash >> 16)) as usize & (buckets - 1)
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_are_in_the_order_of_hashes() {
        let directory = Directory::default();
        let names = "q a c b ab worker1 worker2 worker10 worker11 s3 c3 bidder seller buyer robot";
        for name in names.split(' ') {
            directory.register(Atom::new(name), "work");
        }
        let found: Vec<&str> = directory.search("work").iter().map(|name| name.name()).collect();
        let jasons = "s3 seller a ab b c worker11 bidder worker10 buyer c3 robot q worker1 worker2";
        assert_eq!(found.join(" "), jasons);
        let few = Directory::default();
        for name in ["q", "a"] {
            few.register(Atom::new(name), "work");
        }
        let [a, q] = ["a", "q"].map(Atom::new);
        assert_eq!(few.search("work"), [q, a], "they share a bucket");
        few.register(q, "rest");
        assert_eq!(few.search("work"), [a, q], "whose newest service is the oldest comes first");
    }

    #[test]
    fn providers_are_found_and_announced() {
        let [ann, bob] = ["ann", "bob"].map(Atom::new);
        let directory = Directory::default();
        assert!(directory.search("cooking").is_empty() && !directory.is_used());
        assert!(directory.register(ann, "cooking").is_empty());
        assert_eq!(directory.subscribe(bob, "cooking"), [ann]);
        assert_eq!(directory.register(bob, "cooking"), [bob]);
        assert!(directory.register(bob, "cooking").is_empty(), "known already");
        assert_eq!(directory.search("cooking"), [ann, bob]);
        let observed = std::sync::Arc::new(Mutex::new(Vec::new()));
        let observer = std::sync::Arc::clone(&observed);
        directory.listen(move |agent, service, provides| {
            observer.lock().expect("no panic").push(format!("{agent} {service} {provides}"));
        });
        let carl = Atom::new("carl");
        assert_eq!(directory.learn(carl, "cooking"), [bob], "it is elsewhere, and those here are notified");
        directory.unlearn(carl, "cooking");
        assert!(directory.register(ann, "washing").is_empty());
        directory.deregister(ann, "washing");
        assert_eq!(*observed.lock().expect("no panic"), ["ann washing true", "ann washing false"]);
        directory.deregister(ann, "cooking");
        directory.forget(bob);
        assert!(directory.search("cooking").is_empty());
    }
}
