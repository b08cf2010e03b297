//! How an actor describes itself to observers.

/// How an actor describes itself in views of the running system: see [`Actor::describe`](crate::Actor::describe).
///
/// ```
/// # use agon_actor::{Actor, Context, Description};
/// struct Cache {
///     entries: Vec<String>,
///     hits: u64,
/// }
///
/// impl Actor for Cache {
///     type Message = String;
///
///     fn handle(&mut self, _: String, _: &mut Context<'_, Self>) {}
///
///     fn describe(&self, description: &mut Description) {
///         description.number("entries", self.entries.len() as u64).number("hits", self.hits);
///     }
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    pub(crate) name: Option<Box<str>>,
    pub(crate) numbers: Vec<(&'static str, u64)>,
}

impl Description {
    /// What it is called, if it was spawned without a name.
    pub fn name(&mut self, name: impl Into<Box<str>>) -> &mut Self {
        self.name = Some(name.into());
        self
    }

    /// A number, and what it is the number of.
    pub fn number(&mut self, what: &'static str, number: u64) -> &mut Self {
        self.numbers.push((what, number));
        self
    }
}
