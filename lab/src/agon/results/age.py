"""How old a version was when it was measured."""

from __future__ import annotations

from datetime import date, timedelta

_YEAR = timedelta(days=365.25)
_MONTH = _YEAR / 12


def age(released: str, at: date) -> str:
    """From the day or the month of a release to `at`, in words; nothing where that came first."""
    # of a month, its middle: at most half a month off
    since = at - date.fromisoformat(released if len(released) > len("2023-05") else f"{released}-15")
    if since >= _YEAR:
        return f"{since / _YEAR:.1f} years"
    if since >= _MONTH:
        months = round(since / _MONTH)
        return f"{months} months" if months > 1 else "1 month"
    of_this_month = released[:7] == f"{at:%Y-%m}"
    return "under a month" if since >= timedelta() or of_this_month else ""


def with_age(released: str, at: date) -> str:
    """`2023-05 (3.5 years)`: the month of the release, and how old the version was at that day; nothing if unknown."""
    if not released:
        return ""
    old = age(released, at)
    return f"{released[:7]} ({old})" if old else released[:7]
