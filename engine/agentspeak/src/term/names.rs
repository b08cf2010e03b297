//! Names and their numbers: permanent ones, and those that are counted, which go with the last constant of that name.
//!
//! Permanent are names that a program's text, a predicate, an agent or anything else may be known by; what programs make up as they run
//! (a constant out of a string, a plan's label) is counted. Who asks for a counted name as a permanent one *pins* it: it keeps
//! its number. To look a permanent name up by its number takes no lock; nor does a count, but for the first and the last.
//!
//! Invariants:
//!
//! 1. A name comes, is pinned and goes only under the lock of its shard. It is in the table of permanent names, or in its shard, or it has no
//!    number. A permanent name is found without the lock; who does not find it there looks again under the lock.
//! 2. A place's count is how many handles there are, and one more if the name has been pinned. It becomes 1 where the name comes, under the lock,
//!    and 0 where it goes, under the lock: a name in a shard has a count of 1 at least, and who finds it there counts up.
//! 3. Who has a handle counts up and, as long as others are left, down without a lock. Who seems to have the last one takes the lock and
//!    looks again.
//! 4. Where the count becomes 0, there is no handle, and under the lock none is made. The name leaves its shard, the text its
//!    place, and only then is the number free for another name.
//! 5. A place has its text until the name goes or is pinned. When it is pinned, the permanent table has it before the place gives it up.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use super::Growing;
use super::atom::KNOWN;
use super::interner::{Interner, Recent};

pub(super) static NAMES: LazyLock<Names> = LazyLock::new(Names::new);

thread_local! {
    /// Permanent names only: the end of another one is not known.
    static RECENT: Recent = const { Recent::new() };
}

/// So many bits of a name's hash are its shard.
const SHARD_BITS: u32 = 5;

pub(super) struct Names {
    permanent: Interner<&'static str>,
    counted: [Mutex<Shard>; 1 << SHARD_BITS],
    places: Growing<Place>,
    numbers: Mutex<Numbers>,
}

type Shard = HashMap<Arc<str>, u32>;

/// Of a number that a counted name has, or had before it was pinned.
#[derive(Default)]
struct Place {
    count: AtomicU64,
    text: Mutex<Option<Arc<str>>>,
}

/// Which numbers are free: those that have been given back, and all from `next` on.
#[derive(Default)]
struct Numbers {
    next: u32,
    given_back: Vec<u32>,
}

/// The number of a name for which a handle is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Permanent(u32),
    /// The handle has been counted.
    Counted(u32),
}

/// The text of a constant's name.
#[derive(Clone, Debug)]
pub struct Name(Text);

#[derive(Clone, Debug)]
enum Text {
    Permanent(&'static str),
    Counted(Arc<str>),
}

/// The number of this name, which is permanent from now on.
pub(super) fn permanent(name: &str) -> u32 {
    let hash = Recent::hash(name);
    let is_it = |number| NAMES.text(number) == name;
    RECENT.with(|recent| recent.number(hash, is_it, || NAMES.permanent(name, hash)))
}

/// The number of this name for a handle; the name is counted if it is new.
pub(super) fn counted(name: &str) -> Found {
    let hash = Recent::hash(name);
    let is_it = |number| NAMES.text(number) == name;
    RECENT.with(|recent| match recent.get(hash, is_it) {
        Some(number) => Found::Permanent(number),
        None => {
            let found = NAMES.counted(name, hash);
            if let Found::Permanent(number) = found {
                recent.note(hash, number);
            }
            found
        }
    })
}

/// Is there something of that name?
#[cfg(test)]
pub(crate) fn is_name(name: &str) -> bool {
    NAMES.permanent.number_of(name).is_some() || NAMES.shard(Recent::hash(name)).contains_key(name)
}

impl Names {
    fn new() -> Self {
        let names = Self {
            permanent: Interner::new(),
            counted: std::array::from_fn(|_| Mutex::default()),
            places: Growing::new(),
            numbers: Mutex::default(),
        };
        for (number, name) in KNOWN.iter().enumerate() {
            let given = names.free_number();
            assert_eq!(given as usize, number);
            names.permanent.keep(name, given);
        }
        names
    }

