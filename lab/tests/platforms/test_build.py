"""Builds: once for each state of the sources, with failures reported."""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from agon.cli.campaign import make_those_ready
from agon.errors import AgonError, MissingError, UsageError
from agon.platforms.build import build, is_current
from agon.platforms.probe import build_folder, installed_runtime, installed_version, probe
from agon.platforms.ready import Step, make_ready
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
runtimes = ["slow"]
runtime_installed = ["sh", "-c", "echo on {{runtime}}"]
installed = ["sh", "-c", "echo found {{version}}"]
[[needs]]
command = "{need}"
hint = "install {need} by hand"
[build]
commands = [["sh", "-c", "{script}", "{{runtime}}"]]
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


def copied(platform: Platform, monkeypatch: pytest.MonkeyPatch, how: Callable[[Path, Path], object]) -> Path:
    """The state folder goes to another place; where it was."""
    before = Path(os.environ["AGON_STATE"])
    after = before.with_name("elsewhere")
    how(before, after)
    monkeypatch.setenv("AGON_STATE", str(after))
    assert build_folder(platform).is_relative_to(after)
    return before


@pytest.mark.parametrize("how", [shutil.copytree, Path.rename])
def test_a_copied_or_moved_build_is_made_again_and_gives_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: Callable[[Path, Path], object]
) -> None:
    platform = tiny(tmp_path, script="mkdir {build}/made && echo x >> {build}/log")  # fails over what was there
    build(platform)
    before = copied(platform, monkeypatch, how)
    assert (build_folder(platform) / "made").exists()
    assert probe(platform).word == "not built"
    messages: list[str] = []
    build(platform, messages.append)
    assert f"its build was made in {before}" in messages[0] and "building it again" in messages[0]
    assert (build_folder(platform) / "log").read_text() == "x\n"
    assert is_current(platform)


def test_a_copied_build_that_was_never_complete_is_removed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    platform = tiny(tmp_path, script="mkdir {build}/cache && exit 3")
    with pytest.raises(UsageError, match="status 3"):
        build(platform)
    copied(platform, monkeypatch, shutil.copytree)
    with pytest.raises(UsageError, match="status 3"):  # not 1: no cache was in the way
        build(platform)


def test_it_is_shown_why_a_copy_builds_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    platform = tiny(tmp_path)
    build(platform)
    before = copied(platform, monkeypatch, shutil.copytree)
    steps: list[Step] = []
    assert make_ready([platform], steps.append) == {}
    assert [step.word for step in steps][1:] == ["ready"]
    assert f"was built in {before}" in steps[0].word


def test_a_file_that_an_archive_has_on_record_may_not_change(tmp_path: Path) -> None:
    platform = tiny(tmp_path, script="mkdir -p {build}/lib && echo 1 > {build}/lib/a.jar")
    manifest = platform.folder / "platform.toml"
    manifest.write_text(manifest.read_text().replace("inputs =", 'kept = ["lib/*.jar"]\ninputs ='))
    platform = find(str(platform.folder))
    jar = build_folder(platform) / "lib" / "a.jar"
    build(platform)
    assert is_current(platform)
    os.utime(jar, (1, 1))
    assert not is_current(platform)
    build(platform)
    assert is_current(platform)
    jar.unlink()
    assert not is_current(platform)
    build(platform)
    jar.with_name("b.jar").touch()
    assert not is_current(platform)


@pytest.mark.parametrize("stamp", ["", "{", "[]", "{}", '{"folder": 1}'])
def test_a_stamp_that_cannot_be_read_is_none(tmp_path: Path, stamp: str) -> None:
    platform = tiny(tmp_path)
    build(platform)
    (build_folder(platform) / ".agon-built").write_text(stamp)
    assert not is_current(platform)
    build(platform)
    assert is_current(platform)


ARCHIVED = [
    name for name in known_ids() if any("SharedArchiveFile={build}" in word for word in find(name).manifest.run.command)
]


def test_some_platforms_have_an_archive_of_classes() -> None:
    assert {"akka", "pekko", "scala-actors"} <= set(ARCHIVED)


@pytest.mark.parametrize("name", ARCHIVED)
def test_what_an_archive_of_classes_depends_on_is_kept(name: str) -> None:
    kept = find(name).manifest.build.kept
    assert set(kept) == {"lib/*.jar", "classes.jsa", "java/lib/modules", "java/lib/server/classes.jsa"}


def test_versions_are_built_apart(tmp_path: Path) -> None:
    platform = tiny(tmp_path)
    other = find(f"{platform.folder}@2")
    build(platform)
    assert not is_current(other)
    assert build_folder(other) != build_folder(platform)
    assert installed_version(other) == "found 2"


def test_runtimes_are_built_apart_and_the_build_receives_which(tmp_path: Path) -> None:
    platform = tiny(tmp_path, script="echo {{runtime}} >> {build}/log")
    other = find(f"{platform.folder}+slow")
    build(platform)
    assert not is_current(other)
    build(other)
    assert is_current(platform)
    assert (build_folder(other) / "log").read_text() == "slow\n"
    assert (build_folder(platform) / "log").read_text() == "\n"
    assert (installed_version(other), installed_runtime(other)) == ("found 1", "on slow")


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


def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """A compiler of our own on PATH."""
    program = tmp_path / "bin" / "tiny-compiler"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    if str(program.parent) not in os.environ["PATH"]:
        monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")


