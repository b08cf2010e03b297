//! What `build.gradle` and `build.gradle.kts` name of a project's Java: where its sources and its jars are.
//!
//! Only what is written as text is understood, as in the projects that Jason makes; nothing is executed.

use std::env;
use std::path::{Path, PathBuf};

/// What a project's build names, relative to its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Build {
    /// Folders of the program's Java files.
    pub(crate) sources: Vec<String>,
    /// Folders of its other files.
    pub(crate) resources: Vec<String>,
    /// Folders of the tests' Java files.
    pub(crate) tests: Vec<String>,
    /// Folders and files that are no part of the program, relative to a folder of sources.
    pub(crate) excluded: Vec<String>,
    /// Jars, and folders of jars.
    pub(crate) jars: Vec<String>,
    /// `group:name:version`
    pub(crate) modules: Vec<String>,
}

impl Build {
    /// That of the project in this folder; nothing, if it has none.
    pub(crate) fn of(folder: &Path) -> Self {
        let text = ["build.gradle", "build.gradle.kts"].iter().find_map(|name| {
            let text = std::fs::read(folder.join(name)).ok()?;
            Some(String::from_utf8_lossy(&text).into_owned())
        });
        text.map(|text| Self::read(&text)).unwrap_or_default()
    }

    fn read(text: &str) -> Self {
        let mut build = Self::default();
        // The names of the blocks around, outermost first.
        let mut blocks: Vec<Vec<String>> = Vec::new();
        // The words of the statement so far.
        let mut words: Vec<String> = Vec::new();
        let mut round = 0_usize;
        for token in tokens(text) {
            match token {
                Token::Word(word) => words.push(word),
                Token::Text(text) => build.note(&blocks, &words, text),
                Token::Mark('{') => blocks.push(std::mem::take(&mut words)),
                Token::Mark('}') => {
                    blocks.pop();
                    words.clear();
                }
                Token::Mark('(' | '[') => round += 1,
                Token::Mark(')' | ']') => round = round.saturating_sub(1),
                Token::Mark('\n' | ';') if round == 0 => words.clear(),
                Token::Mark(_) => {}
            }
        }
        build
    }

    /// A text of the build, behind these words of its statement and in these blocks.
    fn note(&mut self, blocks: &[Vec<String>], words: &[String], text: String) {
        let is_in = |name: &str| blocks.iter().flatten().chain(words).any(|word| word == name);
        let last = |names: &[&str]| words.iter().any(|word| names.contains(&&**word));
        if is_in("sourceSets") || is_in("main") && is_in("java") {
            let is_test = is_in("test");
            let folders = ["srcDir", "srcDirs", "setSrcDirs"];
            if last(&["exclude", "excludes"]) && !is_test {
                self.excluded.push(text);
            } else if last(&folders) && is_test && is_in("java") {
                self.tests.push(text);
            } else if last(&folders) && is_in("resources") && !is_test {
                self.resources.push(text);
            } else if last(&folders) && is_in("java") {
                self.sources.push(text);
            }
        } else if blocks.len() == 1 && blocks[0].first().is_some_and(|name| name == "dependencies") {
            let is_test = words.first().is_some_and(|word| word.starts_with("test"));
            if is_test {
            } else if last(&["files", "fileTree"]) {
                // `fileTree(dir: 'libs', include: ['*.jar'])`
                if !last(&["include", "includes", "exclude"]) {
                    self.jars.push(text);
                }
            } else if text.split(':').count() >= 3 {
                self.modules.push(text);
            }
        }
    }

    /// Is this file, which is below the folder of sources `root` of the project in `folder`, one of the program's?
    pub(crate) fn has(&self, folder: &Path, root: &Path, file: &Path) -> bool {
        let is_test = self.tests.iter().any(|tests| file.starts_with(plain(&folder.join(tests))));
        let inner = file.strip_prefix(root).unwrap_or(file);
        let is_excluded = self.excluded.iter().any(|excluded| {
            let excluded = excluded.trim_end_matches("/**").trim_end_matches("/*").trim_end_matches('/');
            match excluded.strip_prefix("**/") {
                Some(name) => inner.components().any(|part| part.as_os_str() == name),
                None => inner.starts_with(excluded),
            }
        });
        !is_test && !is_excluded
    }

