"""The page of all that the sources name: `python -m support.source_items` writes it."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from support import options

from agon import home
from agon.platforms.registry import find, known_ids
from agon.published.sources import claims, figures, source, sources
from agon.results.protocols import PROTOCOLS
from agon.results.summary import COMMON_UNITS
from agon.run.reproductions import reproductions
from agon.workloads.registry import all_workloads

PAGE = "docs/results/sources.md"
KINDS = ("experiment", "parameter", "metric", "table", "figure", "conclusion", "system")
"""In the order of the page."""


@dataclass(frozen=True)
class Item:
    """Something that a source names."""

    source: str
    kind: str
    item: str
    here: str
    """Names of the lab's, as `kind:name`, with blanks between them; empty: it is not in the lab."""
    note: str
    """Why it is not, or in what it differs."""

    @property
    def names(self) -> list[tuple[str, str]]:
        """Each name of the lab's with its kind."""
        return [(kind, name) for kind, _, name in (word.partition(":") for word in self.here.split())]


def _rows(name: str) -> list[dict[str, str]]:
    path = home.root() / "lab/src/agon/published/data" / name
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def items() -> list[Item]:
    """All of all sources: what `items.csv` lists, each claim, each system."""
    listed = [Item(**row) for row in _rows("items.csv")]
    listed += [Item(c.source, "conclusion", c.claim, f"claim:{c.id}", "") for s in sources() for c in claims(s.id)]
    listed += [
        Item(row["source"], "system", row["system"], f"platform:{row['here']}" if row["here"] else "", row["why"])
        for row in _rows("systems.csv")
    ]
    place = {s.id: n for n, s in enumerate(sources())}
    return sorted(listed, key=lambda i: (place[i.source], KINDS.index(i.kind)))


def _in_workload(name: str) -> bool:
    workload, _, parameter = name.partition("/")
    known = all_workloads().get(workload)
    return known is not None and parameter in {p.name for p in known.parameters}


def _in_paper(name: str) -> bool:
    """Whether the workload's sizes of the preset `paper` have all these values of the parameter."""
    place, _, values = name.partition("=")
    if not _in_workload(place):
        return False
    workload, _, parameter = place.partition("/")
    known = all_workloads()[workload]
    used = {str(known.params(params)[parameter]) for params in known.preset("paper").ladder}
    return set(values.split(",")) <= used


def _in_charts(name: str) -> bool:
    workload, _, metric = name.partition("/")
    known = all_workloads().get(workload)
    return known is not None and metric in {chart.y for chart in known.charts}


def _in_metrics(name: str) -> bool:
    return name in COMMON_UNITS or any(name == m.name for w in all_workloads().values() for m in w.metrics)


def _in_variants(name: str) -> bool:
    platform, _, variant = name.partition(":")
    return platform in known_ids() and variant in find(platform).manifest.variants


KNOWN: Mapping[str, Callable[[str, str], bool]] = {
    "workload": lambda source_id, name: name in source(source_id).workloads and name in all_workloads(),
    "cited": lambda source_id, name: name in all_workloads() and name not in source(source_id).workloads,
    "parameter": lambda _, name: _in_workload(name),
    "preset": lambda _, name: _in_paper(name),
    "metric": lambda _, name: _in_metrics(name),
    "size": lambda source_id, name: name in source(source_id).metrics.values(),
    "chart": lambda _, name: _in_charts(name),
    "variant": lambda _, name: _in_variants(name),
    "platform": lambda _, name: name in known_ids(),
    "option": lambda _, name: any(name in o.opts for o in options.options(options.commands()["run"])),
    "protocol": lambda source_id, name: name == source(source_id).protocol_name and name in PROTOCOLS,
    "table": lambda source_id, name: name in {f.table for f in figures(source_id)},
    "reproduce": lambda source_id, name: name in {r.table for r in reproductions(source_id)},
    "claim": lambda source_id, name: name in {c.id for c in claims(source_id)},
}
"""Kind of a name -> whether the source has such a one in the lab."""


def gone(item: Item) -> list[str]:
    """The item's names that the lab does not have."""
    return [f"{kind}:{name}" for kind, name in item.names if kind not in KNOWN or not KNOWN[kind](item.source, name)]


def _words(item: Item) -> str:
    words = ", ".join(f"{kind} `{name}`" for kind, name in item.names)
    return "; ".join(part for part in (words, item.note) if part)


def _lines(everything: list[Item]) -> Iterator[str]:
    yield from (
        "# What the sources name",
        "",
        "Every experiment, parameter, metric, table, figure, conclusion and system of the five documents, and where it "
        "is in the lab, or why it is not.",
        "",
        "- *workload*, *platform*, *variant*: as `./agon list platforms` and `./agon list workloads` have them.",
        "- *cited*: a workload that the source names and others measured.",
        "- *preset*: the sizes of `--preset paper` have these values.",
        "- *table*: published figures; *reproduce*: measured by, e.g., `./agon reproduce agere13 --table table1`.",
        "- *claim*: judged by a rule, which a report shows; *chart*: a report's, of that metric.",
    )
    for entry in sources():
        own = [i for i in everything if i.source == entry.id]
        yield from (
            "",
            f"## {entry.id}: {entry.citation}",
            "",
            "| what | item | in the lab, or why not |",
            "|---|---|---|",
        )
        yield from (f"| {i.kind} | {i.item} | {_words(i)} |" for i in own)


def page() -> str:
    """All of it."""
    return "\n".join(_lines(items())) + "\n"


if __name__ == "__main__":
    Path(home.root() / PAGE).write_text(page(), encoding="utf-8")
