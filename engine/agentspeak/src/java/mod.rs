//! Java classes of a project, with the user's own Jason, in a virtual machine in this process: `docs/java.md` explains how.
//!
//! Nothing of it is loaded before a project names a class that is Java's.

mod action;
mod answers;
mod asked;
mod beliefs;
mod crossing;
mod custom;
mod environment;
pub(crate) mod here;
mod machine;
mod setup;
mod sights;
mod terms;
mod words;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::environment::{Environment, Link, Maker, Setting};
use crate::mind::{Call, Custom, Outcome};
use crate::project::{ClassKind, ClassUse, Project, Standing, known_class};
use crate::term::Atom;
use action::JavaAction;
use custom::JavaCustom;
use environment::JavaEnvironment;
use machine::{Machine, Places};
pub use setup::Java;
use terms::Writer;
use words::CHECK;

/// The Java classes of a project.
pub(crate) struct Classes {
    java: Java,
    places: Option<Places>,
    machine: OnceLock<Result<Arc<Machine>, String>>,
    link: OnceLock<Link>,
    /// The internal actions that have been prepared.
    actions: RwLock<HashMap<Atom, Arc<JavaAction>>>,
}

impl Classes {
    /// Those of no project yet.
    pub(crate) fn new(java: Java) -> Self {
        Self { java, places: None, machine: OnceLock::new(), link: OnceLock::new(), actions: RwLock::default() }
    }

    /// Those of this project.
    pub(crate) fn of(&self, project: &Project) -> Self {
        Self { places: Some(Places::of(&self.java, project)), ..Self::new(self.java.clone()) }
    }

    /// May this be a class of the project's? It need not be loaded for that.
    pub(crate) fn offers(&self, kind: ClassKind, class: &str) -> bool {
        let is_ours = match kind {
            ClassKind::Environment => known_class(kind, class).is_none(),
            ClassKind::InternalAction => true,
            ClassKind::Agent | ClassKind::Architecture => known_class(kind, class).is_none(),
            // Those that Jason's own jar has are there, but what every agent has needs no class.
            ClassKind::BeliefBase => match known_class(kind, class) {
                Some(known) => return known.standing == Standing::Refused && self.places.is_some(),
                None => true,
            },
            _ => false,
        };
        is_ours && self.places.as_ref().is_some_and(|places| places.may_have(class))
    }

    /// What makes the environment of this class.
    pub(crate) fn environment(self: &Arc<Self>, class: &ClassUse) -> Maker {
        let (classes, name) = (Arc::clone(self), class.name.value.clone());
        Arc::new(move |setting: &Setting| -> Result<Arc<dyn Environment>, String> {
            Ok(Arc::new(JavaEnvironment::new(classes.machine()?, &name, setting)?))
        })
    }

    /// Loads the class of an internal action, or of a function: gives back the calls whose value that is.
    pub(crate) fn prepare(&self, name: &str) -> Result<Vec<(String, usize)>, String> {
        let action = JavaAction::new(self.machine()?, name)?;
        let calls = action.calls.clone();
        self.actions.write().unwrap_or_else(PoisonError::into_inner).insert(Atom::new(name), Arc::new(action));
        Ok(calls)
    }

    /// Executes an internal action, if one of this name has been prepared.
    pub(crate) fn call(&self, name: Atom, call: &mut Call<'_>) -> Option<Result<Outcome, crate::mind::Failure>> {
        let action = self.actions.read().unwrap_or_else(PoisonError::into_inner).get(&name).cloned()?;
        Some(action.execute(name, call))
    }

    /// What these classes of an agent do, whose program is in this file. Of an agent that the project does not declare, what is
    /// `declared` of its classes.
    pub(crate) fn custom(
        &self,
        classes: &[(ClassKind, &str)],
        source: &str,
        declared: Vec<(ClassKind, String)>,
    ) -> Result<Arc<dyn Custom>, String> {
        let machine = self.machine()?;
        for (kind, class) in classes {
            let mut check = Writer::default();
            check.string(class);
            machine.jvm.call(CHECK, number_of(*kind), &check.bytes)?;
        }
        let declared = declared.into_iter().map(|(kind, text)| (number_of(kind) as usize, text)).collect();
        Ok(Arc::new(JavaCustom { machine, source: source.to_owned(), declared }))
    }

    /// Has the machine been started?
    pub(crate) fn has_begun(&self) -> bool {
        self.machine.get().is_some()
    }

    /// All is over: the classes stop what they do.
    pub(crate) fn stop(&self) {
        if let Some(Ok(machine)) = self.machine.get() {
            machine.stop();
        }
    }

    /// The system that the agents live in is there.
    pub(crate) fn connect(&self, link: Link) {
        if let Some(Ok(machine)) = self.machine.get() {
            let _ = machine.link.set(link.clone());
        }
        let _ = self.link.set(link);
    }

    fn machine(&self) -> Result<Arc<Machine>, String> {
        let start = || {
            let places = self.places.as_ref().ok_or("Java's classes are those of a project, and there is none")?;
            let machine = Machine::start(&self.java, places)?;
            if let Some(link) = self.link.get() {
                let _ = machine.link.set(link.clone());
            }
            Ok(machine)
        };
        self.machine.get_or_init(start).clone()
    }
}

/// What Java calls the kinds of an agent's classes.
fn number_of(kind: ClassKind) -> i64 {
    match kind {
        ClassKind::Agent => 1,
        ClassKind::BeliefBase => 2,
        _ => 0,
    }
}