    /// The jars of its dependencies that are on this machine, and its folders of other files.
    pub(crate) fn class_path(&self, folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for jars in &self.jars {
            let place = folder.join(jars.trim_end_matches("*.jar"));
            if place.is_dir() { found.extend(crate::places::jars_in(&place)) } else { found.push(place) }
        }
        for module in self.modules.iter().filter(|module| !is_jason(module)) {
            found.extend(jar_of(module));
        }
        found.extend(self.resources.iter().map(|resources| folder.join(resources)));
        found
    }
}

/// Jason is the user's own, wherever that is.
fn is_jason(module: &str) -> bool {
    module.contains(":jason-interpreter:") || module.contains(":jason:")
}

/// The jar of `group:name:version` where Gradle or Maven has put it.
fn jar_of(module: &str) -> Option<PathBuf> {
    let [group, name, version] = module.splitn(3, ':').collect::<Vec<_>>().try_into().ok()?;
    let version = version.split([':', '@']).next()?;
    let jar = format!("{name}-{version}.jar");
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE")).map(PathBuf::from);
    let gradle = env::var_os("GRADLE_USER_HOME").map(PathBuf::from).or_else(|| Some(home.clone()?.join(".gradle")));
    let kept = gradle?.join("caches/modules-2/files-2.1").join(group).join(name).join(version);
    let maven = home?.join(".m2/repository").join(group.replace('.', "/")).join(name).join(version);
    crate::places::entries(&kept).into_iter().chain([maven]).map(|place| place.join(&jar)).find(|jar| jar.is_file())
}

/// Without `./` and `..`, where that can be seen from the path.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if plain.file_name().is_some() => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

enum Token {
    Word(String),
    Text(String),
    Mark(char),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(begin) = rest.next() {
        match begin {
            '/' if rest.peek() == Some(&'/') => while rest.next_if(|char| *char != '\n').is_some() {},
            '/' if rest.peek() == Some(&'*') => {
                let mut last = ' ';
                for char in rest.by_ref() {
                    if (last, char) == ('*', '/') {
                        break;
                    }
                    last = char;
                }
            }
            '\'' | '"' => {
                let text: String = rest.by_ref().take_while(|char| *char != begin).collect();
                tokens.push(Token::Text(text));
            }
            begin if begin.is_alphanumeric() || begin == '_' => {
                let mut word = String::from(begin);
                while let Some(char) = rest.next_if(|char| char.is_alphanumeric() || *char == '_') {
                    word.push(char);
                }
                tokens.push(Token::Word(word));
            }
            mark => tokens.push(Token::Mark(mark)),
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_names_sources_tests_and_jars() {
        let build = Build::read(
            "plugins { id 'java' }\ndependencies {\n  implementation 'io.github.jason-lang:jason-interpreter:3.2.0' // it\n\
             implementation(\"com.acme:tool:1.0\")\n  testImplementation 'junit:junit:4.13'\n\
             implementation fileTree(dir: 'libs', include: ['*.jar'])\n  implementation files('a.jar', 'b.jar')\n}\n\
             sourceSets {\n  main { java { srcDir 'src/env'\n srcDirs = ['src/agt', \"src/int\"]; exclude 'test/**' }\n\
             resources { srcDir 'res' } }\n test { java { srcDir 'src/test' } } }\ntask run { doFirst { srcDir 'no' } }",
        );
        assert_eq!(build.sources, ["src/env", "src/agt", "src/int"]);
        assert_eq!((build.tests, build.resources), (vec!["src/test".to_owned()], vec!["res".to_owned()]));
        assert_eq!((build.excluded, build.jars.len()), (vec!["test/**".to_owned()], 3));
        assert_eq!(build.modules, ["io.github.jason-lang:jason-interpreter:3.2.0", "com.acme:tool:1.0"]);
        let short = Build::read("sourceSets.main.java.srcDirs = ['../env']");
        assert_eq!(short.sources, ["../env"]);
        let kotlin = Build::read("sourceSets { main { java { setSrcDirs(listOf(\"a\",\n \"b\")) } } }");
        assert_eq!(kotlin.sources, ["a", "b"]);
    }
}
