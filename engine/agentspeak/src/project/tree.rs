//! A project as data.

use std::path::{Path, PathBuf};

use super::execution::Execution;
use super::options::Options;
use super::problem::{Problem, Span, Spanned};

/// A system of agents, as a `.mas2j` file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The file it was read from.
    pub file: PathBuf,
    /// The system's name.
    pub name: Spanned<String>,
    /// What the agents run on: `Local` where the file names none.
    pub infrastructure: ClassUse,
    /// How they run, from the infrastructure's parameters.
    pub execution: Execution,
    /// The environment's class.
    pub environment: Option<ClassUse>,
    /// The class that lets the agents run cycle by cycle.
    pub execution_control: Option<ClassUse>,
    /// The agents, in the order of the file.
    pub agents: Vec<Agent>,
    /// Directives of the project's own.
    pub directives: Vec<Directive>,
    /// Where Java classes were looked for.
    pub classpath: Vec<Spanned<String>>,
    /// Where programs are looked for.
    pub asl_source_path: Vec<Spanned<String>>,
    /// Text after the project's end, which means nothing.
    pub rest: Option<Spanned<()>>,
}

/// An agent, or several of the same kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    /// The name, which agents of a number have with that number behind it.
    pub name: Spanned<String>,
    /// The file of its program, where the project names one.
    pub source: Option<Spanned<String>>,
    /// What stands in brackets.
    pub options: Options,
    /// Its architectures' classes, in the order of the file: the last is asked first.
    pub architectures: Vec<ClassUse>,
    /// The class of its reasoning.
    pub agent_class: Option<ClassUse>,
    /// The class of its belief base.
    pub belief_base: Option<ClassUse>,
    /// How many there are, where the project has a number.
    pub count: Option<Spanned<u32>>,
    /// The host it should run at.
    pub host: Option<Spanned<String>>,
}

/// A directive of the project's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// What programs call it.
    pub name: Spanned<String>,
    /// The class behind it.
    pub class: ClassUse,
}

/// A class by its dotted name, with what it is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassUse {
    /// The dotted name.
    pub name: Spanned<String>,
    /// The parameters.
    pub parameters: Vec<Spanned<Parameter>>,
    /// The host it should run at.
    pub host: Option<Spanned<String>>,
}

/// A parameter of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A word or a structure.
    Class(ClassUse),
    /// A number, as written.
    Number(String),
    /// A string, as written between its quotes.
    Text(String),
    /// A list.
    List(Vec<Spanned<Parameter>>),
}

impl Project {
    /// Reads a project from the `text` of `file`, which is one of JaCaMo's if it is called so (`.jcm`).
    ///
    /// # Errors
    /// The first thing that keeps the text from being a project.
    pub fn parse(text: &str, file: impl Into<PathBuf>) -> Result<Self, Problem> {
        let file = file.into();
        if is_jacamo(&file) { super::jcm::parse(text, file) } else { super::parser::parse(text, file) }
    }

    /// Is it one of JaCaMo's?
    pub fn is_jacamo(&self) -> bool {
        is_jacamo(&self.file)
    }

    /// The folder that the project is in.
    pub fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new(""))
    }

    /// The agent that is declared as `name`.
    pub fn agent(&self, name: &str) -> Option<&Agent> {
        self.agents.iter().find(|agent| agent.name.value == name)
    }
}

fn is_jacamo(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "jcm")
}

impl Agent {
    /// The file of its program: `NAME.asl` where the project names none.
    pub fn source_file(&self) -> String {
        self.source.as_ref().map_or_else(|| format!("{}.asl", self.name.value), |source| source.value.clone())
    }

    /// Where the project names the file of its program, or else the agent.
    pub fn source_span(&self) -> Span {
        self.source.as_ref().map_or(&self.name.span, |source| &source.span).clone()
    }
}

impl ClassUse {
    /// The class `name` without parameters.
    pub fn named(name: impl Into<String>, span: Span) -> Self {
        Self { name: Spanned::new(name.into(), span), parameters: Vec::new(), host: None }
    }

    /// The parameters as their class gets them: strings without their quotes, the rest as [`Parameter`] is displayed.
    pub fn texts(&self) -> Vec<String> {
        self.parameters.iter().map(|parameter| parameter.value.text()).collect()
    }
}

impl Parameter {
    /// The parameter as its class gets it.
    pub fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            other => other.to_string(),
        }
    }
}
