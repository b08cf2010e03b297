//! Is a plan applicable? That can be seen by looking: nothing is made, and nothing changed.

use smallvec::SmallVec;

use super::super::Bail;
use super::super::value::plain;
use super::ARGUMENTS;
use super::rules::Next;
use super::sheet::{Operand, Register, Sheet};
use super::texts::Text;
use crate::belief::{BeliefBase, Entry, Key, Position, Rows, Table, key_of};
use crate::term::{Atom, Functor, Order, Relation, Term, Word};

/// More facts of a predicate than these are not looked through one by one where there is an index.
const MANY: usize = 16;

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
    /// That this is the text: it is.
    Concat(Text, Register),
}

/// What facts must look like.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) predicate: Functor,
    pub(super) shapes: Box<[Shape]>,
    /// Which arguments are known, one bit each.
    pub(super) known: u64,
    /// Where its argument is to be, if it has only one that can be anything.
    only: Option<Register>,
    /// Is an argument compared with what another one has turned out to be, as in `p(X, X)`?
    is_tied: bool,
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

impl Shape {
    /// Is what fits this what has been found with the other?
    fn is_found(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Is(Operand::Register(own)), Self::Bind(register) | Self::Is(Operand::Register(register))) => {
                own == register
            }
            (Self::Word(own), Self::Word(word)) => own.is(*word),
            (Self::Literal(functor, own), Self::Literal(other, shapes)) => {
                functor == other && own.iter().zip(shapes).all(|(own, shape)| own.is_found(shape))
            }
            _ => false,
        }
    }
}

impl Question {
    pub(super) fn new(predicate: Functor, shapes: Box<[Shape]>, known: u64) -> Self {
        let only = if let [Shape::Bind(register)] = &*shapes { Some(*register) } else { None };
        let is_bound = |operand: &Operand| {
            shapes.iter().any(|shape| matches!(shape, Shape::Bind(register) if operand.depends_on(*register)))
        };
        let is_tied = shapes.iter().any(|shape| matches!(shape, Shape::Is(operand) if is_bound(operand)));
        Self { predicate, shapes, known, only, is_tied }
    }

    /// Are these what it has found?
    pub(super) fn finds(&self, shapes: &[Shape]) -> bool {
        shapes.iter().zip(&self.shapes).all(|(own, shape)| own.is_found(shape))
    }
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
pub(super) struct Look<'a, 'w> {
    beliefs: &'a BeliefBase,
    pub(super) sheet: Sheet<'w, &'a Term>,
    /// How many rules are being asked.
    pub(super) level: usize,
}

/// What a fact says of its predicate.
#[inline(always)]
fn arguments_of(fact: &Term) -> &[Term] {
    match fact {
        Term::Structure(fact) => &fact.arguments,
        _ => &[],
    }
}

#[inline(always)]
fn so(holds: bool) -> Holds {
    if holds { Ok(()) } else { Err(Miss::Not) }
}

impl<'a, 'w> Look<'a, 'w> {
    /// An agent that believes this is about to look.
    #[inline(always)]
    pub(super) fn new(beliefs: &'a BeliefBase, sheet: Sheet<'w, &'a Term>) -> Self {
        Self { beliefs, sheet, level: 0 }
    }

    /// What it has seen.
    #[inline(always)]
    pub(super) fn into_sheet(self) -> Sheet<'w, &'a Term> {
        self.sheet
    }

    /// It has heard of a goal with these arguments, and whose it is. The places of words are among the terms.
    #[inline(always)]
    pub(super) fn hear(&mut self, words: &[Word], terms: &'a [Term], source: Atom) -> Result<(), Bail> {
        if words.len() > ARGUMENTS {
            return Err(Bail);
        }
        self.sheet.begin(words, ARGUMENTS, Word::atom(source));
        for term in terms {
            self.sheet.put_down(plain(term)?);
        }
        Ok(())
    }

