use std::hash::{Hash, Hasher};

use super::{Functor, List, Structure, Term};

/// What is nested deeper than this does not count.
const DEEPEST: u32 = 16;

impl Term {
    /// Feeds what [`alike`](Self::alike) compares: two that are alike have the same hash. Of a list, only so many elements count.
    pub(crate) fn hash_plain<H: Hasher>(&self, state: &mut H) {
        self.hash_to(DEEPEST, state);
    }

    fn hash_to<H: Hasher>(&self, depth: u32, state: &mut H) {
        match self {
            // Minus zero and zero are the same number.
            Self::Number(number) => (number.get() + 0.0).to_bits().hash(state),
            Self::Atom(atom) => (1_u8, atom).hash(state),
            Self::String(text) => (2_u8, text).hash(state),
            Self::List(list) => list.hash_to(depth, state),
            Self::Structure(structure) if structure.arguments().is_empty() && structure.is_plain_name() => {
                (1_u8, structure.passing_functor().name()).hash(state);
            }
            Self::Structure(structure) => literal_to(depth, structure.passing_functor(), structure.arguments(), state),
            Self::Var(_) => 5_u8.hash(state),
            Self::Collection(_) => 6_u8.hash(state),
        }
    }

    /// Are they the same but for the annotations of the outermost literal?
    pub(crate) fn alike(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Structure(one), Self::Structure(other)) => {
                one.passing_functor() == other.passing_functor() && one.arguments() == other.arguments()
            }
            (Self::Structure(one), Self::Atom(name)) | (Self::Atom(name), Self::Structure(one)) => {
                one.is_constant(name)
            }
            _ => self == other,
        }
    }
}

/// A term that is the same as others that are [`alike`](Term::alike).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<'a>(pub(crate) &'a Term);

impl Hash for Plain<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_plain(state);
    }
}

impl PartialEq for Plain<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.alike(other.0)
    }
}

impl Eq for Plain<'_> {}

fn literal_to<'a, H: Hasher>(
    depth: u32,
    functor: Functor,
    arguments: impl IntoIterator<Item = &'a Term>,
    state: &mut H,
) {
    (4_u8, functor).hash(state);
    if let Some(deeper) = depth.checked_sub(1) {
        arguments.into_iter().for_each(|argument| argument.hash_to(deeper, state));
    }
}

impl List {
    fn hash_to<H: Hasher>(&self, depth: u32, state: &mut H) {
        const COUNTED: usize = 16;
        3_u8.hash(state);
        if let Some(deeper) = depth.checked_sub(1) {
            self.items().take(COUNTED).for_each(|item| item.hash_to(deeper, state));
        }
    }
}

impl Structure {
    /// Is it, but for annotations, a constant?
    pub(super) fn is_plain_name(&self) -> bool {
        let functor = self.passing_functor();
        functor.is_constant() || functor.signature().is_constant()
    }
}
