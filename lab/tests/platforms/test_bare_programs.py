"""What is taken off the platforms' programs before they are counted, and what is not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from agon import home
from agon.platforms.size import bare, without_comments

WORKLOADS = ("token-ring", "chameneos", "fibonacci")
"""Those of agere13's table 4."""


def programs() -> dict[tuple[str, str], list[Path]]:
    """The files of each platform's program of each workload."""
    found: dict[tuple[str, str], list[Path]] = {}
    for manifest in sorted((home.root() / "platforms").glob("*/platform.toml")):
        offers = tomllib.loads(manifest.read_text(encoding="utf-8")).get("workloads", {})
        for workload, offer in offers.items():
            if offer.get("sources"):
                found[manifest.parent.name, workload] = [(manifest.parent / s).resolve() for s in offer["sources"]]
    return found


PROGRAMS = programs()
COMPARED = sorted(key for key in PROGRAMS if key[1] in WORKLOADS)
FILES = sorted({path for files in PROGRAMS.values() for path in files})


def left(files: list[Path]) -> str:
    return "".join(without_comments(bare(path.read_text(encoding="utf-8")), path.suffix) for path in files)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(home.root() / "platforms")))
def test_marks_come_in_pairs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "agon: " not in bare(text)


@pytest.mark.parametrize("key", COMPARED, ids=" ".join)
def test_every_program_of_table_4_has_something_taken_off(key: tuple[str, str]) -> None:
    whole = "".join(without_comments(path.read_text(encoding="utf-8"), path.suffix) for path in PROGRAMS[key])
    assert 0.4 * len(whole) < len(left(PROGRAMS[key])) < 0.98 * len(whole)


@pytest.mark.parametrize("key", [k for k in COMPARED if k[1] == "token-ring"], ids=" ".join)
def test_no_witness_is_counted(key: tuple[str, str]) -> None:
    """The witness is the one that multiplies by 31, modulo 2^31 - 1."""
    assert [line for line in left(PROGRAMS[key]).splitlines() if "* 31" in line or "*31" in line or "31L" in line] == []
    assert "2147483647" not in left(PROGRAMS[key])


HARNESSES = ("jvm/harness/src/agon/harness", "golang/harness", "python/src/harness", "node/harness", "erlang/src/agon_")


def test_no_harness_is_counted() -> None:
    relative = [str(path.relative_to(home.root() / "platforms")) for path in FILES]
    shared = tuple(f"erlang/src/agon_{module}.erl" for module in ("echo", "epmd", "node", "remote"))
    assert [name for name in relative if name.startswith(HARNESSES) and name not in shared] == []


KEPT = {
    ("jason", "token-ring"): [
        ".send(Next, achieve, token(I, Left - 1))",
        "achieve, token(I, Passes))",
        "join(K, Next)",
    ],
    ("jason", "chameneos"): [
        ".send(Other, achieve, met(K, Colour))",
        ".send(broker, achieve, meet(Own, New))",
        "complement(blue, red, yellow).",
        ".send(Names, achieve, go)",
        "achieve, closed)",
    ],
    ("jason", "fibonacci"): [
        ".send(server, achieve, compute(N))",
        "achieve, answer(F))",
        "+!fib(N, F)",
        "point(Own, N",
    ],
    ("erlang", "token-ring"): [
        "Next ! Message - Unit",
        "Counter ! {ended, Message, Number}",
        "start(Token, Tokens, Wor",
    ],
    ("erlang", "chameneos"): [
        "Broker ! {Number, Colour, self()}",
        "Creature1 ! {Number2, Colour2}",
        "complement(blue, red) -> yellow;",
        "Creature ! turned_away",
        "colour(Number) ->",
    ],
    ("erlang", "fibonacci"): [
        "Server ! {self(), N}",
        "Client ! {answer, N, fib(N)}",
        "fib(N - 1) + fib(N - 2)",
        "Manager ! ",
    ],
    ("akka", "token-ring"): [
        "next.tell(new Token(",
        "counter.tell(new Ended(",
        "public int start(int token)",
        "--awaited",
    ],
    ("akka", "chameneos"): [
        "broker.tell(new Request(",
        "waiting.from.tell(new Meet(",
        "public Colour complement(Colour other)",
        "self++",
        "meetings++",
        "TurnAway.INSTANCE",
    ],
    ("akka", "fibonacci"): [
        "request.from.tell(new Answer(",
        "fib(n - 1) + fib(n - 2)",
        "server.tell(new Request(",
        "new Point(",
    ],
    ("go", "token-ring"): ["out <- t", "ended <- ring.Arrival", "func (g Game) Start("],
    ("go", "chameneos"): ["func complement(own, other Colour) Colour", "c.self++"],
    ("tokio", "token-ring"): ["next.send(token)", "counter.send(end)", "fn start(&self, number: usize)"],
    ("tokio", "chameneos"): ["fn complement(self, other: Self)", "self.meetings += 1"],
    ("caf", "token-ring"): ["post(next_, token, left - 1", "TokenRing::start("],
    ("pykka", "token-ring"): ["def start(self, token: int)", ".tell("],
    ("elixir", "token-ring"): ["send(next, message - unit)", "defp start(token, tokens, workers)"],
    ("node", "token-ring"): ["this.thread.send(this.next, TOKEN", "export function startOf(token"],
}
KEPT |= {("agon-agentspeak", w): KEPT["jason", w] for w in WORKLOADS}
KEPT |= {("pekko", w): KEPT["akka", w] for w in WORKLOADS}


@pytest.mark.parametrize("key", KEPT, ids=" ".join)
def test_what_the_workload_asks_for_is_counted(key: tuple[str, str]) -> None:
    text = left(PROGRAMS[key])
    assert [line for line in KEPT[key] if line not in text] == []


def test_shared_modules_lose_what_own_programs_lose() -> None:
    """Colours and their complements count wherever they lie; their names, which only the report shows, nowhere."""
    java = left(PROGRAMS["akka", "chameneos"])
    rust = left(PROGRAMS["tokio", "chameneos"])
    go = left(PROGRAMS["go", "chameneos"])
    assert all("complement" in text for text in (java, rust, go))
    assert not any('"complements"' in text for text in (java, rust, go))
