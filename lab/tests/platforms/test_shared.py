"""What compilers keep between builds is not used in a copied or moved checkout."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from agon.platforms.probe import shared_folder
from agon.platforms.shared import keep_own


def compiled() -> Path:
    made = shared_folder() / "rust" / "release" / "program"
    made.parent.mkdir(parents=True, exist_ok=True)
    made.touch()
    return made


def test_it_stays_where_it_was_made() -> None:
    messages: list[str] = []
    keep_own(messages.append)
    made = compiled()
    keep_own(messages.append)
    assert made.exists() and messages == []


def test_what_was_never_marked_is_taken_for_this_folders() -> None:
    made = compiled()
    keep_own(pytest.fail)
    assert made.exists()


@pytest.mark.parametrize("how", [shutil.copytree, Path.rename])
def test_in_a_copied_or_moved_checkout_it_is_removed_once(
    own_state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: object
) -> None:
    keep_own(lambda _: None)
    compiled()
    before = shared_folder()
    after = tmp_path / "elsewhere"
    assert callable(how)
    how(own_state, after)
    monkeypatch.setenv("AGON_STATE", str(after))
    assert (shared_folder() / "rust/release/program").exists()
    messages: list[str] = []
    keep_own(messages.append)
    assert not (shared_folder() / "rust").exists()
    assert len(messages) == 1 and f"was made in {before}" in messages[0]
    made = compiled()
    keep_own(messages.append)
    assert made.exists() and len(messages) == 1
