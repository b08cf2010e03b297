"""Labels taken apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from agon.results.labels import meant, without_edition, without_version


@pytest.mark.parametrize(
    ("label", "series", "platform"),
    [
        ("akka", "akka", "akka"),
        ("akka:safe@2.6.21", "akka:safe", "akka:safe"),
        ("akka@2.6.21+java25", "akka+java25", "akka"),
        ("akka:safe+java25", "akka:safe+java25", "akka:safe"),
        ("/a@b+c/my@2", "/a@b+c/my", "/a@b+c/my"),
    ],
)
def test_what_is_left_without_the_version(label: str, series: str, platform: str) -> None:
    assert without_version(label) == series
    assert without_edition(label) == platform


def test_a_platform_given_by_path_may_be_named_in_any_spelling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for end in ("base/my-go", "pr/my-go"):
        (tmp_path / end).mkdir(parents=True)
    folders = {f"{end}{edition}": str(tmp_path / end) for end in ("base/my-go", "pr/my-go") for edition in ("", ":x@2")}
    folders |= {"akka": "/agon/platforms/akka", "lone:fast": str(tmp_path / "pr/lone")}
    for text in ("base/my-go", "./base/my-go", "pr/../base/my-go/", str(tmp_path / "base/my-go")):
        assert meant(text, folders) == "base/my-go"
        assert meant(f"{text}:x@2", folders) == "base/my-go:x@2"
        assert meant(f"{text}:y", folders) is None
    assert meant("akka", folders) == "akka"
    assert meant("./pr/lone:fast", folders) == "lone:fast"
    assert meant("my-go", folders) is None  # it may be either
    assert meant("./nowhere/my-go", folders) is None
