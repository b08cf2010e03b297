"""What the lab and the warden write to each other is read as it was written, and anything else is refused."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.messages import ANSWER, JOB

from agon.run.warden.messages import (
    KINDS,
    MOST_BITS,
    Answer,
    Batch,
    Job,
    Message,
    MessageError,
    Request,
    decode,
    encode,
)

EVERY = tuple(KINDS.values())
WORDS = st.text(st.characters(exclude_categories=()))
"""Every code point, halves of surrogate pairs too."""
INTEGERS = st.integers(-(2**MOST_BITS) + 1, 2**MOST_BITS - 1)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: WORDS,
    int: INTEGERS,
    bool: st.booleans(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    NoneType: st.none(),
}


def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Whatever a field of that type may hold."""
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return st.sampled_from(parts)
    inner = [values(part) for part in parts]
    if origin is list:
        return st.lists(*inner, max_size=5)
    if origin is tuple:
        return st.tuples(*inner)
    if origin is dict:
        return st.dictionaries(*inner, max_size=5)
    return st.one_of(inner)


MESSAGES = st.one_of(
    *(st.builds(kind, **{name: values(hint) for name, hint in get_type_hints(kind).items()}) for kind in EVERY)
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=10,
)
FIELDS = sorted({name for kind in EVERY for name in get_type_hints(kind)} | {"kind", "x"})

REQUEST = b'{"kind": "request", "more": 3}\n'
ONE_OF_EACH: tuple[Message, ...] = (JOB, Batch([1, 2]), Request(3), ANSWER)


def line_of(message: Message, **changes: Any) -> bytes:
    """A message with other fields, which may be of any type."""
    fields = json.loads(encode(message)) | changes
    return json.dumps(fields).encode() + b"\n"


def is_refused_or_sound(line: bytes) -> None:
    """Reading the line raises MessageError, or gives a message that can be written and read again."""
    try:
        message = decode(line, *EVERY)
    except MessageError:
        return
    assert decode(encode(message), type(message)) == message


@settings(deadline=None)
@given(MESSAGES)
def test_a_message_is_read_as_it_was_written(message: Message) -> None:
    line = encode(message)
    assert line.index(b"\n") == len(line) - 1
    read = decode(line, *EVERY)
    assert (type(read), read) == (type(message), message)


def test_each_code_point_is_read_as_it_was_written() -> None:
    """Other ends of lines, and two halves of a surrogate pair next to each other, among them."""
    text = "".join(map(chr, range(sys.maxunicode + 1))) + "\udc00\ud800\udc00"
    line = encode(replace(JOB, argv=[text], env={text: text}))
    read = decode(line, Job)
    assert line.count(b"\n") == 1
    assert (read.argv, read.env) == ([text], {text: text})


@settings(deadline=None)
@given(st.binary() | st.binary().map(lambda data: data + b"\n") | JSON.map(lambda data: json.dumps(data).encode()))
def test_whatever_bytes_are_read_it_raises_one_error(data: bytes) -> None:
    is_refused_or_sound(data)
    is_refused_or_sound(data + b"\n")


@settings(deadline=None)
@given(MESSAGES, st.data())
def test_a_message_with_other_bytes_in_it_raises_one_error(message: Message, data: st.DataObject) -> None:
    line = bytearray(encode(message))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(line)))
        end = data.draw(st.integers(start, min(len(line), start + 8)))
        line[start:end] = data.draw(st.binary(max_size=4) | st.sampled_from([b"\n", b"[", b'"', b"\\ud800", b"1e999"]))
    is_refused_or_sound(bytes(line))


