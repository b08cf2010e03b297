"""Section 4.2: the bottleneck's cost by the number of creatures, and fairness."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from agon.published.agere13.shared import SHARED
from agon.published.evidence import Span, at_least, at_most, every, geometric_mean, less
from agon.published.field import Field, Part, clock_for, unsaid
from agon.published.model import VerdictWord
from agon.results.summary import CellResult

ALMOST_INDEPENDENT = 1.5
"""Greatest over least time. By the source's own table: 1.08 for Akka, 1.16 for Erlang, 1.33 for ActorFoundry."""
GROWS = 1.1
"""Last over first. By the source's own table Jason's time grows 1.22 times from 5 to 500 creatures."""
ASYMMETRIC = 1 / 3
"""(above - below) / (above + below) of the whiskers: a third means that one is twice the other."""

Row: TypeAlias = Mapping[int, CellResult]


def independence(field: Field) -> list[Part]:
    """Erlang's and Akka's greatest time over their least is at most `ALMOST_INDEPENDENT`; Jason's time and memory grow
    by at least `GROWS` from 5 to 500 creatures."""
    actors = [_independent(field, p) for p in ("erlang", "akka")]
    return [*actors, _jason_grows(field, "memory_peak"), _jason_grows(field, None)]


def _independent(field: Field, platform: str) -> Part:
    claim = f"{platform.capitalize()}'s time is almost independent of the number of creatures"
    row = field.row("chameneos", platform)
    if absent := field.missing("chameneos", platform):
        return unsaid(claim, absent)
    clock = clock_for(row.values())
    times = {s: field.span(c, clock.metric) for s, c in row.items()}
    slow, fast = (pick(times, key=lambda s: times[s].value) for pick in (max, min))
    factor = times[slow].over(times[fast]) if slow != fast else Span.exact(1.0)
    evidence = f"{factor} times between {slow} creatures (slowest) and {fast} (fastest), {clock.words}"
    return Part(claim, at_most(factor, ALMOST_INDEPENDENT), evidence)


def _jason_grows(field: Field, metric: str | None) -> Part:
    what = "memory" if metric else "time"
    claim = f"Jason's {what} grows with the number of creatures"
    row = field.row("chameneos", "jason")
    first, last = min(field.sizes("chameneos")), max(field.sizes("chameneos"))
    if first not in row or last not in row:
        return unsaid(claim, field.missing("chameneos", "jason"))
    clock = clock_for(row.values())
    factor = field.span(row[last], metric or clock.metric).over(field.span(row[first], metric or clock.metric))
    how = "peak memory of the process group" if metric else clock.words
    return Part(claim, at_least(factor, GROWS), f"{factor} times from {first} to {last} creatures, {how}")


def fairness(field: Field) -> list[Part]:
    """Jason before Erlang before Akka in the geometric mean of the standard deviation over the three sizes, with
    separated intervals; Akka's whiskers `ASYMMETRIC` to the same side in all invocations, at two sizes of three."""
    return [
        _fairest(field),
        _fairness_order(field),
        _asymmetry(field),
    ]


def _fairest(field: Field) -> Part:
    claim = "ActorFoundry is the fairest"
    everybody = ("actorfoundry", *SHARED)
    rows = {p: field.row("chameneos", p, "fairness_stddev") for p in everybody}
    if absent := [m for p in everybody if (m := field.missing("chameneos", p, "fairness_stddev"))]:
        return unsaid(claim, "; ".join(absent))
    means = {p: geometric_mean([field.span(c, "fairness_stddev") for c in rows[p].values()]) for p in everybody}
    word = every(less(means["actorfoundry"], means[p]) for p in SHARED)
    return Part(claim, word, f"geometric mean of the standard deviation: {', '.join(f'{p} {means[p]}' for p in means)}")


def _fairness_order(field: Field) -> Part:
    claim = "Jason is fairer than Erlang, and Erlang than Akka"
    wanted = len(field.sizes("chameneos"))
    rows = {p: field.row("chameneos", p, "fairness_stddev") for p in SHARED}
    if absent := [m for p in SHARED if (m := field.missing("chameneos", p, "fairness_stddev"))]:
        return unsaid(claim, "; ".join(absent))
    means = {p: geometric_mean([field.span(c, "fairness_stddev") for c in rows[p].values()]) for p in SHARED}
    word = every([less(means["jason"], means["erlang"]), less(means["erlang"], means["akka"])])
    words = ", ".join(f"{p} {means[p]}" for p in ("jason", "erlang", "akka"))
    own = "so in the source's table 3 too, though at 5 creatures Erlang is before Jason, at 500 Akka before Erlang"
    return Part(claim, word, f"geometric mean of the standard deviation over {wanted} sizes: {words}; {own}")


def _asymmetry(field: Field) -> Part:
    claim = "Akka's meetings are distributed asymmetrically"
    if absent := field.missing("chameneos", "akka", "fairness_max"):
        return unsaid(claim, absent)
    row = field.row("chameneos", "akka", "fairness_max")
    wanted = len(row) // 2 + 1
    lopsided: list[VerdictWord] = []
    words: list[str] = []
    for size, cell in row.items():
        span = field.interval(_lopsidedness(cell)).clipped(-1, 1)
        lopsided.append("holds" if span.low >= ASYMMETRIC or span.high <= -ASYMMETRIC else _at_most_third(span))
        words.append(f"{size} creatures {span}")
    evidence = f"(upper - lower whisker) / both: {'; '.join(words)}; asymmetric from {ASYMMETRIC:.2f} either way"
    if lopsided.count("holds") >= wanted:
        return Part(claim, "holds", evidence)
    symmetric = lopsided.count("does not hold") >= wanted
    return Part(claim, "does not hold" if symmetric else "inconclusive", evidence)


def _at_most_third(span: Span) -> VerdictWord:
    return "does not hold" if span.low > -ASYMMETRIC and span.high < ASYMMETRIC else "inconclusive"


def _lopsidedness(cell: CellResult) -> list[float]:
    """Of each invocation; 0 where all creatures met equally often."""
    columns = (cell.values(f"fairness_{name}") for name in ("min", "median", "max"))
    return [
        ((most - middle) - (middle - least)) / (most - least) if most > least else 0.0
        for least, middle, most in zip(*columns, strict=True)
    ]


def fairness_by_size(field: Field) -> list[Part]:
    """Erlang's standard deviation, as a share of the mean number of meetings, is larger at 50 and 500 creatures than at
    5."""
    claim = "Erlang's fairness gets worse as the number of creatures grows"
    row = field.row("chameneos", "erlang", "fairness_stddev")
    few, *more = field.sizes("chameneos")
    if few not in row or not any(s in row for s in more):
        return [unsaid(claim, field.missing("chameneos", "erlang", "fairness_stddev"))]
    shares = {
        s: field.span(c, "fairness_stddev").scaled(s / (2 * float(c.cell.params["meetings"]))) for s, c in row.items()
    }
    listed = "; ".join(f"{s} creatures: {share}" for s, share in shares.items())
    word = every(less(shares[few], shares[s]) for s in more if s in shares)
    return [Part(claim, word, f"standard deviation over the mean number of meetings, {listed}")]
