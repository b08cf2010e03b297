"""What the kill study takes for a complete experiment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.result_sets import Options, write_result_set
from support.studies import module

kill_study: Any = module("kill_study")


@pytest.fixture
def complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An experiment that is complete, with a block before the counted ones that is discarded."""
    options = Options(workloads=("pipeline",), platforms=("go", "erlang"), flaws=False)
    results = write_result_set(tmp_path / "1", options)
    path = tmp_path / "1" / "invocations.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    first = [line | {"id": f"{line['id']}-discarded", "block": -1} for line in lines if line["block"] == 0]
    path.write_text("".join(json.dumps(line) + "\n" for line in [*first, *lines]))
    monkeypatch.setattr(kill_study, "INVOCATIONS", results.experiment.plan.invocations)
    return tmp_path / "1"


def test_a_discarded_block_is_no_part_of_it(complete: Path) -> None:
    kill_study.check_complete(complete)


def test_an_invocation_that_is_missing_or_there_twice_is_seen(complete: Path) -> None:
    path = complete / "invocations.jsonl"
    lines = path.read_text().splitlines()
    for damaged in (lines[:-1], [*lines, lines[-1]]):
        path.write_text("".join(line + "\n" for line in damaged))
        with pytest.raises(kill_study.Broken, match="invocations"):
            kill_study.check_complete(complete)
