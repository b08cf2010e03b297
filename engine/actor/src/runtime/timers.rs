//! Things to do later, by deadline.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use super::control::ToWorker;
use super::seat::Seat;
use crate::ask::Reply;

/// What is done when a timer goes off.
pub(crate) enum Action {
    Once(Box<dyn FnOnce() + Send>),
    /// Gives a reply; dropped, it says that there will be none.
    Answer(Reply<()>),
    Every(Box<Every>),
}

/// Something to be done again and again.
pub(crate) struct Every {
    pub(crate) period: Duration,
    pub(crate) tick: Box<dyn FnMut(TimerId) + Send>,
}

impl Action {
    pub(crate) fn once(action: impl FnOnce() + Send + 'static) -> Self {
        Self::Once(Box::new(action))
    }
}

/// Which of a worker's timers. The number is never used again; the place makes it quick to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimerId {
    number: u64,
    place: u32,
}

/// The place of a timer that another thread has named.
const ELSEWHERE: u32 = u32::MAX;

impl TimerId {
    /// For a timer that another thread will set by this name.
    pub(crate) fn fresh() -> Self {
        Self { number: super::fresh_id(), place: ELSEWHERE }
    }
}

/// A worker's timers: a heap of deadlines, and the actions beside it in places that are used again, so that cancelling is cheap.
///
/// The heap keeps the deadline of a cancelled timer until it is due, or until the cancelled are the majority.
pub(crate) struct Timers {
    origin: Instant,
    heap: BinaryHeap<Entry>,
    places: Vec<Place>,
    /// Time limits that are not in the heap yet: see [`set_limit`](Self::set_limit).
    limits: Vec<Limit>,
    /// Places not in use.
    free: Vec<u32>,
    /// Where the timers are that other threads have named.
    named: HashMap<u64, u32>,
    next: u64,
}

/// A place is used by the timer of that number, or, if it is zero, by none.
struct Place {
    number: u64,
    /// `None` while it goes off.
    action: Option<Action>,
}

struct Limit {
    delay: Duration,
    number: u64,
    place: u32,
}

struct Entry {
    /// Nanoseconds since the origin.
    deadline: u64,
    number: u64,
    place: u32,
}

impl Ord for Entry {
    /// The earliest first; among equals, the first set.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.deadline, other.number).cmp(&(self.deadline, self.number))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl Timers {
    pub(crate) fn new() -> Self {
        Self {
            origin: Instant::now(),
            heap: BinaryHeap::new(),
            places: Vec::new(),
            limits: Vec::new(),
            free: Vec::new(),
            named: HashMap::new(),
            next: 1,
        }
    }

    pub(crate) fn is_empty(&mut self) -> bool {
        let places = &self.places;
        self.limits.retain(|limit| places[limit.place as usize].number == limit.number);
        self.heap.is_empty() && self.limits.is_empty()
    }

    /// Timers that have not gone off.
    pub(crate) fn len(&self) -> usize {
        self.places.len() - self.free.len()
    }

    pub(crate) fn set(&mut self, deadline: Instant, action: Action) -> TimerId {
        let number = self.next;
        self.next += 1;
        self.put(number, deadline, action)
    }

    /// Sets a timer that most often is cancelled soon: the limit to the time of a question. Its time begins when the worker next looks at its
    /// timers, which it does before any of them can go off. A limit that is cancelled by then has cost neither a look at the clock nor a place
    /// in the heap.
    pub(crate) fn set_limit(&mut self, delay: Duration, action: Action) -> TimerId {
        let number = self.next;
        self.next += 1;
        let place = self.occupy(number, action);
        self.limits.push(Limit { delay, number, place });
        TimerId { number, place }
    }

    /// The time of new limits begins. One beyond the clock's range is never over.
    fn begin_limits(&mut self, now: Instant) {
        while let Some(limit) = self.limits.pop() {
            let Limit { delay, number, place } = limit;
            if self.places[place as usize].number == number
                && let Some(deadline) = now.checked_add(delay)
            {
                self.heap.push(Entry { deadline: self.nanos(deadline), number, place });
            }
        }
    }

    /// Sets a timer under a [fresh](TimerId::fresh) name.
    pub(crate) fn set_as(&mut self, name: TimerId, deadline: Instant, action: Action) {
        let id = self.put(name.number, deadline, action);
        self.named.insert(name.number, id.place);
    }

    fn put(&mut self, number: u64, deadline: Instant, action: Action) -> TimerId {
        let place = self.occupy(number, action);
        self.heap.push(Entry { deadline: self.nanos(deadline), number, place });
        TimerId { number, place }
    }

    fn occupy(&mut self, number: u64, action: Action) -> u32 {
        let used = Place { number, action: Some(action) };
        match self.free.pop() {
            Some(place) => {
                self.places[place as usize] = used;
                place
            }
            None => {
                self.places.push(used);
                u32::try_from(self.places.len() - 1).expect("fewer timers than memory has room for")
            }
        }
    }

