"""The numbers as LaTeX tables (booktabs), to be read in with \\input: one table environment a table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from agon.analysis.conclusions import Analysis
from agon.analysis.judged import Judged
from agon.report.contents import Contents, gather
from agon.report.parts import Item, Table

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "µ": r"\textmu{}",
    "\u2013": "--",
    "\u202f": r"\,",
}
_UNIT = re.compile(r"(?<=\d) (?=(?:s|ms|\\textmu\{\}s|ns|B|KiB|MiB|GiB|TiB)\b)")

_THIN = r"\\,"
"""Between a number and its unit."""


def render(judged: Judged, analysis: Analysis) -> str:
    """The tables, each in its own environment."""
    return "\n".join(_document(gather(judged, analysis))).rstrip() + "\n"


def escape(text: str) -> str:
    """Text that LaTeX typesets as it is, on one line; characters that cannot be seen are left out."""
    line = " ".join(text.split())
    return "".join(_ESCAPES.get(c, c) for c in line if not unicodedata.category(c).startswith("C"))


def _document(c: Contents) -> Iterator[str]:
    e = c.experiment
    yield "% \\usepackage{booktabs}, \\usepackage{textcomp}"
    yield f"% Experiment {_comment(e.id)}: {_comment(e.title)}"
    yield f"% Command: {_comment(dict(c.reproduce)['command'])}"
    yield f"% Numbers are {_comment(c.quoted)} in brackets.\n"
    if c.winners.rows:
        yield from _table(c.winners, "winners", c)
    for family in c.families:
        if family.table:
            yield from _table(family.table, f"means-{family.family}", c, f"{family.heading}: {' '.join(family.notes)}")
    if c.safety.rows:
        yield from _table(c.safety, "safety", c)
    for w in c.workloads:
        for table in w.tables:
            always = f", {w.constant}" if w.constant else ""
            yield from _table(table, f"{w.id}-{table.metric}", c, f"{w.title}: {table.caption}{always}")
    if c.source_size:
        yield from _table(c.source_size.table, "source-size", c)
    for number, p in enumerate(c.published, start=1):
        facts = dict(p.facts)
        sides = f"Published on {facts['published on']}; measured on {facts['measured on']}."
        yield from _table(p.ratios, f"published-{number}", c, f"{p.title}: {p.ratios.caption}. {sides} {p.agreement}")
        if p.ranks.rows:
            yield from _table(p.ranks, f"ranks-{number}", c, f"{p.title}: {p.ranks.caption}")
    if c.skipped.rows:
        yield from _table(c.skipped, "left-out", c)
    yield from _table(c.platforms, "platforms", c)


def _comment(text: str) -> str:
    return " ".join(text.split())


def _table(table: Table, label: str, c: Contents, caption: str = "") -> Iterator[str]:
    columns = "".join("r" if column.numeric else "l" for column in table.columns)
    yield "\\begin{table}"
    yield "  \\centering"
    yield f"  \\caption{{{escape(caption or table.caption)}}}"
    yield f"  \\label{{tab:{re.sub(r'[^a-z0-9-]', '-', f'{c.experiment.id}-{label}'.lower())}}}"
    yield f"  \\begin{{tabular}}{{{columns}}}"
    yield "    \\toprule"
    yield "    " + " & ".join(escape(column.name) for column in table.columns) + r" \\"
    yield "    \\midrule"
    reasons: dict[str, str] = {}
    for row in table.rows:
        yield "    " + " & ".join(_item(i, reasons) for i in row) + r" \\"
    yield "    \\bottomrule"
    yield "  \\end{tabular}"
    if reasons:
        yield r"  \par\smallskip\footnotesize"
        yield from (f"  $^{{{mark}}}$ {_UNIT.sub(_THIN, escape(reason))}." for reason, mark in reasons.items())
    yield "\\end{table}\n"


def _item(item: Item, reasons: dict[str, str]) -> str:
    """A cell of the table. `reasons`: why cells have no number, each once, below the table: they are long."""
    text = _UNIT.sub(_THIN, escape(item.text))
    if item.tone == "best":
        text = f"\\textbf{{{text}}}"
    if text.startswith("["):
        # After a row's end a bracket would be read as its argument.
        text = f"{{}}{text}"
    if not item.detail:
        return text
    if item.tone in ("missing", "failed"):
        mark = reasons.setdefault(item.detail, _mark(len(reasons)))
        return f"{text}$^{{{mark}}}$"
    return f"{text} ({_UNIT.sub(_THIN, escape(item.detail))})"


def _mark(number: int) -> str:
    """`a`, `b`, ..., `z`, `aa`, ..."""
    before, last = divmod(number, 26)
    return (_mark(before - 1) if before else "") + chr(ord("a") + last)
