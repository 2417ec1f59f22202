"""Plays and what they lead to, rule point by rule point, in every game."""

import pytest

LEADS_TO = {
    "A 10 and then a 7 make 17; a 7, a 3 and a 6 make 16 (rule number-cards)": [
        ("both hands=10,2,2,4/7,2,3,3", "10 7", {"totals said": [10, 17]}),
        ("both hands=7,2,2,4/3,8,8,5/6,9,9,4", "7 3 6", {"totals said": [7, 10, 16]}),
    ],
    "You play one card, draw one, and the player on your left is next (rule turn-order)": [
        ("both hand=7,8,9,10 players=3 draw=3", "7", {"hands": "8,9,10,3/?,?,?,?/?,?,?,?", "turn": 1, "owes": 1, "seen": "7"}),
    ],
    "Where the draw pile is not known the card that is drawn is hidden (rule turn-order)": [
        ("both hand=7,8,9,10", "7", {"hands": "8,9,10,?/?,?,?,?"}),
    ],
    "A Reverse adds 0 and turns the direction of play (rule reverse)": [
        ("both total=50 hand=R,7,8,9 players=3", "R", {"total": 50, "dir": "ccw", "turn": 2, "owes": 1}),
        ("both total=50 hand=R,7,8,9 players=3 dir=ccw", "R", {"dir": "cw", "turn": 1}),
        ("both total=50 hand=R,7,8,9 players=5 turn=2", "R", {"dir": "ccw", "turn": 1}),
    ],
    "With two active players a Reverse adds 0 and the other is next (rule reverse-two-players)": [
        ("both total=50 hands=R,7,8,9/2,3,4,5", "R", {"total": 50, "dir": "cw", "turn": 1, "owes": 1}),
        ("both total=50 hands=R,7,8,9/-/2,3,4,5", "R", {"total": 50, "dir": "cw", "turn": 2, "owes": 1}),
        ("both total=50 hands=R,7,8,9/-/-/2,3,4,5", "R", {"total": 50, "dir": "cw", "turn": 3, "owes": 1}),
    ],
    "The next player plays, says, draws, plays, says, draws (rule double-effect)": [
        ("both total=50 hand=D,7,8,9 players=3", "D", {"total": 50, "turn": 1, "owes": 2}),
        ("both total=50 hand=7,8,9,10 owes=2 draw=2", "7", {"total": 57, "turn": 0, "owes": 1, "played": "7"}),
        ("both total=50 hand=7,8,9,10 owes=2 draw=2,3 players=3", "7 2", {"total": 59, "turn": 1, "owes": 1, "hands": "8,9,10,3/?,?,?,?/?,?,?,?", "played": None}),
    ],
    "Under a double the card drawn after the first may be played (rule double-effect)": [
        ("both total=90 hand=8,9,9,10 owes=2 draw=R", "8 R", {"total": 98, "turn": 1}),
    ],
    "A Reverse reply sends the double back in the new direction (rule double-reverse-target)": [
        ("both total=98 hand=R,7,8,9 players=3 owes=2", "R", {"turn": 2, "owes": 2, "dir": "ccw"}),
        ("both total=98 hand=R,7,8,9 players=4 turn=1 owes=2", "R", {"turn": 0, "owes": 2, "dir": "ccw"}),
        ("both total=98 hand=R,7,8,9 players=4 turn=1 owes=2 dir=ccw", "R", {"turn": 2, "owes": 2, "dir": "cw"}),
    ],
    "With two active players a Reverse still replies (rule double-reverse-two-players)": [
        ("both total=98 hand=R,7,8,9 owes=2", "R", {"total": 98, "turn": 1, "owes": 2, "dir": "cw", "played": None}),
    ],
    "Who replies plays that one card, so the turn passes (rule double-reply)": [
        ("both total=50 hand=R,7,8,9 players=3 owes=2", "R", {"turn": 2, "types": ["played", "turned", "drew", "handed-on"]}),
    ],
    "However long the chain, two cards are owed (rule double-no-stack)": [
        ("both total=98 hands=D,7,8,9/R,7,8,9/R,4,5,9", "D R", {"turn": 0, "owes": 2}),
    ],
    "A double played second attacks the next player with two (rule double-on-double)": [
        ("both total=50 hand=7,D,8,9 players=3 owes=2", "7 D", {"turn": 1, "owes": 2}),
    ],
    "Only the first card replies; a Reverse second just turns (rule double-first-is-reply)": [
        ("both total=50 hand=7,R,8,9 players=3 owes=2", "7 R", {"turn": 2, "owes": 1, "dir": "ccw"}),
    ],
    "A Minus Ten takes 10 off, and the total may be negative (rule minus-ten)": [
        ("1980 total=6 hand=-10,7,8,9", "-10", {"total": -4}),
        ("1980 total=0 hand=-10,7,8,9", "-10", {"total": -10}),
        ("1980 total=-4 hand=-10,7,8,9", "-10", {"total": -14}),
        ("1980 total=98 hand=-10,7,8,9", "-10", {"total": 88}),
    ],
    "A Hold adds 0 and turns nothing (rule hold)": [
        ("1980 total=50 hand=H,7,8,9 players=3", "H", {"total": 50, "turn": 1, "owes": 1, "dir": "cw"}),
        ("1980 total=98 hand=H,7,8,9 players=3", "H", {"total": 98, "over": False}),
    ],
    "A Hold first replies and goes on the same way; second it is a mere 0 (rule double-reply)": [
        ("1980 total=98 hand=H,7,8,9 players=3 owes=2", "H", {"total": 98, "turn": 1, "owes": 2, "dir": "cw"}),
        ("1980 total=98 hand=H,7,8,9 players=3 owes=2 dir=ccw", "H", {"turn": 2, "owes": 2, "dir": "ccw"}),
        ("1980 total=98 hand=H,7,8,9 owes=2", "H", {"turn": 1, "owes": 2}),
        ("1980 total=98 hands=D,7,8,9/H,7,8,9/H,5,5,9/H,4,4,3", "D H H", {"turn": 3, "owes": 2}),
        ("1980 total=50 hand=7,H,8,9 players=3 owes=2", "7 H", {"turn": 1, "owes": 1}),
    ],
    "With the option suicide an O'NO 99 can be played and loses at once (rule ono99-card)": [
        ("1980+ono99=suicide total=50 hand=O,O,O,O", "O", {"total": 50, "over": True, "loser": 0}),
        ("1980+ono99=suicide total=98 hand=O,10,9,8", "O", {"total": 98, "over": True, "loser": 0}),
        ("1980+ono99=suicide total=98 hand=O,10,9,8 played=2", "O", {"over": True, "loser": 0}),
    ],
    "Under a double it is the first card and no reply, so one more is owed (rule ono-on-zero)": [
        ("1980+ono-on-zero=turn total=50 hand=O,7,8,9 owes=2", "O", {"total": 50, "turn": 0, "owes": 1, "played": "O"}),
    ],
    "A hand of nothing but O'NO 99 loses on its turn (rule four-ono99)": [
        ("1980 total=5 hand=O,O,O,O", "out", {"over": True, "loser": 0, "stakes": [2, 3], "types": ["busted", "round-over", "paid"]}),
        ("1980 total=5 hand=O,O", "out", {"over": True, "loser": 0, "stakes": [2, 3], "types": ["busted", "round-over", "paid"]}),
        ("1980 total=5 hand=O", "out", {"over": True, "loser": 0, "stakes": [2, 3], "types": ["busted", "round-over", "paid"]}),
    ],
    "In 1980 the card that makes 99 or more is played, and its player loses the hand (rule bust)": [
        ("1980 total=89 hand=10,O,O,O", "10", {"total": 99, "over": True, "loser": 0, "stakes": [2, 3]}),
        ("1980 total=98 hand=10,2,O,O players=3", "2", {"total": 100, "over": True, "loser": 0}),
        ("1980 total=98 hands=H,2,3,4/5,6,7,8", "H 5", {"total": 103, "over": True, "loser": 1}),
    ],
    "One loser pays a chip; losing with none left, the fourth time, puts you out (rules loss, chips)": [
        ("1980 total=98 hand=7,8,9,10 chips=3/3", "7", {"stakes": [2, 3], "out": [], "winners": [], "over": True}),
        ("1980 total=98 hand=7,8,9,10 chips=1/3", "7", {"stakes": [0, 3], "out": [], "winners": [], "over": True}),
        ("1980 total=98 hand=7,8,9,10 chips=0/3", "7", {"stakes": [0, 3], "out": [0], "winners": [1]}),
        ("1980 total=98 hand=7,8,9,10 players=3 chips=0/3/1", "7", {"out": [0], "winners": [], "over": True}),
        ("1980+chips-out=at-zero total=98 hand=7,8,9,10 chips=1/3", "7", {"stakes": [0, 3], "out": [0], "winners": [1]}),
        ("1980+chips-out=at-zero total=98 hand=7,8,9,10 chips=2/3", "7", {"stakes": [1, 3], "out": []}),
        ("1980+chips=1 total=98 hand=7,8,9,10", "7", {"stakes": [0, 1], "out": []}),
    ],
    "The hand is over at the first loss and only the loser pays (rule loss)": [
        ("1980 total=98 hands=H,2,3,4/5,6,7,8/2,3,4,5", "H 5", {"over": True, "stakes": [3, 2, 3], "loser": 1}),
    ],
    "When a player drops out under a double, the next owes one card (rule double-eliminated)": [
        ("1980+scoring=points total=98 hand=10,10,10,9 players=3 owes=2", "10", {"turn": 1, "owes": 1, "played": None, "out": [0]}),
        ("1980+scoring=points total=98 hand=O,O,O,O players=3 owes=2", "out", {"turn": 1, "owes": 1, "played": None, "out": [0]}),
    ],
    "The next player owes one card too if only the second card failed (rule double-eliminated)": [
        ("1980+scoring=points total=90 hand=8,10,9,9 players=3 owes=2 draw=7", "8 7", {"turn": 1, "owes": 1, "played": None, "out": [0], "total": 98}),
    ],
    "Who forgot plays the rest of the hand one card short (rule forgot-draw)": [
        ("1980 total=10 hands=7,8,9,10/2,3,4,5/2,3,4,6 draw=R,H,6,9", "7! 2 2 8", {"hands": "9,10,6/3,4,5,R/3,4,6,H", "undrawn": []}),
    ],
    "Who has no card left at all has none to play and loses (rule forgot-draw)": [
        ("1980 total=10 hands=/2,3,4,5", "out", {"over": True, "loser": 0}),
    ],
    "An O'NO 99, a Double Play and two numbers worth 9 score 44; the survivor scores too (rule points)": [
        ("1980+scoring=points total=98 hands=10,10,10,10/O,D,4,5 draw=2", "10", {"stakes": [10 + 10 + 10 + 2 + 25, 44]}),
    ],
    "A bust puts its player out of the round, and the others play on (rule points-round)": [
        ("1980+scoring=points total=98 hands=9,10,10,10/H,2,3,4/2,3,4,5 draw=6", "9", {"out": [0], "over": False, "hands": "-/H,2,3,4/2,3,4,5", "turn": 1, "winners": []}),
    ],
    "The card drawn after a bust is among those that are scored (rule points-round)": [
        ("1980+scoring=points total=98 hands=9,10,10,10/H,2,3,4/2,3,4,5 draw=O", "9", {"stakes": [30 + 20 + 25, 0, 0]}),
    ],
    "Who holds four O'NO 99 plays and draws nothing (rule points-round)": [
        ("1980+scoring=points total=7 hands=O,O,O,O/H,2,3,4/2,3,4,5 draw=6", "out", {"out": [0], "stakes": [80 + 25, 0, 0], "seen": "", "total": 7}),
    ],
    "That a lone O'NO 99 could be played makes no difference to four of them (rule points-round)": [
        ("1980+ono99=suicide+scoring=points total=7 hands=O,O,O,O/H,2,3,4/2,3,4,5 draw=6", "out", {"out": [0], "stakes": [80 + 25, 0, 0], "seen": "", "total": 7}),
    ],
    "Where the bust counts, a card that adds nothing to 105 still makes 105 (rule limit)": [
        ("1980+scoring=points+bust-total=counts total=105 hands=H,R,2,D/H,2,3,4/2,3,4,5", "H", {"out": [0]}),
        ("1980+scoring=points+bust-total=counts total=105 hands=H,R,2,D/H,2,3,4/2,3,4,5", "R", {"out": [0]}),
        ("1980+scoring=points+bust-total=counts total=105 hands=H,R,2,D/H,2,3,4/2,3,4,5", "2", {"out": [0]}),
        ("1980+scoring=points+bust-total=counts total=105 hands=H,R,2,D/H,2,3,4/2,3,4,5", "D", {"out": [0]}),
    ],
    "Where the bust counts, a Minus Ten may bring the total back to 98 or less (rule points-bust-total)": [
        ("1980+scoring=points+bust-total=counts total=105 hands=-10,R,2,D/H,2,3,4/2,3,4,5", "-10", {"total": 95, "out": []}),
    ],
    "Who dropped out earlier keeps that score when the round ends (rule points)": [
        ("1980+scoring=points total=98 hands=10,10,10,10/-/2,3,4,5 draw=10 points=0/77/0", "10", {"stakes": [65, 77, 14]}),
    ],
    "A score that depends on a hidden card is not guessed (rule points)": [
        ("1980+scoring=points total=98 hands=10,10,10,10/2,3,4,? draw=10", "10", {"stakes": [65, None], "winners": []}),
    ],
    "A Play 2 first hands the double on in the same direction (rules double-reply, double-on-double)": [
        ("2022 total=98 hand=D,7,8,9 players=3 owes=2", "D", {"turn": 1, "owes": 2, "total": 98, "played": None}),
        ("2022 total=98 hand=D,7,8,9 players=3 owes=2 dir=ccw", "D", {"turn": 2, "owes": 2}),
        ("2022 total=98 hand=D,7,8,9 owes=2", "D", {"turn": 1, "owes": 2}),
        ("2022 total=98 hands=D,7,8,9/D,7,8,9/D,5,5,9/D,4,4,9", "D D D", {"turn": 3, "owes": 2}),
    ],
    "A 0 first is just the first of two cards (rule double-reply)": [
        ("2022 total=98 hand=0,7,8,9 players=3 owes=2", "0", {"turn": 0, "owes": 1, "played": "0"}),
    ],
    "With the option plain, a Reverse between two is no reply (rule double-reverse-two-players)": [
        ("2022+two-player-reverse-reply=plain total=50 hand=R,7,8,9 owes=2", "R", {"turn": 0, "owes": 1, "played": "R"}),
        ("2022+two-player-reverse-reply=plain total=50 hand=D,7,8,9 owes=2", "D", {"turn": 1, "owes": 2}),
        ("2022+two-player-reverse-reply=plain total=50 hand=R,7,8,9 owes=2 players=3", "R", {"turn": 2, "owes": 2}),
        ("2022+two-player-reverse-reply=plain total=50 hands=R,7,8,9/-/?4 owes=2", "R", {"turn": 0, "owes": 1}),
        ("2022+two-player-reverse-reply=plain total=50 hand=R,7,8,9 owes=2", "R 7", {"turn": 1, "owes": 1, "total": 57}),
    ],
    "Four ONO 99 add 0 and are exchanged; that is the turn, or comes on top (rule four-ono99)": [
        ("2022 total=98 hand=O,O,O,O draw=1,2,3,4", "OOOO", {"total": 98, "turn": 1, "hands": "1,2,3,4/?,?,?,?", "seen": "O,O,O,O"}),
        ("2022 total=98 hand=O,O,O,O owes=2", "OOOO", {"turn": 0, "owes": 1, "played": "O", "total": 98}),
        ("2022 total=50 hand=O,O,O,O owes=2 draw=1,2,3,4", "OOOO 1", {"turn": 1, "owes": 1, "total": 51}),
        ("2022 total=50 hand=O,O,O,O played=1", "OOOO", {"turn": 1, "owes": 1}),
        ("2022+dump=free total=98 hand=O,O,O,O", "OOOO", {"turn": 0, "owes": 1, "played": None}),
        ("2022+dump=free total=50 hand=O,O,O,O draw=1,2,3,4", "OOOO 4", {"turn": 1, "total": 54}),
        ("2022+dump=free total=98 hand=O,O,O,O owes=2", "OOOO", {"turn": 0, "owes": 2, "played": None}),
        ("2022+dump=free total=98 hand=O,O,O,O played=1", "OOOO", {"turn": 0, "owes": 1, "played": "1"}),
        ("2022+dump=free total=98 hand=O,O,O,O owes=2 draw=R,2,3,4 players=3", "OOOO R", {"turn": 2, "owes": 2}),
    ],
    "The hand is laid down, the others go on, and the last one left wins (rules loss, winner)": [
        ("2022 total=98 hand=7,8,9,O players=3", "out", {"total": 98, "out": [0], "over": False, "turn": 1, "owes": 1, "dir": "cw", "winners": [], "seen": ""}),
        ("2022 total=98 hand=7,8,9,O players=3 dir=ccw", "out", {"out": [0], "turn": 2, "dir": "ccw"}),
        ("2022 total=98 hand=7,8,9,O", "out", {"out": [0], "over": True, "winners": [1]}),
        ("2022 total=98 hands=7,8,9,O/-/1,2,3,4", "out", {"over": True, "winners": [2]}),
    ],
    "When a player is out under a Play 2, first card or second, the next owes one (rule double-eliminated)": [
        ("2022 total=98 hand=7,8,9,O players=3 owes=2", "out", {"turn": 1, "owes": 1, "played": None}),
        ("2022 total=98 hand=7,8,9,O players=3 played=1", "out", {"turn": 1, "owes": 1, "played": None}),
    ],
    "B fails the second card, C and A are stuck: B wins, or A where chosen (rule nobody-can-play)": [
        ("2022 total=90 hands=D,9,9,O/8,9,9,O/9,9,O,O draw=10,10", "D 8 out", {"winners": [1]}),
        ("2022+nobody-can-play=last-standing total=90 hands=D,9,9,O/8,9,9,O/9,9,O,O draw=10,10", "D 8 out", {"winners": []}),
        ("2022+nobody-can-play=last-standing total=90 hands=D,9,9,O/8,9,9,O/9,9,O,O draw=10,10", "D 8 out out", {"winners": [0]}),
    ],
    "If one of the others has a card to play, who failed the double is just out (rule nobody-can-play)": [
        ("2022 total=90 hands=D,9,9,O/8,9,9,O/9,0,O,O draw=10,10", "D 8 out", {"winners": [], "over": False}),
    ],
    "A plays the last card, B and C are stuck, so A is left and played last (rule winner)": [
        ("2022 total=90 hands=8,9,9,O/9,9,10,O/9,9,O,O draw=10", "8 out out", {"winners": [0]}),
    ],
    "29 + 7 costs 1, 53 doubled costs 3, 56 halved and 76 - 10 cost nobody (rules 99-cross, 99-double-cross, 99-upward-only)": [
        ("ninety-nine total=29 hand=7,3,9 players=3", "7", {"total": 36, "stakes": [9, 10, 10]}),
        ("ninety-nine total=53 hand=2,3,9 players=3", "2", {"total": 106, "stakes": [7, 10, 10], "over": True, "loser": 0}),
        ("ninety-nine total=56 hand=2,3,9 players=3", "2", {"total": 28, "stakes": [10, 10, 10]}),
        ("ninety-nine total=76 hand=10,3,9 players=3", "10-10", {"total": 66, "stakes": [10, 10, 10]}),
    ],
    "A 2 halves an even total above 49 and doubles every other (rule 99-two)": [
        ("ninety-nine total=50 hand=2,3,9", "2", {"total": 25}),
        ("ninety-nine total=49 hand=2,3,9", "2", {"total": 98}),
        ("ninety-nine total=0 hand=2,3,9", "2", {"total": 0}),
        ("ninety-nine total=-4 hand=2,3,9", "2", {"total": -8}),
        ("ninety-nine total=48 hand=2,3,9", "2", {"total": 96}),
        ("ninety-nine total=98 hand=2,3,9", "2", {"total": 49}),
        ("ninety-nine total=52 hand=2,3,9", "2", {"total": 26}),
        ("ninety-nine total=51 hand=2,3,9", "2", {"total": 102}),
    ],
    "An increase that lands on 33 or 66 costs every other player 1 (rules 99-land-33-66, 99-upward-only)": [
        ("ninety-nine total=30 hand=3,9,9 players=3", "3", {"stakes": [10, 9, 9], "over": False, "last rule": "99-deal"}),
        ("ninety-nine total=33 hand=2,9,9 players=3", "2", {"total": 66, "stakes": [10, 9, 9]}),
        ("ninety-nine total=56 hand=10,9,9 players=3", "10+10", {"stakes": [10, 9, 9]}),
        ("ninety-nine total=33 hand=9,9,9 players=3", "9", {"stakes": [10, 10, 10]}),
        ("ninety-nine total=33 hand=8,9,9 players=3", "8", {"stakes": [10, 10, 10]}),
        ("ninety-nine total=66 hand=K,9,9 players=3", "K", {"stakes": [10, 10, 10]}),
        ("ninety-nine total=43 hand=10,9,9 players=3", "10-10", {"total": 33, "stakes": [10, 10, 10]}),
        ("ninety-nine total=66 hand=2,9,9 players=3", "2", {"total": 33, "stakes": [10, 10, 10]}),
        ("ninety-nine total=33 hands=10,9,9/10,9,9/3,4,5", "10-10 10+10", {"total": 33, "stakes": [9, 10, 9]}),
    ],
    "Making 99 costs every other player 2 and ends the round (rule 99-land-99)": [
        ("ninety-nine total=89 hand=K,9,9 players=3", "K", {"total": 99, "stakes": [10, 8, 8], "over": True, "loser": None}),
        ("ninety-nine total=88 hand=A,9,9 players=3 points=1/2/3", "A+11", {"stakes": [1, 0, 1], "out": [1], "winners": []}),
        ("ninety-nine total=88 hand=A,9,9 points=1/2", "A+11", {"stakes": [1, 0], "out": [1], "winners": [0]}),
        ("ninety-nine total=98 hand=A,9,9 points=1/1", "A+1", {"stakes": [1, 0], "winners": [0]}),
    ],
    "Above 99 the player loses the round and 2 points (rule 99-over)": [
        ("ninety-nine total=97 hand=3,9,9 players=3", "3", {"total": 100, "stakes": [8, 10, 10], "over": True, "loser": 0}),
        ("ninety-nine total=97 hand=3,9,9 players=3 points=2/5/5", "3", {"stakes": [0, 5, 5], "out": [0], "winners": []}),
        ("ninety-nine total=97 hand=3,9,9 points=1/5", "3", {"stakes": [0, 5], "out": [0], "winners": [1]}),
    ],
    "A Jack skips one, or plays again between two, even if it puts its player out (rules 99-jack, 99-jack-when-out)": [
        ("ninety-nine total=5 hand=J,9,9 players=3", "J", {"total": 15, "turn": 2}),
        ("ninety-nine total=5 hand=J,9,9 players=4 turn=1 dir=ccw", "J", {"turn": 3}),
        ("ninety-nine total=5 hand=J,9,9", "J", {"turn": 0}),
        ("ninety-nine total=5 hands=J,9,9/-/3,4,5", "J", {"turn": 0}),
        ("ninety-nine total=30 hands=J,9,9/3,4,5/3,4,6 points=1/5/5", "J", {"out": [0], "turn": 2, "over": False}),
        ("ninety-nine total=23 hands=J,9,9/3,4,5/3,4,6 points=1/1/5", "J", {"out": [1], "turn": 0}),
    ],
    "A 4 adds 4 and turns, but between two nothing turns (rule 99-four)": [
        ("ninety-nine total=5 hand=4,9,9 players=3", "4", {"total": 9, "dir": "ccw", "turn": 2}),
        ("ninety-nine total=5 hand=4,9,9 players=3 dir=ccw", "4", {"dir": "cw", "turn": 1}),
        ("ninety-nine total=5 hand=4,9,9", "4", {"total": 9, "dir": "cw", "turn": 1}),
        ("ninety-nine total=5 hands=4,9,9/-/3,5,6", "4", {"total": 9, "dir": "cw", "turn": 2}),
    ],
    "Out as soon as the points reach 0, or at the next loss where chosen; the others go on (rule 99-out)": [
        ("ninety-nine total=30 hand=5,9,9 players=3 points=1/5/5", "5", {"stakes": [0, 5, 5], "out": [0], "over": False}),
        ("ninety-nine total=30 hand=5,9,9 players=3 points=2/5/5", "5", {"stakes": [1, 5, 5], "out": [], "over": False}),
        ("ninety-nine+zero-points=survives total=30 hand=5,9,9 players=3 points=1/5/5", "5", {"stakes": [0, 5, 5], "out": [], "over": False}),
        ("ninety-nine+zero-points=survives total=30 hand=5,9,9 players=3 points=0/5/5", "5", {"stakes": [0, 5, 5], "out": [0], "over": False}),
    ],
    "The hand is back at three by itself, and nobody can forget to draw (rule 99-deal)": [
        ("ninety-nine hand=3,9,9 draw=K", "3", {"hands": "9,9,K/?,?,?"}),
    ],
}  # fmt: skip
"""By a sentence that cites its rules: a position, plays, and facts of what they lead to.

A position of ``both`` is one of the editions of 1980 and 2022 alike.
"""

