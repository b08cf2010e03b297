//! What unifies in a way of its own. Bodies: a variable among the steps stands for a step, in last place for all that are left.
//! Plans, of which not every part counts. And terms that are parts of themselves.

use super::{Atom, Bindings, Functor, Kind, Step, Structure, Term, Var};

/// Two terms that are parts of themselves may differ ever deeper in them: so deep they are compared.
const MOST_CYCLES: u8 = 3;

impl Bindings {
    /// Unifies two structures of which at least one [is special](Structure::is_special).
    pub(super) fn unify_special(&mut self, one: &Structure, other: &Structure) -> bool {
        match (one.passing_functor().signature().kind, other.passing_functor().signature().kind) {
            (Kind::Step(_) | Kind::NoSteps, Kind::Step(_) | Kind::NoSteps) => self.unify_bodies(one, other),
            (Kind::Plan, Kind::Plan) => self.unify_plans(one, other),
            (Kind::Cyclic, Kind::Cyclic) => self.within_cycles(|bindings| bindings.unify_cycles(one, other)),
            (Kind::Cyclic, _) => {
                self.within_cycles(|bindings| bindings.unify_or_not(&unfolded(one), &Term::Structure(other.clone())))
            }
            (_, Kind::Cyclic) => {
                self.within_cycles(|bindings| bindings.unify_or_not(&Term::Structure(one.clone()), &unfolded(other)))
            }
            _ => false,
        }
    }

    /// Goes once more round a term that is a part of itself; with that often enough, the two count as different.
    fn within_cycles(&mut self, unify: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.cycles == MOST_CYCLES {
            return false;
        }
        self.cycles += 1;
        let unified = unify(self);
        self.cycles -= 1;
        unified
    }

    /// The value for a variable that occurs in it.
    pub(super) fn cycle(&mut self, var: Var, value: &Term) -> Term {
        let inner = Term::Var(var.at(self.fresh(1)));
        let value = self.apply(value).renamed(&mut |other| if other == var { inner.clone() } else { Term::Var(other) });
        Kind::Cyclic.of([value, inner])
    }

    fn unify_cycles(&mut self, one: &Structure, other: &Structure) -> bool {
        let ([one, Term::Var(var)], [other, Term::Var(other_var)]) = (one.arguments(), other.arguments()) else {
            return false;
        };
        let same = other.renamed(&mut |found| Term::Var(if found == *other_var { *var } else { found }));
        self.unify_or_not(one, &same)
    }

    fn unify_bodies(&mut self, one: &Structure, other: &Structure) -> bool {
        let (mut one, mut other) = (one, other);
        loop {
            let (Some(step), Some(other_step)) = (StepOf::of(one), StepOf::of(other)) else {
                return one.passing_functor() == other.passing_functor();
            };
            match (is_variable(step.what), is_variable(other_step.what)) {
                (true, false) => {
                    if step.kind != Step::Do && step.kind != other_step.kind {
                        return false;
                    }
                    if step.kind == Step::Do && step.is_last() {
                        // The last variable stands for all that is left.
                        return self.unify_or_not(step.what, &Term::Structure(other.clone()));
                    }
                    let fits = if step.kind == Step::Do {
                        self.unify(step.what, &other_step.alone())
                    } else {
                        self.unify(step.what, other_step.what)
                    };
                    if fits {
                        if let (Some(last), true) = (step.last_variable(), other_step.is_last()) {
                            return self.unify_or_not(last, &no_steps());
                        }
                    } else if step.kind != other_step.kind || !self.unify_or_not(step.what, other_step.what) {
                        return false;
                    }
                }
                (false, true) => return self.unify_bodies(other, one),
                (true, true) => {
                    if !self.unify_or_not(step.what, other_step.what) {
                        return false;
                    }
                }
                (false, false) => {
                    if step.kind != other_step.kind || !self.unify_or_not(step.what, other_step.what) {
                        return false;
                    }
                }
            }
            let (Some(rest), Some(other_rest)) = (step.rest.as_structure(), other_step.rest.as_structure()) else {
                return self.unify_or_not(step.rest, other_step.rest);
            };
            (one, other) = (rest, other_rest);
        }
    }

    /// Of plans, label, trigger, context and body count.
    fn unify_plans(&mut self, one: &Structure, other: &Structure) -> bool {
        let parts = |plan: &Structure| {
            let [label, trigger, context, _, body, _] = plan.arguments() else { return None };
            let label = stated(label, || Term::atom("nolabel"));
            Some([label, trigger.clone(), stated(context, || Term::truth(true)), body.clone()])
        };
        match (parts(one), parts(other)) {
            (Some(one), Some(other)) => one.iter().zip(&other).all(|(one, other)| self.unify_or_not(one, other)),
            _ => false,
        }
    }
}

/// A term in itself with the whole once in its own place.
fn unfolded(cycle: &Structure) -> Term {
    let [inner, Term::Var(var)] = cycle.arguments() else { return Term::Structure(cycle.clone()) };
    inner.renamed(&mut |found| {
        if found == *var { Term::Structure(cycle.clone()) } else { Term::Var(found) }
    })
}

