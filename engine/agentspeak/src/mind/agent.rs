use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};

use super::act::After;
use super::aside::Aside;
use super::deliberate::Handled;
use super::line::{Line, line_up};
use super::observer::Observed;
use super::outside::Outside;
use super::sleep::Sleep;
use super::{Event, Functions, Intention, Message, Moment, Own, PlanLibrary, Trigger, World};
use crate::belief::BeliefBase;
use crate::bytecode::{Code, Guard, Host, Operand, Outcome, Query, Solutions};
use crate::java::here;
use crate::library::{Extensions, Random};
use crate::term::{Annotations, Atom, Bindings, Change, Class, Functor, Structure, StructureBuilder, Subject, Term};

/// The mind of one agent. What every message needs comes first, so that it lies together: with thousands of agents, what a message
/// costs is how many lines of memory it has to wait for.
#[repr(C)]
pub struct Mind {
    /// Its name.
    pub name: Atom,
    /// How many messages it has sent.
    pub(crate) messages: u64,
    /// Cycles it has been through.
    pub(crate) cycles: u64,
    /// What it believes.
    pub beliefs: BeliefBase,
    /// What it knows how to do.
    pub plans: PlanLibrary,
    /// What has happened and is not dealt with, the oldest first.
    pub(crate) events: Line<Event>,
    /// What it does, one step each in turn.
    pub(crate) running: Line<Box<Intention>>,
    pub(crate) mailbox: VecDeque<Message>,
    pub(super) intentions: u64,
    /// From which its chance comes.
    pub(crate) random: Random,
    /// Functions of its program's: name, number of arguments, and the predicate whose last argument is the value.
    pub(crate) functions: Vec<(Box<str>, usize, Atom)>,
    /// Internal actions of its program's own.
    pub extensions: Extensions,
    /// How it goes about events.
    pub settings: Settings,
    /// The one that executes an internal action just now.
    pub(crate) current: Option<Box<Intention>>,
    /// Has it plans with goal conditions?
    pub(super) has_conditions: bool,
    /// Does it print nothing but warnings?
    pub(crate) quiet: bool,
    /// Has it plans for the states of goals?
    pub(super) hears_states: bool,
    /// Has something happened since formulas were looked at that are waited for?
    pub(super) news: bool,
    /// Has its program plans for messages?
    pub(crate) own_messages: bool,
    /// How many events, the last ones, no plan was applicable to, since when nothing has happened.
    pub(super) unheeded: usize,
    pub(super) sleep: Sleep,
    /// Has it atomic plans?
    pub(super) has_atomic: bool,
    /// Has it sub-plans for changes of belief?
    pub(super) has_inner_events: bool,
    /// `source(self)`
    pub(crate) own_source: Term,
    /// `[source(self)]`
    pub(crate) own_annotations: Arc<Annotations>,
    /// Who has sent the last literal, and that as annotations.
    last_sender: (Atom, Arc<Annotations>),
    /// Who looks on, if somebody does.
    pub(super) observed: Option<Box<Observed>>,
    pub(super) outside: Outside,
    /// What it has only now and then.
    pub(super) aside: Aside,
    /// Functions of its own in place of those of the cycle.
    pub(crate) own: Option<Box<Own>>,
}

/// What agents share that have none.
static NO_EXTENSIONS: LazyLock<Extensions> = LazyLock::new(Extensions::default);

/// What an agent knows how to do, which others can have from it at no cost.
#[derive(Clone, Debug)]
pub(crate) struct Skills {
    plans: PlanLibrary,
    functions: Vec<(Box<str>, usize, Atom)>,
    own_messages: bool,
    hears_states: bool,
    has_conditions: bool,
    sleep: Sleep,
    has_atomic: bool,
    has_inner_events: bool,
}

