//! Is a plan applicable? That can be seen by looking: nothing is made, and nothing changed.

use smallvec::SmallVec;

use super::super::Bail;
use super::super::value::{self, plain};
use super::ARGUMENTS;
use crate::belief::{BeliefBase, Entry, Position, Table, key_of};
use crate::term::{Arithmetic, Atom, Functor, Relation, Term, Word};

/// So many words there are, a power of two.
pub(super) const ROOM: usize = 16;

/// More facts of a predicate than these are not looked through one by one where there is an index.
const MANY: usize = 16;

/// Which word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Register(u8);

/// What can be calculated from words.
#[derive(Debug)]
pub(super) enum Operand {
    Register(Register),
    Constant(Word),
    /// A variable and a number: what is counted.
    Sum(Register, f64),
    Arithmetic(Arithmetic, Box<(Operand, Operand)>),
    Negative(Box<Operand>),
    /// A constant that is no word.
    Term(Term),
}

/// What must hold for a plan to be applicable.
#[derive(Debug)]
pub(super) enum Test {
    /// That a number lies so to another.
    Order(Register, Order, f64),
    /// That a word is this one.
    Is(Register, Word),
    /// That two words compare so.
    Compare(Relation, Operand, Operand),
    /// That it looks like this.
    Match(Operand, Shape),
    /// That it is believed.
    Believe(Question),
    /// That this does not hold.
    Not(Box<[Test]>),
}

/// Which of less, the same, and greater: one bit each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order(u8);

/// What facts must look like.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) predicate: Functor,
    pub(super) shapes: Box<[Shape]>,
}

/// What a term must look like.
#[derive(Debug)]
pub(super) enum Shape {
    /// Anything.
    Any,
    /// Anything: this word is it then.
    Bind(Register),
    /// This word.
    Word(Word),
    /// The same as this.
    Is(Operand),
    /// A literal with arguments like these.
    Literal(Functor, Box<[Shape]>),
}

/// Why a test does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Miss {
    /// It does not.
    Not,
    /// It cannot be told here.
    Bail,
}

/// Does a test hold?
pub(super) type Holds = Result<(), Miss>;

impl From<Bail> for Miss {
    fn from(Bail: Bail) -> Self {
        Self::Bail
    }
}

/// An agent looks at what it has heard, and at what it believes.
pub(super) struct Look<'a> {
    beliefs: &'a BeliefBase,
    words: [Word; ROOM],
    /// Where the words' places are.
    terms: SmallVec<[&'a Term; 4]>,
}

impl Register {
    /// If there is such a word.
    pub(super) fn new(number: usize) -> Option<Self> {
        (number < ROOM).then_some(Self(number as u8))
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0) % ROOM
    }
}

impl Order {
    /// Of a relation that is one of order.
    pub(super) fn of(relation: Relation) -> Option<Self> {
        match relation {
            Relation::Less => Some(Self(1)),
            Relation::LessEqual => Some(Self(3)),
            Relation::Greater => Some(Self(4)),
            Relation::GreaterEqual => Some(Self(6)),
            _ => None,
        }
    }

    /// What is not a number counts as the same.
    #[inline(always)]
    fn holds(self, left: f64, right: f64) -> bool {
        let order = 1 + u8::from(left > right) - u8::from(left < right);
        self.0 >> order & 1 == 1
    }
}

#[inline(always)]
fn so(holds: bool) -> Holds {
    if holds { Ok(()) } else { Err(Miss::Not) }
}

impl<'a> Look<'a> {
    /// An agent that believes this is about to look.
    #[inline(always)]
    pub(super) fn new(beliefs: &'a BeliefBase) -> Self {
        Self { beliefs, words: [Word::ZERO; ROOM], terms: SmallVec::new() }
    }

    /// It has heard of a goal with these arguments, and whose it is. The places of words are among the terms.
    #[inline(always)]
    pub(super) fn hear(&mut self, words: &[Word], terms: &'a [Term], source: Atom) -> Result<(), Bail> {
        if words.len() > ARGUMENTS {
            return Err(Bail);
        }
        for (place, word) in words.iter().enumerate() {
            self.words[place] = *word;
        }
        self.words[ARGUMENTS] = Word::atom(source);
        for term in terms {
            self.terms.push(plain(term)?);
        }
        Ok(())
    }

