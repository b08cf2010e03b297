from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from honest import evidence, pipeline
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutation import mutated

from agon.workloads.base import OracleError
from agon.workloads.pipeline import STAGES, Pipeline, checksum, form

LINE = Pipeline()
VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))["pipeline"]
NOWHERE = Path("/nonexistent")

sizes = st.integers(1, 150)


works = st.sampled_from(["cut", "regex"])


def judge(
    tasks: int, report: Any, folder: Path = NOWHERE, *, log: str = "off", work: str = "cut", **more: Any
) -> dict[str, float]:
    return LINE.judge(LINE.params({"tasks": tasks, "log": log, "work": work}), evidence(report, folder, **more))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: str(v["tasks"]))
def test_agrees_with_the_known_values(vector: dict[str, Any]) -> None:
    tasks = vector["tasks"]
    judge(tasks, {"written": vector["written"], "characters": vector["characters"]})
    for work in ("cut", "regex"):
        judge(tasks, {"written": vector["written"], **vector[work]}, work=work, witness=True)


@given(sizes, st.sampled_from(STAGES), works, st.booleans())
def test_checksums_are_those_of_the_strings(tasks: int, word: str, work: str, witness: bool) -> None:
    strings = form(word, {"work": work}, witness=witness)
    assert checksum(strings, tasks) == sum(zlib.crc32(str(i).join(strings).encode()) for i in range(tasks)) % 2**32


@given(sizes, works)
def test_the_other_work_is_recognised_by_its_witness(tasks: int, work: str) -> None:
    other = "cut" if work == "regex" else "regex"
    report, _ = pipeline(tasks, 1, witness=True, work=other)
    with pytest.raises(OracleError, match=r"characters, not|what the download stage made sum to"):
        judge(tasks, report, work=work, witness=True)
    every, _ = pipeline(tasks, 1, witness=True, work="regex", every=True)
    with pytest.raises(OracleError, match=r"characters, not|what the download stage made sum to"):
        judge(tasks, every, work="regex", witness=True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(tasks=sizes, seed=st.integers(0, 10**6), witness=st.booleans(), log=st.sampled_from(["on", "off"]), work=works)
def test_an_honest_run_passes(tmp_path: Path, tasks: int, seed: int, witness: bool, log: str, work: str) -> None:
    report, lines = pipeline(tasks, seed, witness=witness, work=work)
    folder = tmp_path / log
    folder.mkdir(exist_ok=True)
    if log == "on":
        (folder / "print.txt").write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    judge(tasks, report, folder, log=log, work=work, witness=witness)


@given(sizes, st.booleans(), st.data())
def test_any_single_mutation_fails(tasks: int, witness: bool, data: st.DataObject) -> None:
    report, _ = pipeline(tasks, 1, witness=witness)
    with pytest.raises(OracleError):
        judge(tasks, data.draw(mutated(report)), witness=witness)


def test_a_bypassed_stage_is_named() -> None:
    report, _ = pipeline(20, 1, witness=True)
    report["stages"][1] = 0
    with pytest.raises(OracleError, match="what the index stage made sum to 0, not"):
        judge(20, report, witness=True)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda lines: lines.pop(), "the printed file has 9 lines of 'Wrote', not 10"),
        (
            lambda lines: lines.insert(0, "Requested 0"),
            "line 1 of the printed file is 'Requested 0': no stage makes it",
        ),
        (
            lambda lines: lines.append("Wrote 10"),
            "line 31 of the printed file is 'Wrote 10', after all 10 of its stage",
        ),
        (lambda lines: lines.__setitem__(-1, "Wrote 0"), "line 30 of the printed file is 'Wrote 0', not 'Wrote 9'"),
        (lambda lines: lines.reverse(), "line 1 of the printed file is 'Wrote 9', not 'Wrote 0'"),
        (lambda lines: lines.__setitem__(0, "x" * 45), "line 1 of the printed file is '" + "x" * 40 + "...': no stage"),
    ],
)
def test_a_wrong_log_is_named(tmp_path: Path, edit: Callable[[list[str]], Any], message: str) -> None:
    report, _ = pipeline(10, 1, witness=False)
    lines = [f"{word} {i}" for word in STAGES for i in range(10)]
    edit(lines)
    (tmp_path / "print.txt").write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    with pytest.raises(OracleError, match=message):
        judge(10, report, tmp_path, log="on")


def test_a_log_that_was_not_asked_for_fails(tmp_path: Path) -> None:
    report, _ = pipeline(1, 1, witness=False)
    (tmp_path / "print.txt").write_text("Downloaded 0\n", encoding="ascii")
    with pytest.raises(OracleError, match="log=off, but it wrote to the printed file"):
        judge(1, report, tmp_path)


def test_a_log_that_is_missing_or_no_file_is_named(tmp_path: Path) -> None:
    report, _ = pipeline(1, 1, witness=False)
    with pytest.raises(OracleError, match="there is no printed file"):
        judge(1, report, tmp_path, log="on")
    os.mkfifo(tmp_path / "print.txt")
    with pytest.raises(OracleError, match="the printed file is not a regular file"):
        judge(1, report, tmp_path, log="on")


def test_the_log_is_that_of_the_last_iteration(tmp_path: Path) -> None:
    report, _ = pipeline(1, 1, witness=False)
    judge(1, report, tmp_path, log="on", index=0, iterations=2)
    with pytest.raises(OracleError, match="there is no printed file"):
        judge(1, report, tmp_path, log="on", index=1, iterations=2)


def test_a_terminal_has_the_lines_of_all_iterations(tmp_path: Path) -> None:
    report, lines = pipeline(10, 1, witness=False)
    (tmp_path / "print.txt").write_text("".join(f"{line}\n" for line in 2 * lines), encoding="ascii")
    judge(10, report, tmp_path, log="console", index=1, iterations=2)
    with pytest.raises(OracleError, match="the printed file has 20 lines of 'Downloaded', not 30"):
        judge(10, report, tmp_path, log="console", index=2, iterations=3)
    with pytest.raises(OracleError, match=r"line \d+ of the printed file is 'Downloaded 0', after all 10 of its stage"):
        judge(10, report, tmp_path, log="console")


def test_the_largest_published_size_is_judged_in_no_time() -> None:
    start = time.process_time()
    with pytest.raises(OracleError, match="stage made sum to"):
        judge(10**6, {"written": 10**6, "characters": 38_777_780, "crc": 0, "stages": [0, 0]}, witness=True)
    assert time.process_time() - start < 2


def test_the_rate_counts_tasks() -> None:
    report, _ = pipeline(100, 1, witness=False)
    assert judge(100, report, elapsed_ns=500_000_000) == {"task_rate": 200.0}
