"""`agon new platform`."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.places import REFERENCE

from agon.errors import UsageError
from agon.platforms.registry import find
from agon.platforms.scaffold import scaffold


def test_a_new_platform_is_a_platform(tmp_path: Path) -> None:
    folder = scaffold("mine", find(str(REFERENCE)), tmp_path)
    assert find(str(folder)).id == "mine"
    assert (folder / "main.py").exists()


@pytest.mark.parametrize("name", ["My Platform", "../up", "", "9lives"])
def test_bad_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        scaffold(name, find(str(REFERENCE)), tmp_path)
    assert list(tmp_path.glob("*/platform.toml")) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(UsageError, match="exists"):
        scaffold("mine", find(str(REFERENCE)), tmp_path)
