//! Project files: what they mean, what is reported for wrong ones, and that they come back as they were.

#[path = "../case_file/mod.rs"]
mod case_file;
mod execution;
#[path = "../folder/mod.rs"]
mod folder;
mod formatting;
mod instances;
mod parsing;
mod problems;
mod properties;
mod sources;

use agon_agentspeak::project::Project;

/// A project that must be one.
fn project(text: &str) -> Project {
    Project::parse(text, "test.mas2j")
        .unwrap_or_else(|problem| panic!("{}", problem.render(text, "test.mas2j".as_ref())))
}
