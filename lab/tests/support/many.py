"""A field as large as Agon's own: 25 platforms on all six workloads, made from the six of `result_sets`.

results = write_result_set(tmp_path, MANY)
"""

from __future__ import annotations

from dataclasses import replace

from support.result_sets import CONTESTANTS, LADDERS, Contestant, Options

_LIKE = {c.label: c for c in CONTESTANTS}


def _like(like: str, slower: float, label: str, name: str, language: str) -> Contestant:
    """A platform that behaves like another one, so many times slower."""
    model = _LIKE[like]
    return replace(
        model,
        label=label,
        name=name,
        language=language,
        passes_per_s=model.passes_per_s / slower,
        meetings_per_s=model.meetings_per_s / slower,
        fib_ns=model.fib_ns * slower,
        start_up_s=model.start_up_s * slower**0.2,
        source_gzip={w: round(b * (1 + 0.03 * slower)) for w, b in model.source_gzip.items()},
        tunings={},
        max_iterations=None,
    )


FIELD = (
    *CONTESTANTS,
    _like("akka", 1.7, "akka:safe", "Akka", "Java"),
    _like("pekko", 1.8, "pekko:safe", "Apache Pekko", "Java"),
    _like("agon-actor", 3.0, "tokio", "Tokio", "Rust"),
    _like("agon-actor", 3.6, "actix", "Actix", "Rust"),
    _like("agon-actor", 7.5, "ractor", "Ractor", "Rust"),
    _like("go", 1.4, "protoactor-go", "Proto.Actor", "Go"),
    _like("agon-actor", 5.2, "caf", "CAF", "C++"),
    _like("erlang", 1.02, "elixir", "Elixir", "Elixir"),
    _like("akka", 1.2, "kilim", "Kilim", "Java"),
    _like("akka", 0.9, "jetlang:pool", "Jetlang", "Java"),
    _like("akka", 6.0, "jetlang:thread", "Jetlang", "Java"),
    _like("akka", 4.0, "scala-actors:receive", "Scala Actors", "Scala"),
    _like("akka", 2.2, "scala-actors:react", "Scala Actors", "Scala"),
    _like("akka", 1.1, "java-virtual-threads", "Java virtual threads", "Java"),
    _like("go", 8.0, "node", "Node.js worker threads", "JavaScript"),
    _like("akka", 30.0, "pykka", "Pykka", "Python"),
    _like("jason:pool", 2.5, "jade", "JADE", "Java"),
    _like("jason:pool", 9.0, "spade", "SPADE", "Python"),
    _like("jason:pool", 7.0, "autogen-core", "AutoGen Core", "Python"),
)

MANY = Options(
    title="Twenty-five platforms on six workloads",
    workloads=tuple(LADDERS),
    contestants=FIELD,
    invocations=3,
    iterations=2,
)
