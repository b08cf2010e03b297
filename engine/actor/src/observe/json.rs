//! Snapshots as JSON, one line each: the schema is in docs/observing.md.

use std::fmt::Write;

use crate::observe::histogram::Histogram;
use crate::observe::snapshot::{ActorSnapshot, Snapshot, WorkerSnapshot};
use crate::observe::table::{Table, TableRow};

/// Grows when what readers know changes its meaning or goes; not when something is added.
const SCHEMA: u32 = 1;

/// A JSON object under construction.
struct Object<'a> {
    text: &'a mut String,
    empty: bool,
}

impl<'a> Object<'a> {
    fn new(text: &'a mut String) -> Self {
        text.push('{');
        Self { text, empty: true }
    }

    fn key(&mut self, key: &str) -> &mut String {
        if !self.empty {
            self.text.push(',');
        }
        self.empty = false;
        string(self.text, key);
        self.text.push(':');
        self.text
    }

    fn number(mut self, key: &str, number: impl TryInto<u64>) -> Self {
        // What does not fit is beyond what anybody counts: 128-bit nanoseconds of 500 years.
        let number = number.try_into().unwrap_or(u64::MAX);
        let _ = write!(self.key(key), "{number}");
        self
    }

    fn number_if_known(mut self, key: &str, number: Option<u64>) -> Self {
        match number {
            Some(number) => self.number(key, number),
            None => {
                self.key(key).push_str("null");
                self
            }
        }
    }

    fn text(mut self, key: &str, text: &str) -> Self {
        string(self.key(key), text);
        self
    }

    fn with(mut self, key: &str, write: impl FnOnce(&mut String)) -> Self {
        write(self.key(key));
        self
    }

    fn end(self) {
        self.text.push('}');
    }
}

fn string(text: &mut String, value: &str) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

fn array<T>(text: &mut String, values: &[T], mut write: impl FnMut(&mut String, &T)) {
    text.push('[');
    for (number, value) in values.iter().enumerate() {
        if number > 0 {
            text.push(',');
        }
        write(text, value);
    }
    text.push(']');
}

/// One line, without its end.
pub(crate) fn line(snapshot: &Snapshot) -> String {
    let mut text = String::new();
    let counters = snapshot.counters();
    Object::new(&mut text)
        .number("schema", SCHEMA)
        .number("pid", std::process::id())
        .number("system", snapshot.system())
        .text("name", snapshot.name())
        .text("mode", &snapshot.mode().to_string())
        .number("uptime_ns", snapshot.uptime().as_nanos())
        .number("away", snapshot.away() as u64)
        .with("counters", |text| {
            Object::new(text)
                .number("spawned", counters.spawned())
                .number("live", counters.live())
                .number("handled", counters.handled())
                .number("panics", counters.panics())
                .number("restarts", counters.restarts())
                .number("dead_letters", counters.dead_letters())
                .end();
        })
        .with("waits", |text| waits(text, &snapshot.waits()))
        .with("workers", |text| array(text, snapshot.workers(), worker))
        .with("actors", |text| array(text, snapshot.actors(), actor))
        .with("tables", |text| array(text, snapshot.tables(), table))
        .end();
    text
}

fn worker(text: &mut String, worker: &WorkerSnapshot) {
    Object::new(text)
        .number("worker", worker.worker() as u64)
        .text("state", &worker.state().to_string())
        .number("handled", worker.handled())
        .number_if_known("live", worker.live())
        .number_if_known("queued", worker.queued())
        .number("sent_away", worker.sent_away())
        .number("sleeps", worker.sleeps())
        .number("moved_in", worker.moved_in())
        .number("moved_out", worker.moved_out())
        .number("handovers", worker.handovers())
        .number("dead_letters", worker.dead_letters())
        .number("panics", worker.panics())
        .number("restarts", worker.restarts())
        .with("waits", |text| waits(text, worker.waits()))
        .end();
}

fn waits(text: &mut String, waits: &Histogram) {
    let buckets: Vec<_> = waits.buckets().collect();
    Object::new(text)
        .number("count", waits.count())
        .number("max_ns", waits.max().as_nanos())
        .with("buckets", |text| {
            array(text, &buckets, |text, (longest, count)| {
                let _ = write!(text, "[{},{count}]", longest.as_nanos());
            });
        })
        .end();
}

fn actor(text: &mut String, actor: &ActorSnapshot) {
    Object::new(text)
        .text("id", &actor.id().to_string())
        .text("type", actor.type_name())
        .with("name", |text| match actor.name() {
            Some(name) => string(text, name),
            None => text.push_str("null"),
        })
        .number("worker", actor.worker() as u64)
        .number("handled", actor.handled())
        .number("queued", actor.queued())
        .text("status", &actor.status().to_string())
        .with("numbers", |text| numbers(text, actor.numbers()))
        .end();
}

fn numbers(text: &mut String, numbers: &[(&'static str, u64)]) {
    numbers.iter().fold(Object::new(text), |object, (what, number)| object.number(what, *number)).end();
}

fn table(text: &mut String, table: &Table) {
    let row = |text: &mut String, row: &TableRow| {
        Object::new(text)
            .text("name", row.name())
            .text("state", row.state())
            .with("totals", |text| numbers(text, row.totals()))
            .with("numbers", |text| numbers(text, row.numbers()))
            .end();
    };
    Object::new(text).text("table", table.name()).with("rows", |text| array(text, table.rows(), row)).end();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        let mut text = String::new();
        string(&mut text, "a \"b\" \\ \n\u{1b}[0m \u{7f} é");
        assert_eq!(text, r#""a \"b\" \\ \u000a\u001b[0m \u007f é""#);
    }

    #[test]
    fn a_table_of_the_programs_own() {
        let mut text = String::new();
        let rows = vec![TableRow::new("b", "here").total("sent", 3).number("agents", 2), TableRow::new("c", "gone")];
        table(&mut text, &Table { name: "nodes", rows });
        let first = r#"{"name":"b","state":"here","totals":{"sent":3},"numbers":{"agents":2}}"#;
        let second = r#"{"name":"c","state":"gone","totals":{},"numbers":{}}"#;
        assert_eq!(text, format!(r#"{{"table":"nodes","rows":[{first},{second}]}}"#));
    }

    #[test]
    fn objects_and_arrays_have_commas_between_and_nowhere_else() {
        let mut text = String::new();
        Object::new(&mut text)
            .number("a", 1_u64)
            .number_if_known("b", None)
            .with("c", |text| array(text, &[1, 2], |text, value| text.push_str(&value.to_string())))
            .with("d", |text| Object::new(text).end())
            .number("e", u128::MAX)
            .end();
        assert_eq!(text, r#"{"a":1,"b":null,"c":[1,2],"d":{},"e":18446744073709551615}"#);
    }
}
