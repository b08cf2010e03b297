"""The modules of the engine's crates: none imports from one above it, no circle of files is large. And the checker."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.rust_imports import Crate, Leaf, Rules, circles, leaves, listing

from agon import home

ENGINE = home.root() / "engine"

CRATES = {
    "actor": Rules.of("types sync memory worker sched api patterns observe sim builder", largest_circle=3),
    "agentspeak": Rules.of(
        "stack dialect complaints term word syntax code machine bytecode belief query project compile failures mind"
        " agent environment library java extensions observe system command bin",
        largest_circle=5,
    ),
    "link": Rules.of("types placement wire protocol node", largest_circle=3),
    "link/agents": Rules.of(
        "message names members state gate nodes elsewhere options processes run main", largest_circle=1
    ),
}
"""The modules of each crate from the lowest up; `lib.rs` is in none, and may import from all."""


@pytest.fixture(params=CRATES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def crate(root: Path, **files: str) -> Crate:
    """A crate of these files; `__` in a name stands for a folder."""
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".rs")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Crate.read(root)


def test_the_modules_of_a_crate_keep_their_order(name: str) -> None:
    assert CRATES[name].broken(Crate.read(ENGINE / name / "src").imports()) == []


def test_every_file_is_in_a_module(name: str) -> None:
    assert CRATES[name].strays(Crate.read(ENGINE / name / "src").imports()) == []


THREE = {
    "lib": "mod types; mod memory; mod api; pub use api::Actor;",
    "types": "pub struct Id;",
    "memory__mod": "pub(crate) mod ring; use crate::types::Id;",
    "memory__ring": "use super::super::types::Id; pub struct Ring(Id);",
    "api__mod": "mod actor; pub use actor::Actor; use crate::memory::ring::Ring;",
    "api__actor": "pub trait Actor {}",
}
ORDER = Rules(("types", "memory", "api"), ("types", "memory", "api"))


def test_modules_that_know_only_lower_ones_are_in_order(tmp_path: Path) -> None:
    assert ORDER.broken(crate(tmp_path, **THREE).imports()) == []


@pytest.mark.parametrize(
    "text",
    [
        "use crate::api::Actor;",
        "use crate::{api::{Actor as Player}, types::Id};",
        "pub(crate) use crate::Actor;",
        "fn f() { use super::super::api::Actor; }",
        "fn f(actor: &dyn crate::api::Actor) {}",
        "use crate::api; fn f(actor: &dyn api::Actor) {}",
        "use crate::api::*; fn f(actor: &dyn Actor) {}",
        "mod inner { use super::super::super::api::Actor; }",
    ],
)
def test_an_import_upward_is_found_however_it_is_written(text: str, tmp_path: Path) -> None:
    broken = ORDER.broken(crate(tmp_path, **(THREE | {"memory__ring": text})).imports())
    assert broken == ["memory/ring.rs imports Actor from api/actor.rs: memory is below api"]


@pytest.mark.parametrize(
    "text",
    [
        "// use crate::api::Actor;",
        "/// [`crate::api::Actor`]\nstruct A;",
        "#[cfg(test)] mod tests { use crate::api::Actor; }",
        'const A: &str = "crate::api::Actor";',
        "pub(in crate::memory) struct A;",
        "use other::api::Actor;",
    ],
)
def test_what_is_no_import_is_none(text: str, tmp_path: Path) -> None:
    assert ORDER.broken(crate(tmp_path, **(THREE | {"memory__ring": text})).imports()) == []


def test_a_module_for_tests_alone_may_import_what_it_likes(tmp_path: Path) -> None:
    files = {"memory__mod": "#[cfg(test)] mod checks;", "memory__checks": "use crate::api::Actor;"}
    assert ORDER.broken(crate(tmp_path, **(THREE | files)).imports()) == []


def test_modules_that_are_not_there_yet_are_not_looked_at(tmp_path: Path) -> None:
    graph = crate(tmp_path, **(THREE | {"memory__ring": "use crate::api::Actor;"})).imports()
    assert Rules(ORDER.order, ("types", "memory")).broken(graph) == []
    assert Rules((*ORDER.order, "sim"), ("types", "sim")).broken(graph) == ["no file of the module sim is there"]


def ring(names: str) -> dict[str, str]:
    """Files in a row, each importing from the next, the last from the first."""
    after = zip(names, names[1:] + names[0], strict=True)
    return {f"types__{a}": f"use super::{b}::Of; pub struct Of;" for a, b in after}


@pytest.mark.parametrize(("names", "found"), [("abc", 0), ("abcd", 1)])
def test_a_circle_of_more_than_three_files_is_found(names: str, found: int, tmp_path: Path) -> None:
    files = {"lib": "mod types;", "types__mod": " ".join(f"mod {name};" for name in names)} | ring(names)
    broken = Rules(("types",), ("types",)).broken(crate(tmp_path, **files).imports())
    assert len(broken) == found
    assert all("a circle of 4 files" in word and "types/a.rs" in word for word in broken)


def test_circles_are_distinguished(tmp_path: Path) -> None:
    files = {"lib": "mod types;", "types__mod": "mod a; mod b; mod x; mod y; mod z;"} | ring("ab") | ring("xyz")
    graph = crate(tmp_path, **files).imports()
    assert circles(graph) == [["types/x.rs", "types/y.rs", "types/z.rs"], ["types/a.rs", "types/b.rs"]]
    assert "types/z.rs -> types/x.rs: Of" in listing(graph)


def test_a_file_in_no_module_is_a_stray(tmp_path: Path) -> None:
    graph = crate(tmp_path, **(THREE | {"lib": THREE["lib"] + "mod attic;", "attic__trunk": ""})).imports()
    assert ORDER.strays(graph) == ["attic/trunk.rs"]


def test_imports_lead_to_where_an_item_is_defined(tmp_path: Path) -> None:
    graph = crate(
        tmp_path,
        lib="mod a; mod b; mod c; pub use a::*;",
        a="pub use crate::b::inner::Deep; pub use std::fmt::Debug; pub fn shallow() {}",
        b="pub mod inner { pub struct Deep; impl Deep { pub fn shallow() {} } }",
        c="use crate::{Deep, a::Debug}; fn f() { crate::shallow(); self::g(); Deep::shallow() } fn g() {}",
    ).imports()
    assert graph["c.rs"] == {"b.rs": {"Deep"}, "a.rs": {"shallow"}}


def test_trees_of_use_are_read() -> None:
    assert leaves("a::{self, b::{c, d as e}, f::*}, ") == [
        Leaf(("a",), "a"),
        Leaf(("a", "b", "c"), "c"),
        Leaf(("a", "b", "d"), "e"),
        Leaf(("a", "f", "*"), "*"),
    ]
