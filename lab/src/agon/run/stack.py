"""Where a program's stack begins: at the same place in a page for all cells, however long their words are.

The kernel puts arguments and environment above a new program's stack, so that a longer word (a version in a path, a
variant's name, one digit more in a parameter) moves all that lies on it, and with it what shares lines and sets of the
caches: enough to change times by more than the differences of interest (Mytkowicz et al., "Producing wrong data without
doing anything obviously wrong!", ASPLOS 2009). One variable more in the environment fills the difference.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence

PAD = "AGON_PAD"
"""The variable that fills up; its value has no meaning."""
EVEN = "AGON_EVEN"
"""A second one where the number of words would be odd: pointers to them lie there too, and kernels round to pairs."""
PAGE = 4096
"""Stacks begin apart by multiples of it, in addition to what the kernel draws at random: where in a page is the
same."""
_POINTER = 8


def padded(argv: Sequence[str], environment: Mapping[str, str]) -> dict[str, str]:
    """`environment`, with what makes it and `argv` take whole pages above the stack."""
    filled = {**environment, PAD: ""}
    if (len(argv) + len(filled)) % 2:
        filled[EVEN] = ""
    file = shutil.which(argv[0], path=environment.get("PATH", os.defpath)) or argv[0]  # the kernel keeps its name, too
    words = [file, *argv, *(f"{name}={value}" for name, value in filled.items())]
    taken = sum(len(os.fsencode(word)) + 1 for word in words) + _POINTER * (len(argv) + len(filled))
    return {**filled, PAD: "-" * (-taken % PAGE)}
