"""The page of internal actions has all of the engine's, with as many arguments as they take, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agon import home

ENGINE = home.root() / "engine" / "agentspeak"
PAGE = ENGINE / "docs" / "actions.md"
MANY = 1 << 30
INTERNAL = {".answer"}
"""For the plans for messages alone, not for programs."""

ENTRY = re.compile(r'\b(action|uncounted)\(\s*"(\.[\w.]+)",\s*([\w:]+),\s*([\w:]+)')
ROW = re.compile(r"^\| (`[.\w][^|]*`) \|", re.MULTILINE)
CALL = re.compile(r"`(\.?[a-z]\w*(?:\.\w+)*)([^`]*)`")
Taken = dict[str, tuple[int, int]]


def number(text: str) -> int:
    return MANY if text.endswith("ANY") else int(text)


def entries() -> Iterator[tuple[str, str, int, int]]:
    """The library's own lists: whether arguments are counted, the name, the fewest and the most arguments."""
    for file in (ENGINE / "src" / "library").glob("*.rs"):
        for kind, name, least, most in ENTRY.findall(file.read_text(encoding="utf-8")):
            if name not in INTERNAL:
                yield kind, name, number(least), number(most)


def listed(constant: str, file: str) -> Taken:
    """A list of names with arguments in the sources of the checker."""
    text = (ENGINE / "src" / "syntax" / "check" / file).read_text(encoding="utf-8")
    block = text.partition(f"const {constant}: &[(&str, usize, usize)] = &[")[2].partition("\n];")[0]
    return {n: (number(a), number(b)) for n, a, b in re.findall(r'\("([\w.]+)", (\w+), (\w+)\)', block)}


def arguments(form: str) -> tuple[int, int]:
    """How many a form such as `(A[,B])`, `(A,..)` or `[(A)]` takes, at least and at most."""
    optional = form.startswith("[")
    inner = re.sub(r"^\[?\(|\)\]?$", "", form)
    inner = re.sub(r"\([^()]*\)|\{[^{}]*\}", "X", inner)
    if not inner:
        return 0, 0
    required = re.sub(r"\[.*\]", "", inner)
    names = [name for name in required.split(",") if name != ".."]
    most = MANY if ".." in inner else inner.replace("[", "").count(",") + 1
    return 0 if optional else len(names), most


def described(page: str) -> Taken:
    """The actions or functions of a page, with the fewest and the most arguments of all their forms."""
    found: Taken = {}
    for row in ROW.findall(page):
        for name, form in CALL.findall(row):
            least, most = arguments(form)
            known = found.get(name, (MANY, 0))
            found[name] = min(known[0], least), max(known[1], most)
    return found


def parts() -> tuple[Taken, Taken]:
    actions, _, functions = PAGE.read_text(encoding="utf-8").partition("\n## Functions\n")
    return described(actions), described(functions)


def test_every_action_of_the_library_is_in_the_page_and_no_other() -> None:
    names = {name for _, name, _, _ in entries()}
    assert set(parts()[0]) == names
    assert len(names) == 138
    assert set(listed("ACTIONS", "library.rs")) == names


def test_the_page_has_the_numbers_of_arguments_that_are_counted() -> None:
    page = parts()[0]
    counted = {name: (least, most) for kind, name, least, most in entries() if kind == "action"}
    assert {name: page[name] for name in counted} == counted


def test_every_function_is_in_the_page_with_its_arguments() -> None:
    assert parts()[1] == listed("FUNCTIONS", "mod.rs")


def test_optional_and_repeated_arguments_are_understood() -> None:
    assert [arguments(form) for form in ("", "(A)", "[(A)]", "(A[,B[,C]])", "(A[,B],C)", "(and,{A},..)")] == [
        (0, 0),
        (1, 1),
        (0, 1),
        (1, 3),
        (2, 3),
        (2, MANY),
    ]
    assert arguments("(intention(Id,Stack))") == (1, 1)
    assert described("| `.a(X)` `.a(X,Y)` | two |\n| cause | `.b` |\n") == {".a": (1, 2)}
