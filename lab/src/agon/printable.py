"""Text of unknown origin made printable. What a program writes must steer neither a terminal nor a page.

The rest of the lab's defence is where text is put together: Rich's markup is off or escaped, templates escape HTML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, cast

_HIDDEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0 and C1 controls: escape sequences
    "\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f"  # these and the two lines before: format characters, those that turn text around among them
    "\ud800-\udfff"  # halves of characters: no file and no terminal takes them
    "]"
)
_LINE_ENDS = re.compile("\r\n?")


def printable(text: str, *, lines: bool = False) -> str:
    """`text` with every character that cannot be seen written as JSON does (`\\u001b`), so that JSON stays what it is.

    `lines`: line ends and tabs stay.
    """
    if lines:
        text = _LINE_ENDS.sub("\n", text)
    return _HIDDEN.sub(lambda found: _written(found[0], lines), text)


def _written(character: str, lines: bool) -> str:
    return character if lines and character in "\n\t" else json.dumps(character)[1:-1]


def _as_it_is(text: str) -> str:
    return text


def all_printable(data: object, then: Callable[[str], str] = _as_it_is) -> Any:
    """JSON data with every string in it made printable; line ends and tabs stay. `then`: what else is done to each."""
    if isinstance(data, str):
        return then(printable(data, lines=True))
    if isinstance(data, list):
        return [all_printable(value, then) for value in cast(list[object], data)]
    if isinstance(data, dict):
        entries = cast(dict[str, object], data).items()
        return {all_printable(key, then): all_printable(value, then) for key, value in entries}
    return data
