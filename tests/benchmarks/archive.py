"""A regular archive for benchmarks, written from a seed and nothing else: dice, men that can move so, marks with their jans, scores.

Men are moved as the dice say, from where they stand, so that the phrases repeat as they do in real archives (few thousand distinct).
Whether a play is legal or a mark due does not matter to a reader, and no engine is asked.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("Alice", "Bob", "Charlie", "Damon", "Cloris", "Émilie", "Kermadeuc", "the abbé", "M. de Pré", "Beda", "Axel", "Lies")
PLACES = ("Paris", "Lyon", "Rennes", "Stockholm", "Wien")
POINTS = ("T", *(str(point) for point in range(1, 12)), *(f"{point}'" for point in range(11, 0, -1)), "T'")
REMARKS = ("a bold play", "he could have held", "the corner is what he wants", "forced", "Black thinks for long")


def write_archive(size: int, seed: int = 1) -> Iterator[str]:
    """Games as text, one by one, until there are `size` characters."""
    chance = random.Random(seed)
    written = number = 0
    while written < size:
        number += 1
        game = write_game(chance, number)
        written += len(game) + 1
        yield game + "\n"


def write_game(chance: random.Random, number: int) -> str:
    """One game of 60 to 200 rolls: half with the score after every roll, most with the jans of the marks."""
    with_score, with_jans = chance.random() < 1 / 2, chance.random() < 0.9
    white, black = chance.sample(NAMES, 2)
    result = chance.choice(("1-0", "0-1"))
    lines = [
        f'[Event "Club evening {number}"]',
        f'[Site "{chance.choice(PLACES)}"]',
        f'[Date "{chance.randint(1730, 1999)}.{chance.randint(1, 12):02}.{chance.randint(1, 28):02}"]',
        f'[Round "{chance.randint(1, 9)}"]',
        f'[White "{white}"]',
        f'[Black "{black}"]',
        '[Rules "trictrac"]',
        '[Marks "full"]',
        f'[Scorer "{chance.choice(NAMES)}"]',
        f'[Source "minutes of the club, volume {chance.randint(1, 40)}, leaf {chance.randint(1, 300)}"]',
        f'[Result "{result}"]',
        "",
    ]
    men = {"W": start(), "B": start()}
    points = {"W": 0, "B": 0}
    holes = {"W": 0, "B": 0}
    side = "W"
    for ply in range(1, chance.randint(60, 200)):
        high, low = sorted((chance.randint(1, 6), chance.randint(1, 6)), reverse=True)
        words = [f"{ply}. {side} {high}-{low}"]
        amount, jans = marks(chance, men[other(side)], high == low)
        gone = False
        if amount:
            words.append(f"+{amount}" + (f"({jans})" if with_jans else ""))
            points[side] += amount
            if points[side] >= 12:
                points = {side: points[side] % 12, other(side): 0}
                holes[side] += 1
                gone = chance.random() < 0.3
                words.append("go" if gone else "hold")
        if gone:
            points = {"W": 0, "B": 0}
            men = {"W": start(), "B": start()}
        else:
            words += play(chance, men[side], high, low)
            if chance.random() < 0.05:
                words.append("-4")
                points[other(side)] = (points[other(side)] + 4) % 12
            if chance.random() < 0.01:
                words.append("school 4")
        if with_score:
            words.append(f"={points['W']}/{holes['W']},{points['B']}/{holes['B']}")
        if chance.random() < 0.01:
            words.append(f"; {chance.choice(REMARKS)}")
        lines.append(" ".join(words))
        side = side if gone else other(side)
    return "\n".join([*lines, result]) + "\n"


def start() -> list[int]:
    """All men on the talon."""
    return [15] + [0] * 23


def other(side: str) -> str:
    """The opponent."""
    return "B" if side == "W" else "W"


def marks(chance: random.Random, opponent: list[int], double: bool) -> tuple[int, str]:
    """What the roller marks, nothing on three rolls in four: hits of men that stand alone, a fill, a jan kept."""
    if chance.random() > 1 / 4:
        return 0, ""
    alone = [point for point in range(1, 12) if opponent[point] == 1]
    if alone and chance.random() < 0.6:
        worth = 6 if double else 4
        hit = chance.sample(alone, min(len(alone), chance.choice((1, 1, 1, 2))))
        return worth * len(hit), ",".join(f"BV{point}'" for point in sorted(hit))
    code = chance.choice(("PJ", "PJC", "GJC", "GJC", "GJ", "BC"))
    return (6, code) if double else (4, code)


def play(chance: random.Random, men: list[int], high: int, low: int) -> list[str]:
    """Two men by the dice, the higher first, or one by the sum: mostly off the talon, then from behind."""
    if sum(point * count for point, count in enumerate(men)) > 150:
        men[:] = start()
    if high == low and men[0] >= 2 and chance.random() < 0.6:
        men[0] -= 2
        men[high] += 2
        return [f"T/{high}(2)"]
    if chance.random() < 0.15:
        return move(chance, men, high + low)
    return move(chance, men, high) + move(chance, men, low)


def move(chance: random.Random, men: list[int], pips: int) -> list[str]:
    """One man by so many pips; nothing where none can move."""
    starts = [point for point, count in enumerate(men) if count and point + pips < 18]
    if not starts:
        return []
    point = starts[min(int(chance.expovariate(0.8)), len(starts) - 1)]
    men[point] -= 1
    men[point + pips] += 1
    return [f"{POINTS[point]}/{POINTS[point + pips]}"]
