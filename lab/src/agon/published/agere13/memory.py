"""Sections 4.1 and 4.2: what more tokens, and more creatures, take of memory."""

from __future__ import annotations

from agon.published.agere13.shared import taking_part
from agon.published.evidence import Span, at_most
from agon.published.field import Field, Part, unsaid

MEMORY = "memory_peak"
LEVEL = 1.5
"""Most over least of what is called constant."""
ORDINARY = "peak memory of the process group"


def ring_memory(field: Field) -> list[Part]:
    """From 250 tokens on the number of tokens does not show in memory (`LEVEL`), and the step before it is smaller than
    that of the time."""
    parts: list[Part] = []
    for platform in taking_part(field, "token-ring"):
        row = field.row("token-ring", platform)
        later = {s: field.span(c, MEMORY) for s, c in row.items() if s >= 250}
        claim = f"{platform.capitalize()}'s memory does not grow with the tokens from 250 on"
        if len(later) < 2:
            parts.append(unsaid(claim, field.missing("token-ring", platform)))
            continue
        parts.append(_constant(claim, later, "tokens"))
    return parts


def chameneos_memory(field: Field) -> list[Part]:
    """The memory of actor platforms does not depend on the number of creatures (`LEVEL`)."""
    parts: list[Part] = []
    for platform in ("erlang", "akka", "actorfoundry"):
        row = {s: field.span(c, MEMORY) for s, c in field.row("chameneos", platform).items()}
        claim = f"{platform.capitalize()}'s memory is the same for all numbers of creatures"
        if len(row) < 2:
            parts.append(unsaid(claim, field.missing("chameneos", platform)))
            continue
        parts.append(_constant(claim, row, "creatures"))
    return parts


def _constant(claim: str, row: dict[int, Span], what: str) -> Part:
    most, least = (pick(row, key=lambda s: row[s].value) for pick in (max, min))
    times = row[most].over(row[least]) if most != least else Span.exact(1.0)
    return Part(claim, at_most(times, LEVEL), f"{times} times between {most} and {least} {what}, {ORDINARY}")
