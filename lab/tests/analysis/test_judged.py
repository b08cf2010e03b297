"""Who is better is decided once, and every page shows the same number."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from support.measured import Made, measured

import agon
from agon.analysis import judged as judging
from agon.analysis.choice import choose
from agon.analysis.conclusions import Analysis, analyse
from agon.analysis.judged import Judged
from agon.analysis.listing import document
from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import TIME, Ranking, span
from agon.cli import lines
from agon.format import ratio
from agon.report import html, latex, markdown
from agon.report.contents import gather
from agon.report.families import families
from agon.report.parts import NOTHING
from agon.report.record import Names, page
from agon.results.session import sessions
from agon.results.summary import ResultSet
from agon.stats import ranking, verdict
from agon.stats.verdict import Better
from agon.workloads.registry import title_of

SOURCES = Path(agon.__file__).parent
WRITES_A_REPORT = {"campaign.py", "compare.py", "gate.py", "history.py", "record.py", "report.py"}
"""Verbs that write a page."""


def imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{n.name}" for n in node.names)}
        elif isinstance(node, ast.Import):
            found |= {n.name for n in node.names}
    return found


@pytest.mark.parametrize("file", sorted((SOURCES / "report").glob("*.py")), ids=lambda f: f.name)
def test_a_report_decides_nothing(file: Path) -> None:
    assert not [name for name in imported(file) if name.startswith("agon.stats")]


def test_only_verbs_that_write_a_page_import_the_report() -> None:
    found = {f.name for f in (SOURCES / "cli").glob("*.py") if any(n.startswith("agon.report") for n in imported(f))}
    assert found == WRITES_A_REPORT


def test_what_is_decided_knows_no_page() -> None:
    found = {f.name for f in (SOURCES / "analysis").glob("*.py") if any("agon.report" in n for n in imported(f))}
    assert not found


def test_each_ranking_of_a_report_is_made_once(field: ResultSet, monkeypatch: pytest.MonkeyPatch) -> None:
    ranked: Counter[tuple[object, ...]] = Counter()
    calls = 0
    rank, judge = judging.rank, verdict.judge

    def counted(layout: Layout, size: Size, metric: str, better: Better = "lower") -> Ranking | None:
        families = frozenset(c.platform.family for c in layout.cells)
        ranked[layout.workload, size, metric, families] += 1
        return rank(layout, size, metric, better)

    def counted_judge(*args: object, **kwargs: object) -> object:
        nonlocal calls
        calls += 1
        return judge(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(judging, "rank", counted)
    for module in (verdict, ranking):
        monkeypatch.setattr(module, "judge", counted_judge)
    monkeypatch.setattr("agon.analysis.families.judge", counted_judge)
    judged = Judged(field)
    html.render(judged, analyse(judged))
    list(lines.standings(judged))
    assert ranked and max(ranked.values()) == 1
    assert ranked.total() <= 27
    assert calls <= 28


def number(ranking: Ranking, subject: str, reference: str) -> str:
    """`2.61 [2.50, 2.71]`: what every page shows of a pair."""
    return f"{ratio(ranking.times(subject, reference))} {span(ranking.between(subject, reference))}".strip()


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> ResultSet:
    """Agents at one token, where they are more than at the size of all; three workloads."""
    draw = random.Random(7)

    def made(platform: str, seconds: float, tokens: int) -> list[Made]:
        def around(middle: float) -> tuple[float, ...]:
            return tuple(middle * draw.uniform(0.97, 1.03) for _ in range(6))

        each = {"invocations": 6, "each_s": around(seconds)}
        return [Made(platform, "token-ring", {"tokens": tokens}, **each)]  # type: ignore[arg-type]

    actors = [c for p, s in (("go", 1.0), ("akka", 1.4), ("erlang", 3.0), ("caf", 3.1)) for c in made(p, s, 100)]
    agents = [c for p, s in (("jason", 4.0), ("2apl", 5.0), ("goal", 9.0)) for c in made(p, s, 1)]
    both = [*made("jason", 20.0, 100), *made("go", 0.1, 1)]
    others = [
        replace(cell, workload="chameneos", params={"creatures": 5})
        for p, s in (("go", 1.1), ("akka", 1.0), ("erlang", 2.0), ("jason", 8.0))
        for cell in made(p, s, 1)
    ]
    return measured(tmp_path_factory.mktemp("apart"), [*actors, *agents, *both, *others])


@pytest.fixture(params=["field", "apart"])
def judged(request: pytest.FixtureRequest) -> Judged:
    return Judged(request.getfixturevalue(request.param))


def test_every_page_has_one_number_for_a_pair(judged: Judged) -> None:
    contents = gather(judged, analyse(judged))
    pages = [markdown.render(judged, Analysis()), latex.render(judged, Analysis())]
    terminal = "\n".join(lines.standings(judged))
    compared = 0
    for layout in judged.layouts:
        found = judged.ranking(layout.workload)
        assert found is not None
        first, *others = found.places
        glance = next(g for g in contents.glances if g.workload == layout.workload)
        assert glance.figure is not None
        on_glance = {row[0].text: row[1].text for row in glance.figure.table.rows}
        everywhere = next(f for f in contents.families if f.family == "all")
        assert everywhere.table is not None
        column = [c.name for c in everywhere.table.columns].index(glance.title)
        in_table = {row[0].text: row[column].text for row in everywhere.table.rows}
        for place in others:
            number = re.escape(place.times.replace("x", "", 1).rpartition(" ")[0])
            assert re.fullmatch(number, on_glance[place.label])
            assert re.match(number, in_table[place.label])
            assert f"{place.label} {place.times}" in terminal
            assert all(place.times.replace("x", "", 1) in page.replace("\\", "") for page in pages)
            for profile in contents.profiles:
                for row in profile.results.rows:
                    if (row[0].text, row[1].text) == (glance.title, place.label):
                        assert number.startswith(re.escape(row[5].text)), first.label
                        compared += 1
    assert compared


def test_too_few_blocks_have_one_number_too(tmp_path: Path) -> None:
    """A protocol that quotes means: the ratio is that of the medians all the same."""
    each = {"go": (1.0, 1.0, 4.0), "akka": (3.0, 3.5, 3.0)}
    cells = [Made(p, "token-ring", {}, each_s=s, invocations=3) for p, s in each.items()]
    judged = Judged(measured(tmp_path, cells, protocol="microagents"))
    (glance,) = gather(judged, Analysis()).glances
    assert glance.figure is not None
    assert [row[1].text for row in glance.figure.table.rows] == ["1.00", "3.00"]
    assert "akka 3.00x ?" in "\n".join(lines.standings(judged))


NEEDS = {
    "latency": ("fibonacci", "small_p99", ""),
    "throughput": ("token-ring", TIME, ""),
    "memory": ("token-ring", "memory_peak", ""),
    "fairness": ("chameneos", "fairness_stddev", ""),
    "agents": ("token-ring", TIME, "agent"),
}
"""What the answer to a need rests on: workload, metric, family."""


def test_the_choice_has_the_number_of_the_ranking(judged: Judged) -> None:
    compared = 0
    for need in choose(judged):
        if need.name not in NEEDS or len(need.ranking) < 2:
            continue
        workload, metric, family = NEEDS[need.name]
        found, whole = judged.ranking(workload, metric, family=family), judged.layout(workload)
        assert found is not None
        first = need.ranking[0].label
        for place in need.ranking[1:]:
            assert number(found, place.label, first) in place.note
            compared += 1
        following = next((p for p in found.places if not p.leads), None)
        assert following is None or number(found, following.label, first) in need.answer
        elsewhere = found.size != whole.reference
        assert need.answer.startswith(f"At {whole.words(found.size)}, ") == elsewhere
        section = next(n for n in gather(judged, analyse(judged)).needs if n.name == need.name)
        assert section.table.columns[-1].name == (f"at {whole.words(found.size)}" if elsewhere else "")
    assert compared


def test_a_family_has_the_number_of_the_ranking(judged: Judged) -> None:
    sections = {s.family: s.table for s in families(judged) if s.table is not None}
    everywhere: dict[tuple[str, str, str], str] = {}
    for family, table in sections.items():
        names = [c.name for c in table.columns]
        rows = {row[0].text: row for row in table.rows}
        top = table.rows[0][0].text
        for layout in judged.layouts:
            found = judged.ranking(layout.workload, family="" if family == "all" else family)
            if found is None:
                continue
            title = title_of(layout.workload)
            moved = found.size != layout.reference
            column = names.index(f"{title} (at {layout.words(found.size)})" if moved else title)
            first, *others = found.places
            for place in others:
                assert rows[place.label][column].text.startswith(number(found, place.label, first.label))
            where = f", {title} at {layout.words(found.size)}" if moved else ""
            for label, row in rows.items():
                alone = row[2].detail.endswith(f"1 shared workload{where}")
                if alone and row[column].text != NOTHING and found.between(label, top) is not None:
                    assert row[2].text == number(found, label, top)
        for label, row in rows.items():
            assert everywhere.setdefault((label, top, row[2].detail), row[2].text) == row[2].text


def test_the_page_of_a_machine_has_the_number_of_the_ranking(judged: Judged) -> None:
    text = page(sessions([judged.results]), Names("x.csv.gz", "all cells")).replace("\\", "")
    for layout in judged.layouts:
        found = judged.ranking(layout.workload)
        assert found is not None
        first, *others = found.places
        section = text.partition(f"\n## {title_of(layout.workload)}\n")[2].partition("\n## ")[0]
        for place in others:
            assert f"| {place.label} | {number(found, place.label, first.label)} |" in section
    for section in families(judged):
        heading = text.partition(f"\n### {section.heading}\n")[2].partition("\n### ")[0]
        for row in section.table.rows if section.table is not None else ():
            assert all(item.text in heading for item in row)


def test_results_as_data_have_the_numbers_of_the_pages(judged: Judged) -> None:
    checked = 0
    for entry in document(judged).rankings:
        found = judged.ranking(entry.workload, entry.metric, entry.better, family=entry.family or "")
        assert found is not None
        for pair in entry.pairs:
            if pair.times_worse is None or pair.low is None or pair.high is None:
                continue
            shown = f"{ratio(pair.times_worse)} [{ratio(pair.low)}, {ratio(pair.high)}]"
            assert shown == number(found, pair.platform, pair.reference)
            checked += 1
    assert checked
