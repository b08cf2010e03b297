//! Societies that are nodes of one cluster, all in this process.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use agon_agents::{Joining, Members, Nodes, Trust};
use agon_agentspeak::Extensions;
use agon_agentspeak::agent::Agent;
use agon_agentspeak::system::{Blueprint, Setup, Society, Stopper};
use agon_agentspeak::term::{Atom, Term};
use agon_link::Node;

use crate::SOON;
use crate::proxy::Proxy;

/// What was written.
#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Place {
    captured: Captured,
    warned: Captured,
    society: Option<Arc<Society>>,
    nodes: Option<Arc<Nodes>>,
    ending: JoinHandle<i32>,
    stopper: Stopper,
}

/// A node that waits for others.
pub struct Beginning {
    name: String,
    nodes: Arc<Nodes>,
    captured: Captured,
    warned: Captured,
    society: JoinHandle<Result<Society, String>>,
}

impl Beginning {
    pub fn has_begun(&self) -> bool {
        self.society.is_finished()
    }
}

/// Nodes by name.
pub struct Town {
    cluster: String,
    folder: PathBuf,
    first: Option<String>,
    places: BTreeMap<String, Place>,
    trust: Trust,
    extensions: Extensions,
    /// The environment's class, which is on the first node.
    environment: Option<&'static str>,
}

pub fn until(holds: impl FnMut() -> bool) {
    until_or(holds, String::new);
}

/// The same; `more` is added to the message that it fails with.
fn until_or(mut holds: impl FnMut() -> bool, more: impl Fn() -> String) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < SOON, "it does not come about{}", more());
        thread::sleep(Duration::from_millis(5));
    }
}

impl Town {
    /// Nodes, each with its agents: names and programs.
    pub fn new(agents: &[(&str, &[(&str, &str)])]) -> Self {
        Self::with(agents, &[], Trust::None)
    }

    /// The same next to files.
    pub fn with(agents: &[(&str, &[(&str, &str)])], files: &[(&str, &str)], trust: Trust) -> Self {
        Self::set_up(agents, files, trust, |setup| setup)
    }

    /// The same with other settings.
    pub fn set_up(
        agents: &[(&str, &[(&str, &str)])],
        files: &[(&str, &str)],
        trust: Trust,
        setting: impl Fn(Setup) -> Setup,
    ) -> Self {
        Self::all(agents, files, trust, setting, Extensions::default(), None)
    }

    /// The same in an environment, which is on the first node.
    pub fn around(agents: &[(&str, &[(&str, &str)])], extensions: Extensions, environment: &'static str) -> Self {
        Self::all(agents, &[], Trust::None, |setup| setup, extensions, Some(environment))
    }

