"""Each two features of agon-actor have a test that has both, and the page of them is as the tests are."""

from __future__ import annotations

from support.feature_pairs import PAGE, named, named_in, page, pairs, uses


def test_each_pair_has_a_test_and_no_test_is_of_another() -> None:
    found = named()
    assert set(found) == set(pairs())


def test_the_page_is_written_from_the_tests() -> None:
    again = "the page is old: PYTHONPATH=lab/tests:lab/src .venv/bin/python -m support.feature_pairs"
    assert PAGE.read_text(encoding="utf-8") == page(named()), again


def test_what_is_to_hold_is_known_of_each_use() -> None:
    assert [use for use, _ in uses()] == [one for one, other in pairs() if other == "restarts"]


def test_tests_are_found_by_their_name_and_by_their_comment() -> None:
    source = """
pairs! {
    timers_x_async_handlers: awaiting(Timer);
}

/// Something else. Pairs: timers x restarts,
/// names x goals.
#[test]
fn marked() {}

/// Pair: not a test.
fn helper() {}
"""
    assert named_in(source, "file") == {
        ("timers", "async handlers"): ["`timers_x_async_handlers`"],
        ("timers", "restarts"): ["`file::marked`"],
        ("names", "goals"): ["`file::marked`"],
    }
