//! What a society prints, kept; and a society that ends in any case.

use std::io::{self, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use agon_agentspeak::system::Society;

#[derive(Clone, Default)]
pub struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    pub fn sink(&self) -> Box<dyn Write + Send> {
        Box::new(self.clone())
    }

    pub fn lines(&self) -> Vec<String> {
        String::from_utf8_lossy(&self.0.lock().expect("no panic")).lines().map(str::to_owned).collect()
    }
}

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Long enough for everything, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// The status with which a society ends; nothing, if it does not.
pub fn status(society: &Society) -> Option<i32> {
    const STUCK: i32 = i32::MIN;
    let stopper = society.stopper();
    let (ended, end) = channel::<()>();
    let watch = thread::spawn(move || {
        if end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            stopper.stop(STUCK);
        }
    });
    let status = society.wait();
    drop(ended);
    watch.join().expect("it only waits");
    (status != STUCK).then_some(status)
}
