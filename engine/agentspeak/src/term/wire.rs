//! Terms as they cross to another process: flat, so that neither writing nor reading one recurses, however deep it is nested.

use std::collections::HashMap;
use std::fmt;

use super::{
    Annotations, Arguments, Atom, Collection, Constant, Contents, Functor, Kind, List, Signature, Structure, Term, Var,
};

/// The version of the layout.
const VERSION: u8 = 1;

/// Terms, packed for the wire. A name is there once, and so is what a structure is apart from its parts.
///
/// Variables are numbered from 0 in the order in which they occur; their names stay.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    version: u8,
    names: Vec<String>,
    functors: Vec<PackedFunctor>,
    parts: Vec<Part>,
}

/// How much a packed term may be. What is read is held to it as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackLimits {
    /// How many parts: numbers, constants, lists, structures.
    pub parts: usize,
    /// How deep they may be nested.
    pub depth: u32,
}

impl Default for PackLimits {
    fn default() -> Self {
        Self { parts: 1 << 20, depth: 1 << 16 }
    }
}

/// Why terms cannot be packed, or unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackError {
    /// It has more parts than allowed.
    TooLarge,
    /// It is nested deeper than allowed.
    TooDeep,
    /// It was packed by another version of the engine.
    Version(u8),
    /// It is no term.
    Malformed,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the term has more parts than may cross to another node"),
            Self::TooDeep => f.write_str("the term is nested deeper than what may cross to another node"),
            Self::Version(version) => write!(f, "the term is of version {version}, this node reads {VERSION}"),
            Self::Malformed => f.write_str("what has come is no term"),
        }
    }
}

impl std::error::Error for PackError {}

#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PackedFunctor {
    namespace: u32,
    negated: bool,
    name: u32,
    arity: u32,
    kind: Kind,
}

/// One after the other: each comes behind what it is made of.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Atom(u32),
    /// A number without a fraction, as most are.
    Whole(i64),
    Number(f64),
    String(String),
    Var {
        slot: u32,
        name: Option<u32>,
    },
    /// Of so many elements that come before it, and of the tail behind these if there is one.
    List {
        length: u32,
        is_open: bool,
    },
    /// Without annotations.
    Plain {
        functor: u32,
        line: u32,
    },
    /// Arguments come first, then so many annotations, then the variable for others if there is one.
    Structure {
        functor: u32,
        line: u32,
        bare: bool,
        annotations: u32,
        is_open: bool,
    },
    Set(u32),
    /// Of so many keys and as many values.
    Map(u32),
    Queue(u32),
    PriorityQueue(u32),
}

impl Packed {
    /// Packs terms.
    ///
    /// # Errors
    ///
    /// If they have too many parts, or are nested too deep: a collection may be in itself.
    pub fn new<'a>(terms: impl IntoIterator<Item = &'a Term>, limits: PackLimits) -> Result<Self, PackError> {
        let mut packer = Packer { limits, ..Packer::default() };
        for term in terms {
            packer.pack(term)?;
        }
        let Packer { names, functors, parts, .. } = packer;
        Ok(Self { version: VERSION, names: names.values, functors: functors.values, parts })
    }

    /// The terms.
    ///
    /// # Errors
    ///
    /// If they are none, or beyond the limits.
    pub fn unpack(&self, limits: PackLimits) -> Result<Vec<Term>, PackError> {
        if self.version != VERSION {
            return Err(PackError::Version(self.version));
        }
        if self.parts.len() > limits.parts {
            return Err(PackError::TooLarge);
        }
        let names: Vec<Constant> = self.names.iter().map(|name| Constant::new(name)).collect();
        let name = |number: u32| names.get(number as usize).ok_or(PackError::Malformed);
        let mut functors = Vec::with_capacity(self.functors.len());
        for packed in &self.functors {
            let PackedFunctor { negated, arity, kind, .. } = *packed;
            // As many arguments have to come, so that is no more than there are parts.
            if arity as usize > self.parts.len() {
                return Err(PackError::Malformed);
            }
            let (namespace, name) = (name(packed.namespace)?.atom(), name(packed.name)?.atom());
            functors.push(Signature { namespace, negated, name, arity, kind });
        }
        let mut made = Vec::new();
        for part in &self.parts {
            let term = unpack_part(part, &mut made, &functors, &name, self.parts.len())?;
            if term.height() > limits.depth {
                return Err(PackError::TooDeep);
            }
            made.push(term);
        }
        Ok(made)
    }
}

