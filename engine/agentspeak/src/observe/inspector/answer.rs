//! What is answered to a request, whatever way it came.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Failures, Inspector, Order, Pace, Sight, Unseen};
use crate::observe::elsewhere::AgentElsewhere;

/// Grows when what readers know changes its meaning or goes; not when something is added.
const SCHEMA: u32 = 1;

/// Agents in a list.
const MOST_AGENTS: usize = 500;

const JSON: &str = "application/json";

/// The page and what belongs to it: path, kind, contents.
const FILES: [(&str, &str, &str); 3] = [
    ("/", "text/html; charset=utf-8", include_str!("../page/inspector.html")),
    ("/inspector.js", "text/javascript; charset=utf-8", include_str!("../page/inspector.js")),
    ("/inspector.css", "text/css; charset=utf-8", include_str!("../page/inspector.css")),
];

/// What was asked for, as far as it matters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'a> {
    /// `GET` or `POST`.
    pub method: &'a str,
    /// `/`, `/agents` ...
    pub path: &'a str,
    /// The header `Host`.
    pub host: Option<&'a str>,
    /// The header `Origin`.
    pub origin: Option<&'a str>,
    /// The header `Content-Type`.
    pub content_type: Option<&'a str>,
    /// What came with it.
    pub body: &'a str,
}

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The status of HTTP.
    pub status: u16,
    /// The header `Content-Type`.
    pub content_type: &'static str,
    /// What goes with it.
    pub body: Cow<'static, str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Agents {
    #[serde(default)]
    find: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Agent {
    agent: String,
    #[serde(default)]
    find: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Control {
    agent: Option<String>,
    order: Word,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Pause,
    Step,
    Go,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Breakpoint {
    agent: String,
    label: String,
    on: bool,
}

impl From<Word> for Order {
    fn from(word: Word) -> Self {
        match word {
            Word::Pause => Self::Pause,
            Word::Step => Self::Step,
            Word::Go => Self::Go,
        }
    }
}

/// Why a request is refused: the status of HTTP, and the reason.
type Refusal = (u16, String);

impl Inspector {
    /// Answers a request that has come to this port of this machine.
    pub fn answer(&self, port: u16, request: &Request<'_>) -> Reply {
        match self.answer_or_refuse(port, request) {
            Ok(reply) => reply,
            Err((status, reason)) => json_reply(status, &json!({"schema": SCHEMA, "error": reason})),
        }
    }

    fn answer_or_refuse(&self, port: u16, request: &Request<'_>) -> Result<Reply, Refusal> {
        let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        // A page of elsewhere that has its own name lead here would be answered else.
        if !request.host.is_some_and(|host| names.iter().any(|name| name == host)) {
            return Err((403, format!("this is only for this machine: write http://{}/", names[0])));
        }
        let is_own = |origin: &str| names.iter().any(|name| origin.strip_prefix("http://") == Some(name.as_str()));
        if !request.origin.is_none_or(is_own) {
            return Err((403, "pages of elsewhere may not ask".to_owned()));
        }
        match request.method {
            "GET" => match FILES.iter().find(|(path, ..)| *path == request.path) {
                Some(&(_, content_type, text)) => Ok(Reply { status: 200, content_type, body: Cow::Borrowed(text) }),
                None => Err((404, format!("there is no page {}", request.path))),
            },
            "POST" => {
                // What pages of elsewhere may send without asking first is of another type.
                let is_json = |given: &str| given.split(';').next().is_some_and(|given| given.trim() == JSON);
                if !request.content_type.is_some_and(is_json) {
                    return Err((415, format!("send {JSON}, and name it in Content-Type")));
                }
                let answer = self.respond(request.path, request.body)?;
                Ok(json_reply(200, &answer))
            }
            other => Err((405, format!("there is nothing to {other} here"))),
        }
    }

    fn respond(&self, path: &str, body: &str) -> Result<Value, Refusal> {
        match path {
            "/agents" => {
                let Agents { find } = parsed(body)?;
                let (total, agents) = self.agents(&find, MOST_AGENTS);
                let agents: Vec<Value> = agents
                    .into_iter()
                    .map(|(name, pace)| {
                        let (pace, label) = words(&pace);
                        json!({"name": name, "pace": pace, "breakpoint": label})
                    })
                    .collect();
                let mut answer = json!({"schema": SCHEMA, "total": total, "agents": agents});
                if let Some(elsewhere) = &self.elsewhere {
                    let (total, shown) = elsewhere.agents(&find, MOST_AGENTS);
                    answer["elsewhere"] = json!({"total": total, "shown": shown});
                }
                Ok(answer)
            }
            "/agent" => {
                let Agent { agent, find } = parsed(body)?;
                match self.look(&agent, &find) {
                    Ok(sight) => Ok(self.shown(&sight)),
                    Err(Unseen::Unknown) => Err(self.no_agent(Some(&agent))),
                    Err(Unseen::Busy) => Err((503, format!("{agent} is in a long cycle, and does not answer"))),
                }
            }
            "/failures" => {
                let Nothing {} = parsed(body)?;
                let Failures { total, last } = self.failures();
                let shown: Vec<Value> =
                    last.iter().map(|(agent, text)| json!({"agent": agent.name(), "text": text})).collect();
                Ok(json!({"schema": SCHEMA, "total": total, "shown": shown}))
            }
            "/control" => {
                let Control { agent, order } = parsed(body)?;
                if !self.order(agent.as_deref(), order.into()) {
                    return Err(self.no_agent(agent.as_deref()));
                }
                Ok(json!({"schema": SCHEMA}))
            }
            "/breakpoint" => {
                let Breakpoint { agent, label, on } = parsed(body)?;
                if !self.set_breakpoint(&agent, &label, on) {
                    return Err(self.no_agent(Some(&agent)));
                }
                Ok(json!({"schema": SCHEMA}))
            }
            "/nodes" => {
                let Nothing {} = parsed(body)?;
                let mut answer = match &self.elsewhere {
                    Some(elsewhere) => json!(elsewhere.nodes()),
                    None => json!({"nodes": []}),
                };
                answer["schema"] = json!(SCHEMA);
                Ok(answer)
            }
            other => Err((404, format!("there is nothing to ask at {other}"))),
        }
    }

    fn shown(&self, sight: &Sight) -> Value {
        let (pace, label) = words(&sight.pace);
        let mut view = json!(&*sight.mind);
        for plan in view["plans"]["shown"].as_array_mut().into_iter().flatten() {
            if let Some(source) = plan["place"].as_str().and_then(|place| self.written(place)) {
                plan["source"] = Value::String(source);
            }
        }
        json!({
            "schema": SCHEMA,
            "agent": view,
            "fresh": sight.fresh,
            "pace": pace,
            "breakpoint": label,
            "breakpoints": sight.breakpoints,
            "last_step": sight.last_step,
        })
    }

    /// The plan at a place, `a.asl:3`, as it was written.
    fn written(&self, place: &str) -> Option<String> {
        let (file, line) = place.rsplit_once(':')?;
        self.texts.get()?.plan(file, line.parse().ok()?)
    }

    fn no_agent(&self, agent: Option<&str>) -> Refusal {
        let agent = agent.unwrap_or("any");
        let place = self.elsewhere.as_ref().and_then(|elsewhere| elsewhere.place_of(agent));
        let reason = match place {
            None => format!("there is no agent {agent}, or no longer"),
            Some(AgentElsewhere { node, inspector: None, .. }) => {
                format!("{agent} is on the node {node}, which has no inspector")
            }
            Some(AgentElsewhere { node, inspector: Some(port), .. }) => {
                format!("{agent} is on the node {node}, whose inspector has the port {port} of its machine")
            }
        };
        (404, reason)
    }
}

fn parsed<'a, T: Deserialize<'a>>(body: &'a str) -> Result<T, Refusal> {
    serde_json::from_str(body).map_err(|error| (400, error.to_string()))
}

fn words(pace: &Pace) -> (&'static str, Option<&str>) {
    match pace {
        Pace::Running => ("running", None),
        Pace::Paused(0) => ("paused", None),
        Pace::Paused(_) => ("stepping", None),
        Pace::Stopped(label) => ("stopped", Some(label)),
    }
}

fn json_reply(status: u16, value: &Value) -> Reply {
    Reply { status, content_type: JSON, body: Cow::Owned(value.to_string()) }
}
