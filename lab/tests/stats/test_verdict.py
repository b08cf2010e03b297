"""One verdict: better, tie, worse or inconclusive, from ratios block by block."""

from __future__ import annotations

import math

import numpy as np
import pytest

from agon.stats.verdict import LEAST_BLOCKS, MARGIN, Better, Blocks, Verdict, judge


def blocks(*values: float) -> dict[int, float]:
    return dict(enumerate(values))


def judge_one(subject: Blocks, reference: Blocks, better: Better = "lower", margin: float = MARGIN) -> Verdict:
    return judge([(subject, reference)], better, margin)[0]


def noisy(rng: np.random.Generator, n: int, level: float, shared: np.ndarray) -> dict[int, float]:
    """Values of n blocks: a level, what the machine did to the block, and 1% of the invocation's own."""
    return blocks(*(level * np.exp(shared + rng.normal(0, 0.01, n))))


def test_a_block_that_slows_both_down_hides_nothing() -> None:
    a = blocks(1.0, 2.0, 1.1, 3.0, 1.5, 1.2)
    b = {k: v * 1.1 for k, v in a.items()}
    assert judge_one(b, a).outcome == "worse"
    assert judge_one(a, b).outcome == "better"
    assert judge_one(b, a, "higher").outcome == "better"


def test_overlapping_intervals_are_distinguished_by_pairs() -> None:
    """True gap 10%, block noise 8%: medians' intervals overlap, the ratios do not hold 1."""
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(200):
        shared = rng.normal(0, 0.08, 10)
        found += judge_one(noisy(rng, 10, 1.1, shared), noisy(rng, 10, 1.0, shared)).outcome == "worse"
    assert found >= 190


def test_four_blocks_decide_nothing() -> None:
    four = LEAST_BLOCKS - 1
    verdict = judge_one(blocks(*[9.0] * four), blocks(*[1.0, 1.01, 1.02, 1.0][:four]))
    assert verdict.outcome == "inconclusive"
    assert "4 shared blocks" in verdict.why


def test_only_shared_blocks_count() -> None:
    assert judge_one(dict.fromkeys(range(10), 2.0), dict.fromkeys(range(6, 16), 1.0)).n == 4


def test_a_difference_within_the_margin_is_a_tie() -> None:
    a = blocks(1.0, 1.001, 0.999, 1.0005, 1.0, 0.9995)
    b = {k: v * 1.01 for k, v in a.items()}
    assert judge_one(b, a).outcome == "tie"
    assert judge_one(b, a, margin=0.005).outcome == "worse"


def test_a_wide_interval_is_inconclusive_and_a_narrow_one_a_tie() -> None:
    assert judge_one(blocks(1, 2, 1, 2, 1), blocks(2, 1, 2, 1, 2)).outcome == "inconclusive"
    even = blocks(*[1.0, 1.001] * 4)
    assert judge_one(blocks(*[1.001, 1.0] * 4), even).outcome == "tie"
    assert judge_one(even, even).outcome == "tie"


def test_values_of_zero_are_judged_by_their_signs() -> None:
    assert judge_one(blocks(*[5.0] * 6), blocks(*[0.0] * 6)).outcome == "worse"
    assert judge_one(blocks(*[5.0] * 5), blocks(*[0.0] * 5)).outcome == "inconclusive"
    assert judge_one(blocks(0, 1, 0, 1, 0, 1), blocks(1, 0, 1, 0, 1, 0)).outcome == "inconclusive"


@pytest.mark.parametrize("n", [5, 10, 20])
def test_a_table_of_equals_holds_a_false_difference_in_at_most_one_of_twenty(n: int) -> None:
    rng = np.random.default_rng(n)
    wrong = 0
    for _ in range(300):
        reference = noisy(rng, n, 1.0, np.zeros(n))
        verdicts = judge([(noisy(rng, n, 1.0, np.zeros(n)), reference) for _ in range(10)], margin=0.0)
        wrong += any(v.decided for v in verdicts)
    assert wrong <= 0.05 * 300 + 3 * math.sqrt(300 * 0.05 * 0.95)


def test_the_correction_steps_down() -> None:
    """What is plain does not use up the level: with nine plain ones the tenth is tested as if alone."""
    rng = np.random.default_rng(3)
    reference, close = noisy(rng, 20, 1.0, np.zeros(20)), noisy(rng, 20, 1.02, np.zeros(20))
    plain = [(noisy(rng, 20, 3.0, np.zeros(20)), reference)] * 9
    assert judge([*plain, (close, reference)])[-1] == judge_one(close, reference)


