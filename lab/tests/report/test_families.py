"""Geometric means: right, only of those who passed everything, and never without what they hide."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.report.families import FamilySection, families


def made(platform: str, ring_s: float, chameneos_s: float | None, **more: object) -> list[Made]:
    """One platform on the ring and, unless None, among the chameneos."""
    cells = [Made(platform, "token-ring", {"tokens": 1}, work_s=ring_s, **more)]  # type: ignore[arg-type]
    if chameneos_s is not None:
        cells.append(Made(platform, "chameneos", {"creatures": 5}, work_s=chameneos_s, **more))  # type: ignore[arg-type]
    return cells


def of(section: FamilySection) -> dict[str, list[str]]:
    assert section.table is not None
    return {row[0].text: [item.text for item in row[1:]] for row in section.table.rows}


def test_the_mean_of_ratios_to_the_familys_best(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 8.0), *made("akka", 2.0, 2.0), *made("jason", 0.1, 0.1)]
    actor, agent = families(measured(tmp_path, cells))
    table = of(actor)
    assert list(table) == ["akka", "erlang"]
    assert table["akka"][0].startswith(f"{math.sqrt(2 * 1):.2f} [1.40, 1.43]")
    assert table["erlang"] == ["2.00 [1.98, 2.02]", "1.00", "4.00"]
    # One agent platform is no field, and it is not set against actors.
    assert (agent.family, agent.table) == ("agent", None)
    assert "Fewer than two" in agent.notes[0]


def test_the_best_and_its_ties_are_marked(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 1.0), *made("akka", 1.005, 1.005), *made("go", 2.0, 2.0)]
    (actor,) = families(measured(tmp_path, cells))
    assert actor.table is not None
    assert [(r[0].text, r[1].tone) for r in actor.table.rows] == [("erlang", "best"), ("akka", "best"), ("go", "")]


def test_one_invocation_marks_nobody(tmp_path: Path) -> None:
    (actor,) = families(
        measured(tmp_path, [*made("erlang", 1.0, 1.0, invocations=1), *made("go", 2.0, 2.0, invocations=1)])
    )
    assert actor.table is not None
    assert [r[1].tone for r in actor.table.rows] == ["", ""]


def test_who_lacks_a_workload_has_no_mean(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 1.0), *made("akka", 2.0, 2.0), *made("go", 0.5, None)]
    (actor,) = families(measured(tmp_path, cells))
    assert actor.table is not None
    last = actor.table.rows[-1]
    assert [i.text for i in last] == ["go", "not ranked", "1.00", "\u2013"]
    assert last[1].detail == "1 of 2 workloads"


def test_who_failed_has_no_mean(tmp_path: Path) -> None:
    failed = Made("go", "chameneos", {"creatures": 5}, failed="too slow")
    cells = [*made("erlang", 1.0, 1.0), *made("akka", 2.0, 2.0), *made("go", 0.5, None), failed]
    (actor,) = families(measured(tmp_path, cells))
    assert of(actor)["go"][0] == "not ranked"


def test_the_fastest_variant_stands_in_where_only_variants_were_measured(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 1.0), Made("akka", "token-ring", {"tokens": 1}, work_s=1.0)]
    cells += [Made(f"akka:{v}", "chameneos", {"creatures": 5}, work_s=s) for v, s in (("slow", 9.0), ("fast", 4.0))]
    (actor,) = families(measured(tmp_path, cells))
    assert list(of(actor)) == ["erlang", "akka"]
    assert of(actor)["akka"] == ["2.00 [1.98, 2.02]", "1.00", "4.00"]
    assert any("akka:fast in Chameneos" in note for note in actor.notes)


@pytest.mark.parametrize("words", ["Sizes: Token ring: ", "in-program time"])
def test_sizes_and_clock_are_said(tmp_path: Path, words: str) -> None:
    (actor,) = families(measured(tmp_path, [*made("erlang", 1.0, 1.0), *made("go", 2.0, 2.0)]))
    assert any(words in note for note in actor.notes)
