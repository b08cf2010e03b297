"""`agon list`: what there is."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

import typer

from agon.cli import lines, list_platforms
from agon.cli.campaign import console
from agon.cli.jsonout import print_json
from agon.cli.tables import tabulate
from agon.run.reproductions import sources as reproducible
from agon.workloads.registry import all_workloads

Rows: TypeAlias = tuple[list[str], list[list[str]]]
"""A table: its headings, its rows."""


class What(StrEnum):
    """What can be listed."""

    workloads = "workloads"
    platforms = "platforms"
    sources = "sources"


def _workloads() -> list[dict[str, Any]]:
    return [
        {
            "id": w.id,
            "title": w.title,
            "summary": w.summary,
            "source": w.source,
            "parameters": [
                {"name": p.name, "meaning": p.meaning, "default": p.default, "low": p.low, "high": p.high}
                for p in w.parameters
            ],
            "presets": {p.name: [dict(params) for params in p.ladder] for p in w.presets},
            "metrics": [{"name": m.name, "unit": m.unit, "meaning": m.meaning} for m in w.metrics],
        }
        for w in all_workloads().values()
    ]


def _sources() -> list[dict[str, Any]]:
    from agon.published.sources import sources

    return [
        {
            "id": source.id,
            "year": source.year,
            "title": source.title,
            "authors": source.authors,
            "reproducible": source.id in reproducible(),
        }
        for source in sources()
    ]


def list_(
    what: What = typer.Argument(help="workloads, platforms or sources."),
    everything: bool = typer.Option(False, "--all", help="Of platforms: those, too, that no one command makes ready."),
    json: bool = typer.Option(False, "--json", help="As data (schema agon.list/1)."),
) -> None:
    """List workloads, platforms or sources of the literature."""
    found = {What.workloads: _workloads, What.platforms: list_platforms.entries, What.sources: _sources}[what]()
    if json:
        print_json({"schema_id": "agon.list/1", what.value: found})
        return
    width = lines.width(console, piped=lines.NARROW)
    if what is What.platforms:
        for line in list_platforms.text(found, width, everything=everything):
            console.print(line, markup=False, highlight=False, soft_wrap=True)
        return
    headers, rows = (_workload_table if what is What.workloads else _source_table)(found)
    console.print(tabulate(headers, rows), width=width)


def _workload_table(entries: list[dict[str, Any]]) -> Rows:
    rows = [
        [
            e["id"],
            e["summary"],
            e["source"],
            " ".join(f"{p['name']}={p['default']}" for p in e["parameters"]),
            ", ".join(e["presets"]),
        ]
        for e in entries
    ]
    return ["workload", "what it stresses", "source", "parameters (defaults)", "presets"], rows


def _source_table(entries: list[dict[str, Any]]) -> Rows:
    rows = [
        [e["id"], str(e["year"] or "undated"), e["title"], ", ".join(e["authors"]), _YES_NO[e["reproducible"]]]
        for e in entries
    ]
    return ["source", "year", "title", "authors", "reproducible here"], rows


_YES_NO = {True: "yes", False: "not yet"}


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("list", epilog="Example: ./agon list platforms --json")(list_)
