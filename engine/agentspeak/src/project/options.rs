//! An agent's options: what stands in brackets behind its name.

use super::execution::Mode;
use super::problem::{Problem, Spanned};

/// An agent's options in the order of the file; of an option given twice the last holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    settings: Vec<Setting>,
}

/// An option: its name and what it is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name.
    pub key: Spanned<String>,
    /// The value.
    pub value: Spanned<SettingValue>,
}

/// What an option is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingValue {
    /// A word.
    Word(String),
    /// A number, as written.
    Number(String),
    /// A string, as written between its quotes.
    Text(String),
}

/// What becomes of external events that no plan is relevant for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Events {
    /// They are dropped.
    #[default]
    Discard,
    /// They are put back into the queue.
    Requeue,
    /// They are kept until the agent asks for a plan and gets one.
    Retrieve,
}

/// Where plans for an agent's own changes of belief run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// In the intention that made the change, before it goes on.
    #[default]
    Same,
    /// In an intention of their own.
    New,
}

/// Options that only take a number.
pub(super) const NUMBERS: [&str; 6] = ["nrcbp", "verbose", "cycles", "cycles_sense", "cycles_deliberate", "cycles_act"];

impl Options {
    /// All of them, in the order of the file.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// What `key` is set to.
    pub fn get(&self, key: &str) -> Option<&SettingValue> {
        self.setting(key).map(|setting| &setting.value.value)
    }

    /// What `key` is set to, as a user's option is asked for: without quotes, and with `\"` as `"`.
    pub fn text(&self, key: &str) -> Option<String> {
        self.get(key).map(SettingValue::text)
    }

    /// What becomes of events without relevant plans.
    pub fn events(&self) -> Events {
        match self.word("events") {
            Some("requeue") => Events::Requeue,
            Some("retrieve") => Events::Retrieve,
            _ => Events::Discard,
        }
    }

    /// Where plans for the agent's own changes of belief run.
    pub fn internal_beliefs(&self) -> Focus {
        if self.word("intBels") == Some("newFocus") { Focus::New } else { Focus::Same }
    }

    /// After how many reasoning cycles the agent perceives again.
    pub fn cycles_before_perception(&self) -> u32 {
        self.number("nrcbp").unwrap_or(1)
    }

    /// How much it logs: 0 warnings, 1 what happens, 2 everything.
    pub fn verbose(&self) -> Option<u32> {
        self.number("verbose")
    }

    /// After how many steps a question is given up.
    pub fn query_limit(&self) -> Option<u64> {
        self.limit("query_limit")
    }

    /// How many megabytes (MiB) a question or an intention may hold.
    pub fn memory_limit(&self) -> Option<u64> {
        self.limit("memory_limit")
    }

    fn limit(&self, key: &str) -> Option<u64> {
        self.get(key).and_then(SettingValue::limit)
    }

    /// Whether it runs in step with the others under an execution control.
    pub fn synchronised(&self) -> bool {
        self.word("synchronised") == Some("true")
    }

    /// Whether a goal that is a plan's last step takes that plan's place.
    pub fn tail_calls(&self) -> bool {
        self.get("tro").is_none_or(|value| value.text() == "true")
    }

    /// Initial beliefs, as the terms of a list.
    pub fn beliefs(&self) -> Option<String> {
        self.text("beliefs")
    }

    /// Initial goals, as the terms of a list.
    pub fn goals(&self) -> Option<String> {
        self.text("goals")
    }

    /// The mode it asks for with `rc`. As in Jason, a word that names no mode asks for a thread of its own.
    pub fn mode(&self) -> Option<Mode> {
        self.get("rc").map(|value| Mode::named(&value.to_string()).unwrap_or_default())
    }

    /// A number that `key` is set to.
    pub fn number(&self, key: &str) -> Option<u32> {
        match self.get(key) {
            Some(SettingValue::Number(digits)) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The option `key` with where it stood.
    pub fn setting(&self, key: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.key.value == key)
    }

    /// Sets an option, which must be of the values that it takes.
    ///
    /// # Errors
    /// What it takes instead.
    pub fn set(&mut self, setting: Setting) -> Result<(), Problem> {
        allowed(&setting)?;
        self.settings.retain(|earlier| earlier.key != setting.key);
        self.settings.push(setting);
        Ok(())
    }

    fn word(&self, key: &str) -> Option<&str> {
        match self.get(key) {
            Some(SettingValue::Word(word)) => Some(word),
            _ => None,
        }
    }
}

impl SettingValue {
    fn limit(&self) -> Option<u64> {
        match self {
            Self::Number(digits) => digits.parse().ok().filter(|number| *number > 0),
            Self::Word(_) | Self::Text(_) => None,
        }
    }

    /// The value as a user's option is asked for: without quotes, and with `\"` as `"`.
    pub fn text(&self) -> String {
        match self {
            Self::Word(text) | Self::Number(text) => text.clone(),
            Self::Text(text) => text.replace("\\\"", "\""),
        }
    }
}

/// Options that take a number from 1 on, and of what.
const LIMITS: [(&str, &str); 2] = [("query_limit", "steps"), ("memory_limit", "megabytes")];

/// Whether the option takes its value.
fn allowed(setting: &Setting) -> Result<(), Problem> {
    let key = setting.key.value.as_str();
    let words: &[&str] = match key {
        "events" => &["discard", "requeue", "retrieve"],
        "intBels" => &["sameFocus", "newFocus"],
        "synchronised" => &["true", "false"],
        _ if NUMBERS.contains(&key) => return allowed_number(setting),
        _ if LIMITS.iter().any(|(limit, _)| *limit == key) => return allowed_limit(setting),
        _ => return Ok(()),
    };
    match &setting.value.value {
        SettingValue::Word(word) if words.contains(&word.as_str()) => Ok(()),
        other => Err(Problem::error(format!("the option {key} cannot be {other}"), setting.value.span.clone())
            .with_help(format!("{key} is {}", either(words)))),
    }
}

fn allowed_number(setting: &Setting) -> Result<(), Problem> {
    let number = match &setting.value.value {
        SettingValue::Number(digits) => digits.parse::<i32>().ok(),
        _ => None,
    };
    if number.is_some() {
        return Ok(());
    }
    let (key, value) = (&setting.key.value, &setting.value);
    Err(Problem::error(format!("the option {key} cannot be {}", value.value), value.span.clone())
        .with_help(format!("{key} is a whole number, 0 or above")))
}

fn allowed_limit(setting: &Setting) -> Result<(), Problem> {
    if setting.value.value.limit().is_some() {
        return Ok(());
    }
    let (key, value) = (setting.key.value.as_str(), &setting.value);
    let unit = LIMITS.iter().find(|(limit, _)| *limit == key).map_or("", |(_, unit)| unit);
    Err(Problem::error(format!("the option {key} cannot be {}", value.value), value.span.clone())
        .with_help(format!("{key} is a whole number of {unit}, 1 or above")))
}

fn either(words: &[&str]) -> String {
    let (last, others) = words.split_last().expect("there are words");
    format!("{} or {last}", others.join(", "))
}
