//! The arguments of a program: `key=value` each.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

use crate::Failure;

/// The arguments that are not taken yet.
#[derive(Debug)]
pub struct Arguments(BTreeMap<String, String>);

impl Arguments {
    pub fn parse(arguments: &[String]) -> Result<Self, Failure> {
        let mut values = BTreeMap::new();
        for argument in arguments {
            let (key, value) = argument
                .split_once('=')
                .ok_or_else(|| Failure::usage(format!("'{argument}' is not of the form key=value")))?;
            if values.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(Failure::usage(format!("'{key}' is given twice")));
            }
        }
        Ok(Self(values))
    }

    /// The argument's value, if it is there, without taking it.
    pub fn peek(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }

    pub fn take<T: FromStr<Err: Display>>(&mut self, key: &str) -> Result<T, Failure> {
        let value = self.0.remove(key).ok_or_else(|| Failure::usage(format!("'{key}=' is missing")))?;
        value.parse().map_err(|error| Failure::usage(format!("{key}={value}: {error}")))
    }

    /// Takes an argument that may be missing.
    pub fn take_or(&mut self, key: &str, usual: &str) -> Result<String, Failure> {
        if self.0.contains_key(key) { self.take(key) } else { Ok(usual.to_owned()) }
    }

    pub fn take_at_least<T: FromStr<Err: Display> + PartialOrd + Display>(
        &mut self,
        key: &str,
        least: T,
    ) -> Result<T, Failure> {
        let value: T = self.take(key)?;
        if value < least {
            return Err(Failure::usage(format!("{key}={value}: at least {least} is needed")));
        }
        Ok(value)
    }

    /// Takes `variant=`, which must be one of `offered`.
    pub fn take_variant<T: Copy>(&mut self, offered: &[(&str, T)]) -> Result<T, Failure> {
        self.take_choice("variant", offered)
    }

    /// Takes an argument that must be one of `offered`.
    pub fn take_choice<T: Copy>(&mut self, key: &str, offered: &[(&str, T)]) -> Result<T, Failure> {
        let asked: String = self.take(key)?;
        offered.iter().find(|(name, _)| *name == asked).map(|&(_, chosen)| chosen).ok_or_else(|| {
            let names: Vec<_> = offered.iter().map(|(name, _)| *name).collect();
            Failure::usage(format!("{key}={asked}: this workload has {}", names.join(", ")))
        })
    }

    pub fn take_witness(&mut self) -> Result<bool, Failure> {
        self.take_switch("witness")
    }

    pub fn take_switch(&mut self, key: &str) -> Result<bool, Failure> {
        match self.take::<String>(key)?.as_str() {
            "on" => Ok(true),
            "off" => Ok(false),
            other => Err(Failure::usage(format!("{key}={other}: on or off is needed"))),
        }
    }

    /// Takes `input=` and reads it by `parse`, which reports what is wrong with the text.
    pub fn take_input<T>(&mut self, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Failure> {
        let input: String = self.take("input")?;
        fs::read_to_string(&input)
            .map_err(|error| error.to_string())
            .and_then(|text| parse(&text))
            .map_err(|error| Failure::usage(format!("input={input}: {error}")))
    }

    /// Takes `samples=`, the directory for bulk data.
    pub fn take_samples(&mut self) -> Result<PathBuf, Failure> {
        let samples: PathBuf = self.take("samples")?;
        if samples.is_dir() {
            Ok(samples)
        } else {
            Err(Failure::usage(format!("samples={}: there is no such directory", samples.display())))
        }
    }

    /// Nothing may be left.
    pub fn finish(self) -> Result<(), Failure> {
        match self.0.into_keys().next() {
            None => Ok(()),
            Some(key) => Err(Failure::usage(format!("unknown argument '{key}='"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;

    fn arguments(words: &[&str]) -> Arguments {
        Arguments::parse(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn what_may_be_missing_is_as_usual() {
        let mut given = arguments(&["listen=192.0.2.1"]);
        assert_eq!(given.take_or("listen", "127.0.0.1").unwrap(), "192.0.2.1");
        assert_eq!(given.take_or("listen", "127.0.0.1").unwrap(), "127.0.0.1");
    }

    #[test]
    fn what_is_taken_is_gone() {
        let mut given = arguments(&["tokens=3", "witness=on"]);
        assert_eq!(given.take_at_least("tokens", 1).ok(), Some(3));
        assert_eq!(given.take_witness().ok(), Some(true));
        assert_eq!(given.take::<u64>("tokens").unwrap_err().to_string(), "'tokens=' is missing");
        assert!(given.finish().is_ok());
    }

    #[test]
    fn mistakes_are_reported_in_words() {
        let word = |result: Result<(), crate::Failure>| result.unwrap_err().to_string();
        let given = || arguments(&["tokens=0", "variant=odd"]);
        assert_eq!(word(given().take_at_least("tokens", 1).map(drop)), "tokens=0: at least 1 is needed");
        assert_eq!(word(given().take_variant(&[("a", ()), ("b", ())])), "variant=odd: this workload has a, b");
        assert_eq!(word(given().finish()), "unknown argument 'tokens='");
        assert_eq!(word(Arguments::parse(&["x".to_owned()]).map(drop)), "'x' is not of the form key=value");
    }
}