    /// The number of this name, which is permanent from now on.
    fn permanent(&self, name: &str, hash: u64) -> u32 {
        if let Some(number) = self.permanent.number_of(name) {
            return number;
        }
        let mut shard = self.shard(hash);
        match (self.permanent.number_of(name), shard.get(name).copied()) {
            (Some(number), _) => number,
            (None, Some(number)) => {
                self.pin_in(&mut shard, name, number);
                number
            }
            (None, None) => {
                let number = self.free_number();
                self.permanent.keep(Box::leak(name.into()), number);
                number
            }
        }
    }

    /// The number of this name as a permanent one, if there is such a name.
    pub(super) fn known(&self, name: &str) -> Option<u32> {
        let hash = Recent::hash(name);
        self.permanent.number_of(name).or_else(|| {
            let mut shard = self.shard(hash);
            let number = shard.get(name).copied();
            if let Some(number) = number {
                self.pin_in(&mut shard, name, number);
            }
            number.or_else(|| self.permanent.number_of(name))
        })
    }

    /// The number of this name for a handle; the name is counted if it is new.
    fn counted(&self, name: &str, hash: u64) -> Found {
        let mut shard = self.shard(hash);
        if let Some(&number) = shard.get(name) {
            self.count_up(number);
            return Found::Counted(number);
        }
        if let Some(number) = self.permanent.number_of(name) {
            return Found::Permanent(number);
        }
        let number = self.free_number();
        let text: Arc<str> = name.into();
        let place = self.places.get_or_make(number);
        *locked(&place.text) = Some(Arc::clone(&text));
        place.count.store(1, Ordering::Relaxed);
        shard.insert(text, number);
        Found::Counted(number)
    }

    /// Counts one more handle of a name that is in use, unless it is permanent; returns whether it has.
    pub(super) fn hold(&self, number: u32) -> bool {
        let is_counted = self.permanent.find(number).is_none();
        if is_counted {
            self.count_up(number);
        }
        is_counted
    }

    /// Makes the name of a handle a permanent one.
    pub(super) fn pin(&self, number: u32) {
        if let Some(name) = self.place(number).text() {
            let mut shard = self.shard(Recent::hash(&*name));
            if shard.contains_key(&name) {
                self.pin_in(&mut shard, &name, number);
            }
        }
    }

    /// The same of a name that is in its shard.
    fn pin_in(&self, shard: &mut Shard, name: &str, number: u32) {
        self.count_up(number);
        self.permanent.keep(Box::leak(name.into()), number);
        *locked(&self.place(number).text) = None;
        shard.remove(name);
    }

    /// Counts a handle, of which there is one already.
    pub(super) fn count_up(&self, number: u32) {
        self.place(number).count.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a handle no more.
    pub(super) fn count_down(&self, number: u32) {
        let place = self.place(number);
        let mut count = place.count.load(Ordering::Relaxed);
        while count > 1 {
            match place.count.compare_exchange_weak(count, count - 1, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => return,
                Err(now) => count = now,
            }
        }
        let Some(text) = place.text() else {
            // It has been pinned meanwhile, which counts as well.
            place.count.fetch_sub(1, Ordering::Release);
            return;
        };
        let mut shard = self.shard(Recent::hash(&*text));
        if place.count.fetch_sub(1, Ordering::AcqRel) == 1 {
            shard.remove(&text);
            *locked(&place.text) = None;
            drop(shard);
            locked(&self.numbers).given_back.push(number);
        }
    }

    /// The text of a permanent name, or of one that becomes it.
    #[inline]
    pub(super) fn text(&self, number: u32) -> &'static str {
        self.permanent.find(number).unwrap_or_else(|| self.text_to_keep(number))
    }

    #[cold]
    fn text_to_keep(&self, number: u32) -> &'static str {
        self.pin(number);
        self.permanent.value(number)
    }

    /// The text of a permanent name, or of a handle's.
    pub(super) fn name(&self, number: u32, is_counted: bool) -> Name {
        let counted = if is_counted { self.place(number).text() } else { None };
        Name(counted.map_or_else(|| Text::Permanent(self.text(number)), Text::Counted))
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        locked(&self.counted[(hash >> (u64::BITS - SHARD_BITS)) as usize])
    }

    fn place(&self, number: u32) -> &Place {
        self.places.get(number).expect("a handle's number has a place")
    }

    /// A number that no name has.
    ///
    /// # Panics
    ///
    /// Where there are four thousand million names.
    fn free_number(&self) -> u32 {
        let mut numbers = locked(&self.numbers);
        numbers.given_back.pop().unwrap_or_else(|| {
            let number = numbers.next;
            numbers.next = number.checked_add(1).expect("space for another name");
            number
        })
    }
}

