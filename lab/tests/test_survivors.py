"""Processes left behind are found by their mark and ended."""

from __future__ import annotations

import os
import subprocess
import sys

from agon.survivors import MARK, end_survivors, marked


def test_marked_processes_are_ended_and_others_are_not() -> None:
    sleep = [sys.executable, "-c", "import time; print(flush=True); time.sleep(60)"]
    with (
        subprocess.Popen(
            sleep, env=os.environ | {MARK: "test-mark"}, start_new_session=True, stdout=subprocess.PIPE
        ) as mine,
        subprocess.Popen(sleep, env=os.environ | {MARK: "test-mark-2"}, stdout=subprocess.PIPE) as other,
    ):
        for process in (mine, other):
            assert process.stdout is not None
            process.stdout.readline()
        assert marked("test-mark") == [mine.pid]
        assert end_survivors("test-mark") == 1
        assert mine.wait() == -9
        assert other.poll() is None
        other.kill()
