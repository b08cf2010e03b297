//! The messages between gates.

use agon_agentspeak::agent::{Failure, Message, Sight};
use agon_agentspeak::term::{Atom, PackError, PackLimits, Packed};
use agon_link::{Origin, RemoteAddress, RemoteReply};
use serde::{Deserialize, Serialize};

/// A message to a gate, and the node it is from, as the link knows it.
#[derive(Serialize, Deserialize)]
pub(crate) struct ToGate {
    pub(crate) from: Origin,
    pub(crate) what: What,
}

#[derive(Serialize, Deserialize)]
pub(crate) enum What {
    /// The agents of the sending node, in as many messages as that takes.
    Hello(Hello),
    Came(String),
    Left(String),
    /// An agent provides a service, or does so no longer.
    Provides(Service, bool),
    Parcel(Box<Parcel>),
    /// There is no agent of the name that a message was for.
    NotThere(Label),
    Kill(String),
    /// An agent begins an action in the environment.
    Perform(Deed),
    /// An action has ended.
    Ended {
        agent: String,
        number: u64,
        failure: Option<Cause>,
    },
    /// What does an agent perceive?
    Sees(String),
    Sight(View),
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
    /// Is this the first of them, which replaces what was announced before?
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
    /// Is the other side to announce its agents, too?
    pub(crate) wants_answer: bool,
    /// The port of its inspector, on its machine.
    pub(crate) inspector: Option<u16>,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Service {
    pub(crate) agent: String,
    pub(crate) service: String,
}

/// An action.
#[derive(Serialize, Deserialize)]
pub(crate) struct Deed {
    pub(crate) agent: String,
    pub(crate) number: u64,
    pub(crate) action: Packed,
}

/// Why an action has failed.
#[derive(Serialize, Deserialize)]
pub(crate) struct Cause {
    message: String,
    /// The kind of failure, and further annotations.
    terms: Packed,
}

/// What an agent perceives.
#[derive(Serialize, Deserialize)]
pub(crate) struct View {
    pub(crate) agent: String,
    version: u64,
    percepts: Packed,
}

impl Cause {
    pub(crate) fn new(failure: &Failure) -> Result<Self, PackError> {
        let terms = std::iter::once(&failure.error).chain(&failure.annotations);
        Ok(Self { message: failure.message.clone(), terms: Packed::new(terms, PackLimits::default())? })
    }

    pub(crate) fn failure(self) -> Result<Failure, PackError> {
        let mut terms = self.terms.unpack(PackLimits::default())?.into_iter();
        let mut failure = Failure::new("action_failed", self.message);
        failure.error = terms.next().ok_or(PackError::Malformed)?;
        Ok(failure.with_annotations(terms.collect()))
    }
}

impl View {
    pub(crate) fn new(agent: Atom, sight: &Sight) -> Result<Self, PackError> {
        let percepts = Packed::new(&sight.percepts, PackLimits::default())?;
        Ok(Self { agent: agent.name().to_owned(), version: sight.version, percepts })
    }

    pub(crate) fn sight(&self) -> Result<Sight, PackError> {
        Ok(Sight { version: self.version, percepts: self.percepts.unpack(PackLimits::default())? })
    }
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

#[cfg(test)]
mod tests {
    use agon_agentspeak::term::{Collection, Term};
    use agon_link::{Limits, decode, encode};

    use super::*;

    fn parcel() -> Parcel {
        let items = [
            Term::from(1.5),
            Term::string("text"),
            Term::atom("b"),
            Term::list((0..20).map(f64::from).map(Term::from)),
        ];
        let set = Term::Collection(Collection::set(["x", "y"].map(Term::atom)));
        let content = Term::structure("p", items.into_iter().chain([set]));
        let [performative, sender] = ["askOne", "ann"].map(Atom::new);
        let message = Message { performative, sender, content, id: 7, in_reply_to: Some(300) };
        Parcel::new(Atom::new("bob"), &message).expect("it is small")
    }

    #[test]
    fn a_message_comes_as_it_was_sent() {
        let bytes = encode(&parcel(), Limits::default()).expect("it is small");
        let read: Parcel = decode(&bytes, Limits::default()).expect("it is one");
        let message = read.message().expect("it is one");
        assert_eq!((read.label.to.as_str(), message.sender.name(), message.id), ("bob", "ann", 7));
        assert_eq!((message.performative, message.in_reply_to), (Atom::ASK_ONE, Some(300)));
        let text = "p(1.5,\"text\",b,[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19],{x,y})";
        assert_eq!(message.content.to_string(), text);
        assert!(bytes.len() < 120, "{} bytes", bytes.len());
    }

    #[test]
    fn whatever_bytes_come_are_a_message_or_none() {
        // Xorshift, so that each run is the same.
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        };
        let bytes = encode(&parcel(), Limits::default()).expect("it is small");
        let mut messages = 0;
        for _ in 0..20_000 {
            let mut wrong = bytes.clone();
            for _ in 0..=random(4) {
                let place = random(wrong.len());
                match random(3) {
                    0 => wrong[place] = random(256) as u8,
                    1 => {
                        wrong.remove(place);
                    }
                    _ => wrong.insert(place, random(256) as u8),
                }
            }
            let message = decode::<Parcel>(&wrong, Limits::default()).ok().and_then(|parcel| parcel.message().ok());
            messages += message.map_or(0, |message| usize::from(!message.content.to_string().is_empty()));
        }
        assert!((1..20_000).contains(&messages), "{messages}");
    }
}
