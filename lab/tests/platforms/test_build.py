"""Builds: once for each state of the sources, with failures told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from agon.errors import MissingError, UsageError
from agon.platforms.build import build, is_current
from agon.platforms.probe import build_folder, installed_version, probe
from agon.platforms.registry import Platform, find, known_ids

TOML = """
schema = 1
[platform]
id = "tiny"
name = "Tiny"
family = "actor"
language = "sh"
homepage = "https://example.org"
licence = "MIT"
[versions]
default = "1"
offered = ["2"]
installed = ["sh", "-c", "echo found {{version}}"]
[[needs]]
command = "{need}"
hint = "install {need} by hand"
[build]
commands = [["sh", "-c", "{script}"]]
inputs = ["../shared.txt"]
[run]
command = ["sh"]
[workloads.token-ring]
"""


def tiny(tmp_path: Path, script: str = "echo x >> {build}/log", need: str = "sh") -> Platform:
    folder = tmp_path / "tiny"
    folder.mkdir(exist_ok=True)
    (tmp_path / "shared.txt").write_text("one")
    (folder / "platform.toml").write_text(
        TOML.replace("{script}", script).replace("{need}", need).replace("{{", "{").replace("}}", "}")
    )
    return find(str(folder))


def test_it_builds_once_until_a_source_changes(tmp_path: Path) -> None:
    platform = tiny(tmp_path)
    log = build_folder(platform) / "log"
    for _ in range(3):
        build(platform)
    assert log.read_text() == "x\n"
    assert is_current(platform)
    (platform.folder / "new.c").write_text("int x;")
    assert not is_current(platform)
    build(platform)
    assert log.read_text() == "x\nx\n"


def test_what_it_shares_with_others_counts_as_a_source(tmp_path: Path) -> None:
    platform = tiny(tmp_path)
    build(platform)
    (tmp_path / "shared.txt").write_text("two")
    assert probe(platform).word == "not built"


def test_versions_are_built_apart(tmp_path: Path) -> None:
    platform = tiny(tmp_path)
    other = find(f"{platform.folder}@2")
    build(platform)
    assert not is_current(other)
    assert build_folder(other) != build_folder(platform)
    assert installed_version(other) == "found 2"


@pytest.mark.parametrize("name", known_ids())
def test_a_change_of_any_program_asks_for_a_new_build(name: str) -> None:
    platform = find(name)
    stamped = [(platform.folder / place).resolve() for place in [".", *platform.manifest.build.inputs]]
    for workload, offer in platform.manifest.workloads.items():
        for source in offer.sources:
            path = (platform.folder / source).resolve()
            assert path.is_file(), f"{workload}: {source}"
            assert any(path.is_relative_to(place) for place in stamped), (
                f"{workload}: {source} is no input of the build"
            )


def test_a_failing_build_shows_its_last_words_and_leaves_nothing_current(tmp_path: Path) -> None:
    platform = tiny(tmp_path, script="echo the reason >&2; exit 3")
    with pytest.raises(UsageError, match="the reason"):
        build(platform)
    assert not is_current(platform)


def with_header(tmp_path: Path, header: str) -> Platform:
    platform = tiny(tmp_path, need="g++")
    manifest = platform.folder / "platform.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace('command = "g++"', f'command = "g++"\nheader = "{header}"'), encoding="utf-8")
    return find(str(platform.folder))


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_a_header_is_looked_for_where_the_compiler_looks(tmp_path: Path) -> None:
    assert probe(with_header(tmp_path, "cstdio")).word == "not built"
    missing = with_header(tmp_path, "no/such/header.hpp")
    assert probe(missing).word == "missing no/such/header.hpp"
    with pytest.raises(MissingError, match=r"no/such/header.hpp: install g\+\+ by hand"):
        build(missing)


def test_a_missing_toolchain_is_named_with_its_hint(tmp_path: Path) -> None:
    platform = tiny(tmp_path, need="no-such-compiler")
    assert probe(platform).word == "missing no-such-compiler"
    with pytest.raises(MissingError, match="install no-such-compiler by hand"):
        build(platform)
