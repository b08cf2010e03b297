use std::fmt;
use std::sync::LazyLock;

use super::atom::Atom;
use super::function::Function;
use super::interner::{Interner, Recent};

static SIGNATURES: LazyLock<Interner<Signature>> = LazyLock::new(Interner::new);

thread_local! {
    static RECENT: Recent = const { Recent::new() };
}

/// What a structure is, apart from its arguments and annotations. Compared and copied as a number, so that whatever is kept
/// by predicate can be kept in a table.
///
/// The number is that of a [`Signature`] which is kept for ever, or, for a constant, that of its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Functor(u32);

/// What kind of structure a functor makes, as far as evaluation has to distinguish them. It lies in the functor's lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Class {
    /// [`Kind::Literal`]
    Literal,
    /// [`Kind::Arithmetic`] or [`Kind::Function`]: comes to a number.
    Number,
    /// [`Kind::Call`]
    Call,
    /// [`Kind::Variable`]
    Variable,
    /// [`Kind::Qualified`]
    Qualified,
    /// A body, a plan or a term in itself: unified in a way of its own.
    Special,
    /// What else is no literal.
    Other,
}

const CLASSES: [Class; 8] = [
    Class::Literal,
    Class::Number,
    Class::Call,
    Class::Variable,
    Class::Qualified,
    Class::Special,
    Class::Other,
    Class::Literal,
];

/// So many bits of a functor are its class, and one whether it is of another namespace than the default one. The highest bit is not set.
const CLASS_BITS: u32 = 3;
const ELSEWHERE: u32 = 1 << CLASS_BITS;
const TAG_BITS: u32 = CLASS_BITS + 1;
const NUMBERS: u32 = 1 << (u32::BITS - 1 - TAG_BITS);

/// In the place of a class: a constant, whose number is that of its name.
const CONSTANT: u32 = (1 << CLASS_BITS) - 1;

/// What a [`Functor`] stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The namespace; `default` by default.
    pub namespace: Atom,
    /// Whether it is strongly negated (`~`).
    pub negated: bool,
    /// The predicate's name, or the operator.
    pub name: Atom,
    /// The number of arguments.
    pub arity: u32,
    /// A literal, or an expression of which kind.
    pub kind: Kind,
}

/// What a structure means where it is evaluated.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A predicate, an internal action or a function, which only the name distinguishes.
    Literal,
    /// Arithmetic, of one argument or two.
    Arithmetic(Arithmetic),
    /// A function that is called where its value is wanted.
    Function(Function),
    /// A function that only an agent can call.
    Call,
    /// A variable with a namespace, a `~` or annotations: the first argument; the second, if there is one, stands for the namespace.
    Variable,
    /// A literal, the second argument, in a namespace for which the first stands.
    Qualified,
    /// A comparison, `=` or `=..`.
    Relation(Relation),
    /// `not`, `&` or `|`.
    Logic(Logic),
    /// A step of a plan's body, as the first argument, and the body behind it as the second.
    Step(Step),
    /// The body without steps.
    NoSteps,
    /// An event: what has happened to the only argument.
    Trigger(Change, Subject),
    /// A plan: label, trigger, context, goal condition, body and a list of sub-plans. What it has not is [`Atom::NOTHING`].
    Plan,
    /// A rule: head and body.
    Rule,
    /// A term that is a part of itself, as after `X = f(X)`: what it is, and the variable in there that stands for the whole.
    Cyclic,
    /// The number of a message.
    Message,
}

/// What a step does with its argument.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// An action, an internal action, a variable that stands for steps, or a formula that must hold, by the argument.
    Do,
    /// `!`
    Achieve,
    /// `!!`
    AchieveNew,
    /// `?`
    Test,
    /// `+`
    Add,
    /// `+<`
    AddBegin,
    /// `+>`
    AddEnd,
    /// `++`
    AddNew,
    /// `-`
    Delete,
    /// `--`
    DeleteNew,
    /// `-+`
    Replace,
}

