"""Rule sets by name for tests: each with one value of one option, in games that are short."""

from ono_tutor.rules.catalogue import RULE_SETS

SHORT = {"1980": "+chips=1+target=90", "2022": "", "ninety-nine": ""}
"""Options that make a game short, so that more games can be compared."""

ONE_VALUE = [
    f"{key}+{option.name}={value}{SHORT[key]}"
    for key, kind in RULE_SETS.items()
    for option in kind.options
    if isinstance(option.values, tuple)
    for value in option.values[1:]
]
