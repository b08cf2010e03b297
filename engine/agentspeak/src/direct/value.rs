//! Values that are known when they are asked for, and patterns that take a known term apart.

use super::Bail;
use crate::stack::SHALLOW;
use crate::term::{Arithmetic, Atom, Bindings, Function, Functor, Kind, List, Signature, Structure, Term, Var};

/// What the variables of an activation stand for.
pub(super) type Register = Option<Term>;

/// An expression all variables of which stand for something.
#[derive(Debug)]
pub(super) enum Value {
    Constant(Term),
    Register(u32),
    /// A variable and a number: what is counted.
    Sum(u32, f64),
    Arithmetic(Arithmetic, Box<(Value, Value)>),
    Negative(Box<Value>),
    Function(Function, Box<[Value]>),
    Literal(Functor, Box<[Value]>),
    List(Box<[Value]>, Option<Box<Value>>),
}

/// What a term is to look like.
#[derive(Debug)]
pub(super) enum Pattern {
    /// Anything.
    Any,
    /// Anything: the variable's register stands for it then.
    Bind(Var),
    /// The same as this.
    Value(Value),
    /// A literal of this predicate, with arguments like these.
    Literal(Functor, Box<[Pattern]>),
    /// A list with elements like these, and behind them a list like that; or nothing.
    List(Box<[Pattern]>, Option<Box<Pattern>>),
}

/// Which variables stand for something at some place of a program.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    bound: u64,
    /// Those that are named once in the whole plan, or rule.
    pub(super) single: u64,
}

impl Scope {
    /// More variables than these are too many.
    pub(super) const MOST: usize = 64;

    /// Nothing is known.
    pub(super) fn empty() -> Self {
        Self { bound: 0, single: 0 }
    }

    pub(super) fn has(&self, var: Var) -> bool {
        self.bound >> var.slot() & 1 == 1
    }

    pub(super) fn add(&mut self, var: Var) {
        self.bound |= 1 << var.slot();
    }

    pub(super) fn add_bits(&mut self, bits: u64) {
        self.bound |= bits;
    }

    /// One bit each.
    pub(super) fn bits(&self) -> u64 {
        self.bound
    }

    /// Notes that all variables of a term stand for something.
    pub(super) fn add_all(&mut self, term: &Term) {
        each_variable(term, &mut |var| self.add(var));
    }
}

/// Visits the variables of a term, one as often as it is named.
pub(super) fn each_variable(term: &Term, visit: &mut impl FnMut(Var)) {
    term.renamed(&mut |var| {
        visit(var);
        Term::Var(var)
    });
}

/// The variables that are named once in all these terms, one bit each.
pub(super) fn named_once<'t>(terms: impl IntoIterator<Item = &'t Term>) -> u64 {
    let (mut once, mut again) = (0_u64, 0_u64);
    for term in terms {
        each_variable(term, &mut |var| {
            let bit = 1_u64.checked_shl(var.slot()).unwrap_or(0);
            again |= once & bit;
            once |= bit;
        });
    }
    once & !again
}

