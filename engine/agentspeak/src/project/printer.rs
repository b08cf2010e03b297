//! From [`Project`] back to text, laid out as Jason prints a project.

use std::fmt;

use super::options::{Setting, SettingValue};
use super::problem::Spanned;
use super::tree::{Agent, ClassUse, Parameter, Project};

impl fmt::Display for Project {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "MAS {} {{", self.name.value)?;
        writeln!(f, "   infrastructure: {}\n", self.infrastructure)?;
        if let Some(environment) = &self.environment {
            writeln!(f, "   environment: {environment}\n")?;
        }
        if let Some(control) = &self.execution_control {
            writeln!(f, "   executionControl: {control}\n")?;
        }
        if !self.agents.is_empty() {
            writeln!(f, "   agents:")?;
            for agent in &self.agents {
                writeln!(f, "       {agent}")?;
            }
            writeln!(f)?;
        }
        if !self.directives.is_empty() {
            write!(f, "   directives:")?;
            for directive in &self.directives {
                write!(f, " {}={};", directive.name.value, directive.class)?;
            }
            writeln!(f)?;
        }
        paths(f, "classpath", &self.classpath)?;
        paths(f, "aslSourcePath", &self.asl_source_path)?;
        writeln!(f, "}}")
    }
}

fn paths(f: &mut fmt::Formatter<'_>, section: &str, paths: &[Spanned<String>]) -> fmt::Result {
    if paths.is_empty() {
        return Ok(());
    }
    write!(f, "   {section}:")?;
    for path in paths {
        write!(f, " \"{}\";", path.value)?;
    }
    writeln!(f)
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.value)?;
        if let Some(source) = &self.source {
            write!(f, " {}", source.value)?;
        }
        if let Some((first, others)) = self.options.settings().split_first() {
            write!(f, " [{first}")?;
            for setting in others {
                write!(f, ", {setting}")?;
            }
            f.write_str("]")?;
        }
        for class in &self.architectures {
            write!(f, " agentArchClass {class}")?;
        }
        if let Some(class) = &self.agent_class {
            write!(f, " agentClass {class}")?;
        }
        if let Some(class) = &self.belief_base {
            write!(f, " beliefBaseClass {class}")?;
        }
        if let Some(count) = &self.count {
            write!(f, " #{}", count.value)?;
        }
        if let Some(host) = &self.host {
            write!(f, " at \"{}\"", host.value)?;
        }
        f.write_str(";")
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.key.value, self.value.value)
    }
}

impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(text) | Self::Number(text) => f.write_str(text),
            Self::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

impl fmt::Display for ClassUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.value)?;
        if !self.parameters.is_empty() {
            f.write_str("(")?;
            separated(f, &self.parameters, ",")?;
            f.write_str(")")?;
        }
        match &self.host {
            Some(host) => write!(f, " at \"{}\"", host.value),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Class(class) => class.fmt(f),
            Self::Number(digits) => f.write_str(digits),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::List(elements) => {
                f.write_str("[")?;
                separated(f, elements, ", ")?;
                f.write_str("]")
            }
        }
    }
}

fn separated(f: &mut fmt::Formatter<'_>, parameters: &[Spanned<Parameter>], separator: &str) -> fmt::Result {
    for (index, parameter) in parameters.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        write!(f, "{}", parameter.value)?;
    }
    Ok(())
}
