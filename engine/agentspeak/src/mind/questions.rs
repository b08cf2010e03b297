//! Questions of other agents, answered at once where that is all there is to do: what the plans for messages come to.

use std::sync::Arc;

use super::functions::calls;
use super::{Message, Mind, World};
use crate::bytecode::{Code, Instruction, Operand};
use crate::query::Query;
use crate::term::{Atom, Bindings, Functor, Signature, Term};

/// Of more facts and rules together, rules are not looked through for each question.
const FEW: usize = 16;

impl Mind {
    /// Answers a question, if that takes no more than so many cycles; returns how many. Nothing, if plans have to deal with the message.
    ///
    /// Nothing but this message is to be dealt with, and there is no observer.
    #[inline]
    pub(super) fn answer_at_once(&mut self, message: &Message, most: u32, world: &mut dyn World) -> Option<u32> {
        let (cycles, at_most) = match message.performative {
            Atom::ASK_ONE => (1, 1),
            // All answers are gathered in one step, and sent in the next.
            Atom::ASK_ALL => (2, usize::MAX),
            _ => return None,
        };
        let is_plain = self.is_plain_question(&message.content);
        if cycles > most
            || self.own_messages
            || message.in_reply_to.is_some()
            || message.sender == self.name
            || !is_plain
        {
            return None;
        }
        let (question, variables) = message.content.numbered();
        let mut bindings = Bindings::of(variables.len() as u32);
        let found = self.answers(&question, at_most, &mut bindings, world);
        // What takes too much is asked again by a plan, which fails then.
        let mut found = found.filter(|_| self.take_overrun().is_none())?;
        let content = match message.performative {
            Atom::ASK_ALL => Term::list(found),
            // If there is none, there may be a plan for it.
            _ => found.pop()?,
        };
        let id = self.fresh_message();
        let (sender, in_reply_to) = (self.name, Some(message.id));
        let answer = Message { performative: Atom::TELL, sender, content, id, in_reply_to };
        if world.send(message.sender, answer).is_err() {
            // It is not waited for: that is a failure, as a plan has it.
            self.messages -= 1;
            return None;
        }
        self.intentions += 1;
        self.cycles += u64::from(cycles);
        self.news = false;
        Some(cycles)
    }

    /// The answers to a question, so many at most. Nothing, if it is none.
    pub(crate) fn answers(
        &mut self,
        question: &Term,
        most: usize,
        bindings: &mut Bindings,
        world: &mut dyn World,
    ) -> Option<Vec<Term>> {
        let mut query = Query::new(Arc::new(Code::of(question).ok()?), 0);
        let mark = bindings.mark();
        let mut answers = Vec::new();
        while answers.len() < most && self.ask(&mut query, bindings, world) {
            answers.extend(self.answer_for(&bindings.apply(question)));
        }
        bindings.undo(mark);
        bindings.adopt_found(&mut answers);
        Some(answers)
    }

    /// Is it a question about facts, or about what follows from facts by rules that do nothing? To ask once more what does not hold
    /// makes no difference then.
    fn is_plain_question(&self, question: &Term) -> bool {
        let is_open = |predicate: &Functor| {
            let Signature { namespace, negated, .. } = predicate.signature();
            namespace == Atom::DEFAULT && !negated
        };
        let Some(predicate) = question.predicate().filter(is_open) else { return false };
        if question.annotations().is_some() || self.beliefs.is_partial() || calls(question) {
            return false;
        }
        let Some(table) = self.beliefs.table(predicate) else { return true };
        !table.has_rules()
            || table.len() <= FEW
                && table.entries().filter_map(|entry| entry.rule()).all(|rule| self.only_asks_for_facts(&rule.code))
    }

    fn only_asks_for_facts(&self, code: &Code) -> bool {
        code.instructions.iter().all(|instruction| match instruction {
            Instruction::Act(..) => false,
            Instruction::Relate(_, left, right) => !may_call(left) && !may_call(right),
            Instruction::Believe(literal) => {
                let predicate = literal.term().predicate();
                !may_call(literal) && predicate.is_some_and(|predicate| !self.beliefs.has_rules(predicate))
            }
            _ => true,
        })
    }
}

/// May a function of the agent's be called for its value?
fn may_call(operand: &Operand) -> bool {
    match operand {
        Operand::Constant(_) | Operand::Variable(_) | Operand::Number(..) => false,
        other => calls(&other.term()),
    }
}
