//! What an agent has in hand: the arguments of a few facts, as words.

use super::slots::{Column, Kept, Kind, Slot, kept};
use super::{Code, HELD, Library};
use crate::mind::{About, Mind};
use crate::term::{Functor, Structure, Term, Word};

/// What it was told lately that there was code for, which relies on nothing but what is in hand.
#[derive(Debug)]
pub(crate) struct Habit {
    about: About,
    #[cfg(target_arch = "x86_64")]
    code: Code,
}

impl Default for Habit {
    fn default() -> Self {
        Self {
            about: About::NOTHING,
            #[cfg(target_arch = "x86_64")]
            code: Code::NOTHING,
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Habit {
    pub(super) fn new(about: About, code: Code) -> Self {
        Self { about, code }
    }

    #[inline(always)]
    pub(super) fn code(&self, about: About) -> Option<&Code> {
        (self.about == about).then_some(&self.code)
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Habit {
    pub(super) fn new(_: About, code: Code) -> Self {
        match code {}
    }

    pub(super) fn code(&self, _: About) -> Option<&Code> {
        None
    }
}

/// Facts at hand. Together with what else a message needs, they take two lines of an agent's memory, or three.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Hand {
    /// The slots that have been taken, one bit each, ...
    taken: u16,
    /// ... and those of them whose facts are not what the belief base says any more.
    pub(super) changed: u16,
    /// It was of no use to take it: not worth a try for so many messages.
    tired: u16,
    /// The cycle in which it was taken: its last bits.
    since: u16,
    /// The table of several facts.
    pub(super) rows: Option<&'static Kept>,
    pub(super) words: [Word; HELD],
}

/// So many messages ...
const TIRED: u16 = 64;
/// ... after it was in hand for fewer than these.
const WORTH_WHILE: u16 = 4;

impl Default for Hand {
    fn default() -> Self {
        Self { taken: 0, changed: 0, tired: 0, since: 0, rows: None, words: [Word::ZERO; HELD] }
    }
}

impl Hand {
    #[inline(always)]
    pub(super) fn lacks(&self, needs: u16) -> bool {
        self.taken & needs != needs
    }
}

#[cfg(test)]
impl Hand {
    /// It is worth a try again.
    pub(super) fn rest(&mut self) {
        self.tired = 0;
    }
}

impl Mind {
    /// Takes what is needed; says whether it is as it should be.
    #[cold]
    #[inline(never)]
    pub(super) fn take_in_hand(&mut self, library: &'static Library, needs: u16) -> bool {
        if self.hand.tired > 0 {
            self.hand.tired -= 1;
            return false;
        }
        if self.hand.taken == 0 {
            self.hand.since = self.cycles as u16;
        }
        let missing = needs & !self.hand.taken;
        for (bit, slot) in library.repertoire.slots().filter(|(bit, _)| missing & bit != 0) {
            if self.take(slot).is_none() {
                self.hand.tired = TIRED;
                return false;
            }
            self.hand.taken |= bit;
        }
        true
    }

    fn take(&mut self, slot: &'static Slot) -> Option<()> {
        if let Kind::Fact { columns, changes: true } = &slot.kind {
            if self.own_annotations.is_none() {
                self.annotations_of_own();
            }
            let fact = self.beliefs.own_only(slot.predicate, self.own_annotations.as_ref()?)?;
            return read(columns, &fact.arguments, &mut self.hand.words);
        }
        let table = self.beliefs.table(slot.predicate);
        match &slot.kind {
            Kind::Nothing => table.is_none_or(|table| table.len() == 0).then_some(()),
            Kind::Rule(rule) => {
                let own = table?.only_rule()?;
                std::ptr::eq(own, &raw const **rule).then_some(())
            }
            Kind::Rows => {
                let rows = kept(table?)?;
                self.hand.rows = Some(rows);
                Some(())
            }
            Kind::Fact { columns, .. } => read(columns, table?.only_fact()?, &mut self.hand.words),
        }
    }

    /// Has nothing in hand any more: it believes what it had there.
    #[inline]
    pub(crate) fn set_down(&mut self) {
        self.habit.about = About::NOTHING;
        self.other_habit.about = About::NOTHING;
        if self.hand.taken != 0 {
            self.set_all_down();
        }
    }

    #[inline(never)]
    fn set_all_down(&mut self) {
        let changed = std::mem::take(&mut self.hand.changed);
        self.hand.taken = 0;
        if (self.cycles as u16).wrapping_sub(self.hand.since) < WORTH_WHILE {
            self.hand.tired = TIRED;
        }
        if changed == 0 {
            return;
        }
        let library = self.direct.library(&self.plans).expect("what was taken was some library's");
        for (_, slot) in library.repertoire.slots().filter(|(bit, _)| changed & bit != 0) {
            let Kind::Fact { columns, .. } = &slot.kind else { continue };
            let own = self.own_annotations.as_ref().and_then(|own| self.beliefs.own_only(slot.predicate, own));
            own.expect("it is the agent's alone").change_arguments(|arguments| {
                for (column, argument) in columns.iter().zip(arguments) {
                    *argument = column.term(&self.hand.words);
                }
                true
            });
        }
    }
}

fn read(columns: &[Column], arguments: &[Term], words: &mut [Word; HELD]) -> Option<()> {
    columns.iter().zip(arguments).try_for_each(|(column, argument)| column.read(argument, words))
}

/// A number that is one, or a constant.
fn word(term: &Term) -> Option<Word> {
    Word::of(term).filter(|word| word.is_itself())
}

impl Column {
    fn read(&self, argument: &Term, words: &mut [Word; HELD]) -> Option<()> {
        let Term::Structure(literal) = argument else {
            words[self.at] = word(argument)?;
            return Some(());
        };
        let mark = self.mark(literal.functor)?;
        if literal.annotations().is_some() || !literal.is_settled() {
            return None;
        }
        words[self.at] = mark;
        for (place, argument) in (self.at + 1..).zip(&literal.arguments) {
            words[place] = word(argument)?;
        }
        Some(())
    }

    /// What says that the argument is such a literal.
    pub(super) fn mark(&self, functor: Functor) -> Option<Word> {
        self.literals.iter().position(|own| *own == functor).map(Word::place)
    }

    fn term(&self, words: &[Word; HELD]) -> Term {
        let due = "a number, a constant, or a mark";
        let Some(literal) = words[self.at].as_place() else { return words[self.at].term().expect(due) };
        let functor = self.literals[literal];
        let arguments = words[self.at + 1..][..functor.arity()].iter().map(|word| word.term().expect(due));
        Term::Structure(Structure::settled(functor, arguments, None).into())
    }
}
