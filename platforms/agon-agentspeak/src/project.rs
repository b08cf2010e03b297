//! A workload's project, made from its `.mas2j` template: platforms/agentspeak/README.md describes the placeholders.

use std::fs;
use std::path::{Path, PathBuf};

use agon_platform::Failure;

use crate::task::Task;

/// A project, but for what runs the agents.
pub struct Template {
    file: PathBuf,
    text: String,
}

impl Template {
    /// A task's template, with as many agents as the task's parameters give.
    pub fn of(task: &Task) -> Result<Self, Failure> {
        let programs = task.programs.canonicalize();
        let programs =
            programs.map_err(|error| Failure::usage(format!("programs={}: {error}", task.programs.display())))?;
        let folder = programs.join(task.workload);
        let file = folder.join(format!("{}.mas2j", task.workload));
        let text = fs::read_to_string(&file).map_err(|error| Failure::work(format!("{}: {error}", file.display())))?;
        let text = numbered(&text, &task.numbers)?
            .replace("{programs}", &folder.display().to_string())
            .replace("{asl}", &programs.display().to_string());
        Ok(Self { file, text })
    }

    /// The project's text.
    pub fn project(&self, infrastructure: &str) -> String {
        self.text.replace("{infrastructure}", infrastructure)
    }

    /// Where the project is, seen from its programs.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

/// `w worker.asl #{workers};` for as many agents as the parameter gives, numbered from 1.
fn numbered(template: &str, numbers: &[(&str, u64)]) -> Result<String, Failure> {
    let mut text = String::with_capacity(template.len());
    for line in template.lines() {
        match line.split_once("#{").and_then(|(agents, rest)| Some((agents, rest.split_once('}')?))) {
            None => text.push_str(line),
            Some((agents, (key, rest))) => {
                let count = numbers.iter().find(|(known, _)| *known == key).map(|(_, count)| *count);
                let count = count.ok_or_else(|| Failure::work(format!("there is no parameter '{key}'")))?;
                let agents = agents.trim();
                match agents.split_once(' ') {
                    // '#1' would leave the name without its number.
                    Some((name, program)) if count == 1 => text.push_str(&format!("{name}1 {program}{rest}")),
                    _ => text.push_str(&format!("{agents} #{count}{rest}")),
                }
            }
        }
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::tests::task;

    #[test]
    fn as_many_agents_as_the_parameter_gives() {
        let text = |count| numbered("  w worker.asl #{workers};\n", &[("workers", count)]).unwrap();
        assert_eq!(text(3), "w worker.asl #3;\n");
        assert_eq!(text(1), "w1 worker.asl;\n");
        assert!(numbered("w worker.asl #{cells};", &[("workers", 3)]).is_err());
    }

    #[test]
    fn a_template_is_filled_in() {
        let template = Template::of(&task("token-ring", &[("workers", 3)])).unwrap();
        let text = template.project("Local(pool,2)");
        assert!(text.contains("infrastructure: Local(pool,2)") && text.contains("#3;"), "{text}");
        assert!(!["#{", "{programs}", "{asl}", "{infrastructure}"].iter().any(|left| text.contains(left)), "{text}");
        assert!(template.file().is_file());
    }
}
