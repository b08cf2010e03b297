//! Questions about facts that are [rows of words](Rows): none of the facts is touched.

use super::Bail;
use super::formula::{Argument, Goal};
use super::sieve::{Sieve, place_of};
use super::solve::all_hold;
use super::value::{Register, Value};
use crate::belief::Rows;
use crate::term::{Term, Word};

/// What is asked, what is tested then, and the sieve of both.
pub(super) struct Question<'a> {
    pub(super) arguments: &'a [Argument],
    pub(super) tests: &'a [Goal],
    pub(super) sieve: &'a Sieve,
}

impl Question<'_> {
    /// Is there an answer? The first one is in the registers then.
    pub(super) fn find(&self, rows: &Rows, registers: &mut [Register]) -> Result<bool, Bail> {
        for row in rows.iter() {
            if self.sieve.finds(row) != Some(false) && self.is_answer(row, registers)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes something of each answer. None is the last.
    pub(super) fn gather(
        &self,
        rows: &Rows,
        registers: &mut [Register],
        template: &Value,
        found: &mut Vec<Term>,
    ) -> Result<bool, Bail> {
        let column = match template {
            Value::Register(register) => place_of(*register, self.arguments),
            _ => None,
        };
        for row in rows.iter() {
            match (self.sieve.finds(row), column, template) {
                (Some(false), ..) => {}
                (Some(true), Some(column), _) => found.extend(row[column].term()),
                (Some(true), None, Value::Constant(constant)) => found.push(constant.clone()),
                _ if self.is_answer(row, registers)? => found.push(template.get(registers)?),
                _ => {}
            }
        }
        Ok(false)
    }

    fn is_answer(&self, row: &[Word], registers: &mut [Register]) -> Result<bool, Bail> {
        for (argument, word) in self.arguments.iter().zip(row) {
            if let Some(term) = word.term()
                && !argument.fits(&term, registers)?
            {
                return Ok(false);
            }
        }
        all_hold(self.tests, registers)
    }
}
