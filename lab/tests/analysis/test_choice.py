"""Which platform for which need: who wins, who ties, who is not ranked and why."""

from pathlib import Path

import pytest
from support.measured import Made, measured
from support.result_sets import Options, write_result_set

from agon.analysis.choice import Need, choose
from agon.analysis.judged import Judged
from agon.results.model import Skipped
from agon.results.summary import ResultSet


def _need(results: ResultSet, name: str) -> Need:
    return next(n for n in choose(Judged(results)) if n.name == name)


def _ring(platform: str, seconds: float, tokens: int = 100, **more: object) -> Made:
    return Made(platform, "token-ring", {"tokens": tokens}, process_s=seconds + 1, work_s=seconds, **more)


def _labels(need: Need) -> list[str]:
    return [p.label for p in need.ranking]


def test_the_fastest_is_named_with_its_lead(tmp_path: Path) -> None:
    need = _need(measured(tmp_path, [_ring("akka", 2.0), _ring("go", 1.0), _ring("erlang", 1.5)]), "throughput")
    assert need.answer == "go: 100 k/s. erlang, the next, handles 1.50 [1.50, 1.50] times fewer."
    assert _labels(need) == ["go", "erlang", "akka"]
    assert need.ranking[2].note == "handles 2.00 [2.00, 2.00] times fewer, c"


def test_throughput_is_in_passes_a_second(tmp_path: Path) -> None:
    best = _need(measured(tmp_path, [_ring("go", 1.0), _ring("akka", 2.0)]), "throughput").ranking[0].value
    assert best.unit == "1/s"
    assert best.median == pytest.approx(100 * 1003)
    assert best.low < best.median < best.high


def test_a_difference_within_the_margin_is_none(tmp_path: Path) -> None:
    cells = [_ring("go", 1.0), _ring("erlang", 1.01), _ring("akka", 5.0)]
    need = _need(measured(tmp_path, cells), "throughput")
    assert (
        need.answer
        == "go and erlang: no difference is shown between them. akka, the next, handles 5.00 [5.00, 5.00] times fewer."
    )
    assert need.ranking[1].note == "handles 1.01 [1.01, 1.01] times fewer, a"


def test_all_may_tie(tmp_path: Path) -> None:
    cells = [_ring(p, 1.0, spread=0.1) for p in ("go", "erlang", "akka")]
    need = _need(measured(tmp_path, cells), "throughput")
    assert need.answer == "go, erlang and akka: no difference is shown between them."


def test_one_invocation_names_no_platform(tmp_path: Path) -> None:
    need = _need(measured(tmp_path, [_ring("go", 1.0, invocations=1), _ring("akka", 9.0, invocations=1)]), "throughput")
    assert (
        need.answer == "Inconclusive: go came first, but to rank platforms at least 5 invocations of each are needed."
    )
    assert [p.note for p in need.ranking] == ["", "1 shared block"]


def test_the_only_one_wins_nothing(tmp_path: Path) -> None:
    need = _need(measured(tmp_path, [_ring("go", 1.0)]), "throughput")
    assert need.answer == "go is the only platform that passed: there is nothing to choose between."


def test_a_failed_platform_is_never_ranked(tmp_path: Path) -> None:
    cells = [_ring("go", 0.001, failed="killed at 60 s"), _ring("akka", 2.0), _ring("erlang", 1.0)]
    need = _need(measured(tmp_path, cells), "throughput")
    assert _labels(need) == ["erlang", "akka"]
    assert "Not ranked: go (5 of 5 failed: time limit: killed at 60 s)." in need.absent


def test_where_no_platform_passed_none_is_chosen(tmp_path: Path) -> None:
    need = _need(measured(tmp_path, [_ring("go", 1.0, failed="killed at 60 s")]), "throughput")
    assert need.answer == "Inconclusive: no platform passed."
    assert need.ranking == []
    assert "go (5 of 5 failed" in need.absent[0]


@pytest.mark.parametrize("workload", ["token-ring", "all"])
def test_skipped_platforms_are_named_with_the_reason(tmp_path: Path, workload: str) -> None:
    skipped = Skipped(platform="2apl", workload=workload, params={}, kind="not obtainable", reason="in no registry")
    results = measured(tmp_path, [_ring("go", 1.0), _ring("akka", 2.0)], skipped=[skipped])
    assert "Not measured: 2apl (not obtainable: in no registry)." in _need(results, "throughput").absent


def test_platforms_are_compared_at_the_largest_size_that_the_most_passed(tmp_path: Path) -> None:
    cells = [
        *(_ring(p, s, 100) for p, s in (("go", 1.0), ("erlang", 2.0), ("jason:pool", 9.0))),
        *(_ring(p, s, 1000) for p, s in (("go", 30.0), ("erlang", 20.0))),
    ]
    need = _need(measured(tmp_path, cells), "throughput")
    assert _labels(need) == ["go", "erlang", "jason:pool"]
    assert "tokens = 100" in need.evidence
    assert "Larger sizes were passed by some only: go, erlang at tokens = 1000." in need.absent


def test_only_the_largest_number_of_cores_is_compared(tmp_path: Path) -> None:
    cells = [
        *(_ring(p, s, cores=1) for p, s in (("go", 1.0), ("erlang", 2.0))),
        *(_ring(p, s, cores=2) for p, s in (("go", 4.0), ("erlang", 3.0))),
    ]
    need = _need(measured(tmp_path, cells), "throughput")
    assert _labels(need) == ["erlang", "go"]
    assert "cores = 2" in need.evidence


