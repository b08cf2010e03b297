//! Executes the directives of a program: what is left has items without directives and names with their namespaces.

mod include;
pub(crate) mod namespace;
mod pattern;
#[cfg(test)]
mod tests;

use super::diagnostic::{Diagnostic, Severity};
use super::parser;
use super::source::{self, FileId, Sources, Span};
use super::tree::{Directive, Expr, Item, Literal, Program};
use namespace::Resolver;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Reads programs with all that they include.
///
/// The programs of a system are read by the same loader: it numbers local namespaces, so that those of two agents differ.
#[derive(Debug, Default)]
pub struct Loader {
    /// Where included files are searched, after the folder of the including file.
    pub source_paths: Vec<PathBuf>,
    /// What `$name/` at the begin of an included file's path means.
    pub roots: BTreeMap<String, PathBuf>,
    namespaces: AtomicU32,
}

/// A program after its directives.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The program; no item is a directive.
    pub program: Program,
    /// The functions that `{register_function(..)}` names.
    pub functions: Vec<RegisteredFunction>,
    /// What is wrong, also in the files included.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// Whether there is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity == Severity::Error)
    }

    /// Whether there is an error that is no matter of a directive alone.
    #[must_use]
    pub fn has_fatal_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_fatal)
    }
}

/// A function that a program adds to those of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum RegisteredFunction {
    /// One that is implemented outside: `{register_function("my.fn")}`.
    Native {
        /// The name of its implementation (in Jason that of a Java class).
        name: Box<str>,
        /// The directive.
        span: Span,
    },
    /// One that is a rule whose last argument is the value: `{register_function("my.sum", 2, "sum")}`.
    Rule {
        /// The name.
        name: Box<str>,
        /// The number of arguments.
        arity: usize,
        /// The functor of the rule.
        predicate: Box<str>,
        /// The directive.
        span: Span,
    },
}

impl Loader {
    /// Finds included files next to the including one only.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a file and all that it includes.
    ///
    /// # Errors
    /// If the file itself cannot be read. Everything else that is wrong is a diagnostic.
    pub fn load(&self, sources: &mut Sources, path: &Path) -> io::Result<Loaded> {
        self.load_into(sources, path, None)
    }

    /// The same in a namespace, as if it was included there.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub fn load_into(&self, sources: &mut Sources, path: &Path, namespace: Option<&str>) -> io::Result<Loaded> {
        let text = source::read(path)?;
        let file = sources.add(path.display().to_string(), text);
        Ok(self.expanded(sources, file, namespace.map(Into::into)))
    }

    /// Parses a text and reads all that it includes; its name is its path.
    #[must_use]
    pub fn load_source(&self, sources: &mut Sources, file: FileId) -> Loaded {
        self.expanded(sources, file, None)
    }

    fn expanded(&self, sources: &mut Sources, file: FileId, namespace: namespace::Name) -> Loaded {
        let mut expansion =
            Expansion { loader: self, sources, loaded: Loaded::default(), including: Vec::new(), variables: 0 };
        let items = expansion.file(file, namespace);
        expansion.loaded.program.items = items;
        expansion.loaded
    }

    /// A namespace of its own.
    pub fn fresh_namespace(&self) -> Box<str> {
        format!("ns{}", self.next_namespace()).into()
    }

    fn next_namespace(&self) -> u32 {
        self.namespaces.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// Files may include others to this depth.
const MAX_INCLUDES: usize = 64;

struct Expansion<'a> {
    loader: &'a Loader,
    sources: &'a mut Sources,
    loaded: Loaded,
    /// The files whose expansion is not done, outermost first.
    including: Vec<PathBuf>,
    /// Counts the variables that stand for anonymous ones of goal patterns.
    variables: u32,
}

