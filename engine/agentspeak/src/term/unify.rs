use smallvec::SmallVec;

use super::{Annotations, Atom, Bindings, Class, Items, List, Structure, StructureBuilder, Term, Var};
use crate::stack::{self, with_stack};

impl Bindings {
    /// Makes the two the same by binding variables, if that can be done; else everything is as before.
    ///
    /// It is not quite symmetric: the annotations of `one` must be among those of `other`. A variable takes the literal's
    /// annotations along.
    pub fn unify(&mut self, one: &Term, other: &Term) -> bool {
        let mark = self.mark();
        let unified = self.unify_or_not(one, other);
        if !unified {
            self.undo(mark);
        }
        unified
    }

    /// [`unify`](Self::unify), but where it fails some variables may have been bound.
    pub fn unify_or_not(&mut self, one: &Term, other: &Term) -> bool {
        match (one, other) {
            (Term::Number(one), Term::Number(other)) => return one == other,
            (Term::Atom(one), Term::Atom(other)) => return one == other,
            (Term::Var(open), Term::Number(_) | Term::Atom(_) | Term::String(_)) if self.is_open(*open) => {
                self.bind(*open, other.clone());
                return true;
            }
            _ => {}
        }
        let one = self.evaluated(one);
        let other = self.evaluated(other);
        match (&one, &other) {
            (Term::Var(one), Term::Var(other)) => {
                if one != other {
                    self.join(*one, *other);
                }
                true
            }
            (Term::Structure(variable), value) if variable.is_variable() => self.unify_variable(variable, value, false),
            (value, Term::Structure(variable)) if variable.is_variable() => self.unify_variable(variable, value, true),
            (Term::Structure(qualified), value) | (value, Term::Structure(qualified)) if qualified.is_qualified() => {
                self.unify_qualified(qualified, value)
            }
            (Term::Var(var), value) | (value, Term::Var(var)) => {
                // A variable of no namespace is one of the default namespace, and so must its value be.
                if matches!(value, Term::Structure(value) if value.passing_functor().class() == Class::Literal && value.passing_functor().is_elsewhere())
                {
                    return false;
                }
                let value = if self.occurs(*var, value) { self.cycle(*var, value) } else { value.clone() };
                self.bind(*var, value);
                true
            }
            (Term::List(one), Term::List(other)) => self.unify_lists(one, other),
            (Term::Structure(one), Term::Structure(other)) => {
                Structure::ptr_eq(one, other) || self.unify_structures(one, other)
            }
            // The annotations of one must be among those of the other, and a constant has none.
            (Term::Atom(name), Term::Structure(other)) => other.is_constant(name),
            (Term::Structure(one), Term::Atom(name)) => {
                one.is_constant(name) && one.annotations().is_none_or(|own| self.unify_annotations(own, None))
            }
            _ => one == other,
        }
    }

    /// What the term stands for, or comes to.
    fn evaluated(&self, term: &Term) -> Term {
        let term = self.deref(term);
        match term {
            Term::Structure(structure)
                if matches!(
                    structure.passing_functor().class(),
                    Class::Number | Class::Variable | Class::Qualified
                ) =>
            {
                self.apply(term)
            }
            _ => term.clone(),
        }
    }

    /// Binds one to the other: that without a name to that with one.
    fn join(&mut self, one: Var, other: Var) {
        if one.name().is_some() && other.name().is_none() {
            self.bind(other, Term::Var(one));
        } else {
            self.bind(one, Term::Var(other));
        }
    }