def test_another_version_of_the_compiler_asks_for_a_new_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler(tmp_path, monkeypatch, "echo tiny 1.0")
    platform = tiny(tmp_path, need="tiny-compiler")
    build(platform)
    assert is_current(platform)
    assert "tiny 1.0" in (build_folder(platform) / ".agon-built").read_text()
    compiler(tmp_path, monkeypatch, "echo tiny 1.0.1")
    assert probe(platform).word == "not built"
    build(platform)
    assert is_current(platform)
    assert (build_folder(platform) / "log").read_text() == "x\nx\n"


def test_a_compiler_without_a_version_is_known_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler(tmp_path, monkeypatch, "exit 1")
    platform = tiny(tmp_path, need="tiny-compiler")
    build(platform)
    assert is_current(platform)
    compiler(tmp_path, monkeypatch, "exit 1  # newer")
    assert not is_current(platform)


LONG = (
    "trap '' TERM; sleep 600 & echo $! > {build}/group; setsid sleep 600 & echo $! > {build}/apart; "
    "sleep 600; sleep 600"
)


def limited(tmp_path: Path, seconds: float) -> Platform:
    """Its build takes ten minutes, ignores requests to end, and starts a process that leaves its group."""
    platform = tiny(tmp_path, script=LONG)
    manifest = platform.folder / "platform.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(text.replace("inputs =", f"time_limit_s = {seconds}\ninputs ="), encoding="utf-8")
    return find(str(platform.folder))


def soon(true: Callable[[], bool], seconds: float = 60) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.02)


def begun(platform: Platform) -> bool:
    """Has it written who they are? A shell makes the file before it writes to it."""
    files = [build_folder(platform) / name for name in ("group", "apart")]
    return all(file.exists() and file.read_text().strip() for file in files)


def all_ended(platform: Platform) -> bool:
    """Have the processes that the build has started ended? A zombie has."""
    for name in ("group", "apart"):
        stat = Path("/proc", (build_folder(platform) / name).read_text().strip(), "stat")
        if stat.exists() and ") Z " not in stat.read_text():
            return False
    return True


def test_a_build_ends_at_its_time_limit_with_all_that_it_started(tmp_path: Path) -> None:
    platform = limited(tmp_path, 1)
    began = time.monotonic()
    with pytest.raises(UsageError, match=r"ended after 1 s \(\[build\] time_limit_s"):
        build(platform)
    assert time.monotonic() - began < 30
    soon(lambda: all_ended(platform))
    assert not is_current(platform)


def test_ctrl_c_ends_a_build_with_all_that_it_started(tmp_path: Path) -> None:
    platform = limited(tmp_path, 600)
    thread = threading.Thread(target=lambda: (soon(lambda: begun(platform)), os.kill(os.getpid(), signal.SIGINT)))
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        build(platform)
    thread.join()
    soon(lambda: all_ended(platform))


def test_ctrl_c_ends_builds_side_by_side(tmp_path: Path) -> None:
    platform = limited(tmp_path, 600)
    thread = threading.Thread(target=lambda: (soon(lambda: begun(platform)), os.kill(os.getpid(), signal.SIGINT)))
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        make_those_ready([platform, platform, platform])  # two wait for the first one's lock
    thread.join()
    soon(lambda: all_ended(platform))


def test_who_waits_for_another_labs_build_can_be_stopped(tmp_path: Path) -> None:
    platform = limited(tmp_path, 600)
    stop = threading.Event()
    errors: list[str] = []

    def attempt() -> None:
        try:
            build(platform, stop=stop)
        except AgonError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=attempt) for _ in range(2)]
    for thread in threads:
        thread.start()
    soon(lambda: begun(platform))
    stop.set()
    for thread in threads:
        thread.join(30)
    assert sorted(text.rpartition(": ")[2] for text in errors) == [
        "its build was stopped",
        "stopped while another lab was building there",
    ]
    soon(lambda: all_ended(platform))


@pytest.fixture
def profiled(tmp_path: Path) -> Platform:
    """A platform whose build writes down its profile."""
    return tiny(tmp_path, "echo {profile} >> {build}/log")


def test_a_quick_build_is_another_one_and_is_never_what_is_measured(profiled: Platform) -> None:
    quick = profiled.built_quickly()
    build(quick)
    assert (build_folder(quick) / "log").read_text() == "quick\n"
    assert is_current(quick)
    assert not is_current(profiled)
    build(profiled)
    assert (build_folder(profiled) / "log").read_text() == "release\n"
    assert (build_folder(quick) / "log").read_text() == "quick\n"


def test_a_platform_may_name_the_profile_that_is_measured(profiled: Platform) -> None:
    manifest = profiled.folder / "platform.toml"
    manifest.write_text(manifest.read_text().replace("inputs = [", 'profile = "large"\ninputs = ['))
    named = find(str(profiled.folder))
    assert named.profile == "large"
    assert named.built_quickly().profile == "quick"


def test_what_is_built_in_one_way_only_has_no_quick_build(tmp_path: Path) -> None:
    platform = tiny(tmp_path)
    assert platform.built_quickly() == platform


def test_a_missing_toolchain_of_a_quick_build_is_installed_for_that(profiled: Platform) -> None:
    assert probe(profiled.built_quickly()).mend == f"./agon install {profiled.folder} --quick"
    assert probe(profiled).mend == f"./agon install {profiled.folder}"


def test_all_platforms_in_rust_have_a_quick_build() -> None:
    in_rust = [p for name in known_ids() if (p := find(name)).manifest.platform.language == "Rust"]
    assert len(in_rust) > 5
    assert all(platform.manifest.build.has_profiles for platform in in_rust)
