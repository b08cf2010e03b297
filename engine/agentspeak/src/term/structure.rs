use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use smallvec::SmallVec;
use triomphe::{HeaderSliceWithLengthProtected, ThinArc};

use super::constant::Passing;
use super::held::Held;
use super::{Annotations, Atom, Class, Constant, Functor, Kind, Shared, Signature, Term, Var};
use crate::stack::SHALLOW;

/// Arguments that are put together: a few without an allocation.
pub type Arguments = SmallVec<[Term; 4]>;

/// A literal with arguments, annotations, a negation or a namespace; or an expression.
///
/// It is one allocation with its arguments in it, which is shared: a copy is a reference.
#[derive(Clone, Debug)]
pub struct Structure(ThinArc<Header, Term>);

/// Of which functor a structure is, and where and how it is written: all but its arguments and annotations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writing {
    functor: Functor,
    line: u32,
    bare: bool,
}

#[derive(Debug)]
struct Header {
    functor: Held,
    line: u32,
    /// Never `Some` of none.
    annotations: Option<Arc<Annotations>>,
    /// A [`Shape`] as a word: it is known, and written, when the arguments are there, before anybody else can look.
    shape: AtomicU32,
    bare: bool,
}

impl Clone for Header {
    fn clone(&self) -> Self {
        Self {
            functor: self.functor.clone(),
            line: self.line,
            annotations: self.annotations.clone(),
            shape: AtomicU32::new(self.shape().to_word()),
            bare: self.bare,
        }
    }
}

impl Header {
    #[inline]
    fn shape(&self) -> Shape {
        Shape::of_word(self.shape.load(Ordering::Relaxed))
    }

    #[inline]
    fn set_shape(&self, shape: Shape) {
        self.shape.store(shape.to_word(), Ordering::Relaxed);
    }
}

/// What is known of all that a structure is made of.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// How deep it is nested.
    height: u32,
    ground: bool,
    /// Is there nothing to evaluate in it but variables?
    data: bool,
}

/// The bits of a shape as a word: the height is above them.
const GROUND: u32 = 1;
const DATA: u32 = 2;
const HEIGHT: u32 = 2;

impl Shape {
    #[inline]
    fn to_word(self) -> u32 {
        let height = self.height.min(u32::MAX >> HEIGHT);
        height << HEIGHT | if self.data { DATA } else { 0 } | if self.ground { GROUND } else { 0 }
    }

    #[inline]
    fn of_word(word: u32) -> Self {
        Self { height: word >> HEIGHT, ground: word & GROUND != 0, data: word & DATA != 0 }
    }

    #[inline]
    fn of(functor: Functor) -> Self {
        let data = matches!(functor.class(), Class::Literal | Class::Special | Class::Other);
        Self { height: 1, ground: true, data }
    }

    #[inline]
    fn add(&mut self, part: &Term) {
        if !matches!(part, Term::Number(_) | Term::Atom(_) | Term::String(_)) {
            self.add_parts(part.is_ground(), part.is_data(), part.height());
        }
    }

    #[inline]
    fn add_parts(&mut self, ground: bool, data: bool, height: u32) {
        self.ground &= ground;
        self.data &= data;
        self.height = self.height.max(height.saturating_add(1));
    }

    #[inline]
    fn add_annotations(&mut self, annotations: &Annotations) {
        self.add_parts(annotations.is_ground(), annotations.is_settled(), annotations.height());
    }
}

impl Structure {
    /// The bytes that it takes, not looking into its parts; the part of them, where others share it.
    pub(super) fn weight(&self) -> usize {
        let own = size_of::<Header>() + 2 * size_of::<usize>() + size_of_val(self.arguments());
        own / ThinArc::strong_count(&self.0)
    }

