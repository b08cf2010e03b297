//! Jason's project files (`.mas2j`), and those of JaCaMo (`.jcm`): which agents a system consists of, where their programs are and how they run.
//!
//! [`Project::parse`] reads a project into plain data with the places where everything stood. [`Project::check`] reports
//! what of it has no meaning here, [`SourcePath`] finds the agents' programs, [`format()`] formats a file.

mod check;
mod classes;
mod execution;
mod formatter;
mod instances;
mod jcm;
mod options;
mod parser;
mod printer;
mod problem;
mod sources;
mod tokens;
mod tree;

pub(crate) use check::HOSTS_MEAN_NOTHING;
pub use classes::{ClassKind, KNOWN_CLASSES, KnownClass, Standing, known_class, unknown_class};
pub use execution::{AgentExecution, Execution, Mode, Stages, Threads};
pub use formatter::format;
pub use instances::Instance;
pub use options::{Events, Focus, Options, Setting, SettingValue};
pub use problem::{Loss, Problem, Span, Spanned};
pub use sources::SourcePath;
pub use tree::{Agent, ClassUse, Directive, Parameter, Project};
