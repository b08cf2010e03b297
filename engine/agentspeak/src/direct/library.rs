//! All plans of an agent, for direct execution.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use super::formula;
use super::loops::{self, Code};
use super::plan::DirectPlan;
use super::reaction::{Reaction, Reflexes, Repertoire};
use crate::belief::BeliefBase;
use crate::mind::{Plan, PlanLibrary};
use crate::term::{Change, Functor, Subject};

/// The plans for goals, by predicate.
#[derive(Debug)]
pub(crate) struct Library {
    /// The predicate of the lowest number that there is a plan for.
    first: usize,
    /// By predicate, from that one on.
    groups: Box<[Group]>,
    /// The same, as reflexes.
    pub(super) repertoire: Repertoire,
    heard: HashSet<(Change, Functor)>,
    /// All of them; also, so that their addresses stay theirs.
    plans: Box<[Arc<Plan>]>,
}

/// The plans for one predicate.
#[derive(Debug, Default)]
struct Group {
    /// Those that are tried as reactions, in this order.
    reactions: Box<[Reaction]>,
    closed: Candidates,
    /// The same for goals with certain arguments open, those of the goal that came first.
    open: OnceLock<(u64, Candidates)>,
}

#[derive(Debug, Default)]
struct Candidates {
    all: Box<[Candidate]>,
    /// Does their choice depend on nothing but the goal?
    calm: bool,
    /// All of them once more, if some come round again and again.
    code: Option<Code>,
}

/// A plan that may be for a goal, in the order in which they are tried.
#[derive(Debug)]
pub(super) enum Candidate {
    Direct(DirectPlan),
    /// The interpreter's, and so are all behind it.
    Interpreted,
}

/// What an agent knows of its plans for direct execution.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    library: Option<&'static Library>,
    /// Of which state of its plans, and how many states have been looked at.
    version: Option<u64>,
    states: u32,
    /// Has one of its program's own actions been executed, which may have done anything with the agent?
    touched: bool,
}

/// So many sets of plans are compiled in one process ...
const SETS: usize = 10_000;
/// ... and so many of one agent.
const STATES: u32 = 8;

/// By the addresses of their plans.
type Libraries = HashMap<Box<[usize]>, &'static Library>;

static LIBRARIES: LazyLock<Mutex<Libraries>> = LazyLock::new(Mutex::default);

impl Known {
    /// The plans as they are now, if they can be executed directly.
    #[inline]
    pub(super) fn library(&mut self, plans: &PlanLibrary) -> Option<&'static Library> {
        if self.version != Some(plans.version()) {
            self.look(plans);
        }
        self.library
    }

    /// An action of the program's own is executed.
    #[inline]
    pub(super) fn touch(&mut self) {
        self.touched = true;
    }

    /// Has one been executed since this was last asked?
    #[inline]
    pub(super) fn is_touched(&mut self) -> bool {
        std::mem::take(&mut self.touched)
    }

    #[cold]
    fn look(&mut self, plans: &PlanLibrary) {
        self.version = Some(plans.version());
        self.states = self.states.saturating_add(1);
        self.library = if self.states <= STATES { Library::of(plans) } else { None };
    }
}