    /// Do the tests hold, from the first to the last?
    #[inline(always)]
    pub(super) fn hold(&mut self, tests: &'static [Test]) -> Holds {
        let mut tests = tests.iter();
        while let Some(test) = tests.next() {
            match test {
                Test::Order(register, order, number) => match self.word(*register).as_number() {
                    Some(own) => so(order.holds(own, *number))?,
                    None => return self.all(tests.as_slice(), test),
                },
                Test::Believe(question) => match self.known(question.predicate) {
                    Some(known) => self.fit(&question.shapes, known)?,
                    None => return self.believe(question, tests.as_slice()),
                },
                Test::Is(register, word) => {
                    let own = self.word(*register);
                    if own.is_place() { self.equals(own, *word)? } else { so(own.is(*word))? }
                }
                other => self.rare(other)?,
            }
        }
        Ok(())
    }

    /// A test for which there is more to do, and those behind it.
    #[inline(never)]
    fn all(&mut self, rest: &'static [Test], first: &'static Test) -> Holds {
        self.rare(first)?;
        self.hold_behind(rest)
    }

    #[inline(never)]
    fn hold_behind(&mut self, tests: &'static [Test]) -> Holds {
        self.hold(tests)
    }

    #[inline(never)]
    fn rare(&mut self, test: &'static Test) -> Holds {
        match test {
            Test::Order(register, order, number) => {
                let own = self.word(*register);
                let compared = self.term(own)?.compare(&Term::Number(*number));
                so(order.0 >> (compared as i8 + 1) & 1 == 1)
            }
            Test::Compare(relation, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                let holds = match (left.as_number(), right.as_number()) {
                    (Some(left), Some(right)) => relation.compares_numbers(left, right),
                    _ if !left.is_place() && !right.is_place() && *relation == Relation::Different => {
                        Some(!left.is(right))
                    }
                    _ => relation.compares(&self.term(left)?, &self.term(right)?),
                };
                so(holds.ok_or(Miss::Bail)?)
            }
            Test::Match(operand, shape) => {
                let word = self.value(operand);
                match shape {
                    Shape::Any => Ok(()),
                    Shape::Bind(register) => {
                        self.set(*register, word);
                        Ok(())
                    }
                    Shape::Word(other) => self.equals(word, *other),
                    Shape::Is(other) => {
                        let other = self.value(other);
                        self.equals(word, other)
                    }
                    Shape::Literal(functor, shapes) => match word.as_place() {
                        Some(place) => self.fit_literal(*functor, shapes, self.terms[place]),
                        None => Err(Miss::Not),
                    },
                }
            }
            Test::Not(inner) => match self.hold_behind(inner) {
                Ok(()) => Err(Miss::Not),
                Err(Miss::Not) => Ok(()),
                Err(Miss::Bail) => Err(Miss::Bail),
            },
            Test::Is(..) | Test::Believe(_) => self.hold(std::slice::from_ref(test)),
        }
    }

    /// The first fact that fits, with which what follows holds.
    #[inline(never)]
    fn believe(&mut self, question: &'static Question, rest: &'static [Test]) -> Holds {
        let beliefs = self.beliefs;
        let Some(table) = beliefs.table(question.predicate) else { return Err(Miss::Not) };
        let mark = self.terms.len();
        if table.len() <= MANY || !table.is_indexed() {
            for entry in table.entries() {
                match self.follow(entry, question, rest) {
                    Err(Miss::Not) => self.terms.truncate(mark),
                    other => return other,
                }
            }
            return Err(Miss::Not);
        }
        self.believe_one_of(table, question, rest)
    }

    #[inline(never)]
    fn believe_one_of(&mut self, table: &'a Table, question: &'static Question, rest: &'static [Test]) -> Holds {
        let key = match question.shapes.first() {
            Some(Shape::Word(word)) => word.term().and_then(|term| key_of(&term)),
            Some(Shape::Is(operand)) => {
                let word = self.value(operand);
                key_of(&self.term(word)?)
            }
            _ => None,
        };
        let mark = self.terms.len();
        let mut position = Position::MIN;
        while let Some((at, entry)) = table.next(position, key) {
            position = at + 1;
            match self.follow(entry, question, rest) {
                Err(Miss::Not) => self.terms.truncate(mark),
                other => return other,
            }
        }
        Err(Miss::Not)
    }

    #[inline(always)]
    fn follow(&mut self, entry: &'a Entry, question: &'static Question, rest: &'static [Test]) -> Holds {
        let Entry::Fact(fact) = entry else { return Err(Miss::Bail) };
        let known: &[Term] = match fact {
            Term::Structure(fact) => &fact.arguments,
            _ => &[],
        };
        self.fit(&question.shapes, known)?;
        if rest.is_empty() { Ok(()) } else { self.hold_behind(rest) }
    }

