//! Answers to requests, without a socket.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::{Inspector, Reply, Request};
use crate::extensions::Extensions;
use crate::failures::Texts;
use crate::observe::Observation;
use crate::observe::elsewhere::{AgentElsewhere, Elsewhere, LinkView, NodeView, NodesView};
use crate::syntax::parser;
use crate::syntax::source::Sources;
use crate::system::{Local, Program};
use crate::term::Atom;

const PORT: u16 = 8000;

const PROGRAM: &str = "\
n(1). big(X) :- X > 3. !count.
@up +!count : n(X) & X < 3 <- -+n(X + 1); !count.
@up_to +!count <- .wait(\"+never\").
";

/// An agent `a` that begins paused.
fn begun() -> (Inspector, Local) {
    let mut sources = Sources::new();
    let file = sources.add("a.asl", PROGRAM);
    let parsed = parser::program(&sources, file);
    assert!(!parsed.has_errors());
    let mut mind = Extensions::default().new_agent(Atom::new("a"));
    Program::new(&parsed.program, &sources, "file:a.asl").expect("a program").load(&mut mind);
    let mut system = Local::default();
    system.add(mind);
    let inspector = Inspector::paused();
    system.observe(Observation::default().with_inspector(inspector.clone()));
    (inspector, system)
}

fn request<'a>(method: &'a str, path: &'a str, body: &'a str) -> Request<'a> {
    let content_type = Some("application/json; charset=utf-8");
    Request { method, path, host: Some("127.0.0.1:8000"), origin: Some("http://localhost:8000"), content_type, body }
}

fn post(inspector: &Inspector, path: &str, body: &Value) -> (u16, Value) {
    read(&inspector.answer(PORT, &request("POST", path, &body.to_string())))
}

fn read(reply: &Reply) -> (u16, Value) {
    assert_eq!(reply.content_type, "application/json");
    (reply.status, serde_json::from_str(&reply.body).expect("JSON"))
}

/// Looks at the agent, which comes by meanwhile.
fn look(inspector: &Inspector, system: &mut Local) -> Value {
    let (status, sight) = std::thread::scope(|scope| {
        let asked = scope.spawn(|| post(inspector, "/agent", &json!({"agent": "a"})));
        while !asked.is_finished() {
            system.attend();
            system.run(1);
        }
        asked.join().expect("no panic")
    });
    assert_eq!(status, 200);
    sight
}

#[test]
fn an_agent_as_json() {
    let (inspector, mut system) = begun();
    post(&inspector, "/control", &json!({"agent": "a", "order": "step"}));
    system.attend();
    system.run(2);
    let mut sight = look(&inspector, &mut system);
    let common = sight["agent"]["plans"]["shown"].as_array_mut().expect("a list").split_off(2);
    assert!(common.is_empty(), "this agent understands no messages");
    assert_eq!(
        sight,
        json!({
            "schema": 1,
            "agent": {
                "name": "a",
                "cycle": 1,
                "beliefs": {"total": 2, "shown": [
                    {"predicate": "big/1", "text": "big(X)[source(self)] :- (X > 3)", "rule": true},
                    {"predicate": "n/1", "text": "n(2)[source(self)]", "rule": false},
                ]},
                "plans": {"total": 2, "shown": [
                    {
                        "label": "up",
                        "text": "@up[source(self),url(\"file:a.asl\")] +!count : (n(X) & (X < 3)) <- -+n((X+1)); !count.",
                        "place": "a.asl:2",
                        "common": false,
                    },
                    {
                        "label": "up_to",
                        "text": "@up_to[source(self),url(\"file:a.asl\")] +!count <- .wait(\"+never\").",
                        "place": "a.asl:3",
                        "common": false,
                    },
                ]},
                "events": {"total": 2, "shown": [
                    {"trigger": "-n(1)[source(self)]", "intention": null, "suspended": false},
                    {"trigger": "+n(2)[source(self)]", "intention": 1, "suspended": false},
                ]},
                "intentions": {"total": 1, "shown": [{
                    "id": 1,
                    "state": "event",
                    "waits": null,
                    "atomic": false,
                    "frames": {"total": 1, "shown": [{
                        "plan": "up",
                        "trigger": "+!count[source(self)]",
                        "step": "-+n(2)",
                        "place": "a.asl:2",
                        "variables": [["X", "1"]],
                    }]},
                }]},
                "messages": {"total": 0, "shown": []},
            },
            "fresh": true,
            "pace": "paused",
            "breakpoint": null,
            "breakpoints": [],
            "last_step": [
                "a@1 event     +n(1)[source(self)]",
                "a@1 plan      none is relevant",
                "a@1 event     +!count[source(self)]",
                "a@1 plan      up (a.asl:2) for intention 1: X = 1",
                "a@1 intention 1: -+n(2) (a.asl:2)",
                "a@1 belief    -n(1)[source(self)]",
                "a@1 belief    +n(2)[source(self)]",
            ],
        })
    );
}

