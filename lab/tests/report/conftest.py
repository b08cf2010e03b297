"""A whole field of results, built once, and the conclusions that a report shows with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agon.analysis.choice import Need, Place
from agon.analysis.conclusions import Analysis
from agon.analysis.judged import Judged
from agon.published.model import ClaimOutcome, PublishedTable, Rank, Row
from agon.report import html
from agon.results.summary import ResultSet, Summary


@pytest.fixture(scope="session")
def analysis() -> Analysis:
    """Conclusions of every kind, made by hand: reports must show them whatever they are."""
    ratios = [
        Row("erlang", "creatures=5", 1.157, "", Summary(0.12, 0.11, 0.13, "s", 3), "erlang 25.2.3", 1.0, 1.0),
        Row("akka", "creatures=5", 2.11, "", None, "pekko: 2 of 5 failed: oracle: a_b", 1.82, None),
        Row("2apl", "creatures=5", None, "did not finish", None, "not measured", None, None),
        Row("agon-actor", "creatures=5", None, "not in the source", Summary(0.01, 0.009, 0.011, "s", 3),
            "agon-actor 0.1.0; written in Rust", None, 0.083),
    ]  # fmt: skip
    table = PublishedTable(
        "agere13", "table2", "Elapsed time of chameneos", "chameneos", "elapsed", "s", ratios, "erlang",
        [Rank("erlang", 1, 2), Rank("akka", 2, 1)], "at creatures=5", -0.33, 4,
        "Intel Xeon E5645", "AMD EPYC 7543", "Published with meetings=500000, measured with meetings=50000",
    )  # fmt: skip
    parts = (
        ClaimOutcome("agere13", "4.2", "Jason is fairer than Erlang", "holds", "3.8 against 102 meetings"),
        ClaimOutcome("agere13", "4.2", "ActorFoundry is fairest", "inconclusive", "it cannot be had"),
    )
    verdicts = (
        ClaimOutcome("agere13", "4.2", "Time does not depend on creatures", "does not hold", "it doubles"),
        ClaimOutcome("agere13", "4.2", "Fairness is a matter of platforms", "inconclusive", "see the parts", parts),
    )
    places = [
        Place("agon-actor", Summary(3.78, 3.32, 4.25, "meetings", 3), ""),
        Place("erlang", Summary(102.0, 80.0, 125.0, "meetings", 3), "deviates 27.1 times as much"),
    ]
    needs = (
        Need("fairness", "Who shares a bottleneck most evenly?", "agon-actor.", places, "creatures = 50", ""),
        Need("agents", "Which agent platform is fastest?", "No agent platform passed.", [], "none", "Ask for jason."),
    )
    return Analysis((table,), verdicts, needs)


@pytest.fixture(scope="session")
def state_of_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A state folder for what session fixtures cache."""
    state = tmp_path_factory.mktemp("state")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGON_STATE", str(state))
        yield state


@pytest.fixture(scope="session")
def page(field: ResultSet, analysis: Analysis, state_of_session: Path) -> str:
    """The field's report as HTML."""
    assert state_of_session.exists()
    return html.render(Judged(field), analysis)
