"""`agon list platforms`: those that are ready, then those that one command makes ready, with --all the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from agon.cli.campaign import readable
from agon.cli.tables import columns, paragraph
from agon.cli.within import Within, within
from agon.counted import counted
from agon.platforms.offers import outlook
from agon.platforms.probe import probe
from agon.platforms.registry import known_ids
from agon.results.age import age
from agon.workloads.registry import all_workloads

_HEADERS = ("platform", "family", "language", "age", "versions")
_SIGNS = {"ok": "+", "not applicable": "x", "not offered": ".", "not obtainable": "."}
RESTRICTED = "r"


def entries() -> list[dict[str, Any]]:
    """Every platform, as data."""
    found: list[dict[str, Any]] = []
    for platform in readable(known_ids()):
        manifest = platform.manifest
        readiness = probe(platform)
        found.append(
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
                "within": str(within(readiness)),
                "missing": [need.hint for need in readiness.missing],
                "mend": readiness.mend,
                "supply": readiness.supply or None,
            }
        )
    return found


def text(found: Sequence[dict[str, Any]], width: int, *, everything: bool) -> Iterator[str]:
    """The list as lines of at most `width` columns."""
    of = {group: [e for e in found if e["within"] == group] for group in Within}
    yield f"Ready: {len(of[Within.ready]) or 'none'} of {counted(len(found), 'platform')}"
    yield from _table(of[Within.ready], width)
    if of[Within.one_command]:
        yield f"\nOne command makes ready: {len(of[Within.one_command])}, each by ./agon install NAME"
        yield from _table(of[Within.one_command], width)
    more = of[Within.more]
    if not everything:
        rest = f"{len(more)} more need a toolchain, or no registry has them. " if more else ""
        yield from [
            "",
            *columns((), [(f"{rest}All platforms, their variants, and who runs which workload:",)], width, 0),
        ]
        yield "  ./agon list platforms --all"
        return
    if more:
        yield f"\nMore than one command makes ready: {len(more)}"
        yield from columns((), [(e["id"], _obstacle(e)) for e in more], width)
    yield "\nVariants: -p NAME:VARIANT"
    yield from columns((), [(e["id"], ", ".join(e["variants"])) for e in found if e["variants"]], width)
    yield from _offers(found, width)


def _table(found: Sequence[dict[str, Any]], width: int) -> list[str]:
    return columns(_HEADERS, [_row(e) for e in found], width) if found else []


def _row(entry: dict[str, Any]) -> tuple[str, ...]:
    first = entry["versions"][0]
    day = entry["released"].get(first, "")
    old = age(day, datetime.now(UTC).date()) if day else ""
    return entry["id"], entry["family"], entry["language"], old or "-", _versions(entry)


def _versions(entry: dict[str, Any]) -> str:
    """The versions, and the runtimes that may be asked for with each, as they are written."""
    return ", ".join([*entry["versions"], *(f"+{runtime}" for runtime in entry["runtimes"])])


def _obstacle(entry: dict[str, Any]) -> str:
    if entry["supply"]:
        return str(entry["supply"])
    return f"{entry['ready']}: {'; '.join(entry['missing'])}"


def _offers(found: Sequence[dict[str, Any]], width: int) -> Iterator[str]:
    """Every platform on every workload, the workloads by number; then why one cannot, or to what it is restricted."""
    workloads = list(enumerate(all_workloads(), start=1))
    yield from paragraph("Who runs which workload (+ yes, r restricted, x cannot, . no program):", width)
    yield from columns((), [(", ".join(f"{n} {w}" for n, w in workloads),)], width)
    found = [e for e in found if any(_sign(offer) != "." for offer in e["workloads"].values())]
    name = max((len(e["id"]) for e in found), default=0)
    across = max(1, (width - name - 2) // 3)
    for part in (workloads[n : n + across] for n in range(0, len(workloads), across)):
        yield "  " + " " * name + "".join(f"{n:>3}" for n, _ in part)
        for e in found:
            yield "  " + e["id"].ljust(name) + "".join(f"{_sign(e['workloads'][w]):>3}" for _, w in part)
    rows = [(e["id"], reason) for e in found for reason in _reasons(e)]
    if rows:
        yield "\nWhy"
        yield from columns((), rows, width)


def _sign(offer: str) -> str:
    word, _, reason = offer.partition(" (")
    return RESTRICTED if word == "ok" and reason else _SIGNS[word]


def _reasons(entry: dict[str, Any]) -> Iterator[str]:
    """Each reason once, with the workloads that it is for; how to supply a platform stands elsewhere."""
    of: dict[str, list[str]] = {}
    for workload, offer in entry["workloads"].items():
        word, _, reason = offer.partition(" (")
        if reason and word != "not obtainable":
            of.setdefault(reason.removesuffix(")"), []).append(workload)
    for reason, workloads in of.items():
        yield f"{', '.join(workloads)}: {reason}"
