"""The harness of the platforms on the JVM repeats a workload as often as the protocol demands."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
from pathlib import Path

import pytest
from support.places import PLATFORMS

from agon import home

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="needs a JDK (javac)")

TIME_S = 60


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The harness, and a platform on it that does nothing."""
    folder = tmp_path_factory.mktemp("classes")
    harness = home.platforms() / "jvm" / "harness" / "src" / "agon" / "harness"
    sources = sorted(str(path) for path in [*harness.glob("*.java"), PLATFORMS / "jvm" / "Idle.java"])
    subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", str(folder), *sources], check=True)
    return folder


def command(classes: Path, iterations: int) -> list[str]:
    common = ["threads=1", "seed=1", "variant=default", "witness=off", f"samples={classes}"]
    return ["java", "-XX:TieredStopAtLevel=1", "-cp", str(classes), "Idle", "idle", f"iterations={iterations}", *common]


def run_with_input(classes: Path, lines: str, iterations: int = 0) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(classes, iterations), input=lines, capture_output=True, text=True, timeout=TIME_S, check=False
    )


def indices(output: str) -> list[int]:
    ready, *iterations = [json.loads(line) for line in output.splitlines()]
    assert ready == {"event": "ready"}
    assert all(line["event"] == "iteration" and line["report"] == {"index": line["index"]} for line in iterations)
    return [line["index"] for line in iterations]


@pytest.mark.parametrize(
    ("lines", "count"),
    [("2\n1\n0\n", 3), ("2\n1\n", 3), ("2\n1", 3), ("0\n", 0), ("", 0), ("1\n0\nnever read\n", 1), ("003\n0\n", 3)],
)
def test_asked_line_by_line_it_repeats_until_zero_or_the_end_of_input(classes: Path, lines: str, count: int) -> None:
    done = run_with_input(classes, lines)
    assert (done.returncode, done.stderr) == (0, "closed\n")
    assert indices(done.stdout) == list(range(count))


@pytest.mark.parametrize("line", ["x", "", "-1", "+1", " 1", "1 ", "1.0", "0x1", "\u0661", "2147483648"])
def test_any_other_line_ends_it_with_a_message_and_status_1(classes: Path, line: str) -> None:
    done = run_with_input(classes, f"1\n{line}\n1\n0\n")
    assert done.returncode == 1
    assert indices(done.stdout) == [0]
    closed, message = done.stderr.splitlines()
    assert closed == "closed"
    assert message == f"standard input: '{line}': give how many iterations are to follow (0 to 2147483647)"


def test_it_reads_a_line_only_when_it_has_written_what_the_last_one_asked_for(classes: Path) -> None:
    with subprocess.Popen(command(classes, 0), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == {"event": "ready"}
        index = 0
        for count in (1, 2):
            process.stdin.write(f"{count}\n")
            process.stdin.flush()
            for _ in range(count):
                assert json.loads(process.stdout.readline())["index"] == index
                index += 1
        process.stdin.write("0\n")
        process.stdin.flush()
        assert process.wait(TIME_S) == 0


def test_with_a_number_of_iterations_standard_input_is_not_read(classes: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"5\n")
    done = subprocess.run(
        command(classes, 2), stdin=reading, capture_output=True, text=True, timeout=TIME_S, check=False
    )
    assert done.returncode == 0
    assert indices(done.stdout) == [0, 1]
    assert os.read(reading, 10) == b"5\n"
    os.close(reading)
    os.close(writing)


def test_fewer_than_no_iterations_are_a_bad_argument(classes: Path) -> None:
    done = run_with_input(classes, "", iterations=-1)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "iterations=-1: give an integer from 0 to 2147483647\n"


OPTIONS = home.platforms() / "jvm" / "options"
DAMAGES = ("its jar is another", "it is no archive", "it is not there")


def damage(how: str, jar: Path, archive: Path) -> None:
    if how == "its jar is another":
        os.utime(jar, (1, 1))
    elif how == "it is no archive":
        archive.write_bytes(b"damaged" * 1000)
    else:
        archive.unlink()


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_archive_of_classes_does_not_show_on_standard_output(classes: Path, tmp_path: Path, how: str) -> None:
    jar, archive = tmp_path / "idle.jar", tmp_path / "classes.jsa"
    subprocess.run(["jar", "--create", "--file", jar, "-C", classes, "."], check=True)
    arguments = ["-cp", str(jar), *command(classes, 1)[4:]]
    making = ["java", f"@{OPTIONS}", f"-XX:ArchiveClassesAtExit={archive}", *arguments]
    subprocess.run(making, check=True, capture_output=True, timeout=TIME_S)
    using = [f"-XX:SharedArchiveFile={archive}", *arguments]
    damage(how, jar, archive)
    asked = ["java", f"@{OPTIONS}", "-Xshare:auto", *using]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=TIME_S)
    assert indices(done.stdout) == [0]
    if how == "its jar is another":  # of this every Java warns
        assert "shared archive" in done.stderr
        plain = subprocess.run(["java", *using], capture_output=True, text=True, check=True, timeout=TIME_S)
        assert "shared archive" in plain.stdout, "Java writes warnings elsewhere now: are the options needed?"


def test_what_the_virtual_machine_prints_when_asked_for_its_threads_is_no_standard_output(classes: Path) -> None:
    words = command(classes, 0)
    with subprocess.Popen(
        [words[0], f"@{OPTIONS}", *words[1:]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        limit = threading.Timer(TIME_S, process.kill)
        limit.start()
        ready = process.stdout.readline()
        process.send_signal(signal.SIGQUIT)
        printed = process.stderr.readline()
        while "Full thread dump" not in printed and printed:
            printed = process.stderr.readline()
        assert "Full thread dump" in printed
        output, _ = process.communicate("1\n0\n")
        limit.cancel()
    assert indices(ready + output) == [0]