/// What has happened, in an event.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// `+`
    Added,
    /// `-`
    Deleted,
    /// `^`
    GoalState,
}

/// To what it has happened.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A belief.
    Belief,
    /// `!`
    Achieve,
    /// `?`
    Test,
}

impl Step {
    /// As it is printed before its argument.
    pub fn text(self) -> &'static str {
        match self {
            Self::Do => "",
            Self::Achieve => "!",
            Self::AchieveNew => "!!",
            Self::Test => "?",
            // Jason prints these two alike.
            Self::Add | Self::AddBegin => "+",
            Self::AddEnd => "+>",
            Self::AddNew => "++",
            Self::Delete => "-",
            Self::DeleteNew => "--",
            Self::Replace => "-+",
        }
    }
}

impl Change {
    /// As it is printed.
    pub fn text(self) -> &'static str {
        match self {
            Self::Added => "+",
            Self::Deleted => "-",
            Self::GoalState => "^",
        }
    }
}

impl Subject {
    /// As it is printed.
    pub fn text(self) -> &'static str {
        match self {
            Self::Belief => "",
            Self::Achieve => "!",
            Self::Test => "?",
        }
    }
}

/// Arithmetic operators.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arithmetic {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `mod`
    Modulo,
    /// `**`
    Power,
    /// `div`
    IntegerDivide,
}

/// Relational operators.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `==`
    Equal,
    /// `\==`
    Different,
    /// `=`
    Unify,
    /// `=..`
    Build,
}

/// Logical operators.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Logic {
    /// `not`
    Not,
    /// `&`
    And,
    /// `|`
    Or,
}

impl Arithmetic {
    /// As it is printed between its arguments.
    pub fn text(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Divide => "/",
            Self::Modulo => " mod ",
            Self::Power => "**",
            Self::IntegerDivide => " div ",
        }
    }
}

impl Relation {
    /// As it is printed between its arguments.
    pub fn text(self) -> &'static str {
        match self {
            Self::Greater => " > ",
            Self::GreaterEqual => " >= ",
            Self::Less => " < ",
            Self::LessEqual => " <= ",
            Self::Equal => " == ",
            Self::Different => " \\== ",
            Self::Unify => " = ",
            Self::Build => " =.. ",
        }
    }
}

impl Logic {
    /// As it is printed.
    pub fn text(self) -> &'static str {
        match self {
            Self::Not => "not ",
            Self::And => " & ",
            Self::Or => " | ",
        }
    }
}

impl Kind {
    /// The operator as it is printed between or before arguments; most have none.
    pub fn operator(self) -> Option<&'static str> {
        match self {
            Self::Arithmetic(operator) => Some(operator.text()),
            Self::Relation(operator) => Some(operator.text()),
            Self::Logic(operator) => Some(operator.text()),
            _ => None,
        }
    }
}

impl Kind {
    fn class(self) -> Class {
        match self {
            Self::Literal => Class::Literal,
            Self::Arithmetic(_) | Self::Function(_) => Class::Number,
            Self::Call => Class::Call,
            Self::Variable => Class::Variable,
            Self::Qualified => Class::Qualified,
            Self::Step(_) | Self::NoSteps | Self::Plan | Self::Cyclic => Class::Special,
            Self::Relation(_) | Self::Logic(_) | Self::Trigger(..) | Self::Rule | Self::Message => Class::Other,
        }
    }
}

impl Functor {
    /// A predicate of the default namespace.
    pub fn new(name: Atom, arity: usize) -> Self {
        let arity = u32::try_from(arity).expect("not so many arguments");
        Signature { namespace: Atom::DEFAULT, negated: false, name, arity, kind: Kind::Literal }.functor()
    }

    /// An operator with so many arguments.
    pub fn operator(kind: Kind, arity: u32) -> Self {
        let name = Atom::new(kind.operator().unwrap_or_default());
        Signature { namespace: Atom::DEFAULT, negated: false, name, arity, kind }.functor()
    }

    /// That of the constant of this name.
    #[inline]
    pub(super) fn of_constant(name: Atom) -> Self {
        Self::constant(name).unwrap_or_else(|| Self::new(name, 0))
    }

