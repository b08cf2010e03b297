//! Writes the machine code of reflexes, for x86-64.
//!
//! The words of the message are in `rdi`, of the hand in `rsi`, what goes out in `r8`; where something is called, what is needed is kept in
//! registers that whoever is called leaves as they are. Words are worked on
//! in `rax` and `r9`, numbers in `xmm0` and `xmm1`; `r10` is for constants. The answer is in `rax`, to whom the first message goes in
//! `rdx`, and what it says in `xmm9` to `xmm11`.

#![expect(clippy::useless_conversion, reason = "the assembler's macro converts numbers of registers")]

use std::mem;

use dynasmrt::x64::X64Relocation;
use dynasmrt::{DynamicLabel, DynasmApi, DynasmLabelApi, VecAssembler, dynasm};

use super::super::calculation::{Leaf, Step};
use super::super::sheet::{Operand, Register};
use super::slots::Kept;
use super::{ASIDE, Check, DESK, Deeds, FOUND, HAND, HEARD, Hand, NEWS, Reflex, Row, SENT, SOURCE, TABLE};
use crate::term::{Arithmetic, Order, Relation, Word};

/// A function that chooses one of some reflexes.
pub(super) struct Emitted {
    pub(super) code: Vec<u8>,
    /// Does it find the words of message and hand on the desk?
    pub(super) is_framed: bool,
    /// Does it ask whose the message is?
    pub(super) hears_source: bool,
}

/// The function of some reflexes, if they are for it. `call` is the address of what looks at checks that are none for it.
pub(super) fn function(reflexes: &'static [Reflex], call: usize) -> Option<Emitted> {
    let is_framed = reflexes.iter().flat_map(|reflex| &reflex.checks).any(is_called);
    let mut emitter = Emitter::new(is_framed, call);
    emitter.reflexes(reflexes)?;
    let hears_source = is_framed || emitter.hears_source;
    Some(Emitted { code: emitter.ops.finalize().ok()?, is_framed, hears_source })
}

/// Is it left to others?
fn is_called(check: &Check) -> bool {
    match check {
        Check::Row(row) => row.known.len() > KNOWN.len(),
        Check::Name(..) | Check::Not(_) | Check::Compare(Relation::Unify | Relation::Build, ..) => true,
        _ => false,
    }
}

/// How two numbers must lie for a relation not to hold, in terms of the processor's flags.
#[derive(Clone, Copy)]
enum Jump {
    /// Unless the left one is greater.
    UnlessAbove,
    /// If the left one is greater.
    IfAbove,
    /// As both, with the sides changed.
    UnlessBelow,
    IfBelow,
    UnlessEqual,
}

/// What is not a number counts as the same in relations of order.
fn jump_of(relation: Relation) -> Option<Jump> {
    match relation {
        Relation::Greater => Some(Jump::UnlessAbove),
        Relation::LessEqual => Some(Jump::IfAbove),
        Relation::Less => Some(Jump::UnlessBelow),
        Relation::GreaterEqual => Some(Jump::IfBelow),
        Relation::Equal => Some(Jump::UnlessEqual),
        Relation::Different | Relation::Unify | Relation::Build => None,
    }
}

fn relation_of(order: Order) -> Option<Relation> {
    let relations = [Relation::Greater, Relation::LessEqual, Relation::Less, Relation::GreaterEqual];
    relations.into_iter().find(|relation| Order::of(*relation) == Some(order))
}

const TAGGED: i64 = Word::FIRST_TAGGED as i64;

/// The processor's registers that hold the addresses of words.
struct Bases {
    heard: u8,
    hand: u8,
    /// What else there is; it may lie behind something else.
    words: u8,
    behind: usize,
    rows: u8,
    out: u8,
}

const RDX: u8 = 2;
const RBX: u8 = 3;
const R8: u8 = 8;
const R12: u8 = 12;
const R13: u8 = 13;
const BASES: Bases = Bases { heard: 7, hand: 6, words: R8, behind: ASIDE, rows: 1, out: R8 };
const FRAMED: Bases = Bases { heard: RBX, hand: RBX, words: RBX, behind: 0, rows: R12, out: R13 };

/// Where the words are that a row is looked for with.
const KNOWN: [u8; 3] = [9, 10, 11];

/// Where the words are that the first message says; before that, those that wait until a row is looked for.
const SAID: u8 = 9;