impl Mind {
    /// The mind of an agent that knows nothing yet.
    pub fn new(name: Atom) -> Self {
        let own_annotations = Arc::new(Annotations::new([source(Atom::SELF)], None));
        Self {
            name,
            beliefs: BeliefBase::default(),
            plans: PlanLibrary::default(),
            events: Line::new(),
            running: Line::new(),
            mailbox: VecDeque::new(),
            intentions: 0,
            messages: 0,
            random: Random::new(0),
            functions: Vec::new(),
            extensions: NO_EXTENSIONS.clone(),
            settings: Settings::default(),
            current: None,
            has_conditions: false,
            quiet: false,
            hears_states: false,
            news: false,
            own_messages: false,
            unheeded: 0,
            sleep: Sleep::default(),
            has_atomic: false,
            has_inner_events: false,
            own_source: source(Atom::SELF),
            last_sender: (Atom::SELF, Arc::clone(&own_annotations)),
            own_annotations,
            cycles: 0,
            observed: None,
            outside: Outside::default(),
            aside: Aside::default(),
            own: None,
        }
    }

    /// An agent of another name with the same beliefs and plans, that intends nothing.
    pub(crate) fn twin(&self, name: Atom) -> Self {
        let mut twin = Self {
            beliefs: self.beliefs.clone(),
            extensions: self.extensions.clone(),
            settings: self.settings,
            ..Self::new(name)
        };
        twin.learn(&self.skills());
        twin
    }

    /// What it knows how to do.
    pub(crate) fn skills(&self) -> Skills {
        Skills {
            plans: self.plans.clone(),
            functions: self.functions.clone(),
            own_messages: self.own_messages,
            hears_states: self.hears_states,
            has_conditions: self.has_conditions,
            sleep: self.sleep,
            has_atomic: self.has_atomic,
            has_inner_events: self.has_inner_events,
        }
    }

    /// Knows how to do this from now on, and nothing else.
    pub(crate) fn learn(&mut self, skills: &Skills) {
        let skills = skills.clone();
        self.plans = skills.plans;
        self.functions = skills.functions;
        self.own_messages = skills.own_messages;
        self.hears_states = skills.hears_states;
        self.has_conditions = skills.has_conditions;
        self.sleep = skills.sleep;
        self.has_atomic = skills.has_atomic;
        self.has_inner_events = skills.has_inner_events;
    }

    /// Takes a message, to be read in some later cycle.
    #[inline]
    pub fn receive(&mut self, message: Message) {
        line_up(&mut self.mailbox, message);
    }

    /// Begins to believe something, as from itself unless it says from whom; this is an event.
    pub fn believe(&mut self, belief: Term) {
        if let Ok(belief) = self.sourced(belief) {
            let is_done = belief.is_settled() || !belief.is_ground();
            let belief = if is_done { belief } else { Bindings::default().apply(&belief) };
            self.believe_as_it_is(belief, false);
        }
    }

    /// Begins to believe something, before or behind what it believes of its predicate; with a source only if it says one.
    pub(crate) fn believe_as_it_is(&mut self, belief: Term, at_end: bool) {
        if let Some(added) = self.beliefs.add(belief, at_end) {
            if self.is_observed() {
                self.notice(&Moment::Believed(&added));
            }
            self.happened(Trigger::new(Change::Added, Subject::Belief, added));
        }
    }

    /// Stops believing all facts that unify with the pattern, from whomever they are.
    pub(crate) fn abolish(&mut self, pattern: &Term, bindings: &mut Bindings, world: &mut dyn World) {
        let predicates: Vec<_> = match pattern.predicate() {
            Some(predicate) => vec![predicate],
            None => self.beliefs.predicates().collect(),
        };
        for predicate in predicates {
            let facts = self.beliefs.candidates(pattern, predicate).filter_map(crate::belief::Entry::fact).cloned();
            for fact in facts.collect::<Vec<_>>() {
                let mark = bindings.mark();
                if bindings.unify(pattern, &fact) && !self.forget_own_way(&fact, world) && self.beliefs.remove(&fact) {
                    if self.is_observed() {
                        self.notice(&Moment::Forgotten(&fact));
                    }
                    self.happened(Trigger::new(Change::Deleted, Subject::Belief, fact));
                }
                bindings.undo(mark);
            }
        }
    }

    /// Takes on a goal, as from itself unless it says from whom.
    pub fn pursue(&mut self, goal: Term) {
        if let Ok(goal) = self.sourced(goal) {
            self.pursue_told(goal);
        }
    }

