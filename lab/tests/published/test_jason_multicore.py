"""jason-multicore: what its text states and the measurement, and its claims in both directions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from support.measured import Made, measured

from agon.published.claims import verdicts
from agon.published.compare import tables
from agon.published.model import ClaimOutcome
from agon.results.summary import ResultSet

EVERY_CORES = (1, 2, 4, 8, 16)


def _echo(platform: str, rtts: Mapping[int, float], cores: int = 2, **more: object) -> list[Made]:
    """Agents -> round-trip time, in closed loop."""
    return [
        Made(platform, "echo-all", {"agents": n}, work_s=rtt * 100, cores=cores,
             metrics={"rtt_mean": rtt, "request_rate": n / rtt}, **more)  # type: ignore[arg-type]
        for n, rtt in rtts.items()
    ]  # fmt: skip


def _mass(platform: str, rtts: Mapping[tuple[int, int], float], cores: int = 2) -> list[Made]:
    """Senders, receivers -> round-trip time."""
    return [
        Made(platform, "mass-reception", {"senders": n, "receivers": m}, work_s=rtt * 100, cores=cores,
             metrics={"rtt_mean": rtt, "request_rate": n / rtt})
        for (n, m), rtt in rtts.items()
    ]  # fmt: skip


def _compute(platform: str, speed_up: Mapping[tuple[int, int], float]) -> list[Made]:
    """Agents, cores -> CPU time over elapsed time."""
    return [
        Made(platform, "compute", {"agents": n}, cores=c, metrics={"cpu_speed_up": v}, spread=0.001)
        for (n, c), v in speed_up.items()
    ]


def _part(results: ResultSet, start: str) -> ClaimOutcome:
    return next(
        p
        for v in verdicts(results, "jason-multicore")
        for p in v.parts
        if p.claim.startswith(start) or start in p.claim
    )


def _word(results: ResultSet, start: str) -> str:
    return _part(results, start).verdict


@pytest.mark.parametrize(("gap", "word"), [(2.5, "holds"), (3.5, "does not hold")])
def test_figure_4_the_gap_is_log2_of_the_cores_at_most(tmp_path: Path, gap: float, word: str) -> None:
    java = {(16, 1): 1.0, (16, 8): 7.0, (256, 1): 1.0, (256, 8): 7.5}
    jason = {(16, 1): 0.99, (16, 8): 7.5, (256, 1): 0.9, (256, 8): 7.5 - gap}
    results = measured(tmp_path, [*_compute("java-threads", java), *_compute("jason:thread", jason)])
    part = _part(results, "beyond 16 agents Jason's is behind")
    assert part.verdict == word
    assert "log2(8) = 3" in part.evidence
    assert _word(results, "up to 16 agents Jason's speed-up is above") == "holds"
    assert _word(results, "at up to 16 agents speed-up grows") == "holds"
    beyond = _part(results, "the same up to 16 cores")
    assert (beyond.verdict, beyond.evidence) == ("inconclusive", "it speaks of 16 cores, and this machine has 2")


def test_speed_up_that_does_not_grow(tmp_path: Path) -> None:
    flat = {(16, 1): 1.0, (16, 2): 0.99}
    results = measured(tmp_path, [*_compute("java-threads", flat), *_compute("jason:thread", flat)])
    assert _word(results, "at up to 16 agents speed-up grows") == "does not hold"
    assert _word(results, "beyond 16 agents") == "inconclusive"


def test_without_java_threads_there_is_no_note_on_the_gap(tmp_path: Path) -> None:
    results = measured(tmp_path, _compute("jason:thread", {(16, 1): 1.0, (256, 2): 1.9}))
    part = _part(results, "beyond 16 agents")
    assert (part.verdict, part.evidence) == ("inconclusive", "not measured with an interval: java-threads")


def test_saturation_wants_sizes_below_and_above(tmp_path: Path) -> None:
    saturated = _echo("jason:synchronous", {8: 0.001, 32: 0.002, 256: 0.016}, cores=1)
    assert _word(measured(tmp_path, saturated), "Test 1 on one core: saturated at 32") == "holds"
    rising = _echo("jason:synchronous", {8: 0.001, 32: 0.002, 256: 0.004}, cores=1)
    assert _word(measured(tmp_path, rising), "Test 1 on one core: saturated at 32") == "does not hold"
    few = _part(measured(tmp_path, _echo("jason:synchronous", {8: 0.001}, cores=1)), "Test 1 on one core")
    assert few.verdict == "inconclusive"
    assert "with an interval there are 8" in few.evidence


@pytest.mark.parametrize(("last", "word"), [(0.002, "holds"), (0.05, "does not hold")])
def test_the_synchronous_mode_stays_within_its_range(tmp_path: Path, last: float, word: str) -> None:
    results = measured(tmp_path, _echo("jason:synchronous", {8: 0.001, 256: last}))
    assert _word(results, "from 8 to 256 agents the round-trip time varies") == word


@pytest.mark.parametrize(("few", "word"), [(0.011, "holds"), (0.1, "does not hold")])
def test_receivers_are_of_no_avail_to_a_thread_an_agent(tmp_path: Path, few: float, word: str) -> None:
    results = measured(tmp_path, _mass("jason:thread", {(256, 2): few, (256, 32): 0.01, (256, 256): 0.01}))
    assert _word(results, "from 2 to 256 receivers the round-trip time varies") == word


def test_a_pool_s_best_size(tmp_path: Path) -> None:
    def swept(times: Sequence[float]) -> ResultSet:
        cells = [c for t, rtt in zip((1, 2, 4), times, strict=True) for c in _echo("jason:pool", {64: rtt}, threads=t)]
        return measured(tmp_path, cells)

    assert _word(swept((3, 1, 2)), "on 2 cores the best pool has 2 threads") == "holds"
    assert _word(swept((3, 2, 1)), "on 2 cores the best pool has 2 threads") == "does not hold"
    assert _part(swept((3, 2, 1)), "on 16 cores").evidence == "it speaks of 16 cores, and this machine has 2"
    alone = measured(tmp_path, _echo("jason:pool", {64: 1.0}))
    assert "were not swept there (--cores 2 --threads 1,2,4)" in _part(alone, "on 2 cores the best pool").evidence


def test_on_two_cores_nothing_can_be_further_behind_than_log2_of_them(tmp_path: Path) -> None:
    java, jason = {(16, 2): 1.9, (256, 2): 1.95}, {(16, 2): 1.95, (256, 2): 0.95}
    results = measured(tmp_path, [*_compute("java-threads", java), *_compute("jason:thread", jason)])
    part = _part(results, "beyond 16 agents Jason's is behind")
    assert (part.verdict, part.evidence[:23]) == ("inconclusive", "on fewer than 8 cores h")


def test_the_pool_for_latency_and_threads_for_the_total(tmp_path: Path) -> None:
    latency, total = "Test 1: jason:pool has shorter round trips", "Test 1: jason:thread takes less time in all"
    pool, thread = _echo("jason:pool", {64: 0.001}), _echo("jason:thread", {64: 0.002})
    closed = measured(tmp_path, [*pool, *thread])
    # One after the other, 100 round trips are the whole time: who is first in the one is first in the other.
    assert (_word(closed, latency), _word(closed, total)) == ("inconclusive", "inconclusive")
    assert "are the total time here" in _part(closed, latency).evidence
    late = [replace(c, work_s=s) for c, s in ((*pool, 0.5), (*thread, 0.4))]
    apart = measured(tmp_path / "apart", late)
    assert (_word(apart, latency), _word(apart, total)) == ("holds", "holds")
    turned = measured(tmp_path / "turned", [replace(late[0], work_s=0.4), replace(late[1], work_s=0.5)])
    assert (_word(turned, latency), _word(turned, total)) == ("holds", "does not hold")
    mass = measured(tmp_path, [
        *_mass("jason:pool", {(256, 2): 0.1, (256, 32): 0.02, (256, 256): 0.015}),
        *_mass("jason:thread", {(256, 2): 0.2, (256, 32): 0.2, (256, 256): 0.2}),
    ])  # fmt: skip
    assert _word(mass, "falls steeply from 2 to 32 receivers") == "holds"
    assert _word(mass, "256 senders: jason:pool has shorter") == "holds"


def test_on_a_machine_like_the_sources_every_claim_is_judged(tmp_path: Path) -> None:
    one = _echo("jason:synchronous", {256: 0.70}, cores=1)
    many = [c for n, rtt in ((4, 0.02), (8, 0.01), (16, 0.0105)) for c in _echo("jason:synchronous", {256: rtt}, n)]
    results = measured(tmp_path, [*one, *many], logical_cores=16)
    assert _word(results, "Test 1 with 256 agents: 8 cores are about 70 times") == "holds"
    assert _word(results, "Test 1 with 256 agents: 16 cores are about 70 times") == "holds"
    assert _word(results, "Test 1: 8 cores are best") == "holds"
    small = measured(tmp_path, one)
    assert _part(small, "16 cores are about 70").evidence == "it speaks of 16 cores, and this machine has 2"


def test_fewer_cores_than_a_claim_needs_leave_it_open(tmp_path: Path) -> None:
    results = measured(tmp_path, _echo("jason:synchronous", {8: 0.001, 256: 0.002}))
    found = {v.section: v.verdict for v in verdicts(results, "jason-multicore")}
    assert found["4.5"] == "inconclusive"
    assert found["4.1"] == "inconclusive"


def test_the_numbers_of_the_text_are_shown_with_the_measured_ones(tmp_path: Path) -> None:
    cells = [
        *_echo("jason:synchronous", {8: 0.001, 32: 0.002, 256: 0.016}, cores=1),
        *_echo("jason:synchronous", {8: 0.001, 32: 0.001, 256: 0.003}),
        *_mass("jason:synchronous", {(8, 1): 0.001, (64, 1): 0.004, (256, 1): 0.016}),
        *_echo("go", {8: 0.001, 256: 0.001}),
        *_echo("jason:pool", {32: 0.003}, threads=1),
        *_echo("jason:pool", {32: 0.002}),
    ]
    found = {t.metric: t for t in tables(measured(tmp_path, cells)) if t.source == "jason-multicore"}
    assert list(found) == ["rtt", "saturation", "pool", "speed_up"]
    rows = {(r.platform, r.params): r for t in found.values() for r in t.rows}
    spread = rows["jason:synchronous", "echo-all with 8 to 256 agents on several cores"]
    assert spread.ratio_published == pytest.approx(16 / 6)
    assert spread.ratio_measured == pytest.approx(3)
    one_core = rows["jason:synchronous", "echo-all on 1 core"]
    assert (one_core.published, one_core.ratio_measured) == (32, 32)
    hot = rows["jason:synchronous", "one receiver"]
    assert (hot.published, hot.ratio_measured) == (64, 64)
    best = rows["jason:pool", "echo-all on 2 cores"]
    assert (best.published, best.ratio_measured) == (2, 2)
    absent = rows["jason:synchronous", "echo-all agents=256 on 16 cores"]
    assert (absent.published, absent.measured, absent.measured_note) == (70, None, "this machine has 2 cores")
    own = rows["jason:synchronous", "echo-all agents=256 on 2 cores"]
    assert own.ratio_measured == pytest.approx(16 / 3)
    assert ("go", "echo-all on 2 cores") not in rows
