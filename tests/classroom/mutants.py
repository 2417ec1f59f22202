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


def mutant(whole, rng, right):
    """The bytes of a mutant of an answers file (as an object); ``right`` are answers to borrow."""
    whole = deepcopy(whole)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if isinstance(whole, dict):
            whole = deepcopy(
                rng.choice(CHANGES)(whole, rng, right)
            )  # shares nothing with the lists
    indent, is_ascii = rng.choice((None, 1)), rng.random() < 0.7
    text = json.dumps(whole, indent=indent, ensure_ascii=is_ascii)
    for _ in range(rng.choice((0, 0, 0, 1))):
        text = rng.choice(TEXT_CHANGES)(text, rng)
    raw = text.encode("utf-8", "surrogatepass")
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 2))):
        raw = rng.choice(BYTE_CHANGES)(raw, rng)
    return raw


def _rows(whole):
    """The answers that can be changed."""
    found = whole.get("answers")
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def _node(whole, rng):
    """Some place in the file, as what holds it and the key there."""
    here, key = {"": whole}, ""
    while isinstance(here[key], list | dict) and here[key] and rng.random() < 0.8:
        here = here[key]
        key = rng.choice(list(here)) if isinstance(here, dict) else rng.randrange(len(here))
    return here, key


def strange_value(whole, rng, right):
    held = {"": whole}
    here, key = _node(whole, rng)
    if key == "":
        return rng.choice(STRANGE)
    here[key] = rng.choice(STRANGE)
    return held[""]


def no_field(whole, rng, right):
    here, key = _node(whole, rng)
    if key != "":
        del here[key]
    return whole


def other_key(whole, rng, right):
    here = rng.choice([whole, *_rows(whole)])
    if here:
        key = rng.choice(list(here))
        other = (key.upper(), key + " ", key.translate(LOOK_ALIKE), "", key[:-1], "\ufeff" + key)
        here[rng.choice(other)] = here.pop(key)
    return whole


def forged_mark(whole, rng, right):
    for here in [whole, *_rows(whole)]:
        if rng.random() < 0.5:
            name = rng.choice(list(FORGED))
            here[name] = FORGED[name]
    return whole


def other_learner(whole, rng, right):
    names = [
        *hostile.NAMES.values(),
        *hostile.NO_NAMES.values(),
        "ANN LEE",
        " ann  lee ",
        "Zoë",
        "Zoe\u0308",
    ]
    whole["learner"] = rng.choice(names)
    return whole


def other_assignment(whole, rng, right):
    whole["assignment"] = rng.choice(
        ["a-2", "", "x" * 201, "A-1", "а-1", "../a-1", None, 1, ["a-1"]]
    )
    return whole


def other_format(whole, rng, right):
    versions = ("2", "0", "01", "1.0", "1 ", "１", "99999999", "-1", "")
    whole["format"] = rng.choice(
        [f"ono-tutor-answers/{v}" for v in versions] + ["ono-tutor-progress/1", 1]
    )
    return whole


def other_answers(whole, rng, right):
    for row in _rows(whole):
        if rng.random() < 0.5:
            row["answer"] = deepcopy(rng.choice(rng.choice((WORDS, STRANGE, right, right))))
    return whole


def listed_answers(whole, rng, right):
    for row in _rows(whole):
        if rng.random() < 0.3:
            parts = [
                rng.choice(rng.choice((WORDS, STRANGE, right))) for _ in range(rng.randrange(6))
            ]
            row["answer"] = rng.choice(
                (parts, {"seat": parts, "owes": 1}, {"seat": 1, "owes": 1}, [parts])
            )
    return whole


def longer_answers(whole, rng, right):
    """Answers that go on: a line after its end, a number after a number."""
    more = [part for answer in right if isinstance(answer, list) for part in answer]
    for row in _rows(whole):
        if isinstance(row.get("answer"), list) and rng.random() < 0.7:
            row["answer"] = row["answer"] + rng.choices(more, k=rng.choice((1, 2, 30)))
        elif isinstance(row.get("answer"), str) and rng.random() < 0.7:
            row["answer"] += rng.choice((" ", ", ", ". ", "\n")) + rng.choice(WORDS)
    return whole


def swapped_answers(whole, rng, right):
    rows = [row for row in _rows(whole) if "answer" in row]
    if len(rows) > 1:
        one, two = rng.sample(rows, 2)
        one["answer"], two["answer"] = two["answer"], one["answer"]
    return whole


def other_puzzles(whole, rng, right):
    rows = _rows(whole)
    ids = [row.get("puzzle") for row in rows] + ["legal-zzzzzzzz", "", "x" * 61, "<b>", "\ud800", 5]
    for row in rows:
        if rng.random() < 0.3:
            row["puzzle"] = rng.choice(ids)
    return whole


