"""`agon top` as a user meets it: messages, exit codes, both kinds of output, and a real system where one is built."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.systems import Answer, built, example, line, lively, running, serving, snapshot
from typer.testing import CliRunner, Result

from agon import home
from agon.cli.main import app
from agon.observe import sockets

PATIENCE_S = 30.0


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where systems are looked for: a short path, as sockets need."""
    with TemporaryDirectory(prefix="agon-") as name:
        monkeypatch.setattr(sockets, "folders", lambda: [Path(name)])
        yield Path(name)


def top(*words: str | Path) -> Result:
    return CliRunner().invoke(app, ["top", *map(str, words)])


def process(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "agon", "top", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=2 * PATIENCE_S)


def test_one_look_at_the_only_system(folder: Path) -> None:
    with serving(folder / "7-1.sock", lively):
        done = top("--once", "--interval", "10ms")
    assert done.exit_code == 0, done.output
    assert "office  process 4711" in done.stdout
    rows = [text.split()[:6] for text in done.stdout.splitlines() if text.startswith("#1.")]
    # The rate is the fake's: one of its seconds from one answer to the next.
    assert rows == [
        ["#1.3.1", "-", "office::Notary", "0", "away", "80"],
        ["#1.2.1", "typist", "office::Typist", "0", "ready", "20"],
    ]


def test_sorted_by_what_waits(folder: Path) -> None:
    def stalled(number: int, request: bytes) -> bytes:
        data = snapshot(number)
        data["actors"][0]["queued"] = 11
        return line(data)

    with serving(folder / "7-1.sock", stalled):
        done = top("--once", "--interval", "10ms", "--sort", "queued")
    assert [text.split()[0] for text in done.stdout.splitlines() if text.startswith("#1.")] == ["#1.2.1", "#1.3.1"]


def test_json_is_what_the_system_answers(folder: Path) -> None:
    with serving(folder / "7-1.sock", lively):
        done = top("7", "--once", "--json")
    assert json.loads(done.stdout) == snapshot(1)
    assert len(done.stdout.splitlines()) == 1


def test_several_systems_are_listed(folder: Path) -> None:
    def ends(number: int, _: bytes) -> bytes | None:
        return None

    with (
        serving(folder / "7-1.sock", lively) as one,
        serving(folder / "8-1.sock", lively) as other,
        serving(folder / "9-1.sock", ends),
        serving(folder / "10-1.sock", lambda *_: b"garbage\n") as broken,
    ):
        listed, data = top(), top("--json")
    assert listed.exit_code == 0
    words = " ".join(listed.stdout.split())
    assert str(one) in words and str(other) in words and "./agon top SYSTEM" in words
    assert f"{broken} does not speak" in listed.stderr
    assert [json.loads(text)["system"] for text in data.stdout.splitlines()] == [1, 1]


def test_the_end_of_the_system_is_reported_and_no_failure(folder: Path) -> None:
    def ends(number: int, request: bytes) -> bytes | None:
        return lively(number, request) if number < 4 else None

    with serving(folder / "7-1.sock", ends):
        done = top("--interval", "10ms")
    assert done.exit_code == 0
    assert done.stdout.count("process 4711") == 2, "three snapshots make two pictures"
    assert "the system has ended" in done.stderr


@pytest.mark.parametrize(
    ("answer", "code", "expected"),
    [
        (lambda *_: b"garbage\n", 1, "does not speak as a system of actors does"),
        (lambda *_: line(snapshot(schema=9)), 1, "speaks schema 9"),
        (lambda *_: b'{"schema": 1}\n', 1, "cannot be understood"),
    ],
)
def test_what_cannot_be_understood_is_one_message_and_its_code(
    folder: Path, answer: Answer, code: int, expected: str
) -> None:
    with serving(folder / "7-1.sock", answer) as path:
        done = process(path, "--once")
    assert done.returncode == code
    assert expected in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["4294967295"], 3, "there is no process 4294967295"),
        ([str(os.getpid())], 3, "AGON_OBSERVE=1"),
        (["/dev/null"], 2, "is not a socket"),
        (["--interval", "soon"], 2, "write a duration"),
        (["--sort", "luck"], 2, "handled"),
    ],
)
def test_bad_input_is_one_message_and_its_code(words: list[str], code: int, expected: str) -> None:
    done = process(*words)
    assert (done.returncode, done.stdout) == (code, "")
    assert expected in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_on_a_terminal_it_renews_itself_and_ctrl_c_leaves_cleanly(folder: Path) -> None:
    with serving(folder / "7-1.sock", lively) as path:
        controller, terminal = pty.openpty()
        command = [sys.executable, "-m", "agon", "top", str(path), "--interval", "10ms"]
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "160", "LINES": "30"}
        with subprocess.Popen(
            command, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, env=environment
        ) as program:
            try:
                os.close(terminal)
                seen = _until(controller, b"up 1 min 05 s")
                program.send_signal(signal.SIGINT)
                seen += _until(controller, b"\x1b[?1049l")
                assert program.stderr is not None
                complaint = program.stderr.read()
                assert (program.wait(PATIENCE_S), complaint) == (0, b"")
            finally:
                program.kill()  # else a failure would wait for it for ever
        os.close(controller)
    assert b"\x1b[?1049h" in seen, "a screen of its own, given back at the end"
    assert b"\x1b[?25h" in seen, "and the cursor"


def _until(terminal: int, text: bytes) -> bytes:
    seen, deadline = b"", time.monotonic() + PATIENCE_S
    while text not in seen:
        assert select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))[0], seen
        seen += os.read(terminal, 1 << 16)
    return seen


def test_a_real_system() -> None:
    with running(example(), 20) as (program, path):
        done = process(path, "--once", "--interval", "500ms")
        assert done.returncode == 0, done.stderr
        assert f"process {program.pid}, system 1, pool" in done.stdout
        rows = [text.split() for text in done.stdout.splitlines() if text.startswith("#1.")]
        assert sorted(row[2] for row in rows) == ["observed::Archivist", *["observed::Clerk"] * 3]
        assert {"porter", "typist", "notary", "archivist"} & {row[1] for row in rows}
        data = json.loads(process(path, "--once", "--json").stdout)
        assert data["schema"] == 1
        assert sum(worker["handled"] for worker in data["workers"]) > 0


def test_agents_are_shown_with_what_they_have_to_do() -> None:
    project = home.root() / "engine" / "agentspeak" / "tests" / "observe" / "market" / "market.mas2j"
    command = [built("agon-asl"), "run", project]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"AGON_OBSERVE": "1"}
    ) as program:
        try:
            assert program.stdout is not None
            while "done" not in program.stdout.readline():
                assert program.poll() is None
            # On a busy machine a worker may not answer in time.
            shown = (process(str(program.pid), "--once", "--interval", "200ms").stdout for _ in range(20))
            picture = next(text for text in shown if "buyer" in text and "seller" in text)
        finally:
            program.kill()
    header = next(text.split() for text in picture.splitlines() if text.startswith("actor "))
    assert header[-5:] == ["beliefs", "intentions", "events", "messages", "cycles"]
    agents = {row[1]: row[-5:] for row in map(str.split, picture.splitlines()) if row and row[0].startswith("#")}
    assert agents["buyer"][:4] == ["5", "0", "0", "0"]
    assert agents["seller"][:4] == ["1", "0", "0", "0"]
