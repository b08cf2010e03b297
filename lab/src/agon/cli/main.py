"""The command line's entry: every verb, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

import typer

from agon import __version__
from agon.called import as_called
from agon.errors import AgonError, Exit

_VERBS = {
    "demo": "demo",
    "list": "list_",
    "doctor": "doctor",
    "install": "install",
    "check": "check",
    "run": "run",
    "resume": "resume",
    "reproduce": "reproduce",
    "report": "report",
    "results": "results",
    "compare": "compare",
    "gate": "gate",
    "history": "history",
    "record": "record",
    "export": "export",
    "import": "import_",
    "top": "top",
    "exec": "exec_",
    "check-projects": "check_projects",
    "new": "new",
    "test": "test",
    "asl": "asl",
}
"""The module of each verb, in the order of the help. Only that of the verb that is called is imported: what runs agents
starts without what measures."""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"agon {__version__}")
        raise typer.Exit


def _agon(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Options of agon itself."""
    del version


def with_verbs(verbs: Iterable[str] = _VERBS) -> typer.Typer:
    """The command line with these verbs."""
    made = typer.Typer(
        name="agon",
        help="The contest ground for actors and agents: measure platforms on the workloads of the literature.",
        epilog="Start with: ./agon demo. Tutorial: docs/tutorial.md. Exit codes: 0 ok, 1 something failed, 2 bad "
        "input, 3 something missing, 4 result directory unusable, 5 gate undecided, 130 interrupted (resumable).",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    )
    made.callback()(_agon)
    for verb in verbs:
        import_module(f"agon.cli.{_VERBS[verb]}").register(made)
    for about in (made.info, *made.registered_commands):
        about.epilog = as_called(about.epilog) if about.epilog else about.epilog
    return made


def wanted(arguments: Sequence[str]) -> Iterable[str]:
    """The verbs that a command line may need: the one that it names; none for the version; else all."""
    match arguments:
        case ["--version"]:
            return ()
        case [verb, *_] if verb in _VERBS:
            return (verb,)
        case _:
            return _VERBS


def __getattr__(name: str) -> Any:
    if name == "app":  # with all verbs, for what embeds it
        return with_verbs()
    raise AttributeError(name)


def print_error(message: str) -> None:
    """One clear message on standard error."""
    from agon.cli.tables import SafeConsole

    console = SafeConsole(stderr=True, highlight=False, soft_wrap=True, emoji=False)
    console.print(f"[bold red]agon:[/] {_escaped(as_called(message))}")


def _escaped(message: str) -> str:
    from rich.markup import escape

    return escape(message)


def _ended(*_: object) -> None:
    raise KeyboardInterrupt


def _of_parameters() -> type[Exception]:
    """What wrong parameters of a workload raise; asked for only where something was raised."""
    from agon.workloads.base import ParameterError

    return ParameterError


def main() -> None:
    """Run the command line; never shows a traceback for what the user can mend."""
    # SIGTERM ends as Ctrl-C does. Its parent may have set either to be ignored (nohup does, and shells do for Ctrl-C
    # in their background jobs): that stands, as it does for Python's own handling of Ctrl-C.
    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _ended)
    try:
        with_verbs(wanted(sys.argv[1:]))(prog_name="agon")
    except AgonError as error:
        print_error(str(error))
        sys.exit(int(error.exit_code))
    except _of_parameters() as error:
        print_error(str(error))
        sys.exit(int(Exit.USAGE))
    except BrokenPipeError:
        sys.stderr.close()  # the reader went away: no message can reach it
        sys.exit(int(Exit.OK))
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print_error(f"{place}{error.strerror or error}; see that it is there and can be written, then try again")
        sys.exit(int(Exit.STORE))
