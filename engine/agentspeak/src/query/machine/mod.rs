//! Finds the solutions of a formula, one after the other.
//!
//! Two stacks do it, neither of which is the thread's own, so that a rule may call itself as often as memory allows:
//! *returns* (where a rule's body goes on when it has held; a linked list, since several alternatives share its end) and
//! *choices* (what else could be tried, with the state to go back to). A call in last place needs no return.

mod answers;
mod gathering;

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use super::build;
use super::goal::{Entries, Goal, is_of_any_predicate};
use super::host::{Answer, Host, Solutions};
use super::meter::{Meter, Spent};
use crate::belief::BeliefBase;
use crate::bytecode::{Address, Code, Instruction, NotAFormula, Operand, Rule, is_action};
use crate::term::{Atom, Bindings, Functor, Mark, Relation, Term};

/// A formula and the state of the search for its solutions.
pub struct Query {
    now: Place,
    returns: Vec<Return>,
    choices: Vec<Choice>,
    /// The bindings before the first solution was looked for.
    begun: Option<Mark>,
    /// Up to where they stay if there is none.
    kept: Option<Mark>,
    leaves_traces: bool,
    /// Has nothing been asked, since the query or the innermost `not` or `.findall` began, that has several answers? What is
    /// unified then stays even if what follows fails: Jason unifies in place until it must copy its unifier.
    in_place: bool,
    looks_inward: bool,
    /// Is only the first solution asked for?
    once: bool,
    /// Space for what is known of a goal that left no choice.
    spare: Option<Box<Entries>>,
    meter: Meter,
}

/// Where the search is.
#[derive(Clone)]
struct Place {
    code: Arc<Code>,
    address: Address,
    /// Where the code's variables lie in the bindings.
    base: u32,
    /// Where to go at the end of the code, in `returns`.
    after: Option<usize>,
}

impl Place {
    /// Becomes another one, which most often is of the same code.
    #[inline]
    fn go_to(&mut self, place: &Self) {
        if !Arc::ptr_eq(&self.code, &place.code) {
            self.code = Arc::clone(&place.code);
        }
        (self.address, self.base, self.after) = (place.address, place.base, place.after);
    }
}

struct Return {
    place: Place,
}

struct Choice {
    /// Where it goes on by default.
    place: Place,
    mark: Mark,
    returns: usize,
    kind: Alternative,
}

enum Alternative {
    /// Go on at the place.
    Here,
    /// What must not hold has failed: go on at the place. Its instruction is at this address.
    /// What was so of [`Query::in_place`] before it.
    Not(Address, bool),
    /// There is nothing more to gather; likewise.
    Collected(Address, Vec<Term>, bool),
    /// Facts and rules from a position on.
    Entries(Box<Entries>),
    /// All facts there are, of these predicates after the one that is being tried.
    Predicates { goal: Term, left: Vec<Functor> },
    /// Further candidates.
    Candidates(Solutions),
    /// Further facts and rules that the agent has found elsewhere for a literal.
    Found(Term, VecDeque<Found>),
}

/// A fact, or a rule and its head.
type Found = (Term, Option<Arc<Rule>>);

impl Query {
    /// A query that finds the solutions of this code, whose variables lie in the bindings from `base` on.
    #[inline]
    pub fn new(code: Arc<Code>, base: u32) -> Self {
        let looks_inward = code.looks_inward;
        Self {
            now: Place { code, address: 0, base, after: None },
            returns: Vec::new(),
            choices: Vec::new(),
            begun: None,
            kept: None,
            leaves_traces: false,
            in_place: true,
            looks_inward,
            once: false,
            spare: None,
            meter: Meter::new(),
        }
    }

    /// The same, from an address on before which nothing has several answers or binds anything.
    #[inline]
    pub(crate) fn from(code: Arc<Code>, address: Address) -> Self {
        let mut query = Self::new(code, 0);
        query.now.address = address;
        query
    }

    /// Only the first solution is asked for.
    #[must_use]
    #[inline]
    pub(crate) fn once(self) -> Self {
        Self { once: true, ..self }
    }

    /// Where it has no solution, what was unified before anything else was asked remains, as in Jason: `V = 3 & V > 5` binds V.
    #[must_use]
    pub fn leaving_traces(self) -> Self {
        Self { leaves_traces: true, ..self }
    }

