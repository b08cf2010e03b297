//! Formulas: the operations that match, ask, compare, calculate and build, up to one that is none of these.

use super::beliefs::Table;
use super::scratch::{Choice, KEEP, Retry, Worker};
use super::world::World;
use crate::code::{Op, Program};
use crate::term::Atom;
use crate::word::{FIRST, Functor, Heap, Word};

/// Executes formulas on an intention's stack.
pub(super) struct Solver<'a> {
    pub(super) program: &'a Program,
    pub(super) tables: &'a [Table],
    pub(super) worker: &'a mut Worker,
    pub(super) stack: &'a mut Vec<Word>,
    pub(super) name: Atom,
    pub(super) world: &'a mut dyn World,
    /// Where the registers are.
    pub(super) base: usize,
}

impl Solver<'_> {
    #[inline(always)]
    pub(super) fn heap(&mut self) -> &mut Heap {
        &mut self.worker.heap
    }

    /// What is in the register: no cell that has a value.
    #[inline(always)]
    pub(super) fn register(&self, r: u16) -> Word {
        self.worker.heap.deref(self.stack[self.base + r as usize])
    }

    #[inline(always)]
    pub(super) fn set(&mut self, r: u16, word: Word) {
        self.stack[self.base + r as usize] = word;
    }

    /// The value of an operand. A variable without one is a cell from now on.
    #[inline(always)]
    pub(super) fn value(&mut self, word: Word) -> Word {
        let value = match word.as_register() {
            Some(r) => self.stack[self.base + r as usize],
            None => word,
        };
        if value.is_plain() { value } else { self.full_value(word, value) }
    }

    fn full_value(&mut self, word: Word, value: Word) -> Word {
        if !value.is_open() {
            return self.worker.heap.deref(value);
        }
        let cell = self.worker.heap.cell(value);
        if let Some(r) = word.as_register() {
            let place = self.base + r as usize;
            self.worker.heap.note_register(place, value);
            self.stack[place] = cell;
        }
        cell
    }

    /// The same for a rule, where a register may stand for nothing yet.
    pub(super) fn argument(&mut self, word: Word) -> Word {
        match word.as_register() {
            Some(r) if r & FIRST != 0 => {
                let cell = self.worker.heap.cell(Word::OPEN);
                self.stack[self.base + (r & !FIRST) as usize] = cell;
                cell
            }
            _ => self.value(word),
        }
    }

    /// The register has this value from now on, if it has none; or the same already.
    #[inline(always)]
    pub(super) fn meets(&mut self, r: u16, word: Word) -> bool {
        let place = self.base + r as usize;
        let own = self.stack[place];
        if own.is_plain() && word.is_plain() {
            return own == word && !is_nan(own) || own.is_number() && own.as_number() == word.as_number();
        }
        self.meets_fully(place, own, word)
    }

    fn meets_fully(&mut self, place: usize, own: Word, word: Word) -> bool {
        if own.is_open() {
            let word = if word.is_open() { self.worker.heap.cell(word) } else { word };
            self.worker.heap.note_register(place, own);
            self.stack[place] = word;
            return true;
        }
        let word = if word.is_open() { self.worker.heap.cell(word) } else { word };
        let mark = self.worker.heap.mark();
        let holds = self.worker.heap.unify(own, word);
        if !holds {
            self.worker.heap.undo(mark, self.stack);
        }
        holds
    }

    /// Executes operations from a place on. Where the next one that is none of a formula's is comes back.
    pub(super) fn run(&mut self, mut at: u32) -> u32 {
        let program = self.program;
        macro_rules! unless {
            ($holds:expr) => {
                if $holds { at + 1 } else { self.fail() }
            };
        }
        loop {
            at = match &program.ops[at as usize] {
                &Op::Guard { undoes, to } => {
                    let (base, top) = (self.base as u32, self.stack.len() as u32);
                    let trail = if undoes { 0 } else { KEEP };
                    self.worker.guard = Some(Choice { retry: Retry::At(to), base, top, trail });
                    at + 1
                }
                Op::Floor => {
                    let mark = self.worker.heap.mark();
                    let Worker { choices, guard, .. } = &mut *self.worker;
                    if let Some(choice) = choices.last_mut().or(guard.as_mut())
                        && choice.trail == KEEP
                    {
                        choice.trail = mark;
                    }
                    at + 1
                }
                &Op::Constant { r, word } => {
                    let word = program.pool[word as usize];
                    unless!(self.meets(r, word))
                }
                &Op::Same { r, s } => {
                    let (one, other) = (self.stack[self.base + r as usize], self.stack[self.base + s as usize]);
                    if other.is_open() && !one.is_open() {
                        self.worker.heap.name(one, other);
                        unless!(self.meets(s, one))
                    } else {
                        let other = self.value(Word::register(u32::from(s)));
                        unless!(self.meets(r, other))
                    }
                }
                &Op::Structure { r, to, functor } => unless!(self.structure(r, to, Functor::of_number(functor))),
                &Op::List { r, to } => unless!(self.list(r, to)),
                &Op::Annotation { to, functor } => unless!(self.annotation(to, Functor::of_number(functor))),
                &Op::CompareNumber { relation, a, number } => match self.stack[self.base + a as usize].as_number() {
                    Some(own) => unless!(relation.of_numbers(own, number)),
                    None => {
                        let a = self.register(a);
                        unless!(self.compares(relation, a, Word::number(number)))
                    }
                },
                &Op::Compare { relation, a, b } => {
                    let (a, b) = (self.register(a), self.register(b));
                    match (a.as_number(), b.as_number()) {
                        (Some(a), Some(b)) => unless!(relation.of_numbers(a, b)),
                        _ => unless!(self.compares(relation, a, b)),
                    }
                }
                &Op::Query { n, table, at: pattern } => self.query(at, n, table, pattern, None),
                &Op::Member { at: operands } => {
                    let list = self.value(program.pool[operands as usize + 1]);
                    self.member(at, list)
                }
                &Op::Act { action, n, at: operands } => unless!(self.act(action, n as usize, operands as usize)),
                &Op::Not { height, to } => {
                    self.set(height, Word::of_raw(self.worker.choices.len() as u64));
                    self.choice(Retry::At(to), KEEP);
                    at + 1
                }
                &Op::CutFail { height } => {
                    let height = self.stack[self.base + height as usize].low() as usize;
                    let floor = self.worker.choices[height].trail;
                    if floor != KEEP {
                        self.worker.heap.undo(floor, self.stack);
                    }
                    self.worker.choices.truncate(height);
                    self.fail()
                }
                &Op::Or { to } => {
                    let mark = self.worker.heap.mark();
                    self.choice(Retry::At(to), mark);
                    at + 1
                }
                &Op::Gather { height, to } => {
                    let (choices, kept) = (self.worker.choices.len() as u64, self.worker.kept.len() as u64);
                    self.set(height, Word::of_raw(choices | kept << 32));
                    self.choice(Retry::At(to), KEEP);
                    at + 1
                }
                &Op::Keep { r } => {
                    let word = self.value(Word::register(u32::from(r)));
                    let word = self.heap().renamed(word, &mut Vec::new());
                    self.worker.kept.push(word);
                    self.fail()
                }
                &Op::Gathered { height, to, how } => {
                    let from = (self.stack[self.base + height as usize].raw() >> 32) as usize;
                    let word = self.gathered(from, how);
                    self.set(to, word);
                    at + 1
                }
                &Op::Jump { to } => to,
                &Op::Each { list, to, end } => {
                    let rest = self.register(list);
                    if self.worker.heap.is_list(rest) {
                        let (first, rest) = (self.worker.heap.argument(rest, 0), self.worker.heap.argument(rest, 1));
                        self.set(to, first);
                        self.set(list, rest);
                        at + 1
                    } else {
                        end
                    }
                }
                Op::Proceed => self.proceed(),
                Op::Fail => self.fail(),
                &Op::Clear { r, name } => {
                    self.set(r, Word::open(Atom::of_number(name)));
                    at + 1
                }
                &Op::Cell { r } => {
                    self.value(Word::register(u32::from(r)));
                    at + 1
                }
                &Op::Load { to, word } => {
                    self.set(to, program.pool[word as usize]);
                    at + 1
                }
                &Op::Move { to, s } => {
                    let word = self.value(Word::register(u32::from(s)));
                    self.set(to, word);
                    at + 1
                }
                &Op::Copy { to, s } => {
                    let word = self.stack[self.base + s as usize];
                    self.set(to, word);
                    at + 1
                }
                &Op::Arithmetic { operator, to, a, b } => {
                    let (one, other) = (self.stack[self.base + a as usize], self.stack[self.base + b as usize]);
                    let word = match (one.as_number(), other.as_number()) {
                        (Some(a), Some(b)) => operator.of_numbers(a, b).map_or(Word::number(f64::NAN), Word::number),
                        _ => {
                            let [one, other] = [a, b].map(|r| self.value(Word::register(u32::from(r))));
                            self.calculated(operator, one, other)
                        }
                    };
                    self.set(to, word);
                    at + 1
                }
                &Op::ArithmeticNumber { operator, to, a, number } => {
                    let word = match self.stack[self.base + a as usize].as_number() {
                        Some(a) => operator.of_numbers(a, number).map_or(Word::number(f64::NAN), Word::number),
                        None => {
                            let a = self.value(Word::register(u32::from(a)));
                            self.calculated(operator, a, Word::number(number))
                        }
                    };
                    self.set(to, word);
                    at + 1
                }
                &Op::Make { n, to, functor, at: operands } => {
                    let word = self.made(n, Functor::of_number(functor), operands);
                    self.set(to, word);
                    at + 1
                }
                &Op::MakeList { to, at: operands } => {
                    let first = self.value(program.pool[operands as usize]);
                    let rest = self.value(program.pool[operands as usize + 1]);
                    let word = self.heap().list(first, rest);
                    self.set(to, word);
                    at + 1
                }
                &Op::Switch { table } => self.switched(table),
                _ => return at,
            };
        }
    }
}

#[inline(always)]
pub(super) fn is_cell(word: Word) -> bool {
    word.tag() == crate::word::tag::CELL
}

#[inline(always)]
fn is_nan(word: Word) -> bool {
    word.as_number().is_some_and(f64::is_nan)
}
