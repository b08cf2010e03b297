"""Platforms that no registry holds: rows without programs, and those that are built against a jar of the user's."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from agon.cli.campaign import make_those_ready, require
from agon.errors import MissingError, UsageError
from agon.platforms.build import build, is_current
from agon.platforms.install import install, supply
from agon.platforms.probe import build_folder, jar_folder, probe
from agon.platforms.registry import Platform, find, known_ids
from agon.published.sources import figures, sources

HEAD = """
schema = 1
[platform]
id = "tiny"
name = "Tiny"
family = "agent"
language = "sh"
homepage = "https://example.org"
licence = "MIT"
[versions]
default = "1"
"""
WITH_JAR = """
[supply]
where = "https://example.org/tiny"
jar = "tiny-1.jar"
[build]
commands = [["sh", "-c", "ls {jars} > {build}/found"]]
[run]
command = ["sh"]
[workloads.token-ring]
"""


def tiny(tmp_path: Path, tail: str) -> Platform:
    folder = tmp_path / "tiny"
    folder.mkdir(exist_ok=True)
    (folder / "platform.toml").write_text(HEAD + tail)
    return find(str(folder))


def jar(path: Path, text: str = "one") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("text", text)
    return path


def test_a_jar_is_asked_for_before_anything_is_built(tmp_path: Path) -> None:
    platform = tiny(tmp_path, WITH_JAR)
    readiness = probe(platform)
    assert (readiness.word, readiness.obtainable) == ("not obtainable", False)
    assert readiness.mend == "./agon install tiny --jar FILE"
    for attempt in (lambda: build(platform), lambda: install([platform], print), lambda: require([platform])):
        with pytest.raises(
            MissingError, match=r"get tiny-1.jar \(https://example.org/tiny\), then: ./agon install tiny"
        ):
            attempt()


def test_with_its_jar_it_is_built_and_built_again_for_another(tmp_path: Path) -> None:
    platform = tiny(tmp_path, WITH_JAR)
    supply(platform, [jar(tmp_path / "tiny-1.jar")])
    install([platform], lambda _: None)
    assert (build_folder(platform) / "found").read_text() == "tiny-1.jar\n"
    assert probe(platform).word == "ready"
    supply(platform, [jar(tmp_path / "other.jar", "two")])
    assert [path.name for path in jar_folder(platform).iterdir()] == ["other.jar"]
    assert not is_current(platform)


def test_a_file_that_is_no_jar_is_refused_and_the_old_one_stays(tmp_path: Path) -> None:
    platform = tiny(tmp_path, WITH_JAR)
    supply(platform, [jar(tmp_path / "tiny-1.jar")])
    (tmp_path / "text.jar").write_text("no archive")
    for name, expected in (("text.jar", "not a jar"), ("gone.jar", "no such file")):
        with pytest.raises(UsageError, match=f"{expected}; wanted is tiny-1.jar"):
            supply(platform, [tmp_path / name])
    assert probe(platform).supply == ""


def test_a_platform_from_a_registry_takes_no_jar(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="erlang is not built from a jar of yours"):
        supply(find("erlang"), [jar(tmp_path / "a.jar")])


def test_a_row_has_no_programs(tmp_path: Path) -> None:
    row = tiny(tmp_path, '[supply]\nwhere = "its authors"\n')
    assert probe(row).mend is None
    with pytest.raises(MissingError, match="Agon has no program for it, only its published figures; see its authors"):
        install([row], print)
    with pytest.raises(UsageError, match="leave out"):
        tiny(tmp_path, WITH_JAR.replace('jar = "tiny-1.jar"', ""))
    with pytest.raises(UsageError, match=r"give \[run\] command"):
        tiny(tmp_path, "")


def test_what_cannot_be_had_is_left_out_with_the_way_to_supply_it(tmp_path: Path) -> None:
    ready, left_out, _ = make_those_ready([tiny(tmp_path, WITH_JAR)])
    assert ready == []
    assert left_out[0].kind == "not obtainable"
    assert "--jar FILE" in left_out[0].reason


def test_every_platform_of_the_literature_has_its_row() -> None:
    """Those that are not platforms of their own (a mode of OPAL, bare brokers) and those of later workloads apart."""
    apart = {"opal-microagents", "activemq", "zeromq"}
    later = {"kilim", "jetlang", "scala-actors", "jade"}
    named = {f.platform.partition(":")[0].partition("@")[0] for s in sources() for f in figures(s.id)}
    assert named - apart - later <= set(known_ids())


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["install", "3apl"], 3, "no registry holds it"),
        (["install", "erlang", "go", "--jar", "x.jar"], 2, "name the one platform"),
        (["run", "token-ring", "-p", "goal"], 3, "goal is not here: no registry holds it"),
        (["doctor", "korus"], 3, "not obtainable"),
    ],
)
def test_the_command_line_answers_with_one_message(words: list[str], code: int, expected: str) -> None:
    done = subprocess.run([sys.executable, "-m", "agon", *words], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert expected in " ".join((done.stdout + done.stderr).split())
