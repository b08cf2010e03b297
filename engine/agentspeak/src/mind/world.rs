use std::path::PathBuf;
use std::sync::Arc;

use super::{Custom, Directory, Failure, Mind, Sight};
use crate::failures::{Report, Texts};
use crate::term::{Atom, Term};

/// What an agent reaches beyond itself.
pub trait World {
    /// Shows a line of an agent's.
    fn print(&mut self, agent: Atom, text: &str);

    /// Notes something that went wrong in an agent.
    fn warn(&mut self, agent: Atom, text: &str);

    /// Reports something that went wrong in an agent.
    fn report(&mut self, agent: Atom, report: &Report) {
        self.warn(agent, report.render(&Texts::default()).trim_end());
    }

    /// Gives a message to whom it is for.
    ///
    /// # Errors
    ///
    /// The message, if there is no such agent.
    fn send(&mut self, to: Atom, message: Message) -> Result<(), Message>;

    /// Is there an agent of this name?
    fn knows(&self, name: Atom) -> bool {
        self.agents().contains(&name)
    }

    /// The names of all agents.
    fn agents(&self) -> Vec<Atom>;

    /// Begins an action in the environment, which the agent knows by this number. What comes back is how it has ended, if it has
    /// by now; otherwise that comes by [`Agent::end_action`](crate::agent::Agent::end_action), as an [`Ended`](super::Ended) of the
    /// number.
    fn perform(&mut self, agent: Atom, number: u64, action: &Term) -> Option<Result<(), Failure>>;

    /// What an agent perceives, unless that is what it was at this version; 0 is before all. It is asked after
    /// [`Agent::look`](crate::agent::Agent::look).
    fn perceive(&mut self, agent: Atom, seen: u64) -> Option<Sight> {
        let _ = (agent, seen);
        None
    }

    /// The time, in microseconds since some moment.
    fn now(&self) -> u64;

    /// The same as it is at this very moment, rounded up: what waits from then on is never early.
    fn now_at_latest(&self) -> u64 {
        self.now()
    }

    /// Makes another agent of a program (its name and `.asl` where none is given), which begins with this as well; gives back its
    /// name, which may be another one if there is such an agent.
    ///
    /// # Errors
    ///
    /// What is wrong with the program.
    fn create(&mut self, name: &str, program: Option<&str>, outset: Outset) -> Result<Atom, String>;

    /// Gives an agent another program. What comes back is the namespace that its names are in.
    ///
    /// # Errors
    ///
    /// What is wrong with the program.
    fn include(&mut self, mind: &mut Mind, file: &str, names: Names) -> Result<Atom, String> {
        let _ = (mind, names);
        Err(format!("there are no programs to include, nor {file}"))
    }

    /// The folder that relative names of files are of.
    fn folder(&self) -> PathBuf {
        PathBuf::new()
    }

    /// Lets another agent live, under another name if there is an agent of its own.
    fn adopt(&mut self, mind: Mind);

    /// Ends an agent; returns whether there was one of this name.
    fn kill(&mut self, name: Atom) -> bool;

    /// Who provides which services.
    fn directory(&self) -> &Directory;

    /// Is the agent gone, or the whole system over? Then nothing more is to be done.
    fn is_over(&self) -> bool {
        false
    }

    /// Ends the whole system after so many milliseconds, with this exit status.
    fn stop(&mut self, delay: u64, status: i32);
}

/// What an agent begins with besides its program.
#[derive(Clone, Default)]
pub struct Outset {
    /// What it believes.
    pub beliefs: Vec<Term>,
    /// What it wants to achieve.
    pub goals: Vec<Term>,
    /// Functions of its own.
    pub custom: Option<Arc<dyn Custom>>,
    /// On which node it is to live, where there are several.
    pub at: Option<Atom>,
}

/// In which namespace the names of a program are that is included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// In this one, unless they name another.
    In(Atom),
    /// In one of its own.
    InNew,
}

/// A message from one agent to another.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it wants: `tell`, `achieve`, `askOne` ...
    pub performative: Atom,
    /// Whose it is.
    pub sender: Atom,
    /// Its content.
    pub content: Term,
    /// Its number among its sender's.
    pub id: u64,
    /// The number of the question that it answers.
    pub in_reply_to: Option<u64>,
}

impl Message {
    /// The notice of the directory of services to a subscriber.
    pub fn of_provider(provider: Atom, service: &str) -> Self {
        Self {
            performative: Atom::TELL,
            sender: Atom::new("df"),
            content: Term::structure("provider", [Term::from(provider), Term::string(service)]),
            id: 0,
            in_reply_to: None,
        }
    }

    /// The notice to the asker that the question of this number will not be answered: the step that waits for the answer fails.
    pub fn unanswered(question: u64, whose: Atom, why: &str) -> Self {
        let (performative, content) = (Atom::UNANSWERED, Term::string(why));
        Self { performative, sender: whose, content, id: 0, in_reply_to: Some(question) }
    }
}