    /// Do the tests hold, from the first to the last?
    #[inline(always)]
    pub(super) fn hold(&mut self, tests: &'static [Test], next: Option<&Next<'_>>) -> Holds {
        let mut tests = tests.iter();
        while let Some(test) = tests.next() {
            match test {
                Test::Order(register, order, number) => match self.sheet.word(*register).as_number() {
                    Some(own) => so(order.holds(own, *number))?,
                    None => self.rare(test)?,
                },
                Test::Believe(question) => {
                    if let Some(register) = question.only
                        && let Some(word) = self.beliefs.recall(question.predicate)
                    {
                        self.sheet.set(register, word);
                        continue;
                    }
                    let Some(table) = self.beliefs.table(question.predicate) else { return Err(Miss::Not) };
                    match table.only() {
                        Some(Entry::Fact(fact)) => self.fit(&question.shapes, arguments_of(fact))?,
                        Some(Entry::Rule(rule)) => return self.ask(rule, question, tests.as_slice(), next),
                        None => return self.believe(table, question, tests.as_slice(), next),
                    }
                }
                Test::Is(register, word) => {
                    let own = self.sheet.word(*register);
                    so(self.sheet.equal(own, *word)?)?;
                }
                other => self.rare(other)?,
            }
        }
        match next {
            None => Ok(()),
            Some(next) => self.answer(next),
        }
    }

    #[inline(never)]
    pub(super) fn hold_behind(&mut self, tests: &'static [Test], next: Option<&Next<'_>>) -> Holds {
        self.hold(tests, next)
    }

    #[inline(never)]
    fn rare(&mut self, test: &'static Test) -> Holds {
        match test {
            Test::Order(register, order, number) => {
                let own = self.sheet.word(*register);
                let compared = self.sheet.term(own)?.compare(&Term::Number(*number));
                so(order.allows(compared))
            }
            Test::Compare(relation, left, right) => {
                let (left, right) = (self.sheet.value(left), self.sheet.value(right));
                let holds = match (left.as_number(), right.as_number()) {
                    (Some(left), Some(right)) => relation.compares_numbers(left, right),
                    _ if !left.is_place() && !right.is_place() && *relation == Relation::Different => {
                        Some(!left.is(right))
                    }
                    _ => relation.compares(&self.sheet.term(left)?, &self.sheet.term(right)?),
                };
                so(holds.ok_or(Miss::Bail)?)
            }
            Test::Match(operand, shape) => {
                let word = self.sheet.value(operand);
                self.matches(word, shape)
            }
            Test::Not(inner) => match self.hold_behind(inner, None) {
                Ok(()) => Err(Miss::Not),
                Err(Miss::Not) => Ok(()),
                Err(Miss::Bail) => Err(Miss::Bail),
            },
            Test::Concat(text, register) => {
                let text = self.sheet.text(text)?;
                self.sheet.set(*register, text);
                Ok(())
            }
            Test::Is(..) | Test::Believe(_) => self.hold(std::slice::from_ref(test), None),
        }
    }

    /// Does a word look like this? Most often it is to be anything.
    #[inline(always)]
    pub(super) fn matches(&mut self, word: Word, shape: &'static Shape) -> Holds {
        if let Shape::Bind(register) = shape {
            self.sheet.set(*register, word);
            return Ok(());
        }
        self.matches_other(word, shape)
    }

    #[inline(never)]
    fn matches_other(&mut self, word: Word, shape: &'static Shape) -> Holds {
        match shape {
            Shape::Any => Ok(()),
            Shape::Bind(_) => self.matches(word, shape),
            Shape::Word(other) => so(self.sheet.equal(word, *other)?),
            Shape::Is(other) => {
                let other = self.sheet.value(other);
                so(self.sheet.equal(word, other)?)
            }
            Shape::Literal(functor, shapes) => match self.sheet.lying(word) {
                Some(term) => self.fit_literal(*functor, shapes, term),
                None => Err(Miss::Not),
            },
        }
    }

    /// The first fact that fits, with which what follows holds.
    #[inline(never)]
    fn believe(
        &mut self,
        table: &'a Table,
        question: &'static Question,
        rest: &'static [Test],
        next: Option<&Next<'_>>,
    ) -> Holds {
        if table.len() == 0 {
            return Err(Miss::Not);
        }
        if table.len() > MANY && table.is_indexed() {
            return self.believe_one_of(table, question, rest, next);
        }
        // What is asked of a row must be known before it is looked at.
        if let Some(rows) = table.rows()
            && !question.is_tied
        {
            return self.believe_row(rows, question, rest, next);
        }
        self.follow_first(table.entries(), question, rest, next)
    }

