//! Texts that are made on the way, and names that they have turned out to be.
//!
//! Most texts that agents make name somebody to whom something is sent: of which there are a few, again and again.

use std::cell::{Cell, RefCell};
use std::sync::{Mutex, PoisonError};

use super::super::Bail;
use super::sheet::{Lying, Operand, Sheet};
use crate::library::write_plain;
use crate::term::{Atom, Term, Word};

thread_local! {
    /// Texts that have been made, one behind the other.
    static TEXTS: RefCell<String> = const { RefCell::new(String::new()) };
    static NAMES: Names = const { Names::new() };
}

/// What a text is made of, like that of `.concat`.
#[derive(Debug)]
pub(super) struct Text {
    parts: Box<[Operand]>,
    /// The only part that is not always the same, if there is one, and what is around it.
    changing: Option<(usize, &'static Form)>,
}

/// What is before and behind the part of a text that is not always the same. The same in all plans: who is named by one of them is known
/// to the others.
type Form = (Box<str>, Box<str>);

static FORMS: Mutex<Vec<&'static Form>> = Mutex::new(Vec::new());

/// A text that was somebody's name: what it was made of, but for one part, and that part.
#[derive(Clone, Copy)]
struct Named {
    form: &'static Form,
    part: Word,
    name: Atom,
}

/// Names that this thread has lately made.
struct Names {
    places: [Cell<Option<Named>>; 1 << Self::BITS],
    /// The text that was made last, and what of.
    last: Cell<Option<(Word, &'static Form, Word)>>,
}

impl Names {
    const BITS: u32 = 10;

    const fn new() -> Self {
        Self { places: [const { Cell::new(None) }; 1 << Self::BITS], last: Cell::new(None) }
    }

    #[inline]
    fn place(&self, form: &'static Form, part: Word) -> &Cell<Option<Named>> {
        // Those of numbers that follow each other lie side by side, in as few lines of memory and pages as can be.
        let number = part.as_number().map_or_else(|| part.bits(), |number| number as i64 as u64);
        let from = (std::ptr::from_ref(form) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - Self::BITS);
        &self.places[from.wrapping_add(number) as usize % (1 << Self::BITS)]
    }

    #[inline]
    fn find(&self, form: &'static Form, part: Word) -> Option<Atom> {
        let named = self.place(form, part).get()?;
        (std::ptr::eq(named.form, form) && named.part.bits() == part.bits()).then_some(named.name)
    }

    /// The text is this name: so it is the next time, if it is the one that was made last.
    fn note(&self, word: Word, name: Atom) {
        if let Some((last, form, part)) = self.last.get()
            && last.bits() == word.bits()
        {
            self.place(form, part).set(Some(Named { form, part, name }));
        }
    }
}

impl Text {
    /// Of one part at least.
    pub(super) fn of(parts: Box<[Operand]>) -> Option<Self> {
        let is_changing = |part: &Operand| !matches!(part, Operand::Constant(_) | Operand::Term(_));
        let mut changing = (0..parts.len()).filter(|place| is_changing(&parts[*place]));
        let changing = changing.next().filter(|_| changing.next().is_none());
        let changing = changing.and_then(|place| {
            let (before, behind) = (written(&parts[..place])?, written(&parts[place + 1..])?);
            Some((place, form((before, behind))))
        });
        (!parts.is_empty()).then_some(Self { parts, changing })
    }
}

/// What is always the same, as a text.
fn written(parts: &[Operand]) -> Option<Box<str>> {
    let mut text = String::new();
    for part in parts {
        match part {
            Operand::Term(term @ Term::String(_)) => write_plain(term, &mut text),
            Operand::Constant(word) => write_plain(&word.term()?, &mut text),
            _ => return None,
        }
    }
    Some(text.into())
}

fn form(form: Form) -> &'static Form {
    let mut forms = FORMS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = forms.iter().find(|known| ***known == form) {
        return known;
    }
    let new: &'static Form = Box::leak(form.into());
    forms.push(new);
    new
}

/// Does something with a word's text, if that is what it is.
pub(super) fn with_text<R>(word: Word, code: impl FnOnce(&str) -> R) -> Option<R> {
    if let Some(name) = word.as_text_of() {
        return Some(code(name.name()));
    }
    let range = word.as_text()?;
    TEXTS.with_borrow(|texts| texts.get(range).map(code))
}

/// The name that a word's text is, if it is one.
pub(super) fn name_of(word: Word) -> Option<Atom> {
    if let Some(name) = word.as_text_of() {
        return Some(name);
    }
    let name = with_text(word, Atom::new)?;
    NAMES.with(|names| names.note(word, name));
    Some(name)
}

impl<T: Lying> Sheet<'_, T> {
    /// A text; nothing where it would not be one.
    pub(super) fn text(&mut self, text: &'static Text) -> Result<Word, Bail> {
        let changing = text.changing.map(|(place, form)| (form, self.value(&text.parts[place])));
        let changing = changing.filter(|(_, part)| !part.is_place());
        if let Some((form, part)) = changing
            && let Some(name) = NAMES.with(|names| names.find(form, part))
        {
            return Ok(Word::text_of(name));
        }
        let made = self.new_text(text)?;
        NAMES.with(|names| names.last.set(changing.map(|(form, part)| (made, form, part))));
        Ok(made)
    }

