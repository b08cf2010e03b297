//! `.findall`, `.setof` and `.count`: what is gathered of a formula's solutions.

use super::{Alternative, Query, Step};
use crate::bytecode::{Address, Code, Collect, Gathering, Instruction};
use crate::query::host::Host;
use crate::term::{Bindings, Term, sort_terms};

impl Query {
    pub(super) fn gather(&mut self, code: &Code, start: Address, bindings: &Bindings) -> Step {
        let Instruction::Collect(collect) = &code.instructions[start as usize] else { return Step::Failed };
        let solution = match collect.gathering {
            // Only how many there are matters.
            Gathering::Count => Term::from(1.0),
            _ => bindings.apply_at(&collect.template, self.now.base),
        };
        if let Some(choice) = self.innermost(start)
            && let Alternative::Collected(_, solutions, _) = &mut self.choices[choice].kind
        {
            self.meter.gathers(&solution);
            solutions.push(solution);
        }
        Step::Failed
    }

    /// How many facts there are, if that is what is counted: one that waits for so many asks with each that comes.
    pub(super) fn count_of_facts(
        &self,
        code: &Code,
        start: Address,
        bindings: &Bindings,
        host: &dyn Host,
    ) -> Option<usize> {
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

    pub(super) fn collected(&mut self, start: Address, mut solutions: Vec<Term>, bindings: &mut Bindings) -> Step {
        let Instruction::Collect(collect) = &self.now.code.instructions[start as usize] else { return Step::Failed };
        self.meter.has_gathered(&solutions);
        bindings.adopt_found(&mut solutions);
        let Collect { gathering, result, .. } = &**collect;
        let whole = match gathering {
            Gathering::Count => Term::from(solutions.len() as f64),
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
