"""What gives way where a time budget is short, and what never does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.measured import Made, measured

from agon.platforms.registry import find
from agon.results.model import Cell, Invocation, Plan
from agon.results.store import Store, load
from agon.results.summary import ResultSet
from agon.run import experiment as running
from agon.run.budget import fit, shortened
from agon.run.experiment import Campaign, Silent
from agon.run.pilot import Length

PLATFORMS = ("agon-actor", "erlang", "akka", "go", "jason")
START_S = {"jason": 1.0, "akka": 0.8}


def cells(root: Path, platforms: Sequence[str] = PLATFORMS, sizes: Sequence[int] = (1, 10, 100)) -> list[Cell]:
    made = [Made(p, "token-ring", {"tokens": t}, iterations=3, settles=True) for t in sizes for p in platforms]
    return measured(root, made).experiment.cells


def plan(**more: Any) -> Plan:
    return Plan.model_validate({"protocol": "agon", "seed": 1, "invocations": 10, "min_time_s": 1.0} | more)


def seconds(cell: Cell, plan: Plan) -> float:
    """Virtual machines start late and warm up long; large sizes take longer."""
    start = START_S.get(cell.platform_id, 0.1)
    return start + float(cell.params["tokens"]) / 100 + (plan.max_time_s if start > 0.5 else plan.min_time_s)


def test_nothing_gives_way_where_all_fits(tmp_path: Path) -> None:
    found = fit(cells(tmp_path), plan(), 1e4, seconds, most=10, least=5, fixed=None)
    assert (found.share, len(found.kept)) == (1.0, 15)


def test_processes_are_shortened_before_blocks_and_blocks_before_cells(tmp_path: Path) -> None:
    every = cells(tmp_path)
    whole = sum(seconds(c, plan()) for c in every) * 10
    found = fit(every, plan(), whole / 2, seconds, most=10, least=5, fixed=None)
    assert 0.2 < found.share < 0.6 and len(found.kept) == 15
    shortest = shortened(plan(), 0.05)
    five = sum(seconds(c, shortest) for c in every) * 5
    found = fit(every, plan(), five * 1.2, seconds, most=10, least=5, fixed=None)
    assert found.share < 0.1 and len(found.kept) == 15
    found = fit(every, plan(), five * 0.8, seconds, most=10, least=5, fixed=None)
    assert len(found.kept) < 15


def test_cells_go_and_no_platform_does(tmp_path: Path) -> None:
    """What the demo was for: Jason and Akka keep a size at which they are compared with all others."""
    every = cells(tmp_path)
    shortest = shortened(plan(), 0.05)
    one_size = sum(seconds(c, shortest) for c in every if c.params["tokens"] == 1) * 5
    found = fit(every, plan(), one_size * 1.5, seconds, most=10, least=5, fixed=None)
    kept = [c for c in every if c.id in found.kept]
    assert {c.platform for c in kept} == set(PLATFORMS)
    assert {c.platform for c in kept if c.params["tokens"] == 1} == set(PLATFORMS)
    assert len(kept) > len(PLATFORMS)


@given(st.floats(0, 1e4), st.floats(0.1, 1) | st.none(), st.integers(1, 5))
def test_something_is_always_measured(left: float, fixed: float | None, least: int) -> None:
    every = EVERY
    found = fit(every, plan(), left, seconds, most=10, least=least, fixed=fixed)
    assert len(found.kept) >= 2
    assert 0 < found.share <= 1
    if fixed is not None:
        assert found.share == fixed
    block = sum(seconds(c, shortened(plan(), found.share)) for c in every if c.id in found.kept)
    assert len(found.kept) == 2 or block * least <= left + 1e-6


EVERY = cells(Path("/nowhere"))


def test_fixed_numbers_of_iterations_are_not_shortened(tmp_path: Path) -> None:
    fixed = measured(
        tmp_path, [Made("go", "token-ring", {"tokens": 1}), Made("akka", "token-ring", {"tokens": 1})]
    ).experiment.cells
    assert fit(fixed, plan(), 0.1, seconds, most=10, least=5, fixed=None).share == 1.0


def test_a_reference_cell_goes_and_stays_with_the_cell_that_needs_it(tmp_path: Path) -> None:
    made = [
        Made(p, "fibonacci", {"clients": n}, role=role, iterations=3, settles=True)
        for p in ("go", "akka", "jason")
        for n, role in ((100, "main"), (1, "idle"))
    ]
    every = measured(tmp_path, made).experiment.cells
    cost = {"go": 1.0, "akka": 2.0, "jason": 50.0}
    found = fit(every, plan(), 40, lambda c, _: cost[c.platform_id], most=10, least=5, fixed=None)
    assert {(c.platform, c.role) for c in every if c.id in found.kept} == {
        (p, role) for p in ("go", "akka") for role in ("main", "idle")
    }


class Clock:
    """Time that passes only while an invocation runs."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.stop_at: int | None = None


