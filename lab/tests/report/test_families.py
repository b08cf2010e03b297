"""One number over many workloads: right, of everybody who shares workloads, and judged against the first."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.analysis.judged import Judged
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
    everybody, actor, agent = families(Judged(measured(tmp_path, cells)))
    table = of(actor)
    assert table == {
        "akka": ["1.00", "first", "2 of 2", "2.00 [2.00, 2.00] b", "1.00 a"],
        "erlang": ["1.41", "1.41 [1.41, 1.41]", "2 of 2", "1.00 a", "4.00 [4.00, 4.00] b"],
    }
    assert list(of(everybody)) == ["jason", "akka", "erlang"]
    assert of(everybody)["akka"][0] == "20.0"
    # One agent platform is no field.
    assert (agent.family, agent.table) == ("agent", None)
    assert "Fewer than two" in agent.notes[0]


def test_the_best_and_who_is_not_shown_to_be_worse_are_marked(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 1.0), *made("akka", 1.005, 1.005), *made("go", 2.0, 2.0)]
    (actor,) = families(Judged(measured(tmp_path, cells)))
    assert actor.table is not None
    assert [(r[0].text, r[1].tone) for r in actor.table.rows] == [("erlang", "best"), ("akka", "best"), ("go", "")]


def test_one_invocation_marks_no_platform(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 1.0, invocations=1), *made("go", 2.0, 2.0, invocations=1)]
    (actor,) = families(Judged(measured(tmp_path, cells)))
    assert actor.table is not None
    assert [r[1].tone for r in actor.table.rows] == ["", ""]
    assert [r[2].text for r in actor.table.rows] == ["first", "inconclusive"]


def test_who_lacks_a_workload_is_placed_by_those_that_it_has(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 1.0), *made("akka", 2.0, 4.0), *made("go", 1.5, None)]
    (actor,) = families(Judged(measured(tmp_path, cells)))
    table = of(actor)
    assert list(table) == ["erlang", "go", "akka"]
    # On the ring 1.5 times erlang, and 3/4 of akka, which has 2.83 over both: the fit lies between.
    assert table["go"] == ["1.78", "1.50 [1.50, 1.50]", "1 of 2", "1.50 [1.50, 1.50] b", "\u2013"]
    assert table["akka"][0] == "2.83"


def test_a_chain_of_shared_workloads_places_everybody(tmp_path: Path) -> None:
    """go and akka share no workload; both share one with erlang."""
    cells = [*made("erlang", 1.0, 1.0), *made("go", 0.5, None)]
    cells.append(Made("akka", "chameneos", {"creatures": 5}, work_s=3.0))
    (actor,) = families(Judged(measured(tmp_path, cells)))
    table = of(actor)
    assert [(label, row[0]) for label, row in table.items()] == [("go", "1.00"), ("erlang", "2.00"), ("akka", "6.00")]
    assert table["akka"][1] == "no workload shared"


def test_who_shares_nothing_is_not_in_the_table(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 1.0), *made("akka", 2.0, 2.0)]
    cells += [Made(p, "compute", {"agents": 2}, work_s=1.0) for p in ("go", "caf")]
    (actor,) = families(Judged(measured(tmp_path, cells)))
    assert len(of(actor)) == 2
    assert any("sharing no workload with the others" in note for note in actor.notes)


def test_who_failed_in_a_workload_is_placed_by_the_others(tmp_path: Path) -> None:
    failed = Made("go", "chameneos", {"creatures": 5}, failed="too slow")
    cells = [*made("erlang", 1.0, 1.0), *made("akka", 2.0, 2.0), *made("go", 0.5, None), failed]
    (actor,) = families(Judged(measured(tmp_path, cells)))
    assert of(actor)["go"][2] == "1 of 2"


def test_the_fastest_variant_stands_in_where_only_variants_were_measured(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 1.0), Made("akka", "token-ring", {"tokens": 1}, work_s=1.0)]
    cells += [Made(f"akka:{v}", "chameneos", {"creatures": 5}, work_s=s) for v, s in (("slow", 9.0), ("fast", 4.0))]
    (actor,) = families(Judged(measured(tmp_path, cells)))
    assert list(of(actor)) == ["erlang", "akka"]
    assert of(actor)["akka"] == ["2.00", "2.00 [2.00, 2.00]", "2 of 2", "1.00 a", "4.00 [4.00, 4.00] b"]
    assert any("akka:fast in Chameneos" in note for note in actor.notes)


def test_who_cannot_repeat_is_named_and_not_compared(tmp_path: Path) -> None:
    cells = [*made("erlang", 1.0, 1.0, iterations=20), *made("akka", 2.0, 2.0, iterations=20), *made("go", 0.1, 0.1)]
    (actor,) = families(Judged(measured(tmp_path, cells)))
    assert list(of(actor)) == ["erlang", "akka"]
    assert any(note.startswith("Cold, so not compared with the others: go in Token ring") for note in actor.notes)


@pytest.mark.parametrize("words", ["Sizes: Token ring: ", "the first iteration, cold"])
def test_sizes_and_clock_are_named(tmp_path: Path, words: str) -> None:
    (actor,) = families(Judged(measured(tmp_path, [*made("erlang", 1.0, 1.0), *made("go", 2.0, 2.0)])))
    assert any(words in note for note in actor.notes)
