"""One self-contained HTML page: texts and tables as they are, charts drawn by the page, nothing from a network."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from agon.report import vega
from agon.report.analysis import Analysis
from agon.report.colours import HUES
from agon.report.contents import VERDICT_TONES, Contents, gather
from agon.report.parts import Figure
from agon.results.protocols import PROTOCOLS
from agon.results.summary import ResultSet

_INTERVAL = re.compile(r"^(.*?) (\[[^\]]*\])$")
_AXIS_ROOM = 20
"""Pixels below a drawing that the smallest axis takes."""


def render(results: ResultSet, analysis: Analysis) -> str:
    """The page."""
    contents = gather(results, analysis)
    helpers = {"measured": _measured, "prose": _prose, "plot_id": plot_id}
    template = _environment().get_template("report.html.j2", globals=helpers)
    return template.render(
        c=contents,
        e=contents.experiment,
        hues=range(HUES),
        verdict_tones=VERDICT_TONES,
        quoted=PROTOCOLS[contents.experiment.plan.protocol].says,
        specs=_specs(contents),
        room=_AXIS_ROOM,
        vega=vega.script(),
    )


def _specs(contents: Contents) -> Markup:
    specs = {plot_id(f, i): p.spec for f in contents.figures for i, p in enumerate(f.panels)}
    return _script_json(specs)


def plot_id(figure: Figure, panel: int) -> str:
    """The id of the element that a panel is drawn into."""
    return f"{figure.id}-plot-{panel + 1}"


def _script_json(value: Any) -> Markup:
    """JSON that can stand inside a script element whatever its strings hold: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


@cache
def _environment() -> Environment:
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


def _prose(text: str) -> Markup:
    """Text whose `commands` are set as code."""
    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", str(escape(text))))
