"""Ranks and Kendall's tau-b."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agon.stats.ranks import agreement, kendall_tau_b, ranks

values = st.lists(st.integers(0, 6), min_size=2, max_size=12)
two = st.integers(2, 12).flatmap(
    lambda n: st.tuples(*(st.lists(st.integers(0, 6).map(float), min_size=n, max_size=n) for _ in range(2)))
)


def by_definition(x: list[float], y: list[float]) -> float | None:
    """(C - D) / sqrt((n0 - n1)(n0 - n2)), counted from the definition."""
    pairs = list(itertools.combinations(range(len(x)), 2))
    concordant = sum((x[i] - x[j]) * (y[i] - y[j]) > 0 for i, j in pairs)
    discordant = sum((x[i] - x[j]) * (y[i] - y[j]) < 0 for i, j in pairs)

    def ties(v: list[float]) -> float:
        return sum(v.count(u) * (v.count(u) - 1) / 2 for u in set(v))

    product = (len(pairs) - ties(x)) * (len(pairs) - ties(y))
    return (concordant - discordant) / math.sqrt(product) if product else None


@given(two)
def test_tau_matches_its_definition(pair: tuple[list[float], list[float]]) -> None:
    x, y = pair
    expected = by_definition(x, y)
    assert kendall_tau_b(x, y) == (pytest.approx(expected) if expected is not None else None)


@given(two)
def test_tau_is_symmetric_and_changes_sign(pair: tuple[list[float], list[float]]) -> None:
    x, y = pair
    tau = kendall_tau_b(x, y)
    assert tau == kendall_tau_b(y, x)
    reverse = kendall_tau_b(x, [-v for v in y])
    assert reverse == (None if tau is None else pytest.approx(-tau))
    assert tau is None or -1 <= tau <= 1


def test_a_textbook_value() -> None:
    assert kendall_tau_b([12, 2, 1, 12, 2], [1, 4, 7, 1, 0]) == pytest.approx(-0.47140452)


@given(values)
def test_ranks_are_the_mean_position_of_equals(v: list[int]) -> None:
    ordered = sorted(v)
    for value, rank in zip(v, ranks(v), strict=True):
        positions = [i + 1 for i, u in enumerate(ordered) if u == value]
        assert rank == sum(positions) / len(positions)
    assert sum(ranks(v)) == len(v) * (len(v) + 1) / 2
    assert ranks(v, descending=True) == [len(v) + 1 - r for r in ranks(v)]


def test_agreement_needs_four_shared() -> None:
    a = {"erlang": 1.0, "akka": 2.0, "jason": 3.0, "go": 4.0}
    assert agreement(a, a).tau == 1.0
    three = agreement(a, {k: v for k, v in a.items() if k != "go"} | {"goal": 9.0})
    assert three.tau is None
    assert str(three) == "inconclusive: 3 shared, 4 needed"
    assert agreement(a, dict.fromkeys(a, 1.0)).why == "one side is all tied"


def test_nothing_is_ranked_that_is_no_number() -> None:
    with pytest.raises(ValueError, match="not a number"):
        ranks([1.0, math.nan])
    with pytest.raises(ValueError, match="not a number"):
        kendall_tau_b([1.0, math.nan], [1.0, 2.0])