impl Library {
    /// Of these plans: the same one each time.
    fn of(plans: &PlanLibrary) -> Option<&'static Self> {
        let key: Box<[usize]> = plans.plans().iter().map(|plan| Arc::as_ptr(plan) as usize).collect();
        let mut libraries = LIBRARIES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = libraries.get(&key) {
            return Some(known);
        }
        if libraries.len() >= SETS {
            return None;
        }
        let library: &'static Self = Box::leak(Box::new(Self::compile(plans)));
        libraries.insert(key, library);
        Some(library)
    }

    fn compile(plans: &PlanLibrary) -> Self {
        let all = plans.plans();
        // Plans with a variable as trigger may be for anything.
        let any_open = all.iter().any(|plan| plan.trigger.literal.predicate().is_none());
        let states = all.iter().any(|plan| plan.trigger.change == Change::GoalState);
        // Those that hear of the agent's own doings hear of every cycle.
        let is_own = |plan: &Arc<Plan>| {
            let predicate = plan.trigger.literal.predicate();
            predicate.is_some_and(|predicate| predicate.name().name().starts_with("jag_"))
        };
        let states = states || all.iter().any(is_own);
        let heard: HashSet<(Change, Functor)> = all
            .iter()
            .filter(|plan| plan.trigger.subject == Subject::Belief)
            .filter_map(|plan| Some((plan.trigger.change, plan.trigger.literal.predicate()?)))
            .collect();
        let mut library =
            Self { first: 0, groups: [].into(), repertoire: Repertoire::default(), heard, plans: all.into() };
        let indices = || {
            all.iter().filter(|plan| is_goal(plan)).filter_map(|plan| Some(plan.trigger.literal.predicate()?.index()))
        };
        let (Some(first), Some(last), false, false) = (indices().min(), indices().max(), any_open, states) else {
            return library;
        };
        library.first = first;
        let groups = (first..=last).map(|index| {
            let closed = library.candidates_for(index, 0);
            Group { reactions: Reaction::all(&closed.all), closed, open: OnceLock::new() }
        });
        library.groups = groups.collect();
        library.repertoire = Repertoire::of(library.groups.len());
        library
    }

    /// The plans for a predicate that are tried as reactions. None: there may be others.
    #[inline(always)]
    pub(super) fn reactions(&'static self, predicate: Functor) -> &'static [Reaction] {
        self.groups.get(predicate.index().wrapping_sub(self.first)).map_or(&[], |group| &group.reactions)
    }

    /// The reflexes for a predicate, as they are for an agent that believes this if nobody has needed them before.
    #[inline(always)]
    pub(super) fn reflexes(&'static self, predicate: Functor, beliefs: &BeliefBase) -> Option<&'static Reflexes> {
        let place = predicate.index().wrapping_sub(self.first);
        self.repertoire.get(place, self, beliefs)
    }

    /// The plans for closed goals of the predicate at a place among the others.
    pub(super) fn closed(&self, place: usize) -> &[Candidate] {
        &self.groups[place].closed.all
    }

    /// All plans for direct execution, for closed goals.
    pub(super) fn direct_plans(&self) -> impl Iterator<Item = &DirectPlan> {
        self.groups.iter().flat_map(|group| &group.closed.all).filter_map(|candidate| match candidate {
            Candidate::Direct(plan) => Some(plan),
            Candidate::Interpreted => None,
        })
    }

    /// The plans for a predicate by its number, for goals with these arguments open.
    fn candidates_for(&self, index: usize, open: u64) -> Candidates {
        let is_heard = |change, predicate| self.heard.contains(&(change, predicate));
        let plans = self.plans.iter().filter(|plan| {
            is_goal(plan) && plan.trigger.literal.predicate().is_some_and(|predicate| predicate.index() == index)
        });
        let all =
            plans.map(|plan| DirectPlan::of(plan, open, &is_heard).map_or(Candidate::Interpreted, Candidate::Direct));
        let mut all: Box<[_]> = all.collect();
        let code = loops::compile(&mut all, open);
        let calm = all.iter().all(|candidate| match candidate {
            Candidate::Direct(plan) => formula::is_calm(&plan.context),
            Candidate::Interpreted => true,
        });
        Candidates { all, calm, code }
    }

    /// The plans for a goal with these arguments open; none is no news, since there may be others in the interpreter.
    #[inline]
    pub(super) fn candidates(&'static self, predicate: Functor, open: u64) -> &'static [Candidate] {
        self.group_for(predicate, open).map_or(&[], |candidates| &candidates.all)
    }

    /// The code of loops among the plans for such goals, and the plans.
    pub(super) fn code(&'static self, predicate: Functor, open: u64) -> Option<(&'static [Candidate], &'static Code)> {
        let candidates = self.group_for(predicate, open)?;
        Some((&candidates.all, candidates.code.as_ref()?))
    }

    /// Does the choice of a plan for such goals depend on nothing but the goal?
    pub(super) fn is_calm(&'static self, predicate: Functor, open: u64) -> bool {
        self.group_for(predicate, open).is_some_and(|candidates| candidates.calm)
    }

    #[inline]
    fn group_for(&'static self, predicate: Functor, open: u64) -> Option<&'static Candidates> {
        let group = self.groups.get(predicate.index().wrapping_sub(self.first))?;
        if open == 0 {
            return Some(&group.closed);
        }
        let (of, candidates) = group.open.get_or_init(|| (open, self.candidates_for(predicate.index(), open)));
        (*of == open).then_some(candidates)
    }

    /// Is there a plan for such a goal, nothing of which is open, that can be chosen directly?
    #[inline]
    pub(super) fn is_direct(&'static self, predicate: Functor) -> bool {
        matches!(self.candidates(predicate, 0).first(), Some(Candidate::Direct(_)))
    }

    /// This very plan, for closed goals and for open ones.
    pub(super) fn all_of(&'static self, plan: &Arc<Plan>) -> impl Iterator<Item = &'static DirectPlan> {
        let index = plan.trigger.literal.predicate().map_or(usize::MAX, Functor::index);
        let group = self.groups.get(index.wrapping_sub(self.first));
        let open = group.and_then(|group| group.open.get()).map_or(&[][..], |(_, candidates)| &*candidates.all);
        let address = Arc::as_ptr(plan);
        let closed = group.map_or(&[][..], |group| &*group.closed.all);
        closed.iter().chain(open).filter_map(move |candidate| match candidate {
            Candidate::Direct(direct) if Arc::as_ptr(&direct.plan) == address => Some(direct),
            _ => None,
        })
    }
}

fn is_goal(plan: &Plan) -> bool {
    (plan.trigger.change, plan.trigger.subject) == (Change::Added, Subject::Achieve)
}