def carried_out(folder: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock, **more: Any) -> ResultSet:
    """An experiment of three platforms, or the rest of it; an invocation takes what `seconds` has."""
    made = measured(
        folder / "made",
        [Made(p, "token-ring", {"tokens": 1}, iterations=3, settles=True) for p in ("go", "akka", "jason")],
    )
    experiment = made.experiment.model_copy(update={"plan": plan(discarded_blocks=1, **more)})
    by_cell = {i.cell: i for i in made.invocations}

    def at_once(warden: object, order: Any, *, block: int, position: int) -> Invocation:
        if clock.stop_at is not None and position >= clock.stop_at:
            raise KeyboardInterrupt
        start = START_S.get(order.cell.platform_id, 0.1)
        rule = order.more.__self__._rule
        lived = start + (rule.seconds if isinstance(rule, Length) else rule if isinstance(rule, float) else 0.05)
        clock.now += lived
        seen = by_cell[order.cell.id]
        assert seen.resources is not None
        resources = seen.resources.model_copy(
            update={"process_elapsed_ns": round(lived * 1e9), "start_up_ns": round(start * 1e9)}
        )
        return seen.model_copy(update={"id": f"i{position}", "block": block, "order": position, "resources": resources})

    monkeypatch.setattr(running, "run", at_once)
    monkeypatch.setattr(running, "alone", lambda note: nullcontext())  # type: ignore[misc]
    monkeypatch.setattr(running, "Warden", lambda mark: nullcontext())  # type: ignore[misc]
    monkeypatch.setattr(running, "is_same_build", lambda *_: True)  # type: ignore[misc]
    monkeypatch.setattr("agon.run.experiment.time.monotonic", lambda: clock.now)
    with Store(folder / "run") as store:
        if not (folder / "run" / "experiment.json").exists():
            store.create(experiment)
        Campaign(store, dict.fromkeys(("go", "akka", "jason"), find("erlang")), Silent()).carry_out()
    return load(folder / "run")


def counted(results: ResultSet) -> dict[str, int]:
    return {c.cell.platform: len(c.counted) for c in results.cells}


def test_a_budget_is_kept_by_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    results = carried_out(tmp_path, monkeypatch, clock, time_budget_s=40.0)
    assert all(n >= 5 for n in counted(results).values())
    assert clock.now - 1000 < 43
    (share,) = {i.share for i in results.invocations if not i.discarded}
    assert share < 1


def test_after_an_interruption_time_and_length_are_what_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    clock.stop_at = 9
    carried_out(tmp_path, monkeypatch, clock, time_budget_s=40.0)
    clock.stop_at = None
    clock.now += 1e5  # a night
    results = carried_out(tmp_path, monkeypatch, clock, time_budget_s=40.0)
    assert len({i.share for i in results.invocations if not i.discarded}) == 1
    spent = sum(i.resources.process_elapsed_ns for i in results.invocations if i.resources) / 1e9
    assert spent < 43
    assert all(n >= 5 for n in counted(results).values())


def test_until_an_interval_is_narrow_within_a_budget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    results = carried_out(tmp_path, monkeypatch, clock, time_budget_s=200.0, until_ci=0.0001)
    assert all(n >= 5 for n in counted(results).values())
    assert clock.now - 1000 < 215


def test_a_budget_that_nothing_fits_into_measures_one_block_of_two_cells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = carried_out(tmp_path, monkeypatch, Clock(), time_budget_s=0.001)
    assert sorted(counted(results).values()) == [0, 1, 1]
    assert sum(c.was_dropped for c in results.cells) == 1