    /// Ends the search: of what it has bound only such traces remain.
    pub(crate) fn end(&self, bindings: &mut Bindings) {
        if let Some(kept) = self.kept {
            bindings.undo(kept);
        }
    }

    /// Does it ask for the agent's own intentions?
    pub(crate) fn looks_inward(&self) -> bool {
        self.looks_inward
    }

    /// Finds the next solution, which is then in the bindings. Where there is none, these are as they were before the first.
    pub fn next(&mut self, bindings: &mut Bindings, host: &mut dyn Host) -> bool {
        let found = match self.begun {
            None => {
                self.begun = Some(bindings.mark());
                self.kept = self.begun;
                self.search(bindings, host)
            }
            Some(_) => self.back(bindings, host) && self.search(bindings, host),
        };
        let left = if self.leaves_traces { self.kept } else { self.begun };
        if !found && let Some(left) = left {
            bindings.undo(left);
        }
        found
    }

    fn search(&mut self, bindings: &mut Bindings, host: &mut dyn Host) -> bool {
        loop {
            // Held as long as the search stays in it: a reference count less than one for each instruction.
            let code = Arc::clone(&self.now.code);
            while Arc::ptr_eq(&code, &self.now.code) {
                if self.meter.step() && !self.go_on(bindings, host) {
                    self.choices.clear();
                    return false;
                }
                match self.step(&code, bindings, host) {
                    Step::On => {}
                    Step::Found => return true,
                    Step::Failed => {
                        if !self.back(bindings, host) {
                            return false;
                        }
                    }
                }
            }
        }
    }

    /// Reports to the host what the search has taken, and asks whether it may go on.
    #[cold]
    fn go_on(&mut self, bindings: &Bindings, host: &mut dyn Host) -> bool {
        let steps = self.meter.take_steps();
        let first = self.begun.map_or(0, Mark::variables);
        let choices = self.choices.len() * (size_of::<Choice>() + size_of::<Entries>());
        let stacks = self.returns.len() * size_of::<Return>() + choices;
        // What grows takes as much again while it is moved.
        let bytes = 2 * (self.meter.weigh(first, bindings) + stacks) as u64;
        let may = host.spend(Spent { steps, bytes, query: self });
        if !may {
            // Also where it is asked by the way.
            self.meter.stop();
        }
        may
    }

    /// The steps that the host does not know of yet.
    pub(crate) fn take_steps(&mut self) -> u64 {
        self.meter.take_steps()
    }

    /// The innermost rule whose body is being asked.
    pub(crate) fn rule(&self, beliefs: &BeliefBase) -> Option<Arc<Rule>> {
        let rule_of = |code: &Arc<Code>| {
            let mut entries = beliefs.predicates().flat_map(|predicate| beliefs.entries(predicate));
            entries.find_map(|entry| entry.rule().filter(|rule| Arc::ptr_eq(&rule.code, code)).cloned())
        };
        let mut place = &self.now;
        loop {
            if let Some(rule) = rule_of(&place.code) {
                return Some(rule);
            }
            place = &self.returns[place.after?].place;
        }
    }

    /// The term with the values of functions that only the host can call.
    fn evaluated(&mut self, term: Term, bindings: &mut Bindings, host: &mut dyn Host) -> Term {
        if term.is_data() {
            return term;
        }
        let value = host.evaluate(term, bindings);
        if host.is_exhausted() {
            self.meter.stop();
        }
        value
    }

