//! `--trace`: a line for whatever goes on in an agent.

use std::fmt;
use std::io::Write;
use std::sync::Arc;

use super::lines::{Topic, line};
use crate::mind::{At, Mind, Moment, Observer};

/// Where the lines go.
pub type Sink = Arc<dyn Fn(&str) + Send + Sync>;

/// What is traced of which agents.
#[derive(Clone)]
pub struct Trace {
    /// All, if none is named.
    topics: Vec<Topic>,
    /// Names, or beginnings of names with a `*` behind; all agents, if there are none.
    agents: Arc<[String]>,
    sink: Sink,
}

/// A trace was asked for that there is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTrace(String);

impl fmt::Display for UnknownTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownTrace {}

impl Trace {
    /// Of what is written behind `--trace=`: `events,plans,intentions,beliefs,messages`, or some of them; behind a `:` the names of
    /// agents. Nothing means everything. The lines go to standard error.
    ///
    /// # Errors
    ///
    /// If there is nothing of that name to trace, or a name is missing.
    pub fn parse(text: &str) -> Result<Self, UnknownTrace> {
        let (topics, agents) = match text.split_once(':') {
            Some((topics, agents)) => (topics, Some(agents)),
            None => (text, None),
        };
        let topics = Some(topics).filter(|topics| !topics.is_empty());
        let topics = topics.into_iter().flat_map(|topics| topics.split(',')).map(topic).collect::<Result<_, _>>()?;
        let agents = agents.into_iter().flat_map(|agents| agents.split(',')).map(agent).collect::<Result<_, _>>()?;
        Ok(Self { topics, agents, sink: Arc::new(to_standard_error) })
    }

    /// The same, with its lines going elsewhere.
    #[must_use]
    pub fn into_sink(self, sink: Sink) -> Self {
        Self { sink, ..self }
    }

    /// Traces an agent, if it is to be traced.
    pub(super) fn begin(&self, mind: &mut Mind) {
        let name = mind.name.name();
        let is_meant = |agent: &String| match agent.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => agent == name,
        };
        if self.agents.is_empty() || self.agents.iter().any(is_meant) {
            mind.observe(Box::new(self.clone()));
        }
    }
}

impl Observer for Trace {
    fn notice(&mut self, at: At, moment: &Moment<'_>) {
        if self.topics.is_empty() || self.topics.contains(&Topic::of(moment)) {
            (self.sink)(&line(at, moment));
        }
    }
}

fn topic(name: &str) -> Result<Topic, UnknownTrace> {
    let found = Topic::ALL.into_iter().find(|topic| topic.name() == name);
    found.ok_or_else(|| {
        let known = Topic::ALL.map(Topic::name).join(", ");
        UnknownTrace(format!("there is no trace of '{name}', only of {known}; --trace alone is all of them"))
    })
}

fn agent(name: &str) -> Result<String, UnknownTrace> {
    if name.is_empty() {
        return Err(UnknownTrace(
            "a name is missing behind the ':' of --trace, which begins the agents' names".to_owned(),
        ));
    }
    Ok(name.to_owned())
}

/// A whole line at once, so that the lines of several threads do not mix. There may be no reader.
fn to_standard_error(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<(Vec<Topic>, Vec<String>), String> {
        let trace = Trace::parse(text).map_err(|unknown| unknown.to_string())?;
        Ok((trace.topics, trace.agents.to_vec()))
    }

    #[test]
    fn topics_and_agents() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(parsed(""), Ok((vec![], vec![])));
        assert_eq!(parsed("plans,beliefs"), Ok((vec![Topic::Plans, Topic::Beliefs], vec![])));
        assert_eq!(parsed(":ann,b*"), Ok((vec![], names(&["ann", "b*"]))));
        assert_eq!(parsed("events:ann"), Ok((vec![Topic::Events], names(&["ann"]))));
    }

    #[test]
    fn what_there_is_not_is_refused() {
        let refused = parsed("plans,thoughts").expect_err("no such topic");
        assert_eq!(
            refused,
            "there is no trace of 'thoughts', only of events, plans, intentions, beliefs, messages; --trace alone is all of them"
        );
        assert!(parsed("plans:").expect_err("no name").contains("a name is missing"));
        assert!(parsed("plans:ann,,bob").is_err());
    }
}
