//! What of a project has no meaning here.

use super::classes::{ClassKind, Standing, known_class, unknown_class};
use super::execution::{Mode, is_local};
use super::problem::{Loss, Problem};
use super::tree::{Agent, ClassUse, Project};

/// Printed where a project names a host; where there are several nodes it is not so.
pub const HOSTS_MEAN_NOTHING: &str = "hosts mean nothing: everything runs in this process";

impl Project {
    /// What of the project cannot be run, or runs otherwise than in Jason. `registered` knows the classes that were
    /// written in Rust, by their dotted names.
    pub fn check(&self, registered: impl Fn(ClassKind, &str) -> bool) -> Vec<Problem> {
        let mut check = Check { registered, problems: Vec::new() };
        check.infrastructure(&self.infrastructure);
        for (kind, class) in
            [(ClassKind::Environment, &self.environment), (ClassKind::ExecutionControl, &self.execution_control)]
        {
            if let Some(class) = class {
                check.class(kind, class, Loss::Project);
            }
        }
        for (index, agent) in self.agents.iter().enumerate() {
            check.agent(index, agent);
            if self.agents[..index]
                .iter()
                .any(|earlier| earlier.name == agent.name && earlier.number() == agent.number())
            {
                let name = &agent.name.value;
                let message = format!("another agent is called {name}, too");
                check.problems.push(
                    Problem::warning(message, agent.name.span.clone())
                        .with_help("its name gets '_1' behind it, or the next number that is free"),
                );
            }
        }
        for directive in &self.directives {
            check.class(ClassKind::Directive, &directive.class, Loss::Part);
        }
        let is_java = |class: &ClassUse| {
            let (kind, name) = (ClassKind::Environment, &*class.name.value);
            known_class(kind, name).is_none() && (check.registered)(kind, name)
        };
        if let Some(path) = self.classpath.first()
            && !self.environment.as_ref().is_some_and(is_java)
        {
            check.problems.push(Problem::warning("the classpath means nothing: no Java is loaded", path.span.clone()));
        }
        if let Some(rest) = &self.rest {
            check.problems.push(Problem::warning("what follows the project's end means nothing", rest.span.clone()));
        }
        check.problems
    }
}

struct Check<F> {
    registered: F,
    problems: Vec<Problem>,
}

impl<F: Fn(ClassKind, &str) -> bool> Check<F> {
    fn infrastructure(&mut self, infrastructure: &ClassUse) {
        let name = &infrastructure.name;
        if is_local(&name.value) {
            if let Some(mode) = infrastructure.parameters.first()
                && Mode::named(&mode.value.to_string()).is_none()
            {
                self.unknown_mode(&mode.value.to_string(), &mode.span);
            }
        } else if name.value == "Jade" {
            let message = "JADE's platform is not offered: the agents run in this process, as with Local";
            self.problems.push(Problem::warning(message, name.span.clone()));
        } else {
            let problem = Problem::error(format!("the infrastructure {} is not known", name.value), name.span.clone());
            let help = "the agents run in this process, as with Local: write that, or leave the infrastructure out";
            self.problems.push(problem.with_help(help).with_loss(Loss::Part));
        }
    }

    /// As in Jason, an agent whose architecture is missing runs without that; one whose other classes are missing does not.
    fn agent(&mut self, index: usize, agent: &Agent) {
        for class in &agent.architectures {
            self.class(ClassKind::Architecture, class, Loss::Part);
        }
        if let Some(class) = &agent.agent_class {
            self.class(ClassKind::Agent, class, Loss::Agent(index));
        }
        if let Some(class) = &agent.belief_base {
            self.class(ClassKind::BeliefBase, class, Loss::Agent(index));
        }
        if let Some(host) = &agent.host {
            self.host(&host.span);
        }
        if let Some(setting) = agent.options.setting("rc") {
            let mode = setting.value.value.to_string();
            if Mode::named(&mode).is_none() {
                self.unknown_mode(&mode, &setting.value.span);
            }
        }
    }

    /// `loss` is what does not run without the class.
    fn class(&mut self, kind: ClassKind, class: &ClassUse, loss: Loss) {
        let (name, span) = (class.name.value.as_str(), class.name.span.clone());
        match known_class(kind, name) {
            _ if (self.registered)(kind, name) => {}
            None => self.problems.push(unknown_class(kind, name, span).with_loss(loss)),
            Some(known) => match known.standing {
                Standing::Offered => {}
                Standing::Ignored => {
                    let message = format!("{} {name} means nothing here", kind.what());
                    self.problems.push(Problem::warning(message, span).with_help(known.meaning));
                }
                Standing::Refused => {
                    let message = format!("{} {name} is not offered", kind.what());
                    self.problems.push(Problem::error(message, span).with_help(known.meaning).with_loss(loss));
                }
            },
        }
        if let Some(host) = &class.host {
            self.host(&host.span);
        }
    }

    fn host(&mut self, span: &super::Span) {
        self.problems.push(Problem::warning(HOSTS_MEAN_NOTHING, span.clone()));
    }

    fn unknown_mode(&mut self, mode: &str, span: &super::Span) {
        let names: Vec<&str> = Mode::NAMES.iter().map(|&(name, _)| name).collect();
        self.problems.push(
            Problem::warning(format!("{mode} is no mode: the agents run threaded"), span.clone())
                .with_help(format!("the modes are {}", names.join(", "))),
        );
    }
}
