use crate::term::Atom;

/// Who provides which service, and who wants to hear of providers.
#[derive(Debug, Default)]
pub struct Directory {
    providers: Vec<(String, Atom)>,
    subscribers: Vec<(String, Atom)>,
    used: bool,
}

impl Directory {
    /// An agent provides a service; who has subscribed to it is to be told.
    pub fn register(&mut self, agent: Atom, service: &str) -> Vec<Atom> {
        self.used = true;
        let entry = (service.to_owned(), agent);
        if self.providers.contains(&entry) {
            return Vec::new();
        }
        self.providers.push(entry);
        self.subscribers.iter().filter(|(wanted, _)| wanted == service).map(|(_, subscriber)| *subscriber).collect()
    }

    /// An agent provides a service no longer.
    pub fn deregister(&mut self, agent: Atom, service: &str) {
        self.used = true;
        self.providers.retain(|(provided, provider)| provided != service || *provider != agent);
    }

    /// Who provides a service.
    pub fn search(&self, service: &str) -> Vec<Atom> {
        self.providers.iter().filter(|(provided, _)| provided == service).map(|(_, provider)| *provider).collect()
    }

    /// An agent wants to hear of all providers of a service; these are there already.
    pub fn subscribe(&mut self, agent: Atom, service: &str) -> Vec<Atom> {
        self.used = true;
        self.subscribers.push((service.to_owned(), agent));
        self.search(service)
    }

    /// An agent has ended.
    pub fn forget(&mut self, agent: Atom) {
        self.providers.retain(|(_, provider)| *provider != agent);
        self.subscribers.retain(|(_, subscriber)| *subscriber != agent);
    }

    /// Has anybody but searchers used it? Jason makes an agent `df` for it then.
    pub fn is_used(&self) -> bool {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_are_found_and_told_of() {
        let [ann, bob] = ["ann", "bob"].map(Atom::new);
        let mut directory = Directory::default();
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
