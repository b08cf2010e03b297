"""Section 4.1: what cores make of agents that only calculate, and how far Jason falls behind plain threads."""

from __future__ import annotations

import math
from itertools import pairwise

from agon.counted import counted
from agon.published.evidence import Span, at_most, every, less
from agon.published.field import Field, Part, unsaid
from agon.published.jason_multicore.shared import (
    COMPUTE,
    CORES,
    cores_measured,
    most_cores,
    spans,
    too_few,
)
from agon.published.model import VerdictWord

JASON, JAVA = "jason:thread", "java-threads"
METRIC = "cpu_speed_up"
"""The source's speed-up is CPU time over elapsed time."""
DISTINCT_FROM = 8
"""Cores below which 'behind by log2(cores) at most' excludes next to nothing: a speed-up is at most the number of
cores, so that on two one platform cannot be behind the other by more than one."""
UP_TO = 16
"""Agents up to which Jason is ahead, by the source."""


def speed_up(field: Field) -> list[Part]:
    """Speed-up grows with the cores at 16 agents; Jason's is above Java's up to there, and at the largest number of
    agents below it by log2(cores) at most."""
    return [_grows(field), _all_cores(field), *_against_java(field)]


def _grows(field: Field) -> Part:
    claim = f"at up to {UP_TO} agents speed-up grows with the cores"
    counts = cores_measured(field.results, COMPUTE)
    if len(counts) < 2:
        return unsaid(claim, "compute was measured on fewer than two numbers of cores")
    found: list[str] = []
    words: list[VerdictWord] = []
    for platform in (JASON, JAVA):
        rows = [spans(field, COMPUTE, platform, METRIC, c) for c in counts]
        sizes = [x for x in set(rows[0]).intersection(*rows[1:]) if max(counts) <= x <= UP_TO]
        if not sizes:
            return unsaid(claim, f"{platform} has no interval at {max(counts)} to {UP_TO} agents on all cores measured")
        at = max(sizes)
        words.extend(less(a[at], b[at]) for a, b in pairwise(rows))
        values = ", ".join(f"{row[at]} on {counted(c, 'core')}" for row, c in zip(rows, counts, strict=True))
        found.append(f"{platform} with {at} agents {values}")
    return Part(claim, every(words), "; ".join(found))


def _all_cores(field: Field) -> Part:
    claim = f"the same up to {CORES} cores"
    why = too_few(field, CORES)
    if why or most_cores(field, COMPUTE) < CORES:
        return unsaid(claim, why or f"not measured on {counted(CORES, 'core')}")
    grows = _grows(field)
    return Part(claim, grows.verdict, grows.evidence)


def _against_java(field: Field) -> list[Part]:
    cores = most_cores(field, COMPUTE)
    ahead = f"up to {UP_TO} agents Jason's speed-up is above Java's"
    limit = math.log2(cores) if cores else 0.0
    behind = f"beyond {UP_TO} agents Jason's is behind by log2(cores) at most (Figure 4)"
    jason, java = (spans(field, COMPUTE, p, METRIC, cores) for p in (JASON, JAVA))
    common = sorted(set(jason) & set(java))
    if not common:
        absent = " and ".join(p for p, row in ((JASON, jason), (JAVA, java)) if not row) or "a size of both"
        return [unsaid(claim, f"not measured with an interval: {absent}") for claim in (ahead, behind)]
    few, many = [x for x in common if x <= UP_TO], [x for x in common if x > UP_TO]
    parts: list[Part] = []
    if few:
        values = "; ".join(f"{x} agents: {JASON} {jason[x]}, {JAVA} {java[x]}" for x in few)
        parts.append(Part(ahead, every(less(java[x], jason[x]) for x in few), f"on {counted(cores, 'core')}: {values}"))
    else:
        parts.append(unsaid(ahead, f"neither was measured with up to {UP_TO} agents"))
    if many and cores >= DISTINCT_FROM:
        at = many[-1]
        gap = Span(*(java[at].value - jason[at].value, java[at].low - jason[at].high, java[at].high - jason[at].low))
        detail = f"on {counted(cores, 'core')} with {at} agents Java is ahead by {gap}; log2({cores}) = {limit:.3g}"
        parts.append(Part(behind, at_most(gap, limit), detail))
    else:
        least = counted(DISTINCT_FROM, "core")
        why = (
            f"on fewer than {least} hardly anything could be further behind than log2(cores)"
            if many
            else f"neither was measured with more than {UP_TO} agents"
        )
        parts.append(unsaid(behind, why))
    return parts