def other_order(whole, rng, right):
    if isinstance(whole.get("answers"), list):
        rng.shuffle(whole["answers"])
    return whole


def more_rows(whole, rng, right):
    rows = _rows(whole)
    for row in rng.choices(rows, k=rng.choice((1, 5, 40))) if rows else ():
        more = deepcopy(row)
        if rng.random() < 0.8:
            more["answer"] = deepcopy(rng.choice(right))
        more["attempt"] = rng.choice((1, 1, 2, 3, 4))
        more["at"] = rng.choice(TIMES[:5])
        whole["answers"].insert(rng.randrange(len(whole["answers"]) + 1), more)
    return whole


def other_times(whole, rng, right):
    for row in _rows(whole):
        if rng.random() < 0.5:
            row["at"] = rng.choice(TIMES)
    return whole


def other_counts(whole, rng, right):
    for row in _rows(whole):
        if rng.random() < 0.5:
            row[rng.choice(("hints", "attempt"))] = rng.choice(
                (0, 1, 2, 3, 10**6, 10**6 + 1, -1, True, 1.0, "1", None)
            )
    return whole


def deep_value(whole, rng, right):
    here, key = _node(whole, rng)
    if key != "":
        for _ in range(rng.choice((3, 8, 9, 10, 11, 12, 40, 400))):
            here[key] = [here[key]] if rng.random() < 0.5 else {"a": here[key]}
    return whole


def long_text(whole, rng, right):
    here, key = _node(whole, rng)
    if key != "":
        here[key] = rng.choice(("A", "9", "é", "\u202e", "<", '"', "\\", " ")) * rng.choice(
            (60, 61, 101, 490, 501, 10**5)
        )
    return whole


def look_alike(whole, rng, right):
    here, key = _node(whole, rng)
    if key != "" and isinstance(here[key], str):
        here[key] = here[key].translate(LOOK_ALIKE)
    return whole


def unchanged(whole, rng, right):
    return whole


CHANGES = [
    strange_value, no_field, other_key, forged_mark, forged_mark, other_learner, other_assignment,
    other_format, other_answers, other_answers, other_answers, listed_answers, longer_answers, swapped_answers,
    other_puzzles, other_order, more_rows, more_rows, more_rows, other_times, other_times,
    other_counts, deep_value, long_text, look_alike, unchanged,
]  # fmt: skip


def _put(text, rng, words):
    place = rng.randrange(len(text) + 1)
    return text[:place] + rng.choice(words) + text[place:]


def doubled_field(text, rng):
    names = ("puzzle", "answer", "learner", "format", "assignment", "at", "mark")
    name = rng.choice(names)
    return text.replace(f'"{name}":', f'"{name}": "H", "{name}":', rng.choice((1, -1)))


def put_in(text, rng):
    return _put(
        text,
        rng,
        [
            "NaN",
            "-Infinity",
            "1e999",
            "9" * 5_000,
            "\0",
            "//",
            "[",
            "}",
            ",",
            '"',
            "\\u0000",
            "\ufeff",
            "'",
        ],
    )


def other_number(text, rng):
    return text.replace(
        rng.choice("0123456789"),
        rng.choice(("NaN", "1e999", "01", "0x1", "1_0", "5", "-")),
        rng.choice((1, 3)),
    )


TEXT_CHANGES = [doubled_field, put_in, other_number]


def flipped(raw, rng):
    raw = bytearray(raw)
    for _ in range(rng.choice((1, 1, 2, 9))):
        if raw:
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return bytes(raw)


def deleted(raw, rng):
    place = rng.randrange(len(raw) + 1)
    return raw[:place] + raw[place + rng.choice((1, 2, 30)) :]


def inserted(raw, rng):
    place = rng.randrange(len(raw) + 1)
    return raw[:place] + rng.randbytes(rng.choice((1, 2, 30))) + raw[place:]


def cut(raw, rng):
    return raw[: rng.randrange(len(raw) + 1)]


def doubled(raw, rng):
    start, stop = sorted(rng.randrange(len(raw) + 1) for _ in range(2))
    return raw[:stop] + raw[start:stop] + raw[stop:]


def swapped(raw, rng):
    one, two, three, four = sorted(rng.randrange(len(raw) + 1) for _ in range(4))
    return raw[:one] + raw[three:four] + raw[two:three] + raw[one:two] + raw[four:]


def marked_start(raw, rng):
    return b"\xef\xbb\xbf" + raw


def in_other_bytes(raw, rng):
    return raw.decode("utf-8", "replace").encode(
        rng.choice(("utf-16", "utf-8-sig", "latin-1", "utf-7")), "replace"
    )


BYTE_CHANGES = [flipped, deleted, inserted, cut, doubled, swapped, marked_start, in_other_bytes]