    /// Do terms fit shapes, each its own?
    #[inline(always)]
    fn fit(&mut self, shapes: &'static [Shape], terms: &'a [Term]) -> Holds {
        for (shape, term) in shapes.iter().zip(terms) {
            match shape {
                Shape::Bind(register) => {
                    let word = match Word::of(term) {
                        Some(word) => word,
                        None => self.put_down(plain(term)?),
                    };
                    self.set(*register, word);
                }
                Shape::Is(Operand::Register(register)) => {
                    let own = self.word(*register);
                    match Word::of(term) {
                        Some(word) if !own.is_place() => so(own.is(word))?,
                        _ => self.is(own, term)?,
                    }
                }
                Shape::Any => {}
                other => self.fit_other(other, term)?,
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn fit_other(&mut self, shape: &'static Shape, term: &'a Term) -> Holds {
        match shape {
            Shape::Word(own) => match Word::of(term) {
                Some(word) => so(own.is(word)),
                None => self.is(*own, term),
            },
            Shape::Is(operand) => {
                let own = self.value(operand);
                self.is(own, term)
            }
            Shape::Literal(functor, shapes) => self.fit_literal(*functor, shapes, term),
            Shape::Any | Shape::Bind(_) => self.fit(std::slice::from_ref(shape), std::slice::from_ref(term)),
        }
    }

    fn fit_literal(&mut self, functor: Functor, shapes: &'static [Shape], term: &'a Term) -> Holds {
        match term {
            Term::Structure(structure) if structure.functor == functor => {
                // Which annotations there may be is not the same everywhere.
                if structure.annotations().is_some() {
                    return Err(Miss::Bail);
                }
                self.fit(shapes, &structure.arguments)
            }
            Term::Var(_) => Err(Miss::Bail),
            _ => Err(Miss::Not),
        }
    }

    #[inline(always)]
    fn word(&self, register: Register) -> Word {
        self.words[register.index()]
    }

    #[inline(always)]
    fn set(&mut self, register: Register, word: Word) {
        self.words[register.index()] = word;
    }

    /// Gives a term a place.
    #[inline(never)]
    fn put_down(&mut self, term: &'a Term) -> Word {
        self.terms.push(term);
        Word::place(self.terms.len() - 1)
    }

    /// What an operand comes to; not a number where one was due and is none.
    #[inline(always)]
    pub(super) fn value(&mut self, operand: &'static Operand) -> Word {
        match operand {
            Operand::Register(register) => self.word(*register),
            Operand::Constant(word) => *word,
            Operand::Sum(register, number) => {
                Word::number(self.word(*register).as_number().unwrap_or(f64::NAN) + number)
            }
            other => self.calculated(other),
        }
    }

    #[inline(never)]
    fn calculated(&mut self, operand: &'static Operand) -> Word {
        let mut number = |operand| self.value(operand).as_number().unwrap_or(f64::NAN);
        match operand {
            Operand::Arithmetic(operator, both) => {
                let (left, right) = (number(&both.0), number(&both.1));
                Word::number(operator.of(left, right).unwrap_or(f64::NAN))
            }
            Operand::Negative(inner) => Word::number(-number(inner)),
            Operand::Term(term) => self.put_down(term),
            simple => self.value(simple),
        }
    }

    /// Are two words the same?
    #[inline]
    fn equals(&self, one: Word, other: Word) -> Holds {
        if !one.is_place() && !other.is_place() {
            return so(one.is(other));
        }
        so(value::same(&self.term(one)?, &self.term(other)?)?)
    }

    fn is(&self, word: Word, term: &Term) -> Holds {
        so(self.is_same(word, term)?)
    }

    /// Is a word the same as a settled term?
    #[inline(never)]
    pub(super) fn is_same(&self, word: Word, term: &Term) -> Result<bool, Bail> {
        value::same(&self.term(word)?, term)
    }

    /// The arguments of the only fact of a predicate.
    #[inline(always)]
    pub(super) fn known(&self, predicate: Functor) -> Option<&'a [Term]> {
        self.beliefs.only(predicate)
    }

    /// The term that a word is.
    #[inline]
    pub(super) fn term(&self, word: Word) -> Result<Term, Bail> {
        match word.as_place() {
            Some(place) => self.terms.get(place).map(|term| (*term).clone()).ok_or(Bail),
            None => word.term().ok_or(Bail),
        }
    }
}
