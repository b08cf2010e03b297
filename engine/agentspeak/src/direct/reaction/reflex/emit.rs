//! Writes the machine code of reflexes, for x86-64.
//!
//! The arguments are where the convention of System V has them: the words of the message in `rdi`, of the hand in `rsi`, of the desk in
//! `rdx`, the table in `rcx`, what goes out in `r8`; where something is called, those that are still needed are in registers that
//! whoever is called leaves as they are. Words are worked on in `rax` and `r9`, numbers in `xmm0` and `xmm1`; `r10` is for constants.

#![expect(clippy::useless_conversion, reason = "the assembler's macro converts numbers of registers")]

use std::mem;

use dynasmrt::x64::Assembler;
use dynasmrt::{AssemblyOffset, DynamicLabel, DynasmApi, DynasmLabelApi, ExecutableBuffer, dynasm};

use super::super::calculation::{Leaf, Step};
use super::super::sheet::{Operand, Register};
use super::{Check, Deeds, FOUND, HAND, HEARD, Reflex, SENT, SOURCE};
use crate::term::{Arithmetic, Order, Relation, Word};

/// A function that chooses one of some reflexes.
pub(super) struct Emitted {
    pub(super) buffer: ExecutableBuffer,
    pub(super) start: AssemblyOffset,
    /// Does it find the words of message and hand on the desk?
    pub(super) is_framed: bool,
    /// Does it ask whose the message is?
    pub(super) hears_source: bool,
}

/// The function of some reflexes, if they are for it. `call` is the address of what looks at checks that are none for it.
pub(super) fn function(reflexes: &'static [Reflex], call: usize) -> Option<Emitted> {
    let is_framed = reflexes.iter().flat_map(|reflex| &reflex.checks).any(is_called);
    let mut emitter = Emitter::new(is_framed, call)?;
    let start = emitter.ops.offset();
    emitter.reflexes(reflexes)?;
    let hears_source = is_framed || emitter.hears_source;
    let buffer = emitter.ops.finalize().ok()?;
    Some(Emitted { buffer, start, is_framed, hears_source })
}

/// Is it left to others?
fn is_called(check: &Check) -> bool {
    matches!(
        check,
        Check::Row(_) | Check::Name(..) | Check::Not(_) | Check::Compare(Relation::Unify | Relation::Build, ..)
    )
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
    words: u8,
    rows: u8,
    out: u8,
}

const RBX: u8 = 3;
const R8: u8 = 8;
const R12: u8 = 12;
const R13: u8 = 13;
const BASES: Bases = Bases { heard: 7, hand: 6, words: 2, rows: 1, out: R8 };
const FRAMED: Bases = Bases { heard: RBX, hand: RBX, words: RBX, rows: R12, out: R13 };

/// So many numbers can wait while another is calculated: in registers from the second on.
const WAITING: u8 = 6;

struct Emitter {
    ops: Assembler,
    bases: Bases,
    is_framed: bool,
    hears_source: bool,
    call: usize,
    /// Where to go on if the reflex is not applicable, and if there is none.
    next: DynamicLabel,
    none: DynamicLabel,
    /// Back, with the answer in `rax`.
    end: DynamicLabel,
}

fn byte(word: usize) -> i32 {
    (word * mem::size_of::<Word>()) as i32
}

impl Emitter {
    fn new(is_framed: bool, call: usize) -> Option<Self> {
        let mut ops = Assembler::new().ok()?;
        let (next, none, end) = (ops.new_dynamic_label(), ops.new_dynamic_label(), ops.new_dynamic_label());
        Some(Self {
            ops,
            bases: if is_framed { FRAMED } else { BASES },
            is_framed,
            hears_source: false,
            call,
            next,
            none,
            end,
        })
    }

    fn reflexes(&mut self, reflexes: &[Reflex]) -> Option<()> {
        if self.is_framed {
            // Three registers that are the caller's, and so the stack is where calls want it to be.
            dynasm!(self.ops; .arch x64; push rbx; push r12; push r13; mov rbx, rdx; mov r12, rcx; mov r13, r8);
        }
        for reflex in reflexes {
            self.next = self.ops.new_dynamic_label();
            for check in &reflex.checks {
                self.check(check)?;
            }
            match &reflex.deeds {
                Some(deeds) => {
                    self.put_out(deeds)?;
                    let address = std::ptr::from_ref(deeds) as i64;
                    dynasm!(self.ops; .arch x64; mov rax, QWORD address; jmp =>self.end);
                }
                None => dynasm!(self.ops; .arch x64; jmp =>self.none),
            }
            dynasm!(self.ops; .arch x64; =>self.next);
        }
        dynasm!(self.ops; .arch x64; =>self.none; xor eax, eax; =>self.end);
        if self.is_framed {
            dynasm!(self.ops; .arch x64; pop r13; pop r12; pop rbx);
        }
        dynasm!(self.ops; .arch x64; ret);
        Some(())
    }

    /// Where a word is: by which base, and how far behind it.
    fn place(&self, register: Register) -> (u8, i32) {
        let word = register.index();
        if self.is_framed {
            (self.bases.words, byte(word))
        } else if word < HEARD {
            (self.bases.heard, byte(word))
        } else if (HAND..FOUND).contains(&word) {
            (self.bases.hand, byte(word - HAND))
        } else {
            (self.bases.words, byte(word))
        }
    }

    fn load(&mut self, to: u8, register: Register) {
        let (base, behind) = self.place(register);
        self.hears_source |= register.index() == SOURCE;
        dynasm!(self.ops; .arch x64; mov Rq(to), [Rq(base) + behind]);
    }

    /// A word as a number, if it is one; else there is no reflex.
    fn load_number(&mut self, to: u8, register: Register) {
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
                dynasm!(self.ops; .arch x64; mov [Rq(base) + behind], rax);
            }
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
            Operand::Sum(register, number) => {
                self.load_number(0, *register);
                self.number(1, *number);
                dynasm!(self.ops; .arch x64; addsd xmm0, xmm1);
                self.calculated();
            }
            Operand::Calculation(calculation) => {
                self.calculate(calculation.steps())?;
                self.calculated();
            }
            Operand::Term(_) => return None,
        }
        Some(())
    }

    /// The number in `xmm0`, in `rax`.
    fn calculated(&mut self) {
        dynasm!(self.ops; .arch x64; ucomisd xmm0, xmm0; jp =>self.none; movq rax, xmm0);
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
        let needs_rdx = !self.is_framed;
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
        if needs_rdx {
            dynasm!(self.ops; .arch x64; movq xmm8, rdx);
        }
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
        if needs_rdx {
            dynasm!(self.ops; .arch x64; movq rdx, xmm8);
        }
    }

    /// What is not a number may be heard and sent, but is never in hand: no reflex, if that is the word in `rax`.
    fn is_itself(&mut self) {
        let known = self.ops.new_dynamic_label();
        dynasm!(self.ops; .arch x64
            ; mov r10, QWORD TAGGED; cmp rax, r10; jae =>known
            ; movq xmm0, rax; ucomisd xmm0, xmm0; jp =>self.none
            ; =>known);
    }

    /// What the deeds need.
    fn put_out(&mut self, deeds: &Deeds) -> Option<()> {
        let sent = SENT * deeds.sends();
        for (number, operand) in deeds.values().enumerate() {
            self.value(operand)?;
            if let Operand::Register(register) = operand
                && register.index() < HEARD
                && number >= sent
            {
                self.is_itself();
            }
            let behind = byte(number);
            dynasm!(self.ops; .arch x64; mov [Rq(self.bases.out) + behind], rax);
        }
        Some(())
    }
}
