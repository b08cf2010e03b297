use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use crate::Dialect;
use crate::bytecode::{NotAFormula, Rule};
use crate::compile::Terms;
use crate::extensions::Extensions;
use crate::failures::Texts;
use crate::mind::{self, Change, Labels, Mind, Plan, PlanLibrary, Skills, Subject, Trigger};
use crate::syntax::expand::{Loaded, RegisteredFunction};
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::syntax::tree::{Item, Program as Tree};
use crate::term::{Atom, StructureBuilder, Term};

/// What the agents of one file begin with: read once, however many there are.
#[derive(Clone, Debug, Default)]
pub struct Program {
    beliefs: Vec<Belief>,
    goals: Vec<Term>,
    plans: Vec<Arc<Plan>>,
    /// Functions: name, number of arguments, and the predicate whose last argument is the value.
    functions: Vec<(Box<str>, usize, Atom)>,
    /// What of it means something else than it seems to, with the lines that it is about.
    pub(super) warnings: Vec<String>,
    /// What it is executed without, as in Jason: files and directives that have errors.
    pub(super) faults: Vec<String>,
    /// The files that it is made of, as its plans name them, and their texts.
    texts: Vec<(Arc<str>, Arc<str>)>,
    /// Is it the engine's own?
    is_library: bool,
    /// What an agent that begins with it knows how to do: made once, and shared by all of them.
    skills: OnceLock<Skills>,
}

/// How messages are understood, where a program does not define it.
fn messages(dialect: Dialect) -> &'static Program {
    const PLANS: &str = include_str!("../library/kqml.asl");
    static NEWEST: LazyLock<Program> = LazyLock::new(|| Program::of_library(PLANS));
    // Signals are not marked.
    static OLDER: LazyLock<Program> = LazyLock::new(|| Program::of_library(&PLANS.replace(", type_signal)", ")")));
    match dialect {
        Dialect::Jason32 => &OLDER,
        Dialect::Jason33 => &NEWEST,
    }
}

#[derive(Clone, Debug)]
enum Belief {
    Fact(Term),
    Rule(Arc<Rule>),
}

/// Why a program cannot be executed.
#[derive(Clone, Debug)]
pub struct LoadError {
    /// What is wrong.
    pub message: String,
    /// In which line, or 0.
    pub line: u32,
}

