//! Formulas that are decided at once, without a search: comparisons of numbers, and facts of which only one may be meant.
//!
//! Most contexts of plans are no more. What an operand is like is compared with a fact's argument where it lies; neither is copied.

use smallvec::SmallVec;

use crate::belief::{BeliefBase, Entry, Table, key_of};
use crate::bytecode::{Address, Code, Instruction, Operand};
use crate::stack::SHALLOW;
use crate::term::{Annotations, Atom, Bindings, Constant, Number, Relation, Term, Var};

/// What is known of a formula at once.
pub(crate) enum Guard {
    /// It holds, with what it has bound, or it does not.
    Known(bool),
    /// A search has to decide, from there on: what is before it holds, and nothing is bound.
    From(Address),
}

impl Code {
    /// Whether it holds, as far as that is known at once: each fact that is asked for is the only one that may be meant, or the last
    /// thing that is asked.
    #[inline]
    pub(crate) fn at_once(&self, bindings: &mut Bindings, beliefs: &BeliefBase) -> Guard {
        // What compares numbers alone is not asked again.
        let mut from = 0;
        while let Instruction::Relate(relation, left, right) = &self.instructions[from]
            && let (Some(left), Some(right)) = (left.number(bindings, 0), right.number(bindings, 0))
            && let Some(holds) = relation.compares_numbers(left, right)
        {
            if !holds {
                return Guard::Known(false);
            }
            from += 1;
        }
        if let Instruction::Return = self.instructions[from] {
            return Guard::Known(true);
        }
        let before = bindings.mark();
        let known = self.decide(from, bindings, beliefs);
        if known != Some(true) {
            bindings.undo(before);
        }
        known.map_or(Guard::From(from as Address), Guard::Known)
    }

    /// Whether that holds which begins at an address and ends where the code does, or what must not hold.
    fn decide(&self, mut at: usize, bindings: &mut Bindings, beliefs: &BeliefBase) -> Option<bool> {
        loop {
            let is_last = || matches!(self.instructions[at + 1], Instruction::Return | Instruction::Holds(_));
            let holds = match &self.instructions[at] {
                Instruction::Return | Instruction::Holds(_) => return Some(true),
                Instruction::Relate(Relation::Unify, Operand::Variable(var), value)
                    if matches!(self.instructions[at + 1], Instruction::Return) =>
                {
                    equals(*var, value, bindings)?
                }
                Instruction::Relate(relation, left, right) => {
                    relation.compares_numbers(left.number(bindings, 0)?, right.number(bindings, 0)?)?
                }
                Instruction::Believe(Operand::Literal(structure, operands)) => {
                    match beliefs.table(structure.functor()) {
                        None => false,
                        Some(table) if table.has_rules() => return None,
                        Some(table) => fact(operands, &[], table, is_last(), bindings)?,
                    }
                }
                Instruction::Believe(Operand::Annotated(structure, operands, annotations)) => {
                    match beliefs.table(structure.functor()) {
                        None => false,
                        Some(table) if table.has_rules() => return None,
                        Some(table) => {
                            let wanted: SmallVec<[Term; 2]> = match &annotations[..] {
                                [] => structure
                                    .annotations()
                                    .map_or(&[][..], Annotations::items)
                                    .iter()
                                    .cloned()
                                    .collect(),
                                open => open.iter().map(|annotation| annotation.get(bindings, 0)).collect(),
                            };
                            fact(operands, &wanted, table, is_last(), bindings)?
                        }
                    }
                }
                Instruction::Believe(Operand::Constant(truth)) if truth.is_atom(Atom::TRUE) => true,
                Instruction::Believe(Operand::Constant(truth)) if truth.is_atom(Atom::FALSE) => false,
                Instruction::Not(end) => {
                    let before = bindings.mark();
                    let holds = !self.decide(at + 1, bindings, beliefs)?;
                    bindings.undo(before);
                    at = *end as usize - 1;
                    holds
                }
                _ => return None,
            };
            if !holds {
                return Some(false);
            }
            at += 1;
        }
    }
}

/// `X = value`, where X is open and nothing in the value is. What stands behind is nothing: it stays bound.
#[inline]
fn equals(var: Var, value: &Operand, bindings: &mut Bindings) -> Option<bool> {
    if bindings.value(var).is_some() {
        return None;
    }
    let value = match value.number(bindings, 0) {
        Some(number) => Term::from(number),
        None => Some(value.get(bindings, 0)).filter(Term::is_settled)?,
    };
    Some(bindings.unify_or_not(&Term::Var(var), &value))
}

/// Is there such a fact, with these annotations? Nothing if there may be several, unless any will do, and where operands are not what they
/// seem.
#[inline]
fn fact(operands: &[Operand], annotations: &[Term], table: &Table, any: bool, bindings: &mut Bindings) -> Option<bool> {
    if table.len() == 1
        && let Some(fact) = table.facts().next()
    {
        let mark = bindings.mark();
        let holds = is_it(operands, annotations, fact, any, bindings)?;
        if !holds {
            bindings.undo(mark);
        }
        return Some(holds);
    }
    let key = if table.is_indexed() { table.key(operands.iter().map(|operand| operand.key(bindings))) } else { None };
    match key {
        Some(key) => fact_among(table.with_key(key).filter_map(Entry::fact), operands, annotations, any, bindings),
        None => fact_among(table.facts(), operands, annotations, any, bindings),
    }
}