#[test]
fn waiting_intentions_show_what_for() {
    let (inspector, mut system) = begun();
    assert_eq!(post(&inspector, "/breakpoint", &json!({"agent": "a", "label": "up_to", "on": true})).0, 200);
    assert_eq!(post(&inspector, "/control", &json!({"order": "go"})), (200, json!({"schema": 1})));
    system.attend();
    system.run(100);
    let sight = look(&inspector, &mut system);
    assert_eq!((&sight["pace"], &sight["breakpoint"]), (&json!("stopped"), &json!("up_to")));
    assert_eq!(sight["agent"]["intentions"]["shown"][0]["frames"]["shown"][0]["step"], ".wait(\"+never\")");
    let agents = post(&inspector, "/agents", &json!({"find": "a"})).1;
    assert_eq!(
        agents,
        json!({"schema": 1, "total": 1, "agents": [{"name": "a", "pace": "stopped", "breakpoint": "up_to"}]})
    );
    post(&inspector, "/control", &json!({"agent": "a", "order": "go"}));
    system.attend();
    system.run(100);
    let sight = look(&inspector, &mut system);
    let intention = &sight["agent"]["intentions"]["shown"][0];
    assert_eq!((&intention["state"], &intention["waits"]), (&json!("waiting"), &json!("for an event +never")));
}

