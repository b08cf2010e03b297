//! What a program brings along in Rust: internal actions of its own by their dotted names, and environments by their classes.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use super::{Call, Result};
use crate::Dialect;
use crate::environment::{Environment, Link, Setting};
use crate::java::{Classes, Java};
use crate::mind::{Custom, Failure};
use crate::project::{ClassKind, ClassUse, Project};
use crate::term::{Atom, Term};

/// Internal actions and environments of one's own. Copies share what is registered.
///
/// ```
/// use agon_agentspeak::library::{Extensions, holds};
/// use agon_agentspeak::term::Term;
///
/// let extensions = Extensions::default().action("my.double", 2, 2, |call| {
///     let number = call.number(0)?;
///     call.give(1, &Term::Number(2.0 * number))
/// });
/// # let _ = extensions.action("my.never", 0, 0, |_| holds(false));
/// ```
#[derive(Clone, Default)]
pub struct Extensions(Arc<Registered>);

#[derive(Clone, Default)]
struct Registered {
    actions: HashMap<Atom, Arc<OwnAction>>,
    environments: BTreeMap<Box<str>, Maker>,
    java: Option<Arc<Classes>>,
    dialect: Dialect,
}

/// An internal action of one's own.
pub(super) struct OwnAction {
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) execute: Box<dyn Fn(&mut Call<'_>) -> Result + Send + Sync>,
}

/// What makes an environment of its [`Setting`].
pub type Maker = Arc<dyn Fn(&Setting) -> std::result::Result<Arc<dyn Environment>, String> + Send + Sync>;

impl Extensions {
    /// Registers an internal action under the dotted name by which programs call it, with the fewest and the most arguments that
    /// it takes. One of the same name takes the place of the earlier.
    ///
    /// # Panics
    ///
    /// If the name has no dot, or begins with one: such actions are the language's own.
    #[must_use]
    pub fn action(
        mut self,
        name: &str,
        least: usize,
        most: usize,
        execute: impl Fn(&mut Call<'_>) -> Result + Send + Sync + 'static,
    ) -> Self {
        assert!(name.find('.').is_some_and(|dot| dot > 0), "{name:?}: an action of one's own is called room.name");
        let action = OwnAction { least, most, execute: Box::new(execute) };
        Arc::make_mut(&mut self.0).actions.insert(Atom::new(name), Arc::new(action));
        self
    }

    /// Registers an environment under the class by which projects name it (`environment: GridWorld(10, "x")`). `make` makes it of
    /// the class's arguments, or says what is wrong with them.
    #[must_use]
    pub fn environment<E: Environment + 'static>(
        mut self,
        class: &str,
        make: impl Fn(&Setting) -> std::result::Result<E, String> + Send + Sync + 'static,
    ) -> Self {
        let maker = move |setting: &Setting| -> std::result::Result<Arc<dyn Environment>, String> {
            Ok(Arc::new(make(setting)?))
        };
        Arc::make_mut(&mut self.0).environments.insert(class.into(), Arc::new(maker));
        self
    }

    /// Is something of this kind registered under the name?
    pub fn knows(&self, kind: ClassKind, name: &str) -> bool {
        match kind {
            ClassKind::Environment => self.0.environments.contains_key(name),
            ClassKind::InternalAction => Atom::known(name).is_some_and(|name| self.0.actions.contains_key(&name)),
            _ => false,
        }
    }

    /// Programs are executed as this release of Jason does: as the newest, where nothing is said.
    #[must_use]
    pub fn in_dialect(mut self, dialect: Dialect) -> Self {
        Arc::make_mut(&mut self.0).dialect = dialect;
        self
    }

    /// As which release of Jason programs are executed.
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    /// Classes of a project that nobody has registered may be Java's.
    #[must_use]
    pub fn java(mut self, java: Java) -> Self {
        Arc::make_mut(&mut self.0).java = Some(Arc::new(Classes::new(java)));
        self
    }

    /// The same, with the Java classes of a project.
    #[must_use]
    pub(crate) fn in_project(mut self, project: &Project) -> Self {
        if let Some(java) = &self.0.java {
            let java = Arc::new(java.of(project));
            Arc::make_mut(&mut self.0).java = Some(java);
        }
        self
    }

