"""Markdown, LaTeX and CSV as a whole, against files that a person has read.

After a wanted change: AGON_GOLDEN=write pytest tests/report/test_documents.py, then read the difference.
"""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from support.measured import Made, measured
from support.result_sets import Options, write_result_set

from agon.analysis.conclusions import Analysis
from agon.analysis.judged import Judged
from agon.report import csv as tidy
from agon.report import latex, markdown
from agon.results.model import ParamValue
from agon.results.summary import ResultSet

GOLDEN = Path(__file__).parent / "golden"


def against(name: str, text: str) -> None:
    path = GOLDEN / name
    if os.environ.get("AGON_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_markdown(small: ResultSet, analysis: Analysis) -> None:
    against("report.md", markdown.render(Judged(small), analysis))


def test_latex(small: ResultSet, analysis: Analysis) -> None:
    against("report.tex", latex.render(Judged(small), analysis))


def test_csv(small: ResultSet) -> None:
    against("report.csv", tidy.render(small))


def test_csv_is_tidy_and_complete(field: ResultSet) -> None:
    rows = list(csv.DictReader(io.StringIO(tidy.render(field))))
    for cell in field.cells:
        params = ";".join(f"{k}={v}" for k, v in cell.cell.params.items())
        own = [
            r
            for r in rows
            if (r["platform"], r["workload"], r["params"], r["role"])
            == (cell.cell.platform, cell.cell.workload, params, cell.cell.role)
        ]
        if cell.status == "ok":
            found = {r["metric"]: float(r["median"]) for r in own}
            assert found == pytest.approx({k: s.median for k, s in cell.metrics.items()})
        else:
            assert [(r["metric"], r["median"], r["reason"]) for r in own] == [("", "", cell.reason)]


@pytest.mark.parametrize(
    "hostile",
    ["a|b `c` <img src=x> *d* [e](f) ~~g~~ \\", "```\n# not a heading\n````", "# x\n\n1. y\n| - | - |\n&lt;"],
)
def test_markdown_shows_hostile_text_as_it_is(tmp_path: Path, hostile: str) -> None:
    options = Options(stderr=hostile, title=hostile, workloads=("chameneos",))
    tokens = (
        MarkdownIt("commonmark")
        .enable(["table", "strikethrough"])
        .parse(markdown.render(Judged(write_result_set(tmp_path, options)), Analysis()))
    )
    titles = [tokens[i + 1] for i, t in enumerate(tokens) if t.type == "heading_open" and t.tag == "h1"]
    assert len(titles) == 1
    shown = titles[0].children or []
    assert {t.type for t in shown} <= {"text", "text_special"}
    assert "".join(t.content for t in shown).split() == hostile.split()
    assert [t.content.rstrip("\n") for t in tokens if t.type == "fence"][1] == hostile.rstrip()
    assert not [t for t in tokens if t.type == "html_block"]


def test_latex_escapes_everything_special(small: ResultSet) -> None:
    assert latex.escape("50% of_{a} & #1 ~ $x^2$ \\end <µ>\x1b") == (
        r"50\% of\_\{a\} \& \#1 \textasciitilde{} \$x\textasciicircum{}2\$ \textbackslash{}end "
        r"\textless{}\textmu{}\textgreater{}"
    )
    text = latex.render(Judged(small), Analysis())
    assert text.count("\\begin{tabular}") == text.count("\\end{tabular}") == text.count("\\toprule") > 5
    for block in text.split("\\midrule")[1:]:
        rows = [r for r in block.split("\\bottomrule")[0].splitlines() if r.strip()]
        assert rows and all(r.endswith(" \\\\") for r in rows)
        assert len({r.replace("\\&", "").count("&") for r in rows}) == 1


def test_why_a_cell_has_no_number_stands_below_the_latex_table(tmp_path: Path) -> None:
    """In the cell it would make the table wider than a page."""
    sizes: list[dict[str, ParamValue]] = [{"tokens": n} for n in (1, 10, 100)]
    cells = [Made("go", "token-ring", size) for size in sizes]
    cells += [Made("akka", "token-ring", size, invocations=0, given_up=True) for size in sizes]
    text = latex.render(Judged(measured(tmp_path, cells)), Analysis())
    table = text[text.index("tokens = 1 &") :].partition("\\end{table}")[0]
    (row,) = (line for line in table.splitlines() if line.strip().startswith("akka"))
    assert row.strip() == "akka & given up$^{a}$ & given up$^{a}$ & given up$^{a}$ \\\\"
    assert table.count("0 of 5 invocations measured") == 1
    assert "$^{a}$ 0 of 5 invocations measured" in table