    #[inline(never)]
    fn new_text(&mut self, text: &'static Text) -> Result<Word, Bail> {
        TEXTS.with_borrow_mut(|texts| {
            if !self.has_texts {
                texts.clear();
                self.has_texts = true;
            }
            let from = texts.len();
            for part in &text.parts {
                if let Operand::Term(Term::String(part)) = part {
                    texts.push_str(part);
                    continue;
                }
                let word = self.value(part);
                if let Some(name) = word.as_text_of() {
                    texts.push_str(name.name());
                    continue;
                }
                if let Some(range) = word.as_text() {
                    texts.extend_from_within(range);
                    continue;
                }
                match &self.term(word)? {
                    // As the first, it would not be text that is made.
                    Term::List(_) => return Err(Bail),
                    term => write_plain(term, texts),
                }
            }
            Word::text(from, texts.len() - from).ok_or(Bail)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::{Register, with_words};
    use super::*;

    /// The texts `first` and a number make, one after the other, and what they are as names.
    fn made(text: &'static Text, register: Register, numbers: &[f64]) -> Vec<(String, bool)> {
        let one = |number: &f64| {
            with_words(|words| {
                let mut sheet: Sheet<'_, Term> = Sheet::new(words);
                sheet.set(register, Word::number(*number));
                let word = sheet.text(text).expect("a text");
                let is_known = word.as_text_of().is_some();
                let shown = with_text(word, str::to_owned).expect("a text");
                assert_eq!(sheet.term(word), Ok(Term::string(shown.as_str())));
                assert_eq!(name_of(word), Some(Atom::new(&shown)));
                (shown, is_known)
            })
        };
        numbers.iter().map(one).collect()
    }

    fn text(register: Register, first: &str) -> &'static Text {
        let parts = [Operand::Term(Term::string(first)), Operand::Register(register)];
        Box::leak(Box::new(Text::of(parts.into()).expect("a text")))
    }

    #[test]
    fn a_name_that_was_made_is_known_the_next_time() {
        let register = Register::of_plan(0).expect("there are some");
        let (one, other) = (text(register, "texts_a"), text(register, "texts_b"));
        let due = |first: &str, is_known| [1, 2].map(|number| (format!("{first}{number}"), is_known)).to_vec();
        for is_known in [false, true] {
            assert_eq!(made(one, register, &[1.0, 2.0]), due("texts_a", is_known));
            assert_eq!(made(other, register, &[1.0, 2.0]), due("texts_b", is_known));
        }
        let register = Register::of_plan(1).expect("there are some");
        assert_eq!(made(text(register, "texts_a"), register, &[2.0]), due("texts_a", true)[1..], "in another plan");
    }

    #[test]
    fn the_same_number_written_otherwise_is_another_text() {
        let register = Register::of_plan(0).expect("there are some");
        let text = text(register, "texts_z");
        let all = [0.0, -0.0, 0.5, 0.0, -0.0];
        let shown: Vec<String> = made(text, register, &all).into_iter().map(|(shown, _)| shown).collect();
        let due: Vec<String> = all.iter().map(|number| format!("texts_z{}", Term::Number(*number))).collect();
        assert_eq!(shown, due);
    }

    #[test]
    fn only_the_last_text_is_what_it_was_made_of() {
        let register = Register::of_plan(0).expect("there are some");
        let (one, other) = (text(register, "texts_c"), text(register, "texts_d"));
        with_words(|words| {
            let mut sheet: Sheet<'_, Term> = Sheet::new(words);
            sheet.set(register, Word::number(7.0));
            let (first, second) = (sheet.text(one).expect("a text"), sheet.text(other).expect("a text"));
            assert_eq!(name_of(first), Some(Atom::new("texts_c7")));
            assert_eq!(name_of(second), Some(Atom::new("texts_d7")));
            assert!(sheet.text(one).expect("a text").as_text_of().is_none());
            assert_eq!(sheet.text(other).expect("a text").as_text_of(), Some(Atom::new("texts_d7")));
        });
    }

    #[test]
    fn texts_are_made_of_texts() {
        let (number, part) = (Register::of_plan(0).expect("some"), Register::of_plan(1).expect("some"));
        let inner = text(number, "texts_e");
        let parts = [Operand::Register(part), Operand::Term(Term::string("!")), Operand::Register(part)];
        let outer: &'static Text = Box::leak(Box::new(Text::of(parts.into()).expect("a text")));
        for _ in 0..2 {
            with_words(|words| {
                let mut sheet: Sheet<'_, Term> = Sheet::new(words);
                sheet.set(number, Word::number(3.0));
                let made = sheet.text(inner).expect("a text");
                assert!(name_of(made).is_some());
                sheet.set(part, made);
                let whole = sheet.text(outer).expect("a text");
                assert_eq!(with_text(whole, str::to_owned).as_deref(), Some("texts_e3!texts_e3"));
            });
        }
    }
}