    /// Takes on a goal that says from whom it is.
    #[inline]
    pub(super) fn pursue_told(&mut self, goal: Term) {
        let (goal, variables) = goal.into_numbered();
        let trigger = Trigger::new(Change::Added, Subject::Achieve, goal);
        self.add_event(Event { trigger, variables: variables.len() as u32, intention: None });
    }

    /// The system ends after so many milliseconds.
    pub fn is_ending(&mut self, left: u64) {
        let announcement = Term::structure("jag_shutting_down", [Term::Number(left as f64)]);
        self.happened(Trigger::new(Change::Added, Subject::Belief, announcement));
    }

    /// Something has happened that belongs to no intention.
    pub(crate) fn happened(&mut self, trigger: Trigger) {
        if self.is_nobodys(&trigger) {
            return;
        }
        let (literal, variables) = trigger.literal.into_numbered();
        let variables = variables.len() as u32;
        self.add_event(Event { trigger: Trigger { literal, ..trigger }, variables, intention: None });
    }

    /// Is it a change of belief that nobody minds: no plan, no intention that waits, nobody who looks on? Whoever will may not be
    /// there before the first cycle.
    fn is_nobodys(&self, trigger: &Trigger) -> bool {
        self.cycles > 0
            && trigger.subject == Subject::Belief
            && self.aside.pending.is_empty()
            && !self.has_inner_events
            && !self.settings.requeue
            && !self.plans.has_candidates(trigger)
            && !self.is_observed()
    }

    /// Adds a plan of the program's, behind those there are.
    pub fn add_plan(&mut self, plan: Arc<super::Plan>) {
        self.add_plan_at(plan, false);
    }

    /// Adds a plan of the program's, before those there are or behind them.
    pub(crate) fn add_plan_at(&mut self, plan: Arc<super::Plan>, before: bool) {
        let is_for_messages = |functor: crate::term::Functor| functor.name().name() == "kqml_received";
        let has_condition = |plan: &Arc<super::Plan>| plan.goal_condition.is_some();
        self.has_conditions |= has_condition(&plan) || plan.sub_plans.iter().any(has_condition);
        self.sleep = self.sleep.heard_by(&plan);
        self.has_atomic |= plan.atomic || plan.sub_plans.iter().any(|sub_plan| sub_plan.atomic);
        self.has_inner_events |= has_inner_events(&plan);
        self.hears_states |= plan.trigger.change == Change::GoalState;
        self.own_messages |= plan.trigger.literal.predicate().is_some_and(is_for_messages);
        self.plans.add(plan, before);
    }

    /// Is there nothing to do before something comes from outside, or before it may go on again?
    pub fn is_idle(&self) -> bool {
        self.has_nothing_to_do() && self.sleep != Sleep::Awake || self.is_paused()
    }

    pub(super) fn has_nothing_to_do(&self) -> bool {
        self.mailbox.is_empty()
            && self.aside.woken.is_empty()
            && self.aside.states.is_empty()
            && !self.hears_outside()
            && (self.has_only_unheeded() && self.running.is_empty() || self.waits_atomically())
    }

    /// Does an intention with an atomic plan wait? Then nobody else does anything.
    pub(super) fn waits_atomically(&self) -> bool {
        self.has_atomic && self.aside.pending.any_atomic()
    }

    /// One reasoning cycle: reads a message, deals with an event, and goes a step on in an intention. Or, where there is nothing else to
    /// do, deals with a message directly.
    pub fn cycle(&mut self, world: &mut dyn World) {
        if self.own.is_some() { self.own_cycle(world) } else { self.plain_cycle(world) }
    }

    /// The same, of its own only what is asked for within the parts of the cycle.
    pub(super) fn plain_cycle(&mut self, world: &mut dyn World) {
        if self.is_observed() {
            return self.observed_cycle(world);
        }
        self.cycles += 1;
        self.sense(world);
        self.deliberate(world);
        self.act(world);
    }

