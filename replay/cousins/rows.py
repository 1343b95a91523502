"""The columns of a throw of bräde or Dutch TricTrac as a row of numbers: what the courses of both write, and tables are made of.

Sides are 0 White, 1 Black. `NIL` stands where a number is not known.
"""

from __future__ import annotations

NIL = -(1 << 20)

OWN, OTHER = 0, 4  # four planes each: bit p is the 1, 2, 4, 8 of the men on point p, before the throw
OWN_BAR, OWN_OFF, OWN_HAND, OTHER_BAR, OTHER_OFF, OTHER_HAND = 8, 9, 10, 11, 12, 13
SIDE, HIGH, LOW, VERDICT, GAME, THROW = 14, 15, 16, 17, 18, 19
HITS, BURSTS, LOST, REDUCTION, BAR_AFTER, BLOTS, AGAIN = 20, 21, 22, 23, 24, 25, 26
ENDING, VALUE, MUNK, ENDED, THROWS = 27, 28, 29, 30, 31
"""How the game ended (0 not; the number of the ending in its game) and what for; whether the throw ended it; whether another is given."""
BEFORE, AFTER = 32, 36  # White's points and games, Black's, before and after the throw
ROW = 40

LEGAL, ILLEGAL, NONE, UNKNOWN = 0, 1, 2, 3
VERDICTS = ("legal", "illegal", "none", "unknown")

MOST = 8  # men written, and steps, of a throw that a course follows
MAN = 3  # numbers of a man written: from, to, stars
# A way that written men have gone: the board behind it, its steps (from, to, die).
NEAR_AT, FAR_AT, WORD_AT, STEPS_AT, WAY_AT = 0, 1, 2, 3, 4
WAY = 4 + 3 * MOST
# What a course stands at: both sides' men on their own routes, the thrower's first; the thrower; whether he began; why it stopped.
STATE = 7
OWN_NEAR, OWN_FAR, OTHER_NEAR, OTHER_FAR, THROWER, BEGAN, WHY = 0, 1, 2, 3, 4, 5, 6
STOPPED, OVER = 0, 1
