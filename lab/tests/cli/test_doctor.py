"""`agon doctor` calls ready what does its work; `agon install` mends what does not."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.places import FAKES, REFERENCE
from support.trials import WARDEN

from agon.cli import doctor, doctor_text
from agon.platforms.build import build
from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform, find
from agon.run import starts
from agon.run.exclusive import alone
from agon.survivors import marked

TOML = """
schema = 1
[platform]
id = "{id}"
name = "X"
family = "actor"
language = "Python"
homepage = "https://example.org"
licence = "MIT"
[versions]
default = "1"
[[needs]]
command = "python3"
hint = "install Python"
[build]
commands = [["cp", "program", "{{build}}/program"]]
[run]
command = ["sh", "{{build}}/program"]
[workloads.token-ring]
"""
GOOD = f'echo started >> $(dirname $0)/../../../../starts; exec python3 -B {REFERENCE}/main.py "$@"\n'


def program(tmp_path: Path, name: str = "own", text: str = GOOD) -> Platform:
    """A platform whose program is a script that is copied into the build folder. Each start is a line of a file."""
    folder = tmp_path / name
    folder.mkdir(exist_ok=True)
    (folder / "platform.toml").write_text(TOML.format(id=name).replace("{{", "{").replace("}}", "}"))
    (folder / "program").write_text(text)
    platform = find(str(folder))
    build(platform)
    return platform


def start_count(tmp_path: Path) -> int:
    log = tmp_path / "starts"
    return len(log.read_text().splitlines()) if log.exists() else 0


def fake(variant: str) -> Platform:
    platform = find(f"{FAKES}:{variant}")
    build(platform)
    return platform


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "start_each", functools.partial(starts.start_each, time_limit_s=3))


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize(
    ("variant", "why"),
    [
        ("crash", "it was ended by signal 11"),
        ("hang", "it was still running after 3 s"),
        ("ignore-sigterm", "it was still running after 3 s"),
        ("garbage", "line 2 of standard output is not JSON: 'Welcome to the fakes! Starting up...'"),
        ("exit-status", "it ended with status 3; its last words: the disk of the mind is full"),
        ("nothing", "it printed nothing"),
        ("fork-orphans", "left 1 processes running"),
    ],
)
def test_a_program_that_fails_is_not_ready(variant: str, why: str) -> None:
    platform = fake(variant)
    (entry,) = doctor._platforms([platform])
    assert entry["ready"] == "fails"
    assert why in entry["failure"] and "token-ring, the smallest size" in entry["failure"]
    assert entry["mend"] == f"./agon install {FAKES}"
    shown = list(doctor_text.every([entry], 1000, more=False))
    assert shown[:2] == ["Ready: none of 1 platform", "\nFailed: 1"]
    assert why in shown[2] and shown[3:] == [f"    ./agon install {FAKES}"]
    assert [
        pid for pid in marked(f"start-{os.getpid()}") if WARDEN not in Path(f"/proc/{pid}/cmdline").read_bytes()
    ] == []


def test_what_works_is_ready_and_is_started_once(tmp_path: Path) -> None:
    platform = program(tmp_path)
    for _ in range(3):
        (entry,) = doctor._platforms([platform])
        assert (entry["ready"], entry["failure"], entry["mend"], entry["untried"]) == ("ready", None, None, None)
    assert start_count(tmp_path) == 1


def test_another_build_is_started_again(tmp_path: Path) -> None:
    doctor._platforms([program(tmp_path)])
    doctor._platforms([program(tmp_path, text=GOOD + "# newer\n")])
    assert start_count(tmp_path) == 2


def test_a_build_that_was_damaged_since_is_started_again(tmp_path: Path) -> None:
    platform = program(tmp_path)
    doctor._platforms([platform])
    (build_folder(platform) / "program").write_text("echo OpenJDK warning: no archive\n" + GOOD)
    (entry,) = doctor._platforms([platform])
    assert "line 1 of standard output is not JSON: 'OpenJDK warning: no archive'" in entry["failure"]


def test_a_failure_is_not_remembered(tmp_path: Path) -> None:
    platform = program(tmp_path, text=f"[ -e {tmp_path}/there ] || exit 7\n" + GOOD)
    assert doctor._platforms([platform])[0]["ready"] == "fails"
    (tmp_path / "there").touch()
    assert doctor._platforms([platform])[0]["ready"] == "ready"


def test_what_is_not_built_is_not_started(tmp_path: Path) -> None:
    platform = program(tmp_path)
    (platform.folder / "program").write_text("exit 1\n")
    (entry,) = doctor._platforms([platform])
    assert entry["ready"] == "not built"
    assert start_count(tmp_path) == 0


def test_each_variant_is_started(tmp_path: Path) -> None:
    fine = find(f"{FAKES}:temporary-files")
    build(fine)
    assert doctor._platforms([fine])[0]["ready"] == "ready"
    assert doctor._platforms([find(f"{FAKES}:crash")])[0]["ready"] == "fails"


@pytest.mark.skipif(starts.all_cores() < 2, reason="needs two cores")
def test_several_are_started_at_a_time(tmp_path: Path) -> None:
    meeting = f"touch {tmp_path}/$me; while [ ! -e {tmp_path}/$other ]; do sleep 0.02; done\n"
    one = program(tmp_path, "one", "me=a other=b; " + meeting + GOOD)
    two = program(tmp_path, "two", "me=b other=a; " + meeting + GOOD)
    # each waits for the other: one after the other they would run into the time limit
    assert [entry["ready"] for entry in doctor._platforms([one, two])] == ["ready", "ready"]


def test_while_an_experiment_is_running_nothing_is_started(tmp_path: Path) -> None:
    platform = program(tmp_path)
    with alone(lambda _: None):
        began = time.monotonic()
        (entry,) = doctor._platforms([platform])
        assert time.monotonic() - began < 20
    assert (entry["ready"], entry["untried"]) == ("ready", "an experiment is running")
    assert "  not started  own: an experiment is running" in doctor_text.every([entry], 80, more=False)
    assert start_count(tmp_path) == 0


def test_a_platform_of_unknown_workloads_is_not_called_broken(tmp_path: Path) -> None:
    platform = program(tmp_path)
    manifest = platform.folder / "platform.toml"
    manifest.write_text(manifest.read_text().replace("workloads.token-ring", "workloads.no-such-workload"))
    platform = find(str(platform.folder))
    build(platform)
    (entry,) = doctor._platforms([platform])
    assert (entry["ready"], entry["untried"]) == ("ready", "it offers no workload that is known here")


def agon(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "agon", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, stdin=subprocess.DEVNULL)


def test_the_command_that_doctor_names_mends_a_damaged_build(tmp_path: Path) -> None:
    platform = program(tmp_path)
    (build_folder(platform) / "program").write_text("exit 7\n")
    shown = agon("doctor", platform.folder, "--json", cwd=tmp_path)
    assert shown.returncode == 3
    (entry,) = json.loads(shown.stdout)["platforms"]
    assert "it ended with status 7" in entry["failure"]
    mended = agon(*entry["mend"].split()[1:], cwd=tmp_path)
    assert mended.returncode == 0, mended.stderr
    assert "building it again, from nothing" in " ".join(mended.stderr.split())
    assert agon("doctor", platform.folder, cwd=tmp_path).returncode == 0


def test_install_ends_with_the_reason_where_the_program_still_fails(tmp_path: Path) -> None:
    platform = program(tmp_path, text="exit 7\n")
    done = agon("install", platform.folder, cwd=tmp_path)
    assert done.returncode == 3
    assert "its program fails: token-ring, the smallest size: it ended with status 7" in " ".join(done.stderr.split())