/// So many numbers can wait while another is calculated: in registers from the second on.
const WAITING: u8 = 6;

type Assembler = VecAssembler<X64Relocation>;

struct Emitter {
    ops: Assembler,
    bases: Bases,
    is_framed: bool,
    hears_source: bool,
    /// The words that are known to be numbers, one bit each, unless one goes on with the next reflex.
    numbers: u64,
    call: usize,
    /// Where to go on if the reflex is not applicable, and if there is none.
    next: DynamicLabel,
    none: DynamicLabel,
}

fn byte(word: usize) -> i32 {
    (word * mem::size_of::<Word>()) as i32
}

impl Emitter {
    fn new(is_framed: bool, call: usize) -> Self {
        // What it says of places is the same wherever it lies.
        let mut ops = Assembler::new(0);
        let (next, none) = (ops.new_dynamic_label(), ops.new_dynamic_label());
        let bases = if is_framed { FRAMED } else { BASES };
        Self { ops, bases, is_framed, hears_source: false, numbers: 0, call, next, none }
    }

    fn reflexes(&mut self, reflexes: &[Reflex]) -> Option<()> {
        if self.is_framed {
            // Three registers that are the caller's, and so the stack is where calls want it to be.
            dynasm!(self.ops; .arch x64; push rbx; push r12; push r13; mov r13, r8
                ; mov rbx, [r8 + byte(DESK)]; mov r12, [r8 + byte(TABLE)]);
        }
        for reflex in reflexes {
            self.next = self.ops.new_dynamic_label();
            self.numbers = 0;
            for check in &reflex.checks {
                self.check(check)?;
            }
            match &reflex.deeds {
                Some(deeds) => {
                    self.put_out(deeds)?;
                    let address = std::ptr::from_ref(deeds) as i64;
                    dynasm!(self.ops; .arch x64; mov rax, QWORD address);
                    self.end();
                }
                None => dynasm!(self.ops; .arch x64; jmp =>self.none),
            }
            dynasm!(self.ops; .arch x64; =>self.next);
        }
        dynasm!(self.ops; .arch x64; =>self.none; xor eax, eax);
        self.end();
        Some(())
    }

    /// Back, with the answer in `rax`.
    fn end(&mut self) {
        if self.is_framed {
            dynasm!(self.ops; .arch x64; pop r13; pop r12; pop rbx);
        }
        dynasm!(self.ops; .arch x64; ret);
    }

    /// Where a word is: by which base, and how far behind it.
    fn place(&self, register: Register) -> (u8, i32) {
        let word = register.index();
        if self.is_framed {
            (self.bases.words, byte(word))
        } else if word < HEARD {
            (self.bases.heard, byte(word))
        } else if (HAND..FOUND).contains(&word) {
            (self.bases.hand, byte(word - HAND) + mem::offset_of!(Hand, words) as i32)
        } else {
            (self.bases.words, byte(self.bases.behind + word))
        }
    }

    fn load(&mut self, to: u8, register: Register) {
        let (base, behind) = self.place(register);
        self.hears_source |= register.index() == SOURCE;
        dynasm!(self.ops; .arch x64; mov Rq(to), [Rq(base) + behind]);
    }

    /// The same, into one of those for numbers, whatever it is.
    fn load_far(&mut self, to: u8, register: Register) {
        let (base, behind) = self.place(register);
        self.hears_source |= register.index() == SOURCE;
        dynasm!(self.ops; .arch x64; movsd Rx(to), QWORD [Rq(base) + behind]);
    }

    /// A word as a number, if it is one; else there is no reflex.
    fn load_number(&mut self, to: u8, register: Register) {
        let bit = 1 << register.index();
        if self.numbers & bit != 0 {
            return self.load_far(to, register);
        }
        self.numbers |= bit;
        self.load(0, register);
        dynasm!(self.ops; .arch x64; mov r10, QWORD TAGGED; cmp rax, r10; jae =>self.none; movq Rx(to), rax);
    }

    fn number(&mut self, to: u8, number: f64) {
        if number.to_bits() == 0 {
            dynasm!(self.ops; .arch x64; xorps Rx(to), Rx(to));
        } else {
            dynasm!(self.ops; .arch x64; mov r10, QWORD number.to_bits() as i64; movq Rx(to), r10);
        }
    }

