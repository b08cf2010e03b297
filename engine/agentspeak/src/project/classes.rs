//! Java's classes that a project may name: those of Jason that mean something here, and what to do about the rest.

use super::problem::{Problem, Span};

/// What a class is named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// An environment.
    Environment,
    /// An execution control.
    ExecutionControl,
    /// An agent's architecture (`agentArchClass`).
    Architecture,
    /// An agent's reasoning (`agentClass`).
    Agent,
    /// An agent's belief base (`beliefBaseClass`).
    BeliefBase,
    /// A directive.
    Directive,
    /// An internal action, by its dotted name in a program.
    InternalAction,
}

/// What becomes of one of Jason's classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is offered.
    Offered,
    /// Its agents run as without it.
    Ignored,
    /// It is not offered.
    Refused,
}

/// A class that Jason brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownClass {
    /// What it is named for.
    pub kind: ClassKind,
    /// Its dotted name.
    pub name: &'static str,
    /// What becomes of it.
    pub standing: Standing,
    /// What it means here, or what to do instead.
    pub meaning: &'static str,
}

const fn known(kind: ClassKind, name: &'static str, standing: Standing, meaning: &'static str) -> KnownClass {
    KnownClass { kind, name, standing, meaning }
}

/// Jason's own classes.
pub const KNOWN_CLASSES: &[KnownClass] = {
    use ClassKind::{Agent, Architecture, BeliefBase, Directive, Environment, ExecutionControl};
    use Standing::{Ignored, Offered, Refused};
    const INSPECT: &str = "`--inspect` shows the agents without it";
    const PATTERN: &str = "the directive of Jason's own";
    &[
        known(Environment, "jason.environment.Environment", Offered, "no percepts; every action fails"),
        known(
            Environment,
            "jason.environment.TimeSteppedEnvironment",
            Offered,
            "actions are done in steps, which end when all agents have acted or after the parameter's milliseconds",
        ),
        known(
            Environment,
            "jason.environment.SteppedEnvironment",
            Offered,
            "the former name of jason.environment.TimeSteppedEnvironment",
        ),
        known(
            ExecutionControl,
            "jason.control.ExecutionControl",
            Offered,
            "all agents finish a reasoning cycle before any starts the next",
        ),
        known(
            ExecutionControl,
            "jason.control.ExecutionControlGUI",
            Ignored,
            "there is no window that lets them go step by step; jason.control.ExecutionControl keeps them in step",
        ),
        known(Architecture, "jason.architecture.AgArch", Offered, "the architecture of every agent"),
        known(Architecture, "jason.infra.local.LocalAgArch", Offered, "the architecture of every agent"),
        known(Architecture, "jason.infra.centralised.CentralisedAgArch", Offered, "the architecture of every agent"),
        known(Architecture, "jason.architecture.MindInspectorAgArch", Ignored, INSPECT),
        known(Architecture, "jason.infra.jade.JadeAgArch", Refused, "agents of JADE's platform do not run here"),
        known(Agent, "jason.asSemantics.Agent", Offered, "the reasoning of every agent"),
        known(BeliefBase, "jason.bb.DefaultBeliefBase", Offered, "the belief base of every agent"),
        known(
            BeliefBase,
            "jason.bb.IndexedBB",
            Offered,
            "the belief base of every agent: it has indexes where they are of use",
        ),
        known(
            BeliefBase,
            "jason.bb.TextPersistentBB",
            Refused,
            "beliefs are not kept from one run to the next: .save_agent writes them, and a program includes the file",
        ),
        known(BeliefBase, "jason.bb.ChainBB", Refused, "an agent has one belief base"),
        known(
            BeliefBase,
            "jason.bb.JDBCPersistentBB",
            Refused,
            "beliefs in databases are not offered; .save_agent writes them to a file",
        ),
        known(
            BeliefBase,
            "jason.bb.AgentJDBCPersistentBB",
            Refused,
            "beliefs in databases are not offered; .save_agent writes them to a file",
        ),
        known(Directive, "jason.asSyntax.directives.Include", Offered, PATTERN),
        known(Directive, "jason.asSyntax.directives.NameSpace", Offered, PATTERN),
        known(Directive, "jason.asSyntax.directives.FunctionRegister", Offered, PATTERN),
        known(Directive, "jason.asSyntax.patterns.goal.DG", Offered, PATTERN),
        known(Directive, "jason.asSyntax.patterns.goal.BDG", Offered, PATTERN),
        known(Directive, "jason.asSyntax.patterns.goal.EBDG", Offered, PATTERN),
        known(Directive, "jason.asSyntax.patterns.goal.BC", Offered, PATTERN),
        known(Directive, "jason.asSyntax.patterns.goal.SMC", Offered, PATTERN),
        known(Directive, "jason.asSyntax.patterns.goal.RC", Offered, PATTERN),
        known(Directive, "jason.asSyntax.patterns.goal.OMC", Offered, PATTERN),
        known(Directive, "jason.asSyntax.patterns.goal.MG", Offered, PATTERN),
        known(Directive, "jason.asSyntax.patterns.goal.SGA", Offered, PATTERN),
    ]
};

/// One of Jason's own classes.
pub fn known_class(kind: ClassKind, name: &str) -> Option<&'static KnownClass> {
    KNOWN_CLASSES.iter().find(|known| known.kind == kind && known.name == name)
}

/// The message about an unregistered class.
pub fn unknown_class(kind: ClassKind, name: &str, span: Span) -> Problem {
    Problem::error(kind.unknown(name), span).with_help(kind.remedy(name))
}

impl ClassKind {
    /// What is wrong where nothing of this kind is registered under the name.
    pub fn unknown(self, name: &str) -> String {
        format!("{} {name} is not known", self.what())
    }

    /// What to do about that.
    pub fn remedy(self, name: &str) -> String {
        let file = name.replace('.', "/");
        let missing = format!(
            "there is neither {file}.java nor {file}.class where the project's Java classes are (`--class-path` names \
             other places)"
        );
        let whence = match self {
            Self::InternalAction => " of the program",
            Self::Environment => "",
            Self::Architecture | Self::Agent | Self::BeliefBase => {
                return format!("{missing}, and there is nothing to take its place: leave it out");
            }
            Self::ExecutionControl | Self::Directive => {
                return "Java classes of this kind are not loaded: leave it out".to_owned();
            }
        };
        format!(
            "{missing}: write {file}.java there, or write it in Rust and register it as \"{name}\", or leave it out{whence}; `agon new actions NAME` begins such a program, and the engine's guide explains the rest"
        )
    }

    /// What a class of this kind is called in a message.
    pub fn what(self) -> &'static str {
        match self {
            Self::Environment => "the environment",
            Self::ExecutionControl => "the execution control",
            Self::Architecture => "the agent architecture",
            Self::Agent => "the agent class",
            Self::BeliefBase => "the belief base",
            Self::Directive => "the directive's class",
            Self::InternalAction => "the internal action",
        }
    }
}
