//! Terms of a program's text, compiled: how each is made of what its variables stand for.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::term::{
    Annotations, Arithmetic, Atom, Bindings, Class, Function, Functor, Kind, List, Structure, Term, Var, Variables,
    number_of,
};

/// How a term is made.
#[derive(Clone, Debug)]
pub enum Operand {
    /// It is this, whatever the variables stand for.
    Constant(Term),
    /// What the variable stands for.
    Variable(Var),
    /// A calculation, and the same as a term: for operands that are no numbers.
    Number(Box<Calculation>, Term),
    /// A literal with these arguments, written like this one.
    Literal(Structure, Box<[Self]>),
    /// The same with these annotations; without any here, with its own.
    Annotated(Structure, Box<[Self]>, Box<[Self]>),
    /// A list of these, and behind them what the variable stands for.
    List(Box<[Self]>, Option<Var>, Term),
    /// Anything else.
    Other(Term),
}

/// An arithmetic expression.
#[derive(Clone, Debug)]
pub enum Calculation {
    /// A number.
    Constant(f64),
    /// The number that a variable stands for.
    Variable(Var),
    /// An operation.
    Binary(Arithmetic, Box<(Self, Self)>),
    /// `-`
    Negative(Box<Self>),
    /// A function of a number.
    Call(Function, Box<Self>),
    /// A function of two.
    CallOfTwo(Function, Box<(Self, Self)>),
}

impl Operand {
    /// How this term is made.
    pub fn of(term: &Term) -> Self {
        match term {
            Term::Var(var) => Self::Variable(*var),
            term if term.is_settled() => Self::Constant(term.clone()),
            Term::Structure(structure) => match structure.passing_functor().class() {
                Class::Number => match Calculation::of(term) {
                    Some(calculation) => Self::Number(Box::new(calculation), term.clone()),
                    None => Self::Other(term.clone()),
                },
                Class::Literal if structure.annotations().is_none() => {
                    Self::Literal(structure.clone(), structure.arguments().iter().map(Self::of).collect())
                }
                Class::Literal => match structure.annotations() {
                    Some(own) if own.rest().is_none() => {
                        let annotations = if own.is_settled() { &[] } else { own.items() };
                        let all = |terms: &[Term]| terms.iter().map(Self::of).collect();
                        Self::Annotated(structure.clone(), all(structure.arguments()), all(annotations))
                    }
                    _ => Self::Other(term.clone()),
                },
                _ => Self::Other(term.clone()),
            },
            Term::List(list) => {
                let mut items = list.items();
                let elements = items.by_ref().map(Self::of).collect();
                Self::List(elements, items.tail(), term.clone())
            }
            _ => Self::Other(term.clone()),
        }
    }

    /// How a literal that is asked for, or pursued, is made: its arguments, though all of it be known, are compared one by one.
    pub(crate) fn of_literal(literal: &Term) -> Self {
        match literal {
            Term::Structure(structure)
                if structure.passing_functor().class() == Class::Literal && structure.annotations().is_none() =>
            {
                Self::Literal(structure.clone(), structure.arguments().iter().map(Self::of).collect())
            }
            // It is a predicate as others are, found by its number.
            Term::Atom(name) if *name != Atom::TRUE && *name != Atom::FALSE => {
                Self::Literal(Structure::new(Functor::new(name.atom(), 0), []), [].into())
            }
            _ => Self::of(literal),
        }
    }

    /// The term that it was made of.
    pub fn term(&self) -> Term {
        match self {
            Self::Variable(var) => Term::Var(*var),
            Self::Constant(term) | Self::Number(_, term) | Self::List(_, _, term) | Self::Other(term) => term.clone(),
            Self::Literal(structure, _) | Self::Annotated(structure, ..) => Term::Structure(structure.clone()),
        }
    }

    /// Is it a literal, whatever its variables stand for?
    pub fn is_literal(&self) -> bool {
        match self {
            Self::Literal(..) | Self::Annotated(..) => true,
            Self::Constant(term) | Self::Other(term) => term.is_literal(),
            Self::Variable(_) | Self::Number(..) | Self::List(..) => false,
        }
    }

