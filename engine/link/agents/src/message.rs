//! What gates tell each other.

use agon_agentspeak::mind::Message;
use agon_agentspeak::term::{Atom, PackError, PackLimits, Packed};
use agon_link::{NodeId, RemoteAddress, RemoteReply};
use serde::{Deserialize, Serialize};

/// Something a gate is told, and by which node.
#[derive(Serialize, Deserialize)]
pub(crate) struct ToGate {
    pub(crate) from: NodeId,
    pub(crate) what: What,
}

#[derive(Serialize, Deserialize)]
pub(crate) enum What {
    /// Who is on the node that says it; as many of these as that takes.
    Hello(Hello),
    Came(String),
    Left(String),
    /// An agent provides a service, or does so no longer.
    Provides(Service, bool),
    Parcel(Box<Parcel>),
    /// There is no agent of the name that a message was for.
    NotThere(Label),
    Kill(String),
    Create {
        name: String,
        program: Option<String>,
        made: RemoteReply<Result<String, String>>,
    },
    /// Is there an agent of this name?
    Knows(String, RemoteReply<bool>),
    /// How much has been begun there, if nothing is under way.
    Idle(RemoteReply<Option<u64>>),
    Stop {
        delay: u64,
        status: i32,
    },
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) gate: RemoteAddress<ToGate>,
    pub(crate) names: Vec<String>,
    pub(crate) services: Vec<Service>,
    /// Is this the first of them, which forgets what was said before?
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
    /// Is the other side to say, too, who is there?
    pub(crate) wants_answer: bool,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Service {
    pub(crate) agent: String,
    pub(crate) service: String,
}

/// Which message it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Label {
    pub(crate) to: String,
    pub(crate) sender: String,
    pub(crate) performative: String,
    pub(crate) id: u64,
    pub(crate) in_reply_to: Option<u64>,
}

/// A message of one agent to another.
#[derive(Serialize, Deserialize)]
pub(crate) struct Parcel {
    pub(crate) label: Label,
    content: Packed,
}

impl Parcel {
    pub(crate) fn new(to: Atom, message: &Message) -> Result<Self, PackError> {
        let Message { performative, sender, content, id, in_reply_to } = message;
        let label = Label {
            to: to.name().to_owned(),
            sender: sender.name().to_owned(),
            performative: performative.name().to_owned(),
            id: *id,
            in_reply_to: *in_reply_to,
        };
        Ok(Self { label, content: Packed::new([content], PackLimits::default())? })
    }

    pub(crate) fn message(&self) -> Result<Message, PackError> {
        let Label { sender, performative, id, in_reply_to, .. } = &self.label;
        Ok(Message {
            performative: Atom::new(performative),
            sender: Atom::new(sender),
            content: self.content.unpack_one(PackLimits::default())?,
            id: *id,
            in_reply_to: *in_reply_to,
        })
    }
}

impl Label {
    /// Does its sender wait for an answer, as a rule?
    pub(crate) fn is_question(&self) -> bool {
        matches!(&*self.performative, "askOne" | "askAll" | "askHow")
    }

    /// Does it bring plans, or take them away?
    pub(crate) fn is_about_plans(&self) -> bool {
        matches!(&*self.performative, "tellHow" | "untellHow")
    }
}
