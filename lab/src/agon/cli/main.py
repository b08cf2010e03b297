"""The command line's entry: every verb, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import signal
import sys
from importlib import import_module

import typer

from agon import __version__
from agon.errors import AgonError, Exit
from agon.workloads.base import ParameterError
from agon.workloads.registry import UnknownWorkloadError

app = typer.Typer(
    name="agon",
    help="The contest ground for actors and agents: measure platforms on the workloads of the literature.",
    epilog="Start with: ./agon demo. Tutorial: docs/tutorial.md. Exit codes: 0 ok, 1 something failed, 2 bad input, "
    "3 something missing, 4 result directory unusable, 5 gate undecided, 130 interrupted (resumable).",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)

_VERBS = (
    "demo",
    "list_",
    "doctor",
    "install",
    "check",
    "run",
    "resume",
    "reproduce",
    "report",
    "results",
    "compare",
    "history",
    "record",
    "export",
    "import_",
    "top",
    "exec_",
    "asl",
    "check_projects",
    "new",
    "test",
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"agon {__version__}")
        raise typer.Exit


@app.callback()
def agon(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Options of agon itself."""
    del version


for _verb in _VERBS:
    import_module(f"agon.cli.{_verb}").register(app)


def print_error(message: str) -> None:
    """One clear message on standard error."""
    from agon.cli.tables import SafeConsole

    console = SafeConsole(stderr=True, highlight=False, soft_wrap=True, emoji=False)
    console.print(f"[bold red]agon:[/] {_escaped(message)}")


def _escaped(message: str) -> str:
    from rich.markup import escape

    return escape(message)


def _ended(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Run the command line; never shows a traceback for what the user can mend."""
    # SIGTERM ends as Ctrl-C does. Its parent may have set either to be ignored (nohup does, and shells do for Ctrl-C
    # in their background jobs): that stands, as it does for Python's own handling of Ctrl-C.
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _ended)
    try:
        app(prog_name="agon")
    except AgonError as error:
        print_error(str(error))
        sys.exit(int(error.exit_code))
    except (ParameterError, UnknownWorkloadError) as error:
        print_error(str(error))
        sys.exit(int(Exit.USAGE))
    except BrokenPipeError:
        sys.stderr.close()  # the reader went away: no message can reach it
        sys.exit(int(Exit.OK))
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print_error(f"{place}{error.strerror or error}; see that it is there and can be written, then try again")
        sys.exit(int(Exit.STORE))
