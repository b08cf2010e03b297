"""Which file of a Rust crate imports what of which other: the graph, its circles, and the order of its modules.

Followed are `use` and paths in code (`crate::a::b`, `super::b`, `a::b` of a module declared or imported), through
re-exports to the file that defines the item. Declaring a module (`mod a;`) is no import, and tests are left out.

Lists the graph of a crate: PYTHONPATH=lab/tests .venv/bin/python -m support.rust_imports engine/actor/src
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

from support.rust_source import code_of, end_of_block, without_tests

Module: TypeAlias = tuple[str, ...]
"""The names from the crate's root down; the root itself has none."""

_VISIBLE = r"(?:pub(?:\((?:in\s+)?[\w:]+\))?\s+)?"
_USE = re.compile(rf"(?P<visible>{_VISIBLE})\buse\s+(?P<tree>[^;<]+);")
_INLINE = re.compile(r"\bmod\s+(?P<name>\w+)\s*\{")
_DECLARED = re.compile(r"\bmod\s+(\w+)\s*;")
_ITEM = re.compile(
    r"\b(?:(?:const\s+)?(?:unsafe\s+)?(?:async\s+)?(?:extern\s+)?fn|struct|enum|union|trait|type|const|static|macro_rules\s*!)"
    r"\s+(?:mut\s+)?(\w+)"
)
_PATH = re.compile(r"(?<![\w:$])(?P<path>\w+(?:\s*::\s*\w+)+)")
_CALLED = re.compile(r"(?<![\w.:])(?<!fn\s)([A-Z]\w*|\w+(?=\s*(?:\(|::)))")
"""Names of types and constants, and of what is called: a variable is neither."""
_TOKEN = re.compile(r"\w+|::|[{},*]")


class Leaf(NamedTuple):
    """One name that a `use` brings in."""

    path: tuple[str, ...]
    """As written; the last is `*` for all names of a module."""
    name: str


def leaves(tree: str) -> list[Leaf]:
    """Of `a::{b, c as d, e::*}`: a::b, a::c and all of a::e."""
    tokens = _TOKEN.findall(tree)
    found: list[Leaf] = []

    def read(at: int, prefix: tuple[str, ...]) -> int:
        """One branch; returns the place behind it."""
        path = prefix
        while at < len(tokens) and tokens[at] not in ",}":
            token = tokens[at]
            at += 1
            if token == "::":
                continue
            if token == "{":
                while tokens[at] != "}":
                    at = read(at, path)
                    at += tokens[at] == ","
                return at + 1
            if token == "as":
                found[-1] = found[-1]._replace(name=tokens[at])
                return at + 1
            if at < len(tokens) and tokens[at] == "::":
                path = (*path, token)
            elif token == "self" and path:
                found.append(Leaf(path, path[-1]))
            else:
                found.append(Leaf((*path, token), token))
        return at

    read(0, ())
    return found


@dataclass
class Source:
    """One file's code, and what it declares of names."""

    file: str
    module: Module
    code: str
    declared: set[str]
    """The modules below it that are files of their own."""
    spans: list[tuple[int, int, Module]] = field(default_factory=list[tuple[int, int, Module]])
    """Modules written in the file itself: from where to where."""
    items: dict[Module, set[str]] = field(default_factory=dict[Module, set[str]])
    uses: dict[Module, list[tuple[Leaf, bool]]] = field(default_factory=dict[Module, list[tuple[Leaf, bool]]])
    """By module: what is brought in, and whether others see it."""

    def module_at(self, place: int) -> Module:
        inside = [module for start, end, module in self.spans if start <= place < end]
        return max(inside, key=len, default=self.module)


def _read(root: Path, path: Path) -> Source:
    parts = path.relative_to(root).with_suffix("").parts
    module = parts[:-1] if parts[-1] in ("mod", "lib", "main") else parts
    code = without_tests(code_of(path.read_text(encoding="utf-8")))
    source = Source(path.relative_to(root).as_posix(), module, code, set(_DECLARED.findall(code)))
    for found in _INLINE.finditer(code):
        start, end = found.end(), end_of_block(code, found.end() - 1)
        source.spans.append((start, end, (*source.module_at(found.start()), found["name"])))
    opened, closed = ([found.start() for found in re.finditer(brace, code)] for brace in "{}")
    for found in _ITEM.finditer(code):
        module, at = source.module_at(found.start()), found.start()
        depth = bisect_left(opened, at) - bisect_left(closed, at)
        if depth == len(module) - len(source.module):  # no method, and nothing within a function
            source.items.setdefault(module, set()).add(found[1])
    for found in _USE.finditer(code):
        into = source.uses.setdefault(source.module_at(found.start()), [])
        into.extend((leaf, bool(found["visible"])) for leaf in leaves(found["tree"]))
    return source