impl Program {
    /// Of what a [loader](crate::syntax::expand::Loader) has read. Failures name files as they are seen from `folder`.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn of_loaded(loaded: &Loaded, sources: &Sources, folder: &Path) -> Result<Self, LoadError> {
        Self::of_loaded_called(loaded, sources, folder, None)
    }

    /// The same; the first file has another name, if that is given.
    pub(super) fn of_loaded_called(
        loaded: &Loaded,
        sources: &Sources,
        folder: &Path,
        called: Option<String>,
    ) -> Result<Self, LoadError> {
        let seen = |name: &str| {
            let path = Path::new(name);
            format!("file:{}", path.strip_prefix(folder).unwrap_or(path).display())
        };
        let mut files: Vec<Arc<str>> = sources.names().map(|name| seen(name).into()).collect();
        if let (Some(first), Some(called)) = (files.first_mut(), called) {
            *first = called.into();
        }
        let functions = loaded.functions.iter().filter_map(|function| match function {
            RegisteredFunction::Rule { name, arity, predicate, .. } => {
                Some((name.clone(), *arity, Atom::new(predicate)))
            }
            RegisteredFunction::Native { .. } => None,
        });
        let texts = with_texts(&files, sources);
        let program = Self { functions: functions.collect(), texts, ..Self::default() };
        program.filled(&loaded.program, sources, &files)
    }

    /// Adds the texts that it is made of.
    pub(super) fn lend_texts(&self, texts: &Texts) {
        self.texts.iter().for_each(|(file, text)| texts.add(file, text));
    }

    /// Of plans that every agent has.
    fn of_library(text: &str) -> Self {
        let mut sources = Sources::new();
        let file = sources.add("kqmlPlans.asl", text);
        let tree = parser::program(&sources, file).program;
        let program = Self::new(&tree, &sources, "kqmlPlans.asl").unwrap_or_default();
        Self { is_library: true, ..program }
    }

    /// The messages about it for its user.
    pub(super) fn remarks(&self) -> impl Iterator<Item = &String> {
        self.faults.iter().chain(&self.warnings)
    }

    /// Of a text without directives. `file` is what failures call it.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words for people.
    pub fn of_text(text: &str, file: &str) -> Result<Self, String> {
        let mut sources = Sources::new();
        let id = sources.add(file, text);
        let parsed = parser::program(&sources, id);
        if parsed.has_errors() {
            return Err(super::reader::shown(&parsed.diagnostics, &sources));
        }
        Self::new(&parsed.program, &sources, file).map_err(|error| format!("{file}:{}: {}", error.line, error.message))
    }

    /// Of a tree whose directives have been executed. `file` is what failures call it.
    ///
    /// # Errors
    ///
    /// If a plan, a rule or a belief of it makes no sense.
    pub fn new(tree: &Tree, sources: &Sources, file: &str) -> Result<Self, LoadError> {
        let files: Vec<Arc<str>> = sources.names().map(|_| file.into()).collect();
        let texts = if files.len() == 1 { with_texts(&files, sources) } else { Vec::new() };
        Self { texts, ..Self::default() }.filled(tree, sources, &files)
    }

    /// `files` are what failures call the sources.
    fn filled(self, tree: &Tree, sources: &Sources, files: &[Arc<str>]) -> Result<Self, LoadError> {
        let mut program = self;
        for item in &tree.items {
            let span = item.span();
            let line = sources.line(span).unwrap_or(0);
            // What a pattern has made is nowhere: it belongs to the program itself.
            let file = files.get(span.file.0 as usize).or(files.first());
            program.add(item, sources, file).map_err(|message| LoadError { message, line })?;
        }
        Ok(program)
    }

    fn add(&mut self, item: &Item, sources: &Sources, file: Option<&Arc<str>>) -> Result<(), String> {
        let mut terms = Terms::of_program(sources);
        terms.functions = self.functions.iter().map(|(name, arity, _)| (name.clone(), *arity)).collect();
        match item {
            Item::Belief(literal) => {
                let belief = terms.literal(literal);
                if belief.is_ground() {
                    self.beliefs.push(Belief::Fact(crate::mind::with_source(&belief)));
                } else {
                    // What holds for everything is a rule.
                    self.beliefs.push(Belief::Rule(Arc::new(rule(&belief, &Term::truth(true), terms)?)));
                }
            }
            Item::Rule(tree) => {
                let head = terms.literal(&tree.head);
                let body = terms.term(&tree.body);
                let rule = rule(&head, &body, terms)?;
                let rule = match (file, sources.line(item.span())) {
                    (Some(file), Some(line)) => rule.at(Arc::clone(file), line),
                    _ => rule,
                };
                self.beliefs.push(Belief::Rule(Arc::new(rule)));
            }
            Item::Goal(literal) => self.goals.push(crate::mind::with_source(&terms.literal(literal))),
            Item::Plan(tree) => {
                let term = terms.plan(tree);
                let names = terms.into_code().names();
                let mut plan = mind::plan(&term, &names, file)?;
                plan.add_origin();
                self.plans.push(Arc::new(plan));
            }
            Item::Directive(directive) => {
                return Err(format!("the directive {:?} was not executed", directive.name.functor));
            }
        }
        Ok(())
    }

    /// Gives a new agent all of it, and what every agent has behind its own; also the beliefs and goals given here, before
    /// those of the program. They are events. Agents of one program share its plans.
    pub fn begin(&self, mind: &mut Mind, beliefs: &[Term], goals: &[Term]) {
        mind.learn(self.prepared(&Labels::default(), mind.dialect()));
        self.load_beliefs(mind, beliefs, goals);
        if mind.settings.requeue {
            // Jason's plans for messages bring a belief along. That its event has no listener only shows where events come again: there
            // it takes its turn among the others.
            let rule = StructureBuilder::new(Atom::new("clear_source_self")).namespace(Atom::new("kqml"));
            let belief = rule.arguments([Term::list([]), Term::list([])]).build();
            mind.happened(Trigger::new(Change::Added, Subject::Belief, mind::with_source(&belief)));
        }
    }

    /// What its agents know how to do. The first time, plans without a label get one that no other agent has which has its labels from
    /// there; all agents of the program share it, which are of one dialect.
    pub(crate) fn prepared(&self, labels: &Labels, dialect: Dialect) -> &Skills {
        self.skills.get_or_init(|| {
            let mut model = Extensions::default().in_dialect(dialect).new_agent(Atom::NOTHING);
            model.plans = PlanLibrary::with_labels(labels);
            self.load_plans(&mut model);
            messages(dialect).load_plans(&mut model);
            model.skills()
        })
    }

    /// How many of its plans have no label of their own.
    pub(super) fn unlabelled(&self) -> usize {
        self.plans.iter().filter(|plan| plan.is_unnamed()).count()
    }

    /// Gives an agent all of it. Its initial beliefs and goals are events.
    pub fn load(&self, mind: &mut Mind) {
        self.load_plans(mind);
        self.load_beliefs(mind, &[], &[]);
    }

    fn load_plans(&self, mind: &mut Mind) {
        mind.functions.extend(self.functions.iter().cloned());
        for plan in &self.plans {
            let plan = if self.is_library {
                Arc::clone(plan)
            } else if plan.is_unnamed() {
                let mut plan = Plan::clone(plan);
                plan.name(&mind.plans.fresh_label());
                plan.add_origin();
                Arc::new(plan)
            } else {
                Arc::clone(plan)
            };
            if self.is_library {
                mind.plans.add(plan, false);
            } else {
                mind.add_plan(plan);
            }
        }
    }

    fn load_beliefs(&self, mind: &mut Mind, beliefs: &[Term], goals: &[Term]) {
        beliefs.iter().for_each(|belief| mind.believe(belief.clone()));
        // The last is added first: newer beliefs come before older ones.
        for belief in self.beliefs.iter().rev() {
            match belief {
                Belief::Fact(fact) => mind.believe(fact.clone()),
                Belief::Rule(rule) => mind.beliefs.add_rule_first(Arc::clone(rule)),
            }
        }
        goals.iter().chain(&self.goals).for_each(|goal| mind.pursue(goal.clone()));
    }
}

fn with_texts(files: &[Arc<str>], sources: &Sources) -> Vec<(Arc<str>, Arc<str>)> {
    files.iter().cloned().zip(sources.texts().map(Arc::from)).collect()
}

fn rule(head: &Term, body: &Term, terms: Terms<'_>) -> Result<Rule, String> {
    let head = crate::mind::with_source(head);
    let mut code = terms.into_code();
    code.formula(body).map_err(|NotAFormula| format!("{body} is no formula"))?;
    let rule = Rule::new(head, code.build()).map_err(|head| format!("{head} is no literal"))?;
    Ok(rule.with_body(body.clone()))
}
