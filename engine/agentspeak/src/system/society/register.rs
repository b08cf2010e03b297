//! Who is there, and where.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use agon_actor::Address;

use super::agent::ToAgent;
use crate::system::names;
use crate::term::{Atom, Growing};

/// The agents by name. To look for one takes no lock and no hash: an atom is a small number, under which the agent's stands.
pub(super) struct Register {
    /// By atom: the number of the agent of this name, counted from 1, or 0.
    numbers: Growing<AtomicU32>,
    /// By number. Numbers are not used again.
    places: Growing<OnceLock<Place>>,
    naming: Mutex<Naming>,
}

struct Place {
    name: Atom,
    address: Address<ToAgent>,
}

#[derive(Default)]
struct Naming {
    /// How many numbers have been given out.
    count: u32,
    /// By name, where to begin to look for a number that makes it free. Of no use once an agent has left.
    hints: HashMap<Box<str>, u32>,
}

/// A name that is taken for an agent that is to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reservation {
    pub(super) name: Atom,
    number: u32,
}

impl Register {
    pub(super) fn new() -> Self {
        Self { numbers: Growing::new(), places: Growing::new(), naming: Mutex::default() }
    }

    /// Where the agent of this name is.
    #[inline]
    pub(super) fn address(&self, name: Atom) -> Option<Address<ToAgent>> {
        let number = self.numbers.get(name.number())?.load(Ordering::Acquire);
        Some(self.place(number)?.address)
    }

    #[inline]
    fn place(&self, number: u32) -> Option<&Place> {
        self.places.get(number.checked_sub(1)?)?.get()
    }

    /// Takes a name, or one like it if there is an agent of this name. Until it [settles](Self::settle) the agent is not found.
    pub(super) fn reserve(&self, wanted: &str, is_taken_elsewhere: impl Fn(Atom) -> bool) -> Reservation {
        let mut naming = self.naming();
        let from = naming.hints.get(wanted).copied().unwrap_or(0);
        let (name, suffix) = names::free(wanted, from, |name| self.is_taken(name) || is_taken_elsewhere(name));
        if suffix > 0 {
            naming.hints.insert(wanted.into(), suffix + 1);
        }
        naming.count += 1;
        let number = naming.count;
        self.numbers.get_or_make(name.number()).store(number, Ordering::Release);
        Reservation { name, number }
    }

    fn is_taken(&self, name: Atom) -> bool {
        self.numbers.get(name.number()).is_some_and(|number| number.load(Ordering::Acquire) != 0)
    }

    /// The agent is there.
    pub(super) fn settle(&self, reservation: Reservation, address: Address<ToAgent>) {
        let Reservation { name, number } = reservation;
        let _ = self.places.get_or_make(number - 1).set(Place { name, address });
    }

    /// The agent is there no longer, if it still was.
    pub(super) fn leave(&self, reservation: Reservation) -> bool {
        let Reservation { name, number } = reservation;
        let mut naming = self.naming();
        let place = self.numbers.get_or_make(name.number());
        let was = place.compare_exchange(number, 0, Ordering::AcqRel, Ordering::Acquire).is_ok();
        if was {
            naming.hints.clear();
        }
        was
    }

    /// Takes an agent out, and returns where it was.
    pub(super) fn remove(&self, name: Atom) -> Option<Address<ToAgent>> {
        let number = self.numbers.get(name.number())?.load(Ordering::Acquire);
        let address = self.place(number)?.address;
        self.leave(Reservation { name, number }).then_some(address)
    }

    /// All names, in the order in which the agents have come.
    pub(super) fn names(&self) -> Vec<Atom> {
        let count = self.naming().count;
        let name_of = |number: u32| {
            let name = self.place(number)?.name;
            let holder = self.numbers.get(name.number())?.load(Ordering::Acquire);
            (holder == number).then_some(name)
        };
        (1..=count).filter_map(name_of).collect()
    }

    fn naming(&self) -> MutexGuard<'_, Naming> {
        self.naming.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Stub;

    impl agon_actor::Actor for Stub {
        type Message = ToAgent;

        fn handle(&mut self, _: ToAgent, _: &mut agon_actor::Context<'_, Self>) {}
    }

    #[test]
    fn agents_are_found_from_when_they_settle_until_they_leave() {
        let system = agon_actor::System::builder().threads(1).build().expect("a thread");
        let address = system.spawn(Stub);
        let register = Register::new();
        let ann = Atom::new("register-ann");
        assert!(register.address(ann).is_none());
        let first = register.reserve("register-ann", |_| false);
        assert!(register.address(ann).is_none() && register.names().is_empty());
        register.settle(first, address);
        assert_eq!(register.address(ann), Some(address));
        let second = register.reserve("register-ann", |_| false);
        assert_eq!(second.name.name(), "register-ann_1");
        assert_eq!(register.reserve("register-ann", |_| false).name.name(), "register-ann_2");
        register.settle(second, address);
        assert_eq!(register.names(), [ann, second.name]);
        assert_eq!(register.remove(ann), Some(address));
        assert!(register.address(ann).is_none(), "it has left");
        assert!(register.remove(ann).is_none() && !register.leave(first));
        assert_eq!(register.names(), [second.name]);
        assert_eq!(register.reserve("register-ann", |_| false).name, ann, "the name is free again");
        let elsewhere = register.reserve("register-bob", |name| name.name() == "register-bob").name;
        assert_eq!(elsewhere.name(), "register-bob_1", "the name is taken elsewhere");
    }
}
