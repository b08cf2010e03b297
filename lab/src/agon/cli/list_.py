"""`agon list`: what there is."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import typer
from rich.table import Table

from agon.cli.campaign import console, readable
from agon.cli.jsonout import print_json
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
            if offer is None:
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
    if what is What.workloads:
        table = Table("workload", "what it stresses", "source", "parameters (defaults)", "presets")
        for e in entries:
            params = " ".join(f"{p['name']}={p['default']}" for p in e["parameters"])
            table.add_row(e["id"], e["summary"], e["source"], params, ", ".join(e["presets"]))
    elif what is What.platforms:
        table = Table("platform", "family", "language", "version", "variants", *all_workloads(), "here")
        for e in entries:
            marks = ["ok" if word == "ok" else word for word in e["workloads"].values()]
            versions = ", ".join(e["versions"])
            table.add_row(e["id"], e["family"], e["language"], versions, ", ".join(e["variants"]), *marks, e["ready"])
    else:
        table = Table("source", "year", "title", "authors", "reproducible here")
        for e in entries:
            authors = e["authors"] if isinstance(e["authors"], str) else ", ".join(e["authors"])
            table.add_row(e["id"], str(e["year"]), e["title"], authors, "yes" if e["reproducible"] else "not yet")
    console.print(table)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("list", epilog="Example: ./agon list platforms --json")(list_)
