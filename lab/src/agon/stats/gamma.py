"""Digamma and trigamma: derivatives of the logarithm of the gamma function (Abramowitz & Stegun 6.3 and 6.4).

scipy.special has them, and takes 0.3 s to import, which every verb would wait for.
"""

from __future__ import annotations

import math

_LARGE = 6.0
"""From here on the asymptotic series is exact to ten digits."""


def digamma(x: float) -> float:
    """The first derivative, for x > 0."""
    less = 0.0
    while x < _LARGE:
        less += 1 / x
        x += 1
    y = 1 / (x * x)
    return math.log(x) - 0.5 / x - y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y / 240))) - less


def trigamma(x: float) -> float:
    """The second derivative, for x > 0."""
    more = 0.0
    while x < _LARGE:
        more += 1 / (x * x)
        x += 1
    y = 1 / (x * x)
    return 1 / x + y / 2 + y / x * (1 / 6 - y * (1 / 30 - y * (1 / 42 - y / 30))) + more
