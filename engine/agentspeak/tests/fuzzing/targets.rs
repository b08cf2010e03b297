//! What is done with an input. None of it may fail, whatever the input is.

use std::path::Path;

use agon_agentspeak::Extensions;
use agon_agentspeak::agent::Message;
use agon_agentspeak::compile::Terms;
use agon_agentspeak::project::{self, Project};
use agon_agentspeak::syntax::expand::Loader;
use agon_agentspeak::syntax::source::Sources;
use agon_agentspeak::syntax::{check, format, parser};
use agon_agentspeak::system::{Local, Program};
use agon_agentspeak::term::{Atom, Bindings, Term};

use super::mutate::Part;

/// Something that inputs are given to.
pub struct Target {
    pub name: &'static str,
    /// The files that inputs are made of.
    pub extension: &'static str,
    /// How much of them an input is made of.
    pub part: Part,
    /// May an input go on for ever? Programs may.
    pub may_be_endless: bool,
    /// Runs it; returns whether the input was accepted.
    pub take: fn(&str) -> bool,
}

/// All of them.
pub static TARGETS: [Target; 4] = [
    Target { name: "program", extension: "asl", part: Part::Lines, may_be_endless: false, take: program },
    Target { name: "project", extension: "mas2j", part: Part::Lines, may_be_endless: false, take: project_file },
    Target { name: "term", extension: "asl", part: Part::Step, may_be_endless: false, take: term },
    Target { name: "run", extension: "asl", part: Part::Whole, may_be_endless: true, take: run },
];

/// Parses, checks and lays out a program; what is laid out is the same program.
fn program(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let parsed = parser::program(&sources, file);
    if let Some(first) = parsed.diagnostics.first() {
        assert!(!first.render(&sources).is_empty());
    }
    if parsed.has_errors() {
        return false;
    }
    let laid_out = format::file(&sources, file).expect("what is accepted is laid out");
    let again = sources.add("b.asl", laid_out.clone());
    assert_eq!(parser::program(&sources, again).program, parsed.program, "{laid_out}");
    assert_eq!(format::file(&sources, again).expect("what is laid out is accepted"), laid_out);
    let loaded = Loader::new().load_source(&mut sources, file);
    let remarks = check::check_together(std::slice::from_ref(&loaded), agon_agentspeak::Dialect::default());
    for diagnostic in loaded.diagnostics.iter().chain(remarks.iter().flatten()) {
        assert!(!diagnostic.render(&sources).is_empty());
    }
    if !loaded.has_errors() {
        // It may make no sense all the same.
        let _ = Program::of_loaded(&loaded, &sources, Path::new(""));
    }
    true
}

/// Parses, checks and lays out a project file.
fn project_file(text: &str) -> bool {
    let path = Path::new("a.mas2j");
    match Project::parse(text, "a.mas2j") {
        Err(problem) => {
            assert!(problem.render(text, path).contains(&problem.message));
            false
        }
        Ok(parsed) => {
            for problem in parsed.check(|_, _| false) {
                assert!(!problem.render(text, path).is_empty());
            }
            assert!(parsed.instances().take(1000).count() <= 1000);
            let laid_out = project::format(text, "a.mas2j").expect("what is accepted is laid out");
            assert_eq!(Project::parse(&laid_out, "a.mas2j").as_ref(), Ok(&parsed), "{laid_out}");
            assert_eq!(project::format(&laid_out, "a.mas2j").as_ref(), Ok(&laid_out));
            true
        }
    }
}

/// Parses whatever a text may be that a program makes as it runs, and does with terms what agents do.
fn term(text: &str) -> bool {
    let mut sources = Sources::new();
    let file = sources.add("term", text);
    let _ = parser::literal(&sources, file).map(|it| it.to_string());
    let _ = parser::plan(&sources, file).map(|it| it.to_string());
    let _ = parser::trigger(&sources, file).map(|it| it.to_string());
    let _ = parser::body(&sources, file).map(|it| it.to_string());
    let _ = parser::item(&sources, file);
    let tree = match parser::term(&sources, file) {
        Ok(tree) => tree,
        Err(wrong) => {
            assert!(wrong.iter().all(|it| !it.render(&sources).is_empty()));
            return false;
        }
    };
    let mut terms = Terms::default();
    let term = terms.term(&tree);
    let mut bindings = Bindings::of(terms.into_code().variables());
    let applied = bindings.apply(&term);
    let (numbered, variables) = applied.numbered();
    let mut apart = Bindings::of(variables.len() as u32);
    apart.unify(&numbered, &numbered);
    assert!(applied.compare(&applied).is_eq());
    bindings.unify(&applied, &Term::list([applied.clone()]));
    let printed = applied.to_string();
    let file = sources.add("printed", printed);
    let _ = parser::term(&sources, file);
    true
}

/// Executes some cycles of a program, which gets a message meanwhile.
fn run(text: &str) -> bool {
    const CYCLES: usize = 10;
    let mut sources = Sources::new();
    let file = sources.add("a.asl", text);
    let loaded = Loader::new().load_source(&mut sources, file);
    if loaded.has_errors() {
        return false;
    }
    let Ok(program) = Program::of_loaded(&loaded, &sources, Path::new("")) else { return false };
    let mut mind = Extensions::default().new_agent(Atom::new("a"));
    program.begin(&mut mind, &[], &[]);
    for performative in ["tell", "achieve", "askOne", "tellHow", "signal", "nonsense"] {
        mind.receive(Message {
            performative: Atom::new(performative),
            sender: Atom::new("b"),
            content: Term::string(text.get(..16).unwrap_or(text)),
            id: 1,
            in_reply_to: None,
        });
    }
    let mut system = Local::default();
    system.add(mind);
    system.simulate_time();
    system.run(CYCLES);
    true
}
