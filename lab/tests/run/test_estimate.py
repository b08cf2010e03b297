"""Estimates: guesses first, then what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.result_sets import Options, write_result_set

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


def test_a_tiny_run_tells_nothing_of_a_large_one(field: ResultSet, tmp_path: Path) -> None:
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


def test_a_discarded_invocation_tells_the_rate_and_not_how_long_a_whole_one_takes(
    field: ResultSet, tmp_path: Path
) -> None:
    plan = field.experiment.plan
    cell = next(c for c in field.experiment.cells if c.params["tokens"] == 500).model_copy(update={"iterations": 0})
    seen = next(i for i in field.invocations if i.cell == cell.id).model_copy(update={"block": -1})
    estimator = Estimator(tmp_path / "rates")
    estimator.learn(cell, seen, plan)
    assert estimator.knows(cell, plan)
    assert estimator.seconds(cell, plan) > plan.min_time_s