/// Are the annotations among a fact's own? Nothing where that can be in several ways, unless any will do.
fn are_among(wanted: &[Term], own: &[Term], any: bool, bindings: &mut Bindings) -> Option<bool> {
    for annotation in wanted {
        if annotation.is_settled() {
            if own.contains(annotation) {
                continue;
            }
            // One that is annotated itself may be meant by another.
            return if has_annotations(annotation) || own.iter().any(has_annotations) { None } else { Some(false) };
        }
        if wanted.len() > 1 {
            return None;
        }
        let mut fitting = own.iter().filter(|own| may_unify(annotation, own));
        let (one, other) = (fitting.next(), fitting.next());
        if one.is_some() && other.is_some() && !any {
            return None;
        }
        return Some(own.iter().any(|own| bindings.unify(annotation, own)));
    }
    Some(true)
}

/// May the two unify, as far as their predicates show?
fn may_unify(one: &Term, other: &Term) -> bool {
    one.is_of_predicate_of(other).unwrap_or(true)
}

/// Has something in it annotations, or is that not seen at once?
fn has_annotations(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Atom(_) | Term::String(_) => false,
        Term::Structure(structure) if term.height() < SHALLOW => {
            structure.annotations().is_some() || structure.arguments().iter().any(has_annotations)
        }
        _ => true,
    }
}

/// What an operand is known to be, as far as constants show at once.
enum Known {
    Number(Number),
    Atom(Constant),
    Anything,
}

#[inline]
fn fact_among<'a>(
    facts: impl Iterator<Item = &'a Term>,
    operands: &[Operand],
    annotations: &[Term],
    any: bool,
    bindings: &mut Bindings,
) -> Option<bool> {
    let known: SmallVec<[Known; 4]> = operands.iter().map(|operand| operand.known(bindings)).collect();
    let mut candidates = facts.filter(|fact| may_meet(&known, fact.arguments()));
    let mut next = candidates.next();
    while let Some(fact) = next {
        if !any && candidates.next().is_some() {
            return None;
        }
        let mark = bindings.mark();
        if is_it(operands, annotations, fact, any, bindings)? {
            return Some(true);
        }
        bindings.undo(mark);
        next = candidates.next();
    }
    Some(false)
}

/// Makes the operands the same as a fact's arguments, and finds the annotations among its own, if that can be done. Bindings that were made
/// remain where it cannot.
#[inline]
fn is_it(operands: &[Operand], annotations: &[Term], fact: &Term, any: bool, bindings: &mut Bindings) -> Option<bool> {
    Some(
        meet_all(operands, fact.arguments(), bindings)?
            && are_among(annotations, fact.annotations().map_or(&[][..], Annotations::items), any, bindings)?,
    )
}

/// Could what is known of operands be a fact's arguments, as far as constants show at once?
#[inline]
fn may_meet(known: &[Known], own: &[Term]) -> bool {
    known.iter().zip(own).all(|(known, own)| match (known, own) {
        (Known::Number(number), Term::Number(own)) => number == own,
        (Known::Atom(name), Term::Atom(own)) => name == own,
        (Known::Number(_), Term::Atom(_)) | (Known::Atom(_), Term::Number(_)) => false,
        _ => true,
    })
}

/// Makes the operands the same as a fact's arguments, if that can be done. Bindings that were made remain where it cannot.
#[inline]
fn meet_all(operands: &[Operand], own: &[Term], bindings: &mut Bindings) -> Option<bool> {
    for (operand, own) in operands.iter().zip(own) {
        if !operand.meets(own, bindings)? {
            return Some(false);
        }
    }
    Some(true)
}

impl Operand {
    /// Makes it the same as a settled term, if that can be done. Nothing where it has to be calculated first.
    #[inline]
    fn meets(&self, own: &Term, bindings: &mut Bindings) -> Option<bool> {
        match self {
            Self::Variable(var) => match bindings.value(*var) {
                None => {
                    bindings.bind(*var, own.clone());
                    Some(true)
                }
                Some(value) => match (value, own) {
                    (Term::Number(number), Term::Number(own)) => Some(number == own),
                    (Term::Atom(name), Term::Atom(own)) => Some(name == own),
                    (value, _) if matches!(value, Term::Var(_)) || value.is_settled() => {
                        Some(bindings.unify_or_not(&Term::Var(*var), own))
                    }
                    _ => None,
                },
            },
            Self::Constant(term) => Some(bindings.unify_or_not(term, own)),
            Self::Number(calculation, _) => {
                let number = calculation.get(bindings, 0)?;
                Some(bindings.unify_or_not(&Term::from(number), own))
            }
            Self::Literal(structure, operands) => match own {
                Term::Structure(own) if own.passing_functor() == structure.passing_functor() => {
                    meet_all(operands, own.arguments(), bindings)
                }
                Term::Number(_) | Term::String(_) | Term::Atom(_) | Term::List(_) => Some(false),
                _ => None,
            },
            Self::Annotated(..) | Self::List(..) | Self::Other(_) => {
                let term = self.get(bindings, 0);
                term.is_settled().then(|| bindings.unify_or_not(&term, own))
            }
        }
    }

    /// What it is known to be.
    #[inline]
    fn known(&self, bindings: &Bindings) -> Known {
        let known = match self {
            Self::Constant(term) => Some(term),
            Self::Variable(var) => bindings.value(*var),
            _ => None,
        };
        match known {
            Some(Term::Number(number)) => Known::Number(*number),
            Some(Term::Atom(name)) => Known::Atom(name.clone()),
            _ => Known::Anything,
        }
    }

    /// By which an index knows it.
    #[inline]
    fn key(&self, bindings: &Bindings) -> Option<u64> {
        match self {
            Self::Constant(term) => key_of(term),
            Self::Variable(var) => key_of(bindings.value(*var)?),
            Self::Number(calculation, _) => key_of(&Term::from(calculation.get(bindings, 0)?)),
            Self::Literal(structure, _) => key_of(&Term::Structure(structure.clone())),
            Self::Annotated(..) | Self::List(..) | Self::Other(_) => None,
        }
    }
}
