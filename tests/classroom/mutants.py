"""Answers files that were tampered with, by chance and on purpose; the same seed makes the same."""

import json
from copy import deepcopy

from classroom import hostile

STRANGE = [
    None, True, False, 0, -1, 1, 2, 7, 10**30, -(10**30), 1.5, 1e308, -0.0, "", " ", "\0", "x" * 600,
    [], {}, [[]], [None], {"a": 1}, [[[[[]]]]], "0", "1", "null", "\ud800", "\u202e", "²", "１２",
]  # fmt: skip
WORDS = [
    "none", "all", "every card is safe", "certain", "chance", "lost", "yes", "no", "out", "draw:0",
    "H", "R", "D", "O", "OOOO", "-10", "−10", "10", "9", "A+1", "A+11", "10-10", "K", "hold", "dump",
    "1980", "2022", "ninety-nine", "1980 and 2022", "1980, 2022, ninety-nine", "8/25", "0/1", "1/1",
    "1/0", "0/0", "32%", "0.32", "100%", "101%", "never", "always", "seat 1 owes 2", "1 1", "0 2",
    "2 0", "17", "-4", "minus four", "the total is 17", "9" * 400, "-" * 190, "1/" + "9" * 31, "²",
    "Ⅷ", "１２", "٣", "Н", "О", "0 0 0", "0, 0, 0, 0", "1;2;3", "[]", "{}", "\\", "'", "\n", "\u200b",
    "H" * 200, "H " * 90, ", " * 99, "and " * 49, "H, 9, 7, R, 2, 5, O, D, -10, 1, 3", "0" * 199,
]  # fmt: skip
TIMES = [
    None, "2026-11-20T10:00:00Z", "2026-12-01T18:00:00Z", "2026-12-01T18:00:00.000999Z",
    "2026-12-01T18:00:00.001Z", "2026-12-01T18:00:01Z", "2026-12-01T23:59:59+14:00",
    "2026-12-01T18:00:00", "2026-12-01", "20261201T180000Z", "2026-W49-2T18:00:00Z", "yesterday",
    "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00Z", "", 5, [],
    "2026-12-01 18:00:00+00:00", "2026-12-01T24:00:00Z", "2026-12-01T18:00:60Z", "９９９９-12-31T00:00:00Z",
    "2026-12-01T18:00:00+00:00:59.5", "2026-12-01T18:00:00Z" + " " * 30,
]  # fmt: skip
FORGED = {
    "mark": "right", "marks": {"all": "right"}, "points": 1000, "score": 100, "earned": 99,
    "right": True, "is_right": True, "correct": True, "grade": "A+", "late": False, "total": 10**6,
    "judgement": {"mark": "right"}, "__class__": "Marked", "items": [{"earned": 99}],
}  # fmt: skip
LOOK_ALIKE = str.maketrans("aeopcxyHOKRi", "аеорсхуНОКRі")
COUNTS = [0, 1, 2, 3, 10**6, 10**6 + 1, -1, True, 1.0, "1", None]
VERSIONS = ("2", "0", "01", "1.0", "1 ", "１", "99999999", "-1", "")
VALUES = {
    "learner": [*hostile.NAMES.values(), *hostile.NO_NAMES.values(), "ANN LEE", " ann  lee ", "Zoë", "Zoe\u0308"],
    "assignment": ["a-2", "", "x" * 201, "A-1", "а-1", "../a-1", None, 1, ["a-1"]],
    "format": ["ono-tutor-progress/1", 1, *(f"ono-tutor-answers/{version}" for version in VERSIONS)],
    "puzzle": ["legal-zzzzzzzz", "", "x" * 61, "<b>", "\ud800", 5],
    "at": TIMES,
    "hints": COUNTS,
    "attempt": COUNTS,
}  # fmt: skip
"""What may be written in the place of a field."""

PUT_IN = [
    "NaN", "-Infinity", "1e999", "9" * 5_000, "\0", "//", "[", "}", ",", '"', "\\u0000", "\ufeff", "'",
]  # fmt: skip
FIELDS = ("puzzle", "answer", "learner", "format", "assignment", "at", "mark")
WAYS = (
    *("place", "place", "place", "place", "place", *VALUES, "answer", "answer", "answer", "listed"),
    *("longer", "at", "key", "forged", "forged", "swapped", "order", "more", "more", "more"),
    "nothing",
)
"""Ways to change a file; some are taken more often."""


def mutant(whole, rng, right):
    """The bytes of a mutant of an answers file (as an object); ``right`` are answers to borrow."""
    whole = deepcopy(whole)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if isinstance(whole, dict):  # a copy shares nothing with the lists
            whole = deepcopy(_changed_object(whole, rng, right))
    indent, is_ascii = rng.choice((None, 1)), rng.random() < 0.7
    text = json.dumps(whole, indent=indent, ensure_ascii=is_ascii)
    if rng.random() < 0.25:
        text = _changed_text(text, rng)
    raw = text.encode("utf-8", "surrogatepass")
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 2))):
        raw = changed_bytes(raw, rng)
    return raw


