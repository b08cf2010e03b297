"""Projects of others: what is found, what is reported of each, and that nothing of them stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.messages import ANSWER

from agon.run.projects import Outcome, find, grouped, judged, run
from agon.survivors import marked

LIMIT = 64 << 20
COMPILED = "error: the environment E cannot be made: the Java classes do not compile:\n"


def outcome(err: str, out: str = "", **answer: Any) -> Outcome:
    return judged("m.mas2j", replace(ANSWER, **answer), out, err, LIMIT)


def test_projects_are_found_wherever_they_are(tmp_path: Path) -> None:
    for name in ["b/z.mas2j", "a.mas2j", "b/y.jcm", ".git/x.mas2j", "b/readme.txt", "c.mas2j/inside.txt"]:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("")
    (tmp_path / "gone.mas2j").symlink_to(tmp_path / "nowhere")
    (tmp_path / "b" / "again").symlink_to(tmp_path)
    found = find(tmp_path, pytest.fail)
    assert [str(path.relative_to(tmp_path)) for path in found] == ["a.mas2j", "b/y.jcm", "b/z.mas2j"]
    assert find(tmp_path / "a.mas2j", pytest.fail) == [tmp_path / "a.mas2j"]


@pytest.mark.parametrize(
    ("err", "reason", "detail"),
    [
        (
            "error: the environment my.Env is not known\n  ┌─ m.mas2j:1:22\n",
            "its Java environment is not there",
            "the environment my.Env is not known",
        ),
        (
            COMPILED + "E.java:1: error: package cartago does not exist\n",
            "Java for a platform of its own (CArtAgO, Moise, JADE ..)",
            "package cartago does not exist",
        ),
        (
            COMPILED + "E.java:9: error: ';' expected\n",
            "its Java classes do not compile",
            "';' expected",
        ),
        (
            "error: expected MAS, but the file ends\n  ┌─ m.mas2j:1:1\n",
            "its project file is not understood",
            "expected MAS, but the file ends",
        ),
        (
            "the agent a is left out, and no agent is left:\nno program a.asl: looked for at a.asl\n",
            "no agent of it can run",
            "the agent a is left out, and no agent is left: no program a.asl: looked for at a.asl",
        ),
        (
            "error: the environment E cannot be made: there is no display: set DISPLAY",
            "a window, and there is no display",
            "",
        ),
        ("nobody has thought of this\n", "something else", "nobody has thought of this"),
    ],
)
def test_why_it_does_not_run_is_given_in_the_same_words(err: str, reason: str, detail: str) -> None:
    found = outcome(err, exit_status=1)
    assert (found.how, found.reason) == ("failed", reason)
    assert detail in found.detail


def test_what_it_runs_without_is_named() -> None:
    err = (
        "the agents b, c are left out, the others run:\nerror: expected a term, found `!`\n  ┌─ b.asl:3:2\n"
        "error: there is no file `x.asl`\n  ┌─ d.asl:1:2\n  │\n\nthe program is executed without that, as in Jason\n"
        "warning: the internal action my.act is not known\n  ┌─ d.asl:1:2\n"
    )
    found = outcome(err, "[d] AgArch.broadcast is not offered by agon to internal actions in Java yet\n")
    assert found.how == "ended"
    assert found.without == (
        "agent b, c (expected a term, found `!`)",
        "an included file or directive (there is no file `x.asl`)",
        "internal action my.act",
        "AgArch.broadcast (Java asks for it)",
    )


def test_how_it_ends_decides() -> None:
    assert outcome("", "[a] x\n", exit_status=3).how == "ended", "a status of its own"
    assert outcome("trouble\n", "[a] x\n", exit_status=1).how == "ended", "it had begun"
    assert outcome("", exit_status=None, ended="time limit", signal=9).how == "running"
    assert outcome("", exit_status=None, ended="output limit", signal=9).how == "running"
    assert outcome("", exit_status=None, ended="memory limit", signal=9).reason == "too much memory"
    assert outcome("", exit_status=None, signal=11).reason == "it crashed"
    assert outcome("thread 'x' panicked at y.rs:1:1:\n", exit_status=101).reason == "it crashed"
    assert outcome("", failure="No such file: x").reason == "it could not be started"


def test_reasons_are_grouped_the_most_frequent_first() -> None:
    some = [
        Outcome("a", "failed", "x"),
        Outcome("b", "ended"),
        Outcome("c", "failed", "y"),
        Outcome("d", "failed", "y"),
    ]
    assert [(reason, [one.project for one in group]) for reason, group in grouped(some)] == [
        ("y", ["c", "d"]),
        ("x", ["a"]),
    ]


PROGRAM = """
import os, signal, subprocess, sys, time
what = os.path.basename(sys.argv[-1])
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
if what.startswith("ends"):
    print("[a] done")
elif what.startswith("hangs"):
    subprocess.Popen(["setsid", "sleep", "1000"])
    print("[a] on", flush=True)
    time.sleep(1000)
elif what.startswith("prints"):
    while True:
        print("x" * 1000)
elif what.startswith("eats"):
    all = [bytearray(b"x" * (1 << 22)) for _ in range(100)]
    time.sleep(1000)
elif what.startswith("crashes"):
    os.kill(os.getpid(), signal.SIGSEGV)
else:
    sys.stderr.buffer.write(b"\\xff\\xfe error: \\x1b[31m?\\n")
    sys.exit(1)
"""


def outcomes(folder: Path, names: list[str]) -> dict[str, Outcome]:
    projects = [folder / f"{name}.mas2j" for name in names]
    for project in projects:
        project.write_text("")
    command = [sys.executable, "-c", PROGRAM]
    ran = run(projects, folder, command, time_limit_s=2, memory_limit=128 << 20, environment=dict(os.environ))
    return {outcome.project.removesuffix(".mas2j"): outcome for outcome in ran}


def test_whatever_a_project_does_the_next_one_runs(tmp_path: Path) -> None:
    found = outcomes(tmp_path, ["hangs", "eats", "prints", "crashes", "refuses", "ends"])
    assert {name: one.how for name, one in found.items()} == {
        "hangs": "running",
        "eats": "failed",
        "prints": "running",
        "crashes": "failed",
        "refuses": "failed",
        "ends": "ended",
    }
    assert found["eats"].reason == "too much memory"
    assert found["crashes"].reason == "it crashed"


INTERRUPTED = """
import os, sys
from pathlib import Path
from agon.run.projects import run
folder = Path(sys.argv[1])
print("begun", flush=True)
try:
    list(run([folder / "hangs.mas2j"], folder, [sys.executable, "-c", sys.argv[2]], time_limit_s=1000,
             memory_limit=1 << 30, environment=os.environ | {"WHOSE": sys.argv[3]}))
except KeyboardInterrupt:
    sys.exit(130)
"""


def of_test(whose: str) -> list[int]:
    """The processes whose environment marks that they are this test's."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and f"WHOSE={whose}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_stays_behind_when_it_is_interrupted(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "hangs.mas2j").write_text("")
    whose = f"{os.getpid()}-{number}"
    lab = subprocess.Popen([sys.executable, "-c", INTERRUPTED, str(tmp_path), PROGRAM, whose], stdout=subprocess.PIPE)
    deadline = time.monotonic() + 20
    while len(of_test(whose)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(of_test(whose)) >= 2, "the program, and what it has started in a session of its own"
    lab.send_signal(number)
    lab.communicate(timeout=20)
    assert lab.returncode == (130 if number == signal.SIGINT else -9)
    while of_test(whose) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert of_test(whose) == []
    assert marked("projects") == []
