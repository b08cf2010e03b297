use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::reader::{Reader, shown};
use super::{Mode, Program};
use crate::compile::Terms;
use crate::environment::{Link, News, Stage};
use crate::extensions::Extensions;
use crate::failures::Texts;
use crate::mind::{Custom, Labels, Limits, Mind, Own, OwnLimits, Settings};
use crate::project::{self, ClassKind, ClassUse, Events, Focus, Instance, Loss, Options, Project, SourcePath, Threads};
use crate::syntax::diagnostic::Severity;
use crate::syntax::parser;
use crate::syntax::source::{self, Sources};
use crate::term::{Atom, Term};

/// What a system of agents begins with: who they are, and the programs that they execute, read and ready. Where they run is not
/// reported here.
#[derive(Default)]
pub struct Blueprint {
    roles: Vec<Role>,
    /// The agents by name, each with the number of its role.
    cast: Vec<(Atom, u32)>,
    /// Where the programs of agents come from that are made later.
    pub(super) reader: Option<Reader>,
    /// The project that it was read from.
    project: Option<Project>,
    /// Its text.
    text: String,
    extensions: Extensions,
    warnings: Vec<String>,
    /// Those of them that do not hold where agents are on several nodes.
    unplaced: Vec<String>,
    /// What the agents do without, as in Jason.
    faults: Vec<String>,
    /// Where plans without labels get theirs.
    labels: Labels,
    /// The texts of the programs.
    texts: Texts,
}

/// What all agents of a kind begin with.
struct Role {
    program: Arc<Program>,
    settings: Settings,
    beliefs: Vec<Term>,
    goals: Vec<Term>,
    /// Does it print nothing but warnings?
    quiet: bool,
    /// Functions of its own.
    custom: Option<Arc<dyn Custom>>,
}

/// Printed below an error of the project that costs no agent.
const WITHOUT: &str = "the agents run without that, as in Jason\n";

/// The names of agents that cannot run, by the reason.
#[derive(Default)]
struct LeftOut(Vec<(Vec<String>, String)>);

impl LeftOut {
    fn add(&mut self, name: &str, why: String) {
        match self.0.iter_mut().find(|(_, known)| *known == why) {
            Some((names, _)) => names.push(name.to_owned()),
            None => self.0.push((vec![name.to_owned()], why)),
        }
    }
}

impl Blueprint {
    /// Reads a project (`.mas2j`) with all its programs. As in Jason, agents that cannot run are left out: see [`faults`](Self::faults). `roots` maps `$name` at the start of a path, and
    /// `extensions` what there is that the language has not.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words for people; also an unregistered environment, and if no agent can run.
    pub fn of_project(file: &Path, roots: BTreeMap<String, PathBuf>, extensions: &Extensions) -> Result<Self, String> {
        let text = source::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        Self::of_text(&text, file, roots, extensions)
    }

