"""Several platforms made ready: side by side, within a budget, and what stands in the way is kept for `doctor`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from agon.cli import doctor, doctor_text
from agon.errors import MissingError
from agon.platforms import ready as module
from agon.platforms.probe import build_folder, probe
from agon.platforms.ready import Step, last_failure, make_ready
from agon.platforms.registry import Platform, find

TOML = """
schema = 1
[platform]
id = "{id}"
name = "X"
family = "actor"
language = "sh"
homepage = "https://example.org"
licence = "MIT"
[versions]
default = "1"
[[needs]]
command = "{need}"
apt = ["the-package"]
hint = "apt-get install the-package"
[build]
commands = [["sh", "-c", "{script}"]]
[run]
command = ["sh"]
[workloads.token-ring]
"""


def named(tmp_path: Path, name: str, script: str = "true", need: str = "sh") -> Platform:
    folder = tmp_path / name
    folder.mkdir(exist_ok=True)
    text = TOML.replace("{id}", name).replace("{script}", script).replace("{need}", need)
    (folder / "platform.toml").write_text(text, encoding="utf-8")
    return find(str(folder))


def test_different_tools_work_at_a_time(tmp_path: Path) -> None:
    meeting = f"touch {tmp_path}/$0; while [ ! -e {tmp_path}/$1 ]; do sleep 0.02; done"
    # Each waits for the other: one after the other they would never be done.
    one = named(tmp_path, "one", f"set a b; {meeting.replace('$0', 'here').replace('$1', 'there')}")
    two = named(tmp_path, "two", f"set a b; {meeting.replace('$0', 'there').replace('$1', 'here')}")
    assert make_ready([one, two], budget_s=60) == {}
    assert probe(one).built and probe(two).built


def test_builds_of_one_tool_go_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TOOLS", ("sh",))
    alone = f"mkdir {tmp_path}/alone && sleep 0.2 && rmdir {tmp_path}/alone"
    assert make_ready([named(tmp_path, name, alone) for name in ("a", "b", "c")]) == {}


def test_what_is_not_built_within_the_budget_is_ended_and_named(tmp_path: Path) -> None:
    slow, quick = named(tmp_path, "slow", "sleep 600"), named(tmp_path, "quick")
    began = time.monotonic()
    obstacles = make_ready([slow, quick], budget_s=1)
    assert time.monotonic() - began < 30
    assert list(obstacles) == ["slow"]
    assert str(obstacles["slow"]) == "slow: not built within the 1 s that building may take"
    assert not probe(slow).built and probe(quick).built


def test_a_failure_is_kept_until_it_is_mended(tmp_path: Path) -> None:
    platform = named(tmp_path, "broken", "echo the reason; exit 3")
    assert list(make_ready([platform])) == ["broken"]
    assert last_failure(platform).startswith("broken: its build failed (status 3)")
    entry = doctor._platform(platform, probe(platform))
    assert "status 3" in entry["failure"] and entry["log"] == str(build_folder(platform) / "build.log")
    shown = doctor_text.every([entry], 1000, more=False)
    assert any("status 3" in line and "build.log" in line for line in shown)
    mended = named(tmp_path, "broken")
    assert make_ready([mended]) == {}
    assert last_failure(mended) == ""
    assert doctor._platform(mended, probe(mended))["failure"] is None


def test_only_what_may_be_installed_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def install(platforms: Sequence[Platform], *_: object, **__: object) -> None:
        asked.extend(p.id for p in platforms)
        raise MissingError("the mirror is away")

    monkeypatch.setattr(module, "install_toolchains", install)
    steps: list[Step] = []
    platforms = [named(tmp_path, name, need="no-such-tool") for name in ("wanted", "other")]
    obstacles = make_ready(platforms, steps.append, installable={"wanted"})
    assert asked == ["wanted"]
    assert "installing the-package" in [step.word for step in steps if step.platform.id == "wanted"]
    assert str(obstacles["wanted"]) == "the mirror is away"
    assert "it joins after: ./agon install" in str(obstacles["other"])


def test_it_reports_what_becomes_ready_and_when(tmp_path: Path) -> None:
    steps: list[Step] = []
    platform = named(tmp_path, "quick")
    make_ready([platform], steps.append)
    assert [step.word for step in steps] == ["building", "ready"]
    assert steps[1].seconds > 0
    steps.clear()
    make_ready([platform], steps.append)
    assert [(step.word, step.seconds) for step in steps] == [("ready", 0.0)]
