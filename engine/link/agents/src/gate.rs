//! The actor that other nodes send to. It never waits for anybody.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use agon_actor::{Actor, Context};
use agon_agentspeak::system::Inside;
use agon_agentspeak::term::Atom;
use agon_link::{NodeId, RemoteReply};

use crate::message::{Label, Parcel, Service, ToGate, What};
use crate::state::State;

pub(crate) struct Gate {
    state: Arc<State>,
    maker: Sender<Wanted>,
}

/// An agent that another node wants to have made.
pub(crate) struct Wanted {
    name: String,
    program: Option<String>,
    made: RemoteReply<Result<String, String>>,
}

impl Wanted {
    /// Makes it.
    pub(crate) fn make(self, inside: &Inside) {
        let made = inside.create(&self.name, self.program.as_deref());
        self.made.send(made.map(|name| name.name().to_owned()));
    }
}

impl Gate {
    pub(crate) fn new(state: Arc<State>, maker: Sender<Wanted>) -> Self {
        Self { state, maker }
    }

    fn hear(&self, ToGate { from, what }: ToGate) {
        let Some(inside) = self.state.inside.get() else { return };
        match what {
            What::Hello(hello) => self.state.hear(&from, hello),
            What::Came(name) => {
                if let Some(peer) = self.state.change().get_mut(&from) {
                    peer.names.add(Atom::new(&name));
                }
            }
            What::Left(name) => {
                let name = Atom::new(&name);
                if let Some(peer) = self.state.change().get_mut(&from) {
                    peer.names.remove(name);
                }
                inside.forget(name);
            }
            What::Provides(Service { agent, service }, does) => inside.provides(Atom::new(&agent), &service, does),
            What::Parcel(parcel) => match &mut *self.state.held() {
                Some(held) => held.push((from, parcel)),
                None => deliver(&self.state, inside, &from, &parcel),
            },
            What::NotThere(label) => {
                self.state.not_delivered(&from, &label, "there is no such agent, or it does not take the message");
            }
            What::Kill(name) => {
                inside.kill(Atom::new(&name));
            }
            What::Create { name, program, made } => {
                // Nobody makes any when the node leaves.
                let _ = self.maker.send(Wanted { name, program, made });
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
        self.hear(message);
    }
}
