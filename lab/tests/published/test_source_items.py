"""All that the five documents name is on one page, with the lab's name for it or a reason."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from support.source_items import KINDS, PAGE, gone, items, page
from typer.testing import CliRunner

from agon import home
from agon.cli.main import app
from agon.platforms.registry import known_ids
from agon.published.sources import figures, source, sources
from agon.run.reproductions import reproductions

NUMBERED = {
    "agere13": {"Table": 4, "Figure": 8},
    "blog09": {"Table": 2},
    "microagents": {"Table": 2, "Figure": 2},
    "jason-multicore": {"Figure": 10},
    "agentslang": {"Table": 2},
}
"""The tables and figures of each document, as it numbers them, or in their order."""

SOURCES = [s.id for s in sources()]


def named(source_id: str, kind: str) -> set[str]:
    """The lab's names of that kind that the source's items have."""
    return {name for i in items() if i.source == source_id for k, name in i.names if k == kind}


def listed(what: str) -> list[dict[str, Any]]:
    """What `agon list` prints."""
    done = CliRunner().invoke(app, ["list", what, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)[what]


def test_the_items_are_of_what_is_listed() -> None:
    assert {i.source for i in items()} == {s["id"] for s in listed("sources")} == set(NUMBERED)
    of_sources = {(w["source"].split()[0], w["id"]) for w in listed("workloads")}
    own = {(s, w) for s in NUMBERED for w in named(s, "workload") | named(s, "cited")}
    assert {(s, w) for s, w in of_sources if s in NUMBERED} == own


def test_each_item_has_a_name_of_the_labs_or_a_reason() -> None:
    assert [i for i in items() if not i.here and not i.note] == []
    assert {i.kind for i in items()} == set(KINDS)


def test_the_lab_has_every_name() -> None:
    assert {(i.source, i.item): names for i in items() if (names := gone(i))} == {}


@pytest.mark.parametrize(
    "name",
    [
        *(
            "workload:ring",
            "workload:compute",
            "cited:chameneos",
            "parameter:token-ring/size",
            "preset:token-ring/tokens=1,2",
        ),
        *("preset:ring/tokens=1", "metric:speed", "size:elapsed", "chart:token-ring/speed", "variant:erlang:fast"),
        *("platform:salsa", "option:--fast", "protocol:blog09", "table:table9", "reproduce:table9", "claim:first"),
        "color:red",
    ],
)
def test_a_name_that_the_lab_does_not_have_is_found(name: str) -> None:
    assert gone(replace(items()[0], source="agere13", here=f"metric:elapsed {name}")) == [name]


@pytest.mark.parametrize("source_id", SOURCES)
def test_every_numbered_table_and_figure_is_an_item(source_id: str) -> None:
    own = {i.item for i in items() if i.source == source_id}
    wanted = {f"{what} {n + 1}" for what, many in NUMBERED[source_id].items() for n in range(many)}
    assert wanted - own == set()
    assert {i for i in own if re.fullmatch(r"(Table|Figure) \d+", i)} == wanted


@pytest.mark.parametrize("source_id", SOURCES)
def test_all_that_the_lab_has_of_a_source_is_an_items(source_id: str) -> None:
    assert set(source(source_id).workloads) == named(source_id, "workload")
    assert {f.table for f in figures(source_id)} == named(source_id, "table")
    assert {r.table for r in reproductions(source_id)} - {"schedule"} == named(source_id, "reproduce")


@pytest.mark.parametrize("source_id", SOURCES)
def test_every_platform_that_a_source_has_figures_of_is_a_system(source_id: str) -> None:
    part_of = {"opal-microagents": "opal"}
    ids = {f.platform.partition(":")[0].partition("@")[0] for f in figures(source_id)}
    assert {part_of.get(i, i) for i in ids} - named(source_id, "platform") == set()
    assert named(source_id, "platform") <= set(known_ids())


def test_systems_without_a_platform_are_listed() -> None:
    absent = {i.item for i in items() if i.kind == "system" and not i.here}
    assert {"SALSA", "JavAct", "Actor Architecture", "simpAL", "eJason", "JACK", "JAS"} <= absent


def test_the_page_is_made_of_the_items() -> None:
    assert (home.root() / PAGE).read_text(encoding="utf-8") == page(), (
        "write it again: PYTHONPATH=lab/tests .venv/bin/python -m support.source_items"
    )
