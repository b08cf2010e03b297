"""Which of the lab's tests may notice a change of its files: those that import one of them, however indirectly."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

COMMAND_LINE = "agon.cli.main"
"""The module that runs as `python -m agon`."""
VERBS = "agon.cli"
"""Where its verbs are. Tests that run them as a process import all there is, and take long: a change of a verb
concerns them, and one of what lies below is left to them until all tests run."""

SOURCES, TESTS, STUDIES = "lab/src", "lab/tests", "lab/studies"

BY_NAME = ("import_module", "module")
"""Functions that import the module that they are given the name of."""


def tests_for(root: Path, changed: Sequence[str]) -> list[str] | None:
    """The test files, named from the lab's folder, that import one of the changed files or run the command line with
    it; None for all of them, where a changed file is no module of the lab and belongs to no package of it."""
    modules = _modules(root)
    imported = {name: _imports(path, modules) for name, path in modules.items()}
    imported |= {_called(n): _imports(p, modules, called=True) for n, p in modules.items() if p.name == "__init__.py"}
    touched: set[str] = set()
    for file in changed:
        found = _modules_of(file, root, modules)
        if not found:
            return None
        touched |= found
    if not any(name.startswith(VERBS) for name in touched):
        imported = {name: found - {COMMAND_LINE} for name, found in imported.items()}
    every = {name: path for name, path in modules.items() if path.name.startswith("test_")}
    tests = (path for name, path in every.items() if not touched.isdisjoint(_closure(name, imported)))
    return sorted(str(path.relative_to(root / "lab")) for path in tests)


def _modules(root: Path) -> dict[str, Path]:
    """The lab's modules, those of its tests, which import each other from the folder of all tests or their own, and
    the scripts of the studies, which tests import by their names."""
    found: dict[str, Path] = {}
    for folder in (root / SOURCES, root / TESTS, root / STUDIES):
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            found[".".join(part for part in parts if part != "__init__")] = path
    return found


def _modules_of(file: str, root: Path, modules: Mapping[str, Path]) -> set[str]:
    """The module in a file, or all of the package whose data it is."""
    path = root / file
    here = {name for name, place in modules.items() if place == path}
    if here or not file.startswith(f"{SOURCES}/"):
        return here
    package = ".".join(PurePosixPath(file).relative_to(SOURCES).parts[:2])
    return {name for name in modules if name == package or name.startswith(f"{package}.")}


def _called(package: str) -> str:
    """A package of which functions are called, which may import more than the package itself does."""
    return f"{package}()"


def _imports(path: Path, modules: Mapping[str, Path], *, called: bool = False) -> set[str]:
    """The modules that one names. A package is imported with each of its modules, and tests also import what lies in
    their own folder, and their fixtures."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    found: set[str] = set()
    near_files = {place.name: name for name, place in modules.items() if place.parent == path.parent}
    for node in ast.walk(tree) if called or path.name != "__init__.py" else tree.body:
        found |= set(_named(node, modules))
        if isinstance(node, ast.Constant) and node.value in near_files:  # a program that is run by its path
            found.add(near_files[node.value])
    near = {name.rpartition(".")[2]: name for name, place in modules.items() if place.parent == path.parent}
    found |= {near[name] for name in found if name in near}
    if path.name.startswith("test_"):
        found |= {name for name, place in modules.items() if place.name == "conftest.py" and _above(place, path)}
        found |= {COMMAND_LINE} if '"-m", "agon"' in text else set()
    return found


def _above(conftest: Path, test: Path) -> bool:
    return test.is_relative_to(conftest.parent)


def _named(node: ast.AST, modules: Mapping[str, Path]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from _packages(alias.name)
            yield _called(alias.name)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield from _packages(node.module)
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BY_NAME:
        match node.args[:1]:
            case [ast.JoinedStr(values=[ast.Constant(value=str(prefix)), *_])]:
                yield from (name for name in modules if name.startswith(prefix))
            case [ast.Constant(value=str(name))]:
                yield name
            case _:
                pass


def _packages(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[: length + 1]) for length in range(len(parts)))


def _closure(start: str, imported: Mapping[str, Iterable[str]]) -> set[str]:
    found, to_do = {start}, [start]
    while to_do:
        for name in imported.get(to_do.pop(), ()):
            if name not in found:
                found.add(name)
                to_do.append(name)
    return found