    fn all(
        agents: &[(&str, &[(&str, &str)])],
        files: &[(&str, &str)],
        trust: Trust,
        setting: impl Fn(Setup) -> Setup,
        extensions: Extensions,
        environment: Option<&'static str>,
    ) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let cluster = format!("town-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(&cluster);
        fs::create_dir_all(&folder).unwrap();
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
        }
        let mut town = Self { cluster, folder, first: None, places: BTreeMap::new(), trust, extensions, environment };
        let names: Vec<String> = agents.iter().map(|(name, _)| (*name).to_owned()).collect();
        let joined: Vec<Arc<Nodes>> = names.iter().map(|name| town.join(name, names.clone())).collect();
        let beginning: Vec<_> = joined
            .into_iter()
            .zip(agents)
            .map(|(nodes, (name, agents))| {
                let mut blueprint = town.blueprint(agents);
                if *name != names[0] {
                    blueprint.leave_environment();
                }
                let (captured, warned) = (Captured::default(), Captured::default());
                let setup = Setup {
                    threads: 2.try_into().ok(),
                    seed: Some(1),
                    output: Box::new(captured.clone()),
                    warnings: Some(Box::new(warned.clone())),
                    remote: Some(Arc::<Nodes>::clone(&nodes)),
                    observe: Some(false),
                    ..Setup::default()
                };
                let setup = setting(setup);
                let begun = thread::spawn(move || Society::begin(blueprint, setup));
                (*name, nodes, captured, warned, begun)
            })
            .collect();
        for (name, nodes, captured, warned, begun) in beginning {
            let society = Arc::new(begun.join().unwrap().expect("it begins"));
            town.enter(name, nodes, captured, warned, society);
        }
        town
    }

    fn enter(&mut self, name: &str, nodes: Arc<Nodes>, captured: Captured, warned: Captured, society: Arc<Society>) {
        let (waits, leaves) = (Arc::clone(&society), Arc::clone(&nodes));
        let ending = thread::spawn(move || {
            let status = waits.wait();
            leaves.leave(Duration::from_secs(5));
            status
        });
        let stopper = society.stopper();
        let place = Place { captured, warned, society: Some(society), nodes: Some(nodes), ending, stopper };
        self.places.insert(name.to_owned(), place);
    }

    fn join(&mut self, name: &str, names: Vec<String>) -> Arc<Nodes> {
        let mut node = Node::builder(name).cluster(&self.cluster).gossip(true);
        if let Some(first) = &self.first {
            node = node.connect(first);
        }
        let elsewhere = self.environment.filter(|_| names[0] != name);
        let environment = elsewhere.map(|_| names[0].clone());
        let (members, trust) = (Members::of(name, names), self.trust.clone());
        let nodes = Nodes::join(Joining { node, members, trust, environment, wait: Some(SOON) }).expect("it joins");
        self.first.get_or_insert_with(|| nodes.endpoints().remove(0));
        nodes
    }

    fn blueprint(&self, agents: &[(&str, &str)]) -> Blueprint {
        // One that is on another node, so that there may be none here.
        fs::write(self.folder.join("elsewhere.asl"), "").unwrap();
        let mut project = format!(
            "MAS town {{ {} agents: elsewhere at \"elsewhere\";",
            self.environment.map_or_else(String::new, |class| format!("environment: {class}"))
        );
        for (name, text) in agents {
            fs::write(self.folder.join(format!("{name}.asl")), text).unwrap();
            project += &format!(" {name};");
        }
        project += " }";
        let file = self.folder.join("town.mas2j");
        let mut blueprint = Blueprint::of_text(&project, &file, BTreeMap::new(), &self.extensions).expect("a project");
        assert_eq!((blueprint.hosts(), blueprint.warnings().len()), (vec!["elsewhere".to_owned()], 1));
        blueprint.place(|_, host| host.is_none());
        assert_eq!((blueprint.len(), blueprint.warnings().len()), (agents.len(), 0));
        blueprint
    }

    /// Without nodes, which come later; next to files.
    pub fn empty(files: &[(&str, &str)]) -> Self {
        Self::with(&[], files, Trust::None)
    }

    /// From now on nodes that come reach the first one through this.
    pub fn proxy(&mut self) -> Proxy {
        let proxy = Proxy::to(self.first.as_ref().expect("there is a node"));
        self.first = Some(proxy.endpoint().to_owned());
        proxy
    }

    /// Another node comes, and waits for those that are there.
    pub fn add(&mut self, name: &str, agents: &[(&str, &str)]) {
        let mut names: Vec<&str> = self.places.keys().map(String::as_str).collect();
        names.push(name);
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let beginning = self.begin(name, names, agents);
        self.has_begun(beginning);
    }

    /// Another node comes, and waits for these.
    pub fn begin(&mut self, name: &str, members: Vec<String>, agents: &[(&str, &str)]) -> Beginning {
        let nodes = self.join(name, members);
        let (captured, warned) = (Captured::default(), Captured::default());
        let setup = Setup {
            threads: 2.try_into().ok(),
            output: Box::new(captured.clone()),
            warnings: Some(Box::new(warned.clone())),
            remote: Some(Arc::<Nodes>::clone(&nodes)),
            observe: Some(false),
            ..Setup::default()
        };
        let blueprint = self.blueprint(agents);
        let society = thread::spawn(move || Society::begin(blueprint, setup));
        Beginning { name: name.to_owned(), nodes, captured, warned, society }
    }

    /// Waits until it has.
    pub fn has_begun(&mut self, beginning: Beginning) {
        let Beginning { name, nodes, captured, warned, society } = beginning;
        let society = society.join().unwrap().expect("it begins");
        self.enter(&name, nodes, captured, warned, Arc::new(society));
    }

    /// Has an agent pursue a goal.
    pub fn pursue(&self, name: &str, agent: &str, goal: &str) {
        let (society, goal) = (self.places[name].society.as_ref().expect("it is there"), Term::atom(goal));
        assert!(society.look(Atom::new(agent), move |it| it.pursue(goal)));
    }

    /// Its own agents.
    pub fn own_agents(&self, name: &str) -> Vec<Atom> {
        self.places[name].society.as_ref().expect("it is there").agents()
    }

    /// A node goes.
    pub fn close(&mut self, name: &str) {
        let place = self.places.remove(name).expect("a node");
        place.stopper.stop(0);
        place.ending.join().unwrap();
        drop((place.society, place.nodes));
    }

    pub fn is_over(&self, name: &str) -> bool {
        self.places[name].ending.is_finished()
    }

    /// Waits until all have ended, and returns how, in the order of names.
    pub fn ended(&self) -> Vec<i32> {
        let all_have = || self.places.values().all(|place| place.ending.is_finished());
        until_or(all_have, || self.report());
        self.places.values().map(|place| place.society.as_ref().expect("it is there").wait()).collect()
    }

    /// What each node has printed, warned of and knows: it shows why one does not end.
    fn report(&self) -> String {
        let of_place = |(name, place): (&String, &Place)| {
            let is_over = if place.ending.is_finished() { "has ended" } else { "has not ended" };
            let knows = self.agents(name);
            let (output, warnings) = (place.captured.text(), place.warned.text());
            format!("\nnode {name} {is_over}, knows {knows:?} elsewhere\noutput: {output:?}\nwarnings: {warnings:?}")
        };
        self.places.iter().map(of_place).collect()
    }

    /// Waits until something holds of an agent.
    pub fn look(&self, name: &str, agent: &str, holds: fn(&Agent) -> bool) {
        let society = self.places[name].society.as_ref().expect("it is there");
        until(|| {
            let (sender, captured) = mpsc::channel();
            assert!(society.look(Atom::new(agent), move |it| {
                // Who asks may have given up.
                let _ = sender.send(holds(it));
            }));
            captured.recv_timeout(SOON) == Ok(true)
        });
    }

    pub fn agents(&self, name: &str) -> Vec<Atom> {
        use agon_agentspeak::system::Remote;
        self.places[name].nodes.as_ref().expect("it is there").agents()
    }

    pub fn lines(&self, name: &str) -> Vec<String> {
        self.places[name].captured.text().lines().map(str::to_owned).collect()
    }

    pub fn warnings(&self, name: &str) -> String {
        self.places[name].warned.text()
    }
}

impl Drop for Town {
    fn drop(&mut self) {
        for place in self.places.values() {
            place.stopper.stop(0);
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}
