"""How the command is called here: `./agon` in a checkout, `agon` where the package is installed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

LAUNCHER = "./agon"
_LAUNCHED = re.compile(r"(?<![\w./-])\./agon(?![\w./-])")


def command() -> str:
    """The first word of a command line."""
    return "agon" if Path(sys.argv[0]).name == "agon" else LAUNCHER


def as_called(text: str) -> str:
    """`text` with the commands in it as they are to be typed here; they are written with `./agon`."""
    return text if command() == LAUNCHER else _LAUNCHED.sub(command(), text)