    /// Goes on with the next reflex unless the numbers in `xmm0` and `xmm1` lie so.
    fn jump(&mut self, jump: Jump) {
        let next = self.next;
        match jump {
            Jump::UnlessAbove => dynasm!(self.ops; .arch x64; ucomisd xmm0, xmm1; jbe =>next),
            Jump::IfAbove => dynasm!(self.ops; .arch x64; ucomisd xmm0, xmm1; ja =>next),
            Jump::UnlessBelow => dynasm!(self.ops; .arch x64; ucomisd xmm1, xmm0; jbe =>next),
            Jump::IfBelow => dynasm!(self.ops; .arch x64; ucomisd xmm1, xmm0; ja =>next),
            Jump::UnlessEqual => dynasm!(self.ops; .arch x64; ucomisd xmm0, xmm1; jne =>next; jp =>next),
        }
    }

    fn check(&mut self, check: &Check) -> Option<()> {
        match check {
            Check::Above(register, number) => self.order(*register, Relation::Greater, *number)?,
            Check::Order(register, order, number) => self.order(*register, relation_of(*order)?, *number)?,
            Check::Is(register, word) => self.is(*register, *word),
            Check::Equal(one, other) => {
                self.load(0, *one);
                self.load(9, *other);
                let same = self.ops.new_dynamic_label();
                self.compare_words(self.next, same);
                dynasm!(self.ops; .arch x64; =>same);
            }
            Check::Compare(Relation::Different, left, right) => {
                self.both(left, right)?;
                let (different, next) = (self.ops.new_dynamic_label(), self.next);
                self.compare_words(different, next);
                dynasm!(self.ops; .arch x64; =>different);
            }
            Check::Compare(relation, left, right) => match jump_of(*relation) {
                Some(jump) => {
                    self.both(left, right)?;
                    dynasm!(self.ops; .arch x64
                        ; mov r10, QWORD TAGGED; cmp rax, r10; jae =>self.none; cmp r9, r10; jae =>self.none
                        ; movq xmm0, rax; movq xmm1, r9);
                    self.jump(jump);
                }
                None => self.call(check),
            },
            Check::Calculate(register, operand) => {
                self.value(operand)?;
                let (base, behind) = self.place(*register);
                self.numbers &= !(1 << register.index());
                dynasm!(self.ops; .arch x64; mov [Rq(base) + behind], rax);
            }
            Check::Row(row) if row.known.len() <= KNOWN.len() => self.row(row)?,
            Check::Not(_) | Check::Row(_) | Check::Name(..) => self.call(check),
        }
        Some(())
    }

    fn order(&mut self, register: Register, relation: Relation, number: f64) -> Option<()> {
        self.load_number(0, register);
        self.number(1, number);
        self.jump(jump_of(relation)?);
        Some(())
    }

    fn is(&mut self, register: Register, word: Word) {
        let next = self.next;
        if !word.is_itself() {
            dynasm!(self.ops; .arch x64; jmp =>next);
            return;
        }
        self.load(0, register);
        if word.is(Word::ZERO) {
            // Zero has two forms, which differ in the first bit.
            dynasm!(self.ops; .arch x64; add rax, rax; jne =>next);
        } else {
            dynasm!(self.ops; .arch x64; mov r10, QWORD word.bits() as i64; cmp rax, r10; jne =>next);
        }
    }

    /// Looks for the first row that has the known words, which is in `rcx` then.
    fn row(&mut self, row: &Row) -> Option<()> {
        for ((_, operand), wait) in row.known.iter().zip(SAID..) {
            self.value(operand)?;
            if matches!(operand, Operand::Register(register) if register.index() < HEARD) {
                // What is not a number is in no row.
                self.is_itself(self.next);
            }
            dynasm!(self.ops; .arch x64; movq Rx(wait), rax);
        }
        if self.is_framed {
            dynasm!(self.ops; .arch x64; mov rcx, Rq(self.bases.rows));
        } else {
            let behind = mem::offset_of!(Hand, rows) as i32;
            dynasm!(self.ops; .arch x64; mov rcx, [Rq(self.bases.hand) + behind]);
        }
        let (first, end) = (mem::offset_of!(Kept, first) as i32, mem::offset_of!(Kept, end) as i32);
        dynasm!(self.ops; .arch x64; test rcx, rcx; je =>self.none; mov rdx, [rcx + end]; mov rcx, [rcx + first]);
        for (known, wait) in KNOWN.iter().zip(SAID..).take(row.known.len()) {
            dynasm!(self.ops; .arch x64; movq Rq(*known), Rx(wait));
        }
        let (on, look) = (self.ops.new_dynamic_label(), self.ops.new_dynamic_label());
        dynasm!(self.ops; .arch x64; jmp =>look; =>on; add rcx, byte(row.width); =>look; cmp rcx, rdx; jae =>self.next);
        for ((column, _), known) in row.known.iter().zip(KNOWN) {
            let same = self.ops.new_dynamic_label();
            // Zero has two forms, which differ in the first bit.
            dynasm!(self.ops; .arch x64
                ; mov rax, [rcx + byte(*column)]; cmp rax, Rq(known); je =>same
                ; or rax, Rq(known); add rax, rax; jne =>on
                ; =>same);
        }
        for (column, register) in &row.found {
            let (base, behind) = self.place(*register);
            self.numbers &= !(1 << register.index());
            dynasm!(self.ops; .arch x64; mov rax, [rcx + byte(*column)]; mov [Rq(base) + behind], rax);
        }
        Some(())
    }

