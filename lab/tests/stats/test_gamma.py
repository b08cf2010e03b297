"""Digamma and trigamma are scipy's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from agon.stats.gamma import digamma, trigamma


@given(st.floats(0.05, 500))
def test_they_are_scipys(x: float) -> None:
    assert digamma(x) == pytest.approx(special.digamma(x), rel=1e-8, abs=1e-8)
    assert trigamma(x) == pytest.approx(special.polygamma(1, x), rel=1e-8)
