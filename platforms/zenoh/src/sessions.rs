//! Sessions that know of each other and of no others.

use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::{env, process};

use agon_platform::Failure;
use zenoh::{Config, Session, Wait};

/// What lies between the sender's session and the receiver's.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Transport {
    /// They are one.
    Inproc,
    Ipc,
    Tcp,
}

/// The two ends.
pub struct Pair {
    pub sender: Session,
    pub receiver: Session,
    _socket: Option<Socket>,
}

impl Pair {
    pub fn open(transport: Transport) -> Result<Self, Failure> {
        let (at, socket) = match transport {
            Transport::Inproc => {
                let sender = open(&[], &[])?;
                return Ok(Self { receiver: sender.clone(), sender, _socket: None });
            }
            Transport::Ipc => {
                let socket = Socket::new()?;
                (socket.endpoint(), Some(socket))
            }
            Transport::Tcp => ("tcp/127.0.0.1:0".to_owned(), None),
        };
        let receiver = open(&[at], &[])?;
        let found: Vec<_> = receiver.info().locators().wait().iter().map(ToString::to_string).collect();
        let sender = open(&[], &found)?;
        Ok(Self { sender, receiver, _socket: socket })
    }

    pub fn close(self) -> Result<(), Failure> {
        self.sender.close().wait().map_err(Failure::work)?;
        self.receiver.close().wait().map_err(Failure::work)
    }
}

/// A session that listens and connects at these endpoints, and looks for no others.
pub fn open(listen: &[String], connect: &[String]) -> Result<Session, Failure> {
    let mut config = Config::default();
    for (key, value) in [
        ("mode", "\"peer\""),
        ("listen/endpoints", &format!("{listen:?}")),
        ("connect/endpoints", &format!("{connect:?}")),
        ("connect/exit_on_failure", "true"),
        ("connect/timeout_ms", "10000"),
        ("scouting/multicast/enabled", "false"),
        ("scouting/gossip/enabled", "false"),
        // How long a blocked sender waits before it gives up the connection, in microseconds: longer than any machine stalls.
        ("transport/link/tx/queue/congestion_control/block/wait_before_close", "600000000"),
    ] {
        config.insert_json5(key, value).map_err(Failure::work)?;
    }
    zenoh::open(config).wait().map_err(Failure::work)
}

/// A socket's file in the folder for temporary files, and the lock that Zenoh puts next to it.
struct Socket {
    path: PathBuf,
    /// The folder, open: through it the file has a name that is short enough for a socket wherever the folder lies.
    folder: File,
}

impl Socket {
    fn new() -> Result<Self, Failure> {
        let folder = env::temp_dir();
        let path = folder.join(format!("agon-zenoh-{}", process::id()));
        Ok(Self { path, folder: File::open(folder).map_err(Failure::work)? })
    }

    fn endpoint(&self) -> String {
        format!("unixsock-stream//proc/self/fd/{}/agon-zenoh-{}", self.folder.as_raw_fd(), process::id())
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        for path in [&self.path, &self.path.with_extension("lock")] {
            let _ = fs::remove_file(path); // Zenoh may have removed it
        }
    }
}
