"""One colour and one shape a platform, the same in every chart of a report.

The colours themselves live in the style sheet, once for each theme; here is only who gets which. Eight hues that
colour-blind readers distinguish, seven shapes: 56 platforms before a pair repeats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

HUES = 8
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right")


@dataclass(frozen=True)
class Palette:
    """Who gets which colour and shape; `labels` in the experiment's order."""

    labels: tuple[str, ...]

    @classmethod
    def of(cls, labels: Sequence[str]) -> Palette:
        return cls(tuple(dict.fromkeys(labels)))

    def hue(self, label: str) -> int:
        """Index into the theme's colours."""
        return self.labels.index(label) % HUES

    def shape(self, label: str) -> str:
        """A Vega shape name."""
        return SHAPES[self.labels.index(label) % len(SHAPES)]