    /// Is something of this kind registered under the name, or may it be a Java class of the project's?
    pub(crate) fn offers(&self, kind: ClassKind, name: &str) -> bool {
        self.knows(kind, name) || self.0.java.as_ref().is_some_and(|java| java.offers(kind, name))
    }

    /// Sees to it that an internal action can be called: one that is not registered may be a class of Java's.
    ///
    /// # Errors
    ///
    /// Why there is none, if it could be Java's; nothing, if it could not.
    pub(crate) fn prepare(&self, name: &str) -> std::result::Result<(), Option<String>> {
        let kind = ClassKind::InternalAction;
        if self.knows(kind, name) {
            return Ok(());
        }
        let java = self.0.java.as_ref().filter(|java| java.offers(kind, name)).ok_or(None)?;
        java.prepare(name).map_err(Some)
    }

    /// The system that the agents live in is there: Java may want something of it.
    pub(crate) fn connect(&self, link: Link) {
        if let Some(java) = &self.0.java {
            java.connect(link);
        }
    }

    /// The functions that an agent has in these classes of Java's; its program is in this file.
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub(crate) fn custom(
        &self,
        classes: &[(ClassKind, &str)],
        source: &str,
    ) -> std::result::Result<Arc<dyn Custom>, String> {
        let java = self.0.java.as_ref().ok_or("there are no Java classes")?;
        java.custom(classes, source, Vec::new())
    }

    /// The same for an agent that no project declares, whose classes may have parameters.
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub(crate) fn custom_of(
        &self,
        said: Vec<(ClassKind, String)>,
        source: &str,
    ) -> std::result::Result<Arc<dyn Custom>, String> {
        let java = self.0.java.as_ref().ok_or("there are no Java classes")?;
        let name = |text: &'_ String| text.split('(').next().unwrap_or_default().to_owned();
        let named: Vec<(ClassKind, String)> = said.iter().map(|(kind, text)| (*kind, name(text))).collect();
        let classes: Vec<(ClassKind, &str)> = named.iter().map(|(kind, class)| (*kind, class.as_str())).collect();
        java.custom(&classes, source, said)
    }

    /// Does Java run?
    pub(crate) fn has_begun_java(&self) -> bool {
        self.0.java.as_ref().is_some_and(|java| java.has_begun())
    }

    /// The Java classes, if internal actions may be among them.
    pub(crate) fn classes(&self) -> Option<Arc<Classes>> {
        self.0.java.clone()
    }

    /// What makes the environment of this class of Java's, if classes may be Java's.
    pub(crate) fn java_environment(&self, class: &ClassUse) -> Option<Maker> {
        Some(self.0.java.as_ref()?.environment(class))
    }

    /// What makes the environment of this class.
    pub fn maker(&self, class: &str) -> Option<Maker> {
        self.0.environments.get(class).cloned()
    }

    pub(super) fn find(&self, name: Atom) -> Option<Arc<OwnAction>> {
        self.0.actions.get(&name).cloned()
    }
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut actions: Vec<_> = self.0.actions.keys().collect();
        actions.sort();
        let environments: Vec<_> = self.0.environments.keys().collect();
        f.debug_struct("Extensions").field("actions", &actions).field("environments", &environments).finish()
    }
}

/// What actions of one's own ask for most.
impl Call<'_> {
    /// Whose action it is.
    pub fn agent(&self) -> Atom {
        self.mind.name
    }

    /// The argument of this number, counted from 0.
    ///
    /// # Errors
    ///
    /// If there are not so many.
    pub fn argument(&self, number: usize) -> std::result::Result<&Term, Failure> {
        self.arguments.get(number).ok_or_else(|| super::error(format!("there is no argument {}", number + 1)))
    }

    /// The number that this argument is.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn number(&self, number: usize) -> std::result::Result<f64, Failure> {
        let argument = self.argument(number)?;
        argument.as_number().ok_or_else(|| wrong_kind(number, argument, "a number"))
    }

    /// The text that this argument is: a string without its quotation marks, or a constant's name.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn text(&self, number: usize) -> std::result::Result<String, Failure> {
        match self.argument(number)? {
            text @ (Term::String(_) | Term::Atom(_)) => Ok(super::text_of(text)),
            other => Err(wrong_kind(number, other, "a string or an atom")),
        }
    }
}

fn wrong_kind(number: usize, argument: &Term, due: &str) -> Failure {
    Failure::new("wrong_arguments", format!("argument {} is '{argument}' and not {due}", number + 1))
}
