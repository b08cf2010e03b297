use std::sync::Arc;

use smallvec::SmallVec;

use super::{Annotations, Atom, Class, Functor, Kind, Shared, Term};
use crate::stack::SHALLOW;

/// Arguments: a few lie where their structure is.
pub type Arguments = SmallVec<[Term; 4]>;

/// A literal with arguments, annotations, a negation or a namespace; or an expression.
#[derive(Clone, Debug)]
pub struct Structure {
    /// Which, and of how many arguments.
    pub functor: Functor,
    /// As many as the functor says.
    pub arguments: Arguments,
    /// Never `Some` of none.
    pub(crate) annotations: Option<Arc<Annotations>>,
    ground: bool,
    settled: bool,
    special: bool,
    bare: bool,
    /// How deep it is nested.
    height: u32,
    line: u32,
}

impl Structure {
    /// A structure of this functor, which says how many arguments there are.
    pub fn new(functor: Functor, arguments: impl IntoIterator<Item = Term>) -> Self {
        Self::with_annotations(functor, arguments, None)
    }

    /// The same with annotations.
    ///
    /// There must be as many arguments as the functor has.
    pub fn with_annotations(
        functor: Functor,
        arguments: impl IntoIterator<Item = Term>,
        annotations: Option<Annotations>,
    ) -> Self {
        Self::of_parts(functor, arguments.into_iter().collect(), annotations.map(Arc::new))
    }

    /// The same with annotations that others may have as well.
    #[inline]
    pub(crate) fn of_parts(functor: Functor, arguments: Arguments, annotations: Option<Arc<Annotations>>) -> Self {
        debug_assert_eq!(arguments.len(), functor.arity(), "arguments of {functor:?}");
        let class = functor.class();
        let (mut ground, mut height) = (true, 0);
        let mut settled = matches!(class, Class::Literal | Class::Special | Class::Other);
        for argument in &arguments {
            if !matches!(argument, Term::Number(_) | Term::Atom(_) | Term::String(_)) {
                ground &= argument.is_ground();
                settled &= argument.is_settled();
                height = height.max(argument.height());
            }
        }
        let annotations = annotations.filter(|annotations| !annotations.is_empty());
        if let Some(annotations) = &annotations {
            ground &= annotations.is_ground();
            settled &= annotations.is_settled();
            height = height.max(annotations.height());
        }
        let (height, special) = (height.saturating_add(1), class == Class::Special);
        Self {
            functor,
            arguments,
            annotations,
            ground,
            settled: settled && ground,
            special,
            bare: false,
            height,
            line: 0,
        }
    }

    /// The same with these annotations, which are settled and not nested.
    pub(crate) fn annotate(&mut self, annotations: Arc<Annotations>) {
        self.height = self.height.max(annotations.height() + 1);
        self.annotations = Some(annotations);
    }

    /// Adds an annotation; says whether it is new.
    pub(crate) fn add_annotation(&mut self, annotation: Term) -> bool {
        self.ground &= annotation.is_ground();
        self.settled &= annotation.is_settled();
        self.height = self.height.max(annotation.height().saturating_add(1));
        Arc::make_mut(self.annotations.get_or_insert_default()).insert(annotation)
    }

    /// The same with other arguments.
    pub(crate) fn with_arguments(&self, arguments: Vec<Term>) -> Self {
        Self::with_annotations(self.functor, arguments, self.annotations().cloned()).written_as(self)
    }

    /// The same, of that line of its source.
    #[must_use]
    pub(crate) fn at_line(mut self, line: u32) -> Self {
        self.line = line;
        self
    }

    /// The same, without braces where it is printed: the body of a plan or of a block is no term of the program's.
    #[must_use]
    pub(crate) fn without_braces(mut self) -> Self {
        self.bare = true;
        self
    }

    /// The same body, trigger, plan or rule in braces.
    #[must_use]
    pub(crate) fn in_braces(mut self) -> Self {
        self.bare = false;
        self
    }

    /// The same, written where the other is written, and as that is.
    #[must_use]
    pub(crate) fn written_as(mut self, other: &Self) -> Self {
        (self.line, self.bare) = (other.line, other.bare);
        self
    }

    /// Is it a body, a trigger, a plan or a rule that is printed without braces? That does not count where two are compared.
    pub(crate) fn is_bare(&self) -> bool {
        self.bare
    }

    /// The line of its source; 0 if that is not known. Only steps, plans and literals have one. It does not count where two are compared.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Its annotations.
    pub fn annotations(&self) -> Option<&Annotations> {
        self.annotations.as_deref()
    }

    /// Does no variable occur in it?
    #[inline]
    pub fn is_ground(&self) -> bool {
        self.ground
    }

