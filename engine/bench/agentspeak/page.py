"""The page: geometric mean, worst case and growth first, then every program. Erlang has columns at the end."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from contestants import ERLANG, Sample
from programs import PROGRAMS

OURS = "agon"
SEVERAL = {program.name for program in PROGRAMS if program.others}


@dataclass(frozen=True)
class Cell:
    """Of one contestant at one size, medians over the blocks; `state` is the worst that came of any."""

    cold_ms: float | None
    warm_ms: float | None
    state: str


def cell(samples: Sequence[Sample]) -> Cell | None:
    if not samples:
        return None
    wrong = [sample.state for sample in samples if sample.state != "right"]
    cold = [sample.times_ms[0] for sample in samples if sample.times_ms]
    warm = [] if wrong else [sample.times_ms[-1] for sample in samples]
    return Cell(_median(cold), _median(warm), wrong[0] if wrong else "right")


def _median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None


@dataclass
class Ratios:
    """Of another's times to ours, each with its program and size."""

    cold: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])
    warm: list[tuple[float, str]] = field(default_factory=list[tuple[float, str]])

    def add(self, theirs: Cell | None, mine: Cell | None, label: str) -> str:
        """The ratios, cold and warm, as columns."""
        cold = ratio(theirs, mine, lambda c: c.cold_ms)
        warm = ratio(theirs, mine, lambda c: c.warm_ms)
        self.cold += [(cold, label)] if cold else []
        self.warm += [(warm, label)] if warm else []
        return f"{_number(cold, 'x')} | {_number(warm, 'x')}"

    def summary(self, who: str = "", only: Collection[str] | None = None) -> Iterable[str]:
        for word, all_of in (("cold", self.cold), ("warm", self.warm)):
            found = [one for one in all_of if only is None or one[1].split()[0] in only]
            if found:
                mean = math.exp(statistics.fmean(math.log(value) for value, _ in found))
                least, where = min(found)
                head = f"- {who}**{word}**: geometric mean **{_mean(mean)}**"
                yield f"{head} over {len(found)}, worst **{_mean(least)}** ({where})"


def page(samples: Sequence[Sample]) -> str:
    others = sorted({sample.contestant for sample in samples} - {OURS, ERLANG})
    return "\n".join(line for other in others or [None] for line in _against(samples, other))


def _against(samples: Sequence[Sample], other: str | None) -> Iterable[str]:
    programs = list(dict.fromkeys(sorted(sample.program for sample in samples)))
    by_hand = [p for p in programs if any(s.program == p and s.contestant == ERLANG for s in samples)]
    rows: list[str] = []
    ratios, erlang = Ratios(), Ratios()
    growths: list[tuple[float, str, float | None]] = []
    failures: list[str] = []
    for program in programs:
        of = [sample for sample in samples if sample.program == program]
        sizes = sorted({sample.size for sample in of})
        cells = {
            who: [cell([s for s in of if s.size == n and s.contestant == who]) for n in sizes]
            for who in (OURS, other, ERLANG)
        }
        grown = {who: growth(cells[who]) for who in cells}
        for place, size in enumerate(sizes):
            mine, theirs, hand = cells[OURS][place], cells[other][place], cells[ERLANG][place]
            label = f"{program} at {size}"
            for who, found in ((OURS, mine), (other, theirs), (ERLANG, hand)):
                if found and found.state != "right":
                    failures.append(f"- {label}, {who}: {found.state.splitlines()[0]}")
            last = place == len(sizes) - 1 and place > 0
            row = (
                f"| {program} | {size} | {shown(theirs, 'cold')} | {shown(theirs, 'warm')} | {shown(mine, 'cold')} | "
                f"{shown(mine, 'warm')} | {ratios.add(theirs, mine, label)} | "
                f"{_number(grown[other] if last else None)} | {_number(grown[OURS] if last else None)} |"
            )
            if by_hand:
                row += f" {shown(hand, 'cold')} | {shown(hand, 'warm')} | {erlang.add(hand, mine, label)} |"
            rows.append(row)
        if (mine_grown := grown[OURS]) is not None:
            growths.append((mine_grown, program, grown[other]))
    yield f"# Ordinary AgentSpeak programs: agon-agentspeak{f' and {other}' if other else ''}"
    yield ""
    yield from ratios.summary()
    if growths:
        most, where, theirs_grown = max(growths)
        beyond = [f"{name} {mine:.2f} to {them:.2f}" for mine, name, them in growths if them and mine > them * 1.1]
        against = f", where {other} has {theirs_grown:.2f}" if theirs_grown else ""
        yield f"- **growth** from the least to the greatest size: worst **{most:.2f}** ({where}{against})"
        yield f"- growth beyond theirs by more than a tenth: {'; '.join(beyond) or 'none'}"
    if by_hand:
        yield from erlang.summary("**Erlang**, ")
        yield from erlang.summary("**Erlang**, programs of several agents, ", SEVERAL)
        yield f"- programs that have an Erlang version: {', '.join(by_hand)}"
    yield ""
    yield "Cold is the first round in a process, warm the last. Growth is of warm times. ms, medians over blocks."
    yield "A ratio is another's time through ours: above 1, ours is faster."
    yield ""
    if failures:
        yield "What did not end right:\n"
        yield from failures
        yield ""
    more = (" Erlang cold | warm | ratio cold | warm |", "--:|--:|--:|--:|") if by_hand else ("", "")
    yield f"| program | n | theirs cold | warm | ours cold | warm | ratio cold | warm | growth theirs | ours |{more[0]}"
    yield f"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|{more[1]}"
    yield from rows
    yield ""


def ratio(theirs: Cell | None, mine: Cell | None, which: Callable[[Cell], float | None]) -> float | None:
    """Of what has ended on both sides, whatever came later."""
    if theirs is None or mine is None:
        return None
    one, other = which(theirs), which(mine)
    return one / other if one and other else None


def growth(cells: Sequence[Cell | None]) -> float | None:
    if len(cells) < 2:
        return None
    first, last = cells[0], cells[-1]
    if first is None or last is None or not first.warm_ms or not last.warm_ms:
        return None
    return last.warm_ms / first.warm_ms


def shown(of: Cell | None, which: str) -> str:
    if of is None:
        return ""
    value = of.cold_ms if which == "cold" else of.warm_ms
    return _number(value) if value is not None else of.state.split(":")[0].split(",")[0]


def _number(value: float | None, unit: str = "") -> str:
    if value is None:
        return ""
    return f"{value:.3g}{unit}" if value < 100 else f"{value:.0f}{unit}"


def _mean(value: float) -> str:
    return f"{value:.1f}x" if value >= 1 else f"{value:.2g}x"
