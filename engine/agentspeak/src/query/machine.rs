//! Finds the solutions of a formula, one after the other.
//!
//! Two stacks do it, neither of which is the thread's own, so that a rule may call itself as often as memory allows:
//! *returns* (where a rule's body goes on when it has held; a linked list, since several alternatives share its end) and
//! *choices* (what else could be tried, with the state to go back to). A call in last place needs no return.

use std::collections::VecDeque;
use std::sync::Arc;

use super::build;
use super::goal::{Entries, Goal, is_of_any_predicate};
use crate::belief::{BeliefBase, Entry, Position, Table};
use crate::bytecode::Operand;
use crate::bytecode::{Address, Code, Collect, Gathering, Instruction, Rule};
use crate::bytecode::{NotAFormula, is_action};
use crate::term::{Atom, Bindings, Functor, Mark, Relation, Term, sort_terms};

/// Whom a query asks.
pub trait Host {
    /// What is believed. It may change while a query goes on; what is added meanwhile may or may not be found.
    fn beliefs(&self) -> &BeliefBase;

    /// The term with the values of functions that only the agent can call.
    fn evaluate(&mut self, term: Term, bindings: &mut Bindings) -> Term {
        let _ = bindings;
        term
    }

    /// Executes an internal action.
    fn act(&mut self, name: Atom, arguments: &[Term], bindings: &mut Bindings) -> Answer;

    /// The facts that the literal may be unified with, where [`beliefs`](Self::beliefs) does not know all of them.
    fn own_facts(&mut self, literal: &Term) -> Vec<Term> {
        let _ = literal;
        Vec::new()
    }

    /// The next of what an internal action holds for.
    fn candidate(&mut self, solutions: &mut Solutions) -> Option<Term> {
        solutions.candidates.next()
    }
}

/// What comes of an internal action in a formula.
pub enum Answer {
    /// It does not hold.
    Fails,
    /// It holds, with the bindings that it has made.
    Holds,
    /// It holds for each of these.
    Each(Solutions),
}

/// Several solutions of one action.
pub struct Solutions {
    /// What is unified ...
    pub target: Term,
    /// ... with each of these in turn.
    pub candidates: Box<dyn Iterator<Item = Term> + Send>,
}

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
    /// Room for what is known of a goal that left no choice.
    spare: Option<Box<Entries>>,
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

struct Return {
    place: Place,
}

