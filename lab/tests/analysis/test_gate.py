"""The regression gate: what trips it, what does not, and which cells may be compared at all."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.measured import Made, measured

from agon.analysis.compare import between, compare
from agon.analysis.comparison import Comparison
from agon.analysis.gate import gate, margin_for
from agon.report.compared import comment
from agon.results.summary import ResultSet

RNG = np.random.default_rng(11)


def noisy(level: float, n: int = 20, noise: float = 0.01) -> tuple[float, ...]:
    return tuple(float(v) for v in level * RNG.lognormal(0, noise, n))


def ring(platform: str = "go", level: float = 0.1, **more: Any) -> Made:
    """A token ring that repeated until it had settled."""
    n = more.pop("invocations", 20)
    fields: dict[str, Any] = {"iterations": 6, "settles": True, "each_s": noisy(level, n), "invocations": n} | more
    return Made(platform, "token-ring", fields.pop("params", {"tokens": 1}), **fields)


def sets(root: Path, a: Sequence[Made], b: Sequence[Made], **more: Any) -> tuple[ResultSet, ResultSet]:
    return measured(root / "a", a, id="a"), measured(root / "b", b, id="b", **more)


def reason(comparison: Comparison) -> str:
    (cell,) = comparison.cells
    assert cell.reason is not None
    return cell.reason


def test_a_cell_that_fails_only_in_b_trips_the_gate_by_name(tmp_path: Path) -> None:
    broken = ring("erlang", failed="token 3 ended at worker 7, not 9", code="oracle")
    found = gate(compare(*sets(tmp_path, [ring(), ring("erlang")], [ring(), broken])), 0.05)
    assert not found.passed
    (finding,) = found.findings
    assert finding.kind == "failed"
    assert finding.cell.startswith("erlang token-ring ")
    assert "20 of 20 failed: oracle: token 3 ended" in finding.detail


def test_one_failed_invocation_of_twenty_is_a_failed_cell(tmp_path: Path) -> None:
    flaky = ring(failed="killed", fails=(7,))
    found = gate(compare(*sets(tmp_path, [ring()], [flaky])), 0.05)
    assert [f.kind for f in found.findings] == ["failed"]
    assert "1 of 20 failed" in found.findings[0].detail


def test_what_failed_before_is_no_regression(tmp_path: Path) -> None:
    broken = ring("erlang", failed="too slow")
    assert gate(compare(*sets(tmp_path, [ring(), broken], [ring(), broken])), 0.05).passed


def test_a_missing_cell_trips_the_gate_only_where_asked(tmp_path: Path) -> None:
    comparison = compare(*sets(tmp_path, [ring(), ring("erlang")], [ring(), ring("akka")]))
    assert gate(comparison, 0.05).passed
    strict = gate(comparison, 0.05, fail_on_missing=True)
    assert [(f.kind, f.detail) for f in strict.findings] == [("missing", "measured only in A")]
    assert strict.findings[0].cell.startswith("erlang ")


def test_the_near_end_of_the_interval_decides(tmp_path: Path) -> None:
    comparison = compare(*sets(tmp_path, [ring()], [ring(level=0.108)]))
    (cell,) = comparison.cells
    assert cell.outcome == "worse"
    assert not gate(comparison, 0.05).passed
    near = cell.figures.low if cell.figures else None
    assert near is not None
    assert not gate(comparison, near - 1 - 1e-9).passed
    assert gate(comparison, near - 1 + 1e-9).passed
    assert gate(comparison, 0.08).passed


def test_a_gate_below_the_margin_narrows_it(tmp_path: Path) -> None:
    a, b = sets(tmp_path, [ring(each_s=noisy(0.1, noise=0.001))], [ring(each_s=noisy(0.1015, noise=0.001))])
    assert compare(a, b).cells[0].outcome == "tie"
    assert not gate(compare(a, b, margin=margin_for(0.01)), 0.01).passed


def test_no_evidence_is_no_pass(tmp_path: Path) -> None:
    few = gate(compare(*sets(tmp_path / "few", [ring(invocations=4)], [ring(invocations=4)])), 0.05)
    assert (few.passed, few.no_evidence) == (False, "every cell has fewer than 5 invocations")
    apart = gate(compare(*sets(tmp_path / "apart", [ring()], [ring("akka")])), 0.05)
    assert (apart.passed, apart.no_evidence) == (False, "nothing could be compared")


def test_one_and_thirty_iterations_do_not_compare(tmp_path: Path) -> None:
    one, thirty = ring(settles=False, iterations=1), ring(settles=False, iterations=30)
    comparison = compare(*sets(tmp_path, [one], [thirty]))
    assert reason(comparison) == "1 iteration in A, 30 iterations in B: measure both with the same --iterations"
    assert not gate(comparison, None, fail_on_missing=True).passed
    until = compare(*sets(tmp_path / "until", [thirty], [ring()]))
    assert reason(until).startswith("30 iterations in A, repeated until settled in B")


def test_a_first_iteration_is_not_compared_with_a_repeated_one(tmp_path: Path) -> None:
    cold, warm = ring(iterations=1), ring()
    why = reason(compare(*sets(tmp_path, [warm], [cold])))
    assert why.startswith("the time is after warm-up in A, of the first iteration in B")
    both = compare(*sets(tmp_path / "cold", [cold], [ring(iterations=1)]))
    assert {(c.metric, c.outcome is None) for c in both.cells} == {("elapsed", False)}


def test_the_headline_is_the_time_after_warm_up(tmp_path: Path) -> None:
    assert {c.metric for c in compare(*sets(tmp_path, [ring()], [ring()])).cells} == {"elapsed_steady"}


@pytest.mark.parametrize("metric", ["process_elapsed", "cpu_time"])
def test_whole_processes_are_compared_only_between_equal_work(tmp_path: Path, metric: str) -> None:
    a, b = sets(tmp_path, [ring(iterations=6)], [ring(iterations=9)])
    why = reason(compare(a, b, metric=metric))
    assert f"{metric} is of the whole process, and the processes did 6 iterations in A, 9 iterations in B" in why
    same = compare(*sets(tmp_path / "same", [ring()], [ring()]), metric=metric)
    assert same.cells[0].outcome is not None


def test_processes_that_each_did_another_number_of_iterations_are_not_equal_work(tmp_path: Path) -> None:
    def uneven(results: ResultSet) -> ResultSet:
        first, *rest = results.invocations
        shorter = first.model_copy(update={"iterations": first.iterations[:-1]})
        return dataclasses.replace(results, invocations=(shorter, *rest))

    a, b = (uneven(r) for r in sets(tmp_path, [ring()], [ring()]))
    assert "different numbers of iterations in A, different" in reason(compare(a, b, metric="process_elapsed"))


def test_other_parameters_cores_threads_and_variants_are_other_cells(tmp_path: Path) -> None:
    for n, other in enumerate((ring(params={"tokens": 2}), ring(cores=1), ring(threads=7))):
        cells = compare(*sets(tmp_path / f"{n}", [ring()], [other])).cells
        assert [c.reason for c in cells] == ["measured only in A", "measured only in B"]
    variant = compare(*sets(tmp_path / "v", [ring(variant="pool")], [ring(variant="thread")]))
    assert reason(variant) == "variant pool in A, thread in B"


def test_peaks_of_memory_from_two_methods_do_not_compare(tmp_path: Path) -> None:
    a, b = sets(tmp_path, [ring()], [ring()])
    by_kernel = tuple(
        i.model_copy(update={"resources": i.resources.model_copy(update={"memory_peak_method": "cgroup"})})
        for i in b.invocations
        if i.resources
    )
    assert compare(a, b, metric="memory_peak").cells[0].outcome is not None
    b = dataclasses.replace(b, invocations=by_kernel)
    assert reason(compare(a, b, metric="memory_peak")) == "peak memory was sampled in A, the control group's in B"


def test_what_is_neither_better_nor_worse_is_not_judged(tmp_path: Path) -> None:
    found = compare(*sets(tmp_path, [ring()], [ring()]), metric="core_load")
    assert reason(found) == "neither more nor less core_load is better"
    assert found.lost == ()


def test_intervals_are_corrected_for_the_number_of_cells(tmp_path: Path) -> None:
    pairs = {p: (noisy(0.1), noisy(0.1)) for p in "abcdefghij"}
    a, b = ([ring(p, each_s=pairs[p][side]) for p in pairs] for side in (0, 1))
    table = compare(*sets(tmp_path, a, b)).cells[0]
    alone = compare(*sets(tmp_path / "one", a[:1], b[:1])).cells[0]
    assert table.figures and alone.figures
    assert table.figures.low and alone.figures.low and table.figures.high and alone.figures.high
    assert table.figures.low < alone.figures.low < alone.figures.high < table.figures.high


def test_blocks_of_two_experiments_are_not_paired(tmp_path: Path) -> None:
    """The same moods in the same order at random: interleaved they would cancel, apart they are noise."""
    mood = RNG.lognormal(0, 0.3, 20)
    a, b = (tuple(float(v) for v in mood * level * RNG.lognormal(0, 0.002, 20)) for level in (0.1, 0.104))
    apart = compare(*sets(tmp_path, [ring(each_s=a)], [ring(each_s=b)]))
    assert apart.cells[0].outcome == "inconclusive"
    together = measured(tmp_path / "both", [ring("go:old", each_s=a), ring("go:new", each_s=b)])
    assert between(together, "go:old", "go:new").cells[0].outcome == "worse"


def test_a_failure_within_one_experiment_trips_too(tmp_path: Path) -> None:
    results = measured(tmp_path, [ring("go:old"), ring("go:new", failed="crash")])
    assert [f.kind for f in gate(between(results, "go:old", "go:new"), 0.05).findings] == ["failed"]


def test_an_interrupted_b_leaves_cells_missing(tmp_path: Path) -> None:
    a, b = sets(tmp_path, [ring()], [ring()])
    b = dataclasses.replace(b, invocations=b.invocations[:7])
    comparison = compare(a, b)
    assert reason(comparison).startswith("incomplete in B: 7 of 20")
    assert [f.kind for f in gate(comparison, None, fail_on_missing=True).findings] == ["missing"]
    assert gate(compare(b, a), None, fail_on_missing=True).findings == ()


def test_the_comment_of_a_pull_request(tmp_path: Path) -> None:
    hostile = "@boss \x1b[31m<b>3</b> | `x`"
    a = [ring(), ring("erlang"), ring("akka"), ring("tokio"), ring("caf")]
    b = [ring(level=0.12), ring("erlang", level=0.08), ring("akka", failed=hostile), ring("caf")]
    comparison = compare(*sets(tmp_path, a, b))
    text = comment(comparison, gate(comparison, 0.05, fail_on_missing=True))
    first, *_ = text.splitlines()
    assert first.endswith("Agon, 5 cells: 1 failed, 1 worse, 1 missing, 1 better, 1 tie")
    assert "**Gate (" in text
    assert "1 worse, 1 failed, 1 missing**" in text
    shown, folded, how = text.split("<details>")
    assert all(name in shown for name in ("go", "erlang", "akka", "tokio"))
    assert "caf" in folded and "caf" not in shown
    assert "confidence interval" in shown
    assert "Imaginary CPU" in how
    assert str(tmp_path) not in text
    assert "<b>" not in text and "\x1b" not in text and "@boss" not in text
    calm = compare(*sets(tmp_path / "calm", a[:1], a[:1]))
    assert "No cell is shown to be worse or better." in comment(calm, None)