    /// Reasoning cycles, so many at most, until there is something else to look at than the one thing that it does, or the world
    /// says that it is over; at least one. Says how many.
    ///
    /// As long as there is one message, one event or one intention and nothing else, a cycle has nothing to perceive, to wake or to
    /// choose among: only what is left of it is done.
    pub fn reason(&mut self, most: u32, world: &mut dyn World) -> u32 {
        let mut done = 0;
        while done < most && !(done > 0 && world.is_over()) {
            if self.has_one_thing() {
                done += self.go_on_with_it(most - done, world);
            } else if done == 0 {
                self.cycle(world);
                done = 1;
            } else {
                break;
            }
        }
        done
    }

    /// Is there one message, one event or one intention, and nothing else to look at?
    #[inline]
    fn has_one_thing(&self) -> bool {
        self.settings.shortcuts
            && self.mailbox.len() + self.events.len() + self.running.len() == 1
            && self.is_undisturbed()
    }

    /// Cycles, so many at most, with the one thing that there is. Says how many.
    fn go_on_with_it(&mut self, most: u32, world: &mut dyn World) -> u32 {
        if let Some(message) = self.mailbox.pop_front() {
            match self.answer_at_once(message, most, world) {
                Ok(done) => {
                    self.note_cycles(done);
                    return done;
                }
                Err(message) => self.read(message, world),
            }
        }
        let mut after = match self.events.pop_front() {
            Some(event) => After::Wants(event),
            None => self.running.pop_front().map_or(After::Nothing, After::Runs),
        };
        let mut done = 0;
        loop {
            self.cycles += 1;
            done += 1;
            let Some(intention) = self.chosen(after, world) else { break };
            after = self.execute(intention, world);
            if matches!(after, After::Nothing) {
                break;
            }
            let is_alone = self.events.is_empty() && self.running.is_empty() && self.is_alone();
            if done >= most || !is_alone || world.is_over() {
                self.put_by(after);
                break;
            }
        }
        self.note_cycles(done);
        done
    }

    /// The intention with what it does next.
    #[inline]
    fn chosen(&mut self, after: After, world: &mut dyn World) -> Option<Box<Intention>> {
        self.news = false;
        match after {
            After::Runs(intention) => Some(intention),
            After::Wants(event) => match self.handle(event, world) {
                Handled::Chosen(intention) => Some(intention),
                Handled::Otherwise | Handled::Unminded => None,
            },
            After::Nothing => None,
        }
    }

    /// Is there nothing to look at but what it does?
    #[inline]
    pub(super) fn is_alone(&self) -> bool {
        self.mailbox.is_empty() && self.is_undisturbed()
    }

    /// Is there nothing to look at but messages, events and intentions?
    #[inline]
    fn is_undisturbed(&self) -> bool {
        self.aside.is_at_rest()
            && !self.outside.looks
            && self.unheeded == 0
            && self.sleep == Sleep::Unheard
            && !self.has_conditions
            && !self.hears_states
            && !self.has_inner_events
            && !self.is_observed()
            && self.own.is_none()
    }

    /// A number for a message.
    pub(crate) fn fresh_message(&mut self) -> u64 {
        self.messages += 1;
        self.messages
    }

    #[inline]
    pub(crate) fn fresh_intention(&mut self) -> Box<Intention> {
        self.intentions += 1;
        Intention::in_spare_room(self.intentions)
    }

    /// The literal with a source: its own, where it has none. Nothing, if it is no literal.
    pub(super) fn with_source(&self, literal: &Term) -> Option<Term> {
        literal.predicate()?;
        Some(with_own_source(literal, &self.own_source))
    }

    /// What an operand comes to.
    #[inline]
    pub(super) fn operand(&mut self, operand: &Operand, bindings: &mut Bindings, world: &mut dyn World) -> Term {
        let value = operand.get(bindings, 0);
        match value {
            Term::Number(_) | Term::Atom(_) | Term::Var(_) => value,
            value if value.is_settled() => value,
            value => crate::library::calls::evaluated(self, world, &value, bindings),
        }
    }