impl Packed {
    /// The term, if it is one.
    ///
    /// # Errors
    ///
    /// As [`unpack`](Self::unpack), and if there is not just one.
    pub fn unpack_one(&self, limits: PackLimits) -> Result<Term, PackError> {
        let mut terms = self.unpack(limits)?;
        match (terms.pop(), terms.is_empty()) {
            (Some(term), true) => Ok(term),
            _ => Err(PackError::Malformed),
        }
    }
}

/// Numbers what comes, each as it comes first.
struct Table<K, V> {
    numbers: HashMap<K, u32>,
    values: Vec<V>,
}

impl<K, V> Default for Table<K, V> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), values: Vec::new() }
    }
}

impl<K: std::hash::Hash + Eq, V> Table<K, V> {
    fn number(&mut self, key: K, value: impl FnOnce() -> V) -> u32 {
        let Self { numbers, values } = self;
        *numbers.entry(key).or_insert_with(|| {
            values.push(value());
            values.len() as u32 - 1
        })
    }
}

#[derive(Default)]
struct Packer {
    limits: PackLimits,
    names: Table<Constant, String>,
    functors: Table<Functor, PackedFunctor>,
    slots: Table<u32, ()>,
    parts: Vec<Part>,
}

/// What is still to be done.
enum Left {
    Term(Term, u32),
    Part(Part),
}

impl Packer {
    fn pack(&mut self, term: &Term) -> Result<(), PackError> {
        let mut left = vec![Left::Term(term.clone(), 0)];
        while let Some(next) = left.pop() {
            if self.parts.len() + left.len() > self.limits.parts {
                return Err(PackError::TooLarge);
            }
            match next {
                Left::Part(part) => self.parts.push(part),
                Left::Term(_, depth) if depth > self.limits.depth => return Err(PackError::TooDeep),
                Left::Term(term, depth) => self.begin(&term, depth, &mut left),
            }
        }
        if self.parts.len() > self.limits.parts { Err(PackError::TooLarge) } else { Ok(()) }
    }

    fn name(&mut self, atom: Atom) -> u32 {
        self.constant(&atom.into())
    }

    fn constant(&mut self, constant: &Constant) -> u32 {
        self.names.number(constant.clone(), || constant.name().to_string())
    }

    fn var(&mut self, var: Var) -> Part {
        let slot = self.slots.number(var.slot(), || ());
        Part::Var { slot, name: var.name().map(|name| self.name(name)) }
    }

    fn functor(&mut self, structure: &Structure) -> u32 {
        let functor = structure.passing_functor();
        let Signature { namespace, negated, arity, kind, .. } = functor.signature();
        let name = self.constant(&structure.constant());
        let packed = PackedFunctor { namespace: self.name(namespace), negated, name, arity, kind };
        self.functors.number(functor, || packed)
    }

