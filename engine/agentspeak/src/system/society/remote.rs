//! Agents on other nodes: what a society asks of the module that knows them, and what that may do in the society.

use std::fmt;
use std::sync::{Arc, Weak};

use agon_actor::SpawnOptions;

use super::agent::{Agent, ToAgent};
use super::common::Common;
use crate::environment::{News, missing};
use crate::mind::{Ended, Failure, Message, Mind, Outset, Sight};
use crate::term::{Atom, Term};

/// Agents that live elsewhere, as a society reaches them. It is called on the agents' threads.
pub trait Remote: Send + Sync {
    /// The society's first agents are there, and do nothing yet. Waits until it is time to begin.
    ///
    /// # Errors
    ///
    /// Why that will never be.
    fn begin(&self, inside: Inside, agents: &[Atom]) -> Result<(), String>;

    /// Is there an agent of this name elsewhere?
    fn knows(&self, name: Atom) -> bool;

    /// The names of all agents elsewhere.
    fn agents(&self) -> Vec<Atom>;

    /// Gives a message to an agent elsewhere; `underway` is dropped when it is known to be there, or lost.
    ///
    /// # Errors
    ///
    /// The message, if there is no such agent, or it cannot be sent.
    fn send(&self, to: Atom, message: Message, underway: Underway) -> Result<(), Message>;

    /// Ends an agent elsewhere; returns whether there was one of this name.
    fn kill(&self, name: Atom) -> bool;

    /// Makes an agent on another node; see [`World::create`](crate::agent::World::create).
    ///
    /// # Errors
    ///
    /// What is wrong with the program, or the node.
    fn create(&self, at: Atom, name: &str, program: Option<&str>) -> Result<Atom, String>;

    /// Is this the society's own node?
    fn is_here(&self, node: Atom) -> bool;

    /// An agent has come to the society, and does nothing yet.
    fn came(&self, name: Atom);

    /// An agent of the society has ended.
    fn left(&self, name: Atom);

    /// An agent of the society provides a service, or does so no longer.
    fn provides(&self, agent: Atom, service: &str, does: bool);

    /// Is the environment elsewhere?
    fn has_environment(&self) -> bool;

    /// Begins an action in the environment, which is elsewhere. How it ends comes by [`Inside::end_action`].
    ///
    /// # Errors
    ///
    /// Why it cannot.
    fn perform(&self, agent: Atom, number: u64, action: &Term) -> Result<(), Failure>;

    /// What an agent perceives of the environment, which is elsewhere, as far as it is known and not what it was at this version. What it is
    /// after that comes by [`Inside::look`].
    fn perceive(&self, agent: Atom, seen: u64) -> Option<Sight>;

    /// An action of an agent elsewhere has ended in the environment here.
    fn ended(&self, agent: Atom, ended: Ended);

    /// What an agent elsewhere perceives of the environment here has changed; or what all do.
    fn percepts_changed(&self, agent: Option<Atom>);

    /// The whole system is to end after so many milliseconds, with this status.
    fn stop(&self, delay: u64, status: i32);

    /// Nothing is under way in the society, in which so much has been begun: are all agents idle for good, wherever they are?
    fn is_idle(&self, begun: u64) -> bool;
}

/// Counts as something under way in the society until it is dropped.
pub struct Underway(Arc<Common>);

impl Underway {
    pub(super) fn new(common: &Arc<Common>) -> Self {
        common.begun_something();
        Self(Arc::clone(common))
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        self.0.done_something();
    }
}

impl fmt::Debug for Underway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Underway")
    }
}

/// What may be done in a society from elsewhere. Nothing of it waits for an agent.
#[derive(Clone)]
pub struct Inside {
    common: Weak<Common>,
}

impl Inside {
    pub(super) fn new(common: &Arc<Common>) -> Self {
        Self { common: Arc::downgrade(common) }
    }

    fn with<R>(&self, what: impl FnOnce(&Common) -> R) -> Option<R> {
        self.common.upgrade().map(|common| what(&common))
    }

    /// Gives an agent a message; returns whether there is one of this name.
    pub fn send(&self, to: Atom, message: Message) -> bool {
        self.with(|common| common.post(to, ToAgent::Message(message))).unwrap_or_default()
    }