    /// The literal with a source: its own, where it has none. Given back, if it is no literal.
    pub(super) fn sourced(&self, literal: Term) -> Result<Term, Term> {
        match literal {
            Term::Structure(mut structure)
                if structure.annotations().is_none() && structure.functor().class() == Class::Literal =>
            {
                structure.annotate(Arc::clone(&self.own_annotations));
                Ok(Term::Structure(structure))
            }
            Term::Structure(structure)
                if structure.functor().class() == Class::Literal
                    && structure.annotations().is_some_and(|all| all.items().iter().any(is_source)) =>
            {
                Ok(Term::Structure(structure))
            }
            literal => self.with_source(&literal).ok_or(literal),
        }
    }

    /// What a literal has for annotations that an agent has said without any.
    #[inline]
    pub(super) fn told_by(&mut self, sender: Atom) -> Arc<Annotations> {
        let (last, annotations) = &mut self.last_sender;
        if *last != sender {
            (*last, *annotations) = (sender, Arc::new(Annotations::new([source(sender)], None)));
        }
        Arc::clone(annotations)
    }

    /// A literal that another agent has said, with that as its source.
    #[inline]
    pub(super) fn told(&mut self, content: Term, sender: Atom) -> Term {
        match content {
            Term::Structure(mut structure) if structure.annotations().is_none() => {
                structure.annotate(self.told_by(sender));
                Term::Structure(structure)
            }
            content if content.annotations().is_none() => annotated(&content, &[source(sender)]),
            // What names a source already has that from them.
            content => crate::library::with_nested_source(&content, &Term::Atom(sender)),
        }
    }

    /// Asks for the next solution of a query.
    pub(crate) fn next_solution(&mut self, query: &mut Query, bindings: &mut Bindings, world: &mut dyn World) -> bool {
        query.next(bindings, &mut Reasoner { mind: self, world })
    }

    /// The literal that was found for a question as it is believed, but for what the question said of its annotations, and for
    /// being the source of it oneself.
    pub(crate) fn answer_for(&self, found: &Term) -> Option<Term> {
        let believed = self.beliefs.get(found).unwrap_or(found);
        let asked = found.annotations().map_or(&[][..], Annotations::items);
        let own = believed.annotations().map_or(&[][..], Annotations::items).iter();
        let mut left =
            own.filter(|annotation| **annotation != self.own_source && !asked.contains(annotation)).peekable();
        match believed {
            Term::Structure(structure) if left.peek().is_none() && !structure.arguments().is_empty() => {
                (structure.functor().class() == Class::Literal).then(|| {
                    let arguments = structure.arguments().iter().cloned();
                    Term::Structure(Structure::of_parts(structure.functor(), arguments, None))
                })
            }
            _ => {
                let bare = StructureBuilder::from_literal(believed)?.without_annotations();
                Some(bare.annotations(&Annotations::new(left.cloned(), None)).build())
            }
        }
    }

    /// Asks for the first solution of a formula, which is in the bindings then.
    #[inline]
    pub(crate) fn holds(&mut self, code: &Arc<Code>, bindings: &mut Bindings, world: &mut dyn World) -> bool {
        match self.at_once(code, bindings) {
            Guard::Known(holds) => holds,
            Guard::From(address) => {
                let mut query = Query::from(Arc::clone(code), address).once();
                query.next(bindings, &mut Reasoner { mind: self, world })
            }
        }
    }

    #[inline]
    fn at_once(&self, code: &Code, bindings: &mut Bindings) -> Guard {
        if self.settings.shortcuts && !self.beliefs.is_partial() {
            code.at_once(bindings, &self.beliefs)
        } else {
            Guard::From(0)
        }
    }

    /// The same, but what a formula that does not hold has bound [as it went](Query::leaving_traces) stays.
    pub(crate) fn holds_or_leaves(&mut self, code: &Arc<Code>, bindings: &mut Bindings, world: &mut dyn World) -> bool {
        match self.at_once(code, bindings) {
            Guard::Known(holds) => holds,
            Guard::From(address) => {
                let mut query = Query::from(Arc::clone(code), address).once().leaving_traces();
                query.next(bindings, &mut Reasoner { mind: self, world })
            }
        }
    }
}

