"""The arithmetic of witnesses: acc = (acc*31 + own number) mod 2147483647, a step a message."""

from __future__ import annotations

from collections.abc import Iterable

MODULUS = 2147483647
MULTIPLIER = 31


def run(numbers: Iterable[int]) -> int:
    """The `acc`, 0 at first, after those numbered so have handled the message one after the other."""
    acc = 0
    for number in numbers:
        acc = (acc * MULTIPLIER + number) % MODULUS
    return acc


def geometric(a: int, terms: int) -> int:
    """1 + a + ... + a^(terms-1) modulo MODULUS, by doubling (a-1 may have no inverse)."""
    total, power = 0, 1
    for bit in bin(terms)[2:]:
        total, power = total * (1 + power) % MODULUS, power * power % MODULUS
        if bit == "1":
            total, power = (total * a + 1) % MODULUS, power * a % MODULUS
    return total
