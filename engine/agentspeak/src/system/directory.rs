use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::term::Atom;

/// Who provides which service, and who wants to hear of providers. Agents of all threads share it.
#[derive(Debug, Default)]
pub struct Directory {
    entries: Mutex<Entries>,
    used: AtomicBool,
}

#[derive(Debug, Default)]
struct Entries {
    providers: Vec<(String, Atom)>,
    subscribers: Vec<(String, Atom)>,
}

impl Directory {
    /// An agent provides a service; who has subscribed to it is to be told.
    pub fn register(&self, agent: Atom, service: &str) -> Vec<Atom> {
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
        self.to_change().providers.retain(|(provided, provider)| provided != service || *provider != agent);
    }

    /// Who provides a service.
    pub fn search(&self, service: &str) -> Vec<Atom> {
        self.lock().search(service)
    }

    /// An agent wants to hear of all providers of a service; these are there already.
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

impl Entries {
    fn search(&self, service: &str) -> Vec<Atom> {
        self.providers.iter().filter(|(provided, _)| provided == service).map(|(_, provider)| *provider).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_are_found_and_told_of() {
        let [ann, bob] = ["ann", "bob"].map(Atom::new);
        let directory = Directory::default();
        assert!(directory.search("cooking").is_empty() && !directory.is_used());
        assert!(directory.register(ann, "cooking").is_empty());
        assert_eq!(directory.subscribe(bob, "cooking"), [ann]);
        assert_eq!(directory.register(bob, "cooking"), [bob]);
        assert!(directory.register(bob, "cooking").is_empty(), "known already");
        assert_eq!(directory.search("cooking"), [ann, bob]);
        directory.deregister(ann, "cooking");
        directory.forget(bob);
        assert!(directory.search("cooking").is_empty());
    }
}