/// What a project says of how an agent goes about events.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Does a change of belief that a plan makes belong to the plan's intention?
    pub same_focus: bool,
    /// Do events that no plan is applicable to come again?
    pub requeue: bool,
    /// Does a goal that is pursued in last place replace the plan that pursues it?
    pub last_call: bool,
    /// May what can be seen at once be done at once: a cycle with one thing to do, a formula that needs no search? Without that
    /// the same comes of it by the long way, which is what tests compare.
    pub shortcuts: bool,
    /// In every which cycle does it perceive?
    pub perceives_every: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { same_focus: true, requeue: false, last_call: true, shortcuts: true, perceives_every: 1 }
    }
}

/// Who answers the questions of a query.
pub(super) struct Reasoner<'a> {
    pub(super) mind: &'a mut Mind,
    pub(super) world: &'a mut dyn World,
}

impl Host for Reasoner<'_> {
    fn beliefs(&self) -> &BeliefBase {
        &self.mind.beliefs
    }

    fn evaluate(&mut self, term: Term, bindings: &mut Bindings) -> Term {
        crate::library::calls::evaluated(self.mind, self.world, &term, bindings)
    }

    fn act(&mut self, name: Atom, arguments: &[Term], bindings: &mut Bindings) -> Outcome {
        match crate::library::call(self.mind, self.world, name, arguments, bindings) {
            Some(Ok(outcome)) => outcome,
            Some(Err(failure)) => {
                self.world.warn(self.mind.name, &failure.message);
                Outcome::Fails
            }
            None => {
                self.world.warn(self.mind.name, &format!("there is no internal action {name}"));
                Outcome::Fails
            }
        }
    }

    fn own_facts(&mut self, literal: &Term) -> Vec<Term> {
        match self.mind.own(Functions::QUERY) {
            Some(custom) => custom.facts(literal, self.mind, self.world),
            None => Vec::new(),
        }
    }

    fn candidate(&mut self, solutions: &mut Solutions) -> Option<Term> {
        if self.mind.extensions.has_begun_java() {
            // Java may ask the agent for what it finds next.
            return here::during(self.mind, self.world, || solutions.candidates.next());
        }
        solutions.candidates.next()
    }
}

/// Has the plan sub-plans for changes of belief?
fn has_inner_events(plan: &super::Plan) -> bool {
    plan.sub_plans.iter().any(|sub_plan| !sub_plan.trigger.is_goal() || has_inner_events(sub_plan))
}

/// `source(NAME)`
pub(super) fn source(name: Atom) -> Term {
    static SOURCE: LazyLock<Functor> = LazyLock::new(|| Functor::new(Atom::SOURCE, 1));
    Term::Structure(Structure::new(*SOURCE, [Term::Atom(name)]))
}

/// The literal with a source, which is oneself where it has none.
pub(crate) fn with_source(literal: &Term) -> Term {
    with_own_source(literal, &source(Atom::SELF))
}

fn with_own_source(literal: &Term, own_source: &Term) -> Term {
    let has_source = literal.annotations().is_some_and(|annotations| annotations.items().iter().any(is_source));
    match StructureBuilder::from_literal(literal) {
        Some(builder) if !has_source => builder.annotation(own_source.clone()).build(),
        _ => literal.clone(),
    }
}

pub(crate) fn is_source(annotation: &Term) -> bool {
    annotation.predicate().is_some_and(|functor| functor.name() == Atom::SOURCE)
}

/// The literal with these annotations as well.
pub(super) fn annotated(literal: &Term, annotations: &[Term]) -> Term {
    match StructureBuilder::from_literal(literal) {
        Some(builder) => builder.annotations(&Annotations::new(annotations.iter().cloned(), None)).build(),
        None => literal.clone(),
    }
}

/// The predicate's literals with all arguments open: what `-+` takes away.
pub(super) fn opened(literal: &Term, bindings: &mut Bindings) -> Term {
    let Term::Structure(structure) = literal else { return literal.clone() };
    let arguments: Vec<Term> = structure.arguments().iter().map(|_| Term::Var(bindings.fresh_var())).collect();
    let annotations = structure.annotations().cloned();
    Term::Structure(Structure::with_annotations(structure.functor(), arguments, annotations))
}
