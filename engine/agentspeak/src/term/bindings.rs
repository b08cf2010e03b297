use std::sync::Arc;

use smallvec::SmallVec;

use super::unify_body::spliced;
use super::{Annotations, Atom, Kind, List, NotANumber, Structure, StructureBuilder, Term, Var};
use crate::complaints::complain;
use crate::stack::{self, with_stack};

/// What variables stand for, with a way back: what was bound since a [`Mark`] can be taken back.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    pub(super) slots: Vec<Option<Term>>,
    pub(super) trail: Vec<u32>,
    /// What the program calls the first of them.
    names: Option<Arc<[Option<Atom>]>>,
    /// How often terms that are parts of themselves are being gone round just now.
    pub(super) cycles: u8,
}

/// A moment to which [`Bindings::undo`] goes back.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    slots: usize,
    trail: usize,
}

impl Mark {
    /// How many variables there were.
    pub(crate) fn variables(self) -> usize {
        self.slots
    }
}

impl Bindings {
    /// For so many variables, from slot 0; none is bound.
    pub fn of(count: u32) -> Self {
        Self { slots: vec![None; count as usize], trail: Vec::new(), names: None, cycles: 0 }
    }

    /// For variables of these names, and so many more.
    pub fn named(names: &Arc<[Option<Atom>]>, more: u32) -> Self {
        Self { names: Some(Arc::clone(names)), ..Self::of(names.len() as u32 + more) }
    }

    /// Is for so many variables, none of which is bound.
    #[inline]
    pub(crate) fn reset(&mut self, count: usize) {
        self.clear();
        self.slots.resize_with(count, || None);
    }

    /// Becomes the same as others, in the memory that it has.
    pub(crate) fn become_as(&mut self, others: &Self) {
        self.slots.clone_from(&others.slots);
        self.trail.clone_from(&others.trail);
        self.names.clone_from(&others.names);
        self.cycles = others.cycles;
    }

