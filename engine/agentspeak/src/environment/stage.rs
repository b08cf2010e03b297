use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

use super::pool::Pool;
use super::steps::{Stepped, Unmoved};
use super::{Action, Environment, Link, Maker, Percepts, Setting};
use crate::mind::{Ended, Failure, Mind, Sight, World};
use crate::project::{ClassKind, ClassUse, Problem, Project, unknown_class};
use crate::term::{Atom, Term};

/// What an environment has to tell a system, from whichever thread.
#[derive(Clone, Debug)]
pub enum News {
    /// What the agent perceives has changed; what all perceive, without one. For [`Mind::look`](crate::mind::Mind::look).
    Percepts(Option<Atom>),
    /// An action of the agent's has ended. For [`Mind::end_action`](crate::mind::Mind::end_action).
    Ended(Atom, Ended),
    /// A text is to be printed where the agents' lines go.
    Print(String),
    /// Something has gone wrong for an agent.
    Warning(Atom, String),
    /// Somebody wants the names of all agents.
    Agents(Sender<Vec<Atom>>),
    /// Something is to be done on the agent's thread, between two of its cycles; on whichever agent's, without one.
    Request(Option<Atom>, Request),
    /// The system is to end.
    Stop {
        /// After how many milliseconds.
        delay: u64,
        /// With which status.
        status: i32,
    },
    /// The process is about to end, whatever the system does: what was said is to be written before this has been heard.
    Leave,
}

/// What is to be done with an agent's mind at hand. It is done once, or given up with the last copy.
#[derive(Clone)]
pub struct Request(Arc<Mutex<Option<Box<Requested>>>>);

type Requested = dyn FnOnce(&mut Mind, &mut dyn World) + Send;

impl Request {
    pub(crate) fn new(requested: impl FnOnce(&mut Mind, &mut dyn World) + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Some(Box::new(requested)))))
    }

    /// Is it done?
    pub(crate) fn is_done(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Does it, unless that is done.
    pub fn run(&self, mind: &mut Mind, world: &mut dyn World) {
        let requested = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(requested) = requested {
            requested(mind, world);
        }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Request")
    }
}

/// Who hears the news.
pub(crate) type Listener = Arc<dyn Fn(News) + Send + Sync>;

/// An environment as a system has it: with its threads, and whom it tells what.
#[derive(Clone)]
pub struct Stage(Arc<Inner>);

struct Inner {
    environment: Arc<dyn Environment>,
    percepts: Percepts,
    pool: Option<Pool>,
    desk: Arc<Desk>,
}

/// Where actions are handed back.
pub(super) struct Desk {
    listener: Listener,
    unfinished: AtomicUsize,
    closed: AtomicBool,
}

impl Stage {
    /// The environment that a project names, or nothing if it names none. `listen` is told what happens there.
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
            // As in Jason: whoever names it has none.
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
        let desk = Desk { listener, unfinished: AtomicUsize::new(0), closed: AtomicBool::new(false) };
        Ok(Self(Arc::new(Inner { environment, percepts, pool, desk: Arc::new(desk) })))
    }

    /// Begins an action of an agent's, which knows it by this number. What comes back is how it has ended, if it has; otherwise
    /// that comes as [`News::Ended`].
    pub fn perform(&self, agent: Atom, number: u64, action: &Term) -> Option<Result<(), Failure>> {
        let Inner { environment, pool, desk, .. } = &*self.0;
        desk.unfinished.fetch_add(1, Ordering::AcqRel);
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
        self.0.desk.unfinished.load(Ordering::Acquire) > 0
    }

    /// The system ends: nothing is told any more, and no action begun.
    pub fn stop(&self) {
        if !self.0.desk.closed.swap(true, Ordering::AcqRel) {
            if let Some(pool) = &self.0.pool {
                pool.stop();
            }
            self.0.environment.stop();
        }
    }
}

impl Desk {
    pub(super) fn ended(&self, agent: Atom, ended: Ended, visit: Option<&Visit>) {
        let ended = match visit {
            Some(visit) => visit.end(ended),
            None => Some(ended),
        };
        if let Some(ended) = ended
            && !self.closed.load(Ordering::Acquire)
        {
            (self.listener)(News::Ended(agent, ended));
        }
        // Whoever sees that nothing is unfinished must have been told before.
        self.unfinished.fetch_sub(1, Ordering::AcqRel);
    }
}

/// An agent that executes an action itself, and may be told at once how it ended.
#[derive(Clone, Default)]
pub(super) struct Visit(Arc<Mutex<Stay>>);

#[derive(Default)]
enum Stay {
    #[default]
    There,
    Told(Ended),
    Gone,
}

impl Visit {
    /// Tells the agent, if it is there still; gives it back if it is not.
    fn end(&self, ended: Ended) -> Option<Ended> {
        let mut stay = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Stay::Gone = *stay {
            return Some(ended);
        }
        *stay = Stay::Told(ended);
        None
    }

    /// The agent goes, with what it has been told.
    fn leave(&self) -> Option<Result<(), Failure>> {
        let mut stay = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *stay, Stay::Gone) {
            Stay::Told(ended) => Some(ended.result),
            Stay::There | Stay::Gone => None,
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
    let annotations = vec![Term::atom("noenv")];
    Failure::new("action_failed", "no environment configured!").with_annotations(annotations)
}
