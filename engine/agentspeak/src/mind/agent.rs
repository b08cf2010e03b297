use std::sync::Arc;

use super::act::After;
use super::actions::Outcome;
use super::deliberate::Handled;
use super::functions::evaluated;
use super::line::line_up;
use super::sleep::{AWAKING, Nap, SLEEPING, Sleep};
use super::sources::{annotated, is_source, source, with_nested_source, with_own_source};
use super::{Event, Functions, Intention, Message, Mind, Moment, Trigger, World};
use crate::belief::BeliefBase;
use crate::bytecode::{Code, Operand};
use crate::complaints::complain;
use crate::dialect::Dialect;
use crate::query::{Answer, Guard, Host, Query, Solutions, Spent};
use crate::syntax::check::standard_actions;
use crate::syntax::nearest::nearest;
use crate::term::{Annotations, Atom, Bindings, Change, Class, Structure, StructureBuilder, Subject, Term};

impl Mind {
    /// Takes a message, to be read in some later cycle.
    #[inline]
    pub fn receive(&mut self, message: Message) {
        line_up(&mut self.mailbox, message);
    }

    /// Begins to believe something, as from itself unless it has a source; this is an event.
    pub fn believe(&mut self, belief: Term) {
        if let Ok(belief) = self.sourced(belief) {
            let is_done = belief.is_settled() || !belief.is_ground();
            let belief = if is_done { belief } else { Bindings::default().apply(&belief) };
            self.believe_as_it_is(belief, false);
        }
    }

    /// Begins to believe something, before or behind what it believes of its predicate; with a source only if it has one.
    pub(crate) fn believe_as_it_is(&mut self, belief: Term, at_end: bool) {
        if let Some(added) = self.beliefs.add(belief, at_end) {
            if self.is_observed() {
                self.notice(&Moment::Believed(&added));
            }
            self.happened(Trigger::new(Change::Added, Subject::Belief, added));
        }
    }

    /// Stops believing all facts that unify with the pattern, from any source.
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

    /// Takes on a goal, as from itself unless it has a source.
    pub fn pursue(&mut self, goal: Term) {
        if let Ok(goal) = self.sourced(goal) {
            self.add_event(Event::of_goal(goal));
        }
    }

    /// The system ends after so many milliseconds.
    pub fn is_ending(&mut self, left: u64) {
        let announcement = Term::structure("jag_shutting_down", [Term::from(left as f64)]);
        self.happened(Trigger::new(Change::Added, Subject::Belief, announcement));
    }

    /// Something has happened that belongs to no intention.
    pub(crate) fn happened(&mut self, trigger: Trigger) {
        if self.is_unobserved(&trigger) {
            return;
        }
        self.add_event(Event::of(trigger));
    }

    /// Is it a change of belief without any listener: no plan, no waiting intention, no observer? Listeners may be missing before the first
    /// cycle.
    pub(crate) fn is_unobserved(&self, trigger: &Trigger) -> bool {
        self.cycles > 0
            && trigger.subject == Subject::Belief
            && self.aside.pending.is_empty()
            && !self.has_inner_events
            && !self.settings.requeue
            && !self.plans.has_candidates(trigger)
            && !self.is_observed()
            && !self.has_listener()
    }

    /// As which release of Jason its programs are executed.
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Is that not the newest?
    pub(crate) fn is_older(&self) -> bool {
        self.dialect == Dialect::Jason32
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
        self.sleep = self.sleep.with_plan(&plan);
        self.has_atomic |= plan.atomic || plan.sub_plans.iter().any(|sub_plan| sub_plan.atomic);
        self.has_inner_events |= has_inner_events(&plan);
        self.listens_to_states |= plan.trigger.change == Change::GoalState;
        self.own_messages |= plan.trigger.literal.predicate().is_some_and(is_for_messages);
        self.plans.add(plan, before);
    }

    /// Is there nothing to do before something comes from outside, or before it may go on again?
    pub fn is_idle(&self) -> bool {
        self.has_nothing_to_do() && (self.sleep != Sleep::Awake || self.aside.nap.until.is_some()) || self.is_paused()
    }

    pub(super) fn has_nothing_to_do(&self) -> bool {
        self.mailbox.is_empty()
            && self.aside.woken.is_empty()
            && self.aside.states.is_empty()
            && !self.has_outside_news()
            && (self.has_only_unheeded() && self.running.is_empty() || self.waits_atomically())
    }