    /// The number that it is at once; nothing for what is none, or has to be looked into.
    #[inline]
    pub fn number(&self, bindings: &Bindings, base: u32) -> Option<f64> {
        match self {
            Self::Constant(Term::Number(number)) => Some(number.get()),
            Self::Variable(var) => match bindings.value(var.at(var.slot() + base)) {
                Some(Term::Number(number)) => Some(number.get()),
                _ => None,
            },
            Self::Number(calculation, _) => calculation.get(bindings, base),
            _ => None,
        }
    }

    /// The literal with these annotations, if it has none, and all of its arguments are known or open as they are: open variables are
    /// numbered from 0, and which they were is noted.
    #[inline]
    pub fn literal_with(
        &self,
        annotations: &Arc<Annotations>,
        bindings: &Bindings,
        open: &mut Variables,
    ) -> Option<Term> {
        let Self::Literal(structure, operands) = self else { return None };
        open.clear();
        let mut is_settled = true;
        let arguments = operands.iter().map(|operand| operand.argument(bindings, open, &mut is_settled));
        let literal = structure.like(arguments, Some(Arc::clone(annotations)));
        is_settled.then_some(Term::Structure(literal))
    }

    /// The term as an argument of a goal: a variable that is open has its number among those in `open`, and what is none must be settled.
    #[inline]
    pub(crate) fn argument(&self, bindings: &Bindings, open: &mut Variables, is_settled: &mut bool) -> Term {
        match self.get(bindings, 0) {
            Term::Var(var) => Term::Var(Var::unnamed(number_of(var, open))),
            argument => {
                *is_settled &= argument.is_settled();
                argument
            }
        }
    }

    /// The term, its variables counted from `base` on: as [`Bindings::apply_at`] makes it.
    #[inline]
    pub fn get(&self, bindings: &Bindings, base: u32) -> Term {
        self.value::<true>(bindings, base)
    }

    /// The same, but where all that is not known in the value of a variable is other variables, it is taken as it is, whatever these
    /// stand for: it is not copied.
    #[inline]
    pub(crate) fn part(&self, bindings: &Bindings, base: u32) -> Term {
        self.value::<false>(bindings, base)
    }

    /// Are all values put in?
    #[inline]
    fn value<const APPLIED: bool>(&self, bindings: &Bindings, base: u32) -> Term {
        let known = match self {
            Self::Constant(term) => term,
            Self::Variable(var) => {
                let var = var.at(var.slot() + base);
                match bindings.value(var) {
                    Some(known) => known,
                    None => return Term::Var(var),
                }
            }
            _ => return self.made::<APPLIED>(bindings, base),
        };
        match known {
            Term::Number(number) => Term::Number(*number),
            Term::Atom(name) => Term::Atom(name.clone()),
            _ => self.made::<APPLIED>(bindings, base),
        }
    }

    fn made<const APPLIED: bool>(&self, bindings: &Bindings, base: u32) -> Term {
        match self {
            Self::Constant(term) => term.clone(),
            Self::Variable(var) => variable::<APPLIED>(*var, bindings, base),
            Self::Number(calculation, term) => match calculation.get(bindings, base) {
                Some(number) => Term::from(number),
                None => bindings.apply_at(term, base),
            },
            Self::Literal(structure, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.value::<APPLIED>(bindings, base));
                Term::Structure(structure.like(arguments, None))
            }
            Self::Annotated(structure, arguments, annotations) => {
                annotated(structure, arguments, annotations, bindings, base)
            }
            Self::List(elements, tail, term) => {
                self::list::<APPLIED>(elements, *tail, bindings, base).unwrap_or_else(|| bindings.apply_at(term, base))
            }
            Self::Other(term) => bindings.apply_at(term, base),
        }
    }
}

#[inline(never)]
fn annotated(
    structure: &Structure,
    arguments: &[Operand],
    annotations: &[Operand],
    bindings: &Bindings,
    base: u32,
) -> Term {
    let arguments = arguments.iter().map(|argument| argument.get(bindings, base));
    let annotations = match annotations {
        [] => structure.shared_annotations().cloned(),
        all => Some(Arc::new(Annotations::new(all.iter().map(|one| one.get(bindings, base)), None))),
    };
    Term::Structure(structure.like(arguments, annotations))
}