    /// Writes a term, or leaves to be written what it is made of, and then the term itself. What is left last comes first.
    fn begin(&mut self, term: &Term, depth: u32, left: &mut Vec<Left>) {
        let inner = |term: &Term| Left::Term(term.clone(), depth + 1);
        match term {
            Term::Atom(atom) => {
                let name = self.constant(atom);
                self.parts.push(Part::Atom(name));
            }
            Term::Number(number) => self.parts.push(packed_number(number.get())),
            Term::String(text) => self.parts.push(Part::String(text.to_string())),
            Term::Var(var) => {
                let part = self.var(*var);
                self.parts.push(part);
            }
            Term::List(list) => {
                let mut items = list.items();
                let inside: Vec<Left> = items.by_ref().map(inner).collect();
                let tail = items.tail();
                left.push(Left::Part(Part::List { length: inside.len() as u32, is_open: tail.is_some() }));
                left.extend(tail.map(|tail| Left::Term(Term::Var(tail), depth + 1)));
                left.extend(inside.into_iter().rev());
            }
            Term::Structure(structure) => {
                let (functor, line, bare) = (self.functor(structure), structure.line(), structure.is_bare());
                match structure.annotations() {
                    None if !bare => left.push(Left::Part(Part::Plain { functor, line })),
                    annotations => {
                        let items = annotations.map_or(&[][..], Annotations::items);
                        let rest = annotations.and_then(Annotations::rest);
                        let (annotations, is_open) = (items.len() as u32, rest.is_some());
                        left.push(Left::Part(Part::Structure { functor, line, bare, annotations, is_open }));
                        left.extend(rest.map(|rest| Left::Term(Term::Var(rest), depth + 1)));
                        left.extend(items.iter().rev().map(inner));
                    }
                }
                left.extend(structure.arguments().iter().rev().map(inner));
            }
            Term::Collection(collection) => {
                let contents = collection.contents_now();
                let count = contents.len() as u32;
                let part = match &contents {
                    Contents::Set(_) => Part::Set(count),
                    Contents::Map(_) => Part::Map(count),
                    Contents::Queue(_) => Part::Queue(count),
                    Contents::PriorityQueue(_) => Part::PriorityQueue(count),
                };
                left.push(Left::Part(part));
                match &contents {
                    Contents::Set(items) => left.extend(items.iter().rev().map(|item| inner(item))),
                    Contents::Map(entries) => {
                        left.extend(entries.iter().rev().flat_map(|(key, value)| [inner(value), inner(key)]));
                    }
                    Contents::Queue(items) | Contents::PriorityQueue(items) => {
                        left.extend(items.iter().rev().map(inner));
                    }
                }
            }
        }
    }
}

fn packed_number(number: f64) -> Part {
    let whole = number as i64;
    // The same bits: 0 has a sign.
    let is_whole = (whole as f64).to_bits() == number.to_bits();
    if is_whole { Part::Whole(whole) } else { Part::Number(number) }
}

/// Takes the last so many.
fn take(made: &mut Vec<Term>, count: u32) -> Result<Vec<Term>, PackError> {
    let from = made.len().checked_sub(count as usize).ok_or(PackError::Malformed)?;
    Ok(made.split_off(from))
}

fn take_var(made: &mut Vec<Term>) -> Result<Var, PackError> {
    match made.pop() {
        Some(Term::Var(var)) => Ok(var),
        _ => Err(PackError::Malformed),
    }
}

fn unpack_part<'a>(
    part: &Part,
    made: &mut Vec<Term>,
    functors: &[Signature],
    name: &impl Fn(u32) -> Result<&'a Constant, PackError>,
    count: usize,
) -> Result<Term, PackError> {
    let malformed = PackError::Malformed;
    Ok(match *part {
        Part::Atom(number) => Term::Atom(name(number)?.clone()),
        Part::Whole(number) => Term::from(number as f64),
        Part::Number(number) => Term::from(number),
        Part::String(ref text) => Term::string(text.as_str()),
        Part::Var { slot, .. } if slot as usize >= count => return Err(malformed),
        Part::Var { slot, name: None } => Term::Var(Var::unnamed(slot)),
        Part::Var { slot, name: Some(number) } => Term::Var(Var::new(slot, name(number)?.atom())),
        Part::List { length, is_open } => {
            let tail = if is_open { Term::Var(take_var(made)?) } else { Term::List(List::EMPTY) };
            let items = take(made, length)?;
            match tail {
                Term::List(_) => Term::list(items),
                tail => Term::List(List::with_tail(items, tail).map_err(|_| malformed)?),
            }
        }
        Part::Plain { functor, line } => {
            let signature = functors.get(functor as usize).ok_or(malformed)?;
            structure(*signature, take(made, signature.arity)?, None, line, false)?
        }
        Part::Structure { functor, line, bare, annotations, is_open } => {
            let signature = functors.get(functor as usize).ok_or(malformed)?;
            let rest = if is_open { Some(take_var(made)?) } else { None };
            let items = take(made, annotations)?;
            if items.len() > OPEN_ANNOTATIONS && !items.iter().all(Term::is_settled) {
                return Err(PackError::TooLarge);
            }
            let annotations = Annotations::new(items, rest);
            structure(*signature, take(made, signature.arity)?, Some(annotations), line, bare)?
        }
        Part::Set(length) => Term::Collection(Collection::set(take(made, length)?)),
        Part::Map(length) => {
            let map = Collection::map();
            let items = take(made, length.checked_mul(2).ok_or(malformed)?)?;
            let mut items = items.into_iter();
            while let (Some(key), Some(value)) = (items.next(), items.next()) {
                map.contents().put(key, value);
            }
            Term::Collection(map)
        }
        Part::Queue(length) => filled(Collection::queue(), take(made, length)?),
        Part::PriorityQueue(length) => filled(Collection::priority_queue(), take(made, length)?),
    })
}