    /// The same of a project's text. It need not be in `file`, but its programs are looked for as if it were.
    ///
    /// # Errors
    ///
    /// As [`of_project`](Self::of_project).
    pub fn of_text(
        text: &str,
        file: &Path,
        roots: BTreeMap<String, PathBuf>,
        extensions: &Extensions,
    ) -> Result<Self, String> {
        let mut project = Project::parse(text, file).map_err(|problem| problem.render(text, file))?;
        let extensions = &extensions.clone().in_project(&project);
        let path = SourcePath::new(&project, roots.clone());
        let mut problems = project.check(|kind, name| extensions.offers(kind, name));
        problems.extend_from_slice(path.problems());
        let rendered = |which: &dyn Fn(&project::Problem) -> bool| -> Vec<String> {
            problems.iter().filter(|problem| which(problem)).map(|problem| problem.render(text, file)).collect()
        };
        let costs = |problem: &project::Problem, loss| problem.severity == Severity::Error && problem.loss == loss;
        let errors = rendered(&|problem| costs(problem, Loss::Project));
        if !errors.is_empty() {
            return Err(errors.join("\n"));
        }
        let mut blueprint = Self {
            text: text.to_owned(),
            extensions: extensions.clone(),
            warnings: rendered(&|problem| problem.severity != Severity::Error),
            unplaced: rendered(&|problem| problem.message == project::HOSTS_MEAN_NOTHING),
            faults: rendered(&|problem| costs(problem, Loss::Part)).into_iter().map(|it| it + WITHOUT).collect(),
            ..Self::default()
        };
        let mut reader = Reader::new(path, roots, extensions.clone());
        blueprint.labels = reader.labels.clone();
        blueprint.texts = reader.texts.clone();
        let mut programs = HashSet::new();
        let mut left_out = LeftOut::default();
        for (index, agent) in std::mem::take(&mut project.agents).into_iter().enumerate() {
            let mut errors = rendered(&|problem| costs(problem, Loss::Agent(index)));
            errors.extend(reader.missing(&agent).map(|problem| problem.render(text, file)));
            let program = if errors.is_empty() { reader.named(&agent.source_file()) } else { Err(errors.join("\n")) };
            let made = program.and_then(|program| Ok((program, custom(&agent, extensions, &reader)?)));
            let (program, custom) = match made {
                Ok(made) => made,
                Err(why) => {
                    left_out.add(&agent.name.value, why);
                    continue;
                }
            };
            // Jason numbers the plans of each agent. Here agents of a program share them, so the others' numbers are left out.
            let is_first = programs.insert(Arc::as_ptr(&program));
            if is_first {
                blueprint.warnings.extend(program.warnings.iter().cloned());
                blueprint.faults.extend(program.faults.iter().cloned());
            }
            let others = (agent.number() as usize).saturating_sub(usize::from(is_first));
            reader.labels.skip(program.unlabelled() * others);
            let [beliefs, goals] = [("beliefs", agent.options.beliefs()), ("goals", agent.options.goals())]
                .map(|(what, given)| blueprint.given(&agent.name.value, what, given));
            let quiet = agent.options.verbose() == Some(0);
            blueprint.roles.push(Role { program, settings: settings(&agent.options), beliefs, goals, quiet, custom });
            project.agents.push(agent);
        }
        let others = if project.agents.is_empty() { "and no agent is left" } else { "the others run" };
        blueprint.faults.extend(left_out.0.iter().map(|(names, why)| {
            let (who, are) = if names.len() == 1 { ("agent", "is") } else { ("agents", "are") };
            format!("the {who} {} {are} left out, {others}:\n{}\n", names.join(", "), why.trim_end())
        }));
        if project.agents.is_empty() && !left_out.0.is_empty() {
            return Err(blueprint.faults.join("\n"));
        }
        for Instance { name, agent } in project.instances() {
            let role = project.agents.iter().position(|known| std::ptr::eq(known, agent)).unwrap_or_default();
            blueprint.cast.push((Atom::new(&name), u32::try_from(role).unwrap_or(u32::MAX)));
        }
        blueprint.reader = Some(reader);
        blueprint.project = Some(project);
        Ok(blueprint)
    }

    /// What the project gives an agent; nothing, if that is no list of literals.
    fn given(&mut self, agent: &str, what: &str, text: Option<String>) -> Vec<Term> {
        text.map_or(Ok(Vec::new()), |text| literals(&text)).unwrap_or_else(|wrong| {
            let wrong = wrong.trim_end();
            self.faults.push(format!("the agent {agent} has no {what} from the project, as in Jason:\n{wrong}\n"));
            Vec::new()
        })
    }

