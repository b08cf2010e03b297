"""Estimates: guesses first, then what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.result_sets import Options, write_result_set

from agon.results.model import Cell, Invocation
from agon.results.summary import ResultSet
from agon.run.estimate import Estimator, start_up_of, unknown_share


@pytest.fixture(name="field")
def _field(tmp_path: Path) -> ResultSet:
    return write_result_set(tmp_path / "r", Options(flaws=False, platforms=("erlang", "go"), workloads=("token-ring",)))


def taught(field: ResultSet, file: Path, tokens: int) -> Estimator:
    """An estimator that has seen only the cells with that many tokens."""
    estimator = Estimator(file)
    cells = {c.id: c for c in field.experiment.cells}
    for invocation in field.invocations:
        if cells[invocation.cell].params["tokens"] == tokens:
            estimator.learn(cells[invocation.cell], invocation, field.experiment.plan)
    return estimator


def test_a_cell_that_ran_is_expected_to_take_as_long_again(field: ResultSet, tmp_path: Path) -> None:
    estimator = taught(field, tmp_path / "rates", 250)
    cell = next(c for c in field.experiment.cells if c.params["tokens"] == 250)
    last = [i for i in field.invocations if i.cell == cell.id][-1]
    assert last.resources is not None
    assert estimator.seconds(cell, field.experiment.plan) == pytest.approx(
        last.resources.process_elapsed_ns / 1e9, abs=0.05
    )


def test_a_tiny_run_estimates_no_large_one(field: ResultSet, tmp_path: Path) -> None:
    tiny, fair = taught(field, tmp_path / "a", 1), taught(field, tmp_path / "b", 500)
    plan = field.experiment.plan
    large = next(c for c in field.experiment.cells if c.params["tokens"] == 1000)
    assert not tiny.knows(large, plan)
    assert fair.knows(large, plan)
    assert unknown_share(tiny, [large], plan) == 1
    assert fair.total([large, large], plan) == pytest.approx(2 * fair.seconds(large, plan))


def test_what_was_learnt_is_kept_and_garbage_is_not(field: ResultSet, tmp_path: Path) -> None:
    file = tmp_path / "state" / "rates.json"
    taught(field, file, 500).save()
    cell = next(c for c in field.experiment.cells if c.params["tokens"] == 500)
    assert Estimator(file).knows(cell, field.experiment.plan)
    assert (start_up_of(cell.platform_id, file) or 0) > 0
    assert start_up_of("nobody", file) is None
    for garbage in ("", "[]", '{"rates": 3}', '{"rates": {"x": [1]}, "seconds": {}}'):
        file.write_text(garbage)
        assert not Estimator(file).knows(cell, field.experiment.plan)
        assert start_up_of(cell.platform_id, file) is None


def test_what_repeats_until_it_settles_takes_its_least_time_and_no_more_than_its_most(tmp_path: Path) -> None:
    field = write_result_set(tmp_path / "r", Options(flaws=False, platforms=("erlang",), workloads=("token-ring",)))
    plan = field.experiment.plan.model_copy(update={"min_time_s": 2.0, "max_time_s": 20.0})
    estimator = taught(field, tmp_path / "rates", 500)
    cell = next(c for c in field.experiment.cells if c.params["tokens"] == 500)
    repeated = cell.model_copy(update={"iterations": 0})
    once = estimator.seconds(repeated, plan, discarded=True)
    assert once + 2.0 < estimator.seconds(repeated, plan) < once + 4.0
    slow = repeated.model_copy(update={"params": {**cell.params, "passes": 10**10}})
    assert estimator.seconds(slow, plan.model_copy(update={"min_time_s": 0.1})) > 20


def test_a_discarded_invocation_gives_the_rate_and_not_how_long_a_whole_one_takes(
    field: ResultSet, tmp_path: Path
) -> None:
    plan = field.experiment.plan
    cell = next(c for c in field.experiment.cells if c.params["tokens"] == 500).model_copy(update={"iterations": 0})
    seen = next(i for i in field.invocations if i.cell == cell.id).model_copy(update={"block": -1})
    estimator = Estimator(tmp_path / "rates")
    estimator.learn(cell, seen, plan)
    assert estimator.knows(cell, plan)
    assert estimator.seconds(cell, plan) > plan.min_time_s


def repeated(field: ResultSet, platform: str) -> Cell:
    """A cell of that platform that repeats as its pilot shows."""
    cell = next(c for c in field.experiment.cells if c.platform_id == platform and c.params["tokens"] == 500)
    return cell.model_copy(update={"iterations": 0})


def warmed(field: ResultSet, file: Path, *cells: Cell, late: tuple[str, ...] = ()) -> Estimator:
    """An estimator that has seen each of the cells once, in the block that is discarded."""
    estimator = Estimator(file, late)
    for cell in cells:
        seen = lasting(field, cell, 0.3)
        once = seen.model_copy(update={"block": -1, "iterations": seen.iterations[:1]})
        estimator.learn(cell, once, field.experiment.plan)
    return estimator


def lasting(field: ResultSet, cell: Cell, seconds: float) -> Invocation:
    """An invocation of the cell that took so long."""
    seen = next(i for i in field.invocations if i.cell == cell.id)
    assert seen.resources is not None
    resources = seen.resources.model_copy(
        update={"process_elapsed_ns": round(seconds * 1e9), "start_up_ns": 100_000_000}
    )
    return seen.model_copy(update={"resources": resources, "block": 0})


def test_what_a_platform_took_in_one_place_is_expected_of_it_elsewhere(field: ResultSet, tmp_path: Path) -> None:
    plan = field.experiment.plan
    seen, other = repeated(field, "erlang"), repeated(field, "go")
    estimator = warmed(field, tmp_path / "rates", seen, other)
    elsewhere = seen.model_copy(update={"params": {**seen.params, "passes": 777}})
    before = [estimator.seconds(cell, plan) for cell in (elsewhere, other)]
    estimator.learn(seen, lasting(field, seen, 9.0), plan)
    after = [estimator.seconds(cell, plan) for cell in (elsewhere, other)]
    assert after[0] > 2 * before[0]
    assert after[1] > 2 * before[1]  # nothing better is known of it than what one like it took
    estimator.learn(other, lasting(field, other, 1.0), plan)
    assert estimator.seconds(other.model_copy(update={"params": elsewhere.params}), plan) < after[1] / 2
    assert estimator.seconds(elsewhere, plan) == pytest.approx(after[0])


def test_who_warms_up_for_long_is_expected_to_use_its_time(field: ResultSet, tmp_path: Path) -> None:
    plan = field.experiment.plan.model_copy(update={"min_time_s": 0.3, "max_time_s": 20.0})
    late, prompt = repeated(field, "erlang"), repeated(field, "go")
    estimator = warmed(field, tmp_path / "rates", late, prompt, late=("erlang",))
    assert estimator.seconds(late, plan) > 18
    before = estimator.seconds(prompt, plan)
    assert before < 5
    estimator.learn(late, lasting(field, late, 1.0), plan)
    assert estimator.seconds(prompt, plan) == before  # what is late shows nothing of what is not


def test_one_disturbed_invocation_is_no_rule(field: ResultSet, tmp_path: Path) -> None:
    plan = field.experiment.plan
    estimator = Estimator(tmp_path / "rates")
    cell = repeated(field, "erlang")
    for seconds in (2.0, 2.0, 2.0, 6.0):
        estimator.learn(cell, lasting(field, cell, seconds), plan)
    assert 2.5 < estimator.seconds(cell, plan) < 4.5


def test_the_labs_own_part_counts(field: ResultSet, tmp_path: Path) -> None:
    plan = field.experiment.plan
    estimator = Estimator(tmp_path / "rates")
    cell = repeated(field, "erlang")
    estimator.learn(cell, lasting(field, cell, 2.0), plan, 2.5)
    assert estimator.seconds(cell, plan) == pytest.approx(2.5)
