//! throughput, apart from messages: parameters, the strings, what the receiver does with one, and the times.

use std::ops::Range;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::samples::Table;
use crate::{Arguments, Failure, Iteration};

/// The characters of a string that are its number.
const DIGITS: usize = 10;
const MOST_CHARACTERS: u64 = 1 << 28;
/// In a stream, messages whose number is a multiple of it are timed.
const EVERY: u64 = 64;

/// What is not counted after each message of a sprint.
pub const PAUSE: Duration = Duration::from_millis(1);

pub struct Throughput {
    pub size: usize,
    pub messages: u64,
    pub msgpack: bool,
    pub acks: bool,
    /// One message at a time, instead of as fast as may be.
    pub sprint: bool,
    pub witness: bool,
    /// A message in so many is timed.
    every: Option<u64>,
    /// Ascending.
    faults: Vec<u64>,
    table: Table,
}

impl Throughput {
    /// Takes the arguments; `transport=` must be one of `transports`.
    pub fn take<T: Copy>(arguments: &mut Arguments, transports: &[(&str, T)]) -> Result<(Self, T), Failure> {
        let size: usize = arguments.take_at_least("size", DIGITS)?;
        let messages: u64 = arguments.take_at_least("messages", 1)?;
        if (size as u64).saturating_mul(messages) > MOST_CHARACTERS {
            return Err(Failure::usage(format!("messages={messages}: at most {MOST_CHARACTERS} characters in all")));
        }
        let msgpack = choice(arguments, "serializer", &[("native", false), ("msgpack", true)])?;
        let transport = choice(arguments, "transport", transports)?;
        let sprint = choice(arguments, "protocol", &[("stream", false), ("sprint", true)])?;
        let acks = arguments.take_switch("acks")?;
        let clock = arguments.take_switch("clock")?;
        let witness = arguments.take_witness()?;
        let count: usize = arguments.take("faults")?;
        arguments.take_variant(&[("default", ())])?;
        let table = Table::take(arguments, "latency.csv", "iteration,message,ns")?;
        let faults = arguments.take_input(|text| parse(text, count, messages))?;
        if sprint && !clock {
            return Err(Failure::usage("protocol=sprint needs clock=on"));
        }
        if count > 0 && !acks {
            return Err(Failure::usage(format!("faults={count} needs acks=on")));
        }
        let every = clock.then_some(if sprint { 1 } else { EVERY });
        Ok((Self { size, messages, msgpack, acks, sprint, witness, every, faults, table }, transport))
    }

    /// The strings of the messages, each its own.
    pub fn strings(&self) -> Vec<String> {
        let rest = self.size - DIGITS;
        let mut random = fastrand::Rng::with_seed(1);
        let pool: String = (0..rest + POOL).map(|_| char::from(random.u8(b' '..=b'~'))).collect();
        let string = |number: u64| {
            let start = random.usize(..POOL);
            let mut text = String::with_capacity(self.size);
            let mut digits = [b'0'; DIGITS];
            let mut left = number;
            for digit in digits.iter_mut().rev() {
                *digit += (left % 10) as u8;
                left /= 10;
            }
            text.extend(digits.map(char::from));
            text.push_str(&pool[start..start + rest]);
            text
        };
        (0..self.messages).map(string).collect()
    }

    #[inline]
    pub fn timed(&self, message: u64) -> bool {
        self.every.is_some_and(|every| message.is_multiple_of(every))
    }

    pub fn checksum(&self, text: &str) -> u32 {
        if self.witness { crc32fast::hash(text.as_bytes()) } else { 0 }
    }

    pub fn reception(&self) -> Reception {
        Reception {
            size: self.size,
            witness: self.witness,
            faults: self.faults.clone().into_iter(),
            ..Default::default()
        }
    }

    /// Writes the times of an iteration and reports it. `elapsed` is that of a stream.
    pub fn finish(&self, index: u64, elapsed: Duration, ends: &Ends) -> Result<Iteration, Failure> {
        let Ends { sent, reception, confirmed, unconfirmed, crc_sent } = ends;
        let handled = &reception.handled;
        let times: Vec<Duration> = sent.iter().zip(handled).map(|(sent, handled)| *handled - *sent).collect();
        if let Some(every) = self.every {
            self.table.add(index, |file| {
                times
                    .iter()
                    .zip(0_u64..)
                    .try_for_each(|(time, number)| writeln!(file, "{index},{},{}", number * every, time.as_nanos()))
            })?;
        }
        let mut report = json!({"received": reception.received, "characters": reception.characters});
        if self.acks {
            report["confirmed"] = json!(confirmed);
            report["unconfirmed"] = json!(unconfirmed);
        }
        if self.witness {
            report["crc_sent"] = json!(crc_sent);
            report["crc_received"] = json!(reception.crc);
        }
        Ok(Iteration { elapsed: if self.sprint { times.iter().sum() } else { elapsed }, report })
    }
}

