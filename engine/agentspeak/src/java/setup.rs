use std::path::PathBuf;

/// Where Java's things are, as far as that is given: the rest is searched for.
#[derive(Clone, Debug, Default)]
pub struct Java {
    /// The user's Jason: its folder, its jar, or a folder of jars. Else `JASON_HOME`, or what `agon install jason` has brought.
    pub jason: Option<PathBuf>,
    /// Jars and folders of classes besides those where projects usually have them, relative to the project.
    pub class_path: Vec<String>,
}