    /// A structure of this functor, which determines how many arguments there are.
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
        let arguments: Arguments = arguments.into_iter().collect();
        Self::of_parts(functor, arguments, annotations.map(Arc::new))
    }

    /// The same with annotations that others may have as well.
    #[inline]
    pub(crate) fn of_parts(
        functor: Functor,
        arguments: impl IntoIterator<Item = Term, IntoIter: ExactSizeIterator>,
        annotations: Option<Arc<Annotations>>,
    ) -> Self {
        Self::of_writing(Writing { functor, line: 0, bare: false }, arguments, annotations)
    }

    /// Such a literal with other arguments and annotations.
    #[inline]
    pub(crate) fn like(
        &self,
        arguments: impl IntoIterator<Item = Term, IntoIter: ExactSizeIterator>,
        annotations: Option<Arc<Annotations>>,
    ) -> Self {
        Self::of_word(self.header().functor.word(), self.line(), self.is_bare(), arguments, annotations)
    }

    /// All but its arguments and annotations.
    #[inline]
    pub(crate) fn writing(&self) -> Writing {
        Writing { functor: self.functor(), line: self.line(), bare: self.is_bare() }
    }

    /// One that is written so, with these arguments and annotations.
    #[inline]
    pub(crate) fn of_writing(
        Writing { functor, line, bare }: Writing,
        arguments: impl IntoIterator<Item = Term, IntoIter: ExactSizeIterator>,
        annotations: Option<Arc<Annotations>>,
    ) -> Self {
        Self::of_word(Held::word_of(functor), line, bare, arguments, annotations)
    }

    #[inline]
    fn of_word(
        word: u32,
        line: u32,
        bare: bool,
        arguments: impl IntoIterator<Item = Term, IntoIter: ExactSizeIterator>,
        annotations: Option<Arc<Annotations>>,
    ) -> Self {
        let functor = Held::of_word(word);
        let annotations = annotations.filter(|annotations| !annotations.is_empty());
        let arguments = arguments.into_iter();
        let own = functor.functor();
        debug_assert_eq!(arguments.len(), own.arity(), "arguments of {own:?}");
        let header = Header { functor, line, annotations, shape: AtomicU32::new(0), bare };
        let made = Self(ThinArc::from_header_and_iter(header, arguments));
        let mut shape = Shape::of(own);
        if let Some(annotations) = made.annotations() {
            shape.add_annotations(annotations);
        }
        made.arguments().iter().for_each(|argument| shape.add(argument));
        made.header().set_shape(shape);
        made
    }

    /// What it is, to be changed: a copy, if others have it, too.
    #[inline]
    fn change<R>(&mut self, change: impl FnOnce(&mut HeaderSliceWithLengthProtected<Header, Term>) -> R) -> R {
        if ThinArc::strong_count(&self.0) != 1 {
            self.0 = ThinArc::from_header_and_iter(self.header().clone(), self.arguments().iter().cloned());
        }
        self.0.with_arc_mut(|shared| change(Shared::get_mut(shared).expect("not shared")))
    }

    #[inline]
    fn header(&self) -> &Header {
        &self.0.header.header
    }

    /// Which, and of how many arguments. Its name is permanent from now on.
    #[inline]
    pub fn functor(&self) -> Functor {
        if self.header().functor.is_counted() {
            self.header().functor.pin();
        }
        self.passing_functor()
    }

    /// The same for as long as the structure is there: its name may go with it.
    #[inline(always)]
    pub(crate) fn passing_functor(&self) -> Functor {
        self.header().functor.functor()
    }

    /// What its functor stands for, and its name, for as long as the structure is there.
    #[inline]
    pub(super) fn passing_signature(&self) -> (Signature, Passing) {
        let signature = self.passing_functor().signature();
        (signature, Passing { atom: signature.name, is_counted: self.header().functor.is_counted() })
    }

    /// Its name as a constant.
    pub(crate) fn constant(&self) -> Constant {
        self.passing_signature().1.constant()
    }

    /// As many as the functor has.
    #[inline]
    pub fn arguments(&self) -> &[Term] {
        &self.0.slice
    }

    /// Its annotations.
    #[inline]
    pub fn annotations(&self) -> Option<&Annotations> {
        self.header().annotations.as_deref()
    }

    /// The same, to be shared.
    #[inline]
    pub(crate) fn shared_annotations(&self) -> Option<&Arc<Annotations>> {
        self.header().annotations.as_ref()
    }

    /// Are the two one and the same?
    #[inline]
    pub(crate) fn ptr_eq(&self, other: &Self) -> bool {
        self.0.as_ptr() == other.0.as_ptr()
    }

    /// The same with these annotations, which are settled and not nested.
    #[inline]
    pub(crate) fn annotate(&mut self, annotations: Arc<Annotations>) {
        self.change(|own| {
            let header = own.header_mut();
            let mut shape = header.shape();
            shape.height = shape.height.max(annotations.height() + 1);
            header.set_shape(shape);
            header.annotations = Some(annotations);
        });
    }

    /// Adds an annotation; returns whether it is new.
    pub(crate) fn add_annotation(&mut self, annotation: Term) -> bool {
        self.change(|own| {
            let header = own.header_mut();
            let mut shape = header.shape();
            shape.add(&annotation);
            header.set_shape(shape);
            Arc::make_mut(header.annotations.get_or_insert_default()).insert(annotation)
        })
    }

    /// Gives its arguments that are variables other numbers.
    pub(super) fn renumber(&mut self, mut number: impl FnMut(Var) -> Var) {
        self.change(|own| {
            for argument in own.slice_mut() {
                if let Term::Var(var) = argument {
                    *var = number(*var);
                }
            }
        });
    }

    /// The same with other arguments.
    pub(crate) fn with_arguments(&self, arguments: Vec<Term>) -> Self {
        Self::of_parts(self.passing_functor(), arguments, self.shared_annotations().cloned()).written_as(self)
    }

    /// The same, of that line of its source.
    #[must_use]
    pub(crate) fn at_line(mut self, line: u32) -> Self {
        self.change(|own| own.header_mut().line = line);
        self
    }

    /// The same, without braces where it is printed: the body of a plan or of a block is no term of the program's.
    #[must_use]
    pub(crate) fn without_braces(mut self) -> Self {
        self.change(|own| own.header_mut().bare = true);
        self
    }

    /// The same body, trigger, plan or rule in braces.
    #[must_use]
    pub(crate) fn in_braces(mut self) -> Self {
        self.change(|own| own.header_mut().bare = false);
        self
    }

    /// The same, written where the other is written, and as that is.
    #[must_use]
    #[inline]
    pub(crate) fn written_as(mut self, other: &Self) -> Self {
        let (line, bare) = (other.line(), other.is_bare());
        if (line, bare) != (0, false) {
            self.change(|own| {
                let header = own.header_mut();
                (header.line, header.bare) = (line, bare);
            });
        }
        self
    }

    /// Is it a body, a trigger, a plan or a rule that is printed without braces? That does not count where two are compared.
    pub(crate) fn is_bare(&self) -> bool {
        self.header().bare
    }

    /// The line of its source; 0 if that is not known. Only steps, plans and literals have one. It does not count where two are compared.
    pub fn line(&self) -> u32 {
        self.header().line
    }

    /// Does no variable occur in it?
    #[inline]
    pub fn is_ground(&self) -> bool {
        self.header().shape().ground
    }

    /// Is there nothing in it that could become something else: no variable, and nothing to be calculated?
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        let shape = self.header().shape();
        shape.data & shape.ground
    }

    /// See [`Term::is_data`].
    #[inline]
    pub(crate) fn is_data(&self) -> bool {
        self.header().shape().data
    }

    /// How deep it is nested.
    #[inline]
    pub(super) fn height(&self) -> u32 {
        self.header().shape().height
    }

    /// Moves what it is made of elsewhere, if it is not shared, so that it can be dropped without recursion.
    fn take_apart(&mut self, parts: &mut Vec<Term>) {
        if ThinArc::strong_count(&self.0) != 1 {
            return;
        }
        self.change(|own| {
            let arguments = own.slice_mut().iter_mut();
            parts.extend(arguments.map(|argument| std::mem::replace(argument, Term::from(0.0))));
            let header = own.header_mut();
            header.set_shape(Shape { height: 0, ..header.shape() });
            if let Some(annotations) = header.annotations.take().and_then(Arc::into_inner) {
                parts.extend(annotations.into_items());
            }
        });
    }

    /// Is it something that comes to a number?
    pub(crate) fn is_arithmetic(&self) -> bool {
        self.passing_functor().class() == Class::Number
    }

    /// Is it a variable with a namespace, a `~` or annotations?
    pub(crate) fn is_variable(&self) -> bool {
        self.passing_functor().class() == Class::Variable
    }

    /// Is it a literal in a namespace for which a variable stands?
    pub(crate) fn is_qualified(&self) -> bool {
        self.passing_functor().class() == Class::Qualified
    }

    /// Is it a step of a body, and the body behind it?
    pub(crate) fn is_step(&self) -> bool {
        self.is_special() && matches!(self.passing_functor().signature().kind, Kind::Step(_))
    }

    /// Is it unified in a way of its own: a body, a plan or a term in itself?
    #[inline]
    pub(super) fn is_special(&self) -> bool {
        self.passing_functor().class() == Class::Special
    }

    /// Is it, but for annotations, the constant of this name?
    pub(crate) fn is_constant(&self, name: &Constant) -> bool {
        self.arguments().is_empty() && self.is_plain_name() && *name == self.passing_functor().name()
    }
}

