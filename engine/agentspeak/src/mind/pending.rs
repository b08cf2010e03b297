//! Intentions that wait for something else than an event of their own, found by what they wait for.

use std::collections::{BTreeMap, BTreeSet};

use super::matching::{has_goal, is_goal};
use super::{Intention, MILLISECOND, Question, Reason, Trigger, Wait};
use crate::belief::{Changes, Topic, first_key};
use crate::term::{Atom, Change, StructureBuilder, Subject, Term};

/// An intention that waits.
pub(super) struct Pending {
    pub(super) intention: Box<Intention>,
    pub(super) wait: Wait,
}

/// Intentions that wait, each with a number: in order of these, which is the order in which they have begun to wait, they are gone
/// through where several are concerned.
#[derive(Default)]
pub(super) struct PendingSet {
    entries: BTreeMap<u64, Entry>,
    last: u64,
    by_intention: BTreeSet<(u64, u64)>,
    by_trigger: BTreeSet<(Wanted, u64)>,
    /// Those that are suspended are never due.
    by_time: BTreeSet<(u64, u64)>,
    by_question: BTreeMap<u64, u64>,
    by_action: BTreeMap<u64, u64>,
    atomic: usize,
    conditional: BTreeSet<u64>,
    /// Those that wait for a formula which is to be asked at the next news.
    asked: BTreeSet<u64>,
    /// Those that wait for a formula which cannot hold before one of these topics has changed.
    by_topic: BTreeSet<(Label, u64)>,
    /// By their goals: once that has been requested.
    by_goal: Option<BTreeSet<(Label, u64)>>,
}

/// The number of a predicate ([`ANY`]: it is not known), and the key of the first argument, if it has one.
type Label = (u32, Option<u64>);
type Wanted = (u8, Label);

const ANY: u32 = u32::MAX;

/// An intention with more plans is looked through whatever the goal.
const FEW: usize = 32;

/// So many topics are looked through for each that has changed.
const FEW_TOPICS: usize = 8;

struct Entry {
    pending: Pending,
    wanted: Option<Wanted>,
    topics: Vec<Label>,
    goals: Vec<Label>,
}

impl Pending {
    /// What it waits for, as programs see it. That it was suspended meanwhile does not count.
    pub(super) fn reason(&self) -> Term {
        let id = self.intention.id as f64;
        let wait = StructureBuilder::new(Atom::new("wait")).arguments([Term::from(id)]);
        match &self.wait.reason {
            Reason::Time => {
                let time =
                    self.wait.until.map_or(-1.0, |until| (until.saturating_sub(self.wait.since) / MILLISECOND) as f64);
                wait.annotation(Term::structure("time", [Term::from(time)])).build()
            }
            Reason::Event(trigger) => wait.annotation(trigger.literal.clone()).build(),
            Reason::Holds(_) => wait.build(),
            Reason::Answer(_) => Term::word("waiting_ask"),
            Reason::Action(..) => Term::word("act"),
            Reason::Outside(_, outsider) => outsider.why.clone(),
            Reason::Condition => Term::word("wait_goal_condition"),
            Reason::Resumption | Reason::Ready => Term::word("suspend_ia"),
            Reason::Noted => Term::atom(&format!("suspended-{id}")),
        }
    }

    /// The same, as the state of its goal shows it.
    pub(super) fn state_reason(&self) -> Term {
        match &self.wait.reason {
            Reason::Action(_, action) => Term::structure("action", [action.clone()]),
            _ => self.reason(),
        }
    }

    /// When it is due. Who is suspended is late at once when it is resumed; only that a time has passed is noted.
    fn due(&self) -> Option<u64> {
        let is_noted = || matches!(self.wait.reason, Reason::Time);
        self.wait.until.filter(|_| self.intention.suspended.is_none() || is_noted())
    }

    fn wanted(&self) -> Option<Wanted> {
        let Reason::Event(trigger) = &self.wait.reason else { return None };
        let literal = self.intention.frames.last()?.bindings.apply(&trigger.literal);
        Some((kind_of(trigger), label_of(&literal)))
    }

    fn goals(&self) -> Vec<Label> {
        let frames = &self.intention.frames;
        if frames.len() > FEW {
            return vec![(ANY, None)];
        }
        frames.iter().filter(|frame| is_goal(&frame.trigger)).map(|frame| label_of(&frame.trigger.literal)).collect()
    }
}

