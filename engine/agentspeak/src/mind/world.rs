use crate::term::{Atom, Term};

/// What an agent reaches beyond itself.
pub trait World {
    /// Shows a line of an agent's.
    fn say(&mut self, agent: Atom, text: &str);

    /// Notes something that went wrong in an agent.
    fn warn(&mut self, agent: Atom, text: &str);

    /// Gives a message to whom it is for; says whether there is such an agent.
    fn send(&mut self, to: Atom, message: Message) -> bool;

    /// Executes an action in the environment.
    ///
    /// # Errors
    ///
    /// Why it failed.
    fn perform(&mut self, agent: Atom, action: &Term) -> Result<(), String>;

    /// Ends the whole system with this exit status.
    fn stop(&mut self, status: i32);
}

/// What one agent tells another.
#[derive(Clone, Debug)]
pub struct Message {
    /// What it wants: `tell`, `achieve`, `askOne` ...
    pub performative: Atom,
    /// Whose it is.
    pub sender: Atom,
    /// What it says.
    pub content: Term,
    /// Its number among its sender's.
    pub id: u64,
    /// The number of the question that it answers.
    pub in_reply_to: Option<u64>,
}