impl Term {
    /// The same body, trigger, plan or rule without braces where it is printed: as it stands in a program.
    #[must_use]
    pub(crate) fn without_braces(&self) -> Self {
        match self {
            Self::Structure(structure) => Self::Structure(structure.clone().without_braces()),
            other => other.clone(),
        }
    }
}

impl Drop for Structure {
    #[inline]
    fn drop(&mut self) {
        if self.height() > SHALLOW {
            let mut parts = Vec::new();
            self.take_apart(&mut parts);
            drop_all(parts);
        }
    }
}

/// Drops terms however deep they are nested.
#[cold]
pub(super) fn drop_all(mut left: Vec<Term>) {
    while let Some(term) = left.pop() {
        match term {
            Term::Structure(mut structure) if structure.height() > SHALLOW => structure.take_apart(&mut left),
            Term::List(list) => list.take_apart(&mut left),
            Term::Collection(collection) => collection.take_apart(&mut left),
            _ => {}
        }
    }
}

impl Kind {
    /// A structure of this kind, which is no literal.
    pub fn of(self, arguments: impl IntoIterator<Item = Term>) -> Term {
        let arguments: Vec<Term> = arguments.into_iter().collect();
        let functor = Functor::operator(self, arguments.len() as u32);
        Term::Structure(Structure::new(functor, arguments))
    }
}

