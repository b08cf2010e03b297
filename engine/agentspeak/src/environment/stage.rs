use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::desk::{Desk, Visit};
use super::news::{Listener, News};
use super::pool::Pool;
use super::steps::{Stepped, Unmoved};
use super::{Action, Environment, Link, Maker, Percepts, Setting};
use crate::mind::{Failure, Sight};
use crate::project::{ClassKind, ClassUse, Problem, Project, unknown_class};
use crate::term::{Atom, Term};

/// An environment as a system has it: with its threads, and the receivers of its news.
#[derive(Clone)]
pub struct Stage(Arc<Inner>);

struct Inner {
    environment: Arc<dyn Environment>,
    percepts: Percepts,
    pool: Option<Pool>,
    desk: Arc<Desk>,
}

impl Stage {
    /// The environment that a project names, or nothing if it names none. `listen` is notified of what happens there.
    ///
    /// # Errors
    ///
    /// If `maker` has nothing that makes its class, or its arguments are not what it takes.
    pub fn of_project(
        project: &Project,
        maker: impl FnOnce(&ClassUse) -> Option<Maker>,
        listen: impl Fn(News) + Send + Sync + 'static,
    ) -> Result<Option<Self>, Problem> {
        let Some(class) = &project.environment else { return Ok(None) };
        let (name, span) = (&class.name.value, class.name.span.clone());
        if name == "jason.environment.Environment" {
            // As in Jason: a project that names it has none.
            return Ok(None);
        }
        let Some(maker) = maker(class) else { return Err(unknown_class(ClassKind::Environment, name, span)) };
        let agents = project.instances().map(|instance| Atom::new(&instance.name)).collect();
        let made = Self::new(&maker, class.texts(), agents, listen);
        made.map(Some)
            .map_err(|reason| Problem::error(format!("the environment {name} cannot be made: {reason}"), span))
    }

    /// The environment that `maker` makes.
    ///
    /// # Errors
    ///
    /// The maker's.
    pub fn new(
        maker: &Maker,
        arguments: Vec<String>,
        agents: Vec<Atom>,
        listen: impl Fn(News) + Send + Sync + 'static,
    ) -> Result<Self, String> {
        let listener: Listener = Arc::new(listen);
        let percepts = Percepts::new(Arc::clone(&listener));
        let environment =
            maker(&Setting { arguments, percepts: percepts.clone(), agents, link: Link::new(Arc::clone(&listener)) })?;
        let pool = match environment.threads() {
            0 => None,
            most => Some(Pool::new(Arc::clone(&environment), most)),
        };
        let desk = Desk::new(listener);
        Ok(Self(Arc::new(Inner { environment, percepts, pool, desk: Arc::new(desk) })))
    }

    /// Begins an action of an agent's, which knows it by this number. What comes back is how it has ended, if it has; otherwise
    /// that comes as [`News::Ended`].
    pub fn perform(&self, agent: Atom, number: u64, action: &Term) -> Option<Result<(), Failure>> {
        let Inner { environment, pool, desk, .. } = &*self.0;
        desk.begun();
        match pool {
            Some(pool) => {
                pool.execute(Action::new(agent, number, action.clone(), Arc::clone(desk), None));
                None
            }
            None => {
                let visit = Visit::default();
                let action = Action::new(agent, number, action.clone(), Arc::clone(desk), Some(visit.clone()));
                // One that panics has failed as it was dropped.
                let _ = catch_unwind(AssertUnwindSafe(|| environment.execute(action)));
                visit.leave()
            }
        }
    }

    /// What an agent perceives, unless that is what it was at this version; 0 is before all.
    pub fn perceive(&self, agent: Atom, seen: u64) -> Option<Sight> {
        match self.0.environment.senses() {
            Some(senses) => senses.since(agent, seen),
            None => self.0.percepts.since(agent, seen),
        }
    }

    /// Is there an action that has not ended?
    pub fn is_busy(&self) -> bool {
        self.0.desk.is_busy()
    }

    /// The system ends: no news are sent any more, and no action begun.
    pub fn stop(&self) {
        if self.0.desk.close() {
            if let Some(pool) = &self.0.pool {
                pool.stop();
            }
            self.0.environment.stop();
        }
    }
}

/// The environments of Jason's own that are more than none.
pub(crate) fn built_in(class: &str) -> Option<Maker> {
    fn steps(setting: &Setting) -> Result<Arc<dyn Environment>, String> {
        Ok(Arc::new(Stepped::new(Unmoved, setting)?))
    }
    match class {
        "jason.environment.TimeSteppedEnvironment" | "jason.environment.SteppedEnvironment" => Some(Arc::new(steps)),
        _ => None,
    }
}

/// How an action fails where there is no environment.
pub fn missing() -> Failure {
    let annotations = vec![Term::word("noenv")];
    Failure::new("action_failed", "no environment configured!").with_annotations(annotations)
}
