"""One self-contained HTML page: texts and tables as they are, charts drawn by the page, nothing from a network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from agon.analysis.conclusions import Analysis
from agon.analysis.judged import Judged
from agon.report import vega
from agon.report.colours import HUES
from agon.report.contents import VERDICT_TONES, Contents, gather
from agon.report.families import BOUNDS, HIDES
from agon.report.glance import NOTES as GLANCE_NOTES
from agon.report.parts import Column, Figure, Item
from agon.workloads.registry import title_of

_INTERVAL = re.compile(r"^(.*?) (\[[^\]]*\])$")
_AXIS_SPACE = 20
"""Pixels below a drawing that the smallest axis takes."""


def render(judged: Judged, analysis: Analysis) -> str:
    """The page."""
    contents = gather(judged, analysis)
    template = environment().get_template("report.html.j2", globals=_helpers(contents))
    return template.render(
        c=contents,
        e=contents.experiment,
        groups=_groups(contents),
        hides=HIDES,
        glance_notes=GLANCE_NOTES,
        means_bounds=BOUNDS,
        hues=range(HUES),
        verdict_tones=VERDICT_TONES,
        margin=f"{judged.results.margin * 100:.3g}%",
        quoted=contents.quoted,
        specs=_specs(contents),
        space=_AXIS_SPACE,
        vega=vega.script(),
    )


def _helpers(contents: Contents) -> dict[str, Callable[..., object]]:
    """What templates call."""
    links = {label: p.anchor for p in contents.profiles for label in p.labels}
    links |= {w.title: f"workload-{w.id}" for w in contents.workloads}
    numbers = {label: str(i) for i, label in enumerate(contents.palette.labels)}

    def indices(labels: Sequence[str]) -> str:
        """The numbers of platforms, by which the page's filter knows them."""
        return " ".join(numbers[label] for label in labels if label in numbers)

    def about(row: Sequence[Item]) -> Markup:
        """The platform that a row is about, as an attribute."""
        label = next((i.text for i in row[:2] if i.text in numbers), None)
        return Markup(' data-p="{}"').format(numbers[label]) if label else Markup()

    def linked(text: str) -> Markup:
        """A platform or workload leads to its page; any other text is as it is."""
        if text not in links:
            return _measured(text)
        return Markup('<a href="#{}">{}</a>').format(links[text], text)

    return {
        "measured": _measured, "prose": _prose, "plot_id": plot_id, "classes": _classes, "web": _web,
        "unbroken": _unbroken, "title_of": title_of, "indices": indices, "about": about, "linked": linked,
    }  # fmt: skip


def _groups(contents: Contents) -> dict[str, list[str]]:
    """What platforms can be filtered by, with its values."""
    records = contents.experiment.platforms
    return {"family": sorted({p.family for p in records}), "language": sorted({p.language for p in records})}


def _specs(contents: Contents) -> Markup:
    specs = {plot_id(f, i): p.spec for f in contents.figures for i, p in enumerate(f.panels)}
    return script_json(specs)


def plot_id(figure: Figure, panel: int) -> str:
    """The id of the element that a panel is drawn into."""
    return f"{figure.id}-plot-{panel + 1}"


def script_json(value: Any) -> Markup:
    """JSON that can stand inside a script element whatever its strings hold: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


@cache
def environment() -> Environment:
    """Of the templates of pages."""
    return Environment(
        loader=PackageLoader("agon.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _measured(text: str) -> Markup:
    """`1.23 s [1.20, 1.27]` with the interval set apart; any other text as it is."""
    match = _INTERVAL.match(text)
    if match is None:
        return escape(text)
    return Markup('{} <span class="interval">{}</span>').format(*match.groups())


def _unbroken(text: str) -> str:
    """Text in which no line ends within `n = 5`."""
    return text.replace(" = ", "\u00a0=\u00a0")


def _prose(text: str) -> Markup:
    """Text whose `commands` are set as code."""
    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", str(escape(text))))


def _classes(column: Column, item: Item) -> Markup:
    words = " ".join(w for w in ("numeric" if column.numeric else "", item.tone) if w)
    return Markup(' class="{}"').format(words) if words else Markup()


def _web(address: str) -> Markup:
    """An address as a link, if it is one of the web's."""
    if not address.startswith(("https://", "http://")):
        return escape(address)
    return Markup('<a href="{0}" rel="noreferrer">{0}</a>').format(address)