    /// One agent, which is called as the file of its program (`.asl`) is. Programs of agents that it makes lie next to that.
    ///
    /// # Errors
    ///
    /// What is wrong with the program, in words for people.
    pub fn of_agent(file: &Path, roots: BTreeMap<String, PathBuf>, extensions: &Extensions) -> Result<Self, String> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let mut reader = Reader::new(SourcePath::of_folder(folder, roots.clone()), roots, extensions.clone());
        let program = reader.program(file)?;
        let (warnings, faults) = (program.warnings.clone(), program.faults.clone());
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let (labels, texts) = (reader.labels.clone(), reader.texts.clone());
        let mut blueprint = Self {
            reader: Some(reader),
            extensions: extensions.clone(),
            labels,
            texts,
            warnings,
            faults,
            ..Self::default()
        };
        blueprint.add([&*name], program);
        Ok(blueprint)
    }

    /// Adds agents of these names, which must differ from all others, that execute a program.
    pub fn add<'a>(&mut self, names: impl IntoIterator<Item = &'a str>, program: Arc<Program>) {
        program.prepared(&self.labels, self.extensions.dialect());
        program.lend_texts(&self.texts);
        let number = u32::try_from(self.roles.len()).unwrap_or(u32::MAX);
        self.roles.push(Role {
            program,
            settings: Settings::default(),
            beliefs: Vec::new(),
            goals: Vec::new(),
            quiet: false,
            custom: None,
        });
        self.cast.extend(names.into_iter().map(|name| (Atom::new(name), number)));
    }

    /// The nodes that the project names, each once, in its order.
    pub fn hosts(&self) -> Vec<String> {
        let project = self.project.iter();
        let of_agents = project.clone().flat_map(|project| &project.agents).filter_map(|agent| agent.host.as_ref());
        let of_environment = project.filter_map(|project| project.environment.as_ref()?.host.as_ref());
        let mut hosts = Vec::new();
        for host in of_agents.chain(of_environment) {
            if !hosts.contains(&host.value) {
                hosts.push(host.value.clone());
            }
        }
        hosts
    }

    /// Leaves out the agents that are on other nodes: `stays` returns whether one does, by its name and the node that the project names.
    pub fn place(&mut self, mut stays: impl FnMut(Atom, Option<&str>) -> bool) {
        let Self { cast, project, warnings, unplaced, .. } = self;
        let host = |role: u32| project.as_ref()?.agents.get(role as usize)?.host.as_ref();
        cast.retain(|(name, role)| stays(*name, host(*role).map(|host| host.value.as_str())));
        warnings.retain(|warning| !unplaced.contains(warning));
    }

    /// Its environment is on another node.
    pub fn leave_environment(&mut self) {
        if let Some(project) = &mut self.project {
            project.environment = None;
        }
    }

    /// Forgets its warnings and faults: another node has reported them.
    pub fn silence(&mut self) {
        self.warnings.clear();
        self.faults.clear();
    }

    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.cast.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.cast.is_empty()
    }

    /// The project that it was read from, if it was.
    pub fn project(&self) -> Option<&Project> {
        self.project.as_ref()
    }

    /// In which mode the project has its agents run, if it names one.
    pub fn mode(&self) -> Option<Mode> {
        let project = self.project.as_ref()?;
        if project.execution_control.is_some() {
            // All end a cycle before any begins the next.
            return Some(Mode::Synchronous);
        }
        project.infrastructure.parameters.first()?;
        Some(match project.execution.mode {
            project::Mode::Threaded => Mode::Thread,
            project::Mode::Pool | project::Mode::Asynch | project::Mode::AsynchShared => Mode::Pool,
            project::Mode::SynchScheduled => Mode::Synchronous,
        })
    }

    /// By how many threads the project has its agents run, if it gives a number. In mode `synchronous` that would only make a difference
    /// to what happens, and is left to the user.
    pub fn threads(&self) -> Option<NonZeroUsize> {
        let project = self.project.as_ref()?;
        if self.mode() != Some(Mode::Pool) || project.infrastructure.parameters.len() < 2 {
            return None;
        }
        let number = match project.execution.threads {
            Threads::OnePerAgent => return None,
            Threads::Shared(number) => number,
            Threads::PerStage(stages) => stages.sense.max(stages.deliberate).max(stages.act),
        };
        NonZeroUsize::new(usize::try_from(number).ok()?)
    }

    /// What of the project means something else here than in Jason, or nothing.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// What the agents do without, as in Jason, because it is missing or has errors: agents whose programs are not understood, included
    /// files, directives, what the project gives an agent.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// The texts of the programs, for messages.
    pub(super) fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The agents' names, in order.
    pub fn names(&self) -> impl Iterator<Item = Atom> {
        self.cast.iter().map(|(name, _)| *name)
    }

    /// What its agents have that the language has not.
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    /// The environment that its agents are in, if they are in one. `listen` is notified of what happens there.
    ///
    /// # Errors
    ///
    /// Why it cannot be made, in words for people.
    pub(super) fn stage(&self, listen: impl Fn(News) + Send + Sync + 'static) -> Result<Option<Stage>, String> {
        let Some(project) = &self.project else { return Ok(None) };
        let listener = Arc::new(listen);
        self.extensions.connect(Link::new(Arc::clone(&listener) as _));
        let stage =
            Stage::of_project(project, |class| self.extensions.environment_of(class), move |news| listener(news));
        stage.map_err(|problem| problem.render(&self.text, &project.file))
    }

    /// Has the agent of this number classes of its own?
    pub(super) fn has_classes(&self, number: usize) -> bool {
        self.roles[self.cast[number].1 as usize].custom.is_some()
    }

    /// The state that the agent of this number begins with.
    pub(super) fn new_agent(&self, number: usize) -> Mind {
        let (name, role) = self.cast[number];
        let role = &self.roles[role as usize];
        let mut mind = self.extensions.new_agent(name);
        mind.settings = role.settings;
        mind.quiet = role.quiet;
        role.program.begin(&mut mind, &role.beliefs, &role.goals);
        mind.own = role.custom.as_ref().map(|custom| Box::new(Own::new(Arc::clone(custom))));
        mind
    }
}

