"""Each system of the sources has a platform, or a reason."""

from __future__ import annotations

from support.source_systems import PAGE, page, systems

from agon import home
from agon.platforms.registry import known_ids
from agon.published.sources import figures, sources


def test_a_row_has_a_platform_or_a_reason() -> None:
    assert [s for s in systems() if bool(s.here) == bool(s.why)] == []
    assert {s.here for s in systems() if s.here} <= set(known_ids())


def test_every_platform_that_a_source_has_figures_of_has_a_row() -> None:
    rows = {(s.source, s.here) for s in systems()}
    part_of = {"opal-microagents": "opal"}
    for source in (s.id for s in sources()):
        ids = {f.platform.partition(":")[0].partition("@")[0] for f in figures(source)}
        assert {(source, part_of.get(i, i)) for i in ids} - rows == set()


def test_those_without_a_platform_are_listed() -> None:
    absent = {s.system for s in systems() if not s.here}
    assert {"SALSA", "JavAct", "Actor Architecture", "simpAL", "eJason", "JACK", "JAS"} <= absent


def test_the_page_is_made_of_the_rows() -> None:
    assert (home.root() / PAGE).read_text(encoding="utf-8") == page()
