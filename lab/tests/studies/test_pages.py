"""The recorded pages follow from their data, and docs holds no data."""

from __future__ import annotations

import gzip
import re
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from support.studies import DATA, FOLDER, PAGES, module

from agon import home
from agon.format import interval
from agon.published.sources import claims as claims_of
from agon.published.sources import sources
from agon.report.mdtext import escaped
from agon.report.parts import NOTHING
from agon.results.record import DIGITS, FEW
from agon.results.summary import Summary
from agon.workloads.registry import title_of

pages: Any = module("pages")
record: Any = module("record")

MACHINES = ("epyc-2-cores", "nodes")
"""Their raw data is not here: what the CSV holds of their tables is compared."""
REPRODUCED = tuple(s.id for s in sources())
"""A page a source."""
LISTS = ("sources",)
"""What the sources name; tests/published compares them with their data."""
BY_HAND = ("README", "engine", "agentspeak")
"""Their data is not here. The index states that."""
LARGEST = 300_000
"""Bytes of all measured data together."""
FIGURES = slice(3, 7)
"""Columns of a machine's tables: those of the metrics in `FEW`."""

Row = tuple[str, ...]


def made(name: str, data: dict[str, Any]) -> str:
    return record.text_of(pages.STUDIES[name], name, data)


def recorded(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", pages.STUDIES)
def test_a_studys_page_follows_from_its_data(name: str) -> None:
    assert made(name, record.read(name)) == recorded(name), "write it again: .venv/bin/python lab/studies/pages.py"


@pytest.mark.parametrize("name", pages.STUDIES)
def test_other_data_makes_another_page(name: str) -> None:
    data = record.read(name)
    if name == "equal-rankings":
        data["rankings"]["false"][0] += 1
    elif name == "builds-study":
        data["invocations"]["typical"][0] *= 2
    elif name == "drawn-rankings":
        data["rankings"]["false"][0] += 1
    elif name == "settling":
        data["processes"]["off"][0] += 1
    elif name == "first-hour":
        data["steps"]["seconds"][0] *= 2
    elif name == "kill-study":
        data["kills"]["lost"][-1] = 1
    else:
        data["sizes"][0]["by_hand"] = [[2 * ns for ns in run] for run in data["sizes"][0]["by_hand"]]
    assert made(name, data) != recorded(name)


def test_a_study_writes_data_and_page_to_a_folder_of_its_own(tmp_path: Path) -> None:
    data = record.read("kill-study")
    page = record.write(tmp_path / "out", "kill-study", data, pages.STUDIES["kill-study"])
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["kill-study.json.gz", "kill-study.md"]
    assert record.read("kill-study", tmp_path / "out") == data
    assert (tmp_path / "out" / "kill-study.md").read_text(encoding="utf-8") == page
    assert "[kill-study.json.gz](kill-study.json.gz)" in page


def test_columns_are_the_same_rows() -> None:
    rows = [{"verb": "run", "lost": 0}, {"verb": "resume", "lost": 1}]
    assert record.as_columns(rows) == {"verb": ["run", "resume"], "lost": [0, 1]}
    assert record.as_rows(record.as_columns(rows)) == rows
    assert record.as_rows(record.as_columns([])) == []


def tables(text: str) -> dict[tuple[str, str], Row]:
    """Figures by title of the workload and platform."""
    found: dict[tuple[str, str], Row] = {}
    for section in text.split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        if "| platform | times the fastest |" not in body:
            continue
        for line in body.splitlines():
            if line.startswith("| ") and not line.startswith("| platform "):
                cells = [cell.strip() for cell in line.split(" | ")]
                found[title, cells[0].removeprefix("| ")] = tuple(cells[FIGURES])
    return found


def summaries_of(frame: pl.DataFrame) -> dict[tuple[str, str], dict[str, Summary]]:
    """The metrics of the CSV, of the first run that has the workload."""
    found: dict[tuple[str, str], dict[str, Summary]] = {}
    rows = frame.filter("reference", pl.col("metric").is_in(FEW)).sort("run", descending=True)
    for row in rows.iter_rows(named=True):
        summary = Summary(row["median"], row["low"], row["high"], row["unit"], row["n"])
        found.setdefault((title_of(row["workload"]), row["platform"]), {})[row["metric"]] = summary
    return found


def shown_as(summary: Summary | None) -> set[str]:
    """How a page may show it: the CSV is rounded to five digits, and a page rounds what the CSV was made of."""
    if summary is None:
        return {NOTHING}
    error = 0.5 * 10.0 ** (1 - DIGITS)
    bounds = [(v * (1 - error), v, v * (1 + error)) for v in (summary.median, summary.low, summary.high)]
    return {escaped(interval(Summary(*values, summary.unit, summary.n))) for values in product(*bounds)}


@pytest.mark.parametrize("name", [*MACHINES, *REPRODUCED])
def test_a_pages_tables_show_the_figures_of_its_csv(name: str) -> None:
    shown = tables(recorded(name))
    listed = summaries_of(pl.read_csv(DATA / f"{name}.csv.gz", infer_schema_length=None))
    assert len(shown) >= 5
    assert set(listed) <= set(shown)
    for key, row in shown.items():
        for metric, figure in zip(FEW, row, strict=True):
            assert figure in shown_as(listed.get(key, {}).get(metric)), (*key, metric)


@pytest.mark.parametrize("name", REPRODUCED)
def test_a_reproductions_page_judges_each_claim_of_its_source(name: str) -> None:
    text = recorded(name)
    assert text.startswith(f"# {name}, reproduced on ")
    assert "\n## Published and measured\n" in text
    claims = text.partition("\n## Claims\n")[2].partition("\n## ")[0]
    judged = re.findall(r"^- \*\*(?:holds|does not hold|inconclusive)\*\*: (.+) \(", claims, re.MULTILINE)
    assert judged == [escaped(claim.claim) for claim in claims_of(name)]


def test_a_figure_that_differs_from_the_csv_is_seen() -> None:
    summary = Summary(0.2585, 0.202, 0.317, "s", 5)
    assert "259 ms \\[202, 317\\]" in shown_as(summary)
    assert "260 ms \\[202, 317\\]" not in shown_as(summary)


def test_every_page_is_generated_compared_or_named_in_the_index() -> None:
    names = {path.stem for path in PAGES.glob("*.md")}
    assert names == {*pages.STUDIES, *MACHINES, *REPRODUCED, *BY_HAND, *LISTS}
    _, _, without = recorded("README").partition("\n## Pages without their data\n")
    assert {name for name in names if f"({name}.md" in without} == set(BY_HAND) - {"README"}


def test_all_data_belongs_to_a_page_and_is_small() -> None:
    files = sorted(DATA.iterdir())
    assert {f.name.partition(".")[0] for f in files} == {*pages.STUDIES, *MACHINES, *REPRODUCED}
    assert sum(f.stat().st_size for f in files) < LARGEST
    for file in files:
        assert file.read_bytes()[3:8] == bytes(5), f"{file.name} holds a name or a time: use agon.results.record"
        assert gzip.decompress(file.read_bytes())


def test_docs_is_prose_pictures_and_programs() -> None:
    listed = subprocess.run(["git", "ls-files", "docs"], cwd=home.root(), capture_output=True, text=True, check=True)
    others = [f for f in listed.stdout.split() if not re.search(r"\.(md|png|svg)\Z", f)]
    assert [f for f in others if not f.startswith("docs/coming-from/")] == []


def test_the_scripts_named_in_the_readme_are_there() -> None:
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"lab/studies/(\w+\.py)", text))
    assert {"equal_rankings.py", "kill_study.py", "overhead.py", "pages.py"} <= named
    assert [name for name in named if not (FOLDER / name).is_file()] == []
