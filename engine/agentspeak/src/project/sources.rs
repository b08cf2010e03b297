//! Where the programs of a project's agents are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::problem::Problem;
use super::tree::{Agent, Project};

/// The folders in which programs are looked for: the project's own, then those of `aslSourcePath`.
#[derive(Clone, Debug)]
pub struct SourcePath {
    folder: PathBuf,
    paths: Vec<PathBuf>,
    /// The same as they are seen from the working directory, where Jason looks, too.
    from_here: Vec<PathBuf>,
    roots: BTreeMap<String, PathBuf>,
    unusable: Vec<Problem>,
}

/// Prefixes of places that Java reads from and that are no folders.
const JAVA_PLACES: [&str; 4] = ["jar:", "http:", "https:", "ClassResource:"];

impl SourcePath {
    /// One folder alone, with what stands for `$name` at the start of a path.
    pub fn of_folder(folder: impl Into<PathBuf>, roots: BTreeMap<String, PathBuf>) -> Self {
        Self { folder: folder.into(), paths: Vec::new(), from_here: vec![PathBuf::new()], roots, unusable: Vec::new() }
    }

    /// The folders of `project`. `roots` maps `$name` at the start of a path, such as `$jasonJar`.
    pub fn new(project: &Project, roots: BTreeMap<String, PathBuf>) -> Self {
        let mut path = Self::of_folder(project.folder(), roots);
        for entry in &project.asl_source_path {
            match path.located(&entry.value) {
                Ok(place) => {
                    if !path.paths.contains(&place) {
                        path.paths.push(place);
                        path.from_here.push(plain(&entry.value).into());
                    }
                }
                Err((message, help)) => {
                    path.unusable.push(Problem::warning(message, entry.span.clone()).with_help(help));
                }
            }
        }
        path
    }

    /// The project's own folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is wrong with the project's `aslSourcePath`.
    pub fn problems(&self) -> &[Problem] {
        &self.unusable
    }

    /// The places where the program `source` is looked for, in order.
    pub fn places(&self, source: &str) -> Vec<PathBuf> {
        let Ok(first) = self.located(source) else { return Vec::new() };
        let relative = plain(source);
        let mut places = vec![first];
        if !Path::new(&relative).is_absolute() && !relative.starts_with('$') {
            for path in &self.paths {
                let place = path.join(&relative);
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        places
    }

    /// The program `source`, or where it was looked for in vain. Where it is in none of the project's folders it may be in one that the
    /// project names as it is seen from the working directory.
    ///
    /// # Errors
    /// The places where it is not.
    pub fn find(&self, source: &str) -> Result<PathBuf, Vec<PathBuf>> {
        first_file(self.places(source)).or_else(|places| {
            let relative = plain(source);
            if Path::new(&relative).is_absolute() || relative.starts_with('$') {
                return Err(places);
            }
            first_file(self.from_here.iter().map(|folder| folder.join(&relative)).collect()).map_err(|_| places)
        })
    }

    /// The program `source` that `includer` includes: besides the project's folders it may be next to it.
    ///
    /// # Errors
    /// The places where it is not.
    pub fn find_included(&self, source: &str, includer: &Path) -> Result<PathBuf, Vec<PathBuf>> {
        let mut places = self.places(source);
        let relative = plain(source);
        if let Some(folder) = includer.parent()
            && !relative.starts_with('$')
        {
            let sibling = folder.join(relative);
            if !places.contains(&sibling) {
                places.push(sibling);
            }
        }
        first_file(places)
    }

    /// The program of each of the project's agents, in their order.
    ///
    /// # Errors
    /// Each file that is missing, once.
    pub fn programs(&self, project: &Project) -> Result<Vec<PathBuf>, Vec<Problem>> {
        let mut programs = Vec::with_capacity(project.agents.len());
        let mut missing: BTreeMap<String, Problem> = BTreeMap::new();
        let mut order = Vec::new();
        for agent in &project.agents {
            let source = agent.source_file();
            match self.find(&source) {
                Ok(program) => programs.push(program),
                Err(places) if !missing.contains_key(&source) => {
                    missing.insert(source.clone(), lacking(agent, &source, &places));
                    order.push(source);
                }
                Err(_) => {}
            }
        }
        if missing.is_empty() {
            return Ok(programs);
        }
        Err(order.iter().filter_map(|source| missing.remove(source)).collect())
    }

    /// What is wrong if the program of an agent is not there.
    pub fn missing(&self, agent: &Agent) -> Option<Problem> {
        let source = agent.source_file();
        self.find(&source).err().map(|places| lacking(agent, &source, &places))
    }

    /// Where `path` is, seen from the project's folder.
    fn located(&self, path: &str) -> Result<PathBuf, (String, String)> {
        let path = plain(path);
        if let Some(rooted) = path.strip_prefix('$') {
            let (name, rest) = rooted.split_once('/').unwrap_or((rooted, ""));
            return match self.roots.get(name) {
                Some(root) => Ok(root.join(rest)),
                None => Err((format!("no folder is known for ${name}"), format!("name it: --root {name}=FOLDER"))),
            };
        }
        if JAVA_PLACES.iter().any(|prefix| path.starts_with(prefix)) {
            return Err((format!("no programs are looked for in {path}"), "name a folder instead".into()));
        }
        Ok(self.folder.join(path))
    }
}

fn lacking(agent: &Agent, source: &str, places: &[PathBuf]) -> Problem {
    let message = format!("the program {source} of the agent {} is missing", agent.name.value);
    let looked: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    Problem::error(message, agent.source_span()).with_help(format!("looked for {}", looked.join(", ")))
}

/// A path as it is joined to folders: with slashes, and without the mark of a file in the folder at hand.
fn plain(path: &str) -> String {
    let slashes = path.replace("\\\\", "/").replace('\\', "/");
    let mut rest = slashes.strip_prefix("file:").unwrap_or(&slashes);
    while let Some(shorter) = rest.strip_prefix("./") {
        rest = shorter.trim_start_matches('/');
    }
    rest.to_string()
}

fn first_file(places: Vec<PathBuf>) -> Result<PathBuf, Vec<PathBuf>> {
    match places.iter().position(|place| place.is_file()) {
        Some(found) => Ok(places.into_iter().nth(found).expect("it is among them")),
        None => Err(places),
    }
}