REFUSED_BY = {
    "An O'NO 99 only blocks a place in the hand (rule ono99-card)": [
        ("both total=0 hand=O,10,10,R", "O", "ono99-card"),
        ("both total=50 hand=O,10,10,R", "O", "ono99-card"),
        ("both total=55 hand=O,10,10,R", "O", "ono99-card"),
        ("both total=98 hand=O,10,10,R", "O", "ono99-card"),
    ],
    "A Double Play may not be the first of the two cards, only the second (rule double-on-double)": [
        ("1980 total=50 hand=D,7,8,9 owes=2", "D", "double-on-double"),
        ("1980 total=50 hand=D,7,8,9 played=8", "D", None),
    ],
    "The option binds the very first card of an opener who holds a number (rule opening)": [
        ("1980 hand=H,7,8,9", "H", None),
        ("1980+opening=number hand=H,7,8,9", "H", "opening"),
        ("1980+opening=number hand=D,7,8,9", "D", "opening"),
        ("1980+opening=number hand=-10,R,8,9", "R", "opening"),
        ("1980+opening=number hand=-10,R,8,9", "8", None),
        ("1980+opening=number hand=-10,R,H,10", "10", None),
        ("1980+opening=number hand=O,O,8,10", "O", "ono99-card"),
        ("1980+opening=number+ono99=suicide hand=O,O,8,10", "O", "opening"),
        ("1980+opening=number hand=-10,R,H,O", "H", None),
        ("1980+opening=number total=10 hand=H,7,8,9", "H", None),
        ("1980+opening=number hand=H,7,8,9 seen=10,-10", "H", None),
        ("1980+opening=number hand=H,7,8,9 owes=2", "H", None),
        ("1980+opening=number hand=R,7,8,9 owes=2 players=3", "R", None),
        ("1980+opening=number hand=H,7,8,9 dir=ccw players=3", "H", None),
    ],
    "Even where O'NO 99 can be played it may not be while a safe card is held (rule no-voluntary-bust)": [
        ("1980+ono99=suicide total=50 hand=O,7,8,9", "O", "no-voluntary-bust"),
    ],
    "One O'NO 99 a turn, or one in the round, may be played on a final zero (rule ono-on-zero)": [
        ("1980 total=50 hand=O,7,8,9", "O", "ono99-card"),
        ("1980+ono-on-zero=turn total=55 hand=O,7,8,9", "O", "ono-on-zero"),
        ("1980+ono-on-zero=turn total=-5 hand=O,7,8,9", "O", "ono-on-zero"),
        ("1980+ono-on-zero=turn total=50 hand=O,7,8,9 owes=2", "O", None),
        ("1980+ono-on-zero=turn total=50 hand=O,7,8,9 played=O", "O", "ono-on-zero"),
        ("1980+ono-on-zero=turn total=50 hand=O,7,8,9 seen=O", "O", None),
        ("1980+ono-on-zero=turn total=50 hand=O,7,8,9 seen=O played=10", "O", None),
        ("1980+ono-on-zero=round total=50 hand=O,7,8,9 seen=O", "O", "ono-on-zero"),
        ("1980+ono-on-zero=round total=50 hand=O,7,8,9 seen=10", "O", None),
    ],
    "With both options on, what the zero does not cover is a play that loses (rule ono99-card)": [
        ("1980+ono99=suicide+ono-on-zero=turn total=90 hand=O,10,10,9 played=O", "O", None),
    ],
    "Putting four down together belongs to 2022 (rule four-ono99)": [
        ("1980 total=5 hand=O,O,O,O", "OOOO", "four-ono99"),
    ],
    "In 1980 who can play a losing card may not lay the hand down (rule bust)": [
        ("1980 total=98 hand=10,O,O,O", "out", "bust"),
    ],
    "Who has drawn, or is too late, has no draw to make (rule forgot-draw)": [
        ("1980 total=10 hands=8,9,10/2,3,4,5/2,3,4,6 turn=1 undrawn=0", "draw:0", None),
        ("1980 total=10 hands=8,9,10/2,3,4,5/2,3,4,6 turn=1 undrawn=0", "draw:1", "forgot-draw"),
        ("1980+draw-deadline=next-plays total=10 hands=8,9,10/2,3,4,5/2,3,4,6 turn=1 undrawn=0", "draw:0", None),
    ],
    "A card that loses the hand ends it, so there is nothing to draw (rule forgot-draw)": [
        ("1980 total=98 hand=10,O,O,O", "10!", "forgot-draw"),
    ],
    "Each of these plays is forbidden by the rule point named with it": [
        ("2022 total=98 hand=O,O,O,O", "out", "no-voluntary-bust"),
        ("2022 total=98 hand=O,O,O,7", "OOOO", "turn-order"),
        ("2022 total=98 hand=O,O,O,O", "O", "ono99-card"),
        ("2022 hand=1,2,3,4", "1!", "forgot-draw"),
        ("2022 hand=1,2,3,4", "draw:1", "forgot-draw"),
        ("2022 total=95 hand=4,2,3,9", "4", "limit"),
        ("2022 total=95 hand=2,O,O,9", "out", "no-voluntary-bust"),
    ],
    "You must play even if every card costs points (rule 99-must-play)": [
        ("ninety-nine total=98 hand=K,Q,8", "out", "99-must-play"),
    ],
    "A 10 taking 10 off may go below zero, stop there, or be forbidden to (rule 99-below-zero)": [
        ("ninety-nine total=5 hand=10,9,9", "10-10", None),
        ("ninety-nine+below-zero=clamp total=5 hand=10,9,9", "10-10", None),
        ("ninety-nine+below-zero=forbid total=5 hand=10,9,9", "10-10", "99-below-zero"),
        ("ninety-nine+below-zero=forbid total=10 hand=10,9,9", "10-10", None),
    ],
    "The hand is back at three by itself, and nobody can forget to draw (rule 99-deal)": [
        ("ninety-nine hand=3,9,9", "3!", "99-deal"),
    ],
}  # fmt: skip
"""By a sentence that cites its rules: a position, a play, and the rule that forbids it, or None."""


def cases(table):
    """The cases of a table, each with its sentence for a name."""
    return [
        pytest.param(f"{game} {rest}", plays, expected, id=f"{sentence}: {game} {rest} | {plays}")
        for sentence, rows in table.items()
        for line, plays, expected in rows
        for name, _, rest in [line.partition(" ")]
        for game in (("1980", "2022") if name == "both" else (name,))
    ]


@pytest.mark.parametrize(("line", "plays", "facts"), cases(LEADS_TO))
def test_a_play_leads_where_the_rules_say(after, line, plays, facts):
    """Plays lead to the total, the turn, the stakes and the hands of the table above."""
    assert after(line, plays, facts) == facts


@pytest.mark.parametrize(("line", "word", "rule"), cases(REFUSED_BY))
def test_a_play_is_refused_by_its_rule(refused, line, word, rule):
    """A play is refused by the rule point of the table above, or may be made."""
    assert refused(line, word) == rule
