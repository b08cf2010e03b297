//! Jason projects in the manner of public ones (`tests/java`), on both engines: a real virtual machine, the real Jason. What they
//! print is equal, apart from interleaving. Without a JDK or a Jason each test prints that it is skipped.

mod jasons;
mod java_project;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Those that need what is not offered yet, with what that is. One that runs all the same has to be taken out.
const PENDING: &[(&str, &str)] = &[];

/// What is to be equal.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// The lines of each agent in their order, those of the environment in any.
    PerAgent,
    /// All lines, in any order: who comes first is a matter of threads.
    Any,
}

type Printed = BTreeMap<String, Vec<String>>;

/// The output of the command, and its status; it is ended when its time is over.
fn output_of(mut command: Command, limit: Duration) -> (Option<i32>, String) {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a process");
    let begun = Instant::now();
    while child.try_wait().expect("a status").is_none() {
        if begun.elapsed() > limit {
            let _ = child.kill();
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let output = child.wait_with_output().expect("output");
    let text = [&*output.stdout, &*output.stderr].map(String::from_utf8_lossy).concat();
    (output.status.code(), text)
}

fn ours(folder: &Path, name: &str, jars: &[PathBuf]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon-asl"));
    command.current_dir(folder).args(["run", &format!("{name}.mas2j")]);
    command.env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-cache"));
    command.env("JASON_HOME", jars[0].parent().expect("a folder"));
    command.env_remove("AGON_STATE").env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

/// The lines by agent, without what Jason prints of itself.
fn by_speaker(text: &str, order: Order) -> Printed {
    let own = ["Runtime Services (RTS)", "Agent mind inspector", "[RunLocalMAS]"];
    let mut by_agent = Printed::new();
    for line in text.lines().filter(|line| !line.is_empty() && !own.iter().any(|own| line.starts_with(own))) {
        // Loggers of classes are called by these, with a capital; they speak from any thread.
        let agent = line.strip_prefix('[').filter(|rest| rest.starts_with(char::is_lowercase));
        let speaker = agent.filter(|_| order == Order::PerAgent).and_then(|rest| rest.split(']').next()).unwrap_or("");
        by_agent.entry(speaker.to_owned()).or_default().push(line.to_owned());
    }
    if let Some(lines) = by_agent.get_mut("") {
        lines.sort();
    }
    by_agent
}

fn same(name: &str, order: Order) {
    jasons::in_turn(name).iter().for_each(|jason| same_as(jason, name, order));
}

fn same_as(jason: &jasons::Jason, name: &str, order: Order) {
    let pending = PENDING.iter().find(|(pending, _)| *pending == name).map(|(_, why)| *why);
    let folder = java_project::copied(name, &format!("java-projects/{name}-{}", jason.release));
    jason.adapt(&folder);
    let limit = Duration::from_secs(if pending.is_some() { 10 } else { 100 });
    let mut command = ours(&folder, name, &jason.jars);
    command.args(["--dialect", jason.release]);
    let (status, here) = output_of(command, limit);
    let project = folder.join(format!("{name}.mas2j"));
    let (_, there) = output_of(java_project::by_jason(&project, &jason.jdk, &jason.jars), Duration::from_secs(100));
    let expected = by_speaker(&there, order);
    assert!(expected.values().flatten().count() >= 10, "{there}");
    let agrees = status == Some(0) && by_speaker(&here, order) == expected;
    match pending {
        None if agrees => {}
        Some(why) if !agrees => eprintln!("expected to fail: {name}: {why}"),
        Some(_) => panic!("{name} agrees: take it out of PENDING"),
        None => {
            assert_eq!(by_speaker(&here, order), expected, "Jason {}: {here}", jason.release);
            panic!("{name} ends with {status:?}: {here}");
        }
    }
}

macro_rules! projects {
    ($($test:ident: $name:literal, $order:ident;)*) => {$(
        #[test]
        fn $test() {
            same($name, Order::$order);
        }
    )*};
}

projects! {
    a_restaurant_with_a_kitchen_of_its_own: "restaurant", Any;
    an_auction_in_a_hall_that_only_logs: "auction", PerAgent;
    miners_in_a_grid_read_from_a_resource: "miners", Any;
    a_crossing_in_steps: "traffic", PerAgent;
    noughts_and_crosses: "noughts", PerAgent;
    a_hotel_whose_percepts_are_asked_for: "hotel", PerAgent;
    parking_by_internal_actions: "parking", PerAgent;
    a_factory_whose_environment_makes_agents: "factory", PerAgent;
    a_ledger_in_an_agents_beliefs: "ledger", PerAgent;
    couriers_with_architectures_of_their_own: "courier", Any;
    an_archive_with_belief_bases_of_its_own: "archive", PerAgent;
    moody_agents_that_choose_for_themselves: "moody", PerAgent;
    a_greenhouse_in_steps_that_asks_for_its_percepts: "greenhouse", PerAgent;
    a_museum_with_objects_of_its_own_in_a_grid: "museum", PerAgent;
    a_clinic_whose_agents_look_through_beliefs_and_plans: "clinic", PerAgent;
    a_relay_whose_runners_act_and_receive_in_their_own_way: "relay", Any;
    an_agent_that_looks_into_its_own_intentions: "mirror", PerAgent;
    calculations_functions_and_solutions_in_java: "calc", PerAgent;
    a_crowd_in_one_environment: "crowd", PerAgent;
}

/// A display that is ended with the test.
struct Display(Child, String);

impl Display {
    fn begin() -> Option<Self> {
        let mut xvfb = Command::new("Xvfb");
        xvfb.args(["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"]);
        let mut child = xvfb.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut number = String::new();
        BufReader::new(child.stdout.take()?).read_line(&mut number).ok()?;
        Some(Self(child, format!(":{}", number.trim())))
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_view_opens_where_there_is_a_display_and_is_refused_in_words_where_there_is_none() {
    jasons::in_turn(VIEW).iter().for_each(a_view_opens);
}

const VIEW: &str = "a_view_opens_where_there_is_a_display";

fn a_view_opens(jason: &jasons::Jason) {
    let jars = &jason.jars;
    let folder = java_project::copied("miners", &format!("java-projects/{VIEW}-{}", jason.release));
    jason.adapt(&folder);
    let project = folder.join("miners.mas2j");
    let text = std::fs::read_to_string(&project).expect("a project");
    std::fs::write(&project, text.replace(", no)", ", yes)")).expect("a file");
    let limit = Duration::from_secs(100);
    // This one asks whether there is a display before it opens anything.
    let (status, printed_there) = output_of(ours(&folder, "miners", jars), limit);
    assert_eq!((status, printed_there.contains("a window")), (Some(0), false), "{printed_there}");
    let Some(display) = Display::begin() else {
        eprintln!("skipped: {VIEW}: there is no Xvfb");
        return;
    };
    let mut command = ours(&folder, "miners", jars);
    command.env("DISPLAY", &display.1);
    let (status, printed_there) = output_of(command, limit);
    assert_eq!(status, Some(0), "{printed_there}");
    assert!(
        printed_there.contains("a window of 400 by 400") && printed_there.contains("all 6 are home"),
        "{printed_there}"
    );
}