    /// Sets a timer again that has just gone off; gives the action back if it was cancelled meanwhile.
    fn set_again(&mut self, id: TimerId, deadline: Instant, action: Action) -> Option<Action> {
        let Some(place) = self.find(id) else { return Some(action) };
        self.places[place as usize].action = Some(action);
        self.heap.push(Entry { deadline: self.nanos(deadline), number: id.number, place });
        None
    }

    fn nanos(&self, deadline: Instant) -> u64 {
        u64::try_from(deadline.saturating_duration_since(self.origin).as_nanos()).unwrap_or(u64::MAX)
    }

    fn find(&self, id: TimerId) -> Option<u32> {
        let place = match id.place {
            ELSEWHERE => *self.named.get(&id.number)?,
            place => place,
        };
        (self.places.get(place as usize)?.number == id.number).then_some(place)
    }

    /// Nobody uses the place any more.
    fn vacate(&mut self, place: u32) -> Option<Action> {
        let Place { number, action } =
            std::mem::replace(&mut self.places[place as usize], Place { number: 0, action: None });
        if !self.named.is_empty() {
            self.named.remove(&number);
        }
        self.free.push(place);
        action
    }

    /// The action of a timer that has not gone off, to be dropped. One that is just going off will not do so again.
    pub(crate) fn cancel(&mut self, id: TimerId) -> Option<Action> {
        let place = self.find(id)?;
        let action = self.vacate(place);
        if self.heap.len() > 64 && self.heap.len() > 2 * self.len() {
            let places = &self.places;
            self.heap.retain(|entry| places[entry.place as usize].number == entry.number);
        }
        action
    }

    fn is_set(&self, entry: &Entry) -> bool {
        self.places[entry.place as usize].number == entry.number
    }

    /// When the next is due.
    pub(crate) fn next_deadline(&mut self, now: Instant) -> Option<Instant> {
        self.begin_limits(now);
        while let Some(entry) = self.heap.peek() {
            if self.is_set(entry) {
                return self.origin.checked_add(Duration::from_nanos(entry.deadline));
            }
            self.heap.pop();
        }
        None
    }

    /// One that is due.
    pub(crate) fn pop(&mut self, now: Instant) -> Option<Due> {
        self.begin_limits(now);
        let now = self.nanos(now);
        while self.heap.peek().is_some_and(|entry| entry.deadline <= now) {
            let entry = self.heap.pop()?;
            if !self.is_set(&entry) {
                continue;
            }
            let place = &mut self.places[entry.place as usize];
            let repeats = matches!(place.action, Some(Action::Every(_)));
            let action = if repeats { place.action.take() } else { self.vacate(entry.place) };
            if let Some(action) = action {
                let deadline = self.origin + Duration::from_nanos(entry.deadline);
                let id = TimerId { number: entry.number, place: entry.place };
                return Some(Due { id, deadline, action });
            }
        }
        None
    }

    /// All that have not gone off.
    pub(crate) fn drain(&mut self) -> Vec<Action> {
        let places = std::mem::replace(self, Self::new()).places;
        places.into_iter().filter_map(|place| place.action).collect()
    }
}

/// A timer whose time has come.
pub(crate) struct Due {
    id: TimerId,
    deadline: Instant,
    action: Action,
}

impl Due {
    /// Does what is to be done, and sets the timer again if it repeats. This is the users' code.
    pub(crate) fn go_off(self, seat: &Seat) {
        let Self { id, deadline, action } = self;
        let mut every = match action {
            Action::Once(action) => return action(),
            Action::Answer(reply) => return reply.send(()),
            Action::Every(every) => every,
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| (every.tick)(id)));
        let next = outcome.is_ok().then(|| next_tick(deadline, every.period, seat.shared.now())).flatten();
        visit(seat, move |timers| match next {
            Some(next) => timers.set_again(id, next, Action::Every(every)),
            None => {
                timers.cancel(id);
                Some(Action::Every(every))
            }
        });
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
    }
}

/// The first tick after now: those that could not be in time are left out, the others stay where they were.
fn next_tick(deadline: Instant, period: Duration, now: Instant) -> Option<Instant> {
    let late = now.saturating_duration_since(deadline).as_nanos();
    let ticks = late / period.as_nanos().max(1) + 1;
    let ahead = u64::try_from(period.as_nanos().checked_mul(ticks)?).ok()?;
    deadline.checked_add(Duration::from_nanos(ahead))
}

