"""Shows systems on a terminal: their workers and busiest actors, with rates since the snapshot before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as Drawn
from rich.text import Text

from agon.observe.snapshot import Actor, Change, Row, Snapshot, Table, Waits, Worker
from agon.printable import printable

_STYLES = {
    "asleep": "dim",
    "silent": "bold yellow",
    "away": "yellow",
    "gone": "bold red",
    "suspended": "bold red",
    "blocked": "magenta",
    "paused": "magenta",
}

_WORKER_COLUMNS: Sequence[tuple[str, Callable[[Change, Worker], str | Text]]] = (
    ("worker", lambda _, w: str(w.worker)),
    ("state", lambda _, w: _styled(w.state)),
    ("handled/s", lambda c, w: _rate(c.of_worker(w, "handled"))),
    ("actors", lambda _, w: _count(w.live)),
    ("queued", lambda _, w: _count(w.queued)),
    ("wait 50%", lambda c, w: _wait(c.waits_of(w), 0.5)),
    ("wait 99%", lambda c, w: _wait(c.waits_of(w), 0.99)),
    ("sent away/s", lambda c, w: _rate(c.of_worker(w, "sent_away"))),
    ("sleeps/s", lambda c, w: _rate(c.of_worker(w, "sleeps"))),
    ("moved in/out", lambda _, w: f"{_count(w.moved_in)}/{_count(w.moved_out)}"),
    ("handovers", lambda _, w: _count(w.handovers)),
    ("panics", lambda _, w: _count(w.panics)),
    ("restarts", lambda _, w: _count(w.restarts)),
    ("dead letters", lambda _, w: _count(w.dead_letters)),
)

_ACTOR_COLUMNS: Sequence[tuple[str, Callable[[Change, Actor], str | Text]]] = (
    ("actor", lambda _, a: a.id),
    ("name", lambda _, a: a.name or "-"),
    ("type", lambda _, a: a.type),
    ("worker", lambda _, a: str(a.worker)),
    ("status", lambda _, a: _styled(a.status)),
    ("handled/s", lambda c, a: _rate(c.of_actor(a))),
    ("handled", lambda _, a: _count(a.handled)),
    ("queued", lambda _, a: _count(a.queued)),
)

_Row = TypeVar("_Row")

_LEFT = frozenset({"system", "mode", "worker", "state", "actor", "name", "type", "status"})
_FRAME = 7
"""Lines of the picture that are no rows."""


def picture(change: Change, *, by: str, height: int | None = None) -> RenderableType:
    """A system; at most `height` lines high, if it is given."""
    now = change.now
    tables = [_own_table(change, table) for table in now.tables if table.rows]
    taken = sum(table.row_count + 3 for table in tables)
    space = None if height is None else max(2, height - _FRAME - taken)
    workers = sorted(now.workers, key=lambda w: -(change.of_worker(w, "handled") or 0)) if space else now.workers
    shown = workers if space is None else sorted(workers[: max(1, space // 2)], key=lambda w: w.worker)
    hidden = len(workers) - len(shown)
    actors = change.actors(by)
    if space is not None:
        actors = actors[: max(1, space - len(shown) - bool(hidden))]
    parts: list[RenderableType] = [_head(change), _table(_WORKER_COLUMNS, change, shown)]
    if hidden:
        parts.append(Text(f"  and {hidden} workers that handle less", style="dim"))
    parts.extend(tables)
    if actors:
        parts.append(_table([*_ACTOR_COLUMNS, *_own_columns(actors)], change, actors))
    return Group(*parts)


def _head(change: Change) -> Text:
    now = change.now
    counters = now.counters
    words = [
        f"process {now.pid}, system {now.system}, {now.mode}, up {_span(now.uptime_ns / 1e9)}",
        f"{_rate(change.handled)} messages/s",
        f"{_count(counters.live)} actors",
        f"{_count(now.queued)} queued",
    ]
    trouble = [
        (now.away, "in long handlers"),
        (counters.panics, "panics"),
        (counters.restarts, "restarts"),
        (counters.dead_letters, "dead letters"),
    ]
    words += [f"{_count(count)} {what}" for count, what in trouble if count]
    return Text.assemble((printable(now.name), "bold"), f"  {'; '.join(words)}", no_wrap=True, overflow="ellipsis")


def _own_table(change: Change, table: Table) -> Drawn:
    """What the program shows of itself: how fast totals grow, and numbers as they are."""
    totals = list(dict.fromkeys(what for row in table.rows for what in row.totals))
    numbers = list(dict.fromkeys(what for row in table.rows for what in row.numbers))

    def cells(row: Row) -> Iterable[str]:
        yield row.name
        yield row.state
        yield from (_rate(change.of_row(table, row, what)) for what in totals)
        yield from (_count(row.numbers[what]) if what in row.numbers else "-" for what in numbers)

    headers = [printable(table.table), "state", *(f"{printable(what)}/s" for what in totals), *map(printable, numbers)]
    drawn = _empty(headers, left=frozenset(headers[:2]))
    for row in table.rows:
        drawn.add_row(*(_styled(cell) if at == 1 else Text(printable(cell)) for at, cell in enumerate(cells(row))))
    return drawn


def _own_columns(actors: Sequence[Actor]) -> Iterable[tuple[str, Callable[[Change, Actor], str | Text]]]:
    """What actors report of themselves, in their own order."""

    def column(what: str) -> Callable[[Change, Actor], str]:
        return lambda _, actor: _count(actor.numbers[what]) if what in actor.numbers else "-"

    for what in dict.fromkeys(what for actor in actors for what in actor.numbers):
        yield printable(what), column(what)


def running(systems: Iterable[tuple[str, Snapshot]]) -> Drawn:
    """Systems that can be looked at, each with the word that chooses it."""
    table = _empty(("system", "name", "mode", "up", "workers", "actors", "handled"))
    for word, system in systems:
        cells = (
            *(word, system.name, system.mode, _span(system.uptime_ns / 1e9), str(len(system.workers))),
            *(_count(system.counters.live), _count(system.counters.handled)),
        )
        table.add_row(*(Text(printable(cell)) for cell in cells))
    return table


def _empty(headers: Iterable[str], left: frozenset[str] = _LEFT) -> Drawn:
    table = Drawn(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for header in headers:
        table.add_column(header, justify="left" if header in left else "right", no_wrap=True, overflow="ellipsis")
    return table


def _table(
    columns: Sequence[tuple[str, Callable[[Change, _Row], str | Text]]], change: Change, rows: Iterable[_Row]
) -> Drawn:
    table = _empty(header for header, _ in columns)
    for row in rows:
        cells = (cell(change, row) for _, cell in columns)
        table.add_row(*(cell if isinstance(cell, Text) else Text(printable(cell)) for cell in cells))
    return table


def _styled(word: str) -> Text:
    return Text(printable(word), style=_STYLES.get(word, ""))


def _count(value: float | None) -> str:
    """Counts that move are read at a glance: `910`, `12.3k`, `4.56M`."""
    if value is None:
        return "?"
    for word, scale in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= 10 * scale or (word != "k" and value >= scale):
            return f"{value / scale:.3g}{word}" if value < 1000 * scale else f"{value / scale:.0f}{word}"
    return f"{value:.0f}"


def _rate(value: float | None) -> str:
    return "-" if value is None else _count(value)


def _wait(waits: Waits, part: float) -> str:
    seconds = waits.quantile(part)
    if seconds is None:
        return "-"
    for word, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {word}"
    return f"{seconds / 1e-9:.0f} ns"


def _span(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
