"""The literature as data: complete, unambiguous, and what the sources print."""

import re

import pytest

from agon.errors import UsageError
from agon.published.sources import Figure, claims, figures, source, sources
from agon.workloads.registry import all_workloads

# Tables 1 to 4 of agere13, row by row as printed.
AGERE13 = {
    "table1": """
        Jason 5.724 162.476 302.386 444.015 597.024
        2APL 112.078 - - - -
        Erlang 0.377 8.888 16.273 23.768 31.156
        Akka 4.727 103.21 196.375 333.929 418.273
        ActorFoundry 1.229 56.749 114.221 167.199 223.918
        """,
    "table2": """
        Jason 24.882 24.034 30.326
        Erlang 1.157 1.061 0.997
        Akka 2.11 1.956 2.038
        ActorFoundry 1.693 1.705 2.257
        2APL - - -
        GOAL - - -
        """,
    "table3": """
        Jason 167 5 0.347
        Erlang 144 50 5.059
        Akka 7021 154 3.637
        ActorFoundry 3 0 0
        """,
    "table4": """
        Jason 415 1074 501
        2APL 1034 1711 656
        GOAL 1038 1687 929
        Erlang 400 726 710
        Akka 423 1221 856
        ActorFoundry 636 1266 1043
        """,
}
COLUMNS = {
    "table1": [("tokens", n) for n in (1, 250, 500, 750, 1000)],
    "table2": [("creatures", n) for n in (5, 50, 500)],
    "table3": [("creatures", n) for n in (5, 50, 500)],
    "table4": [("workload", w) for w in ("token-ring", "chameneos", "fibonacci")],
}


def _column(figure: Figure) -> tuple[str, object]:
    for name in ("tokens", "creatures"):
        if name in figure.params:
            return name, figure.params[name]
    return "workload", figure.workload


@pytest.mark.parametrize("table", AGERE13)
def test_agere13_is_copied_as_printed(table: str) -> None:
    printed = {
        (line.split()[0].lower(), column): None if cell == "-" else float(cell)
        for line in AGERE13[table].strip().splitlines()
        for column, cell in zip(COLUMNS[table], line.split()[1:], strict=True)
    }
    ours = {(f.platform, _column(f)): f.value for f in figures("agere13") if f.table == table}
    assert ours == printed


def test_every_source_has_figures_or_claims() -> None:
    assert [s.id for s in sources()] == ["agere13", "blog09", "microagents", "jason-multicore", "agentslang"]
    for entry in sources():
        assert figures(entry.id) or claims(entry.id)


def test_figures_and_claims_name_known_sources_and_workloads() -> None:
    for entry in sources():
        assert {f.source for f in figures(entry.id)} <= {entry.id}
        assert {f.workload for f in figures(entry.id)} <= set(entry.workloads)
        assert {f.metric for f in figures(entry.id)} - set(entry.metrics) <= {"max_n"}


def test_no_figure_is_given_twice() -> None:
    for entry in sources():
        keys = [(f.table, f.workload, f.platform, str(f.params), f.metric, f.note) for f in figures(entry.id)]
        assert len(keys) == len(set(keys))


def test_claims_have_ids_of_their_own() -> None:
    for entry in sources():
        ids = [c.id for c in claims(entry.id)]
        assert len(ids) == len(set(ids))
        assert all(re.fullmatch(r"[a-z0-9.-]+", i) for i in ids)


def test_parameters_of_agere13_are_those_of_the_workloads() -> None:
    known = {w.id: {p.name for p in w.parameters} for w in all_workloads().values()}
    for figure in figures("agere13"):
        assert set(figure.params) <= known[figure.workload]


def test_an_unknown_source_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="no source 'agere14'; there are agere13, blog09"):
        source("agere14")
    with pytest.raises(UsageError):
        figures("agere14")


def test_a_gap_without_a_reason_is_refused() -> None:
    row = {
        "source": "agere13",
        "table": "t",
        "workload": "w",
        "platform": "p",
        "metric": "m",
        "unit": "s",
        "params": "",
    }
    with pytest.raises(ValueError, match="needs a note"):
        Figure.model_validate({**row, "value": "", "note": ""})
    assert Figure.model_validate({**row, "value": "", "note": "did not finish"}).value is None


def test_parameters_are_numbers_where_they_are_numbers() -> None:
    row = {
        "source": "s",
        "table": "t",
        "workload": "w",
        "platform": "p",
        "metric": "m",
        "unit": "s",
        "note": "",
        "value": "1",
    }
    parsed = Figure.model_validate({**row, "params": "side=10;active=0.1;acks=on"}).params
    assert parsed == {"side": 10, "active": 0.1, "acks": "on"}
