//! Shows a system to other processes: snapshots over a socket, on request.
//!
//! One thread does it. While no client is connected it sleeps in `accept`, and costs nothing. While one is, it looks around
//! a hundred times a second: it sends probes, lets more observers in, and answers. An observer gets one snapshot when it
//! connects and one for each line that it sends, so it decides how often.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::observe::place::Place;
use crate::observe::{json, survey};
use crate::worker::shared::Shared;

/// Between two looks at the observers, and between two probes.
const TICK: Duration = Duration::from_millis(10);

/// How long workers have to answer.
const LIMIT: Duration = Duration::from_millis(200);

/// Actors in a snapshot, unless the observer's line names another number; and at most.
const ACTORS: usize = 20;
const MOST_ACTORS: usize = 1000;

/// How long an observer may take to read what it has asked for.
const PATIENCE: Duration = Duration::from_secs(1);

const MOST_OBSERVERS: usize = 16;

/// No line of an observer is longer.
const LONGEST_LINE: usize = 64;

/// The thread that shows a system, until this is dropped.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) path: PathBuf,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Service {
    /// Shows a system from now on.
    pub(crate) fn start(shared: &Arc<Shared>) -> io::Result<Self> {
        let place = Place::take(shared.system_ref.number)?;
        let (path, ended) = (place.path.clone(), Arc::new(AtomicBool::new(false)));
        let (shared, end) = (Arc::clone(shared), Arc::clone(&ended));
        let thread = thread::Builder::new().name("agon-observer".to_owned()).spawn(move || {
            while !end.load(Ordering::Acquire) {
                let Ok((first, _)) = place.listener.accept() else {
                    thread::sleep(TICK); // out of file descriptors, most likely
                    continue;
                };
                show(&shared, &place, first, &end);
            }
        })?;
        Ok(Self { path, ended, thread: Some(thread) })
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
        // Wakes it if it waits for a client. If the socket has been removed by others, it cannot be woken: it sleeps on.
        let woken = UnixStream::connect(&self.path).is_ok();
        if let Some(thread) = self.thread.take()
            && woken
            && thread.thread().id() != thread::current().id()
        {
            drop(thread.join());
        }
    }
}

/// Serves the first observer and who comes meanwhile, until all have gone.
fn show(shared: &Shared, place: &Place, first: UnixStream, end: &AtomicBool) {
    let mut observers = Vec::new();
    observers.extend(Observer::new(first));
    if place.listener.set_nonblocking(true).is_err() {
        return;
    }
    while !observers.is_empty() && !end.load(Ordering::Acquire) {
        while let Ok((next, _)) = place.listener.accept() {
            if observers.len() < MOST_OBSERVERS {
                observers.extend(Observer::new(next));
            }
        }
        survey::probe(shared);
        observers.retain_mut(|observer| observer.serve(shared).is_ok());
        thread::sleep(TICK);
    }
    let _ = place.listener.set_nonblocking(false);
}

struct Observer {
    stream: UnixStream,
    /// What has come of a line that is not complete.
    line: Vec<u8>,
    /// Actors wanted in a snapshot that is due.
    due: Option<usize>,
}

impl Observer {
    fn new(stream: UnixStream) -> Option<Self> {
        stream.set_write_timeout(Some(PATIENCE)).ok()?;
        Some(Self { stream, line: Vec::new(), due: Some(ACTORS) })
    }

    /// Sends what it has asked for; an error means that it has gone, or is to go.
    fn serve(&mut self, shared: &Shared) -> io::Result<()> {
        let gone = self.listen()?;
        if let Some(actors) = self.due.take() {
            let mut line = json::line(&survey::snapshot(shared, LIMIT, actors));
            line.push('\n');
            self.stream.set_nonblocking(false)?;
            self.stream.write_all(line.as_bytes())?;
        }
        if gone { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }

    /// Reads what it has sent; returns whether it will send no more.
    fn listen(&mut self) -> io::Result<bool> {
        self.stream.set_nonblocking(true)?;
        let mut buffer = [0; LONGEST_LINE];
        loop {
            match self.stream.read(&mut buffer) {
                Ok(0) => return Ok(true),
                Ok(length) => buffer[..length].iter().try_for_each(|byte| self.receive_byte(*byte))?,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn receive_byte(&mut self, byte: u8) -> io::Result<()> {
        if byte != b'\n' {
            if self.line.len() >= LONGEST_LINE {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.line.push(byte);
            return Ok(());
        }
        let wanted = str::from_utf8(&self.line).ok().and_then(|line| line.trim().parse().ok());
        self.due = Some(wanted.unwrap_or(ACTORS).min(MOST_ACTORS));
        self.line.clear();
        Ok(())
    }
}