#[test]
fn the_page_is_only_for_this_machine() {
    let (inspector, _system) = begun();
    let with = |host: Option<&'static str>, origin: Option<&'static str>| {
        inspector.answer(PORT, &Request { host, origin, ..request("GET", "/", "") }).status
    };
    for host in ["127.0.0.1:8000", "localhost:8000"] {
        assert_eq!(with(Some(host), None), 200);
    }
    for host in [None, Some("example.org:8000"), Some("127.0.0.1"), Some("127.0.0.1:8001"), Some("localhost:80000")] {
        assert_eq!(with(host, None), 403, "{host:?}");
    }
    assert_eq!(with(Some("127.0.0.1:8000"), Some("http://127.0.0.1:8000")), 200);
    for origin in ["null", "http://example.org", "https://127.0.0.1:8000", "http://127.0.0.1:80001"] {
        assert_eq!(with(Some("127.0.0.1:8000"), Some(origin)), 403, "{origin}");
    }
    let plain = Request { content_type: Some("text/plain"), ..request("POST", "/control", r#"{"order": "go"}"#) };
    assert_eq!(inspector.answer(PORT, &plain).status, 415, "a form of elsewhere could send it");
}

#[test]
fn whatever_is_wrong_with_a_request_is_reported() {
    let (inspector, _system) = begun();
    let refused = |method: &str, path: &str, body: &str| {
        let (status, body) = read(&inspector.answer(PORT, &request(method, path, body)));
        (status, body["error"].as_str().expect("a reason").to_owned())
    };
    assert_eq!(refused("GET", "/etc/passwd", ""), (404, "there is no page /etc/passwd".to_owned()));
    assert_eq!(refused("PUT", "/", ""), (405, "there is nothing to PUT here".to_owned()));
    assert_eq!(refused("POST", "/minds", "{}"), (404, "there is nothing to ask at /minds".to_owned()));
    assert_eq!(refused("POST", "/agent", r#"{"agent": "b"}"#), (404, "there is no agent b, or no longer".to_owned()));
    for body in ["", "[", "{}", r#"{"agent": 1}"#, r#"{"agent": "a", "more": 1}"#] {
        assert_eq!(refused("POST", "/agent", body).0, 400, "{body}");
    }
    assert!(refused("POST", "/control", r#"{"order": "jump"}"#).1.contains("jump"));
}

/// A node with another one, which has an agent.
struct Pair(Mutex<Option<u16>>);

impl Elsewhere for Pair {
    fn me(&self) -> String {
        "here".to_owned()
    }

    fn inspected_at(&self, port: u16) {
        *self.0.lock().unwrap() = Some(port);
    }

    fn nodes(&self) -> NodesView {
        let link = LinkView { sent: 3, unacked: 2, ..LinkView::default() };
        let other = NodeView { node: "there".to_owned(), presence: "gone", link, ..NodeView::default() };
        NodesView { node: self.me(), nodes: vec![other], ..NodesView::default() }
    }

    fn agents(&self, find: &str, most: usize) -> (usize, Vec<AgentElsewhere>) {
        let shown: Vec<_> = self.place_of("bob").into_iter().filter(|agent| agent.name.contains(find)).collect();
        assert!(shown.len() <= most);
        (shown.len(), shown)
    }

    fn place_of(&self, agent: &str) -> Option<AgentElsewhere> {
        let inspector = *self.0.lock().unwrap();
        (agent == "bob").then(|| AgentElsewhere { name: agent.to_owned(), node: "there".to_owned(), inspector })
    }
}

#[test]
fn other_nodes_and_their_agents_are_shown() {
    let (inspector, _system) = begun();
    assert_eq!(post(&inspector, "/nodes", &json!({})), (200, json!({"schema": 1, "nodes": []})));
    let pair = Arc::new(Pair(Mutex::default()));
    let inspector = inspector.with_elsewhere(Arc::<Pair>::clone(&pair));
    let nodes = post(&inspector, "/nodes", &json!({})).1;
    assert_eq!((&nodes["schema"], &nodes["node"]), (&json!(1), &json!("here")));
    let other = &nodes["nodes"][0];
    assert_eq!((&other["presence"], &other["link"]["unacked"]), (&json!("gone"), &json!(2)));
    let reason = |path| post(&inspector, path, &json!({"agent": "bob", "order": "go"})).1["error"].clone();
    assert_eq!(reason("/control"), json!("bob is on the node there, which has no inspector"));
    let service = inspector.serve(0).expect("a port");
    let port = service.address().port();
    assert_eq!(*pair.0.lock().unwrap(), Some(port), "the others are notified");
    let agents = post(&inspector, "/agents", &json!({"find": "bo"})).1;
    let bob = json!({"name": "bob", "node": "there", "inspector": port});
    assert_eq!((&agents["total"], &agents["elsewhere"]), (&json!(0), &json!({"total": 1, "shown": [bob]})));
    let (status, body) = post(&inspector, "/agent", &json!({"agent": "bob"}));
    let due = format!("bob is on the node there, whose inspector has the port {port} of its machine");
    assert_eq!((status, &body["error"]), (404, &json!(due)));
}

#[test]
fn the_page_asks_no_other_host() {
    let (inspector, _system) = begun();
    for path in ["/", "/inspector.js", "/inspector.css"] {
        let reply = inspector.answer(PORT, &request("GET", path, ""));
        assert_eq!(reply.status, 200, "{path}");
        // Links to other nodes' inspectors are of this machine, and followed by people only.
        let rest = reply.body.replace("http://127.0.0.1:", "");
        assert!(!rest.contains("http://") && !rest.contains("https://"), "{path}");
    }
}

#[test]
fn failures_are_listed_and_plans_are_shown_as_they_were_written() {
    let (inspector, mut system) = begun();
    let (texts, file) = (Texts::default(), "file:a.asl".into());
    texts.add(&file, &PROGRAM.into());
    inspector.lend_texts(&texts);
    let sight = look(&inspector, &mut system);
    let plans = sight["agent"]["plans"]["shown"].as_array().expect("a list");
    let sources: Vec<&str> = plans.iter().filter_map(|plan| plan["source"].as_str()).collect();
    let [up, up_to] = ["@up +!count : n(X) & X < 3 <- -+n(X + 1); !count.", "@up_to +!count <- .wait(\"+never\")."];
    assert_eq!(sources, [up, up_to]);
    assert_eq!(post(&inspector, "/failures", &json!({})), (200, json!({"schema": 1, "total": 0, "shown": []})));
    for number in 0..=100 {
        inspector.failed(Atom::new("a"), &format!("error {number}"));
    }
    let (_, failures) = post(&inspector, "/failures", &json!({}));
    let shown = failures["shown"].as_array().expect("a list");
    assert_eq!((failures["total"].as_u64(), shown.len()), (Some(101), 100));
    assert_eq!(shown[99], json!({"agent": "a", "text": "error 100"}));
}
