"""platform.toml: what is read, and how mistakes are reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.places import PLATFORMS

from agon import home
from agon.errors import UsageError
from agon.platforms.manifest import read_manifest
from agon.platforms.registry import find, known_ids

GOOD = """
schema = 1
[platform]
id = "tiny"
name = "Tiny"
family = "actor"
language = "C"
homepage = "https://example.org"
licence = "MIT"
[versions]
default = "1"
[run]
command = ["{build}/tiny"]
[variants]
fast = "the fast one"
[workloads.token-ring]
variants = ["default", "fast"]
ceiling = { tokens = 100 }
ceiling_of = { fast = { tokens = 1000 } }
"""


def written(folder: Path, text: str) -> Path:
    (folder / "platform.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_whole_manifest_is_read(tmp_path: Path) -> None:
    manifest = read_manifest(written(tmp_path, GOOD))
    assert manifest.platform.id == "tiny"
    assert manifest.versions.all == ["1"]
    assert manifest.workloads["token-ring"].variants == ["default", "fast"]


def test_ceilings_of_a_variant_replace_the_general_one(tmp_path: Path) -> None:
    offer = read_manifest(written(tmp_path, GOOD)).workloads["token-ring"]
    assert offer.over("default", {"tokens": 100}) is None
    assert "ceiling 100" in (offer.over("default", {"tokens": 101}) or "")
    assert offer.over("fast", {"tokens": 1000}) is None
    assert offer.over("fast", {"tokens": 1001}) is not None


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("[run]", "[walk]"), "platform.toml: walk: there is no such key (docs/adding-a-platform.md)"),
        (("[run]", "[runn]"), "runn: there is no such key; did you mean 'run'? (docs/"),
        (("command = ", "comand = "), "run.comand: there is no such key; did you mean 'command'?"),
        (
            ("variants = [", "varients = ["),
            "workloads.token-ring.varients: there is no such key; did you mean 'variants'?",
        ),
        (("{build}", "{biuld}"), "run.command: there is no placeholder '{biuld}'; did you mean 'build'?"),
        (('licence = "MIT"', ""), "platform.licence: it is missing"),
        (('family = "actor"', 'family = "robot"'), "platform.family"),
        (('id = "tiny"', 'id = "Tiny!"'), "a-z, 0-9"),
        (('fast = "the fast one"', ""), "platform.toml: workloads.token-ring: variant 'fast' is not in [variants]"),
        (("schema = 1", "schema = 2"), "schema"),
        (("[run]", '[run]\nspeed = "high"'), "run.speed"),
        (("[run]", '[run]\nsteady = ["-f"]'), "run.steady"),
        (("[run]", '[run]\noptions_of = { fast = ["-f"] }'), "no '{options}'"),
        (("[run]", '[run]\ngrowth = ["-f"]'), "no '{growth}'"),
        (("[run]", '[run]\nheap = ["-f"]'), "no '{heap}'"),
        (("[run]", "[run]\nleast_memory_mb_of = { slow = 64 }"), "variant 'slow' is not in [variants]"),
        (("ceiling = {", 'unranked = { slow = "it rests" }\nceiling = {'), "variant 'slow' is not in [variants]"),
        (("ceiling = {", 'unranked = { fast = "" }\nceiling = {'), "unranked.fast"),
        (("ceiling = {", 'kind_of = { slow = "one thread" }\nceiling = {'), "variant 'slow' is not in [variants]"),
        (('default = "1"', 'default = "1"\nruntimes = ["java25"]'), "'{runtime}'"),
        (('default = "1"', 'default = "1"\nruntime_of = { "2" = "java25" }'), "version 2 is not offered"),
        (('default = "1"', 'default = "1"\nruntimes = ["25"]'), "runtime '25'"),
        (('default = "1"', 'default = "1"\nreleased = { "1" = "May 2023" }'), "versions.released.1"),
        (('default = "1"', 'default = "1"\nreleased = { "1" = "2023-13" }'), "versions.released.1"),
        (("schema = 1", "schema = "), "not valid TOML"),
    ],
)
def test_mistakes_name_the_file_and_the_key(tmp_path: Path, change: tuple[str, str], expected: str) -> None:
    with pytest.raises(UsageError, match=r"platform\.toml") as caught:
        read_manifest(written(tmp_path, GOOD.replace(*change)))
    assert expected in str(caught.value)


def test_braces_of_the_program_itself_are_no_placeholders(tmp_path: Path) -> None:
    read_manifest(written(tmp_path, GOOD.replace('"{build}/tiny"', '"{build}/tiny", "{ok}", "{threads}"')))


def test_the_message_on_a_folder_without_manifest_names_the_first_step(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="agon new platform"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    "path", sorted([*home.platforms().glob("*/platform.toml"), *PLATFORMS.glob("*/platform.toml")])
)
def test_every_manifest_of_the_tree_is_sound(path: Path) -> None:
    manifest = read_manifest(path.parent)
    for offer in manifest.workloads.values():
        for source in offer.sources:
            assert (path.parent / source).is_file(), source
    for extra in manifest.build.inputs:
        assert (path.parent / extra).exists(), extra


def test_a_parameter_may_be_restricted_with_a_reason(tmp_path: Path) -> None:
    more = 'only = { transport = { values = ["inproc", "ipc"], reason = "it has no TCP" } }\n'
    offer = read_manifest(written(tmp_path, GOOD + "[workloads.throughput]\n" + more)).workloads["throughput"]
    assert offer.beyond({"transport": "ipc", "size": 10}) is None
    assert offer.beyond({"transport": "tcp", "size": 10}) == "transport=tcp: it has no TCP"
    with pytest.raises(UsageError, match=r"only\.transport\.reason"):
        read_manifest(written(tmp_path, GOOD + more.replace(', reason = "it has no TCP"', "")))


def test_a_variant_may_need_memory(tmp_path: Path) -> None:
    run = read_manifest(written(tmp_path, GOOD.replace("[run]", "[run]\nleast_memory_mb_of = { fast = 64 }"))).run
    assert run.short_of_memory("fast", None) is None
    assert run.short_of_memory("fast", 64 << 20) is None
    assert run.short_of_memory("default", 1 << 20) is None
    assert run.short_of_memory("fast", 63 << 20) == "variant 'fast' needs 64 MiB of memory, the limit is 63 MiB"


ON_A_CHOSEN_JAVA = [
    path.parent.name for path in sorted(home.platforms().glob("*/platform.toml")) if "jvm/java.sh" in path.read_text()
]


@pytest.mark.parametrize("name", ON_A_CHOSEN_JAVA)
def test_what_runs_on_a_chosen_java_is_run_and_archived_by_that_java(name: str) -> None:
    manifest = read_manifest(home.platforms() / name)
    for runtime in {*manifest.versions.runtimes, *manifest.versions.runtime_of.values()} - {"path"}:
        assert (home.platforms() / "jvm" / "runtimes" / f"{runtime}.txt").is_file()
    chosen = "{build}/java/bin/java"
    assert manifest.run.command[0] == manifest.versions.installed[0] == manifest.versions.runtime_installed[0] == chosen
    commands = manifest.build.commands
    assert commands[0] == ["sh", "../jvm/java.sh", "{runtime}", "{build}"]
    assert "python3" in {need.command for need in manifest.needs}
    assert all(argv[0] == chosen for argv in commands if any("ArchiveClassesAtExit" in word for word in argv))


ON_JAVA = [name for name in known_ids() if "java" in Path((find(name).manifest.run.command or [""])[0]).name]
OPTIONS = "@{source}/../jvm/options"


def test_every_java_that_is_measured_is_one_of_those() -> None:
    assert {"akka", "jason", "java-threads", "madkit"} <= set(ON_JAVA)
    assert set(ON_A_CHOSEN_JAVA) <= set(ON_JAVA)


@pytest.mark.parametrize("name", ON_JAVA)
def test_what_a_virtual_machine_warns_of_is_no_standard_output(name: str) -> None:
    platform = find(name)
    manifest = platform.manifest
    started = [manifest.run.command, *manifest.build.commands]
    started += [argv for argv in (manifest.versions.installed, manifest.versions.runtime_installed) if argv]
    for argv in started:
        if Path(argv[0]).name == "java":
            assert argv[1] == OPTIONS
    options = (platform.folder / "../jvm/options").resolve()
    stamped = [(platform.folder / place).resolve() for place in manifest.build.inputs]
    assert options.is_file()
    assert any(options.is_relative_to(place) for place in stamped)


def test_a_release_is_that_of_what_was_found_else_of_what_was_asked_for(tmp_path: Path) -> None:
    dates = 'released = { "1" = "2021-09-14", "1.0.15" = "2025-04" }'
    versions = read_manifest(written(tmp_path, GOOD.replace('default = "1"', f'default = "1"\n{dates}'))).versions
    assert versions.release("1", "1.0.15") == "2025-04"
    assert versions.release("1", "1.0.16") == versions.release("1") == "2021-09-14"
    assert versions.release("2") == ""


NOT_FOUND = {"kameo", "ractor", "zenoh", "agon-actor", "agon-agentspeak", "agon-link"}
"""Of the first three no release could be dated, the others are Agon's own."""


@pytest.mark.parametrize("name", [n for n in known_ids() if n not in NOT_FOUND])
def test_every_offered_version_is_dated(name: str) -> None:
    manifest = find(name).manifest
    if manifest.supply is None:
        assert all(manifest.versions.release(version) for version in manifest.versions.all)
