//! How an actor gets its place when no handler spawns it, or on a particular worker.

use std::sync::Arc;

use crate::api::address::Address;
use crate::types::id::Key;
use crate::types::spawn_error::SpawnError;
use crate::worker::cell_head::head;
use crate::worker::shared::Shared;

/// Spawns an actor in a cell from a thread that is no worker, or on a particular worker.
pub(crate) fn spawn_from_outside<M: Send + 'static>(
    shared: &Arc<Shared>,
    cell: *mut u8,
    worker: Option<usize>,
) -> Result<Address<M>, SpawnError> {
    // SAFETY: a new cell, which no other code knows.
    let vtable = unsafe { head(cell) }.vtable;
    // SAFETY: likewise, and it is not used afterwards.
    let discard = || unsafe { (vtable.free)(cell) };
    let Some(_inside) = shared.system_ref.epoch.enter() else {
        discard();
        return Ok(Address::new(shared.system_ref, Key::unborn()));
    };
    let key = shared.place(vtable, worker).inspect_err(|_| discard())?;
    if vtable.bounded {
        // SAFETY: as above.
        unsafe { shared.begin_bounded(key, cell) };
    }
    shared.send_install(key, cell);
    Ok(Address::new(shared.system_ref, key))
}