def _changed_object(whole, rng, right):
    """The file after a change of one place, of a field, of some answers, or of which there are."""
    way, answers = rng.choice(WAYS), whole.get("answers")
    rows = [each for each in answers if isinstance(each, dict)] if isinstance(answers, list) else []
    some = [row for row in rows if rng.random() < 0.5]
    here = rng.choice([whole, *rows])
    if way == "place":
        return _with_other_place(whole, rng)
    if way == "key" and here:
        key = rng.choice(list(here))
        other = (key.upper(), key + " ", key.translate(LOOK_ALIKE), "", key[:-1], "\ufeff" + key)
        here[rng.choice(other)] = here.pop(key)
    elif way == "forged":
        for each in (whole, *some):
            each |= dict([rng.choice(list(FORGED.items()))])
    elif way == "swapped":
        name = rng.choice(("answer", "answer", "puzzle"))
        having = [row for row in rows if name in row]
        one, two = rng.sample(having, 2) if len(having) > 1 else ({name: 0}, {name: 0})
        one[name], two[name] = two[name], one[name]
    elif way == "order" and isinstance(answers, list):
        rng.shuffle(answers)
    elif way == "more" and rows:
        for row in rng.choices(rows, k=rng.choice((1, 5, 40))):
            more = {"attempt": rng.choice((1, 1, 2, 3, 4)), "at": rng.choice(TIMES[:5])}
            if rng.random() < 0.8:
                more["answer"] = deepcopy(rng.choice(right))
            answers.insert(rng.randrange(len(answers) + 1), deepcopy(row) | more)
    for row in [whole] if way in ("learner", "assignment", "format") else some:
        if way in VALUES:
            row[way] = rng.choice(VALUES[way])
        elif way in ("answer", "listed", "longer"):
            row["answer"] = deepcopy(_other_answer(row.get("answer"), way, rng, right))
    return whole


def _other_answer(answer, way, rng, right):
    """Another answer: one of the words, parts of several in a list, or one that goes on."""
    parts = [rng.choice(rng.choice((WORDS, STRANGE, right))) for _ in range(rng.randrange(6))]
    if way == "listed":
        seats = {"seat": parts, "owes": 1}, {"seat": 1, "owes": 1}
        return rng.choice((parts, *seats, [parts]))
    if way == "longer" and isinstance(answer, list):
        more = [part for each in right if isinstance(each, list) for part in each]
        return answer + rng.choices(more, k=rng.choice((1, 2, 30)))
    if way == "longer" and isinstance(answer, str):
        return answer + rng.choice((" ", ", ", ". ", "\n")) + rng.choice(WORDS)
    return rng.choice(rng.choice((WORDS, STRANGE, right, right)))


def _with_other_place(whole, rng):
    """The file with some place of it strange, gone, deep, long or spelt with look-alikes."""
    held = here = {"": whole}
    key = ""
    while isinstance(here[key], list | dict) and here[key] and rng.random() < 0.8:
        here = here[key]
        key = rng.choice(list(here)) if isinstance(here, dict) else rng.randrange(len(here))
    way, value = rng.choice(("strange", "gone", "deep", "long", "look-alike")), here[key]
    if way == "gone":
        del here[key]
    elif way == "deep":
        for _ in range(rng.choice((3, 8, 9, 10, 11, 12, 40, 400))):
            here[key] = [here[key]] if rng.random() < 0.5 else {"a": here[key]}
    elif way == "look-alike":
        here[key] = value.translate(LOOK_ALIKE) if isinstance(value, str) else value
    else:
        letter = rng.choice(("A", "9", "é", "\u202e", "<", '"', "\\", " "))
        long = letter * rng.choice((60, 61, 101, 490, 501, 10**5))
        here[key] = long if way == "long" else rng.choice(STRANGE)
    return held.get("")


def _changed_text(text, rng):
    """A field twice, something put in, or another number."""
    name, place = rng.choice(FIELDS), rng.randrange(len(text) + 1)
    number = rng.choice(("NaN", "1e999", "01", "0x1", "1_0", "5", "-"))
    return rng.choice((
        text.replace(f'"{name}":', f'"{name}": "H", "{name}":', rng.choice((1, -1))),
        text[:place] + rng.choice(PUT_IN) + text[place:],
        text.replace(rng.choice("0123456789"), number, rng.choice((1, 3))),
    ))  # fmt: skip


def changed_bytes(raw, rng):
    """Bytes flipped, deleted, put in, cut off, doubled, swapped or in another encoding."""
    one, two, three, four = sorted(rng.randrange(len(raw) + 1) for _ in range(4))
    flipped = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 9)) if raw else 0):
        flipped[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    encoding = rng.choice(("utf-16", "utf-8-sig", "latin-1", "utf-7"))
    return rng.choice((
        bytes(flipped),
        raw[:one] + raw[one + rng.choice((1, 2, 30)) :],
        raw[:one] + rng.randbytes(rng.choice((1, 2, 30))) + raw[one:],
        raw[:two] + rng.choice((b"\0", b"\xff" * 4)) + raw[two + 4 :],
        raw[:four],
        raw[:three] + raw[one:three] + raw[three:],
        raw[:one] + raw[three:four] + raw[two:three] + raw[one:two] + raw[four:],
        b"\xef\xbb\xbf" + raw,
        raw.decode("utf-8", "replace").encode(encoding, "replace"),
    ))  # fmt: skip
