//! What is printed is read back as what it was, and laying out changes nothing but the layout.

mod grammar;

use agon_agentspeak::compile::Terms;
use agon_agentspeak::syntax::diagnostic::Diagnostic;
use agon_agentspeak::syntax::source::{FileId, Sources};
use agon_agentspeak::syntax::tree::Program;
use agon_agentspeak::syntax::{format, parser};
use agon_agentspeak::term::{Bindings, Term};
use proptest::prelude::*;

fn read<T>(text: &str, parse: impl FnOnce(&Sources, FileId) -> Result<T, Vec<Diagnostic>>) -> Result<T, TestCaseError> {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    parse(&sources, file).map_err(|wrong| TestCaseError::fail(format!("{text}\n{}", wrong[0].render(&sources))))
}

fn program(text: &str) -> Result<Program, TestCaseError> {
    read(text, |sources, file| {
        let parsed = parser::program(sources, file);
        if parsed.has_errors() { Err(parsed.diagnostics) } else { Ok(parsed.program) }
    })
}

/// The term that a text is, with its arithmetic done and its variables numbered.
fn term(text: &str) -> Result<Term, TestCaseError> {
    let tree = read(text, parser::term)?;
    let mut terms = Terms::default();
    let term = terms.term(&tree);
    Ok(Bindings::of(terms.into_code().variables()).apply(&term).numbered_by_name().0)
}

proptest! {
    #![proptest_config(grammar::config())]

    #[test]
    fn laying_out_keeps_the_program(text in grammar::program()) {
        let tree = program(&text)?;
        let laid_out = read(&text, format::file)?;
        prop_assert_eq!(&program(&laid_out)?, &tree, "{}", laid_out);
        prop_assert_eq!(&read(&laid_out, format::file)?, &laid_out);
        prop_assert_eq!(laid_out.matches("remark").count(), text.matches("remark").count());
        prop_assert_eq!(&program(&format::program(&tree))?, &tree);
    }

    #[test]
    fn printed_terms_are_read_back(text in grammar::term()) {
        let once = term(&text)?;
        // What is no number, or too large for one, is not written in programs.
        prop_assume!(!once.to_string().contains("NaN") && !once.to_string().contains("Infinity"));
        let again = term(&once.to_string())?;
        // Unnamed variables have other names then.
        prop_assert_eq!(again.numbered().0, once.numbered().0, "{}", once);
    }

    #[test]
    fn printed_trees_print_the_same_again(text in grammar::formula()) {
        let once = read(&text, parser::term)?.to_string();
        prop_assert_eq!(read(&once, parser::term)?.to_string(), once);
    }

    // What has a body of its own is printed without its braces, as in Jason.
    #[test]
    fn printed_plans_print_the_same_again(text in grammar::plan(grammar::plain_body())) {
        let once = read(&text, parser::plan)?.to_string();
        prop_assert_eq!(read(&once, parser::plan)?.to_string(), once);
    }

    #[test]
    fn plans_as_terms_print_the_same_again(text in grammar::plan(grammar::plain_body())) {
        let tree = read(&text, parser::plan)?;
        let once = Terms::default().plan(&tree).to_string();
        // Annotations that are variables stand in the order of their names: read back, `_10` is before `_9`.
        prop_assume!(!once.contains("_10"));
        let again = Terms::default().term(&read(&once, parser::term)?).to_string();
        prop_assert_eq!(again, once);
    }
}
