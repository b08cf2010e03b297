"""How old a version was: from the day or the month of its release to a measurement."""

from __future__ import annotations

from datetime import date

import pytest

from agon.results.age import age, with_age

MEASURED = date(2026, 11, 24)


@pytest.mark.parametrize(
    ("released", "old"),
    [
        ("2023-05-09", "3.5 years"),
        ("2023-05", "3.5 years"),
        ("2013-03", "13.7 years"),
        ("2025-11-24", "12 months"),
        ("2025-11-23", "1.0 years"),
        ("2026-08", "3 months"),
        ("2026-10-10", "1 month"),
        ("2026-10-26", "under a month"),
        ("2026-11-24", "under a month"),
        ("2026-12-01", ""),
    ],
)
def test_an_age_is_written_in_years_or_months(released: str, old: str) -> None:
    assert age(released, MEASURED) == old


def test_a_month_without_a_day_is_not_in_the_future_while_it_lasts() -> None:
    assert age("2026-11", date(2026, 11, 2)) == "under a month"


def test_the_month_of_the_release_comes_first() -> None:
    assert with_age("2023-05-09", MEASURED) == "2023-05 (3.5 years)"
    assert with_age("2026-12-01", MEASURED) == "2026-12"
    assert with_age("", MEASURED) == ""