/// What Java's classes do in an agent, if it has some.
fn custom(agent: &project::Agent, extensions: &Extensions, reader: &Reader) -> Result<Option<Arc<dyn Custom>>, String> {
    let agent_class = agent.agent_class.iter().map(|class| (ClassKind::Agent, class));
    let architectures = agent.architectures.iter().map(|class| (ClassKind::Architecture, class));
    let belief_base = agent.belief_base.iter().map(|class| (ClassKind::BeliefBase, class));
    let is_java = |kind: ClassKind, class: &ClassUse| {
        // With parameters it determines which beliefs take the place of others, which is more than an index.
        let is_keyed = class.name.value == "jason.bb.IndexedBB" && !class.parameters.is_empty();
        extensions.offers(kind, &class.name.value) || is_keyed && extensions.classes().is_some()
    };
    let classes: Vec<(ClassKind, &str)> = agent_class
        .chain(architectures)
        .chain(belief_base)
        .filter(|(kind, class)| is_java(*kind, class))
        .map(|(kind, class)| (kind, class.name.value.as_str()))
        .collect();
    if classes.is_empty() {
        return Ok(None);
    }
    let file = reader.find(&agent.source_file())?;
    extensions.custom(&classes, &file.to_string_lossy()).map(Some)
}

fn settings(options: &Options) -> Settings {
    let limits = OwnLimits { steps: options.query_limit(), memory: options.memory_limit().map(Limits::megabytes) };
    Settings {
        same_focus: options.internal_beliefs() == Focus::Same,
        requeue: options.events() == Events::Requeue,
        last_call: options.tail_calls(),
        perceives_every: options.cycles_before_perception(),
        limits: Limits::default().with(limits),
        ..Settings::default()
    }
}

/// The literals that an option lists.
fn literals(text: &str) -> Result<Vec<Term>, String> {
    let mut sources = Sources::new();
    let file = sources.add("option", format!("[{text}]"));
    let tree = parser::term(&sources, file).map_err(|errors| shown(&errors, &sources))?;
    match Terms::default().term(&tree) {
        Term::List(list) => Ok(list.items().cloned().collect()),
        _ => Ok(Vec::new()),
    }
}
