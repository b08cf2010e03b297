"""The words that are counted, and where one of them is a term."""

from __future__ import annotations

import re

WORDS = (
    *("told", "tell", "tells", "telling", "heard", "hear", "hears", "knock", "knocks", "knocked"),
    *("nobody", "whoever", "whomever", "somebody", "lane", "lanes", "room", "rooms", "beside"),
    *("said", "say", "says", "saying", "mind", "minds", "minded", "anew"),
)
PHRASES = (r"by[\s_]+and[\s_]+by", r"by[\s_]+chance")


def _alternatives(words: tuple[str, ...]) -> str:
    return "|".join(words)


_lower = _alternatives(WORDS)
_upper = _alternatives(tuple(word.capitalize() for word in WORDS))
_loud = _alternatives(tuple(word.upper() for word in WORDS))

COUNTED = re.compile(
    rf"(?<![A-Za-z])(?:{_lower})(?![a-z])|(?<![A-Z])(?:{_upper})(?![a-z])|(?<![A-Za-z])(?:{_loud})(?![A-Za-z])"
    rf"|(?<![a-z])(?i:{_alternatives(PHRASES)})(?![a-z])"
)
"""A word in a sentence, or a part of an identifier: `was_told`, `whoTells`, `ROOMS`."""

SPACE = re.compile(
    r"(?i)(?:no|is|has|have|for|enough|more|much|make|makes|leaves)[\s_]room$|^room[\s_](?:for|left|in)\b"
)
"""`room` in these is space: a mailbox has room for messages."""

QUOTES = "`\"'"
"""KQML's performative, as AgentSpeak spells it, is no counted word: quoted, as the constant `TELL`, or as an argument
in a string that holds a program. So are `tellHow`, the programs `tell_how` and `ring_tell` that measure them, and the
case `kqml-tell-how`."""

BEFORE, AFTER = re.compile(r"[(,]\s*$"), re.compile(r"\s*[,)]")

VERDICT = re.compile(r"(?i)too short to $")
"""`too short to say`: one of the lab's four words on steady state."""

INSPECTOR = re.compile(r"(?i)[\s_]?inspector")
"""Jason's window is called so."""

ROOMS = (
    "engine/agentspeak/examples/grid-world/",
    "engine/agentspeak/tests/grid_world.rs",
    "engine/agentspeak/tests/java/museum/",
    "lab/src/agon/scaffold/",
    "lab/src/agon/cli/new.py",
)
"""Where agents live in rooms: an example's, a test's and the template's."""

ARTERY = ("platforms/akka/", "platforms/pekko/")
"""Where the transport has lanes."""

RIVALS = ("platforms/", "engine/bench/", "docs/coming-from/")
"""Where libraries are used whose actors have a method `tell`: Akka, Pekko, Pykka; `a::tell` is Java's reference to it.
In Rust it is kameo's, which only those in `KAMEO` use."""

KAMEO = ("engine/bench/", "platforms/kameo/")


def is_term(text: str, start: int, end: int, file: str, in_string: bool) -> bool:
    """Whether the counted word at `text[start:end]` is a term after all. `in_string`: of a program's text."""
    written = text[start:end]
    before, after = text[max(start - 13, 0) : start], text[end : end + 12]
    match written.lower():
        case "room" | "rooms":
            return file.startswith(ROOMS) or bool(SPACE.search(before + written) or SPACE.search(written + after))
        case "lane" | "lanes":
            return file.startswith(ARTERY)
        case "say":
            return bool(VERDICT.search(before))
        case "mind":
            return bool(INSPECTOR.match(after))
        case "tell":
            if before.endswith(".") and after.startswith("()"):
                return True  # of a file: the place in it
            is_method = before.endswith((".", "::")) and file.startswith(KAMEO if file.endswith(".rs") else RIVALS)
            return is_method or _is_performative(written, before, after, in_string or file.endswith(".md"))
        case _:
            return False


def _is_performative(written: str, before: str, after: str, in_string: bool) -> bool:
    if after.startswith(("How", "_how", "-how")) or re.search(r"\bring_$", before):
        return True
    if written == "TELL":
        return not (before.endswith("_") or after.startswith("_"))
    is_quoted = before[-1:] in QUOTES and before[-1:] == after[:1]
    is_argument = in_string and bool(BEFORE.search(before) and AFTER.match(after))
    return written == "tell" and bool(before) and (is_quoted or is_argument)
