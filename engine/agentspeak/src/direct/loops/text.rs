//! Texts that are made of others.

use super::bank::Bank;
use super::code::Slot;
use crate::term::{Function, Term};

/// Joins the texts of these places. Says whether they were texts: lists are joined to lists.
pub(super) fn join(bank: &mut Bank, to: Slot, parts: &[Slot]) -> bool {
    let mut whole = String::with_capacity(32);
    for (place, part) in parts.iter().enumerate() {
        match bank.beside(*part) {
            Some(Term::List(_)) if place == 0 => return false,
            Some(term) => crate::library::write_plain(term, &mut whole),
            None => crate::library::write_plain(&bank.term(*part), &mut whole),
        }
    }
    bank.put_term(to, Term::string(whole));
    true
}

/// How many there are in it, where it has any.
pub(super) fn length(bank: &Bank, of: Slot) -> Option<f64> {
    Function::Length.call(std::slice::from_ref(bank.beside(of)?)).ok()
}
