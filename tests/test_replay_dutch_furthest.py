"""How far a throw of Dutch TricTrac can be played: the search against every play there is (docs/rules.md N-1, N-2)."""

import random
import time

import pytest

from notation.record import Men
from replay.cousins import dutch
from replay.cousins import dutch_steps as steps
from replay.cousins.men import ALL, CAME, FAR, NEAR, STRIDE, WORD, fives, masks, men_on, occupied
from replay.cousins.walks import Refusal, Written

OFTEN = 150


def side(rng: random.Random) -> Men:
    """A side's men anywhere within a stretch of the board, some of them beside it."""
    low, high = sorted((rng.randrange(24), rng.randrange(24)))
    low, high = (low, high) if high - low > 4 else (max(0, high - 6), max(6, high))
    bar, hand, off = rng.choice((0, 0, 0, 1, 2)), rng.choice((0, 0, 0, rng.randint(0, 8))), rng.choice((0, 0, rng.randint(0, 5)))
    points = [0] * 24
    for _ in range(15 - bar - hand - off):
        points[rng.choice([p for p in range(low, high + 1) if points[p] < 5])] += 1
    return Men(tuple(points), off, bar, hand)


def position(rng: random.Random) -> dutch.Position:
    """Two sides that share no point; the other's men that are in the way go to his hand."""
    mover, other = side(rng), side(rng)
    left = tuple(0 if mover.points[23 - p] else men for p, men in enumerate(other.points))
    return dutch.Position(mover, Men(left, other.off, other.bar, 15 - other.off - other.bar - sum(left)))


@pytest.mark.parametrize("dice", [(2, 1), (4, 4), (1, 1), (6, 5), (3, 1)])
@pytest.mark.parametrize("rules", [dutch.DEFAULT, dutch.Rules(stuck_anywhere=True), dutch.Rules("double"), dutch.Rules("all-first")])
def test_every_board_within_a_throw_may_stop_as_all_plays_say(rules: dutch.Rules, dice: tuple[int, int]) -> None:
    rng = random.Random(f"{dice} {rules}")
    length = len(dutch.sequence(dice))
    stuck = 0
    for _ in range(OFTEN if dice != (2, 1) else 4):
        board = position(rng)
        number, states, out = dutch.walked(board, dice, rules)
        best = max(states[i * STRIDE + WORD] >> steps.TAG_AT & 15 for i in out[:number])
        found = dutch.furthest(board, dice, rules)
        assert found.complete == (best in (length, steps.DONE))
        assert found.complete or len(found.way) == max(states[i * STRIDE + WORD] >> steps.TAG_AT & 15 for i in range(len(states) // STRIDE))
        legal = {(states[i * STRIDE + NEAR], states[i * STRIDE + FAR], states[i * STRIDE + WORD] & ALL) for i in out[:number]}
        at = 0
        while not at or states[at + CAME]:
            state = states[at + NEAR], states[at + FAR], states[at + WORD]
            if state[2] >> steps.TAG_AT & 15 < length:
                assert dutch.may_stop(board, dice, state, rules) == ((state[0], state[1], state[2] & ALL) in legal)
            at += STRIDE
        stuck += not found.complete
    assert stuck or dice == (2, 1)


def test_the_way_found_is_a_play() -> None:
    from replay.cousins.dutch_play import play

    rng = random.Random("way")
    for _ in range(OFTEN):
        board = position(rng)
        dice = rng.choice(((2, 1), (5, 5), (6, 3)))
        way = dutch.furthest(board, dice).way
        answer = play(board, dice, [Written(step.start, step.to, step.taken) for step in way])
        assert not isinstance(answer, Refusal)
        assert answer.steps == way


MANY_WAYS = dutch.Position(
    Men((0, 3, 3, 0, 0, 1, 1, 0, 0, 0, 2, 0, 1, 0, 2, 0, 0, 0, 0, 1, 1, 0, 0, 0)),
    Men((0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 1, 0, 0, 0), 2, 0, 7),
)


@pytest.mark.parametrize("men", [(), ((1, 2),), ((1, 2), (2, 3), (1, 3), (2, 4), (5, 10), (6, 11), (10, 16)), ((1, 2), (12, 20))])
def test_a_throw_of_1_2_at_fault_is_judged_at_once(men: tuple[tuple[int, int], ...]) -> None:
    from replay.cousins.dutch_play import play

    start = time.process_time()
    answer = play(MANY_WAYS, (2, 1), [Written(*man) for man in men])
    assert isinstance(answer, Refusal)
    assert time.process_time() - start < 1  # a tenth of it on a quiet machine; laying out every play took ten times as long


def test_masks_are_the_men_counted() -> None:
    rng = random.Random("masks")
    for _ in range(300):
        near, far = rng.getrandbits(60), rng.getrandbits(48) & rng.getrandbits(48)
        counts = [men_on(near, far, p) for p in range(24)]
        for least, mask in ((1, occupied(near, far)), (1, masks(near, far)[0]), (2, masks(near, far)[1]), (5, fives(near, far))):
            assert mask == sum(1 << p for p in range(24) if counts[p] >= least)