    /// Goes there if the words in `rax` and `r9` are not the same, and there if they are.
    fn compare_words(&mut self, different: DynamicLabel, same: DynamicLabel) {
        let alike = self.ops.new_dynamic_label();
        dynasm!(self.ops; .arch x64
            ; mov r10, QWORD TAGGED
            ; cmp rax, r9
            ; je =>alike
            ; cmp rax, r10
            ; jae =>different
            ; cmp r9, r10
            ; jae =>different
            ; =>alike
            ; cmp rax, r10
            ; jae =>same
            // Numbers: zero has two forms, and what is not a number is nothing.
            ; movq xmm0, rax
            ; movq xmm1, r9
            ; ucomisd xmm0, xmm1
            ; jne =>different
            ; jp =>different
            ; jmp =>same);
    }

    /// Two values in `rax` and `r9`.
    fn both(&mut self, left: &Operand, right: &Operand) -> Option<()> {
        self.value(left)?;
        // Nothing that is calculated changes it.
        dynasm!(self.ops; .arch x64; mov r11, rax);
        self.value(right)?;
        dynasm!(self.ops; .arch x64; mov r9, rax; mov rax, r11);
        Some(())
    }

    fn call(&mut self, check: &Check) {
        let address = std::ptr::from_ref(check) as i64;
        dynasm!(self.ops; .arch x64
            ; mov rdi, rbx
            ; mov rsi, Rq(self.bases.rows)
            ; mov rdx, QWORD address
            ; mov rax, QWORD self.call as i64
            ; call rax
            ; cmp eax, 1
            ; je =>self.next
            ; ja =>self.none);
    }

    /// A value in `rax`. What is not a number where one is due: no reflex.
    fn value(&mut self, operand: &Operand) -> Option<()> {
        match operand {
            Operand::Register(register) => self.load(0, *register),
            Operand::Constant(word) => dynasm!(self.ops; .arch x64; mov rax, QWORD word.bits() as i64),
            Operand::Sum(..) | Operand::Calculation(_) => {
                self.far_value(0, operand)?;
                dynasm!(self.ops; .arch x64; movq rax, xmm0);
            }
            Operand::Term(_) => return None,
        }
        Some(())
    }

    /// The number at hand is in `xmm0`; `xmm1` is for the one on its right; those that wait are behind.
    fn calculate(&mut self, steps: &[Step]) -> Option<()> {
        let mut waiting = 0;
        for step in steps {
            match *step {
                Step::Take(leaf) => {
                    if waiting > 0 {
                        if waiting > WAITING {
                            return None;
                        }
                        dynasm!(self.ops; .arch x64; movaps Rx(1 + waiting), xmm0);
                    }
                    waiting += 1;
                    self.leaf(0, leaf);
                }
                Step::Join(operator) => {
                    waiting -= 1;
                    dynasm!(self.ops; .arch x64; movaps xmm1, xmm0; movaps xmm0, Rx(1 + waiting));
                    self.operate(operator)?;
                }
                step => {
                    let (operator, leaf) = step.parts()?;
                    self.leaf(1, leaf);
                    self.operate(operator)?;
                }
            }
        }
        Some(())
    }

    fn leaf(&mut self, to: u8, leaf: Leaf) {
        match leaf {
            Leaf::Register(register) => self.load_number(to, register),
            Leaf::Number(number) => self.number(to, number),
        }
    }

