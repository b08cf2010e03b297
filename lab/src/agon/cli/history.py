"""`agon history`: one cell's figure over several result directories."""

from __future__ import annotations

from pathlib import Path

import typer

from agon.analysis.history import Filter
from agon.analysis.history import history as history_of
from agon.cli import lines
from agon.cli.campaign import console, notes
from agon.cli.jsonout import print_json
from agon.cli.tables import tabulate
from agon.cli.values import names
from agon.errors import UsageError
from agon.results.store import load

FORMATS = ("text", "json", "md", "html")
PAGE = Path("history.html")
EXAMPLES = """
Examples:

  ./agon history results/*                                             (a line for each cell)

  ./agon history results/* --workload token-ring --platform akka --set tokens=50     (a line for each run)

  ./agon history results/* --format html --out history.html            (a page: charts, steps marked and listed)
"""


def _params(texts: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise UsageError(f"--set {text}: write PARAMETER=VALUE")
        found[name] = value
    return found


def history(
    folders: list[Path] = typer.Argument(help="Result directories, in any order.", metavar="DIR..."),
    workload: list[str] = typer.Option([], "--workload", "-w", help="Only these workloads."),
    platform: list[str] = typer.Option([], "--platform", "-p", help="Only these platforms: erlang, or akka:safe."),
    set_: list[str] = typer.Option([], "--set", help="Only cells with this parameter: tokens=50."),
    metric: str | None = typer.Option(None, "--metric", help="Which figure (default: the time after warm-up)."),
    fmt: str = typer.Option("text", "--format", help="text, json (schema_version 1), md, or html: one page."),
    out: Path | None = typer.Option(None, "--out", help="The file of --format html (default: history.html)."),
    json: bool = typer.Option(False, "--json", help="The same as --format json."),
) -> None:
    """Show one cell's figure over versions or commits, by date, with the steps that are found in it."""
    if fmt not in FORMATS:
        raise UsageError(f"--format {fmt}: choose one of {', '.join(FORMATS)}")
    if out is not None and (json or fmt != "html"):
        raise UsageError("--out is for --format html")
    wanted = Filter(tuple(names(workload)), tuple(names(platform)), _params(set_))
    found = history_of([load(folder) for folder in folders], wanted, metric)
    if json or fmt == "json":
        print_json(found.model_dump())
        return
    if fmt == "html":
        from agon.report import history as page

        page.write(found, out or PAGE)
        console.print(f"History: {out or PAGE}", markup=False, soft_wrap=True)
        return
    from agon.report.timeline import LIST_HEADERS, RUN_HEADERS, legend, list_rows, markdown, run_rows, title_of

    if fmt == "md":
        typer.echo(markdown(found))
        return
    if len(found.series) == 1:
        series = found.series[0]
        console.print(tabulate(RUN_HEADERS, run_rows(series), title=title_of(series)))
    else:
        console.print(tabulate(LIST_HEADERS, list_rows(found)))
    lines.print_line(notes, legend(found), "dim")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("history", epilog=EXAMPLES)(history)
