"""Section 3.7: who is fast and who is fair on the grid, and what safe passing costs."""

from __future__ import annotations

import math

from agon.published.evidence import Span, at_least, at_most, every, everywhere, less
from agon.published.field import Field, Part, unsaid
from agon.published.matching import cells_of
from agon.published.order import common_size
from agon.results.summary import CellResult
from agon.stats.intervals import share_interval

WORKLOAD = "grid-swap"
RATE = "swap_request_rate"
STDDEV = "swaps_stddev"

MOST = 0.5
"""Safe passing costs most of the speed where at most this share of it is left."""
HALF = (0.35, 0.65)
"""Korus's requests a second over Kilim's: "nearly constantly half"."""
UNFAIR = 2.0
"""Standard deviation over what chance alone makes of it, at least. By the source's own table: 2.9 and more."""
HALF_OF_CASES = 0.5
"""What "most cases" are more than: the whole interval of the share has to be."""
LARGEST_OF_ACTORS_GUILD = 50
"""Side of the grid with 2500 agents."""


def safe_passing(field: Field) -> list[Part]:
    """At most `MOST` of the requests a second are left with `:safe`, at the largest size that both passed."""
    return [_safe(field, "actorfoundry", "ActorFoundry"), _safe(field, "actorsguild", "Actors Guild")]


def _safe(field: Field, platform: str, name: str) -> Part:
    claim = f"safe passing costs most of {name}'s speed"
    left = _left(field, platform)
    if left is None:
        absent = field.missing(WORKLOAD, f"{platform}:safe", RATE)
        return unsaid(claim, f"{absent}; {_others(field)}")
    return Part(claim, at_most(left, MOST), f"{left} of the requests a second are left; {_others(field)}")


def _left(field: Field, platform: str) -> Span | None:
    """The rate with safe passing over that without; None where one of them was not measured."""
    names = (f"{platform}-safe" if ":" in platform else f"{platform}:safe", platform)
    size = common_size(field, WORKLOAD, names, RATE)
    if size is None:
        return None
    safe, plain = (_span(field, name, size) for name in names)
    return safe.over(plain)


def _span(field: Field, platform: str, size: int) -> Span:
    return field.span(field.row(WORKLOAD, platform, RATE)[size], RATE)


def _others(field: Field) -> str:
    """What safe passing costs the platforms of today that were measured in both ways."""
    known = ("actorfoundry", "actorsguild")
    cells = [c.cell for c in field.results.measured(WORKLOAD) if c.cell.platform_id not in known]
    plain = dict.fromkeys(
        f"{c.platform_id}:{c.variant}".removesuffix("-safe").removesuffix(":safe")
        for c in cells
        if c.variant == "safe" or c.variant.endswith("-safe")
    )
    words = [f"{p} keeps {left}" for p in plain if (left := _left(field, p))]
    return f"of today's: {', '.join(words)}" if words else "no other platform was measured in both ways"


def order(field: Field) -> list[Part]:
    """Jetlang before Kilim at every size that both passed, by ever less; the others as the source words it."""
    return [
        _jetlang_first(field),
        _converging(field),
        _actorfoundry(field),
        _korus(field),
        _slowest(field),
        _actors_guild(field),
    ]


def _rates(field: Field, *platforms: str) -> dict[int, tuple[Span, ...]]:
    """Requests a second by size, of the sizes that all these platforms passed."""
    rows = [field.row(WORKLOAD, p, RATE) for p in platforms]
    sizes = [s for s in field.sizes(WORKLOAD) if all(s in row for row in rows)]
    return {s: tuple(field.span(row[s], RATE) for row in rows) for s in sizes}


def _absent(field: Field, *platforms: str) -> str:
    return "; ".join(why for p in platforms if (why := field.missing(WORKLOAD, p, RATE)))


def _jetlang_first(field: Field) -> Part:
    claim = "Jetlang is faster than Kilim"
    rates = _rates(field, "jetlang", "kilim")
    if not rates:
        return unsaid(claim, _absent(field, "jetlang", "kilim"))
    words = "; ".join(f"side={s}: {jetlang.over(kilim)} times" for s, (jetlang, kilim) in rates.items())
    return Part(claim, every(less(kilim, jetlang) for jetlang, kilim in rates.values()), f"requests a second, {words}")


def _converging(field: Field) -> Part:
    claim = "Kilim comes close to Jetlang as the grid grows"
    rates = _rates(field, "jetlang", "kilim")
    if len(rates) < 2:
        return unsaid(claim, _absent(field, "jetlang", "kilim") or "fewer than two sizes that both passed")
    first, last = (jetlang.over(kilim) for jetlang, kilim in (rates[min(rates)], rates[max(rates)]))
    words = f"Jetlang's requests a second over Kilim's: {first} at side={min(rates)}, {last} at side={max(rates)}"
    return Part(claim, less(last, first), words)