struct Choice {
    /// Where it goes on, if it is not said otherwise.
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
                    let holds = bindings.unify(&result, &Term::Number(count as f64));
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
                    arguments.iter().map(|argument| argument.get(bindings, self.now.base)).collect();
                for argument in arguments.iter_mut().filter(|argument| !argument.is_settled()) {
                    *argument = host.evaluate(argument.clone(), bindings);
                }
                match host.act(*name, &arguments, bindings) {
                    Answer::Fails => {
                        self.keep(bindings);
                        Step::Failed
                    }
                    Answer::Holds => {
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
                let mut goal = literal.get(bindings, self.now.base);
                if !goal.is_settled() {
                    goal = host.evaluate(goal, bindings);
                }
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
                self.now = self.returns[after].place.clone();
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

    fn gather(&mut self, code: &Code, start: Address, bindings: &Bindings) -> Step {
        let Instruction::Collect(collect) = &code.instructions[start as usize] else { return Step::Failed };
        let solution = match collect.gathering {
            // Only how many there are matters.
            Gathering::Count => Term::Number(1.0),
            _ => bindings.apply_at(&collect.template, self.now.base),
        };
        if let Some(choice) = self.innermost(start)
            && let Alternative::Collected(_, solutions, _) = &mut self.choices[choice].kind
        {
            solutions.push(solution);
        }
        Step::Failed
    }

    /// How many facts there are, if that is what is counted: whoever waits for so many asks with each that comes.
    fn count_of_facts(&self, code: &Code, start: Address, bindings: &Bindings, host: &dyn Host) -> Option<usize> {
        let [Instruction::Collect(collect), Instruction::Believe(literal), Instruction::Gather(_), ..] =
            code.instructions.get(start as usize..)?
        else {
            return None;
        };
        if !matches!(collect.gathering, Gathering::Count) {
            return None;
        }
        let goal = literal.get(bindings, self.now.base);
        let structure = goal.as_structure().filter(|goal| goal.annotations().is_none())?;
        let predicate = goal.predicate()?;
        let is_open = |(place, argument): (usize, &Term)| {
            matches!(argument, Term::Var(_)) && !structure.arguments()[..place].contains(argument)
        };
        let all = structure.arguments().iter().enumerate().all(is_open);
        let beliefs = host.beliefs();
        (all && !beliefs.has_rules(predicate)).then(|| beliefs.count(predicate))
    }

    fn relate(
        &self,
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
        let mut left = left.get(bindings, self.now.base);
        let mut right = right.get(bindings, self.now.base);
        if !left.is_settled() {
            left = host.evaluate(left, bindings);
        }
        if !right.is_settled() {
            right = host.evaluate(right, bindings);
        }
        match relation {
            Relation::Unify => bindings.unify(&left, &right),
            Relation::Build => build::build(&left, &right, bindings),
            comparison => comparison.compares(&left, &right).unwrap_or(false),
        }
    }

    fn believe(&mut self, goal: Term, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        match &goal {
            Term::Atom(Atom::TRUE) => return Step::On,
            Term::Atom(Atom::FALSE) => return Step::Failed,
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

    fn look_up(&mut self, goal: Goal, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let beliefs = host.beliefs();
        if beliefs.is_partial() {
            return self.look_elsewhere(&goal, bindings, host);
        }
        let Some(table) = beliefs.table(goal.predicate) else { return Step::Failed };
        let (key, from) = (goal.key(table), table.start());
        let entries = self.boxed(Entries { goal, key, from, is_next: false });
        self.try_entries(entries, bindings, host)
    }

    /// Asks the agent for its facts, which come before the rules.
    fn look_elsewhere(&mut self, goal: &Goal, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let target = bindings.apply(&goal.term());
        let facts = host.own_facts(&target);
        let rules: Vec<Arc<Rule>> =
            host.beliefs().entries(goal.predicate).filter_map(Entry::rule).map(Arc::clone).collect();
        let alternatives = facts.into_iter().map(|fact| (fact, None));
        let rules = rules.into_iter().map(|rule| (rule.head().clone(), Some(rule)));
        self.try_found(target, alternatives.chain(rules).collect(), bindings)
    }

    /// The first fact that the literal can be unified with, or the first rule whose head can.
    fn try_found(&mut self, target: Term, mut found: VecDeque<Found>, bindings: &mut Bindings) -> Step {
        let mark = bindings.mark();
        while let Some((head, rule)) = found.pop_front() {
            let Some(rule) = rule else {
                if bindings.unify(&target, &head) {
                    self.leave_found(mark, target, found);
                    return Step::On;
                }
                bindings.undo(mark);
                continue;
            };
            let base = bindings.fresh(rule.code.variables);
            let head = bindings.apply_at(&head, base);
            if bindings.unify(&target, &head) {
                self.leave_found(mark, target, found);
                self.enter(Arc::clone(&rule.code), base);
                return Step::On;
            }
            bindings.undo(mark);
        }
        Step::Failed
    }

    fn leave_found(&mut self, mark: Mark, target: Term, found: VecDeque<Found>) {
        if !found.is_empty() {
            let kind = Alternative::Found(target, found);
            self.choices.push(Choice { place: self.now.clone(), mark, returns: self.returns.len(), kind });
        }
    }

    /// A formula that came as a term: its variables are where they are.
    fn call(&mut self, formula: &Term) -> Step {
        match Code::of(formula) {
            Ok(code) => {
                self.enter(Arc::new(code), 0);
                Step::On
            }
            Err(NotAFormula) => Step::Failed,
        }
    }

    /// Goes into other code, and then on here.
    fn enter(&mut self, code: Arc<Code>, base: u32) {
        let last = matches!(self.now.code.instructions[self.now.address as usize], Instruction::Return);
        let after = if last {
            self.now.after
        } else {
            self.returns.push(Return { place: self.now.clone() });
            Some(self.returns.len() - 1)
        };
        self.now = Place { code, address: 0, base, after };
    }

    fn boxed(&mut self, entries: Entries) -> Box<Entries> {
        match self.spare.take() {
            Some(mut spare) => {
                *spare = entries;
                spare
            }
            None => Box::new(entries),
        }
    }

    fn try_entries(&mut self, entries: Box<Entries>, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let Entries { goal, key, from, is_next } = &*entries;
        let Some(table) = host.beliefs().table(goal.predicate) else { return Step::Failed };
        let mark = bindings.mark();
        let mut next = match table.get(*from) {
            // Unless it has been removed meanwhile.
            Some(entry) if *is_next => Some((*from, entry)),
            _ => goal.next(table, *from, *key),
        };
        while let Some((position, entry)) = next {
            let holds = match entry {
                Entry::Fact(fact) => match goal.subsets(fact) {
                    Some(candidates) => {
                        let target = goal.term();
                        self.leave_entries(mark, entries, table, position);
                        let candidates = Box::new(candidates.into_iter());
                        return self.try_candidates(Solutions { target, candidates }, bindings, host);
                    }
                    None => goal.unify_fact(fact, bindings),
                },
                Entry::Rule(rule) => {
                    let base = bindings.fresh(rule.code.variables);
                    goal.unify_rule(rule, base, bindings) && {
                        let code = Arc::clone(&rule.code);
                        self.leave_entries(mark, entries, table, position);
                        self.enter(code, base);
                        return Step::On;
                    }
                }
            };
            if holds {
                if self.is_last() {
                    self.spare = Some(entries);
                } else {
                    self.leave_entries(mark, entries, table, position);
                }
                return Step::On;
            }
            bindings.undo(mark);
            next = goal.next(table, position + 1, *key);
        }
        self.spare = Some(entries);
        Step::Failed
    }

    /// Leaves a choice if there are more entries behind that position.
    #[inline]
    fn leave_entries(&mut self, mark: Mark, mut entries: Box<Entries>, table: &Table, position: Position) {
        let Entries { goal, key, from, is_next } = &mut *entries;
        if let Some((next, _)) = goal.next(table, position + 1, *key) {
            (*from, *is_next) = (next, true);
            let kind = Alternative::Entries(entries);
            self.choices.push(Choice { place: self.now.clone(), mark, returns: self.returns.len(), kind });
        } else {
            self.spare = Some(entries);
        }
    }

    /// Is the query answered, and will nobody ask again?
    #[inline]
    fn is_last(&self) -> bool {
        self.once
            && self.now.after.is_none()
            && matches!(self.now.code.instructions[self.now.address as usize], Instruction::Return)
    }

    fn try_predicates(
        &mut self,
        goal: Term,
        mut left: Vec<Functor>,
        bindings: &mut Bindings,
        host: &mut dyn Host,
    ) -> Step {
        let Some(predicate) = left.pop() else { return Step::Failed };
        self.choices.push(Choice {
            place: self.now.clone(),
            mark: bindings.mark(),
            returns: self.returns.len(),
            kind: Alternative::Predicates { goal: goal.clone(), left },
        });
        match host.beliefs().start(predicate) {
            Some(from) => {
                let goal = Goal::of_variable(goal, predicate);
                let entries = self.boxed(Entries { goal, key: None, from, is_next: false });
                self.try_entries(entries, bindings, host)
            }
            None => Step::Failed,
        }
    }

    fn try_candidates(&mut self, mut solutions: Solutions, bindings: &mut Bindings, host: &mut dyn Host) -> Step {
        let mark = bindings.mark();
        while let Some(candidate) = host.candidate(&mut solutions) {
            if bindings.unify(&solutions.target, &candidate) {
                let place = self.now.clone();
                let kind = Alternative::Candidates(solutions);
                self.choices.push(Choice { place, mark, returns: self.returns.len(), kind });
                return Step::On;
            }
        }
        Step::Failed
    }

    /// Goes back to the last choice that leads anywhere; says whether there was one.
    fn back(&mut self, bindings: &mut Bindings, host: &mut dyn Host) -> bool {
        while let Some(Choice { place, mark, returns, kind }) = self.choices.pop() {
            bindings.undo(mark);
            self.returns.truncate(returns);
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
                Alternative::Entries(entries) => self.try_entries(entries, bindings, host),
                Alternative::Predicates { goal, left } => self.try_predicates(goal, left, bindings, host),
                Alternative::Found(target, found) => self.try_found(target, found, bindings),
                Alternative::Candidates(solutions) => self.try_candidates(solutions, bindings, host),
            };
            if let Step::On = step {
                return true;
            }
        }
        false
    }

    fn collected(&self, start: Address, mut solutions: Vec<Term>, bindings: &mut Bindings) -> Step {
        let Instruction::Collect(collect) = &self.now.code.instructions[start as usize] else { return Step::Failed };
        bindings.adopt_found(&mut solutions);
        let Collect { gathering, result, .. } = &**collect;
        let whole = match gathering {
            Gathering::Count => Term::Number(solutions.len() as f64),
            Gathering::List => Term::list(solutions),
            Gathering::Set => {
                sort_terms(&mut solutions);
                solutions.dedup_by(|one, other| one.compare(other).is_eq());
                Term::list(solutions)
            }
        };
        let result = bindings.apply_at(result, self.now.base);
        Step::of(bindings.unify(&result, &whole))
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
