//! With which nodes a society begins, and which of its agents each of them runs.

/// The nodes of a society, as one of them sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    me: String,
    /// All, this one included.
    names: Vec<String>,
    /// Those over which agents without a host are spread.
    spread: Vec<String>,
    /// How many agents have been spread.
    count: usize,
}

impl Members {
    /// The members are these, over which agents are spread.
    pub fn of(me: &str, names: Vec<String>) -> Self {
        Self { me: me.to_owned(), spread: names.clone(), names, count: 0 }
    }

    /// The members are this node and the hosts that the project names. Agents without a host are on this node if it `is_first`.
    pub fn of_hosts(me: &str, hosts: &[String], is_first: bool) -> Self {
        let others = hosts.iter().filter(|host| *host != me).cloned();
        let names = std::iter::once(me.to_owned()).chain(others).collect();
        let spread = if is_first { vec![me.to_owned()] } else { Vec::new() };
        Self { me: me.to_owned(), names, spread, count: 0 }
    }

    /// So many names for nodes: the hosts that a project names, and then others.
    ///
    /// # Errors
    ///
    /// If there are more hosts than that.
    pub fn named(number: usize, hosts: &[String]) -> Result<Vec<String>, String> {
        if hosts.len() > number {
            let all = hosts.join(", ");
            return Err(format!("the project names {} hosts ({all}), and there are to be {number} nodes", hosts.len()));
        }
        let others = (1..).map(|number| format!("node{number}")).filter(|name| !hosts.contains(name));
        Ok(hosts.iter().cloned().chain(others).take(number).collect())
    }

    /// Its name.
    pub fn me(&self) -> &str {
        &self.me
    }

    /// The names of all, this one's included.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Does the next agent of the project run here? All of them are to be asked for, in their order.
    pub fn runs(&mut self, host: Option<&str>) -> bool {
        if let Some(host) = host.filter(|host| self.names.iter().any(|name| name == host)) {
            return host == self.me;
        }
        let node = self.spread.get(self.count % self.spread.len().max(1));
        self.count += 1;
        node.is_some_and(|node| *node == self.me)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    /// Who runs `(host)` agents, in order.
    fn placed(members: &[Members], hosts: &[Option<&str>]) -> Vec<String> {
        let mut members = members.to_vec();
        let who = |host: &Option<&str>| {
            let here = members.iter_mut().filter_map(|one| one.runs(*host).then_some(one.me.as_str()));
            here.collect::<Vec<_>>().join("+")
        };
        hosts.iter().map(who).collect()
    }

    #[test]
    fn each_agent_runs_on_one_of_the_members() {
        let names = texts(&["a", "b", "c"]);
        let all: Vec<Members> = names.iter().map(|name| Members::of(name, names.clone())).collect();
        let hosts = [None, Some("c"), None, None, Some("elsewhere"), Some("a"), None];
        assert_eq!(placed(&all, &hosts), ["a", "c", "b", "c", "a", "a", "b"]);
    }

    #[test]
    fn without_a_list_of_nodes_hosts_are_members() {
        let hosts = texts(&["a", "b"]);
        let first = Members::of_hosts("a", &hosts, true);
        let second = Members::of_hosts("b", &hosts, false);
        assert_eq!((first.names(), second.names()), (&texts(&["a", "b"])[..], &texts(&["b", "a"])[..]));
        assert_eq!(placed(&[first, second], &[None, Some("b"), None]), ["a", "b", "a"]);
    }

    #[test]
    fn nodes_are_called_as_the_hosts_are() {
        assert_eq!(Members::named(3, &texts(&["node2"])), Ok(texts(&["node2", "node1", "node3"])));
        assert!(Members::named(1, &texts(&["a", "b"])).is_err());
    }
}
