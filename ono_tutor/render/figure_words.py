"""What the figures of how the games play say: names of series and places, and samples."""

from ono_tutor.i18n import N_

LENGTH_NAMES = {
    "1980": N_("1980: until somebody loses the hand"),
    "2022": N_("2022: until one player is left"),
    "2022-first": N_("2022: until the first player is out"),
    "ninety-nine": N_("Ninety-Nine: a round"),
}
ONE_CARD = N_("One card owed, in play")
DOUBLE = N_("Two cards owed, in play")
DEALT = N_("Two cards owed, a hand just dealt (exact)")

DANGER_SAMPLE = N_(
    "{hands} hands of four players, from seed {seed}; everybody plays “cautious”. "
    "A mark needs at least {turns} turns."
)

ENDINGS = {
    "handed-on": N_("Handed on with the first card"),
    "played": N_("Both cards played"),
    "lost": N_("Lost"),
}
DOUBLES_SAMPLE = N_("{hands} hands for every kind of bar, {players} players, from seed {seed}.")
ALL_PLAY = {"random": N_("all random"), "cautious": N_("all cautious")}
CAUSE_NAMES = {
    "99-cross": N_("Past 33 or 66: whoever played pays 1"),
    "99-double-cross": N_("Past 66 and 99 at once: pays 3"),
    "99-over": N_("Above 99: whoever played pays 2"),
    "99-land-33-66": N_("Onto 33 or 66: the others pay 1 each"),
    "99-land-99": N_("Onto 99: the others pay 2 each"),
}
POINTS_SAMPLE = N_(
    "{games} whole games for every kind of bar, {players} players, from seed {seed}."
)
MIXED_NAMES = {
    "one-cautious": N_("1 cautious, 3 random"),
    "one-greedy": N_("1 greedy, 3 random"),
    "one-random": N_("1 random, 3 cautious"),
}
COUNTED = {
    "1980": N_("1980: hands lost"),
    "2022": N_("2022: first player out"),
    "ninety-nine": N_("Ninety-Nine: games won"),
}
TABLES_SAMPLE = N_(
    "{hands} hands of each O'NO 99 and {games} games of Ninety-Nine for every kind of bar, "
    "from seed {seed}."
)