    /// Unifies a variable with a namespace, a `~` or annotations, which stands for nothing yet: it takes what is left of a
    /// literal that has these. `flipped`: the value was the first of the two.
    fn unify_variable(&mut self, variable: &Structure, value: &Term, flipped: bool) -> bool {
        let Some(inner) = variable.arguments().first() else { return false };
        let signature = variable.passing_functor().signature();
        if let Term::Var(other) = value {
            let variable = Term::Structure(variable.clone());
            if self.occurs(*other, &variable) {
                return false;
            }
            self.bind(*other, variable);
            return true;
        }
        let Some(literal) = StructureBuilder::from_literal(value) else { return false };
        let Some((value_namespace, is_negated)) = value.namespace_and_sign() else { return false };
        let in_namespace = match variable.arguments().get(1) {
            Some(namespace) => self.unify_or_not(namespace, &Term::from(value_namespace)),
            None => signature.namespace == value_namespace,
        };
        if signature.negated && !is_negated || !in_namespace {
            return false;
        }
        let annotations = match (flipped, variable.annotations(), value.annotations()) {
            (false, Some(own), others) => self.unify_annotations(own, others),
            (true, Some(others), Some(own)) => self.unify_annotations(own, Some(others)),
            // A variable without any takes them all.
            _ => true,
        };
        let mut rest = literal.namespace(Atom::DEFAULT);
        if signature.negated {
            rest = rest.negated(false);
        }
        if variable.annotations().is_some() {
            rest = rest.without_annotations();
        }
        annotations && self.unify_or_not(inner, &rest.build())
    }

    /// Unifies a literal in a namespace that is not known yet.
    fn unify_qualified(&mut self, qualified: &Structure, value: &Term) -> bool {
        let [namespace, literal] = qualified.arguments() else { return false };
        if let Term::Structure(other) = value
            && other.is_qualified()
        {
            let [other_namespace, other_literal] = other.arguments() else { return false };
            return self.unify_or_not(namespace, other_namespace) && self.unify_or_not(literal, other_literal);
        }
        let Some((value_namespace, _)) = value.namespace_and_sign() else { return false };
        let Some(builder) = StructureBuilder::from_literal(literal) else { return false };
        self.unify_or_not(namespace, &Term::from(value_namespace))
            && self.unify_or_not(&builder.namespace(value_namespace).build(), value)
    }

    fn occurs(&self, var: Var, term: &Term) -> bool {
        let mut term = term;
        loop {
            let next = match term {
                Term::Var(other) => *other,
                Term::List(_) | Term::Structure(_) if !term.is_ground() && stack::is_low() => {
                    return with_stack(|| self.occurs(var, term));
                }
                Term::List(list) if !list.is_ground() => {
                    let mut items = list.items();
                    if items.by_ref().any(|item| self.occurs(var, item)) {
                        return true;
                    }
                    let Some(tail) = items.tail() else { return false };
                    tail
                }
                Term::Structure(structure) if !structure.is_ground() => {
                    return structure.arguments().iter().any(|argument| self.occurs(var, argument))
                        || structure.annotations().is_some_and(|annotations| {
                            annotations.items().iter().any(|item| self.occurs(var, item))
                                || annotations.rest().is_some_and(|rest| self.occurs(var, &Term::Var(rest)))
                        });
                }
                _ => return false,
            };
            match self.value(next) {
                None => return next == var,
                Some(Term::Var(last)) => return *last == var,
                Some(value) => term = value,
            }
        }
    }

    fn unify_lists(&mut self, one: &List, other: &List) -> bool {
        if stack::is_low() {
            return with_stack(|| self.unify_lists(one, other));
        }
        let (mut one, mut other) = (one.clone(), other.clone());
        loop {
            let (mut items, mut other_items) = (one.items(), other.items());
            while !items.is_empty() && !other_items.is_empty() {
                if items.is_same(&other_items) {
                    return true;
                }
                let (Some(item), Some(other_item)) = (items.next(), other_items.next()) else { return false };
                if !self.unify_or_not(item, other_item) {
                    return false;
                }
            }
            match (self.behind(&items), self.behind(&other_items)) {
                (Term::List(next), Term::List(other_next)) if next.is_empty() || other_next.is_empty() => {
                    return next.is_empty() && other_next.is_empty();
                }
                (Term::List(next), Term::List(other_next)) => (one, other) = (next, other_next),
                (tail, other_tail) => return self.unify_or_not(&tail, &other_tail),
            }
        }
    }