def _only_in_tests(root: Path, path: Path) -> bool:
    """Is it a module that its parent declares for tests only?"""
    parent = path.parent.parent if path.name == "mod.rs" else path.parent
    name = path.parent.name if path.name == "mod.rs" else path.stem
    for above in (parent / "mod.rs", parent / "lib.rs", parent.with_suffix(".rs")):
        if above.exists() and above != path:
            code = code_of(above.read_text(encoding="utf-8"))
            return name in _DECLARED.findall(code) and name not in _DECLARED.findall(without_tests(code))
    return False


@dataclass(frozen=True)
class Crate:
    """All files of a crate, and the names in them."""

    sources: Mapping[str, Source]

    @classmethod
    def read(cls, root: Path) -> Crate:
        files = [path for path in sorted(root.rglob("*.rs")) if not _only_in_tests(root, path)]
        return cls({source.file: source for source in (_read(root, path) for path in files)})

    @cached_property
    def modules(self) -> dict[Module, Source]:
        """Each module with the file that it is written in."""
        found: dict[Module, Source] = {}
        for source in self.sources.values():
            found[source.module] = source
            found |= {module: source for _, _, module in source.spans}
        return found

    def absolute(self, path: Sequence[str], module: Module) -> tuple[str, ...] | None:
        """The path from the crate's root; None if it leads into another crate, or is no path of modules."""
        first, *rest = path
        if first == "crate":
            return tuple(rest)
        if first == "self":
            return (*module, *rest)
        if first == "super":
            return self.absolute(rest, module[:-1]) if rest[:1] == ["super"] else (*module[:-1], *rest)
        if (*module, first) in self.modules:
            return (*module, *path)
        return None

    def lookup(self, path: Sequence[str], module: Module) -> tuple[str, str] | None:
        """The file in which what `path` means in `module` is defined, and its name; None if that is another crate's."""
        absolute = self.absolute(path, module)
        return None if absolute is None else self._defined(absolute, frozenset())

    def _defined(self, absolute: tuple[str, ...], seen: frozenset[tuple[str, ...]]) -> tuple[str, str] | None:
        depth = max(n for n in range(len(absolute) + 1) if absolute[:n] in self.modules)
        module, rest = absolute[:depth], absolute[depth:]
        source = self.modules[module]
        if not rest or rest[0] == "*" or absolute in seen:
            return source.file, "::".join([*(module[-1:] or ["crate"]), *rest])
        name, seen = rest[0], seen | {absolute}
        if name in source.items.get(module, ()):
            return source.file, name
        passed_on = source.uses.get(module, [])
        for leaf, _ in passed_on:
            if leaf.name == name and (target := self.absolute(leaf.path, module)) is not None:
                return self._defined((*target, *rest[1:]), seen)
        for leaf, _ in passed_on:
            if leaf.name == "*" and (target := self.absolute(leaf.path[:-1], module)) is not None:
                found = self._defined((*target, *rest), seen)
                if found is not None and found[1] == name and self.has(found[0], name):
                    return found
        if any(leaf.name == name for leaf, _ in passed_on):
            return None  # another crate's, passed on
        return source.file, name

    def has(self, file: str, name: str) -> bool:
        """Does a file define something of that name?"""
        return any(name in items for items in self.sources[file].items.values())

    def imports(self) -> dict[str, dict[str, set[str]]]:
        """For each file the other files that it imports from, with the items."""
        graph: dict[str, dict[str, set[str]]] = {file: {} for file in self.sources}
        for source in self.sources.values():
            for path, module in _paths(source, self):
                found = self.lookup(path, module)
                if found is not None and found[0] != source.file:
                    graph[source.file].setdefault(found[0], set()).add(found[1])
        return graph


def _paths(source: Source, crate: Crate) -> Iterator[tuple[tuple[str, ...], Module]]:
    """All paths that a file uses, with the module that they stand in.

    A module that is imported as such is followed where its name is used; an import by itself means nothing yet.
    """
    modules: dict[tuple[Module, str], tuple[str, ...]] = {}
    for module, brought in source.uses.items():
        for leaf, _ in brought:
            target = crate.absolute(leaf.path, module)
            if target is not None and target in crate.modules:
                modules[module, leaf.name] = ("crate", *target)
            elif leaf.name == "*":
                yield from ((path, module) for path in _named(leaf.path, module, source, crate))
            else:
                yield leaf.path, module
    code = _USE.sub(lambda found: " " * len(found[0]), source.code)
    used: set[tuple[Module, str]] = set()
    for found in _PATH.finditer(code):
        module = source.module_at(found.start())
        path = tuple(re.split(r"\s*::\s*", found["path"]))
        if (alias := modules.get((module, path[0]))) is not None:
            used.add((module, path[0]))
            yield (*alias, *path[1:]), module
        else:
            yield path, module
    for (module, name), path in modules.items():
        if (module, name) not in used:
            yield path, module


