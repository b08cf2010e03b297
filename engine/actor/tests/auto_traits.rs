//! Which public types may be sent to another thread, and shared with one: each with its reason. The compiler checks the table, and a test
//! that it has every type of `api.txt`, so that a new type, or another field, is reviewed.

use std::cell::Cell;
use std::collections::BTreeMap;

use agon_actor::*;

struct Plain;

impl Actor for Plain {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

impl AsyncActor for Plain {
    type Message = ();

    async fn handle(&mut self, (): (), _: &mut AsyncContext<Self>) {}
}

/// An actor that is `Send`, as all are, and not `Sync`.
struct Unshared(#[expect(dead_code, reason = "it stands for what an actor keeps")] Cell<u8>);

impl Actor for Unshared {
    type Message = ();

    fn handle(&mut self, (): (), _: &mut Context<'_, Self>) {}
}

/// Not `Send`, and not `Sync`.
type Neither = *const u8;
/// `Send`, and not `Sync`.
type SendOnly = Cell<u8>;

const fn send<T: Send>() {}
const fn sync<T: Sync>() {}

/// Does not compile if a type has the trait: then there are two functions that are meant.
macro_rules! lacks {
    ($kind:ty, $auto:ident) => {
        const _: fn() = || {
            trait Ambiguous<A> {
                fn meant() {}
            }
            struct Has;
            impl<T> Ambiguous<()> for T {}
            impl<T: $auto> Ambiguous<Has> for T {}
            <$kind as Ambiguous<_>>::meant();
        };
    };
}

macro_rules! reviewed {
    ($($reason:literal $is_send:ident $is_sync:ident [$($kind:ty),* $(,)?])*) => {
        $($(
            reviewed!(@send $is_send $kind);
            reviewed!(@sync $is_sync $kind);
        )*)*
        const TABLE: &[(&str, &str, bool, bool)] =
            &[$($((stringify!($kind), $reason, reviewed!(@is $is_send), reviewed!(@is $is_sync)),)*)*];
    };
    (@send yes $kind:ty) => { const _: () = send::<$kind>(); };
    (@sync yes $kind:ty) => { const _: () = sync::<$kind>(); };
    (@send no $kind:ty) => { lacks!($kind, Send); };
    (@sync no $kind:ty) => { lacks!($kind, Sync); };
    (@is yes) => { true };
    (@is no) => { false };
}

reviewed! {
    "values: they hold nothing but what they show"
    yes yes [
        ActorStatus, AskError, BuildError, ChildError, Delivery, ExitReason, GoalError, Mode, Offer, Overflow, SpawnError, Strategy, WorkerState,
        ActorId, ActorLabel, TimerKey, ActorSnapshot, Bound, Sent, ChildInfo, NameError, NameTaken, Counters, Description, Failure, Group, Histogram, ShutdownReport,
        Snapshot, Table, TableRow, Terminated, Undelivered, WorkerSnapshot, WrongType,
    ]
    "names of something in a system, which any thread may use: they hold no message, and only take messages that are `Send`"
    yes yes [
        Address<Neither>, Monitor<Neither>, ChildRef<SendOnly>, Role<SendOnly>, Topic<SendOnly>, Goal<SendOnly, SendOnly>, Timer, Task,
        System, SystemBuilder, Receipt, Sleep,
    ]
    "they share functions of others that are `Send` and `Sync`, and keep no message between two calls"
    yes yes [
        Recipient<SendOnly>, Players<SendOnly>, Publisher<SendOnly>, Binding<SendOnly, SendOnly>,
    ]
    "it counts, by atomics; what waits in a bounded mailbox is behind a lock"
    yes yes [Mailbox]
    "it holds a value: as the value is"
    yes no [Called<SendOnly>, SendError<SendOnly>, Sending<SendOnly>]
    "it goes with the future of a handler, which moves between workers; what it lends is refused on every thread but the one that polls"
    yes yes [AsyncContext<Plain>]
    "one user at a time: it is used up by value, or holds functions that are `FnMut` and `Send` only"
    yes no [
        Reply<u8>, Asking<u8>, Async<Plain>, OnPanic<Plain>, ChildSpec<Unshared>, SpawnOptions<Plain>, Supervisor, ToSupervisor,
    ]
    "it belongs to the thread that runs the handler, whose worker it uses without a lock"
    no no [Context<'static, Plain>]
    "it belongs to the thread that drives it, which runs the handlers"
    no no [Simulation]
}

/// The same by `api.txt`: of each type, whether it is `Send` and `Sync`, if its parameters are.
fn listed(api: &str) -> BTreeMap<&str, [bool; 2]> {
    let mut kind = "";
    let mut found = BTreeMap::<_, [Option<bool>; 2]>::new();
    for line in api.lines() {
        if !line.starts_with(' ') {
            kind = line.split_once('.').map_or("", |(_, name)| name);
        }
        let line = line.trim().split(" where ").next().unwrap_or_default();
        for (at, auto) in ["Send", "Sync"].into_iter().enumerate() {
            if line.starts_with("impl") && line.contains(&format!("{auto} for ")) {
                found.entry(kind).or_default()[at] = Some(!line.contains(&format!("!{auto} for ")));
            }
        }
    }
    found.into_iter().map(|(kind, autos)| (kind, autos.map(|auto| auto.expect("rustdoc shows both")))).collect()
}

#[test]
fn every_public_type_has_been_reviewed() {
    // With parameters that are `Send` alone, these are what their parameters are.
    let by_value = ["Called", "SendError", "Sending"];
    let Ok(api) = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/api.txt")) else {
        return; // the crate as it is published, which does not have it
    };
    let mut listed = listed(&api);
    for (kind, reason, is_send, is_sync) in TABLE {
        let name = kind.split('<').next().unwrap_or_default().trim();
        let expected = [*is_send, *is_sync || by_value.contains(&name)];
        assert_eq!(listed.remove(name), Some(expected), "{name}: {reason}");
    }
    assert!(listed.is_empty(), "not reviewed: {listed:?}");
}
