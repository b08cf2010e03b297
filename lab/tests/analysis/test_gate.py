"""The regression gate: what trips it, what does not, and which cells may be compared at all."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.measured import Made, measured

from agon.analysis.compare import between, compare
from agon.analysis.comparison import Comparison
from agon.analysis.gate import detectable, gate, margin_for
from agon.analysis.history import history
from agon.report.compared import comment, gate_line, how
from agon.results.summary import ResultSet
from agon.stats.comparison import paired

RNG = np.random.default_rng(11)


def noisy(level: float, n: int = 20, noise: float = 0.01) -> tuple[float, ...]:
    return tuple(float(v) for v in level * RNG.lognormal(0, noise, n))


def ring(platform: str = "go", level: float = 0.1, **more: Any) -> Made:
    """A token ring that repeated as its pilot showed."""
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
    far = cell.figures.high if cell.figures else None
    assert far is not None
    assert gate(comparison, near - 1 - 1e-9).outcome == "failed"
    assert gate(comparison, near - 1 + 1e-9).outcome == "undecided"
    assert gate(comparison, far - 1 - 1e-9).outcome == "undecided"
    assert gate(comparison, far - 1 + 1e-9).outcome == "passed"


def test_what_is_not_shown_to_be_within_the_bound_is_undecided(tmp_path: Path) -> None:
    shape = [0.04 * (n - 4.5) / 4.5 for n in range(10)]
    before, after = (tuple(level * (1 + s) for s in shape) for level in (0.1, 0.102))
    comparison = compare(*sets(tmp_path, [ring(each_s=before, invocations=10)], [ring(each_s=after, invocations=10)]))
    found = gate(comparison, 0.01)
    assert (found.outcome, found.passed, found.within, found.findings) == ("undecided", False, 0, ())
    (cell,) = found.undecided
    ratio = comparison.cells[0].judged and comparison.cells[0].judged.ratio
    assert ratio and cell.possible == ratio.high - 1 and cell.detectable and cell.detectable > 0.01
    assert f"up to {cell.possible:.1%} slower is possible; {cell.detectable:.1%} slower or more" in cell.detail
    line = gate_line(found)
    assert "passed" not in line
    assert line.startswith("Gate (a cell shown to be worse by more than 1%, a cell that fails): undecided: 1 cell und")
    assert "undecided, accepted" in gate_line(gate(comparison, 0.01, allow_undecided=True))
    assert "\u2754" in comment(comparison, found) and cell.detail in comment(comparison, found)
    assert gate(comparison, 0.5).outcome == "passed"
    assert "1 cell shown to be within 50%" in gate_line(gate(comparison, 0.5))


def test_what_is_required_may_be_wider_or_narrower_than_what_fails(tmp_path: Path) -> None:
    comparison = compare(*sets(tmp_path, [ring()], [ring(level=0.104)]))
    figures = comparison.cells[0].figures
    assert figures and figures.low and figures.high
    near, far = figures.low - 1, figures.high - 1
    assert 0.001 < near < far
    assert gate(comparison, require=far + 0.001).outcome == "passed"
    assert gate(comparison, require=(near + far) / 2).outcome == "undecided"
    assert gate(comparison, require=near - 0.001).outcome == "failed"
    assert gate(comparison, near - 0.001, require=far + 0.001).outcome == "failed"
    assert gate(comparison, far, require=near).outcome == "undecided"


def test_failed_comes_before_undecided_and_undecided_before_passed(tmp_path: Path) -> None:
    """A gate over cells of every kind: the gravest outcome is the gate's, and each cell is counted once."""
    few = ring("tokio", invocations=20)
    kinds = [ring(), ring("erlang", each_s=noisy(0.1, noise=0.3)), ring("caf"), ring("akka"), few]
    after = [ring(), ring("erlang", each_s=noisy(0.1, noise=0.3)), ring("caf", level=0.12), ring("pekko")]
    late = dataclasses.replace(few, failed="killed", fails=(3,))
    every = compare(*sets(tmp_path, kinds, [*after, late]))
    found = gate(every, 0.05)
    assert found.outcome == "failed"
    assert [(f.kind, f.cell.split()[0]) for f in found.findings] == [("worse", "caf"), ("failed", "tokio")]
    assert [u.cell.split()[0] for u in found.undecided] == ["erlang"]
    assert (found.within, found.not_judged) == (1, 2)
    calm = compare(*sets(tmp_path / "calm", kinds[:2], after[:2]))
    assert gate(calm, 0.05).outcome == "undecided"
    assert gate(calm, 0.05, allow_undecided=True).passed is False
    assert gate(compare(*sets(tmp_path / "one", kinds[:1], after[:1])), 0.05).outcome == "passed"