    /// Has an agent's state changed between two of its cycles; returns whether there is one of this name.
    pub fn look(&self, at: Atom, look: impl FnOnce(&mut Mind) + Send + 'static) -> bool {
        self.with(|common| common.post(at, ToAgent::Look(Box::new(look)))).unwrap_or_default()
    }

    /// Is there an agent of this name?
    pub fn knows(&self, name: Atom) -> bool {
        self.with(|common| common.register.address(name).is_some()).unwrap_or_default()
    }

    /// Ends an agent; returns whether there was one of this name.
    pub fn kill(&self, name: Atom) -> bool {
        self.with(|common| common.kill(name).is_some()).unwrap_or_default()
    }

    /// Makes an agent, which begins at once, and returns its name. Its program may have to be read.
    ///
    /// # Errors
    ///
    /// What is wrong with the program.
    pub fn create(&self, name: &str, program: Option<&str>) -> Result<Atom, String> {
        let over = || "the society is over".to_owned();
        let common = self.common.upgrade().ok_or_else(over)?;
        let system = common.system.upgrade().ok_or_else(over)?;
        let wanted = Atom::new(name);
        let warn = |warning: &str| common.warn(wanted, warning);
        let (mind, here) = common.conceive(name, program, Outset::default(), warn)?;
        let agent = Agent::new(mind, here, Arc::clone(&common));
        let address = if common.named {
            Ok(system.spawn_with(agent, SpawnOptions::new().name(here.name.name())))
        } else {
            system.try_spawn(agent)
        };
        let address = address.map_err(|refused| refused.to_string())?;
        common.came(here, address);
        address.send(ToAgent::GoOn);
        Ok(here.name)
    }

    /// Begins an action of an agent elsewhere in the environment here; nothing if that comes later, by [`Remote::ended`].
    pub fn perform(&self, agent: Atom, number: u64, action: &Term) -> Option<Result<(), Failure>> {
        let performed = |common: &Common| match common.stage.get() {
            Some(stage) => stage.perform(agent, number, action),
            None => Some(Err(missing())),
        };
        self.with(performed).unwrap_or_else(|| Some(Err(missing())))
    }

    /// What an agent elsewhere perceives of the environment here.
    pub fn sight(&self, agent: Atom) -> Option<Sight> {
        self.with(|common| common.stage.get()?.perceive(agent, 0))?
    }

    /// An action of an agent's in the environment elsewhere has ended.
    pub fn end_action(&self, agent: Atom, ended: Ended) {
        self.with(|common| common.on_news(News::Ended(agent, ended)));
    }

    /// An agent elsewhere provides a service, or does so no longer.
    pub fn provides(&self, agent: Atom, service: &str, does: bool) {
        self.with(|common| {
            if does {
                for subscriber in common.directory.learn(agent, service) {
                    common.post(subscriber, ToAgent::Message(Message::of_provider(agent, service)));
                }
            } else {
                common.directory.unlearn(agent, service);
            }
        });
    }

    /// The services of the society's own agents.
    pub fn services(&self) -> Vec<(String, Atom)> {
        let own = |common: &Common| {
            let all = common.directory.all();
            all.into_iter().filter(|(_, agent)| common.register.address(*agent).is_some()).collect()
        };
        self.with(own).unwrap_or_default()
    }

    /// An agent elsewhere has ended.
    pub fn forget(&self, agent: Atom) {
        self.with(|common| common.directory.forget(agent));
    }

    /// Shows what has gone wrong for an agent.
    pub fn warn(&self, agent: Atom, text: &str) {
        self.with(|common| common.warn(agent, text));
    }

    /// Ends the society after so many milliseconds, with this status; other nodes are not notified.
    pub fn stop(&self, delay: u64, status: i32) {
        self.with(|common| common.stop_here(delay, status));
    }

    /// How much has been begun, if nothing is under way; nothing where that is not counted.
    pub fn idle(&self) -> Option<u64> {
        self.with(|common| common.even())?
    }
}

impl fmt::Debug for Inside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Inside")
    }
}
