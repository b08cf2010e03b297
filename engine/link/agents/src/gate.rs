//! The actor that other nodes send to. It never waits for anybody.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use agon_actor::{Actor, Context};
use agon_agentspeak::agent::{Agent, Ended, Failure};
use agon_agentspeak::system::Inside;
use agon_agentspeak::term::{Atom, PackError, PackLimits};
use agon_link::{NodeId, RemoteReply};

use crate::message::{Deed, Label, Parcel, Service, ToGate, What};
use crate::state::State;

pub(crate) struct Gate {
    state: Arc<State>,
    maker: Sender<Wanted>,
}

/// What another node wants, and may take a while.
pub(crate) enum Wanted {
    Agent { name: String, program: Option<String>, made: RemoteReply<Result<String, String>> },
    Action(Deed),
}

impl Wanted {
    /// Does it.
    pub(crate) fn make(self, state: &State, inside: &Inside) {
        match self {
            Self::Agent { name, program, made } => {
                let agent = inside.create(&name, program.as_deref());
                made.send(agent.map(|name| name.name().to_owned()));
            }
            Self::Action(Deed { agent, number, action }) => {
                let agent = Atom::new(&agent);
                let ended = match action.unpack_one(PackLimits::default()) {
                    Ok(action) => inside.perform(agent, number, &action),
                    Err(why) => Some(Err(Failure::new("action_failed", why.to_string()))),
                };
                if let Some(result) = ended {
                    state.notify_ended(agent, &Ended { number, result });
                }
            }
        }
    }
}

impl Gate {
    pub(crate) fn new(state: Arc<State>, maker: Sender<Wanted>) -> Self {
        Self { state, maker }
    }

    fn receive(&self, ToGate { from, what }: ToGate) {
        let (Some(inside), Some(from)) = (self.state.inside.get(), from.node()) else { return };
        match what {
            What::Hello(hello) => self.state.update_peer(from, hello),
            What::Came(name) => self.state.came_elsewhere(from, Atom::new(&name)),
            What::Left(name) => self.state.left_elsewhere(from, Atom::new(&name), inside),
            What::Provides(Service { agent, service }, does) => inside.provides(Atom::new(&agent), &service, does),
            What::Parcel(parcel) => match &mut *self.state.held() {
                Some(held) => held.push((from.clone(), parcel)),
                None => deliver(&self.state, inside, from, &parcel),
            },
            What::NotThere(label) => {
                self.state.not_delivered(from, &label, "there is no such agent, or it does not take the message");
            }
            What::Kill(name) => {
                inside.kill(Atom::new(&name));
            }
            What::Create { name, program, made } => {
                // None is made when the node leaves.
                let _ = self.maker.send(Wanted::Agent { name, program, made });
            }
            What::Perform(deed) => drop(self.maker.send(Wanted::Action(deed))),
            What::Ended { agent, number, failure } => {
                let malformed = |why: PackError| Failure::new("action_failed", why.to_string());
                let result = failure.map_or(Ok(()), |cause| Err(cause.failure().unwrap_or_else(malformed)));
                self.state.end_action(Atom::new(&agent), number, result);
            }
            What::Sees(agent) => self.state.show(Atom::new(&agent), inside),
            What::Sight(view) => {
                let agent = Atom::new(&view.agent);
                match view.sight() {
                    Ok(sight) => {
                        let mut sights = self.state.sights();
                        let known = sights.seen.get(&agent).map(|known| known.version);
                        // Two threads of the environment may have sent theirs the other way round.
                        if known.is_none_or(|known| known <= sight.version) {
                            sights.seen.insert(agent, sight);
                        }
                        drop(sights);
                        inside.look(agent, Agent::look);
                    }
                    Err(why) => inside.warn(agent, &format!("what it perceives cannot be read: {why}")),
                }
            }
            What::Knows(name, reply) => reply.send(inside.knows(Atom::new(&name))),
            What::Idle(reply) => reply.send(inside.idle()),
            What::Stop { delay, status } => {
                let _ = self.state.ending.set(status);
                inside.stop(delay, status);
            }
        }
    }
}

/// The agents here begin: they get what they were sent before, by nodes that have begun earlier. None of them has had its turn: it might have
/// spoken to one that this node did not know yet.
pub(crate) fn begin(state: &State, inside: &Inside) {
    let mut held = state.held();
    for (from, parcel) in held.take().into_iter().flatten() {
        deliver(state, inside, &from, &parcel);
    }
}

fn deliver(state: &State, inside: &Inside, from: &NodeId, parcel: &Parcel) {
    let Label { to, sender, performative, .. } = &parcel.label;
    let to = Atom::new(to);
    let refused = |why: &str| {
        inside.warn(to, &format!("a message of {sender} on the node {} is refused: {why}", from.name()));
        not_there(state, from, &parcel.label);
    };
    if performative.starts_with('.') {
        return refused("it is none that agents send");
    }
    if parcel.label.is_about_plans() && !state.trust.covers(from) {
        return refused(&format!("{performative} from there is not allowed (--trust {})", from.name()));
    }
    let message = match parcel.message() {
        Ok(message) => message,
        Err(why) => return refused(&why.to_string()),
    };
    if let Some(question) = message.in_reply_to {
        state.is_answered(from, to, question);
    }
    if !inside.send(to, message) {
        not_there(state, from, &parcel.label);
    }
}

fn not_there(state: &State, from: &NodeId, label: &Label) {
    if let Some(peer) = state.peers().get(from) {
        peer.gate.send(state.message(What::NotThere(label.clone())));
    }
}

impl Actor for Gate {
    type Message = ToGate;

    fn handle(&mut self, message: ToGate, _: &mut Context<'_, Self>) {
        self.receive(message);
    }
}
