from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.trials import Trials, trials

from agon.run.console import Console
from agon.workloads import printed

REFERENCE = str(Path(__file__).parents[1] / "platforms" / "reference")
LOUD = {"tasks": 50, "log": "console", "work": "regex", "make": "inside"}

TALK = """
import os, sys
with open(sys.argv[1], "wb", buffering=0) as terminal:
    assert os.isatty(terminal.fileno())
    for number in range(int(sys.argv[2])):
        terminal.write(b"line %d\\n" % number)
"""


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Trials]:
    with trials(tmp_path) as made:
        yield made


def test_all_that_comes_is_stored_as_it_was_written(tmp_path: Path) -> None:
    console = Console(tmp_path / "told")
    for _ in range(2):  # closed by all in between, as between two iterations
        subprocess.run([sys.executable, "-c", TALK, console.name, "20000"], check=True)
    console.close()
    assert (tmp_path / "told").read_bytes() == 2 * b"".join(b"line %d\n" % number for number in range(20000))


def test_what_cannot_be_stored_is_an_error_and_the_program_goes_on() -> None:
    console = Console(Path("/dev/full"))
    subprocess.run([sys.executable, "-c", TALK, console.name, "20000"], check=True)
    with pytest.raises(OSError, match="No space left"):
        console.close()


def test_who_keeps_the_terminal_open_does_not_keep_the_lab(tmp_path: Path) -> None:
    console = Console(tmp_path / "told")
    kept = os.open(console.name, os.O_WRONLY | os.O_NOCTTY)
    os.write(kept, b"last\n")
    console.close()
    os.close(kept)
    assert (tmp_path / "told").read_bytes() == b"last\n"


def test_a_cell_that_prints_to_a_terminal_is_judged_by_what_the_lab_read(bench: Trials) -> None:
    invocation = bench.run(REFERENCE, "pipeline", LOUD, iterations=3)
    assert invocation.status == "ok"
    assert any(word.startswith("print=/dev/pts/") for word in invocation.argv)
    assert [len(path.read_bytes().splitlines()) for path in bench.folder.rglob(printed.NAME)] == [3 * 3 * 50]