impl PendingSet {
    pub(super) const fn new() -> Self {
        Self {
            entries: BTreeMap::new(),
            last: 0,
            by_intention: BTreeSet::new(),
            by_trigger: BTreeSet::new(),
            by_time: BTreeSet::new(),
            by_question: BTreeMap::new(),
            by_action: BTreeMap::new(),
            atomic: 0,
            conditional: BTreeSet::new(),
            asked: BTreeSet::new(),
            by_topic: BTreeSet::new(),
            by_goal: None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds one, behind all others.
    pub(super) fn push(&mut self, pending: Pending) {
        self.last += 1;
        self.insert(self.last, pending);
    }

    /// Puts one where it was.
    pub(super) fn insert(&mut self, number: u64, pending: Pending) {
        let wanted = pending.wanted();
        let goals = if self.by_goal.is_some() { pending.goals() } else { Vec::new() };
        self.by_intention.insert((pending.intention.id, number));
        self.by_trigger.extend(wanted.map(|wanted| (wanted, number)));
        self.by_time.extend(pending.due().map(|due| (due, number)));
        match &pending.wait.reason {
            Reason::Answer(Question { id, .. }) => drop(self.by_question.insert(*id, number)),
            Reason::Action(action, _) | Reason::Outside(action, _) => drop(self.by_action.insert(*action, number)),
            Reason::Holds(_) => drop(self.asked.insert(number)),
            _ => {}
        }
        self.atomic += usize::from(pending.intention.is_atomic());
        if pending.intention.has_condition() {
            self.conditional.insert(number);
        }
        if let Some(by_goal) = &mut self.by_goal {
            by_goal.extend(goals.iter().map(|goal| (*goal, number)));
        }
        self.entries.insert(number, Entry { pending, wanted, topics: Vec::new(), goals });
    }

    /// Takes one out.
    pub(super) fn remove(&mut self, number: u64) -> Option<Pending> {
        let Entry { pending, wanted, topics, goals } = self.entries.remove(&number)?;
        self.by_intention.remove(&(pending.intention.id, number));
        if let Some(wanted) = wanted {
            self.by_trigger.remove(&(wanted, number));
        }
        if let Some(due) = pending.due() {
            self.by_time.remove(&(due, number));
        }
        match &pending.wait.reason {
            Reason::Answer(Question { id, .. }) => drop(self.by_question.remove(id)),
            Reason::Action(action, _) | Reason::Outside(action, _) => drop(self.by_action.remove(action)),
            Reason::Holds(_) => drop(self.asked.remove(&number)),
            _ => {}
        }
        self.atomic -= usize::from(pending.intention.is_atomic());
        self.conditional.remove(&number);
        for topic in topics {
            self.by_topic.remove(&(topic, number));
        }
        if let Some(by_goal) = &mut self.by_goal {
            for goal in goals {
                by_goal.remove(&(goal, number));
            }
        }
        Some(pending)
    }

    /// Changes what one waits for, how long, or whether it is suspended.
    pub(super) fn change(&mut self, number: u64, change: impl FnOnce(&mut Pending)) {
        if let Some(mut pending) = self.remove(number) {
            change(&mut pending);
            self.insert(number, pending);
        }
    }

    pub(super) fn get(&self, number: u64) -> Option<&Pending> {
        self.entries.get(&number).map(|entry| &entry.pending)
    }

    /// What its intention has bound, and the answers to its question, can be changed there.
    pub(super) fn get_mut(&mut self, number: u64) -> Option<&mut Pending> {
        self.entries.get_mut(&number).map(|entry| &mut entry.pending)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Pending> {
        self.entries.values().map(|entry| &entry.pending)
    }

    pub(super) fn retain(&mut self, keeps: impl Fn(&Pending) -> bool) {
        let gone = self.entries.iter().filter(|(_, entry)| !keeps(&entry.pending)).map(|(number, _)| *number);
        for number in gone.collect::<Vec<_>>() {
            self.remove(number);
        }
    }

    /// Those whose trigger may match the event's.
    pub(super) fn may_be_woken_by(&self, event: &Trigger) -> Vec<u64> {
        if self.by_trigger.is_empty() {
            return Vec::new();
        }
        let kind = kind_of(event);
        numbers(matches(&self.by_trigger, label_of(&event.literal), |label| (kind, label)))
    }

    /// Those whose time is over.
    pub(super) fn due(&self, now: u64) -> Vec<u64> {
        if self.next_due().is_none_or(|due| due > now) {
            return Vec::new();
        }
        numbers(self.by_time.range(..=(now, u64::MAX)).map(|(_, number)| *number))
    }

    pub(super) fn is_due(&self, number: u64, now: u64) -> bool {
        self.get(number).and_then(Pending::due).is_some_and(|due| due <= now)
    }

    pub(super) fn next_due(&self) -> Option<u64> {
        self.by_time.first().map(|(due, _)| *due)
    }

    /// The one that waits for answers to this question.
    pub(super) fn with_question(&self, id: u64) -> Option<u64> {
        self.by_question.get(&id).copied()
    }

    /// The one that waits for this action.
    pub(super) fn with_action(&self, action: u64) -> Option<u64> {
        self.by_action.get(&action).copied()
    }

    pub(super) fn with_intention(&self, id: u64) -> Option<u64> {
        self.by_intention.range((id, 0)..=(id, u64::MAX)).next().map(|(_, number)| *number)
    }

    pub(super) fn any_atomic(&self) -> bool {
        self.atomic > 0
    }

    /// Takes those out that have a plan with a goal condition.
    pub(super) fn take_conditional(&mut self) -> Vec<Pending> {
        let numbers = std::mem::take(&mut self.conditional);
        numbers.into_iter().filter_map(|number| self.remove(number)).collect()
    }

    /// Makes what finds them by their goals.
    pub(super) fn index_goals(&mut self) {
        if self.by_goal.is_none() {
            let mut by_goal = BTreeSet::new();
            for (number, entry) in &mut self.entries {
                entry.goals = entry.pending.goals();
                by_goal.extend(entry.goals.iter().map(|goal| (*goal, *number)));
            }
            self.by_goal = Some(by_goal);
        }
    }

    /// Those that may have a plan for the goal: all, unless it is known who [has what](Self::index_goals).
    pub(super) fn candidates(&self, goal: &Term) -> Vec<u64> {
        match &self.by_goal {
            Some(all) => numbers(matches(all, label_of(goal), |label| label)),
            None => self.entries.keys().copied().collect(),
        }
    }

    /// Those with a plan for the goal.
    pub(super) fn with_goal(&mut self, goal: &Term) -> Vec<u64> {
        self.index_goals();
        let candidates = self.candidates(goal);
        let has = |number: &u64| {
            count_look();
            self.get(*number).is_some_and(|pending| has_goal(&pending.intention, goal))
        };
        candidates.into_iter().filter(has).collect()
    }

    /// The first after that one whose formula is to be asked.
    pub(super) fn next_asked(&self, after: u64) -> Option<u64> {
        self.asked.range(after + 1..).next().copied()
    }

    /// Its formula does not hold, and cannot before one of these topics has changed.
    pub(super) fn watch(&mut self, number: u64, topics: Vec<Topic>) {
        let Some(entry) = self.entries.get_mut(&number) else { return };
        entry.topics = topics.into_iter().map(|(predicate, key)| (predicate.index() as u32, key)).collect();
        self.asked.remove(&number);
        self.by_topic.extend(entry.topics.iter().map(|topic| (*topic, number)));
    }

    pub(super) fn any_watches(&self) -> bool {
        !self.by_topic.is_empty()
    }

    /// Formulas that depend on this are to be asked again.
    pub(super) fn note(&mut self, changes: &Changes) {
        let mut concerned = BTreeSet::new();
        if changes.all {
            concerned.extend(self.by_topic.iter().map(|(_, number)| *number));
        }
        let few = self.by_topic.len() <= FEW_TOPICS;
        for (predicate, key) in &changes.topics {
            let is_it = |topic: u32| topic == predicate.index() as u32 || topic == ANY;
            if few && !self.by_topic.iter().any(|((topic, _), _)| is_it(*topic)) {
                continue;
            }
            concerned.extend(matches(&self.by_topic, (predicate.index() as u32, *key), |label| label));
        }
        for number in concerned {
            let Some(entry) = self.entries.get_mut(&number) else { continue };
            for topic in std::mem::take(&mut entry.topics) {
                self.by_topic.remove(&(topic, number));
            }
            self.asked.insert(number);
        }
    }
}

#[cfg(test)]
thread_local! {
    /// How often it was looked whether an intention is concerned.
    static LOOKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// How often it was looked since this was asked last.
#[cfg(test)]
pub(crate) fn take_looks() -> usize {
    LOOKS.take()
}

/// It is looked whether an intention is concerned: growth is measured by that.
pub(super) fn count_look() {
    #[cfg(test)]
    LOOKS.with(|looks| looks.set(looks.get() + 1));
}

/// Those under a label that something with this one may unify with.
fn matches<L: Ord + Copy>(
    all: &BTreeSet<(L, u64)>,
    (predicate, key): Label,
    of: impl Fn(Label) -> L,
) -> impl Iterator<Item = u64> {
    let range = |first: Label, last: Label| all.range((of(first), 0)..=(of(last), u64::MAX)).map(|(_, number)| *number);
    let whole = |predicate| range((predicate, None), (predicate, Some(u64::MAX)));
    let parts = match (predicate, key) {
        (ANY, _) => [Some(range((0, None), (ANY, Some(u64::MAX)))), None, None],
        (_, None) => [Some(whole(predicate)), Some(whole(ANY)), None],
        (_, key) => {
            let one = |key| Some(range((predicate, key), (predicate, key)));
            [one(None), one(key), Some(whole(ANY))]
        }
    };
    parts.into_iter().flatten().flatten()
}

/// In order, each once.
fn numbers(found: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut numbers: Vec<u64> = found.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn kind_of(trigger: &Trigger) -> u8 {
    let change = match trigger.change {
        Change::Added => 0,
        Change::Deleted => 1,
        Change::GoalState => 2,
    };
    let subject = match trigger.subject {
        Subject::Belief => 0,
        Subject::Achieve => 1,
        Subject::Test => 2,
    };
    3 * change + subject
}

fn label_of(literal: &Term) -> Label {
    match literal.predicate() {
        Some(predicate) => (predicate.index() as u32, first_key(literal)),
        None => (ANY, None),
    }
}