    /// The same, unless there are too many names.
    #[inline]
    pub(super) fn constant(name: Atom) -> Option<Self> {
        (name.number() < NUMBERS).then(|| Self(name.number() << TAG_BITS | CONSTANT))
    }

    /// Is it that of a constant, as most of these are?
    #[inline(always)]
    pub(super) fn is_constant(self) -> bool {
        self.0 & CONSTANT == CONSTANT
    }

    /// As a number whose highest bit is not set.
    #[inline(always)]
    pub(super) const fn word(self) -> u32 {
        self.0
    }

    /// The functor that had this [`word`](Self::word).
    #[inline(always)]
    pub(super) const fn of_word(word: u32) -> Self {
        Self(word)
    }

    /// What it stands for.
    #[inline]
    pub fn signature(self) -> Signature {
        if self.is_constant() {
            let name = Atom::of_number(self.0 >> TAG_BITS);
            return Signature { namespace: Atom::DEFAULT, negated: false, name, arity: 0, kind: Kind::Literal };
        }
        SIGNATURES.value(self.0 >> TAG_BITS)
    }

    #[inline(always)]
    pub(crate) fn class(self) -> Class {
        CLASSES[(self.0 & (ELSEWHERE - 1)) as usize]
    }

    /// Is it of another namespace than the default one?
    #[inline(always)]
    pub(crate) fn is_elsewhere(self) -> bool {
        self.0 & ELSEWHERE != 0
    }

    /// Its number, which no other functor has.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The predicate's name, or the operator.
    pub fn name(self) -> Atom {
        self.signature().name
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        self.signature().arity as usize
    }

    /// The same in another namespace.
    #[must_use]
    pub fn in_namespace(self, namespace: Atom) -> Self {
        Signature { namespace, ..self.signature() }.functor()
    }

    /// The same with or without `~`.
    #[must_use]
    pub fn with_negation(self, negated: bool) -> Self {
        Signature { negated, ..self.signature() }.functor()
    }
}

impl Signature {
    /// Is it, but for annotations, a constant?
    pub(super) fn is_constant(self) -> bool {
        let Self { namespace, negated, arity, kind, .. } = self;
        arity == 0 && !negated && namespace == Atom::DEFAULT && kind == Kind::Literal
    }

    /// Its number.
    pub fn functor(self) -> Functor {
        if self.is_constant() {
            if let Some(constant) = Functor::constant(self.name) {
                return constant;
            }
            // The signature stays, and so does the name.
            self.name.name();
        }
        let hash = Recent::hash(&(self.name, self.arity));
        let is_it = |number| SIGNATURES.value(number) == self;
        let number = RECENT.with(|recent| recent.number(hash, is_it, || SIGNATURES.intern(&self, || self)));
        let elsewhere = if self.namespace == Atom::DEFAULT { 0 } else { ELSEWHERE };
        assert!(number < NUMBERS, "space for another functor");
        Functor(number << TAG_BITS | elsewhere | self.kind.class() as u32)
    }
}

impl fmt::Debug for Functor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Signature { namespace, negated, name, arity, .. } = self.signature();
        if namespace != Atom::DEFAULT {
            write!(f, "{namespace}::")?;
        }
        write!(f, "{}{name}/{arity}", if negated { "~" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_functor_is_distinguished_by_all_it_stands_for() {
        let plain = Functor::new(Atom::new("at"), 2);
        assert_eq!(plain, Functor::new(Atom::new("at"), 2));
        for other in [
            Functor::new(Atom::new("at"), 3),
            Functor::new(Atom::new("on"), 2),
            plain.with_negation(true),
            plain.in_namespace(Atom::new("home")),
        ] {
            assert_ne!(plain, other);
        }
        assert_eq!(plain.with_negation(true).with_negation(false), plain);
        assert_eq!(format!("{:?}", plain.with_negation(true).in_namespace(Atom::new("home"))), "home::~at/2");
    }
}
