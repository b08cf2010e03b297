"""Does a platform that can be built in several ways really come out differently? A part of `agon check`."""

from __future__ import annotations

from collections.abc import Callable

from agon.platforms.build import build
from agon.platforms.built import built_digest
from agon.platforms.registry import Platform


def alike(platform: Platform, progress: Callable[[str], None]) -> str:
    """What is wrong with the platform's second build, which is made here; empty where it differs, or there is none."""
    first, *others = platform.builds(2)
    for other in others:
        build(other, progress)
        if built_digest(other) == built_digest(first):
            return "[build] layout: a second build has the same files as the first, whatever {seed} is"
    return ""
