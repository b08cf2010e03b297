"""Numbers as people read them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agon.format import exact, integer, interval, quantity, ratio, share
from agon.results.summary import Summary

SCALES = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}


@pytest.mark.parametrize(
    ("value", "unit", "metric", "text"),
    [
        (1.2345, "s", "", "1.23 s"),
        (0.0123, "s", "", "12.3 ms"),
        (4.2e-7, "s", "", "420 ns"),
        (0.9999, "s", "", "1.00 s"),
        (1500, "ns", "", "1.50 µs"),
        (3600.0, "s", "", "3600 s"),
        (0.0, "s", "", "0 s"),
        (1074, "B", "", "1074 B"),
        (10 * 2**20, "B", "", "10.0 MiB"),
        (34_200_000.0, "1/s", "", "34.2 M/s"),
        (950.0, "1/s", "", "950/s"),
        (0.493, "1", "core_load", "49.3%"),
        (12.0, "%", "", "12.0%"),
        (7021.4, "meetings", "", "7021 meetings"),
        (123_456.0, "1", "", "123 k"),
    ],
)
def test_quantity(value: float, unit: str, metric: str, text: str) -> None:
    assert quantity(value, unit, metric) == text


@pytest.mark.parametrize(
    ("summary", "text"),
    [
        (Summary(1.23, 1.20, 1.27, "s", 5), "1.23 s [1.20, 1.27]"),
        (Summary(1.2341, 1.2337, 1.2344, "s", 5), "1.2341 s [1.2337, 1.2344]"),
        (Summary(2.0, 2.0, 2.0, "s", 1), "2.00 s [n = 1]"),
        (Summary(2.0, 2.0, 2.0, "s", 5), "2.00 s [2.00, 2.00]"),
        (Summary(0.0995, 0.0990, 1.2, "s", 5), "99.5 ms [99.0, 1200.0]"),
        (Summary(5.5 * 2**20, 5.4 * 2**20, 5.6 * 2**20, "B", 5), "5.50 MiB [5.40, 5.60]"),
        (Summary(0.0, 0.0, 3.0, "meetings", 5), "0 meetings [0, 3]"),
    ],
)
def test_interval_keeps_one_unit_and_shows_its_width(summary: Summary, text: str) -> None:
    assert interval(summary) == text


@given(st.floats(1e-9, 1e6))
def test_a_duration_is_right_to_three_digits(seconds: float) -> None:
    number, word = quantity(seconds, "s").split(" ")
    assert float(number.replace("\u202f", "")) * SCALES[word] == pytest.approx(seconds, rel=6e-3)


@given(st.integers(0, 2**46))
def test_a_size_is_right_to_three_digits(size: int) -> None:
    number, word = quantity(size, "B").split(" ")
    assert float(number.replace("\u202f", "")) * SCALES[word] == pytest.approx(size, rel=6e-3)


@given(st.floats(1e-9, 1e6), st.floats(0, 0.5), st.floats(0, 0.5))
def test_an_interval_encloses_its_median_as_printed(median: float, below: float, above: float) -> None:
    text = interval(Summary(median, median * (1 - below), median * (1 + above), "s", 5)).replace("\u202f", "")
    match = re.fullmatch(r"([\d.]+) \S+ \[([\d.]+), ([\d.]+)\]", text)
    assert match, text
    assert float(match[2]) <= float(match[1]) <= float(match[3])


def test_nothing_has_no_sign() -> None:
    assert interval(Summary(0.0, -0.0, 1.0, "meetings", 5)) == "0 meetings [0, 1]"
    assert quantity(-0.0, "s") == "0 s"
    assert interval(Summary(5.0, -0.0001, 9.0, "meetings", 5)) == "5.00 meetings [0.00, 9.00]"


def test_small_words() -> None:
    assert [share(x) for x in (0.0, 0.034, 0.87, 1.0)] == ["0%", "3.4%", "87%", "100%"]
    assert [exact(60.0, "s"), exact(2**30, "B"), exact(0.25, "s")] == ["60 s", "1 GiB", "250 ms"]
    assert [integer(7), integer(5003), integer(500_000)] == ["7", "5003", "500\u202f000"]
    assert [ratio(1.0), ratio(13.24), ratio(0.0769)] == ["1.00", "13.2", "0.0769"]
