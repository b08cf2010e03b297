"""Three-valued reasoning: separated intervals decide, overlapping ones do not."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agon.published.evidence import Span, at_least, at_most, every, geometric_mean, less, within

low, middle, high = Span(1.0, 0.9, 1.1), Span(1.15, 1.05, 1.25), Span(2.0, 1.8, 2.2)


def test_separated_intervals_are_ordered() -> None:
    assert less(low, high) == "holds"
    assert less(high, low) == "does not hold"


def test_overlapping_intervals_are_not() -> None:
    assert less(low, middle) == "inconclusive"
    assert less(middle, low) == "inconclusive"
    assert less(low, low) == "inconclusive"


def test_exact_values_that_are_equal_are_not_less() -> None:
    assert less(Span.exact(3), Span.exact(3)) == "does not hold"


@pytest.mark.parametrize(("limit", "word"), [(0.9, "holds"), (1.0, "inconclusive"), (1.2, "does not hold")])
def test_at_least_wants_the_whole_interval(limit: float, word: str) -> None:
    assert at_least(low, limit) == word


@pytest.mark.parametrize(("limit", "word"), [(1.1, "holds"), (1.0, "inconclusive"), (0.8, "does not hold")])
def test_at_most_wants_the_whole_interval(limit: float, word: str) -> None:
    assert at_most(low, limit) == word


def test_within_fails_on_either_side() -> None:
    assert within(low, 0.5, 1.5) == "holds"
    assert within(low, 1.2, 1.5) == "does not hold"
    assert within(low, 0.1, 0.5) == "does not hold"
    assert within(low, 1.0, 1.5) == "inconclusive"


def test_a_conjunction_is_refuted_by_one_and_open_without_all() -> None:
    assert every(["holds", "holds"]) == "holds"
    assert every(["holds", "inconclusive", "does not hold"]) == "does not hold"
    assert every(["holds", "inconclusive"]) == "inconclusive"
    assert every([]) == "inconclusive"


def test_a_ratio_is_widest_where_the_bounds_differ_most() -> None:
    assert high.over(low) == Span(2.0, 1.8 / 1.1, 2.2 / 0.9)


def test_a_ratio_to_nothing_is_infinite() -> None:
    assert high.over(Span.exact(0)).value == math.inf


positive = st.floats(0.01, 100)


@given(
    st.lists(
        st.tuples(positive, positive, positive).map(lambda t: Span(*(sorted(t)[i] for i in (1, 0, 2)))), min_size=1
    )
)
def test_a_geometric_mean_lies_between_its_bounds_and_its_extremes(spans: list[Span]) -> None:
    mean = geometric_mean(spans)
    assert mean.low <= mean.value * (1 + 1e-9)
    assert mean.value <= mean.high * (1 + 1e-9)
    assert min(s.low for s in spans) <= mean.low * (1 + 1e-9)
    assert max(s.high for s in spans) >= mean.high * (1 - 1e-9)


def test_a_geometric_mean_with_a_zero_is_zero() -> None:
    assert geometric_mean([Span.exact(0), Span.exact(4)]).value == 0


@pytest.mark.parametrize(
    ("span", "shown"),
    [
        (Span.exact(2.5), "2.5"),
        (Span(29400.0, 18500.0, 36100.0), "29400 (18500 to 36100)"),
        (Span(1.5, 0.02, 138.0), "1.5 (0.02 to 138)"),
        (Span(0.0015, 0.0, 0.002), "0.0015 (0 to 0.002)"),
        (Span(1.52, 2e-45, 1.1e45, {0: 1.4, 1: 1.6}), "1.52 (2 blocks: too few to bound it)"),
        (Span(math.inf, 1.0, math.inf), "inf (at least 1)"),
    ],
)
def test_an_interval_is_shown_where_it_bounds_anything(span: Span, shown: str) -> None:
    assert str(span) == shown
