"""microagents: its tables and the measurement, and its claims in both directions."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.published.claims import verdicts
from agon.published.compare import tables
from agon.published.model import ClaimOutcome
from agon.published.sources import figures
from agon.results.summary import ResultSet

SIDES = (10, 100)


def _rounds(seconds: Mapping[str, float], rounds: Sequence[int] = (1000, 10_000)) -> list[Made]:
    return [
        Made(p, "service-rounds", {"rounds": r}, work_s=s * r / 1000, process_s=99 + s * r / 1000)
        for p, s in seconds.items()
        for r in rounds
    ]


def _grid(platform: str, rates: Sequence[float], stddev: float = 25, fewest: float = 900, **more: object) -> list[Made]:
    """One cell a side of `SIDES`, with the requests a second there."""
    return [
        Made(
            platform,
            "grid-swap",
            {"side": side, **more.get("params", {})},  # type: ignore[dict-item]
            metrics={"swap_request_rate": rate, "swaps_stddev": stddev, "swaps_min": fewest},
            spread=0.02,
            apart=True,
        )
        for side, rate in zip(SIDES, rates, strict=True)
    ]


def _part(results: ResultSet, start: str) -> ClaimOutcome:
    return next(p for v in verdicts(results, "microagents") for p in (v, *v.parts) if p.claim.startswith(start))


def _word(results: ResultSet, start: str) -> str:
    return _part(results, start).verdict


def test_table_1_is_relative_to_jade(tmp_path: Path) -> None:
    table = next(t for t in tables(measured(tmp_path, _rounds({"jade": 4.0, "akka": 1.0}))) if t.workload[0] == "s")
    row = next(r for r in table.rows if (r.platform, r.params) == ("akka", "rounds=10000"))
    assert row.ratio_measured == pytest.approx(0.25)
    gap = next(r for r in table.rows if (r.platform, r.params) == ("jade", "rounds=1000000"))
    assert gap.published_note == "JADE was not able to execute it with 1024 MB heap"
    assert (table.shared, table.tau) == (1, None)


def test_table_2_is_of_the_swaps_and_wants_enough_rounds(tmp_path: Path) -> None:
    cells = [*_grid("kilim", (1, 1), 20), *_grid("jetlang", (1, 1), 300, params={"rounds": 10})]
    table = next(t for t in tables(measured(tmp_path, cells)) if t.table == "table2")
    rows = {r.platform: r for r in table.rows if r.params == "side=100"}
    assert (table.unit, rows["kilim"].ratio_measured) == ("swaps", 1)
    assert rows["jetlang"].measured is None


def test_the_sources_own_figures_bear_its_clusters_out(tmp_path: Path) -> None:
    cells = [
        Made(f.platform, "service-rounds", {"rounds": f.params["rounds"]}, work_s=f.value, process_s=2000)
        for f in figures("microagents")
        if f.table == "table1" and f.value is not None
    ]
    assert _word(measured(tmp_path, cells), "three clusters") == "holds"


def test_clusters_the_other_way_round(tmp_path: Path) -> None:
    results = measured(tmp_path, _rounds({"jade": 0.1, "madkit": 0.2}))
    assert _word(results, "madkit is faster than jade") == "does not hold"
    assert _word(results, "madkit is faster than opal") == "inconclusive"


@pytest.mark.parametrize(
    ("failed", "code", "limit", "word"),
    [
        ("it went over the memory limit", "memory limit", 1 << 30, "holds"),
        ("it ran out of memory", "out of memory", 1 << 30, "holds"),
        ("still running after 60 s", "time limit", 1 << 30, "inconclusive"),
        ("it went over the memory limit", "memory limit", 1 << 20, "inconclusive"),
        (None, "time limit", 1 << 30, "does not hold"),
        (None, "time limit", None, "inconclusive"),
    ],
)
def test_what_jade_can_do_in_its_memory(
    tmp_path: Path, failed: str | None, code: str, limit: int | None, word: str
) -> None:
    cell = Made("jade", "service-rounds", {"rounds": 1_000_000}, failed=failed, code=code)  # type: ignore[arg-type]
    assert _word(measured(tmp_path, [cell], memory_limit=limit), "JADE cannot run 1000000") == word


@pytest.mark.parametrize(("left", "word"), [(0.1, "holds"), (0.9, "does not hold"), (0.5, "inconclusive")])
def test_what_safe_passing_costs(tmp_path: Path, left: float, word: str) -> None:
    cells = [*_grid("actorfoundry", (1e6, 1e6)), *_grid("actorfoundry:safe", (left * 1e6, left * 1e6))]
    others = [*_grid("akka", (1e6, 1e6)), *_grid("akka:safe", (8e5, 8e5))]
    others += [*_grid("jetlang:pool", (1e6, 1e6)), *_grid("jetlang:pool-safe", (7e5, 7e5))]
    found = _part(measured(tmp_path, cells + others), "safe passing costs most of ActorFoundry's")
    assert found.verdict == word
    assert "of today's: akka keeps 0.8" in found.evidence
    assert "jetlang:pool keeps 0.7" in found.evidence


def test_jetlang_first_and_kilim_converging(tmp_path: Path) -> None:
    results = measured(tmp_path, [*_grid("jetlang", (4e6, 2e6)), *_grid("kilim", (1e6, 1.5e6))])
    assert _word(results, "Jetlang is faster than Kilim") == "holds"
    assert _word(results, "Kilim comes close") == "holds"
    other = measured(tmp_path, [*_grid("jetlang", (4e6, 2e6)), *_grid("kilim", (3e6, 1e6))])
    assert _word(other, "Kilim comes close") == "does not hold"
    third = measured(tmp_path, [*_grid("jetlang", (1e6, 1e6)), *_grid("kilim", (3e6, 3e6))])
    assert _word(third, "Jetlang is faster than Kilim") == "does not hold"


def test_actors_guild_beyond_2500_agents(tmp_path: Path) -> None:
    small, large = _grid("actorsguild", (1e4, 1e4))
    assert _word(measured(tmp_path, [small, large]), "Actors Guild cannot") == "does not hold"
    failed = Made("actorsguild", "grid-swap", {"side": 100}, failed="it ended with status 1")
    assert _word(measured(tmp_path, [small, failed]), "Actors Guild cannot") == "holds"
    assert _word(measured(tmp_path, [small]), "Actors Guild cannot") == "inconclusive"


def test_fair_and_unfair(tmp_path: Path) -> None:
    source = measured(tmp_path, [*_grid("kilim", (1, 1), 25), *_grid("jetlang", (1, 1), 431, 0)])
    assert _word(source, "Kilim is fair") == "holds"
    assert _word(source, "Jetlang is unfair") == "holds"
    assert _word(source, "with Jetlang some agents never swap") == "holds"
    other = measured(tmp_path, [*_grid("kilim", (1, 1), 200), *_grid("jetlang", (1, 1), 25)])
    assert _word(other, "Kilim is fair") == "does not hold"
    assert _word(other, "Jetlang is unfair") == "does not hold"
    assert _word(other, "with Jetlang some agents never swap") == "does not hold"


def test_a_majority_without_an_interval_shows_nothing(tmp_path: Path) -> None:
    """All invocations of one size, and none of the other: half of the cases, give or take a third."""
    some, none = _grid("jetlang", (1, 1), 431, 0)[:1], _grid("jetlang", (1, 1), 431)[1:]
    assert _word(measured(tmp_path, [*some, *none]), "with Jetlang some agents never swap") == "inconclusive"


def test_without_its_platforms_every_claim_stays_open(tmp_path: Path) -> None:
    results = measured(tmp_path, [*_rounds({"erlang": 1.0}), *_grid("erlang", (1, 1))])
    assert {v.verdict for v in verdicts(results, "microagents")} == {"inconclusive"}