fn filled(queue: Collection, items: Vec<Term>) -> Term {
    for item in items {
        queue.contents().insert(item);
    }
    Term::Collection(queue)
}

/// So many annotations in which something is open are put in order one by one.
const OPEN_ANNOTATIONS: usize = 1 << 12;

fn structure(
    signature: Signature,
    arguments: Vec<Term>,
    annotations: Option<Annotations>,
    line: u32,
    bare: bool,
) -> Result<Term, PackError> {
    if !signature.kind.takes(&arguments) {
        return Err(PackError::Malformed);
    }
    let annotations = annotations.filter(|annotations| !annotations.is_empty());
    let arguments: Arguments = arguments.into();
    let is_constant = arguments.is_empty() && annotations.is_none() && !bare && line == 0;
    if is_constant && signature.kind == Kind::Literal && !signature.negated && signature.namespace == Atom::DEFAULT {
        return Ok(signature.name.into());
    }
    let made = Structure::with_annotations(signature.functor(), arguments, annotations);
    let made = if line == 0 { made } else { made.at_line(line) };
    Ok(Term::Structure(if bare { made.without_braces() } else { made }))
}

impl Kind {
    /// Can a structure of this kind be made of these?
    fn takes(self, arguments: &[Term]) -> bool {
        let kind_of = |term: &Term| term.as_structure().map(|structure| structure.passing_functor().signature().kind);
        let is_body = |term: &Term| matches!(kind_of(term), Some(Self::Step(_) | Self::NoSteps));
        let is_nothing = |term: &Term| term.is_atom(Atom::NOTHING);
        match (self, arguments) {
            (Self::Literal | Self::Call | Self::Function(_), _)
            | (Self::Arithmetic(_), [_] | [_, _])
            | (Self::Relation(_), [_, _])
            | (Self::Trigger(..) | Self::Logic(super::Logic::Not), [_])
            | (Self::Logic(super::Logic::And | super::Logic::Or), [_, _])
            | (Self::NoSteps, [])
            | (Self::Rule, [_, _])
            | (Self::Cyclic, [_, Term::Var(_)])
            | (Self::Message, [Term::Number(_)]) => true,
            (Self::Step(_), [_, behind]) => is_body(behind),
            (Self::Variable, [variable, ..]) => matches!(variable, Term::Var(_)) && arguments.len() <= 2,
            (Self::Qualified, [_, literal]) => literal.is_literal() || literal.as_structure().is_some(),
            (Self::Plan, [_, trigger, _, _, body, Term::List(sub_plans)]) => {
                let is_plan = |term| matches!(kind_of(term), Some(Self::Plan));
                let is_trigger = matches!(kind_of(trigger), Some(Self::Trigger(..))) || matches!(trigger, Term::Var(_));
                is_trigger
                    && (is_body(body) || is_nothing(body) || matches!(body, Term::Var(_)))
                    && sub_plans.items().all(is_plan)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