/// Does something with a worker's timers from the users' code, later if the thread has lost the worker, and drops what comes of it.
fn visit(seat: &Seat, change: impl FnOnce(&mut Timers) -> Option<Action> + Send + 'static) {
    let mut change = Some(change);
    let left = seat.with_core(|core| change.take().and_then(|change| change(&mut core.timers)));
    drop(left);
    if let Some(change) = change {
        let change = ToWorker::Visit(Box::new(move |core| {
            if let Some(left) = change(&mut core.timers) {
                // It is the users': to be dropped where their code runs.
                core.timers.set(core.shared().now(), Action::once(move || drop(left)));
            }
        }));
        let _ = seat.shared.stub.with(|shared| shared.tell_worker(seat.worker(), change));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    fn once(action: Action) {
        let Action::Once(action) = action else { panic!("it repeats") };
        action();
    }

    #[test]
    fn go_off_in_order_and_not_before_their_time() {
        let start = Instant::now();
        let fired = Arc::new(Mutex::new(Vec::new()));
        let mut timers = Timers::new();
        let mut ids = Vec::new();
        for delay in [30, 10, 20, 10, 40] {
            let fired = Arc::clone(&fired);
            let number = ids.len();
            let action = Action::once(move || fired.lock().expect("no panic").push(number));
            ids.push(timers.set(start + Duration::from_millis(delay), action));
        }
        assert!(timers.cancel(ids[2]).is_some() && timers.cancel(ids[2]).is_none());
        assert_eq!(timers.next_deadline(start), Some(start + Duration::from_millis(10)));
        while let Some(due) = timers.pop(start + Duration::from_millis(30)) {
            once(due.action);
        }
        assert_eq!(*fired.lock().expect("no panic"), [1, 3, 0]);
        assert_eq!((timers.len(), timers.next_deadline(start)), (1, Some(start + Duration::from_millis(40))));
        assert_eq!(timers.drain().len(), 1);
        assert!(timers.is_empty());
    }

    #[test]
    fn a_limit_begins_when_the_timers_are_looked_at() {
        let (start, limit) = (Instant::now(), Duration::from_millis(10));
        let mut timers = Timers::new();
        let (over, cancelled) =
            (timers.set_limit(limit, Action::once(|| {})), timers.set_limit(limit, Action::once(|| {})));
        let never = timers.set_limit(Duration::MAX, Action::once(|| {}));
        assert!(timers.cancel(cancelled).is_some() && !timers.is_empty());
        assert!(timers.pop(start + Duration::from_secs(1)).is_none(), "its time has just begun");
        assert_eq!(timers.heap.len(), 1, "one was cancelled, one is never over");
        let due = timers.pop(start + Duration::from_secs(1) + limit).expect("due");
        assert_eq!((due.id, timers.len()), (over, 1));
        assert!(timers.cancel(never).is_some() && timers.is_empty());
    }

    #[test]
    fn cancelled_ones_do_not_pile_up() {
        let mut timers = Timers::new();
        let far = Instant::now() + Duration::from_secs(3600);
        for _ in 0..if cfg!(miri) { 300 } else { 10_000 } {
            let id = timers.set(far, Action::once(|| {}));
            timers.cancel(id);
        }
        assert!(timers.heap.len() < 100, "{}", timers.heap.len());
        assert_eq!((timers.places.len(), timers.len(), timers.next_deadline(far)), (1, 0, None));
    }

    #[test]
    fn a_name_from_elsewhere_finds_its_timer_and_no_other() {
        let start = Instant::now();
        let mut timers = Timers::new();
        let (name, other) = (TimerId::fresh(), TimerId::fresh());
        timers.set_as(name, start, Action::once(|| {}));
        let local = timers.set(start, Action::once(|| {}));
        assert!(timers.cancel(other).is_none());
        assert!(timers.cancel(name).is_some() && timers.cancel(name).is_none());
        let next = timers.set(start, Action::once(|| {}));
        assert_eq!(next.place, 0, "the place is used again");
        assert!(timers.cancel(TimerId { number: name.number, ..next }).is_none());
        assert!(timers.pop(start).is_some() && timers.pop(start).is_some() && timers.pop(start).is_none());
        assert!(timers.cancel(local).is_none() && timers.cancel(next).is_none());
        assert!(timers.named.is_empty() && timers.is_empty());
    }

    #[test]
    fn one_that_repeats_keeps_its_place_until_it_is_cancelled() {
        let (start, period) = (Instant::now(), Duration::from_millis(1));
        let mut timers = Timers::new();
        let every = || Action::Every(Box::new(Every { period, tick: Box::new(|_| {}) }));
        let id = timers.set(start, every());
        let due = timers.pop(start).expect("due");
        assert_eq!((due.id, timers.len(), timers.next_deadline(start)), (id, 1, None));
        assert!(timers.set_again(id, start + period, due.action).is_none());
        let due = timers.pop(start + period).expect("due again");
        assert!(timers.cancel(id).is_none(), "it is going off");
        assert!(timers.set_again(id, start + 2 * period, due.action).is_some(), "for the last time");
        assert_eq!((timers.len(), timers.next_deadline(start)), (0, None));
    }

    #[test]
    fn ticks_that_were_missed_are_left_out() {
        let (start, period) = (Instant::now(), Duration::from_millis(10));
        let after = |millis| next_tick(start, period, start + Duration::from_millis(millis));
        assert_eq!(after(0), Some(start + period));
        assert_eq!(after(9), Some(start + period));
        assert_eq!(after(10), Some(start + 2 * period));
        assert_eq!(after(57), Some(start + 6 * period));
    }
}
