"""Platforms without a program: all of them are entries of one file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.places import REFERENCE

from agon import home
from agon.errors import UsageError
from agon.platforms import published_only
from agon.platforms.registry import find, known_ids

IDS = ["2apl", "3apl", "agentslang", "goal", "korus", "opal", "semaine", "vhtoolkit"]
GOOD = """
schema = 1
[platforms.tiny]
name = "Tiny"
family = "agent"
language = "sh"
homepage = "https://example.org"
licence = "MIT"
summary = "Small."
version = "2"
where = "its authors"
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with one platform that has a program, and the file."""
    shutil.copytree(REFERENCE, tmp_path / "root" / "platforms" / "reference")
    monkeypatch.setenv("AGON_ROOT", str(tmp_path / "root"))
    written(tmp_path / "root", GOOD)
    return tmp_path / "root"


def written(root: Path, text: str) -> None:
    (root / "platforms" / published_only.NAME).write_text(text)


def agon(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "agon", *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"AGON_ROOT": str(root), "COLUMNS": "200"},
        cwd=root,
    )


def test_the_tree_has_these() -> None:
    assert list(published_only.entries()) == IDS
    assert set(IDS) <= set(known_ids())
    for name in IDS:
        platform = find(name)
        assert (platform.id, platform.manifest.runs, platform.outside) == (name, False, False)
        assert not (home.platforms() / name).exists()
    assert all(find(name).manifest.runs for name in known_ids() if name not in IDS)


def test_an_entry_is_what_a_platform_toml_would_contain(root: Path) -> None:
    manifest = find("tiny").manifest
    about = manifest.platform
    assert (about.id, about.name, about.family, about.language) == ("tiny", "Tiny", "agent", "sh")
    assert (about.homepage, about.licence, about.summary) == ("https://example.org", "MIT", "Small.")
    assert manifest.versions.all == ["2"]
    assert manifest.supply is not None
    assert "see its authors" in manifest.supply.how("tiny")
    assert known_ids() == ["reference", "tiny"]


def test_a_tree_without_the_file_has_none(root: Path) -> None:
    (root / "platforms" / published_only.NAME).unlink()
    assert known_ids() == ["reference"]
    with pytest.raises(UsageError, match="no platform 'tiny'"):
        find("tiny")


def test_a_version_that_it_has_not_is_refused(root: Path) -> None:
    with pytest.raises(UsageError, match=r"no version 3; it offers 2 \(platforms/published-only.toml\)"):
        find("tiny@3")


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("licence", "license", r"platforms.tiny: (licence: it is missing|license: there is no such key)"),
        ('summary = "Small."', "", "platforms.tiny: summary: it is missing"),
        ('"agent"', '"agents"', "platforms.tiny: family: Input should be 'actor', 'agent' or 'messaging'"),
        ('"2"', "2", "platforms.tiny: version: Input should be a valid string"),
        (
            'where = "its authors"',
            'where = "it"\nwherre = "there"',
            "wherre: there is no such key; did you mean 'where'",
        ),
    ],
)
def test_a_mistake_in_an_entry_is_named_with_its_key(root: Path, old: str, new: str, error: str) -> None:
    written(root, GOOD.replace(old, new))
    with pytest.raises(UsageError, match=rf"published-only.toml: .*{error}"):
        find("tiny")
    assert known_ids() == ["reference", "tiny"], "the other platforms are there all the same"


def test_an_id_is_plain(root: Path) -> None:
    written(root, GOOD.replace("platforms.tiny", 'platforms."Tiny!"'))
    with pytest.raises(UsageError, match=r"published-only.toml: platforms.Tiny!: .*use a-z, 0-9 and '-'"):
        find("Tiny!")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("schema = 1\n[platforms.tiny", "not valid TOML"),
        (GOOD.replace("schema = 1", "schema = 2"), "schema: Input should be 1"),
        (
            GOOD.replace("[platforms.tiny]", "[platform.tiny]"),
            "platform: there is no such key; did you mean 'platforms'",
        ),
        ("schema = 1\nplatforms = 3\n", "platforms: Input should be a valid dictionary"),
        (GOOD.replace("tiny", "reference"), "platforms.reference: a folder has that platform, too: remove one"),
    ],
)
def test_a_broken_file_is_one_error_and_no_obstacle_to_platforms_with_a_folder(
    root: Path, text: str, error: str
) -> None:
    written(root, text)
    with pytest.raises(UsageError, match=error):
        known_ids()
    assert find("reference").manifest.runs


def test_the_command_line_passes_a_broken_entry_over_and_names_a_broken_file_once(root: Path) -> None:
    written(root, GOOD.replace('"agent"', '"agents"'))
    listed = agon(root, "list", "platforms")
    assert listed.returncode == 0
    assert "reference" in listed.stdout
    assert "passed over: " in " ".join(listed.stderr.split())  # lines break at a long path
    assert listed.stderr.count("platforms.tiny: family") == 1
    written(root, "schema = ")
    broken = agon(root, "list", "platforms")
    assert broken.returncode == 2
    assert "".join(broken.stderr.split()).count("notvalidTOML") == 1
    assert "Traceback" not in broken.stderr


def test_there_is_no_program_to_copy(root: Path) -> None:
    done = agon(root, "new", "platform", "mine", "--like", "tiny")
    assert done.returncode == 2
    assert "tiny has no program to copy" in " ".join(done.stderr.split())
