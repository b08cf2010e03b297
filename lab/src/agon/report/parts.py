"""The pieces a report is made of, whatever the format: texts in tables, figures with their data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

Spec: TypeAlias = dict[str, Any]
"""A Vega-Lite specification as plain JSON."""

Facts: TypeAlias = tuple[tuple[str, str], ...]
"""Names and what they are."""

Tone: TypeAlias = Literal["", "best", "failed", "missing", "good", "bad", "open"]


NOTHING = "\u2013"
"""What a table shows where there is no value: an en dash."""


class Item(NamedTuple):
    """One cell of a table: its text and how it is meant."""

    text: str
    tone: Tone = ""
    detail: str = ""
    """A second line in small print: a reason, a range."""


class Column(NamedTuple):
    """A column's heading; numbers are set flush right."""

    name: str
    numeric: bool = False


@dataclass(frozen=True)
class Table:
    """A table with a caption. Every row has as many items as there are columns; the first column heads the row."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Item, ...], ...]
    metric: str = ""
    """The metric it shows, if it shows one."""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.caption}: a row has {len(row)} items, not {len(self.columns)}")


@dataclass(frozen=True)
class Panel:
    """One drawing of a figure."""

    title: str
    spec: Spec
    label: str = ""
    """The platform that the whole drawing is about, if it is about one."""


@dataclass(frozen=True)
class Figure:
    """A chart of one or more panels, with the table of what it shows."""

    id: str
    title: str
    description: str
    """The text for a reader who cannot see it."""
    panels: tuple[Panel, ...]
    legend: tuple[str, ...]
    """Platform labels, or empty where rows are named in the drawing."""
    table: Table
    notes: tuple[str, ...] = ()
    source: str = ""
    """The figure of the literature it answers to."""
    wide: bool = False
    """Takes the whole width: its panels stand side by side."""
