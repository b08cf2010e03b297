//! What a system reports about itself.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::api::system::System;

#[cfg(all(unix, feature = "observe"))]
use crate::observe::serve::Service;
use crate::observe::snapshot::Snapshot;
use crate::observe::survey;
use crate::observe::table::{TableRow, Tables};

/// The defaults: how long a snapshot waits for workers to answer, and how many actors it shows.
const SNAPSHOT_LIMIT: Duration = Duration::from_millis(200);
const SNAPSHOT_ACTORS: usize = 20;

impl System {
    /// What the system looks like now: its workers, and the 20 actors that have handled most, and those with most to do.
    ///
    /// Waits for the workers to answer between two messages, but no longer than a fifth of a second:
    /// [`snapshot_within`](Self::snapshot_within).
    pub fn snapshot(&self) -> Snapshot {
        self.snapshot_within(SNAPSHOT_LIMIT, SNAPSHOT_ACTORS)
    }

    /// What the system looks like now, with at most `actors` of the actors that have handled most messages, and as many more of
    /// those for which most wait.
    ///
    /// A worker that does not answer in time is [silent](crate::WorkerState::Silent) in the snapshot. That is rare: one
    /// that is in a long handler is handed to another thread, which answers.
    ///
    /// ```
    /// use std::time::Duration;
    /// use agon_actor::{Actor, Context, Reply, SpawnOptions, System};
    ///
    /// struct Echo;
    ///
    /// impl Actor for Echo {
    ///     type Message = Reply<()>;
    ///
    ///     fn handle(&mut self, reply: Reply<()>, _: &mut Context<'_, Self>) {
    ///         reply.send(());
    ///     }
    /// }
    ///
    /// let system = System::builder().threads(2).build()?;
    /// let echo = system.spawn_with(Echo, SpawnOptions::new().name("echo"));
    /// echo.ask(Duration::from_secs(5), |reply| reply)?;
    ///
    /// let snapshot = system.snapshot_within(Duration::from_secs(5), 10);
    /// assert_eq!(snapshot.workers().len(), 2);
    /// let actor = &snapshot.actors()[0];
    /// assert_eq!((actor.name(), actor.handled(), actor.queued()), (Some("echo"), 1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snapshot_within(&self, limit: Duration, actors: usize) -> Snapshot {
        survey::snapshot(&self.shared, limit, actors)
    }

    /// Has every worker that is awake measure how long an entry of its queue waits: it queues a probe behind everything
    /// that waits now, and looks at the clock when the probe comes up. What comes of it is in the
    /// [`waits`](Snapshot::waits) of later snapshots.
    ///
    /// Returns at once. Called every ten milliseconds or so it gives a picture of how the system responds.
    pub fn probe(&self) {
        survey::probe(&self.shared);
    }

    /// Adds a table to what is seen of the system: `rows` is called for each snapshot, by the thread that takes it. It is for what belongs to the program, and
    /// to no actor: connections, caches, other processes.
    ///
    /// ```
    /// use agon_actor::{System, TableRow};
    ///
    /// let system = System::builder().threads(1).build()?;
    /// system.add_table("caches", || vec![TableRow::new("pages", "warm").total("hits", 7).number("entries", 3)]);
    ///
    /// let tables = system.snapshot().tables().to_vec();
    /// assert_eq!((tables[0].name(), tables[0].rows()[0].totals()), ("caches", &[("hits", 7)][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_table(&self, name: &'static str, rows: impl Fn() -> Vec<TableRow> + Send + Sync + 'static) {
        self.shared.extensions.get::<Tables>().add(name, Arc::new(rows));
    }

    /// The socket at which the system can be looked at, if it can; see [`SystemBuilder::observe`](crate::SystemBuilder::observe).
    pub fn socket(&self) -> Option<&Path> {
        #[cfg(all(unix, feature = "observe"))]
        return self
            .attached
            .as_ref()
            .and_then(|attached| attached.downcast_ref::<Service>())
            .map(|service| service.path.as_path());
        #[cfg(not(all(unix, feature = "observe")))]
        None
    }
}
