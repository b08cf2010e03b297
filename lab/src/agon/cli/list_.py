"""`agon list`: what there is."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import typer

from agon.cli.campaign import console, readable
from agon.cli.jsonout import print_json
from agon.cli.tables import tabulate
from agon.platforms.probe import probe
from agon.platforms.registry import known_ids
from agon.run.reproductions import sources as reproducible
from agon.workloads.registry import all_workloads


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
        offers: dict[str, str] = {}
        for workload in all_workloads():
            offer = platform.offer(workload)
            if not manifest.runs:
                offers[workload] = "not obtainable"
            elif offer is None:
                offers[workload] = "not applicable (no program)"
            elif offer.not_applicable is not None:
                offers[workload] = f"not applicable ({offer.not_applicable})"
            else:
                offers[workload] = "ok"
        entries.append(
            {
                "id": platform.id,
                "name": manifest.platform.name,
                "family": manifest.platform.family,
                "language": manifest.platform.language,
                "licence": manifest.platform.licence,
                "homepage": manifest.platform.homepage,
                "versions": manifest.versions.all,
                "variants": manifest.variants,
                "workloads": offers,
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
    console.print(tabulate(*_TABLES[what](entries)))


def _workload_table(entries: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
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


def _platform_table(entries: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    rows = [
        [
            *(e["id"], e["family"], e["language"], ", ".join(e["versions"]), ", ".join(e["variants"])),
            *e["workloads"].values(),
            e["ready"],
        ]
        for e in entries
    ]
    return ["platform", "family", "language", "versions", "variants", *all_workloads(), "here"], rows


def _source_table(entries: list[dict[str, Any]]) -> tuple[list[str], list[list[str]]]:
    rows = [
        [e["id"], str(e["year"] or "undated"), e["title"], ", ".join(e["authors"]), _YES_NO[e["reproducible"]]]
        for e in entries
    ]
    return ["source", "year", "title", "authors", "reproducible here"], rows


_YES_NO = {True: "yes", False: "not yet"}
_TABLES = {What.workloads: _workload_table, What.platforms: _platform_table, What.sources: _source_table}


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("list", epilog="Example: ./agon list platforms --json")(list_)
