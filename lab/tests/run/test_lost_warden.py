"""A warden that sends something else than messages, or receives it, is lost: the lab goes on with another one."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.messages import ANSWER, JOB
from support.places import FAKES, REFERENCE
from support.trials import Trials

from agon.results.store import load
from agon.run.warden import client
from agon.run.warden.client import SCRIPT, Warden
from agon.run.warden.messages import Batch, Request, encode
from agon.survivors import MARK, marked

RING = {"workers": 7, "tokens": 3, "passes": 23}

FAKE = """
import os, sys
folder = {folder!r}
if len(os.listdir(folder)) >= {times}:
    os.execv(sys.executable, [sys.executable, "-I", "-S", {script!r}, *sys.argv[1:]])
if not os.read(0, 1 << 16):
    sys.exit()
open(os.path.join(folder, str(os.getpid())), "w").close()
os.write(1, {output!r})
if {closes}:
    os.close(1)
while os.read(0, 1 << 16):
    pass
"""
"""A warden that answers jobs with the same bytes, and from then on as it should."""


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Trials]:
    mark = f"lost-{os.getpid()}-{tmp_path.name}"
    yield Trials(Warden(mark), tmp_path, mark)
    assert marked(mark) == []


def misled(
    bench: Trials, monkeypatch: pytest.MonkeyPatch, output: bytes, *, times: int, closes: bool = False
) -> tuple[str, list[str]]:
    """How an invocation ends whose warden is such a fake that many times, and why it was tried again."""
    folder = bench.folder / "answered"
    folder.mkdir()
    fake = bench.folder / "fake.py"
    text = FAKE.format(folder=str(folder), times=times, script=str(SCRIPT), output=output, closes=closes)
    fake.write_text(text, encoding="utf-8")
    monkeypatch.setattr(client, "SCRIPT", fake)
    with bench.warden:
        invocation = bench.run(str(REFERENCE), "token-ring", RING, time_s=0.2 if not output.endswith(b"\n") else 60)
        assert len(list(folder.iterdir())) == times
        assert bench.run(str(REFERENCE), "token-ring", RING).status == "ok"
    assert all(reason.code == "warden" for reason in invocation.earlier)
    code = invocation.reason.code if invocation.reason else invocation.status
    return code, [reason.message for reason in invocation.earlier]


@pytest.mark.parametrize(
    ("output", "why"),
    [
        (b"\n", "it is not JSON"),
        (b"\xff\xfe\n", "it is not JSON"),
        (b"[" * 100_000 + b"\n", "it is not JSON"),
        (b"42\n", "it is no object"),
        (b"{}\n", "its kind is unknown"),
        (encode(Request(1)), "it is a request, and due is answer or batch"),
        (
            encode(ANSWER).replace(b'"exit_status": 0', b'"exit_status": "0"'),
            "its field exit_status is of a wrong type",
        ),
    ],
)
def test_garbage_is_no_answer_and_the_invocation_is_tried_once_more(
    bench: Trials, monkeypatch: pytest.MonkeyPatch, output: bytes, why: str
) -> None:
    code, earlier = misled(bench, monkeypatch, output, times=1)
    assert (code, earlier) == ("ok", [f"the measuring process sent something else than an answer: {why}"])


def test_more_than_an_answer_is_none(bench: Trials, monkeypatch: pytest.MonkeyPatch) -> None:
    code, earlier = misled(bench, monkeypatch, encode(ANSWER) * 2, times=1)
    assert (code, earlier) == ("ok", ["the measuring process sent more than an answer"])


def test_garbage_a_second_time_is_the_failure_of_the_invocation(bench: Trials, monkeypatch: pytest.MonkeyPatch) -> None:
    code, earlier = misled(bench, monkeypatch, b"Segmentation fault\n", times=2)
    assert (code, len(earlier)) == ("warden", 1)


@pytest.mark.parametrize("closes", [False, True])
def test_a_warden_that_falls_silent_in_the_middle_of_a_line_is_lost(
    bench: Trials, monkeypatch: pytest.MonkeyPatch, closes: bool
) -> None:
    monkeypatch.setattr(client, "SILENCE_S", 2.0)
    code, earlier = misled(bench, monkeypatch, b'{"kind": "answer"', times=2, closes=closes)
    assert (code, earlier) == ("warden", ["the measuring process fell silent"])


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"garbage\n", "it is not JSON"),
        (encode(Batch([])), "it is a batch, and due is job or request"),
        (encode(JOB).replace(b'"argv": ["a"]', b'"argv": "a"'), "its field argv is of a wrong type"),
    ],
)
def test_a_warden_ends_when_it_reads_no_job(sent: bytes, why: str) -> None:
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(os.getpid())]
    done = subprocess.run(command, input=sent, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == f"the measuring process cannot read what the lab sent: {why}\n"


REPEATS = """if True:
    import json, sys, time
    print(json.dumps({"event": "ready"}), flush=True)
    sys.stdin.readline()
    time.sleep(600)
