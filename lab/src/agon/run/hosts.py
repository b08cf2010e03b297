"""Node 1 on another machine: what is run there, and at which addresses the two machines meet."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from agon import home
from agon.errors import UsageError
from agon.platforms.probe import build_folder
from agon.platforms.registry import Platform

LIFE_S = 8.0
"""How long node 1 may stay there once the connection has ended; less than `nodes.GRACE_S`."""


@dataclass(frozen=True)
class Host:
    """Another machine, and the folder of its Agon."""

    name: str
    """As ssh gets it: `ADDRESS` or `USER@ADDRESS`."""
    folder: str = ""
    """Empty: its folders are where this machine's are."""

    @property
    def address(self) -> str:
        """Where programs there are to listen: an IPv4 address. UsageError if there is none."""
        name = self.name.rpartition("@")[2]
        try:
            return socket.gethostbyname(name)
        except (OSError, UnicodeError) as error:
            raise UsageError(f"--host {self.name}: '{name}' has no address that this machine finds: {error}") from None

    @property
    def own_address(self) -> str:
        """This machine's, as that one sees it. UsageError if there is no way there."""
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                probe.connect((self.address, 9))  # nothing is sent
                return str(probe.getsockname()[0])
        except OSError as error:
            raise UsageError(f"--host {self.name}: no way to {self.address}: {error}") from None

    def there(self, word: str) -> str:
        """A word of a command line, with the folders of that machine in place of this one's."""
        if not self.folder:
            return word
        folders = {str(home.state()): f"{self.folder}/.agon"}
        if (checkout := home.checkout()) is not None:
            folders[str(checkout)] = self.folder
        return re.sub("|".join(map(re.escape, folders)), lambda found: folders[found.group()], word)

    def words(self, platform: Platform, argv: Sequence[str]) -> list[str]:
        """The arguments of `far.py` there: how long to stay, what must be there, and the program."""
        needed = [folder for folder in (platform.folder, build_folder(platform)) if folder.exists()]
        return [str(LIFE_S), *(self.there(str(folder)) for folder in needed), "--", *map(self.there, argv)]


def host(name: str, folder: str | None) -> Host:
    """The machine of that name, whose Agon is in that folder. UsageError if it cannot be."""
    if not name.rpartition("@")[2] or name.startswith("-") or any(c.isspace() for c in name):
        raise UsageError(f"--host '{name}': give USER@ADDRESS or ADDRESS")
    if folder is not None and not folder.startswith("/"):
        raise UsageError(f"--host-folder {folder}: give the whole path, from /")
    return Host(name, (folder or "").rstrip("/"))