    /// The same of facts that have not changed for a while, whose arguments are words.
    #[inline(never)]
    fn believe_row(
        &mut self,
        rows: &Rows,
        question: &'static Question,
        rest: &'static [Test],
        next: Option<&Next<'_>>,
    ) -> Holds {
        let mut asked: SmallVec<[(usize, Word); 4]> = SmallVec::new();
        for (column, shape) in question.shapes.iter().enumerate() {
            if matches!(shape, Shape::Literal(..)) {
                return Err(Miss::Not);
            }
            let Some(word) = self.asked(shape) else { continue };
            if word.is_place() {
                return Err(Miss::Bail);
            }
            asked.push((column, word));
        }
        for row in rows.iter() {
            if !asked.iter().all(|(column, word)| word.is(row[*column])) {
                continue;
            }
            for (shape, word) in question.shapes.iter().zip(row) {
                if let Shape::Bind(register) = shape {
                    self.sheet.set(*register, *word);
                }
            }
            match self.go_on(rest, next) {
                Err(Miss::Not) => {}
                other => return other,
            }
        }
        Err(Miss::Not)
    }

    #[inline(never)]
    fn believe_one_of(
        &mut self,
        table: &'a Table,
        question: &'static Question,
        rest: &'static [Test],
        next: Option<&Next<'_>>,
    ) -> Holds {
        let key = match question.shapes.first().and_then(|shape| self.asked(shape)) {
            Some(word) => key_of(&self.sheet.term(word)?).map(Key::first),
            None => None,
        };
        let mut position = Position::MIN;
        let entries = std::iter::from_fn(|| {
            let (at, entry) = table.next(position, key)?;
            position = at + 1;
            Some(entry)
        });
        self.follow_first(entries, question, rest, next)
    }

    /// The first of these entries with which what follows holds.
    #[inline(always)]
    fn follow_first(
        &mut self,
        mut entries: impl Iterator<Item = &'a Entry>,
        question: &'static Question,
        rest: &'static [Test],
        next: Option<&Next<'_>>,
    ) -> Holds {
        let mark = self.sheet.mark();
        let found = entries.find_map(|entry| match self.follow(entry, question, rest, next) {
            Err(Miss::Not) => {
                self.sheet.go_back(mark);
                None
            }
            other => Some(other),
        });
        found.unwrap_or(Err(Miss::Not))
    }

    /// The word that a shape asks for, if it is known.
    #[inline(always)]
    pub(super) fn asked(&mut self, shape: &'static Shape) -> Option<Word> {
        if let Shape::Is(operand) = shape {
            return Some(self.sheet.value(operand));
        }
        if let Shape::Word(word) = shape { Some(*word) } else { None }
    }

    #[inline(always)]
    fn follow(
        &mut self,
        entry: &'a Entry,
        question: &'static Question,
        rest: &'static [Test],
        next: Option<&Next<'_>>,
    ) -> Holds {
        let fact = match entry {
            Entry::Fact(fact) => fact,
            Entry::Rule(rule) => return self.ask(rule, question, rest, next),
        };
        self.fit(&question.shapes, arguments_of(fact))?;
        self.go_on(rest, next)
    }

    #[inline(always)]
    pub(super) fn go_on(&mut self, rest: &'static [Test], next: Option<&Next<'_>>) -> Holds {
        if rest.is_empty() && next.is_none() { Ok(()) } else { self.hold_behind(rest, next) }
    }

    /// Is the only fact of a predicate like this?
    #[inline]
    pub(super) fn has_only(&mut self, predicate: Functor, shapes: &'static [Shape]) -> Holds {
        let known = self.beliefs.only(predicate).ok_or(Miss::Bail)?;
        self.fit(shapes, known)
    }

    /// Do terms fit shapes, each its own?
    #[inline(always)]
    fn fit(&mut self, shapes: &'static [Shape], terms: &'a [Term]) -> Holds {
        for (shape, term) in shapes.iter().zip(terms) {
            match shape {
                Shape::Bind(register) => {
                    let word = match term {
                        // What is not a number is not even what has been found.
                        Term::Number(number) if number.is_nan() => return Err(Miss::Bail),
                        Term::Number(number) => Word::proper(*number),
                        Term::Atom(name) => Word::atom(*name),
                        other => self.sheet.put_down(plain(other)?),
                    };
                    self.sheet.set(*register, word);
                }
                Shape::Is(Operand::Register(register)) => {
                    let own = self.sheet.word(*register);
                    so(self.sheet.is(own, term)?)?;
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
            Shape::Word(own) => so(self.sheet.is(*own, term)?),
            Shape::Is(operand) => {
                let own = self.sheet.value(operand);
                so(self.sheet.is(own, term)?)
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
}
