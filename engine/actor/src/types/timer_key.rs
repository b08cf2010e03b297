//! Names of an actor's timers.

/// The name of a timer of an actor: see [`Context::timer`](crate::Context::timer).
///
/// It is made of a text that the program contains, or of a number, such as that of a session or a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimerKey(Key);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Name(&'static str),
    Number(u64),
}

impl From<&'static str> for TimerKey {
    fn from(name: &'static str) -> Self {
        Self(Key::Name(name))
    }
}

impl From<u64> for TimerKey {
    fn from(number: u64) -> Self {
        Self(Key::Number(number))
    }
}