    /// Does an intention with an atomic plan wait? Then no other does anything.
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
    /// reports that it is over; at least one. Returns how many.
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

    /// Cycles, so many at most, with the one thing that there is. Returns how many.
    fn go_on_with_it(&mut self, most: u32, world: &mut dyn World) -> u32 {
        let mut received = None;
        if let Some(message) = self.mailbox.pop_front() {
            if let Some(done) = self.answer_at_once(&message, most, world) {
                self.note_cycles(done);
                return done;
            }
            received = self.read(message, world);
        }
        let mut after = match received.or_else(|| self.events.pop_front()) {
            Some(event) => After::Wants(event),
            None => self.running.pop_front().map_or(After::Nothing, After::Runs),
        };
        let mut done = 0;
        loop {
            self.cycles += 1;
            done += 1;
            let Some(intention) = self.chosen(after, world) else { break };
            after = self.execute(intention, true, world);
            if matches!(after, After::Nothing) {
                break;
            }
            let is_alone = self.events.is_empty() && self.running.is_empty() && self.is_alone();
            if done >= most || !is_alone || world.is_over() {
                self.put_by(after, world);
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
            After::Calls(intention) => match self.handle_call(intention, world) {
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
            && self.sleep == Sleep::Unobserved
            && !self.has_conditions
            && !self.listens_to_states
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
        Intention::reused(self.intentions)
    }

    /// The literal with a source: its own, where it has none. Nothing, if it is no literal.
    pub(super) fn with_source(&self, literal: &Term) -> Option<Term> {
        if !literal.is_literal() {
            return None;
        }
        Some(with_own_source(literal, &self.own_source))
    }

    /// What an operand comes to.
    #[inline]
    pub(super) fn operand(&mut self, operand: &Operand, bindings: &mut Bindings, world: &mut dyn World) -> Term {
        let value = operand.get(bindings, 0);
        match value {
            Term::Number(_) | Term::Atom(_) | Term::Var(_) => value,
            value if value.is_settled() => value,
            value => evaluated(self, world, &value, bindings),
        }
    }

    /// The literal with a source: its own, where it has none. Given back, if it is no literal.
    pub(super) fn sourced(&self, literal: Term) -> Result<Term, Term> {
        match literal {
            Term::Structure(mut structure)
                if structure.annotations().is_none() && structure.passing_functor().class() == Class::Literal =>
            {
                structure.annotate(Arc::clone(&self.own_annotations));
                Ok(Term::Structure(structure))
            }
            Term::Structure(structure)
                if structure.passing_functor().class() == Class::Literal
                    && structure.annotations().is_some_and(|all| all.items().iter().any(is_source)) =>
            {
                Ok(Term::Structure(structure))
            }
            Term::Structure(mut structure) if has_no_source(&structure) => {
                structure.add_annotation(self.own_source.clone());
                Ok(Term::Structure(structure))
            }
            literal => self.with_source(&literal).ok_or(literal),
        }
    }

    /// The annotations of a literal that an agent has sent without any.
    #[inline]
    pub(super) fn source_of(&mut self, sender: Atom) -> Arc<Annotations> {
        let (last, annotations) = &mut self.last_sender;
        if *last != sender {
            (*last, *annotations) = (sender, Arc::new(Annotations::new([source(sender)], None)));
        }
        Arc::clone(annotations)
    }

    /// A literal that another agent has sent, with that as its source.
    #[inline]
    pub(super) fn with_sender(&mut self, content: Term, sender: Atom) -> Term {
        match content {
            Term::Structure(mut structure) if structure.annotations().is_none() => {
                structure.annotate(self.source_of(sender));
                Term::Structure(structure)
            }
            content if content.annotations().is_none() => annotated(&content, [source(sender)]),
            Term::Structure(mut structure) if has_no_source(&structure) => {
                if let [source] = self.source_of(sender).items() {
                    structure.add_annotation(source.clone());
                }
                Term::Structure(structure)
            }
            // What names a source already has that from them.
            content => with_nested_source(&content, &Term::from(sender)),
        }
    }

    /// The literal that was found for a question as it is believed, but for the question's annotations, and for
    /// being the source of it oneself.
    pub(crate) fn answer_for(&self, found: &Term) -> Option<Term> {
        let believed = self.beliefs.get(found).unwrap_or(found);
        let asked = found.annotations().map_or(&[][..], Annotations::items);
        let own = believed.annotations().map_or(&[][..], Annotations::items).iter();
        let mut left =
            own.filter(|annotation| **annotation != self.own_source && !asked.contains(annotation)).peekable();
        match believed {
            Term::Structure(structure) if left.peek().is_none() && !structure.arguments().is_empty() => {
                (structure.passing_functor().class() == Class::Literal).then(|| {
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
            Guard::From(address) => self.ask(&mut Query::from(Arc::clone(code), address).once(), bindings, world),
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
                self.ask(&mut Query::from(Arc::clone(code), address).once().leaving_traces(), bindings, world)
            }
        }
    }

    /// At the beginning of a cycle: falls asleep, or awakes.
    pub(super) fn note_sleep(&mut self, world: &dyn World) {
        if self.sleep == Sleep::Unobserved {
            return;
        }
        let now = world.now();
        let rests = self.has_nothing_to_do() && self.next_due_but_nap().is_none_or(|due| due > now);
        let is_woken = !self.mailbox.is_empty();
        let nap = &mut self.aside.open().nap;
        let (sleep, event) = match (self.sleep, rests) {
            (Sleep::Awake, true) => match nap.until {
                None => return nap.begin(now),
                Some(until) if until > now => return,
                Some(_) => {
                    nap.end();
                    (Sleep::Asleep, SLEEPING)
                }
            },
            (Sleep::Awake, false) => {
                if nap.until.is_some() {
                    *nap = Nap::NONE;
                }
                return;
            }
            (Sleep::Asleep, false) => {
                if is_woken {
                    *nap = Nap::NONE;
                }
                (Sleep::Awake, AWAKING)
            }
            _ => return,
        };
        self.sleep = sleep;
        self.happened(Trigger::new(Change::Added, Subject::Belief, Term::word(event)));
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
        evaluated(self.mind, self.world, &term, bindings)
    }

    fn act(&mut self, name: Atom, arguments: &[Term], bindings: &mut Bindings) -> Answer {
        match self.mind.internal_action(self.world, name, arguments, bindings) {
            Some(Ok(Outcome::Holds)) => Answer::Holds,
            Some(Ok(Outcome::Each(solutions))) => Answer::Each(solutions),
            Some(Ok(Outcome::Fails)) => Answer::Fails,
            Some(Ok(Outcome::Waits(_))) => {
                let text = format!("the internal action {name} cannot be used in a context or a rule: it fails");
                complain(called(name, arguments), text);
                Answer::Fails
            }
            Some(Err(failure)) => {
                complain(called(name, arguments), format!("{name} fails in a formula: {}", failure.message));
                Answer::Fails
            }
            None => {
                complain(
                    called(name, arguments),
                    format!("there is no internal action {name}{}", perhaps(name.name())),
                );
                Answer::Fails
            }
        }
    }

    fn own_facts(&mut self, literal: &Term) -> Vec<Term> {
        match self.mind.own(Functions::QUERY) {
            Some(custom) => custom.facts(literal, self.mind, self.world),
            None => Vec::new(),
        }
    }

    fn spend(&mut self, spent: Spent<'_>) -> bool {
        self.mind.spend(spent)
    }

    fn is_exhausted(&self) -> bool {
        self.mind.is_exhausted()
    }

    fn candidate(&mut self, solutions: &mut Solutions) -> Option<Term> {
        if self.mind.actions.solutions_ask() {
            let actions = Arc::clone(&self.mind.actions);
            return actions.next(solutions, self.mind, self.world);
        }
        solutions.candidates.next()
    }
}

/// The call of an internal action, as it is printed.
fn called(name: Atom, arguments: &[Term]) -> String {
    let arguments: Vec<String> = arguments.iter().map(Term::to_string).collect();
    format!("{name}({})", arguments.join(","))
}

/// What is probably meant by an internal action that is not there.
fn perhaps(name: &str) -> String {
    nearest(name, standard_actions()).map_or_else(String::new, |meant| format!(": perhaps {meant} is meant"))
}

/// Has the plan sub-plans for changes of belief?
fn has_inner_events(plan: &super::Plan) -> bool {
    plan.sub_plans.iter().any(|sub_plan| !sub_plan.trigger.is_goal() || has_inner_events(sub_plan))
}

/// Is it a literal with annotations, none of which is a source, nor open for more?
fn has_no_source(structure: &Structure) -> bool {
    structure.passing_functor().class() == Class::Literal
        && structure.annotations().is_some_and(|all| all.rest().is_none() && !all.items().iter().any(is_source))
}
