"""What reaches a build from outside its sources."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from platforms.test_build import tiny

from agon.platforms.build import build, is_current
from agon.platforms.built import built_digest
from agon.platforms.compilers import compilers
from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform, find
from agon.platforms.surroundings import configuration, environment, recorded

FLAGS = (
    *("RUSTFLAGS", "RUSTDOCFLAGS", "RUSTC_WRAPPER", "CARGO_PROFILE_RELEASE_LTO", "CARGO_BUILD_TARGET"),
    *("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS", "CFLAGS", "CXXFLAGS", "LDFLAGS", "CC", "MAKEFLAGS"),
    *("GOFLAGS", "GOAMD64", "CGO_CFLAGS", "GOEXPERIMENT", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"),
    *("MAVEN_OPTS", "MAVEN_ARGS", "JAVAC_OPTS", "ERL_COMPILER_OPTIONS", "ERL_FLAGS", "ELIXIR_ERL_OPTIONS"),
    *("PYTHONPATH", "PYTHONOPTIMIZE", "NODE_OPTIONS", "LD_PRELOAD", "ENV", "BASH_ENV", "A_FLAG_OF_TOMORROW"),
)
FINDS = ("CARGO_HOME", "CARGO_REGISTRIES_OURS_INDEX", "GOPROXY", "JAVA_HOME", "https_proxy", "PIP_INDEX_URL", "CPATH")


def reached(platform: Platform) -> dict[str, str]:
    lines = (build_folder(platform) / "environment").read_text().splitlines()
    return dict(line.partition("=")[::2] for line in lines)


def test_only_what_finds_things_reaches_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*FLAGS, *FINDS):
        monkeypatch.setenv(name, "of-the-user")
    platform = tiny(tmp_path, script="env > {build}/environment")
    build(platform)
    names = reached(platform)
    assert not {name for name in FLAGS if names.get(name)}
    assert {name for name in FINDS if names.get(name) == "of-the-user"} == set(FINDS)
    assert {"PATH", "HOME"} <= set(names)


def test_flags_in_the_environment_change_neither_the_build_nor_its_stamp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform = tiny(tmp_path, script='printf %s \\"$RUSTFLAGS$JAVA_TOOL_OPTIONS\\" > {build}/flags')
    build(platform)
    before = built_digest(platform)
    for name in FLAGS:
        monkeypatch.setenv(name, "-Copt-level=0")
    assert is_current(platform)
    build(platform, force=True)
    assert (build_folder(platform) / "flags").read_text() == ""
    assert built_digest(platform) == before


def test_of_mavens_options_the_repository_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAVEN_OPTS", "-Xint -Dmaven.repo.local='/a b' -Dmaven.compiler.debug=true")
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Dhttps.proxyHost=p -XX:+UseSerialGC")
    assert environment(tiny(tmp_path))["MAVEN_OPTS"] == "-Dhttps.proxyHost=p '-Dmaven.repo.local=/a b'"
    monkeypatch.setenv("MAVEN_OPTS", "it's")  # no shell could read it
    assert "MAVEN_OPTS" not in environment(tiny(tmp_path)) or "it's" not in environment(tiny(tmp_path))["MAVEN_OPTS"]


def test_gos_proxy_is_found_in_its_file_and_its_flags_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "go-env"
    file.write_text("GOFLAGS=-gcflags=all=-N\nGOPROXY=https://proxy.example\nGOAMD64=v1\n")
    monkeypatch.setenv("GOENV", str(file))
    monkeypatch.delenv("GOPROXY", raising=False)
    found = environment(tiny(tmp_path))
    assert found["GOPROXY"] == "https://proxy.example"
    assert found["GOENV"] == "off"
    assert "GOFLAGS" not in found and "GOAMD64" not in found


def test_a_platform_may_name_what_else_its_build_finds_things_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDK_OF_TINY", "/opt/one")
    platform = tiny(tmp_path, script="env > {build}/environment")
    manifest = platform.folder / "platform.toml"
    manifest.write_text(manifest.read_text().replace("inputs =", 'environment = ["SDK_OF_TINY"]\ninputs ='))
    platform = find(str(platform.folder))
    build(platform)
    assert reached(platform)["SDK_OF_TINY"] == "/opt/one"
    monkeypatch.setenv("SDK_OF_TINY", "/opt/two")
    assert not is_current(platform)


@pytest.mark.parametrize(("name", "again"), [("CPATH", True), ("RUSTUP_TOOLCHAIN", True), ("https_proxy", False)])
def test_another_value_of_what_becomes_part_of_the_program_asks_for_another_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, again: bool
) -> None:
    monkeypatch.setenv(name, "/one")
    platform = tiny(tmp_path)
    build(platform)
    assert is_current(platform)
    monkeypatch.setenv(name, "/two")
    assert is_current(platform) is not again


def test_a_tool_is_configured_by_files_outside_which_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CARGO_HOME", str(home / "cargo"))
    platform = tiny(tmp_path, need="cargo")
    assert configuration(platform) == {}
    own, parents = home / "cargo" / "config.toml", tmp_path / ".cargo" / "config.toml"
    for file in (own, parents):
        file.parent.mkdir(parents=True)
        file.write_text("[profile.release]\nopt-level = 3\n")
    before = configuration(platform)
    assert set(before) == {str(own), str(parents)}
    own.write_text("[profile.release]\nopt-level = 0\n")
    changed = configuration(platform)
    assert changed[str(own)] != before[str(own)]
    assert changed[str(parents)] == before[str(parents)]
    assert configuration(tiny(tmp_path, need="sh")) == {}  # which cargo's files do not concern


def test_a_changed_configuration_asks_for_another_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    platform = tiny(tmp_path, need="python3")
    build(platform)
    assert is_current(platform)
    (tmp_path / ".pip").mkdir()
    (tmp_path / ".pip" / "pip.conf").write_text("[global]\n")
    assert not is_current(platform)
    build(platform)
    assert is_current(platform)


def test_without_a_home_folder_nothing_is_looked_for_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "CARGO_HOME", "XDG_CONFIG_HOME", "GOENV"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".npmrc").touch()
    (tmp_path / "elsewhere").mkdir()
    platform = tiny(tmp_path / "elsewhere", need="node")
    assert set(configuration(platform)) == {str(tmp_path / ".npmrc")}  # above the sources, not the current folder's
    assert "GOENV" in environment(platform)


def test_a_secret_is_not_recorded() -> None:
    values = {"CARGO_REGISTRIES_X_TOKEN": "t0p", "https_proxy": "http://ada:pw@proxy:3128", "PATH": "/usr/bin"}
    assert recorded(values) == {
        "CARGO_REGISTRIES_X_TOKEN": "(not recorded)",
        "PATH": "/usr/bin",
        "https_proxy": "http://...@proxy:3128",
    }


def test_a_virtual_machines_options_are_no_part_of_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "tiny-compiler").write_text('#!/bin/sh\necho "tiny 1 $JAVA_TOOL_OPTIONS"\n')
    (bin_folder / "tiny-compiler").chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}:{os.environ['PATH']}")
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx1g")
    assert compilers(tiny(tmp_path, need="tiny-compiler")) == {"tiny-compiler": "tiny 1"}