/// A plan's part, or its default.
fn stated(part: &Term, otherwise: impl FnOnce() -> Term) -> Term {
    if part.is_atom(Atom::NOTHING) { otherwise() } else { part.clone() }
}

/// The first step of a body.
struct StepOf<'a> {
    kind: Step,
    what: &'a Term,
    rest: &'a Term,
}

impl<'a> StepOf<'a> {
    fn of(body: &'a Structure) -> Option<Self> {
        match (body.passing_functor().signature().kind, body.arguments()) {
            (Kind::Step(kind), [what, rest]) => Some(Self { kind, what, rest }),
            _ => None,
        }
    }

    fn is_last(&self) -> bool {
        self.rest.as_structure().is_some_and(|rest| rest.passing_functor().signature().kind == Kind::NoSteps)
    }

    /// The variable that is the only step behind this one, if that is all there is.
    fn last_variable(&self) -> Option<&'a Term> {
        let next = Self::of(self.rest.as_structure()?)?;
        (next.is_last() && is_variable(next.what)).then_some(next.what)
    }

    /// The step as a body of its own.
    fn alone(&self) -> Term {
        let step = Structure::new(Functor::operator(Kind::Step(self.kind), 2), [self.what.clone(), no_steps()]);
        Term::Structure(step.without_braces())
    }
}

fn is_variable(term: &Term) -> bool {
    match term {
        Term::Var(_) => true,
        Term::Structure(structure) => structure.is_variable(),
        _ => false,
    }
}

fn no_steps() -> Term {
    Term::Structure(Structure::new(Functor::operator(Kind::NoSteps, 0), []).without_braces())
}

/// A step that has turned out to be a body: its steps come in the step's place.
pub(super) fn spliced(structure: Structure) -> Structure {
    let [Term::Structure(inner), rest] = structure.arguments() else { return structure };
    if !matches!(inner.passing_functor().signature().kind, Kind::Step(_) | Kind::NoSteps) {
        return structure;
    }
    let mut steps = Vec::new();
    let mut step: &Structure = inner;
    while let Some(StepOf { what, rest, .. }) = StepOf::of(step) {
        steps.push((step.functor(), what.clone(), step.line()));
        match rest {
            Term::Structure(next) => step = next,
            _ => break,
        }
    }
    let with_braces = !structure.is_bare();
    let written = |step: Structure| if with_braces { step } else { step.without_braces() };
    let mut joined = rest.clone();
    for (functor, what, line) in steps.into_iter().rev() {
        joined = Term::Structure(written(Structure::new(functor, [what, joined]).at_line(line)));
    }
    match joined {
        Term::Structure(joined) => Structure::clone(&joined),
        _ => structure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(steps: &[(Step, Term)]) -> Term {
        let end = Kind::NoSteps.of([]);
        steps.iter().rev().fold(end, |rest, (kind, what)| Kind::Step(*kind).of([what.clone(), rest]))
    }

    fn var(slot: u32) -> Term {
        Term::Var(Var::unnamed(slot))
    }

    #[test]
    fn a_variable_stands_for_a_step_and_the_last_one_for_all_that_is_left() {
        let [a, b, c] = ["a", "b", "c"].map(Term::atom);
        let all = body(&[(Step::Do, a.clone()), (Step::Do, b), (Step::Achieve, c)]);
        let pattern = body(&[(Step::Do, var(0)), (Step::Do, var(1))]);
        for (one, other) in [(&all, &pattern), (&pattern, &all)] {
            let mut bindings = Bindings::of(2);
            assert!(bindings.unify(one, other));
            assert_eq!(bindings.apply(&var(0)).to_string(), "a");
            assert_eq!(bindings.apply(&var(1)).to_string(), "{ b; !c }");
        }
        let mut bindings = Bindings::of(2);
        assert!(bindings.unify(&body(&[(Step::Do, a.clone())]), &pattern));
        assert_eq!(bindings.apply(&var(1)).to_string(), "");
        let mut bindings = Bindings::of(1);
        assert!(!bindings.unify(&body(&[(Step::Achieve, var(0))]), &body(&[(Step::Do, a)])));
    }

    #[test]
    fn a_term_may_be_a_part_of_itself() {
        let g = |inner: Term| Term::structure("g", [inner]);
        let mut bindings = Bindings::of(2);
        assert!(bindings.unify(&var(0), &g(var(0))));
        assert_eq!(bindings.apply(&var(0)).to_string(), "...g(_2)/_2");
        assert!(bindings.unify(&var(0), &g(var(0))));
        assert!(!bindings.unify(&var(0), &g(g(Term::atom("a")))));
        assert!(bindings.unify(&var(1), &g(var(1))) && bindings.unify(&var(0), &var(1)));
    }

    #[test]
    fn a_variable_among_steps_that_is_a_body_becomes_its_steps() {
        let [a, b, c] = ["a", "b", "c"].map(Term::atom);
        let inner = body(&[(Step::Do, a), (Step::Achieve, b)]);
        let outer = body(&[(Step::Do, var(0)), (Step::Do, c)]);
        let mut bindings = Bindings::of(1);
        assert!(bindings.unify(&var(0), &inner));
        assert_eq!(bindings.apply(&outer).to_string(), "{ a; !b; c }");
    }
}
