//! Types of actors whose handlers block without announcing it.
//!
//! The [monitor](crate::sched::sysmon) finds a handler that blocks after a tick or two. That is long where many actors of a type do: so the type is noted
//! here, and from then on its handlers are run as if they announced that they block ([`Expected`](crate::worker::handover::handoff::Expected)): the worker is handed off before they begin, if
//! anybody waits there. A type whose handlers do not block after all is forgotten.
//!
//! A type is known by the function that gives its actors their messages. The compiler may give two types the same function, or a type two:
//! then the one is taken for the other, or noted twice, which costs some handoffs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use crate::memory::vtable::Dispatch;
use crate::sync::shim::lock;

/// So many types are known at a time.
const MOST: usize = 4;

/// So many handlers of a type in a row that do not block, and it is forgotten. Such a handler costs a handoff for nothing, some ten
/// microseconds; to find the next that blocks would take a hundred times as long.
const PATIENCE: u32 = 8;

/// On a cache line of its own: every worker reads it all the time.
#[derive(Default)]
#[repr(align(64))]
pub(crate) struct BlockingTypes {
    /// How many are known.
    count: AtomicUsize,
    /// The addresses of the functions; 0 where there is none.
    types: [AtomicUsize; MOST],
    /// Of each: how many handlers more may return without having blocked.
    patience: [AtomicU32; MOST],
    /// Held by who changes the types and their number.
    changing: Mutex<()>,
}

impl BlockingTypes {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count.load(Ordering::Relaxed) == 0
    }

    fn position(&self, address: usize) -> Option<usize> {
        self.types.iter().position(|known| known.load(Ordering::Relaxed) == address)
    }

    #[inline]
    pub(crate) fn contains(&self, dispatch: Dispatch) -> bool {
        self.position(dispatch as usize).is_some()
    }

    /// A handler of the type blocks.
    pub(crate) fn note(&self, dispatch: Dispatch) {
        let changing = lock(&self.changing);
        let least = || (0..MOST).min_by_key(|at| self.patience[*at].load(Ordering::Relaxed));
        let at = self.position(dispatch as usize).or_else(|| self.position(0)).or_else(least);
        if let Some(at) = at {
            self.types[at].store(dispatch as usize, Ordering::Relaxed);
            self.patience[at].store(PATIENCE, Ordering::Relaxed);
        }
        self.recount();
        drop(changing);
    }

    /// A handler of a type that is expected to block has returned.
    pub(crate) fn judge(&self, dispatch: Dispatch, has_blocked: bool) {
        let Some(at) = self.position(dispatch as usize) else { return };
        let patience = &self.patience[at];
        if has_blocked {
            return patience.store(PATIENCE, Ordering::Relaxed);
        }
        let one_less = |patience: u32| patience.checked_sub(1);
        if patience.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok_and(|before| before > 1) {
            return;
        }
        let changing = lock(&self.changing);
        // Another type may have come here meanwhile.
        if let Some(at) = self.position(dispatch as usize) {
            self.types[at].store(0, Ordering::Relaxed);
        }
        self.recount();
        drop(changing);
    }

    fn recount(&self) {
        let known = self.types.iter().filter(|known| known.load(Ordering::Relaxed) != 0);
        self.count.store(known.count(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::cell::ActorCell;
    use crate::{Actor, Address, Context, System};
    use std::sync::mpsc::{Sender, channel};
    #[cfg(all(target_os = "linux", not(miri)))]
    use std::time::{Duration, Instant};

    struct Of<const TYPE: u64>(Sender<u64>);

    impl<const TYPE: u64> Actor for Of<TYPE> {
        type Message = u64;

        fn handle(&mut self, number: u64, _: &mut Context<'_, Self>) {
            let _ = self.0.send(TYPE + number);
        }
    }

    fn of<const TYPE: u64>() -> Dispatch {
        ActorCell::<Of<TYPE>>::vtable().dispatch
    }

    #[test]
    fn a_type_is_forgotten_after_some_handlers_that_do_not_block() {
        let types = BlockingTypes::default();
        assert!(types.is_empty() && !types.contains(of::<1>()));
        types.note(of::<1>());
        types.note(of::<1>());
        assert!(!types.is_empty() && types.contains(of::<1>()));
        for _ in 0..3 {
            (1..PATIENCE).for_each(|_| types.judge(of::<1>(), false));
            assert!(types.contains(of::<1>()));
            types.judge(of::<1>(), true);
        }
        (0..PATIENCE).for_each(|_| types.judge(of::<1>(), false));
        assert!(types.is_empty() && !types.contains(of::<1>()));
    }

    #[test]
    fn the_one_that_blocks_least_is_replaced() {
        let types = BlockingTypes::default();
        let noted = [of::<10>(), of::<20>(), of::<30>(), of::<40>()];
        noted.iter().for_each(|dispatch| types.note(*dispatch));
        types.judge(of::<30>(), false);
        types.note(of::<50>());
        assert!([of::<10>(), of::<20>(), of::<40>(), of::<50>()].iter().all(|dispatch| types.contains(*dispatch)));
        assert!(!types.contains(of::<30>()));
        assert_eq!(types.count.load(Ordering::Relaxed), MOST);
    }

    /// Sends them all at once.
    struct Starter(Vec<Address<u64>>);

    impl Actor for Starter {
        type Message = u64;

        fn handle(&mut self, each: u64, ctx: &mut Context<'_, Self>) {
            (0..each).for_each(|number| self.0.iter().for_each(|actor| ctx.send(actor, number)));
        }
    }

    /// Messages out of the worker's queue and from those that waited for their actor, while another thread has the worker.
    #[test]
    fn expected_handlers_leave_their_worker_and_lose_nothing() {
        const ACTORS: u64 = 4;
        let each = if cfg!(miri) { 3 } else { 1000 };
        let system = System::builder().threads(1).build().expect("it can be built");
        let (sender, receiver) = channel();
        system.shared.blocking_types.note(of::<1000>());
        let actors: Vec<_> = (0..ACTORS).map(|_| system.spawn(Of::<1000>(sender.clone()))).collect();
        system.spawn(Starter(actors)).send(each);
        let got: Vec<_> = receiver.iter().take((ACTORS * each) as usize).collect();
        assert_eq!(got.iter().sum::<u64>(), ACTORS * (each * 1000 + each * (each - 1) / 2));
        assert!(system.migration_stats().1 > 0, "others waited for the first");
        assert!(system.shared.blocking_types.is_empty(), "they do not block");
    }

    /// Blocks until the test is through.
    #[cfg(all(target_os = "linux", not(miri)))]
    struct Waits(std::sync::mpsc::Receiver<()>);

    #[cfg(all(target_os = "linux", not(miri)))]
    impl Actor for Waits {
        type Message = ();

        fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {
            let _ = self.0.recv();
        }
    }

    #[test]
    #[cfg(all(target_os = "linux", not(miri)))]
    fn the_type_of_a_handler_that_is_found_blocking_is_noted() {
        let system = System::builder().threads(1).build().expect("it can be built");
        let (sender, _receiver) = channel();
        let (release, released) = channel();
        let (waits, other) = (system.spawn(Waits(released)), system.spawn(Of::<2000>(sender)));
        waits.send(());
        other.send(1);
        let dispatch = ActorCell::<Waits>::vtable().dispatch;
        let since = Instant::now();
        while !system.shared.blocking_types.contains(dispatch) {
            assert!(since.elapsed() < Duration::from_secs(30), "it blocks, and another waits");
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!system.shared.blocking_types.contains(of::<2000>()));
        drop(release);
    }
}