def test_the_margin_is_tested_on_the_near_end() -> None:
    """An estimate beyond the margin whose interval begins within it is open, as is one that only excludes 1."""
    a = blocks(*[1.0, 1.01] * 10)
    verdict = judge_one({k: v * (1.01 if k % 3 else 1.06) for k, v in a.items()}, a)
    assert verdict.ratio is not None
    assert verdict.ratio.differs
    assert verdict.outcome == "inconclusive"


def test_a_ratio_is_the_same_however_many_are_judged() -> None:
    rng = np.random.default_rng(8)
    some = [noisy(rng, 10, level, np.zeros(10)) for level in (1.0, 1.05, 1.1, 1.2)]
    alone = judge_one(some[1], some[0])
    table = judge([(b, some[0]) for b in some[1:]])
    assert alone.ratio is not None
    assert table[0].ratio is not None
    assert table[0].ratio.ratio == alone.ratio.ratio


def test_what_is_open_names_what_would_decide() -> None:
    rng = np.random.default_rng(9)
    a, b = (blocks(*np.exp(rng.normal(0, 0.05, 8) + shift)) for shift in (0.0, 0.05))
    assert "blocks would decide" in judge_one(b, a).why
    moded = blocks(*[3.0, 6.0, 3.01, 6.02] * 3)
    assert "fall into 2 groups" in judge_one(moded, blocks(*[4.0, 4.1, 3.9] * 4)).why


def test_near_end_of_the_interval() -> None:
    a = blocks(1.0, 1.01, 0.99, 1.0, 1.01, 0.99, 1.0, 1.0)
    b = {k: v * 1.06 * (1.01 if k % 2 else 0.99) for k, v in a.items()}
    verdict = judge_one(b, a)
    assert verdict.worse_by_more_than(0.03)
    assert not verdict.worse_by_more_than(0.06)
    assert not judge_one(a, b).worse_by_more_than(0.0)


def test_a_margin_is_a_share() -> None:
    with pytest.raises(ValueError, match="margin"):
        judge_one(blocks(1), blocks(1), margin=2)


def test_separate_experiments_are_judged_as_independent_samples() -> None:
    """A mood that both saw in the same order at random pairs nothing."""
    rng = np.random.default_rng(4)
    mood = rng.normal(0, 0.3, 20)
    a, b = noisy(rng, 20, 1.0, mood), noisy(rng, 20, 1.06, mood)
    assert judge([(b, a)])[0].outcome == "worse"
    assert judge([(b, a)], drifts=[0.0])[0].outcome == "inconclusive"
    shifted = {k + 100: v for k, v in b.items()}
    assert judge([(shifted, a)], drifts=[0.0]) == judge([(b, a)], drifts=[0.0])


def test_drift_between_sessions_widens_a_verdict() -> None:
    rng = np.random.default_rng(6)
    still = np.zeros(20)
    a, b = noisy(rng, 20, 1.0, still), noisy(rng, 20, 1.06, still)
    quiet, restless = judge([(b, a), (b, a)], drifts=[0.0, 0.05])
    assert quiet.worse_by_more_than(0.03)
    assert restless.outcome == "inconclusive"
    assert judge([(b, a)], "higher", drifts=[0.0])[0].outcome == "better"


@pytest.mark.parametrize("n", [5, 10, 20])
def test_a_table_of_equal_experiments_holds_a_false_difference_in_at_most_one_of_twenty(n: int) -> None:
    rng = np.random.default_rng(100 + n)
    wrong = 0
    for _ in range(300):
        pairs = [(noisy(rng, n, 1.0, np.zeros(n)), noisy(rng, n, 1.0, np.zeros(n))) for _ in range(10)]
        wrong += any(v.decided for v in judge(pairs, margin=0.0, drifts=[0.0] * 10))
    assert wrong <= 0.05 * 300 + 3 * math.sqrt(300 * 0.05 * 0.95)


def test_zeros_of_separate_experiments_are_judged_by_their_order() -> None:
    some, none = blocks(*[5.0] * 6), blocks(*[0.0] * 7)
    assert judge([(some, none)], drifts=[0.0])[0].outcome == "worse"
    assert judge([(some, blocks(0, 9, 0, 9, 0, 9))], drifts=[0.0])[0].outcome == "inconclusive"
    four = judge([(some, blocks(0, 0, 0, 0))], drifts=[0.0])[0]
    assert (four.outcome, four.n) == ("inconclusive", 4)