/// Where strings may start in the pool of random characters.
const POOL: usize = 1 << 16;

/// Which of `offered` the argument is.
fn choice<T: Copy>(arguments: &mut Arguments, key: &str, offered: &[(&str, T)]) -> Result<T, Failure> {
    let asked: String = arguments.take(key)?;
    offered.iter().find(|(name, _)| *name == asked).map(|&(_, choice)| choice).ok_or_else(|| {
        let names: Vec<_> = offered.iter().map(|(name, _)| *name).collect();
        Failure::usage(format!("{key}={asked}: this platform has {}", names.join(", ")))
    })
}

fn parse(text: &str, count: usize, messages: u64) -> Result<Vec<u64>, String> {
    let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>();
    let numbers = numbers.map_err(|error| error.to_string())?;
    if numbers.len() != count || !numbers.is_sorted() || numbers.iter().any(|number| *number >= messages) {
        return Err(format!("{count} ascending numbers below {messages} are needed"));
    }
    Ok(numbers)
}

/// What both ends have to tell of an iteration.
#[derive(Debug, Default)]
pub struct Ends {
    /// When the messages that are timed were sent.
    pub sent: Vec<Instant>,
    pub reception: Reception,
    pub confirmed: u64,
    pub unconfirmed: Vec<u64>,
    pub crc_sent: u32,
}

/// The receiver's handler.
#[derive(Debug, Default)]
pub struct Reception {
    size: usize,
    witness: bool,
    faults: std::vec::IntoIter<u64>,
    pub received: u64,
    characters: usize,
    crc: u32,
    /// When the messages that are timed were handled.
    pub handled: Vec<Instant>,
    /// Strings that were handed over, until the iteration is over.
    pub kept: Vec<String>,
}

impl Reception {
    /// Whether the handler gets through; the message must be the next one, else the program ends.
    #[inline]
    pub fn handle(&mut self, text: &str) -> bool {
        let number = text.as_bytes().get(..DIGITS).map(number_of);
        if number != Some(self.received) || text.len() != self.size {
            refuse(self.received, text);
        }
        self.received += 1;
        self.characters += text.len();
        if self.witness {
            self.crc = self.crc.wrapping_add(crc32fast::hash(text.as_bytes()));
        }
        if self.faults.as_slice().first() == number.as_ref() {
            self.faults.next();
            return false;
        }
        true
    }
}

#[inline]
fn number_of(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit.wrapping_sub(b'0')))
}

#[cold]
fn refuse(due: u64, text: &str) -> ! {
    let start: String = text.chars().take(DIGITS).collect();
    eprintln!("message {due} is due, received: '{start}' of {} characters", text.len());
    std::process::exit(1)
}

/// One string as MsgPack has it.
pub fn pack(text: &str) -> Vec<u8> {
    let size = text.len();
    let wide = (size as u32).to_be_bytes();
    let mut packed = Vec::with_capacity(wide.len() + 1 + size);
    match size {
        0..32 => packed.push(0xA0 | size as u8),
        32..0x100 => packed.extend([0xD9, wide[3]]),
        0x100..0x1_0000 => packed.extend([0xDA, wide[2], wide[3]]),
        _ => {
            packed.push(0xDB);
            packed.extend(wide);
        }
    }
    packed.extend(text.as_bytes());
    packed
}

/// The string that was packed, where it lies; None if it is none.
pub fn unpack(packed: &[u8]) -> Option<&str> {
    let number = |bytes: Range<usize>| {
        Some(packed.get(bytes)?.iter().fold(0_usize, |number, byte| number << 8 | usize::from(*byte)))
    };
    let (start, size) = match *packed.first()? {
        short @ 0xA0..=0xBF => (1, usize::from(short & 0x1F)),
        0xD9 => (2, number(1..2)?),
        0xDA => (3, number(1..3)?),
        0xDB => (5, number(1..5)?),
        _ => return None,
    };
    let text = packed.get(start..)?;
    if text.len() == size { std::str::from_utf8(text).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{pack, parse, unpack};

    #[test]
    fn what_is_packed_is_unpacked() {
        for size in [0, 1, 31, 32, 255, 256, 65_535, 65_536, 100_000] {
            let text = "x".repeat(size);
            assert_eq!(unpack(&pack(&text)), Some(text.as_str()));
        }
        assert_eq!(pack("abc"), b"\xA3abc");
        assert_eq!(unpack(b"\xA3ab"), None);
        assert_eq!(unpack(b"\xC0"), None);
    }

    #[test]
    fn the_input_must_be_what_the_arguments_say() {
        assert_eq!(parse("1 4\n", 2, 5), Ok(vec![1, 4]));
        for (text, count) in [("1 5\n", 2), ("4 1\n", 2), ("1\n", 2)] {
            assert!(parse(text, count, 5).is_err());
        }
        assert_eq!(parse("\n", 0, 5), Ok(vec![]));
    }
}