    /// What an operator makes of `xmm0` and `xmm1`, in `xmm0`.
    fn operate(&mut self, operator: Arithmetic) -> Option<()> {
        match operator {
            Arithmetic::Plus => dynasm!(self.ops; .arch x64; addsd xmm0, xmm1),
            Arithmetic::Minus => dynasm!(self.ops; .arch x64; subsd xmm0, xmm1),
            Arithmetic::Times => dynasm!(self.ops; .arch x64; mulsd xmm0, xmm1),
            Arithmetic::Divide => dynasm!(self.ops; .arch x64; divsd xmm0, xmm1),
            Arithmetic::Modulo => self.remainder(),
            Arithmetic::Power | Arithmetic::IntegerDivide => return None,
        }
        Some(())
    }

    /// Of whole numbers, the left one not below zero, the right one above. Of others: no reflex.
    fn remainder(&mut self) {
        let none = self.none;
        dynasm!(self.ops; .arch x64
            ; movq rax, xmm0
            ; test rax, rax
            ; js =>none
            ; cvttsd2si rax, xmm0
            ; cvtsi2sd xmm8, rax
            ; ucomisd xmm8, xmm0
            ; jne =>none
            ; jp =>none
            ; test rax, rax
            ; js =>none
            ; cvttsd2si r9, xmm1
            ; cvtsi2sd xmm8, r9
            ; ucomisd xmm8, xmm1
            ; jne =>none
            ; jp =>none
            ; test r9, r9
            ; jle =>none);
        // To whom the first message goes may be there.
        dynasm!(self.ops; .arch x64; movq xmm8, rdx);
        dynasm!(self.ops; .arch x64
            ; mov r10, rax
            ; or r10, r9
            ; xor edx, edx
            ; shr r10, 32
            ; jne >long
            ; div r9d
            ; jmp >done
            ; long:
            ; div r9
            ; done:
            ; xorps xmm0, xmm0
            ; cvtsi2sd xmm0, rdx);
        dynasm!(self.ops; .arch x64; movq rdx, xmm8);
    }

    /// What is not a number may be heard and sent, but is never in hand: goes there, if that is the word in `rax`.
    fn is_itself(&mut self, other: DynamicLabel) {
        let known = self.ops.new_dynamic_label();
        dynasm!(self.ops; .arch x64
            ; mov r10, QWORD TAGGED; cmp rax, r10; jae =>known
            ; movq xmm0, rax; ucomisd xmm0, xmm0; jp =>other
            ; =>known);
    }

    /// A value, in one of the registers for numbers. What is not a number where one is due: no reflex.
    fn far_value(&mut self, to: u8, operand: &Operand) -> Option<()> {
        match operand {
            Operand::Register(register) => self.load_far(to, *register),
            Operand::Constant(word) => self.number(to, f64::from_bits(word.bits())),
            Operand::Sum(register, number) => {
                self.load_number(to, *register);
                self.number(1, *number);
                dynasm!(self.ops; .arch x64; addsd Rx(to), xmm1; ucomisd Rx(to), Rx(to); jp =>self.none);
            }
            Operand::Calculation(calculation) => {
                self.calculate(calculation.steps())?;
                dynasm!(self.ops; .arch x64; ucomisd xmm0, xmm0; jp =>self.none);
                if to != 0 {
                    dynasm!(self.ops; .arch x64; movaps Rx(to), xmm0);
                }
            }
            Operand::Term(_) => return None,
        }
        Some(())
    }

    /// What the deeds need: the words of the first message in registers, the others where they go out.
    fn put_out(&mut self, deeds: &Deeds) -> Option<()> {
        for (number, operand) in deeds.values() {
            match (number, operand) {
                (0, Operand::Register(register)) => {
                    self.load(RDX, *register);
                    continue;
                }
                (0, operand) => {
                    self.value(operand)?;
                    dynasm!(self.ops; .arch x64; mov rdx, rax);
                    continue;
                }
                (1..SENT, operand) => {
                    self.far_value(SAID + number as u8 - 1, operand)?;
                    continue;
                }
                (_, operand) => self.value(operand)?,
            }
            if let Operand::Register(register) = operand
                && register.index() < HEARD
                && number >= NEWS
            {
                self.is_itself(self.none);
            }
            let behind = byte(number);
            dynasm!(self.ops; .arch x64; mov [Rq(self.bases.out) + behind], rax);
        }
        Some(())
    }
}
