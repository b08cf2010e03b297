"""The page engine/actor/docs/pairs.md: each two features of agon-actor, and the tests that have both.

A test named `A_x_B` is about these two; another has a line of its comment for that (`Pair: A x B.`,
`Pairs: A x B, A x C.`).

Rewrites the page: PYTHONPATH=lab/tests:lab/src .venv/bin/python -m support.feature_pairs
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import combinations
from pathlib import Path

from agon import home

CRATE = home.root() / "engine" / "actor"
PAGE = CRATE / "docs" / "pairs.md"
FEATURES = (
    "timers",
    "streams",
    "topics",
    "bounds",
    "asks",
    "monitors",
    "links",
    "names",
    "goals",
    "restarts",
    "supervision",
    "shutdown",
    "migration",
    "async handlers",
)
"""In the order of the page; a pair is named in this order."""

Pair = tuple[str, str]

_GENERATED = re.compile(r"^    (?P<name>(?P<one>[a-z_]+)_x_(?P<other>[a-z_]+)): ", re.MULTILINE)
"""A line of the macro in tests/pairs."""
_MARKED = re.compile(r"(?P<comment>(?:^///.*\n)+)#\[test\]\n(?:#\[.*\]\n)*fn (?P<name>\w+)\(", re.MULTILINE)
_MARK = re.compile(r"Pairs?: (?P<pairs>[^.]+)\.")
_USE = re.compile(r"^    /// (?P<holds>.*)\n    (?P<use>[A-Z][a-z]+),$", re.MULTILINE)

HEAD = """# Pairs of features

This page is written from the tests: it is looked up, not read.

In every life of an actor, whatever becomes of it and whatever else it uses, this holds:

| feature | holds |
|---|---|
"""
TABLE = """
Each two features, and the tests that have both.
Those named after a pair are in `tests/pairs`: plain and async actors, in simulations and on workers that move them.

| pair | tests |
|---|---|
"""


def pairs() -> list[Pair]:
    """All, in the order of the page."""
    return list(combinations(FEATURES, 2))


def named_in(source: str, file: str) -> dict[Pair, list[str]]:
    """The tests of a file by the pair that they have, each as it is to be shown."""
    found: defaultdict[Pair, list[str]] = defaultdict(list)
    for test in _GENERATED.finditer(source):
        one, other = (test[side].replace("_", " ") for side in ("one", "other"))
        found[one, other].append(f"`{test['name']}`")
    for test in _MARKED.finditer(source):
        if mark := _MARK.search(test["comment"].replace("///", "").replace("\n", " ")):
            for pair in re.split(r",\s+", mark["pairs"]):
                one, _, other = pair.partition(" x ")
                found[one, other].append(f"`{file}::{test['name']}`")
    return dict(found)


def named() -> dict[Pair, list[str]]:
    """All of the crate's."""
    found: defaultdict[Pair, list[str]] = defaultdict(list)
    for path in sorted((CRATE / "tests").rglob("*.rs")):
        name = path.relative_to(CRATE / "tests").with_suffix("").as_posix()
        for pair, shown in named_in(path.read_text(encoding="utf-8"), name).items():
            found[pair] += shown
    return dict(found)


def uses() -> list[tuple[str, str]]:
    """What is to hold of each feature that an actor uses, from the comments of the tests."""
    source = (CRATE / "tests" / "pairs" / "subject.rs").read_text(encoding="utf-8")
    listed = source.partition("pub enum Use {")[2].partition("\n}")[0]
    return [(f"{use['use'].lower()}s", use["holds"]) for use in _USE.finditer(listed)]


def page(found: dict[Pair, list[str]]) -> str:
    """The page as it is to be; a pair without a test has an empty cell."""
    holds = "".join(f"| {use} | {what} |\n" for use, what in uses())
    rows = "".join(f"| {one} x {other} | {', '.join(found.get((one, other), []))} |\n" for one, other in pairs())
    return HEAD + holds + TABLE + rows


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    Path(PAGE).write_text(page(named()), encoding="utf-8")
