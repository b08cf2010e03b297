"""`agon list`: what there is."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeAlias

import typer

from agon.cli import lines
from agon.cli.campaign import console, readable
from agon.cli.jsonout import print_json
from agon.cli.tables import tabulate
from agon.platforms.offers import outlook
from agon.platforms.probe import probe
from agon.platforms.registry import known_ids
from agon.results.age import with_age
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


def _platforms() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for platform in readable(known_ids()):
        manifest = platform.manifest
        readiness = probe(platform)
        entries.append(
            {
                "id": platform.id,
                "name": manifest.platform.name,
                "family": manifest.platform.family,
                "language": manifest.platform.language,
                "licence": manifest.platform.licence,
                "homepage": manifest.platform.homepage,
                "versions": manifest.versions.all,
                "released": {v: day for v in manifest.versions.all if (day := manifest.versions.release(v))},
                "runtimes": manifest.versions.runtimes,
                "variants": manifest.variants,
                "workloads": {w: str(outlook(readiness, w)) for w in all_workloads()},
                "ready": readiness.word,
                "mend": readiness.mend,
                "supply": readiness.supply or None,
            }
        )
    return entries


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
    json: bool = typer.Option(False, "--json", help="As data (schema agon.list/1)."),
) -> None:
    """List workloads, platforms or sources of the literature."""
    entries = {What.workloads: _workloads, What.platforms: _platforms, What.sources: _sources}[what]()
    if json:
        print_json({"schema_id": "agon.list/1", what.value: entries})
        return
    for headers, rows in _TABLES[what](entries):
        console.print(tabulate(headers, rows))
    if what is What.platforms:
        for line in _reasons(entries):
            lines.print_line(console, line)


def _workload_tables(entries: list[dict[str, Any]]) -> list[Rows]:
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
    return [(["workload", "what it stresses", "source", "parameters (defaults)", "presets"], rows)]


def _platform_tables(entries: list[dict[str, Any]]) -> list[Rows]:
    """What each platform is; and every platform on every workload, with reasons as numbers."""
    what = [
        [e["id"], e["family"], e["language"], _versions(e), _released(e), ", ".join(e["variants"]), e["ready"]]
        for e in entries
    ]
    numbers = _numbers(entries)
    offers = [[e["id"], *(_short(text, numbers) for text in e["workloads"].values())] for e in entries]
    return [
        (["platform", "family", "language", "versions", "released", "variants", "here"], what),
        (["platform", *all_workloads()], offers),
    ]


def _versions(entry: dict[str, Any]) -> str:
    """The versions, and the runtimes that may be asked for with each, as they are written."""
    return ", ".join([*entry["versions"], *(f"+{runtime}" for runtime in entry["runtimes"])])


def _released(entry: dict[str, Any]) -> str:
    """When each version was, in their order, and how old it is."""
    today = datetime.now(UTC).date()
    found = [with_age(entry["released"].get(version, ""), today) for version in entry["versions"]]
    return ", ".join(one or "unknown" for one in found) if any(found) else ""


def _numbers(entries: list[dict[str, Any]]) -> dict[str, int]:
    """Every reason once, numbered from 1."""
    given = dict.fromkeys(text for e in entries for text in e["workloads"].values() if "(" in text)
    return {text: number for number, text in enumerate(given, start=1)}


def _short(text: str, numbers: dict[str, int]) -> str:
    return f"{text.partition(' (')[0]} [{numbers[text]}]" if text in numbers else text


def _reasons(entries: list[dict[str, Any]]) -> list[str]:
    return [f"[{number}] {text.partition(' (')[2].removesuffix(')')}" for text, number in _numbers(entries).items()]


def _source_tables(entries: list[dict[str, Any]]) -> list[Rows]:
    rows = [
        [e["id"], str(e["year"] or "undated"), e["title"], ", ".join(e["authors"]), _YES_NO[e["reproducible"]]]
        for e in entries
    ]
    return [(["source", "year", "title", "authors", "reproducible here"], rows)]


_YES_NO = {True: "yes", False: "not yet"}
_TABLES = {What.workloads: _workload_tables, What.platforms: _platform_tables, What.sources: _source_tables}


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("list", epilog="Example: ./agon list platforms --json")(list_)
