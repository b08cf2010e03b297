"""A ranking keeps the error rate that it promises, whichever platform comes first, and finds what is there."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agon.stats.comparison import paired
from agon.stats.ranking import letters_of, rank
from agon.stats.verdict import judge

Table = dict[str, dict[int, float]]


def table(logs: np.ndarray) -> Table:
    """Rows are platforms, columns are blocks."""
    return {f"p{n:02d}": dict(enumerate(np.exp(row).tolist())) for n, row in enumerate(logs)}


def wrong(values: Mapping[str, dict[int, float]]) -> bool:
    return any(v.decided for v in rank(values).verdicts.values())


def shape(rng: np.random.Generator, kind: str, size: tuple[int, int]) -> np.ndarray:
    """Noise with a standard deviation of about 1."""
    if kind == "normal":
        return rng.normal(size=size)
    if kind == "t3":
        return rng.standard_t(3, size=size) / np.sqrt(3)
    return (rng.normal(size=size) + np.where(rng.random(size) < 0.15, 6.0, 0.0)) / 2.5  # one in seven disturbed


def false_tables(tables: int, k: int, n: int, noise: float, kind: str, levels: str) -> int:
    """Of so many tables of equals, those in which two are called different. Blocks stray by 5%."""
    rng = np.random.default_rng(1000 * k + n)
    scale = {"alike": np.ones(k), "spread": np.geomspace(0.2, 1.8, k), "one noisy": np.r_[4.0, np.ones(k - 1)] / 2}
    count = 0
    for _ in range(tables):
        blocks = rng.normal(0, 0.05, n)
        count += wrong(table(noise * scale[levels][:, None] * shape(rng, kind, (k, n)) + blocks))
    return count


def upper(hits: int, n: int) -> float:
    """The upper end of the 95% interval of a share (Wilson 1927)."""
    z, p = 1.96, hits / n
    return (p + z * z / (2 * n) + z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n)


@pytest.mark.parametrize("n", [5, 10])
@pytest.mark.parametrize(("k", "tables"), [(7, 500), (13, 150), (30, 60)])
def test_equals_are_called_different_in_at_most_one_table_of_twenty(k: int, tables: int, n: int) -> None:
    """With noise of 5% and of 30%, normal and heavy-tailed: each, and all of them together."""
    hits = [false_tables(tables, k, n, noise, kind, "alike") for noise in (0.05, 0.3) for kind in ("normal", "t3")]
    assert max(hits) <= 0.05 * tables + 3 * math.sqrt(tables * 0.05 * 0.95)
    assert sum(hits) <= 0.05 * 4 * tables
    assert upper(sum(hits), 4 * tables) <= 0.065


@pytest.mark.parametrize("kind", ["normal", "disturbed"])
@pytest.mark.parametrize("levels", ["spread", "one noisy"])
@pytest.mark.parametrize("n", [5, 10])
def test_unequal_noise_makes_no_difference(n: int, levels: str, kind: str) -> None:
    assert false_tables(500, 7, n, 0.3, kind, levels) <= 0.065 * 500


@pytest.mark.parametrize("k", [2, 3, 4, 5])
@pytest.mark.parametrize("levels", ["alike", "one noisy"])
def test_few_platforms_lend_each_other_little(k: int, levels: str) -> None:
    """The pairs of one noisy platform are half of six: their variance is no error of estimation."""
    assert false_tables(1000, k, 5, 0.5, "normal", levels) <= 0.05 * 1000 + 2 * math.sqrt(1000 * 0.05 * 0.95)


@pytest.mark.full
@pytest.mark.parametrize("kind", ["normal", "t3", "disturbed"])
@pytest.mark.parametrize("levels", ["alike", "spread", "one noisy"])
@pytest.mark.parametrize("noise", [0.03, 0.1, 0.5])
@pytest.mark.parametrize(("k", "n"), [(2, 5), (2, 10), (4, 5), (7, 5), (13, 5), (13, 10), (13, 20)])
def test_all_kinds_of_noise_keep_the_level(k: int, n: int, noise: float, levels: str, kind: str) -> None:
    assert false_tables(600, k, n, noise, kind, levels) <= 0.05 * 600 + 3 * math.sqrt(600 * 0.05 * 0.95)


@pytest.mark.parametrize("first", [0, 5, 11])
def test_ten_percent_among_twelve_is_found_whichever_is_first(first: int) -> None:
    """Noise of 2%, ten blocks, one more platform with 20% noise that is often in front."""
    rng = np.random.default_rng(first)
    found = 0
    for _ in range(100):
        logs = 0.02 * rng.normal(size=(13, 10)) + rng.normal(0, 0.1, 10)
        logs[12] += 0.2 * rng.normal(size=10) - 0.05
        logs[first] += math.log(1.1)
        ranking = rank(table(logs))
        others = [f"p{n:02d}" for n in range(12) if n != first]
        found += sum(ranking.between(f"p{first:02d}", other).outcome == "worse" for other in others)
    assert found >= 0.98 * 100 * 11


def test_five_blocks_find_what_the_pair_shows() -> None:
    """Pairs that are 1.09 [1.07, 1.12] or so by themselves, among thirteen platforms, one of them noisy."""
    rng = np.random.default_rng(11)
    found = alone = 0
    for _ in range(60):
        logs = np.r_[np.full(12, 0.015), 0.2][:, None] * rng.normal(size=(13, 5)) + rng.normal(0, 0.1, 5)
        logs[3] += math.log(1.1)
        values = table(logs)
        ranking = rank(values)
        for other in (f"p{n:02d}" for n in range(12) if n != 3):
            ratio = judge([(values["p03"], values[other])])[0].ratio
            if ratio is not None and ratio.low > 1.05:
                alone += 1
                found += ranking.between("p03", other).outcome == "worse"
    assert alone > 400
    assert found >= 0.9 * alone


def test_two_platforms_are_judged_as_a_pair() -> None:
    rng = np.random.default_rng(12)
    values = table(0.02 * rng.normal(size=(2, 10)) + np.array([[0.0], [0.1]]))
    ranking = rank(values)
    assert ranking.between("p01", "p00") == judge([(values["p01"], values["p00"])])[0]


def test_a_pair_has_one_ratio_wherever_it_is_judged() -> None:
    rng = np.random.default_rng(13)
    values = table(0.1 * rng.normal(size=(6, 10)))
    ranking = rank(values)
    for a, b in combinations(values, 2):
        verdict, back = ranking.between(a, b), ranking.between(b, a)
        assert verdict.ratio is not None
        assert back.ratio is not None
        assert verdict.ratio.ratio == pytest.approx(paired(values[b], values[a]).ratio)
        assert back.ratio.ratio == pytest.approx(1 / verdict.ratio.ratio)


def test_order_leaders_and_letters() -> None:
    a = dict(enumerate([1.0, 1.02, 0.98, 1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0]))
    values = {"slow": {n: 3 * v for n, v in a.items()}, "fast": a, "also": {n: v * 1.0001 for n, v in a.items()}}
    ranking = rank(values)
    assert [p.label for p in ranking.places] == ["fast", "also", "slow"]
    assert [p.leads for p in ranking.places] == [True, True, False]
    assert [p.letters for p in ranking.places] == ["a", "a", "b"]
    assert ranking.places[0].verdict is None
    assert ranking.places[2].behind == pytest.approx(3)
    assert ranking.leaders == ranking.places[:2]


def test_more_is_better_turns_the_order() -> None:
    a = dict.fromkeys(range(10), 1.0)
    ranking = rank({"much": {n: 5.0 + n / 100 for n in a}, "little": {n: 1.0 + n / 100 for n in a}}, "higher")
    assert [p.label for p in ranking.places] == ["much", "little"]
    assert ranking.between("little", "much").outcome == "worse"
    assert ranking.places[1].behind > 4


def test_none_and_one_to_rank() -> None:
    assert rank({}).places == ()
    assert [(p.label, p.letters) for p in rank({"one": {0: 1.0}, "none": {}}).places] == [("one", "a")]


@given(st.integers(1, 7), st.data())
def test_two_share_a_letter_unless_they_differ(k: int, data: st.DataObject) -> None:
    labels = [str(n) for n in range(k)]
    pairs = list(combinations(labels, 2))
    chosen = set(data.draw(st.lists(st.sampled_from(pairs)))) if pairs else set()
    letters = letters_of(labels, chosen | {(b, a) for a, b in chosen})
    for a, b in pairs:
        assert bool(set(letters[a]) & set(letters[b])) == ((a, b) not in chosen)
    assert all(letters.values())
