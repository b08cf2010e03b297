"""`agon top`: looks at a running system of actors."""

from __future__ import annotations

import time
from collections.abc import Iterator
from enum import StrEnum

import typer

from agon.cli.tables import console
from agon.cli.values import duration
from agon.errors import AgonError, MissingError
from agon.observe.snapshot import Change, Snapshot
from agon.observe.sockets import EndedError, Observer, Place, choose
from agon.observe.view import picture, running
from agon.printable import printable

ACTORS = 50
"""Asked for, of those that have handled most and again of those with most to do; shown is what fits."""


class Sort(StrEnum):
    """What brings an actor to the top."""

    handled = "handled"
    queued = "queued"


def _snapshots(observer: Observer, interval: float) -> Iterator[Snapshot]:
    while True:
        yield observer.snapshot(ACTORS)
        time.sleep(interval)


def _changes(observer: Observer, interval: float) -> Iterator[Change]:
    """From each snapshot to the next; the first is soon there."""
    snapshots = _snapshots(observer, interval)
    before = next(snapshots)
    for now in snapshots:
        yield Change(before, now)
        before = now


def _print_json(place: Place, interval: float, *, once: bool) -> None:
    with Observer(place) as observer:
        for snapshot in _snapshots(observer, interval):
            typer.echo(printable(snapshot.line))
            if once:
                return


def _show(place: Place, interval: float, sort: Sort, *, once: bool) -> None:
    out = console()
    with Observer(place) as observer:
        changes = _changes(observer, interval)
        if once or not out.is_terminal:
            for change in changes:
                out.print(picture(change, by=sort))
                if once:
                    return
        from rich.live import Live  # which takes a moment to import, and is not needed for one look

        with Live(console=out, auto_refresh=False, screen=True) as live:
            for change in changes:
                live.update(picture(change, by=sort, height=out.height), refresh=True)


def _list(places: list[Place], *, json: bool) -> None:
    systems: list[tuple[str, Snapshot]] = []
    for place in places:
        try:
            with Observer(place) as observer:
                systems.append((str(place.path), observer.snapshot(0)))
        except (EndedError, MissingError):
            continue  # ended just now
        except AgonError as error:
            typer.echo(printable(f"agon: {error}"), err=True)
    if json:
        for _, system in systems:
            typer.echo(printable(system.line))
        return
    console().print(running(systems))
    console().print("Several systems run: ./agon top SYSTEM looks at one of them.")


def top(
    system: str = typer.Argument(None, metavar="[PID|SOCKET]", help="Which one, where several run."),
    interval: str = typer.Option("1s", "--interval", help="Time between two looks."),
    once: bool = typer.Option(False, "--once", help="Look once, for the length of the interval, and end."),
    json: bool = typer.Option(False, "--json", help="One snapshot a line, as docs/observing.md describes."),
    sort: Sort = typer.Option(Sort.handled, "--sort", help="Actors first that handle most, or for which most waits."),
) -> None:
    """Look at a running system of Agon's actors: workers, queues, busiest actors. Ctrl-C ends it."""
    pause = duration("--interval", interval)
    found = choose(system)
    try:
        if len(found) > 1:
            _list(found, json=json)
        elif json:
            _print_json(found[0], pause, once=once)
        else:
            _show(found[0], pause, sort, once=once)
    except EndedError as ended:
        typer.echo(printable(f"{ended}"), err=True)
    except KeyboardInterrupt:
        return


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("top", epilog="Example: AGON_OBSERVE=1 my-program & ./agon top")(top)