"""


def test_a_warden_that_reads_no_request_ends_what_runs(tmp_path: Path) -> None:
    mark = f"no-request-{os.getpid()}"
    job = {
        "argv": [sys.executable, "-c", REPEATS],
        "cwd": str(tmp_path),
        "env": dict(os.environ) | {MARK: mark},
        "stdout": str(tmp_path / "out"),
        "stderr": str(tmp_path / "err"),
        "stdout_limit": 1 << 20,
        "repeated": True,
    }
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(os.getpid())]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as warden:
        assert warden.stdin is not None and warden.stdout is not None
        warden.stdin.write(encode(replace(JOB, **job)))
        warden.stdin.flush()
        assert warden.stdout.readline() == encode(Batch([]))
        assert len(marked(mark)) == 1
        _, errors = warden.communicate(encode(JOB), timeout=60)
    assert warden.returncode == 1
    assert errors.decode().endswith("it is a job, and due is request\n")
    assert marked(mark) == []


INTERRUPTED = """if True:
    import os, sys
    sys.path.append({sources!r})
    from agon.run.warden import serve
    from agon.run.warden.group import Group
    from agon.run.warden.pipe import Cancelled
    def kill(group):
        raise Cancelled
    Group.kill = kill
    serve.serve(os.getppid())
"""
"""A warden for which SIGTERM comes as it begins to end what runs."""


def test_all_is_ended_though_sigterm_follows_the_end_of_input(tmp_path: Path) -> None:
    mark = f"twice-{os.getpid()}"
    starts = "subprocess.Popen(['setsid', 'sleep', '600']); print(1, flush=True); time.sleep(600)"
    leaves = f"import subprocess, time; {starts}"
    job = {
        "argv": [sys.executable, "-c", leaves],
        "cwd": str(tmp_path),
        "env": dict(os.environ) | {MARK: mark},
        "stdout": str(tmp_path / "out"),
        "stderr": str(tmp_path / "err"),
        "stdout_limit": 1 << 20,
        "time_limit_s": 600.0,
    }
    command = [sys.executable, "-I", "-S", "-c", INTERRUPTED.format(sources=str(SCRIPT.parents[3]))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as warden:
        assert warden.stdin is not None
        warden.stdin.write(encode(replace(JOB, **job)))
        warden.stdin.flush()
        while not (tmp_path / "out").exists() or (tmp_path / "out").stat().st_size == 0:
            assert warden.poll() is None
            time.sleep(0.01)
        assert len(marked(mark)) == 2
        _, errors = warden.communicate(timeout=60)
    assert (warden.returncode, errors) == (0, b"")
    assert marked(mark) == []


def agon(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "agon", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize("variant", ["interrupt-and-end-parent", "end-parent-and-interrupt"])
def test_a_warden_that_is_ended_while_ctrl_c_arrives_leaves_no_orphan_and_the_experiment_is_resumed(
    tmp_path: Path, variant: str
) -> None:
    out = tmp_path / "r"
    words = ["run", "token-ring", "-p", f"{FAKES}:{variant}", *(f"--set={key}={value}" for key, value in RING.items())]
    done = agon(*words, "--invocations", "3", "--iterations", "2", "--out", str(out), cwd=tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (130, False), done.stderr
    assert "agon resume" in done.stderr
    assert marked(load(out).experiment.id) == []
    before = load(out).invocations
    assert [invocation.status for invocation in before] == ["ok"]
    done = agon("resume", str(out), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    after = load(out).invocations
    assert after[:1] == before
    assert [(invocation.status, invocation.earlier) for invocation in after] == [("ok", [])] * 4  # one is discarded
