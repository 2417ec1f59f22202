"""What the figures of how the games play say: names of series and places, and samples."""

from ono_tutor.messages import marked

LENGTH_NAMES = {
    "1980": marked("1980: until somebody loses the hand"),
    "2022": marked("2022: until one player is left"),
    "2022-first": marked("2022: until the first player is out"),
    "ninety-nine": marked("Ninety-Nine: a round"),
}
ONE_CARD = marked("One card owed, in play")
DOUBLE = marked("Two cards owed, in play")
DEALT = marked("Two cards owed, a hand just dealt (exact)")

DANGER_SAMPLE = marked(
    "{hands} hands of four players, from seed {seed}; everybody plays “cautious”. "
    "A mark needs at least {turns} turns."
)

ENDINGS = {
    "handed-on": marked("Handed on with the first card"),
    "played": marked("Both cards played"),
    "lost": marked("Lost"),
}
DOUBLES_SAMPLE = marked("{hands} hands for every kind of bar, {players} players, from seed {seed}.")
ALL_PLAY = {"random": marked("all random"), "cautious": marked("all cautious")}
CAUSE_NAMES = {
    "99-cross": marked("Past 33 or 66: whoever played pays 1"),
    "99-double-cross": marked("Past 66 and 99 at once: pays 3"),
    "99-over": marked("Above 99: whoever played pays 2"),
    "99-land-33-66": marked("Onto 33 or 66: the others pay 1 each"),
    "99-land-99": marked("Onto 99: the others pay 2 each"),
}
POINTS_SAMPLE = marked(
    "{games} whole games for every kind of bar, {players} players, from seed {seed}."
)
MIXED_NAMES = {
    "one-cautious": marked("1 cautious, 3 random"),
    "one-greedy": marked("1 greedy, 3 random"),
    "one-random": marked("1 random, 3 cautious"),
}
COUNTED = {
    "1980": marked("1980: hands lost"),
    "2022": marked("2022: first player out"),
    "ninety-nine": marked("Ninety-Nine: games won"),
}
TABLES_SAMPLE = marked(
    "{hands} hands of each O'NO 99 and {games} games of Ninety-Nine for every kind of bar, "
    "from seed {seed}."
)