    /// What of a list has not come yet: a list, or what the variable behind it stands for.
    fn behind(&self, items: &Items<'_>) -> Term {
        match items.tail() {
            Some(tail) if items.is_empty() => self.deref(&Term::Var(tail)).clone(),
            _ => Term::List(items.rest()),
        }
    }

    fn unify_structures(&mut self, one: &Structure, other: &Structure) -> bool {
        if stack::is_low() {
            return with_stack(|| self.unify_structures(one, other));
        }
        if one.is_special() || other.is_special() {
            return self.unify_special(one, other);
        }
        one.passing_functor() == other.passing_functor()
            && one.arguments().iter().zip(other.arguments()).all(|(one, other)| self.unify_or_not(one, other))
            && one.annotations().is_none_or(|own| self.unify_annotations(own, other.annotations()))
    }

    /// Are these annotations, with their variables bound, among those others?
    ///
    /// The variable for the rest of these stands for what they leave over; that of the others takes what they lack.
    pub fn unify_annotations(&mut self, own: &Annotations, others: Option<&Annotations>) -> bool {
        let items = others.map_or(&[][..], Annotations::items);
        // What is known of both is most often there as it is.
        if own.is_settled()
            && others.is_none_or(Annotations::is_ground)
            && own.items().iter().all(|annotation| items.contains(annotation))
        {
            return true;
        }
        let open = others.and_then(Annotations::rest).filter(|rest| self.value(*rest).is_none());
        let more = match others.and_then(Annotations::rest).and_then(|rest| self.value(rest)) {
            Some(Term::List(more)) => more.clone(),
            _ => List::EMPTY,
        };
        let candidates = || items.iter().chain(more.items());
        let mut taken: SmallVec<[bool; 8]> = candidates().map(|_| false).collect();
        let mut lacking = Vec::new();
        for annotation in own.items() {
            let mut left = candidates().zip(&mut taken).filter(|(_, taken)| !**taken);
            match left.find(|(candidate, _)| self.unify(annotation, candidate)) {
                Some((_, taken)) => *taken = true,
                None if open.is_some() => lacking.push(self.apply(annotation)),
                None => return false,
            }
        }
        if let Some(open) = open
            && !lacking.is_empty()
        {
            self.bind(open, Term::list(lacking));
        }
        own.rest().is_none_or(|rest| {
            let left = candidates().zip(&taken).filter(|(_, taken)| !**taken);
            let left: Vec<Term> = left.map(|(candidate, _)| candidate.clone()).collect();
            self.unify_or_not(&Term::Var(rest), &Term::list(left))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Arithmetic, Functor, Kind, StructureBuilder};

    fn var(slot: u32) -> Term {
        Term::Var(Var::unnamed(slot))
    }

    fn p(arguments: impl IntoIterator<Item = Term>) -> Term {
        Term::structure("p", arguments)
    }

    fn annotated(items: impl IntoIterator<Item = Term>, rest: Option<Var>) -> Term {
        StructureBuilder::new(Atom::new("p")).annotations(&Annotations::new(items, rest)).build()
    }

    #[test]
    fn variables_take_values_and_each_other() {
        let mut bindings = Bindings::of(3);
        assert!(bindings.unify(&p([var(0), var(1), var(1)]), &p([Term::from(1.0), var(2), Term::atom("a")])));
        assert_eq!(bindings.apply(&p([var(0), var(1), var(2)])).to_string(), "p(1,a,a)");
        assert!(!bindings.unify(&var(0), &Term::from(2.0)));
    }

    #[test]
    fn failure_leaves_no_trace() {
        let mut bindings = Bindings::of(2);
        assert!(!bindings.unify(&p([var(0), var(0)]), &p([Term::from(1.0), Term::from(2.0)])));
        assert!(bindings.value(Var::unnamed(0)).is_none());
        assert!(bindings.unify(&var(0), &Term::from(2.0)));
    }

    #[test]
    fn lists_unify_with_their_tails() {
        let mut bindings = Bindings::of(2);
        let pattern = List::with_tail([var(0)], var(1)).expect("a head before the tail");
        let numbers = Term::list([1.0, 2.0, 3.0].map(Term::from));
        assert!(bindings.unify(&Term::List(pattern.clone()), &numbers));
        assert_eq!(bindings.apply(&p([var(0), var(1)])).to_string(), "p(1,[2,3])");
        assert_eq!(bindings.apply(&Term::List(pattern)), numbers);
        assert!(!bindings.unify(&Term::list([]), &numbers));
    }

    #[test]
    fn sums_are_done_where_their_numbers_are_known() {
        let mut bindings = Bindings::of(2);
        let functor = Functor::operator(Kind::Arithmetic(Arithmetic::Plus), 2);
        let sum = Term::Structure(Structure::new(functor, [var(0), Term::from(1.0)]));
        assert!(bindings.unify(&var(0), &Term::from(2.0)));
        assert!(bindings.unify(&var(1), &sum));
        assert_eq!(bindings.apply(&var(1)), Term::from(3.0));
        assert!(bindings.unify(&sum, &Term::from(3.0)));
    }

    #[test]
    fn annotations_must_be_among_those_of_the_other() {
        let [a, b, c] = ["a", "b", "c"].map(Term::atom);
        let all = annotated([a.clone(), b.clone()], None);
        let mut bindings = Bindings::of(2);
        assert!(bindings.unify(&annotated([a.clone()], None), &all));
        assert!(!bindings.unify(&all, &annotated([a.clone()], None)));
        assert!(!bindings.unify(&annotated([c], None), &all));
        assert!(bindings.unify(&Term::atom("p"), &all));
        assert!(!bindings.unify(&all, &Term::atom("p")));
        assert!(bindings.unify(&annotated([var(0)], None), &all));
        assert_eq!(bindings.apply(&var(0)), a);
        assert!(bindings.unify(&annotated([b.clone()], Some(Var::unnamed(1))), &all));
        assert_eq!(bindings.apply(&var(1)), Term::list([a]));
    }

    #[test]
    fn the_rest_of_the_others_takes_what_they_lack() {
        let [a, b] = ["a", "b"].map(Term::atom);
        let mut bindings = Bindings::of(1);
        assert!(bindings.unify(&annotated([a.clone(), b.clone()], None), &annotated([a], Some(Var::unnamed(0)))));
        assert_eq!(bindings.apply(&var(0)), Term::list([b]));
    }

    #[test]
    fn a_variable_with_annotations_takes_the_literal_without_them() {
        let dressed = |negated: bool, annotations: Annotations| {
            let signature = super::super::Signature {
                namespace: Atom::DEFAULT,
                negated,
                name: Atom::new("X"),
                arity: 1,
                kind: Kind::Variable,
            };
            Term::Structure(Structure::with_annotations(signature.functor(), [var(0)], Some(annotations)))
        };
        let [a, b] = ["a", "b"].map(Term::atom);
        let literal = StructureBuilder::new(Atom::new("p"))
            .arguments([Term::from(1.0)])
            .annotation(a.clone())
            .annotation(b.clone());
        let literal = literal.build();
        let mut bindings = Bindings::of(2);
        let pattern = dressed(false, Annotations::new([a], Some(Var::unnamed(1))));
        assert!(bindings.unify(&pattern, &literal));
        assert_eq!(bindings.apply(&var(0)).to_string(), "p(1)");
        assert_eq!(bindings.apply(&var(1)), Term::list([b]));
        assert_eq!(bindings.apply(&pattern), literal);
        let negative = StructureBuilder::new(Atom::new("p")).negated(true).build();
        let mut bindings = Bindings::of(2);
        assert!(!bindings.unify(&dressed(true, Annotations::default()), &literal));
        assert!(bindings.unify(&dressed(true, Annotations::default()), &negative));
        assert_eq!(bindings.apply(&var(0)), Term::atom("p"));
    }
}