    /// Is there nothing in it that could become something else: no variable, and nothing to be calculated?
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        self.settled
    }

    /// How deep it is nested.
    #[inline]
    pub(super) fn height(&self) -> u32 {
        self.height
    }

    /// Moves what it is made of elsewhere, so that it can be dropped without recursion.
    pub(super) fn take_apart(&mut self, parts: &mut Vec<Term>) {
        self.height = 0;
        parts.extend(std::mem::take(&mut self.arguments));
        if let Some(annotations) = self.annotations.take().and_then(Arc::into_inner) {
            parts.extend(annotations.into_items());
        }
    }

    /// Is it something that comes to a number?
    pub(crate) fn is_arithmetic(&self) -> bool {
        self.functor.class() == Class::Number
    }

    /// Is it a variable with a namespace, a `~` or annotations?
    pub(crate) fn is_variable(&self) -> bool {
        self.functor.class() == Class::Variable
    }

    /// Is it a literal in a namespace for which a variable stands?
    pub(crate) fn is_qualified(&self) -> bool {
        self.functor.class() == Class::Qualified
    }

    /// Is it a step of a body, and the body behind it?
    pub(crate) fn is_step(&self) -> bool {
        self.special && matches!(self.functor.signature().kind, Kind::Step(_))
    }

    /// Is it unified in a way of its own: a body, a plan or a term in itself?
    #[inline]
    pub(super) fn is_special(&self) -> bool {
        self.special
    }

    /// Is it, but for annotations, the constant of this name?
    pub(crate) fn is_constant(&self, name: Atom) -> bool {
        self.arguments.is_empty() && self.functor == Functor::new(name, 0)
    }
}

impl Term {
    /// The same body, trigger, plan or rule without braces where it is printed: as it stands in a program.
    #[must_use]
    pub(crate) fn without_braces(&self) -> Self {
        match self {
            Self::Structure(structure) => Self::Structure(Shared::new(Structure::clone(structure).without_braces())),
            other => other.clone(),
        }
    }
}

impl Drop for Structure {
    fn drop(&mut self) {
        if self.height > SHALLOW {
            let mut parts = Vec::new();
            self.take_apart(&mut parts);
            drop_all(parts);
        }
    }
}

/// Drops terms however deep they are nested.
pub(super) fn drop_all(mut left: Vec<Term>) {
    while let Some(term) = left.pop() {
        match term {
            Term::Structure(structure) => {
                if let Some(mut structure) = Shared::into_unique(structure)
                    && structure.height > SHALLOW
                {
                    structure.take_apart(&mut left);
                }
            }
            Term::List(list) => list.take_apart(&mut left),
            Term::Collection(collection) => collection.take_apart(&mut left),
            Term::Number(_) | Term::Atom(_) | Term::String(_) | Term::Var(_) => {}
        }
    }
}

impl Kind {
    /// A structure of this kind, which is no literal.
    pub fn of(self, arguments: impl IntoIterator<Item = Term>) -> Term {
        let arguments: Vec<Term> = arguments.into_iter().collect();
        let functor = Functor::operator(self, arguments.len() as u32);
        Term::Structure(Shared::new(Structure::new(functor, arguments)))
    }
}

/// Makes literals.
pub struct StructureBuilder {
    namespace: Atom,
    negated: bool,
    name: Atom,
    arguments: Vec<Term>,
    annotations: Annotations,
}

impl StructureBuilder {
    /// The literal with all it has, to be changed; nothing if it is none.
    pub fn from_literal(literal: &Term) -> Option<Self> {
        let signature = literal.predicate()?.signature();
        let mut builder = Self::new(signature.name).namespace(signature.namespace).negated(signature.negated);
        if let Some(structure) = literal.as_structure() {
            builder.arguments = structure.arguments.to_vec();
            builder.annotations = structure.annotations().cloned().unwrap_or_default();
        }
        Some(builder)
    }

    /// A positive literal of the default namespace.
    pub fn new(name: Atom) -> Self {
        Self {
            namespace: Atom::DEFAULT,
            negated: false,
            name,
            arguments: Vec::new(),
            annotations: Annotations::default(),
        }
    }

    /// In this namespace.
    #[must_use]
    pub fn namespace(mut self, namespace: Atom) -> Self {
        self.namespace = namespace;
        self
    }

    /// With `~`, or without.
    #[must_use]
    pub fn negated(mut self, negated: bool) -> Self {
        self.negated = negated;
        self
    }

    /// With these arguments behind those there are.
    #[must_use]
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = Term>) -> Self {
        self.arguments.extend(arguments);
        self
    }

    /// With this annotation as well.
    #[must_use]
    pub fn annotation(mut self, annotation: Term) -> Self {
        self.annotations.insert(annotation);
        self
    }

    /// With these annotations as well.
    #[must_use]
    pub fn annotations(mut self, annotations: &Annotations) -> Self {
        self.annotations.extend(annotations);
        self
    }

    /// Without annotations.
    #[must_use]
    pub fn without_annotations(mut self) -> Self {
        self.annotations = Annotations::default();
        self
    }

    /// The literal: a constant if that is all it is.
    pub fn build(self) -> Term {
        let plain = self.namespace == Atom::DEFAULT && !self.negated;
        if plain && self.arguments.is_empty() && self.annotations.is_empty() {
            return Term::Atom(self.name);
        }
        let functor =
            Functor::new(self.name, self.arguments.len()).in_namespace(self.namespace).with_negation(self.negated);
        Term::Structure(Shared::new(Structure::with_annotations(functor, self.arguments, Some(self.annotations))))
    }
}
