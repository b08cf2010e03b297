use std::sync::{Arc, LazyLock};

use super::{Annotations, Atom, Class, Collection, Constant, Functor, List, Number, Structure, StructureBuilder, Var};

/// A term: a tag and a word. What each variant holds is one word, so that terms are handed on in registers.
#[derive(Clone, Debug)]
pub enum Term {
    /// A number; Jason has one kind of them.
    Number(Number),
    /// A constant: a positive literal without arguments and annotations, of the default namespace.
    Atom(Constant),
    /// A string.
    String(Arc<Box<str>>),
    /// A list, perhaps empty, perhaps with a variable as its tail.
    List(List),
    /// Every other literal, and every expression.
    Structure(Structure),
    /// A variable: a place in the bindings of the term's holder.
    Var(Var),
    /// A set, a map or a queue, which changes.
    Collection(Collection),
}

const _: () = assert!(size_of::<Term>() == 16 && size_of::<Option<Term>>() == 16);

impl Term {
    /// The constant of this name.
    pub fn atom(name: &str) -> Self {
        Self::Atom(Constant::new(name))
    }

    /// Is it the constant of this name?
    #[inline]
    pub fn is_atom(&self, name: Atom) -> bool {
        matches!(self, Self::Atom(own) if *own == name)
    }

    /// The constant of a name that is the engine's own: it stays, and so is found at once.
    pub(crate) fn word(name: &'static str) -> Self {
        Self::from(Atom::new(name))
    }

    /// A string.
    pub fn string(text: impl Into<Box<str>>) -> Self {
        Self::String(Arc::new(text.into()))
    }

    /// A structure `name(arguments)` of the default namespace; without arguments, the constant.
    pub fn structure(name: &str, arguments: impl IntoIterator<Item = Self>) -> Self {
        StructureBuilder::new(Constant::new(name)).arguments(arguments).build()
    }

    /// A list.
    pub fn list<I>(items: I) -> Self
    where
        I: IntoIterator<Item = Self>,
        I::IntoIter: DoubleEndedIterator,
    {
        Self::List(List::of(items))
    }

    /// `true` or `false`.
    pub fn truth(truth: bool) -> Self {
        Self::from(if truth { Atom::TRUE } else { Atom::FALSE })
    }

    /// The number that this is, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(number.get()),
            _ => None,
        }
    }

    /// The text that this is, if it is a string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The structure that this is, if it is one.
    pub fn as_structure(&self) -> Option<&Structure> {
        match self {
            Self::Structure(structure) => Some(structure),
            _ => None,
        }
    }

    /// What kind of literal this is: of which predicate, whose name is permanent from now on. Numbers, strings, variables, expressions and
    /// collections are none.
    #[inline]
    pub fn predicate(&self) -> Option<Functor> {
        match self {
            Self::Atom(name) => Some(predicate_of(name)),
            Self::Structure(structure) if structure.passing_functor().class() == Class::Literal => {
                Some(structure.functor())
            }
            _ => None,
        }
    }

    /// Is it a literal? Numbers, strings, variables, expressions and collections are none.
    pub(crate) fn is_literal(&self) -> bool {
        match self {
            Self::Atom(_) => true,
            Self::Structure(structure) => structure.passing_functor().class() == Class::Literal,
            _ => false,
        }
    }

    /// Is it a literal of this name?
    pub(crate) fn is_named(&self, name: Atom) -> bool {
        match self {
            Self::Atom(own) => *own == name,
            Self::Structure(structure) => {
                let functor = structure.passing_functor();
                functor.class() == Class::Literal && functor.name() == name
            }
            _ => false,
        }
    }

    /// Is it a literal of the name `source`? Most are `source(X)`.
    #[inline]
    pub(crate) fn is_source(&self) -> bool {
        static SOURCE: LazyLock<Functor> = LazyLock::new(|| Functor::new(Atom::SOURCE, 1));
        match self {
            Self::Structure(structure) if structure.passing_functor() == *SOURCE => true,
            other => other.is_named(Atom::SOURCE),
        }
    }

    /// The namespace of the literal that it is, and whether it is strongly negated.
    pub(crate) fn namespace_and_sign(&self) -> Option<(Atom, bool)> {
        match self {
            Self::Atom(_) => Some((Atom::DEFAULT, false)),
            Self::Structure(structure) if self.is_literal() => {
                let signature = structure.passing_functor().signature();
                Some((signature.namespace, signature.negated))
            }
            _ => None,
        }
    }

    /// Are both of one predicate? Nothing, where one is no literal.
    pub(crate) fn is_of_predicate_of(&self, other: &Self) -> Option<bool> {
        if !self.is_literal() || !other.is_literal() {
            return None;
        }
        Some(match (self, other) {
            (Self::Atom(one), Self::Atom(other)) => one == other,
            (Self::Structure(one), Self::Structure(other)) => one.passing_functor() == other.passing_functor(),
            (Self::Atom(name), Self::Structure(structure)) | (Self::Structure(structure), Self::Atom(name)) => {
                structure.is_constant(name)
            }
            _ => false,
        })
    }

    /// Its arguments; none if it has none, or is no structure.
    #[inline]
    pub fn arguments(&self) -> &[Self] {
        self.as_structure().map_or(&[], Structure::arguments)
    }

    /// Its annotations; none if it cannot have any.
    pub fn annotations(&self) -> Option<&Annotations> {
        self.as_structure()?.annotations()
    }

    /// Does no variable occur in it?
    pub fn is_ground(&self) -> bool {
        match self {
            Self::Number(_) | Self::Atom(_) | Self::String(_) | Self::Collection(_) => true,
            Self::Var(_) => false,
            Self::List(list) => list.is_ground(),
            Self::Structure(structure) => structure.is_ground(),
        }
    }

    /// How deep it is nested; what is in a collection does not count.
    #[inline]
    pub(crate) fn height(&self) -> u32 {
        match self {
            Self::Number(_) | Self::Atom(_) | Self::String(_) | Self::Var(_) | Self::Collection(_) => 0,
            Self::List(list) => list.height(),
            Self::Structure(structure) => structure.height(),
        }
    }

    /// Is there nothing in it that could become something else: no variable, and nothing to be calculated?
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        match self {
            Self::Number(_) | Self::Atom(_) | Self::String(_) | Self::Collection(_) => true,
            Self::Var(_) => false,
            Self::List(list) => list.is_settled(),
            Self::Structure(structure) => structure.is_settled(),
        }
    }

    /// Is it settled but for variables? Then it stands for the same whether or not their values are put in.
    #[inline]
    pub(crate) fn is_data(&self) -> bool {
        match self {
            Self::Number(_) | Self::Atom(_) | Self::String(_) | Self::Collection(_) | Self::Var(_) => true,
            Self::List(list) => list.is_data(),
            Self::Structure(structure) => structure.is_data(),
        }
    }
}

#[inline(never)]
fn predicate_of(constant: &Constant) -> Functor {
    Functor::of_constant(constant.atom())
}

impl From<f64> for Term {
    fn from(number: f64) -> Self {
        Self::Number(number.into())
    }
}

impl From<i32> for Term {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Term {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<Atom> for Term {
    #[inline]
    fn from(atom: Atom) -> Self {
        Self::Atom(Constant::of(atom))
    }
}

impl From<&str> for Term {
    fn from(text: &str) -> Self {
        Self::string(text)
    }
}
