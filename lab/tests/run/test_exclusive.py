"""Two experiments at once: the second says that it waits, and waits."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from agon.run.exclusive import alone


def test_the_second_waits_for_the_first_and_names_it(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    said: list[str] = []
    entered = threading.Event()

    def second() -> None:
        with alone(said.append, lock):
            entered.set()

    with alone(said.append, lock):
        thread = threading.Thread(target=second)
        thread.start()
        assert not entered.wait(0.3)
        assert said == [
            f"another experiment is running (process {os.getpid()}): waiting, so that neither disturbs the other"
        ]
    thread.join(10)
    assert entered.is_set()


def test_a_lab_that_died_holds_nobody_up(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    child = os.fork()
    if child == 0:
        context = alone(lambda _: None, lock)
        context.__enter__()
        os._exit(9)  # no tidying up: the kernel gives the lock back
    os.waitpid(child, 0)
    said: list[str] = []
    with alone(said.append, lock):
        assert said == []
