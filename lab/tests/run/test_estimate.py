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
            estimator.learn(cells[invocation.cell], invocation)
    return estimator


def test_a_cell_that_ran_is_expected_to_take_as_long_again(field: ResultSet, tmp_path: Path) -> None:
    estimator = taught(field, tmp_path / "rates", 250)
    cell = next(c for c in field.experiment.cells if c.params["tokens"] == 250)
    last = [i for i in field.invocations if i.cell == cell.id][-1]
    assert last.resources is not None
    assert estimator.seconds(cell) == pytest.approx(last.resources.process_elapsed_ns / 1e9, abs=0.05)


def test_a_tiny_run_tells_nothing_of_a_large_one(field: ResultSet, tmp_path: Path) -> None:
    tiny, fair = taught(field, tmp_path / "a", 1), taught(field, tmp_path / "b", 500)
    large = next(c for c in field.experiment.cells if c.params["tokens"] == 1000)
    assert not tiny.knows(large)
    assert fair.knows(large)
    assert unknown_share(tiny, [large]) == 1
    assert fair.total([large, large]) == pytest.approx(2 * fair.seconds(large))


def test_what_was_learnt_is_kept_and_garbage_is_not(field: ResultSet, tmp_path: Path) -> None:
    file = tmp_path / "state" / "rates.json"
    taught(field, file, 500).save()
    cell = next(c for c in field.experiment.cells if c.params["tokens"] == 500)
    assert Estimator(file).knows(cell)
    assert (start_up_of(cell.platform_id, file) or 0) > 0
    assert start_up_of("nobody", file) is None
    for garbage in ("", "[]", '{"rates": 3}', '{"rates": {"x": [1]}, "seconds": {}}'):
        file.write_text(garbage)
        assert not Estimator(file).knows(cell)
        assert start_up_of(cell.platform_id, file) is None
