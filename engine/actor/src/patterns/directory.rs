//! What a system knows by name. A name belongs to one type of message: its use with another is an error.

use std::any::Any;
use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, OnceLock};
use std::{fmt, ptr};

use crate::sync::shim::lock;
use crate::worker::shared::{Shared, SystemRef};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Role,
    Topic,
    Goal,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Name {
    kind: Kind,
    /// The group that a role belongs to; others belong to none.
    group: Cow<'static, str>,
    name: Cow<'static, str>,
}

impl Name {
    pub(crate) const fn new(kind: Kind, name: Cow<'static, str>) -> Self {
        Self { kind, group: Cow::Borrowed(""), name }
    }

    pub(crate) fn role(group: Cow<'static, str>, name: Cow<'static, str>) -> Self {
        Self { kind: Kind::Role, group, name }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, group, name } = self;
        match kind {
            Kind::Role => write!(f, "the role '{name}' in the group '{group}'"),
            Kind::Topic => write!(f, "the topic '{name}'"),
            Kind::Goal => write!(f, "the goal '{name}'"),
        }
    }
}

/// What is behind a name.
struct Entry {
    board: Arc<dyn Any + Send + Sync>,
    types: &'static str,
}

/// Names stay once they have been used: they are few.
#[derive(Default)]
pub(crate) struct Directory {
    entries: Mutex<HashMap<Name, Entry>>,
}

impl Directory {
    /// What is behind a name; it is made if the name is new. `types` is what users know the type `B` by.
    pub(crate) fn board<B>(&self, name: &Name, types: &'static str) -> Result<Arc<B>, WrongType>
    where
        B: Default + Send + Sync + 'static,
    {
        let mut entries = lock(&self.entries);
        if let Some(entry) = entries.get(name) {
            let wrong = || WrongType { name: name.clone(), is: entry.types, used_as: types };
            return Arc::clone(&entry.board).downcast().map_err(|_| wrong());
        }
        let board = Arc::<B>::default();
        let entry = Entry { board: Arc::<B>::clone(&board), types };
        entries.insert(name.clone(), entry);
        Ok(board)
    }
}

/// A name, and what is behind it in the system it was used in first.
pub(crate) struct Named<B> {
    pub(crate) name: Name,
    known: OnceLock<(&'static SystemRef, Arc<B>)>,
}

impl<B> Named<B> {
    pub(crate) const fn new(name: Name) -> Self {
        Self { name, known: OnceLock::new() }
    }
}

impl<B: Default + Send + Sync + 'static> Named<B> {
    pub(crate) fn find(&self, shared: &Shared, types: &'static str) -> Result<Arc<B>, WrongType> {
        if let Some((system_ref, board)) = self.known.get()
            && ptr::eq(*system_ref, shared.system_ref)
        {
            return Ok(Arc::clone(board));
        }
        let board = shared.extensions.get::<Directory>().board::<B>(&self.name, types)?;
        let _ = self.known.set((shared.system_ref, Arc::clone(&board))); // another system's may be known already
        Ok(board)
    }
}

impl<B> Clone for Named<B> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), known: self.known.clone() }
    }
}

/// A name was used with another type of message than it has in this system.
///
/// The first use of the name of a role, topic or goal determines its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongType {
    name: Name,
    is: &'static str,
    used_as: &'static str,
}

impl fmt::Display for WrongType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, is, used_as } = self;
        write!(f, "{name} is of type {is}, and was used as {used_as}")
    }
}

impl Error for WrongType {}
