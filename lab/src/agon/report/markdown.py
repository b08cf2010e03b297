"""The report as Markdown: the same texts and tables without the drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agon.analysis.conclusions import Analysis
from agon.analysis.judged import Judged
from agon.published.model import ClaimOutcome
from agon.report.background import Failure
from agon.report.contents import Contents, WorkloadSection, gather
from agon.report.families import BOUNDS, HIDES
from agon.report.literature import PublishedSection
from agon.report.mdtext import escaped as _text
from agon.report.parts import Facts, Item, Table


def render(judged: Judged, analysis: Analysis) -> str:
    """The document."""
    return "\n".join(_document(gather(judged, analysis))).rstrip() + "\n"


def _document(c: Contents) -> Iterator[str]:
    e = c.experiment
    yield f"# {_text(e.title)}\n"
    yield from (f"{_text(s)}\n" for s in c.summary)
    yield f"Numbers are {_text(c.quoted)} in brackets.\n"
    if c.winners.rows:
        yield from table(c.winners)
    if c.needs or c.open_needs:
        yield "## Which should I choose?\n"
        for need in c.needs:
            yield f"### {_text(need.question)}\n"
            yield f"{_text(need.answer)}\n"
            if need.table.rows:
                yield from table(need.table, captioned=False)
            yield f"{_text(need.evidence)}\n"
            yield from (f"{_text(sentence)}\n" for sentence in (need.caveat, *need.absent) if sentence)
            if need.command:
                yield f"To answer it: `{need.command}`\n"
        if c.open_needs:
            yield "Nothing was measured for these:\n"
            yield from (f"- {_text(need.question)} `{need.command}`" for need in c.open_needs)
            yield ""
    yield from _field(c)
    for w in c.workloads:
        yield from _workload(w)
    if c.source_size:
        yield "## Source size\n"
        yield from (f"{_text(note)}\n" for note in c.source_size.notes)
        yield from table(c.source_size.table, captioned=False)
    yield from literature(c.published, c.verdicts)
    yield from _rest(c)


def _field(c: Contents) -> Iterator[str]:
    """All platforms on all workloads."""
    if c.families:
        yield "## All workloads in one number\n"
        yield f"Times the best's time, over all workloads and in each. {BOUNDS}\n"
    for family in c.families:
        yield f"### {family.heading}\n"
        if family.table:
            yield from table(family.table, captioned=False)
        yield from (f"{_text(note)}\n" for note in family.notes)
    if c.families:
        yield "What one number hides:\n"
        yield from bullets(HIDES)
    yield f"## {c.coverage.caption}\n"
    yield from table(c.coverage, captioned=False)
    if c.safety.rows:
        yield f"## {c.safety.caption}\n"
        yield from table(c.safety, captioned=False)


def _workload(w: WorkloadSection) -> Iterator[str]:
    yield f"## {_text(w.title)}\n"
    defined = f" Defined in {w.source}." if w.source else ""
    always = f" Always {w.constant}." if w.constant else ""
    yield f"{_text(w.summary + defined + always)}\n"
    yield f"{_text(w.verdict)}\n"
    yield from (f"{_text(finding)}\n" for finding in w.findings)
    drawn = {f.table.metric: f.table for f in w.figures if f.table.metric}
    more = [t for t in drawn.values() if t.metric not in {x.metric for x in w.tables}]
    plain = [f.table for f in w.figures if not f.table.metric]
    for shown in (*w.tables, *more, *plain):
        yield from table(shown)


def literature(published: Sequence[PublishedSection], verdicts: Sequence[ClaimOutcome]) -> Iterator[str]:
    """The figures of the literature above the measured ones, and what becomes of each claim."""
    if published:
        yield "## Published and measured\n"
        yield "Ratios within each side and ranks, never times of two machines against each other.\n"
    for p in published:
        yield f"### {_text(p.title)}\n"
        yield f"{_text(p.agreement)}\n"
        yield from table(p.ratios)
        if p.ranks.rows:
            yield from table(p.ranks)
        yield from bullets((*(f"{k}: {v}" for k, v in p.facts), *p.notes))
    if verdicts:
        yield "## Claims\n"
    for v in verdicts:
        yield f"- **{v.verdict}**: {_text(v.claim)} ({_text(f'{v.source}, {v.section}')})"
        if len(v.parts) > 1:
            yield from (f"  - *{p.verdict}*: {_text(p.claim)}. {_text(p.evidence)}" for p in v.parts)
        else:
            yield f"  - {_text(v.evidence)}"
    if verdicts:
        yield ""


def _rest(c: Contents) -> Iterator[str]:
    yield "## Failures\n"
    if not c.failures:
        yield "Every cell that was measured passed.\n"
    for f in c.failures:
        yield from _failure(f)
    yield "## Left out\n"
    if c.skipped.rows:
        yield from table(c.skipped, captioned=False)
    else:
        yield "Nothing that was asked for was left out.\n"
    if c.stops.rows:
        yield from table(c.stops)
    yield "## Noise\n"
    if not c.noise:
        yield "Nothing was seen to disturb the measurement.\n"
    yield from bullets(tuple(f"{n.what}. {n.evidence} {n.advice}" for n in c.noise))
    yield "## Platforms\n"
    yield from table(c.platforms, captioned=False)
    if c.tunings.rows:
        yield from table(c.tunings)
    yield "## Environment\n"
    yield from facts(c.environment)
    yield "## How to reproduce\n"
    yield from facts(c.reproduce)


def _failure(f: Failure) -> Iterator[str]:
    yield f"### {_text(f.title)}\n"
    yield f"**{f.count}**: {_text('; '.join(f.reasons))}\n"
    yield from _block(f.command)
    if f.stderr:
        yield from _block(f.stderr)


def facts(found: Facts) -> Iterator[str]:
    """A list of names and what they are."""
    yield from bullets(tuple(f"{name}: {value}" for name, value in found))


def bullets(lines: tuple[str, ...]) -> Iterator[str]:
    """A list of plain texts."""
    if lines:
        yield "\n".join(f"- {_text(line)}" for line in lines) + "\n"


def table(shown: Table, *, captioned: bool = True) -> Iterator[str]:
    """A table, under its caption."""
    if captioned:
        yield f"**{_text(shown.caption)}**\n"
    lines = ["| " + " | ".join(_text(c.name) for c in shown.columns) + " |"]
    lines.append("|" + "|".join("---:" if c.numeric else "---" for c in shown.columns) + "|")
    lines += ["| " + " | ".join(_item(i) for i in row) + " |" for row in shown.rows]
    yield "\n".join(lines) + "\n"


def _item(item: Item) -> str:
    text = _text(item.text)
    if item.tone == "best":
        text = f"**{text}**"
    return f"{text}: {_text(item.detail)}" if item.detail else text


def _block(text: str) -> Iterator[str]:
    """A code block with a fence longer than any in the text."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}text\n{text.rstrip()}\n{fence}\n"
