"""The folder of what compilers keep between builds, which is of use where it was made and nowhere else.

Cargo takes what it finds in a copied folder for up to date, and paths that were compiled in name the original's files.
"""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable

from agon import home
from agon.platforms.probe import shared_folder

NAME = ".agon-folder"
"""In the shared folder: where it was made."""


def keep_own(progress: Callable[[str], None]) -> None:
    """Remove what came from another folder, with a copied or moved checkout; mark what is there as this folder's."""
    folder = shared_folder()
    marker = folder / NAME
    here = str(folder)
    home.state().mkdir(parents=True, exist_ok=True)
    with (home.state() / ".shared.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made_in = marker.read_text(encoding="utf-8").strip() if marker.is_file() else here
        if made_in != here:
            progress(f"{here} was made in {made_in}, and copied or moved: all in Rust is compiled again")
            shutil.rmtree(folder)
        if made_in != here or not marker.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            marker.write_text(here + "\n", encoding="utf-8")