impl Value {
    /// The value of a term in a scope; nothing if a variable of it may stand for nothing, or it has something that is rare.
    pub(super) fn of(term: &Term, scope: &Scope) -> Option<Self> {
        let all = |terms: &[Term]| terms.iter().map(|term| Self::of(term, scope)).collect::<Option<Box<[_]>>>();
        match term {
            Term::Var(var) => scope.has(*var).then(|| Self::Register(var.slot())),
            Term::Collection(_) => None,
            term if term.is_settled() => Some(Self::Constant(term.clone())),
            Term::List(list) => {
                let mut items = list.items();
                let elements: Vec<Term> = items.by_ref().cloned().collect();
                let tail = match items.tail() {
                    Some(tail) => Some(Box::new(Self::of(&Term::Var(tail), scope)?)),
                    None => None,
                };
                Some(Self::List(all(&elements)?, tail))
            }
            Term::Structure(structure) => match (structure.functor.signature().kind, &*structure.arguments) {
                _ if structure.annotations().is_some() => None,
                (Kind::Arithmetic(operator), [left, right]) => {
                    let both = (Self::of(left, scope)?, Self::of(right, scope)?);
                    Some(match (operator, both) {
                        (Arithmetic::Plus, (Self::Register(slot), Self::Constant(Term::Number(number)))) => {
                            Self::Sum(slot, number)
                        }
                        (Arithmetic::Minus, (Self::Register(slot), Self::Constant(Term::Number(number)))) => {
                            Self::Sum(slot, -number)
                        }
                        (operator, both) => Self::Arithmetic(operator, Box::new(both)),
                    })
                }
                (Kind::Arithmetic(Arithmetic::Minus), [only]) => Some(Self::Negative(Box::new(Self::of(only, scope)?))),
                (Kind::Function(function), arguments) => Some(Self::Function(function, all(arguments)?)),
                (Kind::Literal, arguments) => Some(Self::Literal(structure.functor, all(arguments)?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// What it is with these registers.
    pub(super) fn get(&self, registers: &[Register]) -> Result<Term, Bail> {
        match self {
            Self::Constant(term) => Ok(term.clone()),
            Self::Register(slot) => registers[*slot as usize].clone().ok_or(Bail),
            Self::Sum(..) | Self::Arithmetic(..) | Self::Negative(_) => Ok(Term::Number(self.number(registers)?)),
            Self::Function(function, arguments) => {
                let arguments = all(arguments, registers)?;
                function.call(&arguments).map(Term::Number).map_err(|_| Bail)
            }
            Self::Literal(functor, arguments) => {
                let arguments = all(arguments, registers)?;
                Ok(Term::Structure(Structure::settled(*functor, arguments, None).into()))
            }
            Self::List(elements, tail) => {
                let tail = match tail {
                    Some(tail) => tail.get(registers)?,
                    None => Term::List(List::EMPTY),
                };
                List::with_tail(all(elements, registers)?, tail).map(Term::List).map_err(|_| Bail)
            }
        }
    }

    /// Writes what it is with these registers.
    #[inline]
    pub(super) fn put(&self, registers: &[Register], place: &mut Term) -> Result<(), Bail> {
        *place = match self {
            Self::Constant(Term::Number(number)) => Term::Number(*number),
            Self::Sum(..) | Self::Arithmetic(..) => Term::Number(self.number(registers)?),
            Self::Register(slot) => match &registers[*slot as usize] {
                Some(Term::Number(number)) => Term::Number(*number),
                Some(Term::Atom(name)) => Term::Atom(*name),
                _ => self.get(registers)?,
            },
            _ => self.get(registers)?,
        };
        Ok(())
    }

    /// The number that it comes to; not a number where one was due and is none.
    #[inline]
    pub(super) fn number(&self, registers: &[Register]) -> Result<f64, Bail> {
        match self {
            Self::Constant(Term::Number(number)) => Ok(*number),
            Self::Register(slot) => match &registers[*slot as usize] {
                Some(Term::Number(number)) => Ok(*number),
                Some(_) => Ok(f64::NAN),
                None => Err(Bail),
            },
            Self::Sum(slot, number) => match &registers[*slot as usize] {
                Some(Term::Number(left)) => Ok(left + number),
                Some(_) => Ok(f64::NAN),
                None => Err(Bail),
            },
            Self::Arithmetic(operator, both) => {
                let (left, right) = (both.0.number(registers)?, both.1.number(registers)?);
                Ok(operator.of(left, right).unwrap_or(f64::NAN))
            }
            Self::Negative(inner) => Ok(-inner.number(registers)?),
            other => Ok(other.get(registers)?.as_number().unwrap_or(f64::NAN)),
        }
    }

    /// Is it the same as a settled term?
    #[inline]
    pub(super) fn is(&self, term: &Term, registers: &[Register]) -> Result<bool, Bail> {
        match self {
            Self::Constant(own) => same(own, term),
            Self::Register(slot) => same(registers[*slot as usize].as_ref().ok_or(Bail)?, term),
            other => same(&other.get(registers)?, term),
        }
    }
}

/// The values of several.
pub(super) fn all(values: &[Value], registers: &[Register]) -> Result<Vec<Term>, Bail> {
    values.iter().map(|value| value.get(registers)).collect()
}

impl Pattern {
    /// The pattern of a term, with which variables become known; nothing if it has something that is rare.
    pub(super) fn of(term: &Term, scope: &mut Scope) -> Option<Self> {
        if let Term::Var(var) = term {
            return Some(if scope.has(*var) {
                Self::Value(Value::Register(var.slot()))
            } else if scope.single >> var.slot() & 1 == 1 && var.name().is_none() {
                Self::Any
            } else {
                scope.add(*var);
                Self::Bind(*var)
            });
        }
        if let Some(value) = Value::of(term, scope) {
            return Some(Self::Value(value));
        }
        match term {
            Term::List(list) => {
                let mut items = list.items();
                let elements = items.by_ref().map(|item| Self::of(item, scope)).collect::<Option<Box<[_]>>>()?;
                let tail = match items.tail() {
                    Some(tail) => Some(Box::new(Self::of(&Term::Var(tail), scope)?)),
                    None => None,
                };
                Some(Self::List(elements, tail))
            }
            Term::Structure(structure)
                if structure.functor.signature().kind == Kind::Literal && structure.annotations().is_none() =>
            {
                let arguments = structure.arguments.iter().map(|argument| Self::of(argument, scope));
                Some(Self::Literal(structure.functor, arguments.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// Does the term look like it? Registers that it binds are written.
    #[inline(always)]
    pub(super) fn matches(&self, term: &Term, registers: &mut [Register]) -> Result<bool, Bail> {
        match (self, term) {
            (Self::Any, _) => Ok(true),
            (Self::Bind(var), Term::Number(number)) => {
                set(&mut registers[var.slot() as usize], Term::Number(*number));
                Ok(true)
            }
            (Self::Bind(var), Term::Atom(name)) => {
                set(&mut registers[var.slot() as usize], Term::Atom(*name));
                Ok(true)
            }
            (Self::Value(Value::Constant(Term::Number(own))), Term::Number(number)) => Ok(own == number),
            (Self::Value(Value::Constant(Term::Atom(own))), Term::Atom(name)) => Ok(own == name),
            _ => self.fits(term, registers),
        }
    }

    /// The same of whatever is rarer.
    fn fits(&self, term: &Term, registers: &mut [Register]) -> Result<bool, Bail> {
        match self {
            Self::Any => Ok(true),
            Self::Bind(var) => {
                registers[var.slot() as usize] = Some(plain(term)?.clone());
                Ok(true)
            }
            Self::Value(value) => value.is(term, registers),
            Self::Literal(functor, arguments) => match term {
                Term::Structure(structure) if structure.functor == *functor => {
                    if structure.annotations().is_some() {
                        return Err(Bail);
                    }
                    each_matches(arguments, &structure.arguments, registers)
                }
                Term::Var(_) => Err(Bail),
                _ => Ok(false),
            },
            Self::List(elements, tail) => {
                let Term::List(list) = plain(term)? else { return Ok(false) };
                let mut items = list.items();
                for element in elements {
                    let Some(item) = items.next() else { return Ok(false) };
                    if !element.matches(item, registers)? {
                        return Ok(false);
                    }
                }
                match tail.as_deref() {
                    Some(Self::Any) => Ok(true),
                    // Behind elements of what a register may hold is what one may hold.
                    Some(Self::Bind(var)) => {
                        registers[var.slot() as usize] = Some(Term::List(items.rest().clone()));
                        Ok(true)
                    }
                    Some(tail) => tail.matches(&Term::List(items.rest().clone()), registers),
                    None => Ok(items.next().is_none()),
                }
            }
        }
    }
}

/// Writes a register. Most hold what need not be dropped, which is seen faster than done.
#[inline(always)]
fn set(register: &mut Register, term: Term) {
    let is_simple = matches!(register, None | Some(Term::Number(_) | Term::Atom(_)));
    let before = register.replace(term);
    if is_simple {
        std::mem::forget(before);
    }
}

/// Do terms look like patterns, each like its own?
#[inline]
pub(super) fn each_matches(patterns: &[Pattern], terms: &[Term], registers: &mut [Register]) -> Result<bool, Bail> {
    for (pattern, term) in patterns.iter().zip(terms) {
        if !pattern.matches(term, registers)? {
            return Ok(false);
        }
    }
    Ok(patterns.len() == terms.len())
}

/// The term, if a register may hold it.
#[inline]
pub(super) fn plain(term: &Term) -> Result<&Term, Bail> {
    match term {
        Term::Number(_) | Term::Atom(_) | Term::String(_) => Ok(term),
        Term::List(list) if list.is_settled() => Ok(term),
        Term::Structure(structure) if structure.is_settled() => {
            let Signature { namespace, kind, .. } = structure.functor.signature();
            if namespace == Atom::DEFAULT && kind == Kind::Literal { Ok(term) } else { Err(Bail) }
        }
        _ => Err(Bail),
    }
}

/// Do two settled terms unify?
#[inline]
pub(super) fn same(one: &Term, other: &Term) -> Result<bool, Bail> {
    match (one, other) {
        (Term::Number(one), Term::Number(other)) => Ok(one == other),
        (Term::Atom(one), Term::Atom(other)) => Ok(one == other),
        (Term::String(one), Term::String(other)) => Ok(one == other),
        (Term::Number(_) | Term::Atom(_), Term::Number(_) | Term::Atom(_)) => Ok(false),
        // Not looked into: whoever walks a list asks this at each step.
        (Term::List(one), Term::List(other)) if one.is_empty() || other.is_empty() => {
            Ok(one.is_empty() && other.is_empty())
        }
        (Term::List(_), Term::Number(_) | Term::Atom(_) | Term::String(_))
        | (Term::Number(_) | Term::Atom(_) | Term::String(_), Term::List(_)) => Ok(false),
        // Of annotations, those of the first must be among those of the other: which is the first is not the same everywhere.
        _ if !is_bare(one) || !is_bare(other) => Err(Bail),
        _ => Ok(Bindings::default().unify(one, other)),
    }
}

/// Are there no annotations in it, as far as can be told without much ado?
fn is_bare(term: &Term) -> bool {
    match term {
        Term::List(_) | Term::Structure(_) if term.height() > SHALLOW => false,
        Term::List(list) => list.items().all(is_bare),
        Term::Structure(structure) => structure.annotations().is_none() && structure.arguments.iter().all(is_bare),
        _ => true,
    }
}
