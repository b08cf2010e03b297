//! The single agents of a project, by the names that they get.

use std::collections::HashSet;

use super::tree::{Agent, Project};

/// An agent that a system starts with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance<'a> {
    /// Its name, which no other agent has.
    pub name: String,
    /// The project's settings for it.
    pub agent: &'a Agent,
}

impl Project {
    /// The agents that the system starts with, in order: `bob #3` are `bob1`, `bob2` and `bob3`, `bob #1` is `bob`.
    /// A name that is taken gets `_1` behind it, or the next number that is free.
    pub fn instances(&self) -> impl Iterator<Item = Instance<'_>> {
        let mut renamed = HashSet::new();
        self.agents
            .iter()
            .enumerate()
            .flat_map(|(index, agent)| (1..=agent.number()).map(move |k| (index, agent, k)))
            .map(move |(index, agent, k)| {
                let base = agent.instance_name(k);
                let mut name = base.clone();
                let mut suffix = 0;
                while renamed.contains(&name) || self.agents[..index].iter().any(|earlier| earlier.has_name(&name)) {
                    suffix += 1;
                    name = format!("{base}_{suffix}");
                }
                if suffix > 0 {
                    renamed.insert(name.clone());
                }
                Instance { name, agent }
            })
    }
}

impl Agent {
    /// How many of it there are.
    pub fn number(&self) -> u32 {
        self.count.as_ref().map_or(1, |count| count.value)
    }

    fn instance_name(&self, k: u32) -> String {
        if self.number() > 1 { format!("{}{k}", self.name.value) } else { self.name.value.clone() }
    }

    /// Whether one of it would be called `name`. Nothing is made for it: a project may have a million agents.
    fn has_name(&self, name: &str) -> bool {
        let Some(digits) = name.strip_prefix(self.name.value.as_str()) else { return false };
        match self.number() {
            0 => false,
            1 => digits.is_empty(),
            number => {
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
                plain && digits.parse::<u32>().is_ok_and(|k| (1..=number).contains(&k))
            }
        }
    }
}