impl Expansion<'_> {
    fn file(&mut self, file: FileId, namespace: namespace::Name) -> Vec<Item> {
        let path = PathBuf::from(self.sources.get(file).name());
        self.including.push(path.canonicalize().unwrap_or(path));
        let parsed = parser::program(self.sources, file);
        self.loaded.diagnostics.extend(parsed.diagnostics);
        let mut resolver = Resolver { this: namespace, local: HashMap::new() };
        let items = self.items(parsed.program.items, &mut resolver);
        self.including.pop();
        items
    }

    fn items(&mut self, items: Vec<Item>, resolver: &mut Resolver) -> Vec<Item> {
        let mut done = Vec::with_capacity(items.len());
        for mut item in items {
            match item {
                Item::Directive(directive) => self.directive(directive, resolver, &mut done),
                _ => {
                    resolver.item(&mut item);
                    done.push(item);
                }
            }
        }
        done
    }

    fn directive(&mut self, mut directive: Directive, resolver: &mut Resolver, done: &mut Vec<Item>) {
        for argument in &mut directive.name.arguments {
            resolver.argument(argument);
        }
        let Directive { name, items, span } = directive;
        match (&*name.functor, items) {
            ("include", None) => {
                if let Some(items) = self.include(&name, resolver) {
                    done.extend(items);
                }
            }
            ("register_function", None) => self.register_function(&name),
            ("namespace", Some(items)) => {
                // As in Jason, what is in one without a name is in the namespace around it.
                let inner = self.namespace(&name, resolver).or_else(|| resolver.this.clone());
                let outer = std::mem::replace(&mut resolver.this, inner);
                done.extend(self.items(items, resolver));
                resolver.this = outer;
            }
            // Nothing is inside of it; but a name is local from here on.
            ("namespace", None) => {
                let _ = self.namespace(&name, resolver);
            }
            (pattern, items) if pattern::is_pattern(pattern) => {
                let items = self.items(items.unwrap_or_default(), resolver);
                self.pattern(&name, items, span, done);
            }
            ("include" | "register_function", Some(_)) => {
                let help = format!("write {{{}(..)}}, and no {{end}}", name.functor);
                self.error(name.span, format!("`{}` is not for `begin`", name.functor), help);
            }
            (unknown, _) => {
                let message = format!("there is no directive `{unknown}`");
                let help =
                    "there are include, namespace, register_function, dg, bdg, ebdg, bc, smc, rc, omc, mg and sga";
                self.error(name.span, message, help);
            }
        }
    }

    fn error(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.loaded.diagnostics.push(Diagnostic::error(span, message).with_help(help));
    }

    /// An error that leaves out the directive alone.
    fn recoverable(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.loaded.diagnostics.push(Diagnostic::error(span, message).with_help(help).recoverable());
    }

    /// What an included file has; nothing of it if it has errors: as in Jason, those are no errors of the file that includes it.
    fn included(&mut self, file: FileId, namespace: namespace::Name) -> Vec<Item> {
        let (diagnostics, functions) = (self.loaded.diagnostics.len(), self.loaded.functions.len());
        let items = self.file(file, namespace);
        let own = &mut self.loaded.diagnostics[diagnostics..];
        if !own.iter().any(Diagnostic::is_fatal) {
            return items;
        }
        own.iter_mut().for_each(|it| it.recoverable = true);
        self.loaded.functions.truncate(functions);
        Vec::new()
    }

    /// The name of the namespace that begins here.
    fn namespace(&mut self, directive: &Literal, resolver: &mut Resolver) -> Option<Box<str>> {
        let help = "write {begin namespace(name)}, or with `local` or `global` behind the name";
        let atoms: Option<Vec<&str>> = directive.arguments.iter().map(atom).collect();
        let (name, scope) = match atoms.as_deref() {
            Some([name]) => (*name, "global"),
            Some([name, scope @ ("local" | "global")]) => (*name, *scope),
            _ => {
                self.recoverable(directive.span, "a namespace needs a name that is an atom", help);
                return None;
            }
        };
        if scope == "local" {
            let numbered = || format!("#{}{name}", self.loader.next_namespace()).into();
            return Some(resolver.local.entry(name.into()).or_insert_with(numbered).clone());
        }
        if directive.arguments.len() > 1 {
            resolver.local.remove(name);
        }
        Some(name.into())
    }

    fn register_function(&mut self, directive: &Literal) {
        let span = directive.span;
        let function = match &directive.arguments[..] {
            [Expr::Text(name)] => RegisteredFunction::Native { name: name.value.clone(), span },
            [Expr::Text(name), Expr::Number(arity), Expr::Text(predicate)] => RegisteredFunction::Rule {
                name: name.value.clone(),
                arity: arity.value as usize,
                predicate: predicate.value.clone(),
                span,
            },
            _ => {
                let help =
                    "write {register_function(\"my.name\", 1, \"predicate\")}, where 1 is its number of arguments";
                self.recoverable(span, "these are not the arguments of register_function", help);
                return;
            }
        };
        let (RegisteredFunction::Native { name, .. } | RegisteredFunction::Rule { name, .. }) = &function;
        if !name.contains('.') || name.starts_with('.') {
            let message = format!("a function cannot be called `{name}`");
            self.recoverable(span, message, "its name needs a dot that is not the first character");
            return;
        }
        self.loaded.functions.push(function);
    }
}

fn atom(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Literal(it) if it.is_atom() => Some(&it.functor),
        _ => None,
    }
}
