"""`agon record`: the page of a machine."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from agon.cli.campaign import notes
from agon.errors import StoreError, UsageError
from agon.results.store import disk_errors, load, whole
from agon.results.summary import ResultSet

if TYPE_CHECKING:
    from agon.report.record import Archive

EXAMPLES = """
Examples:

  ./agon record results/evening --out docs/results/xeon-2-cores

  ./agon record results/monday results/tuesday --out docs/results/xeon-2-cores     (with the agreement of both runs)

  ./agon record results/evening --out docs/results/xeon-2-cores --data lab/studies/data     (the figures elsewhere)

  ./agon record results/agere13 --out docs/results/agere13 --archive ~/raw     (the raw data, with hashes on the page)
"""


def record(
    folders: list[Path] = typer.Argument(help="Result directories of one machine.", metavar="DIR..."),
    out: Path = typer.Option(..., "--out", help="Name without a suffix: NAME.md and NAME.csv.gz are written."),
    data: Path | None = typer.Option(
        None, "--data", help="Folder of NAME.csv.gz, where it is not the page's.", metavar="DIR"
    ),
    archive: Path | None = typer.Option(
        None, "--archive", help="Write the raw data of each run to this folder; the page has its hash.", metavar="DIR"
    ),
) -> None:
    """Write one page with the figures of a machine, and its figures as compressed CSV: small enough for a repository.

    Experiments on different workloads are one run together. Of several runs the page shows the first one's tables, and
    how far the runs agree. Of a reproduced source it has published and measured figures, and the claims.
    """
    from agon.analysis.agreement import reference_sizes
    from agon.analysis.judged import Judged
    from agon.analysis.sizes import Size
    from agon.report.record import Names, page
    from agon.results.frames import Results
    from agon.results.record import LARGEST, compressed, small_csv
    from agon.results.session import sessions

    of = sessions(_experiments(folders))
    runs = [session.joined() for session in of]
    sizes = reference_sizes([Judged(run) for run in runs])
    at = [frozenset(c.id for c in r.experiment.cells if sizes.get(c.workload) == Size.of(c)) for r in runs]
    csv, kept = small_csv([Results(r) for r in runs], at)
    figures = (data or out.parent) / f"{out.name}.csv.gz"
    archives = tuple(_archive(run, archive) for session in of for run in session.parts) if archive else ()
    link = Path(os.path.relpath(figures, out.parent)).as_posix()
    written = {
        out.with_name(f"{out.name}.md"): page(of, Names(link, kept, archives)).encode(),
        figures: compressed(csv),
    }
    for file, content in written.items():
        with disk_errors(file.parent):
            file.parent.mkdir(parents=True, exist_ok=True)
            with whole(file) as temporary:
                temporary.write_bytes(content)
        typer.echo(file)
    if len(csv.encode()) >= LARGEST:
        notes.print(f"{figures.name} is of more than {LARGEST // 1000} kB: record fewer runs", soft_wrap=True)


def _archive(run: ResultSet, folder: Path) -> Archive:
    """Write everything of an experiment to one file."""
    from agon.report.record import Archive
    from agon.results.transfer import export

    file = folder / f"{run.experiment.id}.agon.tar.gz"
    with disk_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)  # of the same experiment, which is still there
    export(run.root, file)
    typer.echo(file)
    content = file.read_bytes()
    return Archive(file.name, len(content), hashlib.sha256(content).hexdigest())


def _experiments(folders: list[Path]) -> list[ResultSet]:
    if len({f.resolve() for f in folders}) < len(folders):
        raise UsageError("the same result directory is named twice: name each run once")
    runs = [load(folder) for folder in folders]
    here = runs[0].experiment.environment.machine_id
    for run in runs:
        if run.experiment.environment.machine_id != here:
            raise StoreError(f"{run.root} is of another machine than {runs[0].root}: a page is of one machine")
        if not any(c.measured for c in run.cells):
            raise StoreError(f"{run.root} has no figures yet: agon resume {run.root}")
    return runs


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command("record", epilog=EXAMPLES)(record)
