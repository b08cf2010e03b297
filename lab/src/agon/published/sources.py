"""The literature as data: sources, their figures and their claims, as shipped in `data/`.

Figures are keyed like results: workload, platform, parameters, metric. A figure without a value has a note with the
reason.
"""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from agon.errors import UsageError
from agon.workloads.base import ParamValue

EVERY = "all"
"""In place of a source's id: all of them."""


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(_Fact):
    """A document: who measured what, on which machine, by which clock and protocol."""

    id: str
    citation: str
    year: int | None = None
    """None: undated."""
    title: str
    authors: list[str] = Field(min_length=1)
    published_in: str
    url: str
    workloads: list[str] = Field(min_length=1)
    machine: str
    software: list[str]
    clock: str
    protocol: str
    protocol_name: str
    """What `agon run --protocol` calls it."""
    notes: list[str] = Field(default_factory=list)
    metrics: dict[str, str]
    """Published metric -> the measured metric that stands for it."""


class Figure(_Fact):
    """One published number, or the published fact that there is none."""

    source: str
    table: str
    workload: str
    platform: str
    params: dict[str, ParamValue]
    metric: str
    value: float | None
    unit: str
    note: str

    @field_validator("params", mode="before")
    @classmethod
    def _parse_params(cls, text: Any) -> Any:
        if not isinstance(text, str):
            return text
        pairs = (part.split("=", 1) for part in text.split(";") if part)
        return {name: _number_or_word(value) for name, value in pairs}

    @field_validator("value", mode="before")
    @classmethod
    def _empty_is_none(cls, value: Any) -> Any:
        return None if value == "" else value

    @model_validator(mode="after")
    def _a_gap_has_a_reason(self) -> Figure:
        if self.value is None and not self.note:
            raise ValueError("a figure without a value needs a note that gives the reason")
        return self


class Claim(_Fact):
    """A statement of a source in words."""

    source: str
    section: str
    id: str
    claim: str


def _number_or_word(text: str) -> ParamValue:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _rows(name: str) -> list[dict[str, str]]:
    text = (files("agon.published") / "data" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


@cache
def _all_sources() -> dict[str, Source]:
    text = (files("agon.published") / "data" / "sources.toml").read_text(encoding="utf-8")
    entries = [Source.model_validate(entry) for entry in tomllib.loads(text)["source"]]
    return {entry.id: entry for entry in entries}


@cache
def _all_figures() -> tuple[Figure, ...]:
    return tuple(Figure.model_validate(row) for row in _rows("figures.csv"))


@cache
def _all_claims() -> tuple[Claim, ...]:
    return tuple(Claim.model_validate(row) for row in _rows("claims.csv"))


def sources() -> list[Source]:
    """Every source, in the order in which they are listed."""
    return list(_all_sources().values())


def source(name: str) -> Source:
    """The source of that id; UsageError lists those there are."""
    try:
        return _all_sources()[name]
    except KeyError:
        raise UsageError(f"no source '{name}'; there are {', '.join(_all_sources())}") from None


def figures(name: str) -> list[Figure]:
    """The published figures of one source, in its tables' order."""
    source(name)
    return [f for f in _all_figures() if f.source == name]


def claims(name: str) -> list[Claim]:
    """The claims of one source."""
    source(name)
    return [c for c in _all_claims() if c.source == name]