def test_cells_with_few_invocations_are_undecided_among_others(tmp_path: Path) -> None:
    cells = [ring(), ring("erlang", invocations=20)]
    a, b = sets(tmp_path, cells, cells)
    kept = [i for i in b.invocations if not i.cell.startswith("token-ring-erlang") or i.block < 4]
    plan = b.experiment.plan.model_copy(update={"invocations": 4})
    b = dataclasses.replace(b, invocations=tuple(kept), experiment=b.experiment.model_copy(update={"plan": plan}))
    found = gate(compare(a, b), 0.05)
    assert (found.outcome, found.within) == ("undecided", 1)
    assert [(u.possible, u.detectable) for u in found.undecided] == [(None, None)]
    assert "5 are needed" in found.undecided[0].detail


@pytest.mark.parametrize("n", [10, 20])
def test_the_smallest_slow_down_is_found_in_about_four_of_five(n: int) -> None:
    rng = np.random.default_rng(5)
    found = 0
    for _ in range(300):
        a, b = (dict(enumerate(rng.lognormal(level, 0.03, n))) for level in (0, 0))
        least = detectable(paired(a, b), 0.02)
        assert least is not None
        again, slower = (dict(enumerate(rng.lognormal(level, 0.03, n))) for level in (0, math.log1p(least)))
        found += paired(again, slower).low > 1.02
    assert 0.75 < found / 300 < 0.95


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
    assert reason(until).startswith("30 iterations in A, repeated as its pilot shows in B")


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
    assert "failed: 1 worse, 1 failed, 1 missing; 2 cells shown to be within 5%" in text
    shown, folded, how = text.split("<details>")
    assert all(name in shown for name in ("go", "erlang", "akka", "tokio"))
    assert "caf" in folded and "caf" not in shown
    assert "confidence interval" in shown
    assert "Imaginary CPU" in how
    assert str(tmp_path) not in text
    assert "<b>" not in text and "\x1b" not in text and "@boss" not in text
    calm = compare(*sets(tmp_path / "calm", a[:1], a[:1]))
    assert "No cell is shown to be worse or better." in comment(calm, None)


def test_a_comparison_names_the_commits_of_the_platforms(tmp_path: Path) -> None:
    a = measured(tmp_path / "a", [ring()], id="a", platforms_commit="a1" * 20)
    b = measured(tmp_path / "b", [ring()], id="b", platforms_commit="b2" * 20)
    dirty = [p.model_copy(update={"source_dirty": True}) for p in b.experiment.platforms]
    b = dataclasses.replace(b, experiment=b.experiment.model_copy(update={"platforms": dirty}))
    comparison = compare(a, b)
    assert (comparison.a.commits, comparison.b.commits) == ({"go": "a1" * 6}, {"go": "b2" * 6 + "+"})
    first, second, *_ = how(comparison)
    assert f"platform at commit {'a1' * 6}, lab at commit 000" in first
    assert f"platform at commit {'b2' * 6}+, lab" in second
    both = measured(tmp_path / "both", [ring("go:old"), ring("go:new")])
    assert "Z, lab at commit" in how(between(both, "go:old", "go:new"))[0]
    assert [r.platform_commit for r in history([a, b]).series[0].runs] == ["a1" * 6, "b2" * 6 + "+"]


def test_two_modes_are_named_on_each_side_and_no_more_invocations_are_advised(tmp_path: Path) -> None:
    levels = tuple(0.003 * (2 if n % 2 else 1) for n in range(10))
    alternating = ring(each_s=levels, invocations=10)
    comparison = compare(*sets(tmp_path, [alternating], [alternating]))
    figures = comparison.cells[0].figures
    assert figures and figures.modes_a == figures.modes_b == "two modes: 3.00 ms (5 of 10), 6.00 ms (5 of 10)"
    assert any("token-ring of go in B: two modes: 3.00 ms" in note for note in comparison.notes)
    assert not any("More invocations help" in note for note in comparison.notes)
    calm = compare(*sets(tmp_path / "calm", [ring()], [ring()]))
    assert calm.cells[0].figures and calm.cells[0].figures.modes_a == ""
