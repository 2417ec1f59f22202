"""Random numbers of the compiled loop: those of :class:`random.Random` from the same seed.

``words`` is the state of a Mersenne Twister, 624 words of 32 bits, and the place of the next one.
"""

from collections.abc import Sequence
from hashlib import sha512
from math import ceil, log
from random import Random
from typing import Any

import numpy as np
from numba import njit

SIZE = 624
"""Words of the state; one more holds the next word's place."""

MASK = np.uint64(0xFFFFFFFF)


@njit(cache=True)
def first_words() -> Any:
    """Return the state from which every key is mixed in, CPython's ``init_genrand(19650218)``."""
    words = np.empty(SIZE + 1, np.uint32)
    mixed = np.uint64(19650218)
    words[0] = mixed
    for i in range(1, SIZE):
        mixed = ((mixed ^ (mixed >> np.uint64(30))) * np.uint64(1812433253) + np.uint64(i)) & MASK
        words[i] = mixed
    words[SIZE] = SIZE
    return words


@njit(cache=True)
def seed_words(words: Any, first: Any, key: Any, size: int) -> None:
    """Seed the numbers with ``size`` words of a key, its lowest first, as ``init_by_array`` does.

    ``first`` are the :func:`first_words`.
    """
    words[:] = first
    i, j, last = 1, 0, np.uint64(words[0])
    for _ in range(max(SIZE, size)):
        mixed = (last ^ (last >> np.uint64(30))) * np.uint64(1664525)
        last = ((np.uint64(words[i]) ^ mixed) + np.uint64(key[j]) + np.uint64(j)) & MASK
        words[i] = last
        i, j = i + 1, j + 1
        if i >= SIZE:
            words[0] = last
            i = 1
        if j >= size:
            j = 0
    for _ in range(SIZE - 1):
        mixed = (last ^ (last >> np.uint64(30))) * np.uint64(1566083941)
        last = ((np.uint64(words[i]) ^ mixed) - np.uint64(i)) & MASK
        words[i] = last
        i += 1
        if i >= SIZE:
            words[0] = last
            i = 1
    words[0] = 0x80000000


@njit(cache=True)
def _mixed(low: Any, high: Any, far: Any) -> Any:
    y = (low & np.uint32(0x80000000)) | (high & np.uint32(0x7FFFFFFF))
    return far ^ (y >> np.uint32(1)) ^ ((y & np.uint32(1)) * np.uint32(0x9908B0DF))


@njit(cache=True)
def word(words: Any) -> Any:
    """Return the next 32 random bits."""
    if words[SIZE] >= SIZE:
        for i in range(SIZE - 397):
            words[i] = _mixed(words[i], words[i + 1], words[i + 397])
        for i in range(SIZE - 397, SIZE - 1):
            words[i] = _mixed(words[i], words[i + 1], words[i - (SIZE - 397)])
        words[SIZE - 1] = _mixed(words[SIZE - 1], words[0], words[396])
        words[SIZE] = 0
    y = words[words[SIZE]]
    words[SIZE] += np.uint32(1)
    y ^= y >> np.uint32(11)
    y ^= (y << np.uint32(7)) & np.uint32(0x9D2C5680)
    y ^= (y << np.uint32(15)) & np.uint32(0xEFC60000)
    return y ^ (y >> np.uint32(18))


@njit(cache=True)
def uniform(words: Any) -> float:
    """Return the next number from 0 to 1, as ``Random.random``."""
    high, low = word(words) >> np.uint32(5), word(words) >> np.uint32(6)
    return (float(high) * 67108864.0 + float(low)) / 9007199254740992.0


@njit(cache=True)
def below(words: Any, n: int) -> int:
    """Return the next whole number below ``n``, as ``Random.choice`` and ``randrange`` take it."""
    bits, rest = 0, n
    while rest:
        bits, rest = bits + 1, rest >> 1
    while True:
        found = np.int64(word(words) >> np.uint32(32 - bits))
        if found < n:
            return int(found)


@njit(cache=True)
def sample(words: Any, n: int, found: Any) -> None:
    """Fill ``found`` with different whole numbers below ``n``, as ``Random.sample`` does."""
    count, most = len(found), 21
    if count > 5:
        most += 4 ** ceil(log(count * 3) / log(4))
    if n <= most:
        pool = np.arange(n)
        for i in range(count):
            at = below(words, n - i)
            found[i], pool[at] = pool[at], pool[n - i - 1]
        return
    for i in range(count):
        is_new = False
        while not is_new:
            found[i] = below(words, n)
            is_new = True
            for k in range(i):
                is_new = is_new and found[k] != found[i]


def seed_keys(texts: Sequence[str]) -> tuple[Any, Any]:
    """Return the keys with which ``Random(text)`` seeds its numbers, and how long each is.

    A key is a row of words, its lowest word first, and zeros after its last one.
    """
    keys = [data + sha512(data).digest() for data in map(str.encode, texts)]
    most = 4 * -(-max(map(len, keys), default=4) // 4)
    rows = np.frombuffer(b"".join([key.rjust(most, b"\0") for key in keys]), ">u4")
    words = rows.reshape(len(keys), most // 4)[:, ::-1].astype(np.uint32)
    return words, (np.array([len(key) for key in keys], np.int64) + 3) // 4


class MersenneTwister(Random):
    """The random numbers of the compiled loop, for Python, from their state."""

    def __init__(self, words: Any) -> None:
        self.words = words
        super().__init__(0)

    def random(self) -> float:
        return float(uniform(self.words))

    def getrandbits(self, k: int, /) -> int:
        if k > 32:
            return super().getrandbits(k)
        return int(word(self.words)) >> (32 - k) if k else 0
