"""Labels taken apart."""

from __future__ import annotations

import pytest

from agon.results.labels import without_edition, without_version


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
