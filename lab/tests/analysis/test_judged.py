"""Who is better is decided once, and every page shows the same number."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import agon
from agon.analysis import judged as judging
from agon.analysis.conclusions import Analysis, analyse
from agon.analysis.judged import Judged
from agon.analysis.sizes import Layout, Size
from agon.analysis.standings import Ranking
from agon.cli import lines
from agon.report import html, latex, markdown
from agon.report.contents import gather
from agon.results.summary import ResultSet
from agon.stats import ranking, verdict
from agon.stats.verdict import Better

SOURCES = Path(agon.__file__).parent
WRITES_A_REPORT = {"campaign.py", "compare.py", "history.py", "record.py", "report.py"}
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
    assert calls <= 29


def test_every_page_has_one_number_for_a_pair(field: ResultSet) -> None:
    judged = Judged(field)
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
