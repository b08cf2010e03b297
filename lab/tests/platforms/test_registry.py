"""Names, variants, versions and paths of platforms."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from support.places import FAKES, REFERENCE

from agon import home
from agon.errors import UsageError
from agon.platforms.registry import find, find_all, known_ids, split


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("erlang", ("erlang", None, None, None)),
        ("erlang:functions", ("erlang", "functions", None, None)),
        ("akka@2.6.20", ("akka", None, "2.6.20", None)),
        ("akka:functions@2.6.20", ("akka", "functions", "2.6.20", None)),
        ("./my-platform", ("./my-platform", None, None, None)),
        ("/a:b@c/my:fast@2", ("/a:b@c/my", "fast", "2", None)),
        ("akka+java25", ("akka", None, None, "java25")),
        ("akka:functions@2.6.20+java25", ("akka", "functions", "2.6.20", "java25")),
        ("akka@1.0+2", ("akka", None, "1.0+2", None)),
        ("./c++", ("./c++", None, None, None)),
        ("/a+b/my@2+fast", ("/a+b/my", None, "2", "fast")),
    ],
)
def test_a_spec_is_taken_apart(spec: str, parts: tuple[str, str | None, str | None, str | None]) -> None:
    assert split(spec) == parts


def test_a_folder_outside_the_tree_is_a_platform() -> None:
    platform = find(f"{FAKES}:hang")
    assert (platform.id, platform.variant, platform.label, platform.outside) == ("fakes", "hang", "fakes:hang", True)


def test_the_first_variant_of_a_workload_is_its_default() -> None:
    assert find(str(FAKES)).variant_for("token-ring") == "crash"
    assert find(f"{FAKES}:hang").variant_for("token-ring") == "hang"


def test_folders_with_one_id_are_distinguished_by_the_ends_of_their_paths(tmp_path: Path) -> None:
    folders = [tmp_path / end for end in ("base/my-go", "pr/my-go", "old/base/my-go", "old/pr/my-go")]
    for folder in folders:
        shutil.copytree(REFERENCE, folder)
    labels = [p.label for p in find_all([str(f) for f in folders[:2]])]
    assert labels == ["base/my-go", "pr/my-go"]
    version = find(str(REFERENCE)).version
    labels = [p.label for p in find_all([f"{f}@{version}" for f in folders[:2]])]
    assert labels == [f"base/my-go@{version}", f"pr/my-go@{version}"]
    labels = [p.label for p in find_all([str(f) for f in folders[1:3]])]
    assert labels == ["pr/my-go", "base/my-go"]
    labels = [p.label for p in find_all([str(f) for f in folders])]
    assert labels == [f"{tmp_path.name}/base/my-go", f"{tmp_path.name}/pr/my-go", "old/base/my-go", "old/pr/my-go"]


def test_a_folder_is_distinguished_from_the_platform_of_its_name(tmp_path: Path) -> None:
    shutil.copytree(home.platforms() / "go", tmp_path / "go", ignore=lambda *_: {"target"})
    assert [p.label for p in find_all(["go", str(tmp_path / "go")])] == ["go", f"{tmp_path.name}/go"]
    assert [p.label for p in find_all([str(tmp_path / "go")])] == ["go"]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("erlnag", "Did you mean 'erlang'"),
        ("erlang:subactor", "has no variant 'subactor'"),
        ("go:subactors", "go has no variants"),
        ("erlang@99", "has no version 99; it offers"),
        ("akka+java1", "has no runtime java1; it offers java17, path"),
        ("erlang+java25", "has no runtime java25; it offers none but its own"),
        ("./nowhere", "no such folder"),
        ("", "names no platform"),
    ],
)
def test_messages_on_mistakes_name_what_there_is(spec: str, expected: str) -> None:
    with pytest.raises(UsageError) as caught:
        find(spec)
    assert expected in str(caught.value)


def test_naming_a_platform_twice_counts_once_and_two_versions_are_two() -> None:
    assert len(find_all(["erlang", "erlang"])) == 1
    assert [p.label for p in find_all(["akka@2.6.21", "akka@2.6.20"])] == ["akka@2.6.21", "akka@2.6.20"]


def test_one_platform_under_two_spellings_is_refused() -> None:
    with pytest.raises(UsageError, match="named twice"):
        find_all(["erlang", "erlang:default"])


def test_every_id_can_be_found() -> None:
    assert [find(name).id for name in known_ids()] == known_ids()


def test_a_runtime_follows_the_version_and_is_part_of_the_label() -> None:
    named, plain = find("akka:functions@2.6.20+java17"), find("akka")
    assert (named.version, named.runtime, named.label) == ("2.6.20", "java17", "akka:functions@2.6.20+java17")
    assert (plain.version, plain.runtime, plain.label) == ("2.6.21", "java25", "akka")
    assert (find("akka+java17").to_install, plain.to_install) == ("akka+java17", "akka")
    assert named.to_install == "akka@2.6.20+java17"


def test_a_version_that_needs_a_runtime_has_it_unless_another_is_asked_for() -> None:
    needed, asked = find("jason@3.3.0"), find("jason@3.3.0+java21")
    assert (needed.runtime, needed.edition) == ("java25", "3.3.0")
    assert (asked.runtime, asked.edition) == ("java21", "3.3.0+java21")


def test_a_version_may_hold_what_looks_like_a_runtime(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(REFERENCE, copy)
    toml = copy / "platform.toml"
    toml.write_text(re.sub(r'default = "[^"]*"', 'default = "1+beta"', toml.read_text(), count=1))
    platform = find(f"{copy}@1+beta")
    assert (platform.version, platform.runtime, platform.label) == ("1+beta", "", "reference@1+beta")
