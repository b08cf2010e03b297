"""`agon list platforms` and `agon doctor` answer in their order, and within the columns that there are."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agon.cli import doctor, doctor_text, list_platforms
from agon.cli.campaign import readable
from agon.cli.tables import columns
from agon.cli.within import Within, install_commands, within
from agon.platforms.manifest import Need
from agon.platforms.probe import Readiness
from agon.platforms.registry import find, known_ids


def agon(*words: str, cwd: Path, width: int | None = None) -> list[str]:
    given = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(
        [sys.executable, "-m", "agon", *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=True,
        stdin=subprocess.DEVNULL,
        env=given | ({"COLUMNS": str(width)} if width else {}),
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("words", [("list", "platforms"), ("list", "platforms", "--all"), ("doctor",)])
@pytest.mark.parametrize("width", [None, 60, 100])
def test_no_line_is_wider_than_what_there_is(tmp_path: Path, words: tuple[str, ...], width: int | None) -> None:
    shown = agon(*words, cwd=tmp_path, width=width)
    assert [line for line in shown if len(line) > (width or 80)] == []
    known = {e["id"] for e in list_platforms.entries() if e["within"] != "more"}
    assert {word for line in shown for word in line.split()} >= known


def test_no_word_is_cut_off(tmp_path: Path) -> None:
    text = " ".join(" ".join(agon("list", "platforms", "--all", cwd=tmp_path)).split())
    for entry in list_platforms.entries():
        for reason in filter(None, (entry["supply"], ", ".join(entry["variants"]))):
            assert " ".join(reason.split()) in text


def entry(name: str, group: Within, **more: Any) -> dict[str, Any]:
    return {
        "id": name, "label": name, "install": name, "tool": name, "family": "actor", "language": "C",
        "versions": ["1"], "released": {}, "runtimes": [], "variants": [], "workloads": {}, "ready": str(group),
        "within": str(group), "missing": [], "mend": None, "supply": None, "failure": None, "log": None,
        "untried": None, "version": "1", "runtime": None, "toolchain": [], "licence": "MIT", "build_bytes": 0,
        "start_up_s": None,
    } | more  # fmt: skip


ALL = [
    entry("absent", Within.more, supply="no registry holds it"),
    entry("builds", Within.one_command),
    entry("here", Within.ready),
    entry("tool", Within.more, missing=[{"command": "frob", "hint": "make frob"}]),
]


def test_what_is_ready_comes_first_and_the_rest_only_when_it_is_asked_for() -> None:
    listed = [e | {"missing": [m["hint"] for m in e["missing"]]} for e in ALL]
    for brief, whole in (
        (
            list(list_platforms.text(listed, 80, everything=False)),
            list(list_platforms.text(listed, 80, everything=True)),
        ),
        (list(doctor_text.every(ALL, 80, more=False)), list(doctor_text.every(ALL, 80, more=True))),
    ):
        text = "\n".join(brief)
        assert text.startswith("Ready: 1 of 4 platforms\n")
        assert text.index("here") < text.index("One command makes ready: 1") < text.index("builds")
        assert "2 more need a toolchain" in text and "--all" in text
        assert "absent" not in text and "frob" not in text
        every = "\n".join(whole)
        assert every.index("builds") < every.index("absent") < every.index("no registry holds it")
        assert "make frob" in every


def test_commands_that_make_ready_are_lines_to_copy() -> None:
    names = [(f"platform-{n}", "cargo") for n in range(9)] + [("erlang", "erlang"), ("node", "node")]
    made = install_commands(names, 60)
    assert all(len(line) <= 60 and line.startswith("./agon install ") for line in made)
    assert [name for line in made for name in shlex.split(line)[2:]] == [name for name, _ in names]
    assert made[-1] == "./agon install erlang node"  # apart from those that cargo builds


def test_how_near_a_platform_is(monkeypatch: pytest.MonkeyPatch) -> None:
    platform = find("erlang")
    in_apt, by_hand = Need(command="a", apt=["a"], hint="apt-get install a"), Need(command="b", hint="by hand")
    monkeypatch.setattr("agon.cli.within.may_install", lambda: True)
    assert within(Readiness(platform, (), built=True)) == Within.ready
    assert within(Readiness(platform, (), built=False)) == Within.one_command
    assert within(Readiness(platform, (in_apt,), built=False)) == Within.one_command
    assert within(Readiness(platform, (in_apt, by_hand), built=False)) == Within.more
    assert within(Readiness(platform, (), built=False, supply="get it")) == Within.more
    monkeypatch.setattr("agon.cli.within.may_install", lambda: False)
    assert within(Readiness(platform, (in_apt,), built=False)) == Within.more


def test_who_runs_which_workload_and_why_not(tmp_path: Path) -> None:
    shown = agon("list", "platforms", "--all", cwd=tmp_path)
    begin = next(n for n, line in enumerate(shown) if line.startswith("Who runs which workload"))
    rows = {line.split()[0]: line.split()[1:] for line in shown[begin:] if line.split()[1:2] in (["+"], ["x"])}
    assert rows["erlang"][:6] == ["+"] * 6
    assert rows["java-threads"][0] == "x" and rows["java-threads"][6] == "+"
    assert "plain threads pass no messages" in " ".join(" ".join(shown).split())
    offers = {
        e["id"]: e["workloads"]
        for e in json.loads("".join(agon("list", "platforms", "--json", cwd=tmp_path)))["platforms"]
    }
    assert offers["erlang"]["token-ring"] == "ok"
    assert offers["2apl"]["token-ring"].startswith("not obtainable (no registry holds it")


def test_doctor_of_one_platform_has_everything_about_it(tmp_path: Path) -> None:
    (found,) = doctor._platforms([find("madkit")])
    text = " ".join(" ".join(doctor_text.asked_for([found], 80)).split())
    assert text.startswith("madkit: not obtainable toolchain javac licence CeCILL-C")
    assert "./agon install madkit --jar FILE" in text


def test_columns_fold_the_last_one_only() -> None:
    shown = columns(("name", "what"), [("a", "word " * 20), ("long-name", "x" * 50 + "-" + "y" * 50)], 80)
    assert shown[0] == "  name       what"
    assert shown[1].startswith("  a          word word") and all(line.startswith(" " * 13) for line in shown[2:3])
    assert shown[-2:] == ["  long-name  " + "x" * 50 + "-", " " * 13 + "y" * 50]
    narrow = columns((), [("n" * 30, "it has a line of its own")], 40)
    assert narrow == ["  " + "n" * 30, "      it has a line of its own"]


def test_every_platform_is_in_one_group() -> None:
    groups = [e["within"] for e in list_platforms.entries()]
    assert len(groups) == len(readable(known_ids())) and set(groups) <= set(Within)
