"""Rankings as data: what pages show, for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.analysis import judged as judging
from agon.analysis.conclusions import analyse
from agon.analysis.judged import Judged
from agon.analysis.listing import document
from agon.analysis.rankings import RankingEntry
from agon.report import html
from agon.results.summary import ResultSet


def ring(platform: str, seconds: float, tokens: int = 100, **more: object) -> Made:
    return Made(platform, "token-ring", {"tokens": tokens}, work_s=seconds, **more)  # type: ignore[arg-type]


def entries(results: ResultSet) -> list[RankingEntry]:
    found = document(Judged(results))
    return type(found).model_validate(json.loads(json.dumps(found.model_dump(), allow_nan=False))).rankings


def only(found: list[RankingEntry], metric: str, family: str | None = None) -> RankingEntry:
    (entry,) = (e for e in found if (e.metric, e.family) == (metric, family))
    return entry


def test_each_pair_has_its_ratio_and_its_verdict(tmp_path: Path) -> None:
    entry = only(entries(measured(tmp_path, [ring("go", 1.0), ring("erlang", 1.01), ring("akka", 2.0)])), "elapsed")
    assert [(p.platform, p.place, p.letters) for p in entry.places] == [
        ("go", 1, "a"),
        ("erlang", 1, "a"),
        ("akka", 3, "b"),
    ]
    found = {(p.platform, p.reference): p for p in entry.pairs}
    assert list(found) == [("erlang", "go"), ("akka", "go"), ("akka", "erlang")]
    assert found["akka", "go"].verdict == "worse"
    assert found["akka", "go"].times_worse == pytest.approx(2.0)
    assert found["erlang", "go"].verdict == "tie"
    assert entry.headline and entry.decided and not entry.elsewhere
    assert (entry.size.params["tokens"], entry.size.cores, entry.margin) == (100, 2, 0.02)


def test_what_would_decide_is_part_of_it(tmp_path: Path) -> None:
    cells = [ring("go", 1.0, each_s=(1.0, 1.2, 0.9, 1.1, 1.0)), ring("akka", 1.1, each_s=(1.2, 1.1, 1.0, 1.3, 1.0))]
    (pair,) = only(entries(measured(tmp_path, cells)), "elapsed").pairs
    assert pair.verdict == "inconclusive"
    assert "would decide" in pair.why


def test_a_family_is_ranked_at_the_size_that_it_was_measured_at(tmp_path: Path) -> None:
    cells = [*(ring(p, s) for p, s in (("go", 1.0), ("akka", 2.0), ("erlang", 3.0)))]
    cells += [ring(p, s, 1) for p, s in (("jason", 4.0), ("2apl", 8.0))]
    found = entries(measured(tmp_path, cells))
    agents, actors = only(found, "elapsed", "agent"), only(found, "elapsed", "actor")
    assert (agents.elsewhere, agents.size.params["tokens"]) == (True, 1)
    assert (actors.elsewhere, actors.size.params["tokens"]) == (False, 100)
    assert actors.pairs == only(found, "elapsed").pairs
    assert [p.platform for p in agents.places] == ["jason", "2apl"]


def test_who_has_no_place_is_named_with_the_reason(tmp_path: Path) -> None:
    cells = [ring("go", 1.0), ring("akka", 2.0), ring("jade", 2.0, invocations=3), ring("caf", 9.0, failed="too slow")]
    found = only(entries(measured(tmp_path, cells)), "elapsed").not_ranked
    assert [(n.platform, n.why) for n in found] == [
        ("jade", "fewer than 5 invocations"),
        ("caf", "5 of 5 failed: time limit: too slow"),
    ]


def test_no_number_is_infinite(tmp_path: Path) -> None:
    cells = [
        Made(p, "chameneos", {"creatures": 5}, metrics={"fairness_stddev": s}, invocations=6)
        for p, s in (("go", 0.0), ("akka", 2.0))
    ]
    entry = only(entries(measured(tmp_path, cells)), "fairness_stddev")
    assert [p.times_worse for p in entry.places] == [1.0, None]
    assert (entry.pairs[0].verdict, entry.pairs[0].times_worse) == ("worse", None)


def test_after_a_report_nothing_is_ranked_again(field: ResultSet, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = Judged(field)
    html.render(judged, analyse(judged))

    def never(*_: object) -> None:
        raise AssertionError("ranked twice")

    monkeypatch.setattr(judging, "rank", never)
    found = document(judged).rankings
    assert {e.workload for e in found} == set(field.workloads)
    assert {e.family for e in found} > {None}
