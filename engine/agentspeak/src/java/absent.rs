//! In place of Java classes, where the feature `java` is off: none of a project's classes is Java's.

#[path = "setup.rs"]
mod setup;

use std::sync::Arc;

use crate::environment::{Link, Maker};
use crate::mind::{Call, Custom, Failure, Outcome};
use crate::project::{ClassKind, ClassUse, Project};
use crate::term::Atom;
pub use setup::Java;

const ABSENT: &str = "this program is built without Java (the feature 'java' of agon-agentspeak)";

/// The Java classes of a project, of which there are none.
pub(crate) struct Classes(());

impl Classes {
    pub(crate) fn new(_: Java) -> Self {
        Self(())
    }

    pub(crate) fn of(&self, _: &Project) -> Self {
        Self(())
    }

    pub(crate) fn offers(&self, _: ClassKind, _: &str) -> bool {
        false
    }

    pub(crate) fn environment(self: &Arc<Self>, _: &ClassUse) -> Maker {
        Arc::new(|_| Err(ABSENT.to_owned()))
    }

    pub(crate) fn prepare(&self, _: &str) -> Result<Vec<(String, usize)>, String> {
        Err(ABSENT.to_owned())
    }

    pub(crate) fn call(&self, _: Atom, _: &mut Call<'_>) -> Option<Result<Outcome, Failure>> {
        None
    }

    pub(crate) fn custom(
        &self,
        _: &[(ClassKind, &str)],
        _: &str,
        _: Vec<(ClassKind, String)>,
    ) -> Result<Arc<dyn Custom>, String> {
        Err(ABSENT.to_owned())
    }

    pub(crate) fn has_begun(&self) -> bool {
        false
    }

    pub(crate) fn stop(&self) {}

    pub(crate) fn connect(&self, _: Link) {}
}

/// In place of calls of Java with an agent at hand.
pub(crate) mod here {
    pub(crate) fn during<A, W: ?Sized, R>(_: &mut A, _: &mut W, call: impl FnOnce() -> R) -> R {
        call()
    }
}
