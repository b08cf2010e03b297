use std::collections::VecDeque;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{Annotations, Arguments, Class, List, Structure, Term, Var};
use crate::stack::{SHALLOW, is_low, with_stack};

/// Variables, each of which is there once.
pub type Variables = SmallVec<[Var; 4]>;

impl Term {
    /// The term with its variables numbered from 0, and which they were. Names are gone.
    pub fn numbered(&self) -> (Self, Variables) {
        let mut variables = Variables::new();
        let numbered = self.renamed(&mut |var| Self::Var(Var::unnamed(number_of(var, &mut variables))));
        (numbered, variables)
    }

    /// The same of a term that is not shared.
    pub(crate) fn into_numbered(self) -> (Self, Variables) {
        if self.is_ground() {
            return (self, Variables::new());
        }
        let is_flat = |structure: &Structure| {
            structure.passing_functor().class() == Class::Literal
                && structure.shared_annotations().is_none_or(|annotations| annotations.is_ground())
                && structure.arguments().iter().all(|argument| matches!(argument, Self::Var(_)) || argument.is_ground())
        };
        match self {
            // Most often it is new, and its variables are arguments: they are numbered where they are.
            Self::Structure(mut structure) if is_flat(&structure) => {
                let mut variables = Variables::new();
                structure.renumber(|var| Var::unnamed(number_of(var, &mut variables)));
                (Self::Structure(structure), variables)
            }
            other => other.numbered(),
        }
    }

    /// The same, but names stay.
    pub fn numbered_by_name(&self) -> (Self, Variables) {
        let mut variables = Variables::new();
        let numbered = self.renamed(&mut |var| Self::Var(var.at(number_of(var, &mut variables))));
        (numbered, variables)
    }

    /// The term with something else in the place of each variable.
    pub fn renamed(&self, to: &mut impl FnMut(Var) -> Self) -> Self {
        if self.height() > SHALLOW && is_low() {
            // What makes the replacements stays on this thread.
            let mut by: VecDeque<Self> = self.occurrences().into_iter().map(to).collect();
            return with_stack(|| self.replaced(&mut by));
        }
        match self {
            Self::Var(var) => to(*var),
            Self::List(list) if !list.is_ground() => {
                let mut items = list.items();
                let renamed: Vec<Self> = items.by_ref().map(|item| item.renamed(to)).collect();
                let tail = items.tail().map_or(Self::List(List::EMPTY), &mut *to);
                List::with_tail(renamed, tail).map_or_else(|tail| tail, Self::List)
            }
            Self::Structure(structure) if !structure.is_ground() => {
                let arguments: Arguments = structure.arguments().iter().map(|argument| argument.renamed(to)).collect();
                let annotations = structure.shared_annotations().map(|annotations| {
                    if annotations.is_ground() { Arc::clone(annotations) } else { Arc::new(annotations.renamed(to)) }
                });
                let renamed = Structure::of_parts(structure.passing_functor(), arguments, annotations);
                Self::Structure(renamed.written_as(structure))
            }
            _ => self.clone(),
        }
    }
}

impl Term {
    /// Its variables where they stand, one after the other.
    fn occurrences(&self) -> Vec<Var> {
        enum Left<'a> {
            Term(&'a Term),
            Var(Var),
        }
        let mut found = Vec::new();
        let mut left = vec![Left::Term(self)];
        while let Some(next) = left.pop() {
            // What comes first goes onto the top.
            let behind = left.len();
            match next {
                Left::Var(var) => found.push(var),
                Left::Term(Self::Var(var)) => found.push(*var),
                Left::Term(Self::List(list)) if !list.is_ground() => {
                    let mut items = list.items();
                    left.extend(items.by_ref().map(Left::Term));
                    left.extend(items.tail().map(Left::Var));
                }
                Left::Term(Self::Structure(structure)) if !structure.is_ground() => {
                    left.extend(structure.arguments().iter().map(Left::Term));
                    if let Some(annotations) = structure.annotations() {
                        left.extend(annotations.items().iter().map(Left::Term));
                        left.extend(annotations.rest().map(Left::Var));
                    }
                }
                Left::Term(_) => {}
            }
            left[behind..].reverse();
        }
        found
    }

    /// The term with these in the places of its variables, one after the other.
    fn replaced(&self, by: &mut VecDeque<Self>) -> Self {
        self.renamed(&mut |var| by.pop_front().unwrap_or(Self::Var(var)))
    }
}

/// Which of the variables it is; the next one, if it is none of them.
#[inline]
pub(crate) fn number_of(var: Var, variables: &mut Variables) -> u32 {
    let number = variables.iter().position(|known| *known == var).unwrap_or_else(|| {
        variables.push(var);
        variables.len() - 1
    });
    number as u32
}

impl Annotations {
    fn renamed(&self, to: &mut impl FnMut(Var) -> Term) -> Self {
        let items: Vec<Term> = self.items().iter().map(|item| item.renamed(to)).collect();
        match self.rest().map(&mut *to) {
            Some(Term::Var(rest)) => Self::new(items, Some(rest)),
            Some(Term::List(more)) => Self::new(items.into_iter().chain(more.items().cloned()), None),
            _ => Self::new(items, None),
        }
    }
}