def test_hand_over_is_the_time_of_a_pass_of_one_token(tmp_path: Path) -> None:
    cells = [_ring("go", 1.003, 1), _ring("akka", 2.006, 1), _ring("go", 9.0, 100), _ring("akka", 1.0, 100)]
    need = _need(measured(tmp_path, cells), "hand-over")
    assert _labels(need) == ["go", "akka"]
    assert need.ranking[0].value.median == pytest.approx(0.001)
    assert need.ranking[0].value.unit == "s"


def test_hand_over_is_not_answered_from_many_tokens(tmp_path: Path) -> None:
    assert "hand-over" not in [n.name for n in choose(Judged(measured(tmp_path, [_ring("go", 1.0, 100)])))]


def test_clocks_are_not_mixed(tmp_path: Path) -> None:
    """One platform that cannot repeat stands aside, and sends no other to the first iteration."""
    steady = [_ring(p, s, iterations=20) for p, s in (("go", 1.0), ("erlang", 2.0))]
    assert "after warm-up" in _need(measured(tmp_path / "a", steady), "throughput").evidence
    mixed = _need(measured(tmp_path / "b", [*steady, _ring("jason:pool", 3.0)]), "throughput")
    assert "after warm-up" in mixed.evidence
    assert _labels(mixed) == ["go", "erlang"]
    assert "Cold, so not ranked with these: jason:pool." in mixed.absent
    cold = _need(measured(tmp_path / "c", [_ring("go", 1.0), _ring("jason:pool", 3.0)]), "throughput")
    assert "first iteration, cold" in cold.evidence


def test_memory_and_fairness_take_the_least(tmp_path: Path) -> None:
    cells = [
        _ring("go", 1.0, memory=10_000_000),
        _ring("akka", 1.0, memory=50_000_000),
        Made("go", "chameneos", {"creatures": 5}, metrics={"fairness_stddev": 8.0}),
        Made("akka", "chameneos", {"creatures": 5}, metrics={"fairness_stddev": 2.0}),
    ]
    results = measured(tmp_path, cells)
    assert _need(results, "memory").answer == "go: 9.54 MiB. akka, the next, needs 5.00 [5.00, 5.00] times as much."
    answer = "akka: 2.00 meetings. go, the next, deviates 4.00 [4.00, 4.00] times as much."
    assert _need(results, "fairness").answer == answer


def test_perfect_fairness_has_no_factor(tmp_path: Path) -> None:
    cells = [
        Made(p, "chameneos", {"creatures": 5}, metrics={"fairness_stddev": s}, invocations=6)
        for p, s in (("go", 0.0), ("akka", 2.0))
    ]
    answer = _need(measured(tmp_path, cells), "fairness").answer
    assert answer == "go: 0 meetings. akka, the next, is behind by no finite factor."


def test_latency_is_that_of_small_requests(tmp_path: Path) -> None:
    cells = [
        Made(p, "fibonacci", {"max_n": 24}, process_s=t, metrics={"small_p99": s})
        for p, t, s in (("go", 1.0, 0.004), ("erlang", 3.0, 0.001))
    ]
    need = _need(measured(tmp_path, cells), "latency")
    assert _labels(need) == ["erlang", "go"]


def test_idle_references_are_not_contestants(tmp_path: Path) -> None:
    cells = [
        Made("go", "fibonacci", {"max_n": 24}, metrics={"small_p99": 0.004}),
        Made("erlang", "fibonacci", {"max_n": 24}, metrics={"small_p99": 0.003}),
        Made("go", "fibonacci", {"max_n": 24, "clients": 1}, metrics={"small_p99": 0.000001}, role="idle"),
    ]
    assert _labels(_need(measured(tmp_path, cells), "latency")) == ["erlang", "go"]


def test_agents_are_compared_among_themselves(tmp_path: Path) -> None:
    cells = [_ring("go", 0.1), _ring("jason:pool", 3.0), _ring("2apl", 6.0)]
    need = _need(measured(tmp_path, cells), "agents")
    assert _labels(need) == ["jason:pool", "2apl"]
    assert need.answer == "jason:pool: 3.00 s. 2apl, the next, takes 2.00 [2.00, 2.00] times as long."


def test_a_single_agent_platform_is_no_choice(tmp_path: Path) -> None:
    need = _need(measured(tmp_path, [_ring("go", 0.1), _ring("jason:pool", 3.0)]), "agents")
    assert need.answer == "jason:pool is the only agent platform that passed: there is nothing to choose between."


def test_without_agents_there_is_no_such_need(tmp_path: Path) -> None:
    assert [n.name for n in choose(Judged(measured(tmp_path, [_ring("go", 0.1)])))] == ["throughput", "memory"]


def test_nothing_measured_answers_nothing(tmp_path: Path) -> None:
    assert choose(Judged(measured(tmp_path, []))) == []


def test_a_whole_field_is_answered(tmp_path: Path) -> None:
    found = choose(Judged(write_result_set(tmp_path, Options(invocations=3))))
    assert [n.name for n in found] == ["latency", "hand-over", "throughput", "memory", "fairness", "agents"]
    for need in found:
        assert need.answer
        assert need.evidence
