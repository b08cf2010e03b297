"""chameneos: creatures meet at a broker and change colour (agere13 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from agon.stats.fairness import five_numbers
from agon.workloads import strict
from agon.workloads.base import (
    Chart,
    Evidence,
    Metric,
    OracleError,
    Parameter,
    Params,
    ParamValue,
    Preset,
    Workload,
    integer_of,
)

COLOURS = ("blue", "red", "yellow")


def complement(own: int, other: int) -> int:
    """The colour a creature takes on (as an index into COLOURS): its own if both agree, else the third."""
    return own if own == other else 3 - own - other


COMPLEMENTS = [[COLOURS[complement(own, other)] for other in range(3)] for own in range(3)]


class Chameneos(Workload):
    id = "chameneos"
    title = "Chameneos"
    summary = "Creatures meet in pairs at one broker and change colour: a bottleneck, and who gets how much of it."
    source = "agere13 4.2"
    parameters = (
        Parameter("creatures", "creatures that want to meet", 5, 2, 1_000_000),
        Parameter("meetings", "meetings of two, all creatures together", 50_000, 1, 1_000_000_000),
    )
    metrics = (
        Metric("meeting_rate", "1/s", "meetings a second of in-program time", "higher"),
        Metric("fairness_stddev", "meetings", "sample standard deviation of the meetings of a creature"),
        Metric("fairness_min", "meetings", "fewest meetings of a creature", "none"),
        Metric("fairness_q1", "meetings", "first quartile of the meetings of a creature", "none"),
        Metric("fairness_median", "meetings", "median of the meetings of a creature", "none"),
        Metric("fairness_q3", "meetings", "third quartile of the meetings of a creature", "none"),
        Metric("fairness_max", "meetings", "most meetings of a creature", "none"),
    )
    charts = (
        Chart(
            "lines",
            "Elapsed time of the process",
            "creatures",
            "process_elapsed",
            "s",
            log_y=True,
            figure="agere13 Figure 4",
        ),
        Chart(
            "lines", "Elapsed time in the program", "creatures", "elapsed", "s", log_y=True, figure="agere13 Figure 4"
        ),
        Chart("bars", "Core load", "creatures", "core_load", "1", figure="agere13 Figure 5"),
        Chart("boxes", "Meetings of each creature", "creatures", "fairness", "meetings", figure="agere13 Figure 6"),
        Chart("lines", "Peak memory", "creatures", "memory_peak", "B", log_y=True, figure="agere13 Figure 7"),
    )
    presets = (
        Preset("quick", tuple({"creatures": c, "meetings": 50_000} for c in (5, 50, 500))),
        Preset("paper", tuple({"creatures": c, "meetings": 500_000} for c in (5, 50, 500))),
        Preset("demo", ({"creatures": 10, "meetings": 5_000},)),
        Preset(
            "check",
            (
                {"creatures": 2, "meetings": 1},
                {"creatures": 3, "meetings": 100},
                {"creatures": 50, "meetings": 500},
                {"creatures": 5, "meetings": 2_000},
            ),
        ),
    )

    def size(self, params: Params) -> int:
        return integer_of(params, "meetings")

    def doubled(self, params: Params) -> dict[str, ParamValue]:
        return self.params({**params, "meetings": 2 * integer_of(params, "meetings")})

    def judge(self, params: Params, evidence: Evidence) -> dict[str, float]:
        creatures, total = integer_of(params, "creatures"), integer_of(params, "meetings")
        report = evidence.report
        keys = ["complements", "initial", "final", "meetings", "self", *(["witness"] if evidence.witness else [])]
        strict.require_keys(report, *keys)
        _judge_complements(report["complements"])
        initial = _judge_initial(report["initial"], creatures)
        meetings = _judge_meetings(report, creatures, total)
        final = _judge_final(report["final"], initial, meetings)
        if evidence.witness:
            _judge_witness(report["witness"], total, initial, final)
        return {"meeting_rate": strict.rate(total, evidence)} | fairness(meetings)


def fairness(meetings: Sequence[int]) -> dict[str, float]:
    """Standard deviation and five-number summary; the quartiles interpolate linearly.

    The standard deviation is the sample one, as in the source: of its 0.347 for 500 creatures and 500000 meetings (a
    mean of exactly 2000) no whole sum of squares over 500 makes the population's, but 60 over 499 makes the sample's.
    """
    box = five_numbers(meetings)
    return {
        "fairness_stddev": float(np.std(meetings, ddof=1)),
        "fairness_min": box.min,
        "fairness_q1": box.q1,
        "fairness_median": box.median,
        "fairness_q3": box.q3,
        "fairness_max": box.max,
    }


def _judge_complements(value: Any) -> None:
    for own, row in enumerate(strict.sequence(value, "complements", 3)):
        found = strict.words(row, f"complements of {COLOURS[own]}", 3, COLOURS)
        for other, colour in enumerate(found):
            if colour != COMPLEMENTS[own][other]:
                raise OracleError(
                    f"{COLOURS[own]} meeting {COLOURS[other]} is reported to become {colour}, "
                    f"not {COMPLEMENTS[own][other]}"
                )


def _judge_initial(value: Any, creatures: int) -> list[int]:
    initial = [COLOURS.index(word) for word in strict.words(value, "initial", creatures, COLOURS)]
    for k, colour in enumerate(initial):
        if colour != k % 3:
            raise OracleError(f"creature {k + 1} starts {COLOURS[colour]}, not {COLOURS[k % 3]}")
    return initial


def _judge_meetings(report: Any, creatures: int, total: int) -> list[int]:
    for k, count in enumerate(strict.integers(report["self"], "self", creatures, 0, total), start=1):
        if count:
            raise OracleError(f"creature {k} met itself {count} times")
    # Two different creatures meet each time, so no creature has more meetings than there are.
    meetings = strict.integers(report["meetings"], "meetings", creatures, 0, total)
    if sum(meetings) != 2 * total:
        raise OracleError(f"the meetings of all creatures sum to {sum(meetings)}, not {2 * total}")
    return meetings


def _judge_final(value: Any, initial: list[int], meetings: list[int]) -> list[int]:
    final = [COLOURS.index(word) for word in strict.words(value, "final", len(initial), COLOURS)]
    for k, (before, after, met) in enumerate(zip(initial, final, meetings, strict=True), start=1):
        if met == 0 and before != after:
            raise OracleError(f"creature {k} met no other, yet turned from {COLOURS[before]} to {COLOURS[after]}")
    # Every meeting changes these differences by 0 or 3.
    for one, other in ((0, 1), (1, 2)):
        moved = (final.count(one) - final.count(other)) - (initial.count(one) - initial.count(other))
        if moved % 3:
            raise OracleError(
                f"the {COLOURS[one]} less the {COLOURS[other]} creatures changed by {moved}, not by a multiple of 3"
            )
    # With two or three creatures the first meeting decides: after it all have one colour, and keep it.
    if len(final) <= 3 and len(set(final)) > 1:
        raise OracleError(f"after a meeting {len(final)} creatures all have one colour, but here {len(set(final))}")
    return final


def _judge_witness(value: Any, total: int, initial: list[int], final: list[int]) -> None:
    rows = strict.sequence(value, "witness", 3)
    table = [strict.integers(row, f"witness of {COLOURS[i]}", 3, 0, 2 * total) for i, row in enumerate(rows)]
    if (counted := sum(map(sum, table))) != 2 * total:
        raise OracleError(f"the witness counts {counted} meetings of a creature, not {2 * total}")
    flow = [0, 0, 0]
    for own in range(3):
        if table[own][own] % 2:
            raise OracleError(f"the witness has {table[own][own]} meetings among {COLOURS[own]}, an odd number")
        for other in range(3):
            if table[own][other] != table[other][own]:
                raise OracleError(
                    f"the witness has {table[own][other]} meetings of {COLOURS[own]} with {COLOURS[other]}, "
                    f"but {table[other][own]} the other way round"
                )
            flow[own] -= table[own][other]
            flow[complement(own, other)] += table[own][other]
    for colour, change in enumerate(flow):
        expected = initial.count(colour) + change
        if final.count(colour) != expected:
            raise OracleError(
                f"{final.count(colour)} creatures end {COLOURS[colour]}, but by their meetings it should be {expected}"
            )
