//! A folder for files that a test needs, which goes away in the end.

use std::fs;
use std::path::PathBuf;

pub struct Folder(pub PathBuf);

impl Folder {
    /// With these files, whose names may have folders before them. The name distinguishes folders of one process.
    pub fn with(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("agon-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for (file, text) in files {
            let file = folder.join(file);
            fs::create_dir_all(file.parent().expect("it is in the folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        }
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