    /// Forgets all variables.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.names = None;
        if !self.slots.is_empty() {
            self.slots.clear();
            self.trail.clear();
        }
    }

    /// The capacity in variables.
    pub(crate) fn capacity(&self) -> usize {
        self.slots.capacity()
    }

    /// Knows what the program calls the first of them.
    pub(crate) fn know_names(&mut self, names: &Arc<[Option<Atom>]>) {
        if self.names.is_none() {
            self.names = Some(Arc::clone(names));
        }
    }

    /// The names of variables that stand for something, with what that is, where names are known.
    pub fn values(&self) -> impl Iterator<Item = (Atom, Term)> {
        self.values_of(self.names.as_deref().unwrap_or_default())
    }

    /// The same of variables that are called so.
    pub fn values_of<'a>(&'a self, names: &'a [Option<Atom>]) -> impl Iterator<Item = (Atom, Term)> + 'a {
        names.iter().zip(0..).take(self.slots.len()).filter_map(|(name, slot)| {
            let value = self.value(Var::unnamed(slot)).filter(|value| !matches!(value, Term::Var(_)))?;
            Some(((*name)?, self.apply(value)))
        })
    }

    /// Makes the variables of a term, which came from elsewhere, those of the same name here.
    pub(crate) fn join_names(&mut self, term: &Term) {
        let mut strangers = Vec::new();
        term.renamed(&mut |var| {
            strangers.push(var);
            Term::Var(var)
        });
        for stranger in strangers {
            let Some(name) = stranger.name() else { continue };
            let own = self.names.as_ref().and_then(|names| names.iter().position(|own| *own == Some(name)));
            if let Some(slot) = own
                && slot as u32 != stranger.slot()
            {
                self.unify(&Term::Var(Var::new(slot as u32, name)), &Term::Var(stranger));
            }
        }
    }

    /// Adds so many more variables, and returns where they begin.
    ///
    /// # Panics
    ///
    /// Where there are four thousand million of them.
    pub fn fresh(&mut self, count: u32) -> u32 {
        let first = u32::try_from(self.slots.len()).expect("space for more variables");
        self.slots.resize(self.slots.len() + count as usize, None);
        first
    }

    /// One more variable, without a name.
    pub fn fresh_var(&mut self) -> Var {
        Var::unnamed(self.fresh(1))
    }

    /// The term, which came from elsewhere, with variables of its own here.
    pub(crate) fn adopt(&mut self, term: &Term) -> Term {
        let (term, variables) = term.numbered();
        self.moved_in(&term, variables.len())
    }

    /// Gives the terms, which a search has found that is over, new variables for those that it has made. Names stay.
    pub(crate) fn adopt_found(&mut self, found: &mut [Term]) {
        let first = self.len() as u32;
        for term in found.iter_mut().filter(|term| !term.is_ground()) {
            *term = self.adopt_from(term, first);
        }
    }

    /// The term with new variables for those from the slot `first` on. Names stay.
    fn adopt_from(&mut self, term: &Term, first: u32) -> Term {
        let mut adopted: Vec<(Var, Var)> = Vec::new();
        term.renamed(&mut |var| {
            if var.slot() < first {
                return Term::Var(var);
            }
            let known = adopted.iter().find(|(other, _)| *other == var).map(|(_, own)| *own);
            Term::Var(known.unwrap_or_else(|| {
                let own = var.at(self.fresh(1));
                adopted.push((var, own));
                own
            }))
        })
    }

    /// The same, but names stay.
    pub(crate) fn adopt_by_name(&mut self, term: &Term) -> Term {
        let (term, variables) = term.numbered_by_name();
        self.moved_in(&term, variables.len())
    }

    fn moved_in(&mut self, term: &Term, variables: usize) -> Term {
        let base = self.fresh(variables as u32);
        if variables == 0 { term.clone() } else { term.renamed(&mut |var| Term::Var(var.moved(base))) }
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// This moment.
    pub fn mark(&self) -> Mark {
        Mark { slots: self.slots.len(), trail: self.trail.len() }
    }

    /// Goes back to that moment: bindings and variables made since are forgotten.
    pub fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail
            && let Some(slot) = self.trail.pop()
        {
            // What is made since goes as it is.
            if (slot as usize) < mark.slots {
                self.slots[slot as usize] = None;
            }
        }
        self.slots.truncate(mark.slots);
    }

    /// Nothing before this moment will be undone any more.
    pub fn commit(&mut self) {
        self.trail.clear();
    }

    /// Binds a variable that stands for nothing yet.
    pub fn bind(&mut self, var: Var, value: Term) {
        let slot = &mut self.slots[var.slot() as usize];
        debug_assert!(slot.is_none(), "{var} is bound already");
        *slot = Some(value);
        self.trail.push(var.slot());
    }

    /// Binds a variable that stands for nothing yet, and never will again: going back leaves it bound.
    #[inline]
    pub(crate) fn set(&mut self, var: Var, value: Term) {
        self.slots[var.slot() as usize] = Some(value);
    }

    /// Makes a variable the same as a settled term, for good, if that can be done.
    #[inline]
    pub(crate) fn give(&mut self, var: Var, value: &Term) {
        let is_plain = matches!(value, Term::Number(_) | Term::Atom(_) | Term::String(_) | Term::List(_));
        if is_plain && self.is_open(var) {
            self.set(var, value.clone());
        } else {
            self.unify(&Term::Var(var), value);
        }
    }

    /// What a variable stands for: a term that is no bound variable.
    #[inline]
    pub fn value(&self, var: Var) -> Option<&Term> {
        let mut value = self.slots[var.slot() as usize].as_ref()?;
        while let Term::Var(next) = value {
            match &self.slots[next.slot() as usize] {
                Some(further) => value = further,
                None => break,
            }
        }
        Some(value)
    }

    /// Does it stand for nothing, not even for another variable?
    #[inline]
    pub(crate) fn is_open(&self, var: Var) -> bool {
        self.slots[var.slot() as usize].is_none()
    }

    /// Is the one variable the other, or another variable that is?
    pub(crate) fn leads_to(&self, from: Var, to: Var) -> bool {
        let mut var = from;
        while var != to {
            match &self.slots[var.slot() as usize] {
                Some(Term::Var(next)) => var = *next,
                _ => return false,
            }
        }
        true
    }

    /// What a term stands for, not looking into it: the term itself unless it is a bound variable.
    #[inline]
    pub fn deref<'a>(&'a self, term: &'a Term) -> &'a Term {
        match term {
            Term::Var(var) => self.value(*var).unwrap_or(term),
            _ => term,
        }
    }

    /// The term with what its variables stand for in their places, and with its arithmetic done where all numbers are known.
    pub fn apply(&self, term: &Term) -> Term {
        self.apply_at(term, 0)
    }

    /// [`apply`](Self::apply) for a term whose variables are counted from `base` on.
    pub fn apply_at(&self, term: &Term, base: u32) -> Term {
        match term {
            Term::Var(var) => {
                let var = var.moved(base);
                match self.value(var) {
                    None => Term::Var(var),
                    // Another variable by now, but still called what it was.
                    Some(Term::Var(last)) => Term::Var(var.at(last.slot())),
                    Some(value) => self.apply_at(value, 0),
                }
            }
            Term::List(_) | Term::Structure(_) if !term.is_settled() && stack::is_low() => {
                with_stack(|| self.apply_at(term, base))
            }
            Term::List(list) if !list.is_settled() => self.apply_list(list, base),
            Term::Structure(structure) if structure.is_arithmetic() => self.apply_arithmetic(structure, base),
            Term::Structure(structure) if structure.is_variable() => self.apply_variable(structure, base),
            Term::Structure(structure) if structure.is_qualified() => self.apply_qualified(structure, base),
            Term::Structure(structure) if !structure.is_settled() => {
                Term::Structure(self.apply_structure(structure, base))
            }
            _ => term.clone(),
        }
    }

    fn apply_list(&self, list: &List, base: u32) -> Term {
        let (mut list, mut base) = (list, base);
        let mut applied: SmallVec<[Term; 8]> = SmallVec::new();
        let tail = loop {
            let mut items = list.items();
            for item in items.by_ref() {
                applied.push(self.apply_at(item, base));
            }
            let Some(tail) = items.tail().map(|tail| tail.moved(base)) else { break Term::List(List::EMPTY) };
            match self.value(tail) {
                // A list may have got each of its elements by another variable.
                Some(Term::List(next)) if !next.is_settled() => (list, base) = (next, 0),
                _ => break self.apply_at(&Term::Var(tail), 0),
            }
        };
        let tail = match tail {
            Term::List(_) | Term::Var(_) => tail,
            // A tail that stands for something else than a list: the list that it was, as far as it goes.
            _ => return Term::list(applied),
        };
        List::with_tail(applied, tail).map_or_else(|tail| tail, Term::List)
    }

    fn apply_structure(&self, structure: &Structure, base: u32) -> Structure {
        let arguments = structure.arguments().iter().map(|argument| self.apply_at(argument, base));
        let annotations = structure.shared_annotations().map(|annotations| {
            if annotations.is_settled() {
                Arc::clone(annotations)
            } else {
                Arc::new(self.apply_annotations(annotations, base))
            }
        });
        let applied = Structure::of_parts(structure.passing_functor(), arguments, annotations).written_as(structure);
        if structure.is_step() { spliced(applied) } else { applied }
    }

    fn apply_annotations(&self, annotations: &Annotations, base: u32) -> Annotations {
        let items = annotations.items().iter().map(|item| self.apply_at(item, base));
        match annotations.rest().map(|rest| self.apply_at(&Term::Var(rest), base)) {
            None => Annotations::new(items, None),
            Some(Term::Var(rest)) => Annotations::new(items, Some(rest)),
            Some(Term::List(more)) => Annotations::new(items.chain(more.items().cloned()), None),
            Some(other) => Annotations::new(items.chain([other]), None),
        }
    }

    /// A variable with a namespace, a `~` or annotations gives them to the literal that it stands for.
    fn apply_variable(&self, structure: &Structure, base: u32) -> Term {
        let applied = self.apply_structure(structure, base);
        let (value, namespace) = match applied.arguments() {
            [value] => (value, None),
            [value, Term::Atom(namespace)] => (value, Some(namespace.atom())),
            _ => return Term::Structure(applied),
        };
        if let Term::Var(_) = value {
            return Term::Structure(applied);
        }
        let Some(mut literal) = StructureBuilder::from_literal(value) else { return value.clone() };
        let signature = applied.passing_functor().signature();
        let namespace = namespace.unwrap_or(signature.namespace);
        if namespace != Atom::DEFAULT {
            literal = literal.namespace(namespace);
        }
        if signature.negated {
            literal = literal.negated(true);
        }
        if let Some(annotations) = applied.annotations() {
            literal = literal.annotations(annotations);
        }
        literal.build()
    }

    fn apply_qualified(&self, structure: &Structure, base: u32) -> Term {
        let applied = self.apply_structure(structure, base);
        match applied.arguments() {
            [Term::Atom(namespace), literal] => match StructureBuilder::from_literal(literal) {
                Some(builder) => builder.namespace(namespace.atom()).build(),
                None => literal.clone(),
            },
            _ => Term::Structure(applied),
        }
    }

    fn apply_arithmetic(&self, structure: &Structure, base: u32) -> Term {
        let applied = self.apply_structure(structure, base);
        let is_function = matches!(applied.passing_functor().signature().kind, Kind::Function(_));
        // What could be calculated in it has been: a long sum with a variable is not gone through again for each of its signs.
        let calculable = is_function || applied.arguments().iter().all(|argument| matches!(argument, Term::Number(_)));
        match if calculable { applied.calculate() } else { Err(NotANumber) } {
            Ok(number) => Term::from(number),
            // Something in it is known and no number.
            Err(_) if applied.arguments().iter().all(Term::is_settled) && !is_function => {
                no_number(structure, &applied);
                Term::from(f64::NAN)
            }
            Err(_) => {
                // What stands for a variable has been complained about.
                if is_function && applied.is_ground() && !structure.is_ground() {
                    no_number(structure, &applied);
                }
                Term::Structure(applied)
            }
        }
    }
}

/// Complains about an expression that has no value.
#[cold]
fn no_number(written: &Structure, applied: &Structure) {
    let part = applied.arguments().iter().find(|part| !matches!(part, Term::Number(_)));
    let part = part.map_or_else(String::new, |part| format!(": {part} is no number"));
    let written = Term::Structure(Structure::clone(written)).to_string();
    let is_function = matches!(applied.passing_functor().signature().kind, Kind::Function(_));
    let result = if is_function { "" } else { ", which gives NaN" };
    complain(written.clone(), format!("{written} has no value{result}{part}"));
}
