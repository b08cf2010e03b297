//! The text of a trace, word for word; `UPDATE=1` writes down the text of now.

use std::fs;
use std::sync::{Arc, Mutex};

use agon_agentspeak::observe::{Observation, Trace};

use crate::{folder, market};

fn traced(wanted: &str) -> Vec<String> {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    let trace = Trace::parse(wanted).expect("a trace");
    let trace = trace.into_sink(Arc::new(move |line| sink.lock().expect("no panic").push(line.to_owned())));
    let mut system = market();
    system.observe(Observation::default().with_trace(trace));
    system.run(1000);
    assert!(system.is_idle());
    lines.lock().expect("no panic").clone()
}

#[test]
fn everything_is_traced() {
    let lines = traced("").join("\n") + "\n";
    let file = folder().join("market.trace");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &lines).expect("can be written");
    }
    assert_eq!(lines, fs::read_to_string(&file).expect("it is there"));
}

#[test]
fn what_is_not_requested_is_not_traced() {
    let all = traced("");
    let of = |agent: &str, topic: &str| -> Vec<String> {
        let is_of = |line: &&String| {
            let mut words = line.split_whitespace();
            let (who, what) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
            who.starts_with(&format!("{agent}@")) && (topic.is_empty() || what == topic)
        };
        all.iter().filter(is_of).cloned().collect()
    };
    assert_eq!(traced("beliefs:seller"), of("seller", "belief"));
    assert_eq!(traced(":buy*"), of("buyer", ""));
    assert_eq!(traced("plans:nobody"), Vec::<String>::new());
    for topic in ["event", "plan", "intention", "belief", "message"] {
        assert!(!of("buyer", topic).is_empty(), "{topic}");
    }
}

#[test]
fn an_observer_changes_nothing() {
    let mut alone = market();
    alone.run(1000);
    let mut observed = market();
    let trace = Trace::parse("").expect("a trace").into_sink(Arc::new(|_| {}));
    observed.observe(Observation::default().with_trace(trace));
    observed.run(1000);
    assert_eq!(alone.lines(), observed.lines());
    assert_eq!(alone.lines(), ["[buyer] bought apple for 3", "[buyer] no pear", "[buyer] done"]);
}
