//! Where a system can be found by observers: a socket in a folder that is its user's alone.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::{env, io, process};

/// A socket with a name of its own, which goes with this.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) listener: UnixListener,
    pub(crate) path: PathBuf,
}

impl Place {
    /// A socket for a system of this process, in the user's folder.
    pub(crate) fn take(system: u32) -> io::Result<Self> {
        Self::take_in(&folder()?, system)
    }

    fn take_in(folder: &Path, system: u32) -> io::Result<Self> {
        make_private(folder)?;
        sweep(folder);
        let path = folder.join(format!("{}-{system}.sock", process::id()));
        // Only this process uses the name: what is there was left by an earlier one of the same number.
        let _ = fs::remove_file(&path);
        Ok(Self { listener: UnixListener::bind(&path)?, path })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// `$XDG_RUNTIME_DIR/agon/top`, or `/tmp/agon-<uid>/top` where there is no such directory.
fn folder() -> io::Result<PathBuf> {
    let given = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|given| given.is_absolute() && given.is_dir());
    Ok(match given {
        Some(given) => given.join("agon/top"),
        None => PathBuf::from(format!("/tmp/agon-{}/top", user())),
    })
}

fn user() -> u32 {
    // SAFETY: takes and touches nothing, and never fails.
    unsafe { libc::geteuid() }
}

/// Makes a folder and the one above it, and makes sure that other users can neither read them nor have put them there.
fn make_private(folder: &Path) -> io::Result<()> {
    for folder in [folder.parent(), Some(folder)].into_iter().flatten() {
        match DirBuilder::new().mode(0o700).create(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let found = fs::symlink_metadata(folder)?;
        if !found.is_dir() || found.uid() != user() || found.mode() & 0o077 != 0 {
            let wrong = format!("{} is not a folder that only its user can read", folder.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, wrong));
        }
    }
    Ok(())
}

/// Removes the sockets of processes that are gone.
fn sweep(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()).filter(|path| is_of_the_dead(path)) {
        let _ = fs::remove_file(path);
    }
}

fn is_of_the_dead(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let Some(pid) = name.and_then(|name| name.strip_suffix(".sock")?.split_once('-')).map(|(pid, _)| pid) else {
        return false;
    };
    let refuses =
        || matches!(UnixStream::connect(path), Err(error) if error.kind() == io::ErrorKind::ConnectionRefused);
    pid.parse::<u32>().is_ok() && !Path::new("/proc").join(pid).exists() && refuses()
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// A folder that goes with this.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str) -> Self {
            let folder = env::temp_dir().join(format!("agon-place-{}-{name}", process::id()));
            fs::create_dir(&folder).expect("a name of our own");
            Self(folder)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_socket_comes_and_goes() {
        let home = Temporary::new("socket");
        let folder = home.0.join("agon/top");
        let place = Place::take_in(&folder, 3).expect("the folder can be made");
        assert_eq!(place.path, folder.join(format!("{}-3.sock", process::id())));
        assert_eq!(fs::metadata(&folder).expect("made").permissions().mode() & 0o777, 0o700);
        UnixStream::connect(&place.path).expect("it listens");
        let path = place.path.clone();
        drop(place);
        assert!(!path.exists());
    }

    #[test]
    fn a_folder_that_others_can_read_is_refused() {
        let home = Temporary::new("open");
        let folder = home.0.join("agon/top");
        fs::create_dir_all(&folder).expect("can be made");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("ours");
        let refused = Place::take_in(&folder, 1).expect_err("others can read it");
        assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied);
    }

    #[test]
    fn sockets_of_the_dead_are_removed_and_others_are_not() {
        let home = Temporary::new("stale");
        let folder = home.0.join("agon/top");
        let _ours = Place::take_in(&folder, 1).expect("the folder can be made");
        // Process numbers end well below this one.
        let [dead, alive, strange] = ["4294967295-1.sock", "1-1.sock", "notes.txt"].map(|name| folder.join(name));
        for path in [&dead, &alive] {
            drop(UnixListener::bind(path).expect("free"));
        }
        fs::write(&strange, "").expect("can be written");
        let _second = Place::take_in(&folder, 2).expect("as before");
        assert!(!dead.exists(), "no listener is left there");
        assert!(alive.exists() && strange.exists(), "its process lives; nothing of ours");
        UnixStream::connect(&_ours.path).expect("still there");
    }
}