    /// Could there be another solution?
    pub fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    fn step(&mut self, code: &Code, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let address = self.now.address;
        self.now.address += 1;
        match &code.instructions[address as usize] {
            Instruction::Return => self.leave(),
            Instruction::Fail => Step::Failed,
            Instruction::Jump(target) => {
                self.now.address = *target;
                Step::On
            }
            Instruction::Or(otherwise) => {
                self.in_place = false;
                self.choose_at(bindings, *otherwise, Alternative::Here)
            }
            Instruction::Not(end) => {
                let outside = std::mem::replace(&mut self.in_place, true);
                self.choose_at(bindings, *end, Alternative::Not(address, outside))
            }
            Instruction::Collect(collect) => {
                if let Some(count) = self.count_of_facts(code, address, bindings, host) {
                    self.now.address = collect.behind;
                    let result = bindings.apply_at(&collect.result, self.now.base);
                    let holds = bindings.unify(&result, &Term::from(count as f64));
                    self.keep(bindings);
                    return Step::of(holds);
                }
                let outside = std::mem::replace(&mut self.in_place, true);
                self.choose_at(bindings, collect.behind, Alternative::Collected(address, Vec::new(), outside))
            }
            Instruction::Holds(start) => {
                if let Some(barrier) = self.innermost(*start) {
                    self.choices.truncate(barrier + 1);
                    if let Some(Choice { mark, kind: Alternative::Not(_, outside), .. }) = self.choices.pop() {
                        // What has been unified in there at first stays, though it fails.
                        bindings.undo(mark);
                        self.in_place = outside;
                        self.keep(bindings);
                    }
                }
                Step::Failed
            }
            Instruction::Gather(start) => self.gather(code, *start, bindings),
            Instruction::Relate(relation, left, right) => {
                let holds = self.relate(*relation, left, right, bindings, host);
                self.keep(bindings);
                Step::of(holds)
            }
            Instruction::Act(name, arguments) => {
                let mut arguments: Vec<Term> =
                    arguments.iter().map(|argument| self.applied(argument, bindings)).collect();
                for argument in &mut arguments {
                    *argument = self.evaluated(std::mem::replace(argument, Term::from(0.0)), bindings, host);
                }
                let outcome = host.act(*name, &arguments, bindings);
                if host.is_exhausted() {
                    self.meter.stop();
                }
                match outcome {
                    Answer::Fails => {
                        self.keep(bindings);
                        Step::Failed
                    }
                    Answer::Holds => {
                        for argument in arguments.iter().filter(|argument| matches!(argument, Term::Var(_))) {
                            self.meter.made(bindings.deref(argument));
                        }
                        self.keep(bindings);
                        Step::On
                    }
                    Answer::Each(solutions) => {
                        self.in_place = false;
                        self.try_candidates(solutions, bindings, host)
                    }
                }
            }
            Instruction::Believe(literal) => {
                if let Some(goal) = Goal::of_operand(literal, bindings, self.now.base) {
                    self.in_place = false;
                    return self.look_up(goal, bindings, host);
                }
                let goal = self.evaluated(literal.get(bindings, self.now.base), bindings, host);
                match literal {
                    // A variable may stand for an internal action as well.
                    Operand::Variable(_) if goal.predicate().is_some_and(|it| is_action(it.name().name())) => {
                        self.call(&goal)
                    }
                    _ => self.believe(goal, bindings, host),
                }
            }
        }
    }

    /// The end of some code.
    fn leave(&mut self) -> Step {
        match self.now.after {
            None => Step::Found,
            Some(after) => {
                self.now.go_to(&self.returns[after].place);
                Step::On
            }
        }
    }

    fn choose_at(&mut self, bindings: &Bindings, address: Address, kind: Alternative) -> Step {
        let place = Place { address, ..self.now.clone() };
        self.choices.push(Choice { place, mark: bindings.mark(), returns: self.returns.len(), kind });
        Step::On
    }

    /// What is bound by now stays, whatever fails behind it, where that is so in Jason.
    fn keep(&mut self, bindings: &Bindings) {
        if !self.in_place {
            return;
        }
        let mark = bindings.mark();
        match self.choices.last_mut() {
            // That of the `not` or `.findall`: nothing else in there has left a choice.
            Some(innermost) => innermost.mark = mark,
            None => self.kept = Some(mark),
        }
    }

    /// The choice that the instruction at this address has made in the code as it is executed now.
    fn innermost(&self, start: Address) -> Option<usize> {
        self.choices.iter().rposition(|choice| {
            let of_it = matches!(choice.kind, Alternative::Not(at, _) | Alternative::Collected(at, ..) if at == start);
            of_it && choice.place.base == self.now.base && Arc::ptr_eq(&choice.place.code, &self.now.code)
        })
    }

    /// The term with the values of its variables. A variable of which that is the value from now on has it at hand the next time:
    /// one that is younger than the last choice, and so is gone whenever what is in its value is undone.
    fn applied(&self, operand: &Operand, bindings: &mut Bindings) -> Term {
        let term = operand.get(bindings, self.now.base);
        if let (Operand::Variable(var), Term::List(_) | Term::Structure(_)) = (operand, &term)
            && term.is_settled()
        {
            let var = var.at(var.slot() + self.now.base);
            let choice = self.choices.last().map(|choice| choice.mark).or(self.kept);
            if choice.is_some_and(|choice| choice.variables() <= var.slot() as usize)
                && bindings.value(var).is_some_and(|value| !value.is_settled())
            {
                bindings.set(var, term.clone());
            }
        }
        term
    }

