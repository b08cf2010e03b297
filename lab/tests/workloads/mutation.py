"""Single mutations of a report: every one of them must fail an oracle."""

from __future__ import annotations

import copy
from typing import Any

from honest import COLOURS, at, leaves
from hypothesis import strategies as st

JUNK = st.sampled_from(
    [None, True, False, -1, 10**30, 10**6000, 1.0, float("nan"), float("inf"), "", "blue\n", "0", [], [1], {}, {"a": 1}]
)


def _replacement(draw: st.DrawFn, old: Any) -> Any:
    if draw(st.booleans()):
        return draw(JUNK.filter(lambda new: new != old or type(new) is not type(old)))
    if isinstance(old, str):
        return draw(st.sampled_from([c for c in COLOURS if c != old]))
    return old + draw(st.integers(-3, 3).filter(bool))


@st.composite
def mutated(draw: st.DrawFn, report: dict[str, Any]) -> Any:
    """`report` with one leaf changed, one entry or key too many or too few, or something else altogether."""
    result = copy.deepcopy(report)
    kind = draw(st.sampled_from(["change", "remove", "repeat", "drop key", "add key", "no report"]))
    path = draw(st.sampled_from(list(leaves(result))))
    place = at(result, path[:-1])
    if kind == "no report":
        return draw(st.sampled_from([None, [], "report", 7, {}]))
    if kind == "add key":
        result[draw(st.text("abcdef", min_size=1).filter(lambda key: key not in report))] = 0
    elif kind == "drop key":
        del result[draw(st.sampled_from(list(result)))]
    elif kind == "change" or not isinstance(place, list):
        place[path[-1]] = _replacement(draw, place[path[-1]])
    elif kind == "remove":
        del place[path[-1]]
    else:
        place.insert(path[-1], place[path[-1]])
    return result
