"""Measuring until two platforms are decided: how often that errs, and when it ends."""

from __future__ import annotations

import math
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.measured import Made, measured

from agon.analysis.compare import between
from agon.platforms.registry import find
from agon.results.model import Invocation
from agon.results.store import Store, load
from agon.results.summary import ResultSet
from agon.run import experiment as running
from agon.run.experiment import Campaign, Silent
from agon.stats.stopping import LOOKS, looks_at
from agon.stats.verdict import LEVEL, Verdict, judge


def looked_at(rng: np.random.Generator, shift: float, noise: float, margin: float) -> Verdict:
    """The verdict at which measuring ends."""
    counts = looks_at(5)
    a, b = (dict(enumerate(rng.lognormal(level, noise, counts[-1]))) for level in (0.0, shift))
    verdict = None
    for n in counts:
        part = [{k: x[k] for k in range(n)} for x in (b, a)]
        (verdict,) = judge([(part[0], part[1])], margin=margin, level=LEVEL / LOOKS)
        if verdict.outcome != "inconclusive":
            break
    assert verdict is not None
    return verdict


NULLS = [(0.0, 0.0), (math.log(1.05), 0.05)]
"""Equal platforms, which are to be called different at most so often, and such as differ by just the margin."""


@pytest.mark.parametrize(("shift", "margin"), NULLS)
def test_looking_again_and_again_errs_no_more_often_than_looking_once(shift: float, margin: float) -> None:
    rng = np.random.default_rng(5)
    outcomes = [looked_at(rng, shift, 0.05, margin).outcome for _ in range(100)]
    assert sum(o in ("better", "worse") for o in outcomes) <= 11  # more than in 1 of 100 with an error of 5%


@pytest.mark.full
@pytest.mark.parametrize(("shift", "margin"), NULLS)
def test_the_error_of_many_looks(shift: float, margin: float) -> None:
    rng = np.random.default_rng(6)
    outcomes = [looked_at(rng, shift, 0.05, margin).outcome for _ in range(1500)]
    assert sum(o in ("better", "worse") for o in outcomes) <= 0.05 * 1500


def test_what_differs_is_found_and_what_is_equal_is_shown_to_be(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    slower = [looked_at(rng, math.log(1.10), 0.05, 0.05) for _ in range(40)]
    assert sum(v.outcome == "worse" for v in slower) >= 32
    equal = [looked_at(rng, 0.0, 0.05, 0.05) for _ in range(40)]
    assert sum(v.outcome == "tie" for v in equal) >= 36


def carried_out(folder: Path, monkeypatch: pytest.MonkeyPatch, levels: dict[str, float], **more: Any) -> ResultSet:
    """Two platforms at two sizes, the second size noisy; an invocation takes a second."""
    rng = np.random.default_rng(1)
    made = measured(
        folder / "made",
        [Made(p, "token-ring", {"tokens": t}, iterations=3, settles=True) for t in (1, 10) for p in levels],
    )
    fields = {"invocations": 5, "until_decided_s": 1e4, "looks": LOOKS} | more
    plan = made.experiment.plan.model_copy(update=fields)
    experiment = made.experiment.model_copy(update={"plan": plan})
    by_cell = {i.cell: i for i in made.invocations}
    now = [0.0]

    def at_once(warden: object, order: Any, *, block: int, position: int) -> Invocation:
        now[0] += 1.0
        noise = 0.3 if order.cell.params["tokens"] == 10 else 0.002
        elapsed = round(levels[order.cell.platform] * rng.lognormal(0, noise) * 1e9)
        seen = by_cell[order.cell.id]
        iterations = [i.model_copy(update={"elapsed_ns": elapsed}) for i in seen.iterations]
        return seen.model_copy(
            update={"id": f"i{position}", "block": block, "order": position, "iterations": iterations}
        )

    monkeypatch.setattr(running, "run", at_once)
    monkeypatch.setattr(running, "alone", lambda note: nullcontext())  # type: ignore[misc]
    monkeypatch.setattr(running, "Warden", lambda mark: nullcontext())  # type: ignore[misc]
    monkeypatch.setattr(running, "is_same_build", lambda *_: True)  # type: ignore[misc]
    monkeypatch.setattr("agon.run.experiment.time.monotonic", lambda: now[0])
    with Store(folder / "run") as store:
        store.create(experiment)
        Campaign(store, dict.fromkeys(levels, find("erlang")), Silent()).carry_out()
    return load(folder / "run")


def test_what_is_decided_stops_and_the_rest_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = carried_out(tmp_path, monkeypatch, {"go:old": 0.001, "go:new": 0.0011})
    counts = {c.cell.params["tokens"]: len(c.counted) for c in results.cells}
    assert counts[1] <= 10 < counts[10]
    quiet = next(c for c in results.cells if c.cell.params["tokens"] == 1)
    assert quiet.stopped is not None and quiet.stopped.startswith("decided after")
    comparison = between(results, "go:old", "go:new")
    assert next(c for c in comparison.cells if c.params["tokens"] == 1).outcome == "worse"
    assert any("looked at up to 5 times" in note for note in comparison.notes)


def test_time_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = carried_out(tmp_path, monkeypatch, {"go:old": 0.001, "go:new": 0.001}, until_decided_s=40.0)
    noisy = [c for c in results.cells if c.cell.params["tokens"] == 10]
    assert all(5 <= len(c.counted) <= 15 for c in noisy)
    assert all(c.stopped is not None and c.stopped.startswith("undecided after") for c in noisy)
    assert all(c.status == "ok" for c in noisy)
