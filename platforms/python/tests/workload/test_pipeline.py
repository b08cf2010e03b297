"""What the stages make of a string, and the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.parameters import parse
from harness.program import Workload
from workload.pipeline import STAGES, Stage, report, requests, workload

CUT = {"written": 10, "characters": 290, "crc": 1968050575, "stages": [3992056295, 2483677775]}
REGEX = {"written": 10, "characters": 210, "crc": 1253348365, "stages": [1379692364, 375022659]}


def played(tasks: Any, stages: Any) -> int:
    """All of it in turn."""
    for task in tasks:
        text = task
        for stage in stages:
            text = stage.make(text)
    for stage in stages:
        stage.close()
    return 1


def words(folder: Path, **more: str) -> list[str]:
    usual = {
        "threads": "1",
        "iterations": "1",
        "seed": "0",
        "variant": "default",
        "samples": str(folder),
        "tasks": "10",
    }
    own = {"witness": "on", "log": "off", "work": "cut", "make": "before", "print": str(folder / "print.txt")}
    return [f"{key}={value}" for key, value in {**usual, **own, **more}.items()]


def reported(folder: Path, pipeline: Workload, **more: str) -> dict[str, Any]:
    return dict(pipeline.prepare(parse(words(folder, **more), pipeline.shape))(0).report)


@pytest.mark.parametrize("make", ["before", "inside"])
def test_the_worked_example(tmp_path: Path, make: str) -> None:
    pipeline = workload(played)
    assert reported(tmp_path, pipeline, make=make) == CUT
    assert reported(tmp_path, pipeline, make=make, work="regex", log="on") == REGEX
    log = (tmp_path / "print.txt").read_text(encoding="ascii")
    assert log.splitlines()[:2] == ["0 Downloaded 0 Requested 0", "1 Downloaded 1 Requested 1"]
    assert reported(tmp_path, pipeline, make=make, witness="off") == {"written": 10, "characters": 70}


def test_strings_made_inside_are_made_as_they_are_taken(tmp_path: Path) -> None:
    taken: list[Any] = []
    pipeline = workload(lambda tasks, stages: taken.append(tasks) or 1)
    reported(tmp_path, pipeline, make="inside")
    reported(tmp_path, pipeline, make="before")
    assert [isinstance(tasks, list) for tasks in taken] == [False, True]
    assert list(taken[0]) == taken[1] == list(requests(10, witness=True))


def test_a_console_gets_each_line_as_it_is_made(tmp_path: Path) -> None:
    console = tmp_path / "print.txt"
    console.touch()
    stage = Stage(STAGES[0], parse(words(tmp_path, log="console"), workload(played).shape))
    stage.make("Requested 7")
    assert console.read_text(encoding="ascii") == "Downloaded 7\n"
    stage.close()
    assert report([stage, stage, stage], witness=False) == {"written": 1, "characters": 12}
