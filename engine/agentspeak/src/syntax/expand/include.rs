//! `{include("file.asl")}` and `{include("file.asl", namespace)}`.

use super::namespace::{Name, Resolver};
use super::{Expansion, MAX_INCLUDES, atom};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::read;
use crate::syntax::tree::{Expr, Item, Literal};
use std::path::{Path, PathBuf};

impl Expansion<'_> {
    pub(super) fn include(&mut self, directive: &Literal, resolver: &Resolver) -> Option<Vec<Item>> {
        let (name, namespace): (&str, Name) = match &directive.arguments[..] {
            [Expr::Text(file)] => (&file.value, resolver.this.clone()),
            [Expr::Text(file), Expr::Variable(_)] => (&file.value, Some(self.loader.fresh_namespace())),
            [Expr::Text(file), namespace] if atom(namespace).is_some() => {
                (&file.value, atom(namespace).filter(|it| *it != "default").map(Into::into))
            }
            _ => {
                let help = "write {include(\"file.asl\")} or {include(\"file.asl\", namespace)}";
                self.error(directive.span, "these are not the arguments of include", help);
                return None;
            }
        };
        let name = name.replace('\\', "/");
        let span = directive.arguments[0].span();
        let path = match self.find(&name, directive) {
            Ok(path) => path,
            Err(diagnostic) => {
                self.loaded.diagnostics.push(diagnostic.recoverable());
                return None;
            }
        };
        let same = path.canonicalize().unwrap_or_else(|_| path.clone());
        if self.including.contains(&same) {
            let message = format!("`{name}` includes itself, perhaps by way of other files");
            self.error(span, message, "remove one of the includes");
            return None;
        }
        if self.including.len() >= MAX_INCLUDES {
            let message = format!("files are included to a depth of {MAX_INCLUDES} only");
            self.error(span, message, "include fewer files from included ones");
            return None;
        }
        match read(&path) {
            Ok(text) => {
                let file = self.sources.add(path.display().to_string(), text);
                Some(self.included(file, namespace))
            }
            Err(wrong) => {
                self.recoverable(span, format!("`{}` cannot be read: {wrong}", path.display()), "make it readable");
                None
            }
        }
    }

    fn find(&self, name: &str, directive: &Literal) -> Result<PathBuf, Diagnostic> {
        let span = directive.arguments[0].span();
        let name = name.strip_prefix("file:").unwrap_or(name);
        if let Some((root, rest)) = name.strip_prefix('$').and_then(|it| it.split_once('/')) {
            return match self.loader.roots.get(root).map(|it| it.join(rest)) {
                Some(path) if path.is_file() => Ok(path),
                Some(path) => Err(Diagnostic::error(span, format!("there is no file `{}`", path.display()))
                    .with_help(format!("${root} is another folder, or the file has another name"))),
                None => Err(Diagnostic::error(span, format!("no option names the folder `${root}` is"))
                    .with_help(format!("give it as an option: --root {root}=FOLDER"))),
            };
        }
        let sibling = Path::new(self.sources.get(directive.span.file).name()).parent().unwrap_or(Path::new(""));
        let folders = std::iter::once(sibling)
            .chain(self.loader.source_paths.iter().map(PathBuf::as_path))
            .chain(std::iter::once(Path::new("")));
        let mut searched = Vec::new();
        for folder in folders {
            let path = folder.join(name);
            if path.is_file() {
                return Ok(path);
            }
            let shown = if folder.as_os_str().is_empty() { ".".to_owned() } else { folder.display().to_string() };
            if !searched.contains(&shown) {
                searched.push(shown);
            }
        }
        Err(Diagnostic::error(span, format!("there is no file `{name}`"))
            .with_help(format!("searched in {}; more folders are given by --source-path", searched.join(", "))))
    }
}