#[inline]
fn variable<const APPLIED: bool>(var: Var, bindings: &Bindings, base: u32) -> Term {
    match bindings.value(var.at(var.slot() + base)) {
        Some(Term::Number(number)) => Term::Number(*number),
        Some(value) if is_taken::<APPLIED>(value) => value.clone(),
        _ => bindings.apply_at(&Term::Var(var), base),
    }
}

/// Is the value of a variable taken as it is?
#[inline]
fn is_taken<const APPLIED: bool>(value: &Term) -> bool {
    if APPLIED { value.is_settled() } else { value.is_data() && !matches!(value, Term::Var(_)) }
}

#[inline(never)]
fn list<const APPLIED: bool>(elements: &[Operand], tail: Option<Var>, bindings: &Bindings, base: u32) -> Option<Term> {
    let tail = match tail {
        None => Term::List(List::EMPTY),
        Some(tail) => {
            let tail = tail.at(tail.slot() + base);
            match bindings.value(tail) {
                Some(list @ Term::List(_)) if is_taken::<APPLIED>(list) => list.clone(),
                None if !APPLIED => Term::Var(tail),
                _ => return None,
            }
        }
    };
    match (elements, tail) {
        ([element], Term::List(tail)) => Some(Term::List(tail.with_head(element.value::<APPLIED>(bindings, base)))),
        (elements, tail) => {
            let elements: SmallVec<[Term; 8]> =
                elements.iter().map(|element| element.value::<APPLIED>(bindings, base)).collect();
            List::with_tail(elements, tail).ok().map(Term::List)
        }
    }
}

impl Calculation {
    fn of(term: &Term) -> Option<Self> {
        match term {
            Term::Number(number) => Some(Self::Constant(number.get())),
            Term::Var(var) => Some(Self::Variable(*var)),
            Term::Structure(structure) if structure.passing_functor().class() == Class::Number => {
                match (structure.passing_functor().signature().kind, structure.arguments()) {
                    (Kind::Arithmetic(operator), [left, right]) => {
                        Some(Self::Binary(operator, Box::new((Self::of(left)?, Self::of(right)?))))
                    }
                    (Kind::Arithmetic(Arithmetic::Minus), [only]) => Some(Self::Negative(Box::new(Self::of(only)?))),
                    (Kind::Function(function), [only]) => Some(Self::Call(function, Box::new(Self::of(only)?))),
                    (Kind::Function(function), [one, other]) => {
                        Some(Self::CallOfTwo(function, Box::new((Self::of(one)?, Self::of(other)?))))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The number; nothing where an operand is none.
    pub(crate) fn get(&self, bindings: &Bindings, base: u32) -> Option<f64> {
        match self {
            Self::Constant(number) => Some(*number),
            Self::Variable(var) => match bindings.value(var.at(var.slot() + base)) {
                Some(Term::Number(number)) => Some(number.get()),
                _ => None,
            },
            Self::Binary(operator, both) => {
                let (left, right) = (both.0.leaf(bindings, base)?, both.1.leaf(bindings, base)?);
                match operator {
                    Arithmetic::Plus => Some(left + right),
                    Arithmetic::Minus => Some(left - right),
                    _ => operator.of(left, right).ok(),
                }
            }
            Self::Negative(inner) => Some(-inner.get(bindings, base)?),
            Self::Call(function, inner) => function.of_number(inner.get(bindings, base)?).ok(),
            Self::CallOfTwo(function, both) => {
                function.of_two(both.0.get(bindings, base)?, both.1.get(bindings, base)?).ok()
            }
        }
    }

    /// The same of an operand, which most often is no expression itself.
    #[inline]
    fn leaf(&self, bindings: &Bindings, base: u32) -> Option<f64> {
        match self {
            Self::Constant(number) => Some(*number),
            Self::Variable(var) => match bindings.value(var.at(var.slot() + base)) {
                Some(Term::Number(number)) => Some(number.get()),
                _ => None,
            },
            _ => self.get(bindings, base),
        }
    }
}