def _actorfoundry(field: Field) -> Part:
    claim = "ActorFoundry is fastest when the grid is small, and then falls behind Jetlang"
    rates = _rates(field, "actorfoundry", "jetlang")
    if len(rates) < 2:
        return unsaid(claim, _absent(field, "actorfoundry", "jetlang") or "fewer than two sizes that both passed")
    first, last = (foundry.over(jetlang) for foundry, jetlang in (rates[min(rates)], rates[max(rates)]))
    word = every([at_least(first, 1.0), at_most(last, 1.0)])
    return Part(claim, word, f"its requests a second over Jetlang's: {first} when smallest, {last} when largest")


def _korus(field: Field) -> Part:
    claim = "Korus is about half as fast as Kilim"
    rates = _rates(field, "korus", "kilim")
    if not rates:
        return unsaid(claim, _absent(field, "korus", "kilim"))
    shares = {s: korus.over(kilim) for s, (korus, kilim) in rates.items()}
    word = every(w for share in shares.values() for w in (at_least(share, HALF[0]), at_most(share, HALF[1])))
    return Part(claim, word, "; ".join(f"side={s}: {share} of Kilim's" for s, share in shares.items()))


def _slowest(field: Field) -> Part:
    claim = "Actors Guild is the slowest"
    others = [p for p in ("jetlang", "kilim", "actorfoundry", "korus") if field.row(WORKLOAD, p, RATE)]
    compared = {p: rates for p in others if (rates := _rates(field, "actorsguild", p))}
    if not compared:
        return unsaid(claim, _absent(field, "actorsguild") or "no other platform of the source was measured")
    word = every(less(guild, other) for rates in compared.values() for guild, other in rates.values())
    at = {p: (max(rates), rates[max(rates)]) for p, rates in compared.items()}
    words = "; ".join(f"side={s}: {guild.over(other)} of {p}'s" for p, (s, (guild, other)) in at.items())
    return Part(claim, word, f"requests a second, {words}")


def _actors_guild(field: Field) -> Part:
    claim = "Actors Guild cannot do more than 2500 agents"
    cells = [c for c in cells_of(field.results, WORKLOAD, "actorsguild") if _side(c) > LARGEST_OF_ACTORS_GUILD]
    if not cells:
        return unsaid(claim, _absent(field, "actorsguild") or "no larger grid was measured")
    passed = [_side(c) for c in cells if c.measured]
    if passed:
        return Part(claim, "does not hold", f"it passed with side={max(passed)}")
    return Part(claim, "holds", "; ".join(f"side={_side(c)}: {c.reason}" for c in cells))


def _side(cell: CellResult) -> int:
    return int(cell.cell.params["side"])


def fairness(field: Field) -> list[Part]:
    """Who picks agents at random gives each a number of swaps whose standard deviation is at most the square root of
    their mean, which is at most `rounds`. Fair: within that at every size; unfair: `UNFAIR` times as much."""
    return [
        *(_fair(field, p) for p in ("kilim", "korus")),
        *(_unfair(field, p) for p in ("jetlang", "actorfoundry")),
        *(_never(field, p) for p in ("jetlang", "actorfoundry")),
    ]


def _deviations(field: Field, platform: str) -> dict[int, Span]:
    """Standard deviation over what chance alone makes of it at most, by size."""
    row = field.row(WORKLOAD, platform, STDDEV)
    return {s: field.span(c, STDDEV).scaled(1 / math.sqrt(float(c.cell.params["rounds"]))) for s, c in row.items()}


def _listed(deviations: dict[int, Span]) -> str:
    words = "; ".join(f"side={s}: {span}" for s, span in deviations.items())
    return f"standard deviation over the square root of the rounds, {words}"


def _fair(field: Field, platform: str) -> Part:
    claim = f"{platform.capitalize()} is fair"
    found = _deviations(field, platform)
    if not found:
        return unsaid(claim, _absent(field, platform))
    return Part(claim, every(at_most(span, 1.0) for span in found.values()), _listed(found))


def _unfair(field: Field, platform: str) -> Part:
    claim = f"{platform.capitalize()} is unfair"
    found = _deviations(field, platform)
    if not found:
        return unsaid(claim, _absent(field, platform))
    return Part(claim, every(at_least(span, UNFAIR) for span in found.values()), _listed(found))


def _never(field: Field, platform: str) -> Part:
    claim = f"with {platform.capitalize()} some agents never swap in most cases"
    row = field.row(WORKLOAD, platform, "swaps_min")
    if not row:
        return unsaid(claim, _absent(field, platform))
    invocations = [fewest == 0 for cell in row.values() for fewest in cell.values("swaps_min")]
    some, many = sum(invocations), len(invocations)
    share = Span(some / many, *share_interval(some, many))
    word = everywhere(share, lambda value: value > HALF_OF_CASES)
    return Part(claim, word, f"in {some} of {many} invocations over {len(row)} sizes, a share of {share}")