impl Place {
    fn text(&self) -> Option<Arc<str>> {
        locked(&self.text).clone()
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Text::Permanent(text) => text,
            Text::Counted(text) => text,
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Name {}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Names {
        /// How many names have been given a number at a time.
        fn most(&self) -> u32 {
            locked(&self.numbers).next
        }

        fn find(&self, name: &str) -> Found {
            self.counted(name, Recent::hash(name))
        }

        fn of(&self, found: Found) -> (u32, bool) {
            match found {
                Found::Permanent(number) => (number, false),
                Found::Counted(number) => (number, true),
            }
        }
    }

    #[test]
    fn a_number_is_another_names_when_the_last_handle_is_gone() {
        let names = Names::new();
        let (one, _) = names.of(names.find("names one"));
        assert_eq!(names.find("names one"), Found::Counted(one));
        names.count_down(one);
        assert_ne!(names.find("names two"), Found::Counted(one));
        assert_eq!(&*names.name(one, true), "names one");
        names.count_down(one);
        assert_eq!(names.find("names three"), Found::Counted(one));
        assert_eq!(&*names.name(one, true), "names three");
    }

    #[test]
    fn a_pinned_name_keeps_its_number_for_ever() {
        let names = Names::new();
        let (number, _) = names.of(names.find("names pinned"));
        names.count_up(number);
        names.pin(number);
        names.pin(number);
        assert_eq!((names.text(number), &*names.name(number, true)), ("names pinned", "names pinned"));
        assert_eq!(names.permanent("names pinned", Recent::hash("names pinned")), number);
        names.count_down(number);
        names.count_down(number);
        assert_eq!(names.find("names pinned"), Found::Permanent(number));
        assert_ne!(names.find("names other"), Found::Counted(number));
        assert_eq!(names.known("names pinned"), Some(number));
        assert_eq!(names.known("names unknown"), None);
    }

    #[test]
    fn names_that_come_and_go_take_no_new_numbers() {
        let names = Names::new();
        let known = names.most();
        for number in 0..if cfg!(miri) { 100 } else { 10_000 } {
            let (number, _) = names.of(names.find(&format!("names coming {number}")));
            names.count_down(number);
        }
        assert_eq!(names.most(), known + 1);
    }

    /// Threads that find, copy, pin and drop the same few names: each holder finds it called as requested, and all that hold
    /// one of that name have the same number.
    #[test]
    fn threads_agree_on_names_that_come_and_go() {
        const THREADS: usize = 4;
        const NAMES: usize = 8;
        let rounds = if cfg!(miri) { 40 } else { 20_000 };
        let names = Names::new();
        let texts: Vec<String> = (0..NAMES).map(|name| format!("names threads {name}")).collect();
        let work = |thread: usize| {
            let mut held: Vec<(usize, u32, bool)> = Vec::new();
            let mut random = thread as u64 + 1;
            for round in 0..rounds {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let which = (random >> 33) as usize % NAMES;
                // The last one is pinned halfway.
                let (number, is_counted) = if which == NAMES - 1 && round > rounds / 2 {
                    (names.permanent(&texts[which], Recent::hash(texts[which].as_str())), false)
                } else {
                    names.of(names.find(&texts[which]))
                };
                assert_eq!(&*names.name(number, is_counted), texts[which]);
                for (other, others, _) in &held {
                    assert_eq!(*other == which, *others == number);
                }
                held.push((which, number, is_counted));
                if is_counted && round % 3 == 0 {
                    names.count_up(number);
                    held.push((which, number, true));
                }
                while held.len() > round % 7 {
                    let (which, number, is_counted) = held.swap_remove(0);
                    assert_eq!(&*names.name(number, is_counted), texts[which]);
                    if is_counted {
                        names.count_down(number);
                    }
                }
            }
            for (_, number, is_counted) in held {
                if is_counted {
                    names.count_down(number);
                }
            }
        };
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let work = &work;
                scope.spawn(move || work(thread));
            }
        });
        assert!(names.counted.iter().all(|shard| locked(shard).is_empty()));
        let known = KNOWN.len() as u32;
        let free = locked(&names.numbers).given_back.len() as u32;
        assert_eq!(names.most() - free, known + 1, "all are free but the one that was pinned");
    }
}
