"""`agon new platform`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.places import REFERENCE

from agon.errors import AgonError, UsageError
from agon.platforms.registry import find
from agon.scaffold.platform import begin_platform


def test_a_new_platform_is_a_platform(tmp_path: Path) -> None:
    folder = begin_platform("mine", find(str(REFERENCE)), tmp_path)
    assert find(str(folder)).id == "mine"
    assert (folder / "main.py").exists()


def test_nothing_is_left_of_what_is_no_platform(tmp_path: Path) -> None:
    like = tmp_path / "like"
    shutil.copytree(REFERENCE, like)
    found = find(str(like))
    (like / "platform.toml").write_text("schema = 1\n", encoding="utf-8")
    with pytest.raises(AgonError):
        begin_platform("mine", found, tmp_path / "new")
    assert not (tmp_path / "new" / "mine").exists()


@pytest.mark.parametrize("name", ["My Platform", "../up", "", "9lives"])
def test_bad_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        begin_platform(name, find(str(REFERENCE)), tmp_path)
    assert list(tmp_path.glob("*/platform.toml")) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(UsageError, match="exists"):
        begin_platform("mine", find(str(REFERENCE)), tmp_path)
