//! Goals in last place: plans that pursue their own goal again, round and round.
//!
//! Such plans are [compiled](compile) once more, all those for one kind of goal into one piece of [code](code), whose operations work on
//! [words](crate::term::Word) instead of terms: choosing the next plan is a jump into the code, its arguments are words that are there already, and
//! what the loop believes [lies in hand](hands). No activation is made, and no event, until the loop is left.
//!
//! It is left at any step that is none for here, as if it had been [executed](super::run) until then: with an activation of that plan at that
//! step. Where the next goal has no plan here, it is left before that goal, which then is pursued elsewhere. So failures, messages, and who looks
//! at intentions find the same as ever; and the loop may be entered again at any step.

mod bank;
mod code;
mod compile;
mod hands;
mod machine;
#[cfg(test)]
mod tests;
mod text;

pub(super) use code::Code;
pub(super) use compile::compile;

use super::activation::{Activation, Origin};
use super::library::Candidate;
use super::plan::DirectPlan;
use super::run::Run;
use crate::term::Atom;
use machine::{Left, Machine};

/// After so many visits with fewer goals than these, none is entered again before others have had their turn.
const POOR_VISITS: u32 = 3;
const POOR: u32 = 4;

impl Run<'_> {
    /// Goes round in the loop of which the plan is one, if it is one. Says whether anything was done.
    #[inline]
    pub(super) fn go_round(&mut self, now: &mut Activation, origin: &Origin) -> bool {
        if !now.plan.is_loop || self.poor_visits >= POOR_VISITS {
            return false;
        }
        self.enter(now, origin)
    }

    fn enter(&mut self, now: &mut Activation, origin: &Origin) -> bool {
        // What takes the place of a frame may have to answer more than it was compiled for.
        if self.below.is_empty() && matches!(origin, Origin::Frame(_)) {
            return false;
        }
        let Some((candidates, code)) = self.library.code(now.predicate, now.plan.open) else { return false };
        let number = now.plan.number as usize;
        let (block, place) = now.at.innermost();
        let Some(shape) = code.plans.get(number) else { return false };
        let starts = shape.starts.get(block as usize);
        let Some(start) = starts.and_then(|starts| starts.get(place as usize)).copied() else { return false };
        let mut machine = Machine::new(self.mind, code, self.budget, self.alone);
        for (slot, argument) in self.registers[now.arguments..now.base].iter().enumerate() {
            if let Some(argument) = argument {
                machine.bank.put(slot as u8, argument);
            }
        }
        for (slot, value) in shape.variables.iter().zip(&self.registers[now.base..]) {
            if let Some(value) = value {
                machine.bank.put(*slot, value);
            }
        }
        let left = machine.run(start);
        machine.put_back();
        let (budget, bank) = (machine.budget, machine.bank);
        let Some(Left { at, goals }) = left else { return false };
        let Some(Candidate::Direct(plan)) = candidates.get(at.plan as usize) else { return false };
        let is_elsewhere = goals > 0 || at.place.innermost() != now.at.innermost();
        #[cfg(test)]
        tests::count(goals);
        if goals < POOR {
            self.poor_visits += 1;
        }
        self.budget = budget;
        if goals > 0 {
            // What is new takes the place of what was.
            self.registers.truncate(now.arguments);
            for place in 0..code.count {
                let is_open = code.open >> place & 1 == 1;
                self.registers.push((!is_open).then(|| bank.term(place as u8)));
            }
            let arguments = now.arguments;
            *now = Activation::new(plan, now.predicate, Atom::SELF, arguments, code.count);
        }
        now.at = at.place;
        self.registers.truncate(now.base);
        let known = known(plan, now);
        for (place, slot) in code.plans[at.plan as usize].variables.iter().enumerate() {
            self.registers.push((known >> place & 1 == 1).then(|| bank.term(*slot)));
        }
        self.registers.resize(now.base + plan.registers, None);
        is_elsewhere
    }
}

/// Which variables stand for something there.
fn known(plan: &DirectPlan, now: &Activation) -> u64 {
    let (block, place) = now.at.innermost();
    let block = &plan.blocks[block as usize];
    block.known.get(place as usize).copied().unwrap_or(block.known_after)
}
