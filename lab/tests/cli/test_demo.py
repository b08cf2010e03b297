"""The demo, small, on the tests' own platforms: what it prints, and what it leaves out to keep its time."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.places import REFERENCE
from typer.testing import CliRunner

from agon.cli import demo, lines
from agon.cli.campaign import Made
from agon.cli.main import app
from agon.errors import MissingError, StoreError
from agon.platforms.build import build
from agon.platforms.probe import Readiness, probe
from agon.platforms.registry import Platform, find
from agon.results.store import load
from agon.run.same import same_platform

CORES = len(os.sched_getaffinity(0))


def copy(tmp_path: Path, name: str, tool: str = "python3", script: str = "") -> Platform:
    """The reference platform under another name, for another tool, with another build."""
    folder = tmp_path / name
    shutil.copytree(REFERENCE, folder)
    manifest = folder / "platform.toml"
    text = manifest.read_text(encoding="utf-8").replace('id = "reference"', f'id = "{name}"')
    text = text.replace('command = "python3"\napt', f'command = "{tool}"\napt')
    if script:
        text = text.replace("commands = []", f'commands = [["sh", "-c", "{script}"]]')
    manifest.write_text(text, encoding="utf-8")
    return find(str(folder))


def seated(monkeypatch: pytest.MonkeyPatch, *platforms: Platform) -> None:
    """The demo with these platforms in its seats, and two workloads measured shortly."""
    known = {p.id: p for p in platforms}

    def readable(names: Sequence[str]) -> list[Platform]:
        return [known[name] for name in names if name in known]

    monkeypatch.setattr(demo, "readable", readable)
    monkeypatch.setattr(demo, "SEATS", tuple((name,) for name in known))
    monkeypatch.setattr(demo, "INSTALLABLE", frozenset[str]())
    monkeypatch.setattr(demo, "WORKLOADS", ("token-ring", "chameneos"))
    monkeypatch.setattr(demo, "MIN_TIME_S", 0.02)
    monkeypatch.setattr(demo, "PILOT_S", 0.1)
    monkeypatch.setattr(demo, "PILOT_MOST_S", 0.2)
    monkeypatch.setattr(demo, "MAX_TIME_S", 0.1)


def run(*words: str | Path) -> tuple[int, list[str]]:
    """The exit code, and the lines of standard output."""
    done = CliRunner().invoke(app, ["demo", *map(str, words)], catch_exceptions=False)
    return done.exit_code, done.stdout.splitlines()


def test_it_answers_and_names_what_it_has_not_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = copy(tmp_path, "broken", script="exit 3")
    away = copy(tmp_path, "away", tool="no-such-tool")
    seated(monkeypatch, copy(tmp_path, "one"), copy(tmp_path, "two"), broken, away)
    code, shown = run("--out", tmp_path / "r")
    assert code == 0, shown
    assert shown[0].startswith("token-ring, chameneos on one, two, broken. At most ")
    assert "Not tried: broken, away (./agon doctor shows why)." in shown
    assert [line for line in shown if line.startswith("Ready") and line.endswith(": one, two.")]
    start = next(n for n, line in enumerate(shown) if line.split()[:1] == ["platform"])
    assert shown[start].split() == ["platform", "Token", "ring", "Chameneos"]
    assert {line.split()[0] for line in shown[start + 2 : start + 4]} == {"one", "two"}
    assert [line for line in shown if line.startswith("Among actors ") and "over two workloads" in line]
    assert f"Report: {tmp_path}/r/report.html" in shown
    assert shown.index(f"Report: {tmp_path}/r/report.html") > start
    assert [line for line in shown if len(line.rstrip()) > lines.WIDTH and str(tmp_path) not in line] == []
    results = load(tmp_path / "r")
    assert (tmp_path / "r" / "report.html").stat().st_size > 10_000
    assert [len(c.counted) for c in results.cells] == [demo.INVOCATIONS] * 4
    assert {c.cell.iterations for c in results.cells} == {0}
    assert {c.cell.cores for c in results.cells} == {CORES}


def test_cells_are_dropped_to_keep_the_time_and_never_invocations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = copy(tmp_path, "slow")
    main = slow.folder / "main.py"
    main.write_text("import time\ntime.sleep(6)\n" + main.read_text(encoding="utf-8"), encoding="utf-8")
    seated(monkeypatch, copy(tmp_path, "one"), copy(tmp_path, "two"), slow)
    # Six processes of the slow one take 36 s, twelve of the others about 6 s: four times as long still fits.
    monkeypatch.setattr(demo, "WORKLOADS", ("token-ring",))
    monkeypatch.setattr(demo, "MEASURING_S", 30.0)
    code, shown = run("--out", tmp_path / "r")
    assert code == 0, shown
    cells = load(tmp_path / "r").cells
    kept = [c for c in cells if not c.was_dropped]
    assert kept and {len(c.counted) for c in kept} == {demo.INVOCATIONS}
    dropped = [c for c in cells if c.was_dropped]
    assert "slow" in {c.cell.platform_id for c in dropped}


def test_nothing_is_installed_where_it_is_not_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    away = copy(tmp_path, "away", tool="no-such-tool")
    seated(monkeypatch, copy(tmp_path, "one"), away)
    monkeypatch.setattr(demo, "INSTALLABLE", frozenset({"away"}))
    monkeypatch.setattr(shutil, "which", lambda name, **_: None if name == "no-such-tool" else f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(demo, "asks", lambda: True)
    asked: list[str] = []

    def confirm(question: str, **_: object) -> bool:
        asked.append(question)
        return False

    monkeypatch.setattr("typer.confirm", confirm)
    assert demo.may_install(None) == frozenset()
    assert asked == ["Install python3 with apt-get, so that away takes part?"]
    assert demo.may_install(False) == frozenset()
    assert demo.may_install(True) == {"away"}
    assert len(asked) == 1
    monkeypatch.setattr(demo, "asks", lambda: False)
    assert demo.may_install(None) == {"away"}
    assert [p.id for p in demo.choose(frozenset({"away"})).chosen] == ["one", "away"]
    assert demo.choose(frozenset()).absent == ["away"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert demo.may_install(True) == frozenset()


def test_who_is_built_already_has_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, spare = copy(tmp_path, "one"), copy(tmp_path, "two"), copy(tmp_path, "spare")
    away = copy(tmp_path, "away", tool="no-such-tool")
    seated(monkeypatch, one, two, spare, away)
    monkeypatch.setattr(demo, "SEATS", (("one", "two"), ("away",)))
    monkeypatch.setattr(demo, "RESERVES", ("spare",))
    assert [p.id for p in demo.choose(frozenset()).chosen] == ["one", "spare"]

    def built(platform: Platform) -> Readiness:
        found = probe(platform)
        return Readiness(platform, found.missing, platform.id == "two", found.supply)

    monkeypatch.setattr(demo, "probe", built)
    assert [p.id for p in demo.choose(frozenset()).chosen] == ["two", "spare"]


def test_seven_at_most_and_none_twice() -> None:
    names = [name for seat in demo.SEATS for name in seat]
    assert len(demo.SEATS) == 7 and len(set(names)) == len(names)
    assert set(names) & set(demo.RESERVES) == set()
    for name in (*names, *demo.RESERVES):
        assert find(name).id == name
    assert set(demo.INSTALLABLE) | set(demo.SLOW_TO_BUILD) <= set(names)


def test_a_folder_that_is_taken_is_refused_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(monkeypatch, copy(tmp_path, "one", script="touch ../built"), copy(tmp_path, "two"))
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "experiment.json").write_text("{}", encoding="utf-8")
    with pytest.raises(StoreError, match="already holds an experiment"):
        run("--out", tmp_path / "r")
    assert not (tmp_path / "built").exists()


def test_what_is_late_is_built_and_measured_with_add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = copy(tmp_path, "slow", script=f"until test -e {tmp_path}/time; do sleep 0.1; done")
    seated(monkeypatch, copy(tmp_path, "one"), copy(tmp_path, "two"), slow)
    monkeypatch.setattr(demo, "MEASURING_S", 20.0)
    monkeypatch.setattr(demo, "LEAST_SHARE", 0.9)
    code, shown = run("--out", tmp_path / "r", "--time-budget", "22s")
    assert code == 0, shown
    assert [line for line in shown if line.startswith("Without slow, not built in time: ./agon demo --add builds")], (
        shown
    )
    (tmp_path / "time").touch()
    code, shown = run("--out", tmp_path / "again", "--time-budget", "22s", "--add")
    assert code == 0, shown
    assert not [line for line in shown if line.startswith("Without ")]
    assert {c.cell.platform_id for c in load(tmp_path / "again").cells} == {"one", "two", "slow"}


def test_the_clock_starts_with_the_launcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seated(monkeypatch, copy(tmp_path, "one"), copy(tmp_path, "two"))
    given: list[float | None] = []

    def make(platforms: Sequence[Platform], *, budget_s: float | None, installable: object) -> Made:
        given.append(budget_s)
        return Made([], [], [])

    monkeypatch.setattr(demo, "make_those_ready", make)
    for began, left in (
        (f"{time.time() - 40:.3f}", 270 - demo.MEASURING_S - 40),
        ("", 270 - demo.MEASURING_S),
        ("none", 270 - demo.MEASURING_S),
        (f"{time.time() + 500:.3f}", 270 - demo.MEASURING_S),
    ):
        monkeypatch.setenv("AGON_BEGAN", began)
        with pytest.raises(MissingError):
            run("--out", tmp_path / "r")
        found = given.pop()
        assert found is not None and left - 20 < found <= left


def test_who_has_no_full_build_is_built_quickly_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "echo {profile} > {build}/profile"
    one, two = copy(tmp_path, "one", script=script), copy(tmp_path, "two", script=script)
    build(one)
    seated(monkeypatch, one, two)
    code, shown = run("--out", tmp_path / "r")
    assert code == 0, shown
    assert [line for line in shown if line.startswith("Built in a hurry") and ": two. ./agon run builds" in line]
    records = {p.label: p for p in load(tmp_path / "r").experiment.platforms}
    assert not records["one"].quick and "quick" not in records["one"].version_found
    assert records["two"].quick and records["two"].version_found.endswith("(quick build)")
    assert same_platform(records["two"]).quick
    assert "(quick build)" in (tmp_path / "r" / "report.html").read_text(encoding="utf-8")
