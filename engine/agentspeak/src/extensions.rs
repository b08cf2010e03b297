//! What a program brings along in Rust: internal actions of its own by their dotted names, and environments by their classes.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use crate::dialect::Dialect;
use crate::environment::{self, Environment, Link, Maker, Setting};
use crate::java::{Classes, Java, here};
use crate::library::LANGUAGE;
use crate::mind::{Actions, Call, Custom, Language, Mind, Result, World, calculated, counted};
use crate::project::{ClassKind, ClassUse, Project};
use crate::query::Solutions;
use crate::term::{Atom, Term};

/// Internal actions and environments of one's own. Copies share what is registered.
///
/// ```
/// use agon_agentspeak::Extensions;
/// use agon_agentspeak::library::holds;
/// use agon_agentspeak::term::Term;
///
/// let extensions = Extensions::default().action("my.double", 2, 2, |call| {
///     let number = call.number(0)?;
///     call.give(1, &Term::from(2.0 * number))
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
struct OwnAction {
    least: usize,
    most: usize,
    execute: Box<dyn Fn(&mut Call<'_>) -> Result + Send + Sync>,
}

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
        assert!(name.find('.').is_some_and(|dot| dot > 0), "{name:?}: the name of an own action is package.name");
        let action = OwnAction { least, most, execute: Box::new(execute) };
        Arc::make_mut(&mut self.0).actions.insert(Atom::new(name), Arc::new(action));
        self
    }

    /// Registers an environment under the class by which projects name it (`environment: GridWorld(10, "x")`). `make` makes it of
    /// the class's arguments, or returns what is wrong with them.
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
        self.0.knows(kind, name)
    }

    /// Programs are executed as this release of Jason does: as the newest, where none is given.
    #[must_use]
    pub fn in_dialect(mut self, dialect: Dialect) -> Self {
        Arc::make_mut(&mut self.0).dialect = dialect;
        self
    }

    /// As which release of Jason programs are executed.
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    /// Unregistered classes of a project may be Java's. Without the feature `java` there are none.
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
        self.0.offers(kind, name)
    }

    /// What makes the environment of this class: one that is registered, the engine's own, or Java's.
    pub(crate) fn environment_of(&self, class: &ClassUse) -> Option<Maker> {
        let name = &class.name.value;
        let java = || Some(self.0.java.as_ref()?.environment(class));
        self.0.environments.get(&**name).cloned().or_else(|| environment::built_in(name)).or_else(java)
    }

    /// The state of an agent that knows nothing yet but these actions, and the language's.
    pub fn new_agent(&self, name: Atom) -> Mind {
        Mind::new(name, Arc::clone(&self.0) as _)
    }

    /// Sees to it that an internal action can be called: one that is not registered may be a class of Java's.
    ///
    /// # Errors
    ///
    /// Why there is none, if it could be Java's; nothing, if it could not.
    pub(crate) fn prepare(&self, name: &str) -> std::result::Result<(), Option<String>> {
        if self.knows(ClassKind::InternalAction, name) {
            return Ok(());
        }
        self.prepare_java(name).map(drop)
    }

    /// The calls whose value a function is that a class of Java's may be: its name, and each number of arguments. It is called as an
    /// internal action is whose last argument is the value.
    ///
    /// # Errors
    ///
    /// Why there is none, if it could be Java's; nothing, if it could not.
    pub(crate) fn function(&self, class: &str) -> std::result::Result<Vec<(String, usize)>, Option<String>> {
        let calls = self.prepare_java(class)?;
        if calls.is_empty() { Err(Some("it is no jason.asSemantics.ArithFunction".to_owned())) } else { Ok(calls) }
    }

    fn prepare_java(&self, name: &str) -> std::result::Result<Vec<(String, usize)>, Option<String>> {
        let kind = ClassKind::InternalAction;
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

    /// The Java classes, if internal actions may be among them.
    pub(crate) fn classes(&self) -> Option<Arc<Classes>> {
        self.0.java.clone()
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

impl Registered {
    /// Is something of this kind registered under the name?
    fn knows(&self, kind: ClassKind, name: &str) -> bool {
        match kind {
            ClassKind::Environment => self.environments.contains_key(name),
            ClassKind::InternalAction => Atom::known(name).is_some_and(|name| self.actions.contains_key(&name)),
            _ => false,
        }
    }
}

impl Actions for Registered {
    fn language(&self) -> &'static Language {
        &LANGUAGE
    }

    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn call(&self, name: Atom, call: &mut Call<'_>) -> Option<Result> {
        let Some(action) = self.actions.get(&name) else { return self.java.as_ref()?.call(name, call) };
        let fits = calculated(call.arguments).and_then(|()| counted(name, (action.least, action.most), call.arguments));
        Some(fits.and_then(|()| (action.execute)(call)))
    }

    fn offers(&self, kind: ClassKind, name: &str) -> bool {
        self.knows(kind, name) || self.java.as_ref().is_some_and(|java| java.offers(kind, name))
    }

    fn custom(&self, declared: Vec<(ClassKind, String)>, source: &str) -> std::result::Result<Arc<dyn Custom>, String> {
        let java = self.java.as_ref().ok_or("there are no Java classes")?;
        let name = |text: &'_ String| text.split('(').next().unwrap_or_default().to_owned();
        let named: Vec<(ClassKind, String)> = declared.iter().map(|(kind, text)| (*kind, name(text))).collect();
        let classes: Vec<(ClassKind, &str)> = named.iter().map(|(kind, class)| (*kind, class.as_str())).collect();
        java.custom(&classes, source, declared)
    }

    fn solutions_ask(&self) -> bool {
        self.java.as_ref().is_some_and(|java| java.has_begun())
    }

    fn next(&self, solutions: &mut Solutions, mind: &mut Mind, world: &mut dyn World) -> Option<Term> {
        // Java may ask the agent for what it finds next.
        here::during(mind, world, || solutions.candidates.next())
    }
}
