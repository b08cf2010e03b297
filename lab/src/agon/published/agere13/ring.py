"""Section 4.1: how time grows with the tokens, who leads, and how many cores are busy."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from agon.published.agere13.shared import SOURCE, taking_part
from agon.published.evidence import Span, at_least, at_most, every, less, within
from agon.published.field import START_UP_ALLOWED, Field, Part, clock_for, unsaid
from agon.published.model import VerdictWord
from agon.published.sources import figures
from agon.published.table import start_up_share
from agon.results.summary import CellResult

PEAK = 2.0
"""A peak: the time at least doubles, and grows by more than at any later step."""
LINEAR = 0.10
"""Close to linear: each size lies within this share of the straight line through all."""
GROWTH_NEEDED = 1.5
"""Below this growth from the first to the last size a line would fit anything."""
ORDER_OF_MAGNITUDE = 10.0
MOSTLY_ONE_CORE = 1.5
ALL_CORES = 0.8
"""Share of the cores allowed that must be busy."""
OTHERS_ALLOWED = 0.1
"""Share of the cores that other processes may use before the core load shows nothing of the platform."""

NAMES = {"actorfoundry": "ActorFoundry"}

Row: TypeAlias = Mapping[int, CellResult]
Rule: TypeAlias = Callable[[Mapping[int, Span]], tuple[VerdictWord, str]]
"""Times by size -> a verdict and its evidence; no evidence: a size is missing."""


def growth(field: Field) -> list[Part]:
    """A peak (`PEAK`), then close to linear growth (`LINEAR`), each for every platform that takes part; Erlang at least
    `ORDER_OF_MAGNITUDE` times faster than Akka and than Jason at every size from 250 tokens on."""
    rows = {p: field.row("token-ring", p) for p in taking_part(field, "token-ring")}
    return [
        _for_each(field, rows, "the time peaks from 1 to 250 tokens", _peak),
        _for_each(field, rows, "from 250 tokens on it grows close to linearly", _linear),
        _ahead(field, rows),
    ]


def _for_each(field: Field, rows: Mapping[str, Row], claim: str, rule: Rule) -> Part:
    """A statement about every language: one counterexample refutes it, one missing platform leaves it open."""
    words: list[VerdictWord] = []
    evidence: list[str] = []
    clock = clock_for(cell for row in rows.values() for cell in row.values())
    for platform, row in rows.items():
        word, why = rule({size: field.span(cell, clock.metric) for size, cell in row.items()})
        words.append(word)
        evidence.append(f"{platform} {why}" if why else field.missing("token-ring", platform))
    return Part(claim, every(words), f"{clock.words}: {'; '.join(evidence)}")


def _peak(times: Mapping[int, Span]) -> tuple[VerdictWord, str]:
    if 1 not in times or 250 not in times:
        return "inconclusive", ""
    first = times[250].over(times[1])
    ordered = [times[s] for s in sorted(times) if s >= 250]
    later = [b.over(a) for a, b in pairwise(ordered)]
    words: list[VerdictWord] = [at_least(first, PEAK), *(less(step, first) for step in later)]
    more = f", later steps at most {max(s.value for s in later):.3g} times" if later else ""
    return every(words), f"{first} times from 1 to 250{more}"


def _linear(times: Mapping[int, Span]) -> tuple[VerdictWord, str]:
    sizes = sorted(s for s in times if s >= 250)
    if len(sizes) < 3:
        return "inconclusive", ""
    growth = times[sizes[-1]].over(times[sizes[0]])
    line = _fit(sizes, [times[s].value for s in sizes])
    residuals = {s: times[s].scaled(1 / line[s]) if line[s] > 0 else Span.exact(math.inf) for s in sizes}
    worst = max(residuals, key=lambda s: abs(residuals[s].value - 1))
    grows = at_least(growth, GROWTH_NEEDED)
    if grows != "holds":
        unclear = f"grows {growth} times from {sizes[0]} to {sizes[-1]} tokens: too little to recognise a line"
        return ("does not hold" if growth.high < 1 else "inconclusive"), unclear
    fits = every(within(r, 1 - LINEAR, 1 + LINEAR) for r in residuals.values())
    over = ", ".join(map(str, sizes))
    return fits, f"over {over} tokens, furthest from the straight line at {worst}, {residuals[worst]} of it"


def _fit(x: Sequence[int], y: Sequence[float]) -> dict[int, float]:
    """Least squares on relative residuals, so that the small sizes count as much as the large."""
    weights = [1 / v**2 for v in y]
    total = math.fsum(weights)
    mx = math.fsum(w * a for w, a in zip(weights, x, strict=True)) / total
    my = math.fsum(w * b for w, b in zip(weights, y, strict=True)) / total
    sxy = math.fsum(w * (a - mx) * (b - my) for w, a, b in zip(weights, x, y, strict=True))
    sxx = math.fsum(w * (a - mx) ** 2 for w, a in zip(weights, x, strict=True))
    return {a: my + sxy / sxx * (a - mx) for a in x}


def _ahead(field: Field, rows: Mapping[str, Row]) -> Part:
    claim = "Erlang is orders of magnitude (at least 10 times) faster than the platforms on the JVM from 250 tokens on"
    words: list[VerdictWord] = []
    evidence: list[str] = []
    for rival in ("akka", "jason"):
        common = [s for s in rows["erlang"] if s >= 250 and s in rows[rival]]
        if not common:
            words.append("inconclusive")
            evidence.append(field.missing("token-ring", rival) or field.missing("token-ring", "erlang"))
            continue
        clock = clock_for(rows[p][s] for p in ("erlang", rival) for s in common)
        factors = [
            field.span(rows[rival][s], clock.metric).over(field.span(rows["erlang"][s], clock.metric)) for s in common
        ]
        words.extend(at_least(f, ORDER_OF_MAGNITUDE) for f in factors)
        least = min(factors, key=lambda f: f.value)
        published = _published_factor(rival, common)
        evidence.append(f"{rival} takes at least {least} times as long ({clock.words}; published {published})")
    evidence.append(
        f"the source's own figures give ActorFoundry {_published_factor('actorfoundry', (250, 1000))} times"
    )
    return Part(claim, every(words), "; ".join(evidence))


def _published_factor(platform: str, sizes: Iterable[int]) -> str:
    value = {(f.platform, f.params["tokens"]): f.value for f in figures(SOURCE) if f.table == "table1"}
    factors = [(value[platform, s] or math.nan) / (value["erlang", s] or math.nan) for s in sizes]
    return f"{min(factors):.3g} to {max(factors):.3g}"


def cores(field: Field) -> list[Part]:
    """Busy cores = core load times cores. Mostly one: at most `MOSTLY_ONE_CORE`. All: at least
    `ALL_CORES` of those allowed. Undecided on one core, where others used the machine, or where start-up (which has
    threads of its own) outweighs the work."""
    one = [_cores_part(field, p, 1) for p in ("erlang", "actorfoundry")]
    many = [_cores_part(field, p, 250) for p in ("jason", "erlang", "akka")]
    return [*one, *many]


def _cores_part(field: Field, platform: str, tokens: int) -> Part:
    mostly_one = tokens == 1
    how = "mostly one core at 1 token" if mostly_one else "all cores at 250 tokens and more"
    claim = f"{NAMES.get(platform, platform.capitalize())} uses {how}"
    sizes = [s for s in field.sizes("token-ring") if (s == 1 if mostly_one else s >= 250)]
    cells = [c for s in sizes if (c := field.cell("token-ring", platform, s))]
    if not cells:
        return unsaid(claim, field.missing("token-ring", platform))
    allowed = cells[0].cell.cores
    if allowed < 2:
        return unsaid(claim, "measured on one core")
    for cell in cells:
        if "core_load" not in cell.metrics:
            return unsaid(claim, "core load was not measured")
        share = start_up_share(cell)
        if share is not None and share > START_UP_ALLOWED:
            return unsaid(claim, f"start-up, which keeps cores busy itself, is {share:.0%} of the time at this size")
        if (others := _others_cpu(cell)) > OTHERS_ALLOWED:
            return unsaid(
                claim, f"core load counts all that runs on the cores, and other processes used {others:.0%} of them"
            )
    busy = [field.span(c, "core_load").scaled(c.cell.cores) for c in cells]
    if mostly_one:
        word = every(at_most(b, MOSTLY_ONE_CORE) for b in busy)
    else:
        word = every(at_least(b, ALL_CORES * allowed) for b in busy)
    extreme = max(busy, key=lambda b: b.value) if mostly_one else min(busy, key=lambda b: b.value)
    return Part(claim, word, f"{'at most' if mostly_one else 'at least'} {extreme} of {allowed} cores busy")


def _others_cpu(cell: CellResult) -> float:
    shares = sorted(i.noise.other_cpu_fraction for i in cell.invocations if i.noise is not None)
    return shares[len(shares) // 2] if shares else 0.0