    fn relate(
        &mut self,
        relation: Relation,
        left: &Operand,
        right: &Operand,
        bindings: &mut Bindings,
        host: &mut dyn Host,
    ) -> bool {
        if let (Some(left), Some(right)) = (left.number(bindings, self.now.base), right.number(bindings, self.now.base))
            && let Some(holds) = relation.compares_numbers(left, right)
        {
            return holds;
        }
        let side = |operand: &Operand| match relation {
            Relation::Unify => operand.part(bindings, self.now.base),
            _ => operand.get(bindings, self.now.base),
        };
        let (left, right) = (side(left), side(right));
        let left = self.evaluated(left, bindings, host);
        let right = self.evaluated(right, bindings, host);
        match relation {
            Relation::Unify => bindings.unify(&left, &right),
            Relation::Build => build::build(&left, &right, bindings),
            comparison => comparison.compares(&left, &right).unwrap_or(false),
        }
    }

    fn believe(&mut self, goal: Term, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        match &goal {
            truth if truth.is_atom(Atom::TRUE) => return Step::On,
            truth if truth.is_atom(Atom::FALSE) => return Step::Failed,
            _ => self.in_place = false,
        }
        if is_of_any_predicate(&goal) {
            let left = host.beliefs().predicates().collect();
            return self.try_predicates(goal, left, bindings, host);
        }
        match Goal::of_term(&goal) {
            Some(goal) => self.look_up(goal, bindings, host),
            None if matches!(goal, Term::Structure(_)) => self.call(&goal),
            None => Step::Failed,
        }
    }

    /// A formula that came as a term: its variables are where they are.
    fn call(&mut self, formula: &Term) -> Step {
        match Code::of(formula) {
            Ok(code) => {
                self.enter(&Arc::new(code), 0);
                Step::On
            }
            Err(NotAFormula) => Step::Failed,
        }
    }

    /// Goes into other code, and then on here.
    fn enter(&mut self, code: &Arc<Code>, base: u32) {
        let last = matches!(self.now.code.instructions[self.now.address as usize], Instruction::Return);
        let after = if last {
            self.now.after
        } else {
            self.returns.push(Return { place: self.now.clone() });
            Some(self.returns.len() - 1)
        };
        if !Arc::ptr_eq(&self.now.code, code) {
            self.now.code = Arc::clone(code);
        }
        (self.now.address, self.now.base, self.now.after) = (0, base, after);
    }

    /// Goes back to the last choice that leads anywhere; returns whether there was one.
    fn back(&mut self, bindings: &mut Bindings, host: &mut dyn Host) -> bool {
        while let Some(choice) = self.choices.last_mut() {
            bindings.undo(choice.mark);
            self.returns.truncate(choice.returns);
            if let Alternative::Entries(_) | Alternative::Candidates(_) = choice.kind {
                // Most often there are others still: the choice stays where it is.
                self.now.go_to(&choice.place);
                self.in_place = false;
                let kind = std::mem::replace(&mut choice.kind, Alternative::Here);
                if let Step::On = self.try_others(kind, bindings, host) {
                    return true;
                }
                continue;
            }
            let Some(Choice { place, kind, .. }) = self.choices.pop() else { return false };
            self.now = place;
            self.in_place = matches!(kind, Alternative::Not(_, true) | Alternative::Collected(_, _, true));
            let step = match kind {
                Alternative::Here => Step::On,
                Alternative::Not(..) => {
                    self.keep(bindings);
                    Step::On
                }
                Alternative::Collected(start, solutions, _) => {
                    let step = self.collected(start, solutions, bindings);
                    self.keep(bindings);
                    step
                }
                Alternative::Entries(_) | Alternative::Candidates(_) => Step::Failed,
                Alternative::Predicates { goal, left } => self.try_predicates(goal, left, bindings, host),
                Alternative::Found(target, found) => self.try_found(target, found, bindings),
            };
            if let Step::On = step {
                return true;
            }
        }
        false
    }
}

impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (returns, choices) = (self.returns.len(), self.choices.len());
        f.debug_struct("Query").field("returns", &returns).field("choices", &choices).finish_non_exhaustive()
    }
}

#[derive(Clone, Copy)]
enum Step {
    On,
    Failed,
    Found,
}

impl Step {
    fn of(holds: bool) -> Self {
        if holds { Self::On } else { Self::Failed }
    }
}