def _named(path: tuple[str, ...], module: Module, source: Source, crate: Crate) -> list[tuple[str, ...]]:
    """The names that a file uses of those that `use a::*` brings in; if it uses none, all of them."""
    own = {leaf.name for leaf, _ in source.uses[module]} | source.items.get(module, set())
    words = set(_CALLED.findall(_USE.sub("", source.code))) - own
    named = [(*path[:-1], word) for word in sorted(words)]
    found = [p for p in named if (defined := crate.lookup(p, module)) is not None and crate.has(defined[0], p[-1])]
    return found or ([path] if crate.absolute(path, module) is not None else [])


Graph: TypeAlias = Mapping[str, Mapping[str, set[str]]]


def circles(graph: Graph) -> list[list[str]]:
    """The sets of files each of which reaches all others of its set, the largest first (Tarjan)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(file: str) -> None:
        number[file] = low[file] = len(number)
        path.append(file)
        for target in graph[file]:
            if target not in graph:
                continue
            if target not in number:
                visit(target)
                low[file] = min(low[file], low[target])
            elif target in path:
                low[file] = min(low[file], number[target])
        if low[file] == number[file]:
            at = path.index(file)
            found.append(sorted(path[at:]))
            del path[at:]

    for file in graph:
        if file not in number:
            visit(file)
    return sorted((circle for circle in found if len(circle) > 1), key=lambda circle: (-len(circle), circle))


def module_of(file: str) -> str:
    """The folder, or the single file, at the crate's root that a file belongs to."""
    return file.partition("/")[0].removesuffix(".rs")


@dataclass(frozen=True)
class Rules:
    """Modules from the lowest up: each may import from itself and from those before it."""

    order: Sequence[str]
    checked: Sequence[str]
    """Of these the ones that are there; the others are not looked at."""
    largest_circle: int = 3

    @classmethod
    def of(cls, modules: str, largest_circle: int) -> Rules:
        """All of these modules, which are separated by spaces."""
        order = tuple(modules.split())
        return cls(order, order, largest_circle)

    def broken(self, graph: Graph) -> list[str]:
        """What a graph does that it should not, one sentence each."""
        rank = {module: self.order.index(module) for module in self.checked}
        inside = {
            file: {target: items for target, items in targets.items() if module_of(target) in rank}
            for file, targets in graph.items()
            if module_of(file) in rank
        }
        upward = [
            f"{file} imports {', '.join(sorted(items))} from {target}: {module_of(file)} is below {module_of(target)}"
            for file, targets in inside.items()
            for target, items in targets.items()
            if rank[module_of(file)] < rank[module_of(target)]
        ]
        round_trips = [
            f"a circle of {len(circle)} files, more than {self.largest_circle}: {', '.join(circle)}"
            for circle in circles(inside)
            if len(circle) > self.largest_circle
        ]
        absent = [
            f"no file of the module {module} is there"
            for module in self.checked
            if module not in map(module_of, inside)
        ]
        return absent + upward + round_trips

    def strays(self, graph: Graph) -> list[str]:
        """Files in no module; the crate's root needs none."""
        return [file for file in graph if module_of(file) not in (*self.order, "lib")]


def listing(graph: Graph) -> str:
    """The whole graph, then each circle with the imports within it, and what is imported in it from most files."""
    lines = ["# Imports: file -> file: items", ""]
    for file, targets in sorted(graph.items()):
        lines += [file, *(f"    -> {t}: {', '.join(sorted(items))}" for t, items in sorted(targets.items())), ""]
    for circle in circles(graph):
        lines += [f"# A circle of {len(circle)} files", *(f"    {file}" for file in circle), ""]
        lines += ["## Each import within it: file -> file: items", ""]
        wanted: dict[tuple[str, str], list[str]] = {}
        for file in circle:
            for target, items in sorted(graph[file].items()):
                if target in circle:
                    lines.append(f"{file} -> {target}: {', '.join(sorted(items))}")
                    for item in items:
                        wanted.setdefault((target, item), []).append(file)
        lines += ["", "## Each item imported within it, by how many files", ""]
        by_number = sorted(wanted.items(), key=lambda entry: (-len(entry[1]), entry[0]))
        lines += [f"{len(files):3} {item} ({target}): {', '.join(files)}" for (target, item), files in by_number]
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    print(listing(Crate.read(Path(sys.argv[1])).imports()))