/// Makes literals.
pub struct StructureBuilder {
    namespace: Atom,
    negated: bool,
    name: Constant,
    arguments: Arguments,
    annotations: Annotations,
    /// What all but the annotations make, if that is known.
    functor: Option<Functor>,
}

impl StructureBuilder {
    /// The literal with all it has, to be changed; nothing if it is none.
    pub fn from_literal(literal: &Term) -> Option<Self> {
        if let Term::Atom(name) = literal {
            return Some(Self::new(name.clone()));
        }
        if let Term::Structure(constant) = literal
            && constant.passing_functor().is_constant()
        {
            let mut builder = Self::new(constant.constant());
            builder.annotations = constant.annotations().cloned().unwrap_or_default();
            return Some(builder);
        }
        let functor = literal.predicate()?;
        let signature = functor.signature();
        let mut builder = Self::new(signature.name).namespace(signature.namespace).negated(signature.negated);
        builder.functor = Some(functor);
        if let Some(structure) = literal.as_structure() {
            builder.arguments = structure.arguments().into();
            builder.annotations = structure.annotations().cloned().unwrap_or_default();
        }
        Some(builder)
    }

    /// A positive literal of the default namespace.
    pub fn new(name: impl Into<Constant>) -> Self {
        Self {
            namespace: Atom::DEFAULT,
            negated: false,
            name: name.into(),
            arguments: Arguments::new(),
            annotations: Annotations::default(),
            functor: None,
        }
    }

    /// In this namespace.
    #[must_use]
    pub fn namespace(mut self, namespace: Atom) -> Self {
        (self.namespace, self.functor) = (namespace, None);
        self
    }

    /// With `~`, or without.
    #[must_use]
    pub fn negated(mut self, negated: bool) -> Self {
        (self.negated, self.functor) = (negated, None);
        self
    }

    /// With these arguments behind those there are.
    #[must_use]
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = Term>) -> Self {
        self.arguments.extend(arguments);
        self.functor = None;
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
        if self.annotations.is_empty() {
            self.annotations = annotations.clone();
        } else {
            self.annotations.extend(annotations);
        }
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
        let functor = self.functor.unwrap_or_else(|| {
            let Self { namespace, negated, .. } = self;
            let is_constant = plain && self.arguments.is_empty();
            let name = if is_constant { self.name.passing().atom } else { self.name.atom() };
            Signature { namespace, negated, name, arity: self.arguments.len() as u32, kind: Kind::Literal }.functor()
        });
        let annotations = if self.annotations.is_empty() { None } else { Some(Arc::new(self.annotations)) };
        Term::Structure(Structure::of_parts(functor, self.arguments, annotations))
    }
}