@settings(deadline=None)
@given(MESSAGES, st.dictionaries(st.sampled_from(FIELDS), JSON | st.sampled_from(sorted(KINDS)), max_size=3), st.data())
def test_a_message_with_other_fields_raises_one_error(
    message: Message, changes: dict[str, Any], data: st.DataObject
) -> None:
    fields: dict[str, Any] = json.loads(encode(message).decode("utf-8", "surrogatepass"))
    for name in data.draw(st.lists(st.sampled_from(sorted(fields)), max_size=1)):
        del fields[name]
    is_refused_or_sound(json.dumps(fields | changes).encode() + b"\n")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "not one line"),
        (b"\n", "not JSON"),
        (REQUEST[:-1], "not one line"),
        (REQUEST * 2, "not one line"),
        (REQUEST.replace(b", ", b",\n"), "not one line"),
        (REQUEST[:-1] + b"\r", "not one line"),
        (REQUEST[:-1] + b"\xc2\x85", "not one line"),
        (b"\xff\n", "not JSON"),
        (b"[" * 200_000 + b"\n", "not JSON"),
        (b'{"kind": "request", "more": ' + b"9" * 5000 + b"}\n", "not JSON"),
        (b'{"kind": "request", "more": NaN}\n', "not JSON"),
        (b"3\n", "no object"),
        (b'["kind"]\n', "no object"),
        (b"{}\n", "its kind is unknown"),
        (b'{"kind": "reply", "more": 3}\n', "its kind is unknown"),
        (b'{"kind": ["request"], "more": 3}\n', "its kind is unknown"),
        (b'{"kind": "request"}\n', "its field more is missing"),
        (b'{"kind": "request", "more": 3, "less": 2}\n', "its field 'less' is unknown to a request"),
        (b'{"kind": "request", "more": true}\n', "its field more is of a wrong type"),
        (b'{"kind": "request", "more": 3.0}\n', "its field more is of a wrong type"),
        (b'{"kind": "request", "more": "3"}\n', "its field more is of a wrong type"),
        (b'{"kind": "request", "more": null}\n', "its field more is of a wrong type"),
        (b'{"kind": "request", "more": %d}\n' % 2**MOST_BITS, "its field more is of a wrong type"),
        (line_of(JOB, env={"A": 1}), "its field env is of a wrong type"),
        (line_of(JOB, argv="a"), "its field argv is of a wrong type"),
        (line_of(JOB, repeated=1), "its field repeated is of a wrong type"),
        (line_of(JOB, time_limit_s=True), "its field time_limit_s is of a wrong type"),
        (line_of(JOB).replace(b'_s": 1.0', b'_s": 1e999'), "its field time_limit_s is of a wrong type"),
        (line_of(ANSWER, ended="no limit"), "its field ended is of a wrong type"),
        (line_of(ANSWER, memory_points=[[1, 2, 3]]), "its field memory_points is of a wrong type"),
        (line_of(ANSWER, core_load=[0.5, None]), "its field core_load is of a wrong type"),
    ],
)
def test_what_is_wrong_with_a_line_is_named(line: bytes, why: str) -> None:
    with pytest.raises(MessageError, match=why):
        decode(line, *EVERY)


@pytest.mark.parametrize("message", ONE_OF_EACH, ids=KINDS)
def test_no_field_may_be_missing_or_of_another_type(message: Message) -> None:
    for name in get_type_hints(type(message)):
        fields = json.loads(encode(message))
        del fields[name]
        with pytest.raises(MessageError, match=f"its field {name} is missing"):
            decode(json.dumps(fields).encode() + b"\n", *EVERY)
        for other in ({"a": {}}, [[[1]]]):
            with pytest.raises(MessageError, match=f"its field {name} is of a wrong type"):
                decode(line_of(message, **{name: other}), *EVERY)


def test_a_message_that_is_not_due_is_refused() -> None:
    assert decode(REQUEST, Request) == Request(3)
    with pytest.raises(MessageError, match="it is a request, and due is answer or batch"):
        decode(REQUEST, Answer, Batch)


def test_a_whole_number_serves_as_a_float() -> None:
    read = decode(line_of(JOB, time_limit_s=2), Job)
    assert isinstance(read.time_limit_s, float)
    assert read.time_limit_s == 2


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_json_does_not_have_is_not_written(number: float) -> None:
    with pytest.raises(MessageError, match="a number of the job is not finite"):
        encode(replace(JOB, time_limit_s=number))
