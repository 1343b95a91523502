"""The lines of an archive by the byte: what kind each is, and the same words found again.

A regular ply's line is `number. ` and a *tail* (side, dice, marks, plays); behind it may stand a score ` =…` and a comment ` ;…`. Tails and
scores are looked up in a table of those seen before, so that each distinct one goes once to the grammar of the notation; nothing is judged
here. In the part of Python that numba also compiles (see `replay.kernel`); buffers are arrays of numpy.
"""

from __future__ import annotations

from typing import Any

BLANK, TAG, PLY, RESULT, OTHER, EVENT = 0, 1, 2, 3, 4, 5
"""Kinds of line. OTHER is everything that is not written the regular way: its game is read by the reader itself."""

BRADE, DUTCH = tuple(b'[Rules "brade"'), tuple(b'[Rules "trictrac-nl"')
"""How the tag begins that says that a game is a race: there events are regular, and tails are not looked up (`analysis.race_scan`)."""

NO_WORDS = -1
LONGEST = 160
"""Bytes of the longest tail that is regular."""

# Places in `sizes`: words in the table, bytes in its heap.
WORDS, BYTES = 0, 1
FNV, PRIME, MASK = 1469598103934665603, 1099511628211, 0x7FFFFFFFFFFFFFFF


def intern(buffer: Any, start: int, end: int, slots: Any, hashes: Any, begins: Any, lengths: Any, heap: Any, sizes: Any) -> int:
    """The number of these bytes among the words seen; a new one is added. -1 where the table is full.

    `slots` is a table of open addresses (its size a power of two), `begins` and `lengths` say where in `heap` each word stands.
    """
    code = FNV
    for i in range(start, end):
        code = ((code ^ buffer[i]) * PRIME) & MASK
    code ^= code >> 29
    at = code & (len(slots) - 1)
    size = end - start
    while slots[at] >= 0:
        word = slots[at]
        if hashes[word] == code and lengths[word] == size:
            same = True
            begin = begins[word]
            for i in range(size):
                if heap[begin + i] != buffer[start + i]:
                    same = False
                    break
            if same:
                return int(word)
        at = (at + 1) & (len(slots) - 1)
    word = sizes[WORDS]
    begin = sizes[BYTES]
    if word >= len(hashes) or begin + size > len(heap):
        return NO_WORDS
    for i in range(size):
        heap[begin + i] = buffer[start + i]
    slots[at] = word
    hashes[word] = code
    begins[word] = begin
    lengths[word] = size
    sizes[WORDS] = word + 1
    sizes[BYTES] = begin + size
    return int(word)


def count_lines(buffer: Any, size: int) -> int:
    """How many lines there are; the last need not be ended."""
    lines = 0
    for i in range(size):
        if buffer[i] == 10:
            lines += 1
    if size and buffer[size - 1] != 10:
        lines += 1
    return lines


def begins_with(buffer: Any, at: int, stop: int, word: Any) -> bool:
    """Whether these bytes begin with the bytes of a word."""
    if stop - at < len(word):
        return False
    for i in range(len(word)):
        if buffer[at + i] != word[i]:
            return False
    return True


def plain(buffer: Any, at: int, stop: int) -> bool:
    """Whether there is no control character between these bytes."""
    for i in range(at, stop):
        if buffer[i] < 32:
            return False
    return True


def scan(
    buffer: Any,
    size: int,
    kinds: Any,
    begins: Any,
    numbers: Any,
    tails: Any,
    scores: Any,
    slots: Any,
    hashes: Any,
    word_begins: Any,
    word_lengths: Any,
    heap: Any,
    sizes: Any,
) -> int:
    """Go through the lines; returns how many.

    For each line: its kind, where it begins, the number of a ply, and the numbers of its tail and score among the words (-1 none).
    """
    at = 0
    line = 0
    race = False  # whether the tags said so
    before = BLANK  # the line before that was not blank
    while at < size:
        end = at
        while end < size and buffer[end] != 10:
            end += 1
        begins[line] = at
        numbers[line] = 0
        tails[line] = NO_WORDS
        scores[line] = NO_WORDS
        kinds[line] = OTHER
        stop = end
        if stop > at and buffer[stop - 1] == 13:
            stop -= 1
        if stop == at:
            kinds[line] = BLANK
        else:
            first = buffer[at]
            if first == 91:
                kinds[line] = TAG
                race = (race and before == TAG) or begins_with(buffer, at, stop, BRADE) or begins_with(buffer, at, stop, DUTCH)
            elif first == 64 and race:
                if plain(buffer, at, stop):
                    kinds[line] = EVENT
            elif first == 42 and stop == at + 1:
                kinds[line] = RESULT
            elif first in (48, 49) and stop == at + 3 and buffer[at + 1] == 45:
                last = buffer[at + 2]
                if (first == 49 and last == 48) or (first == 48 and last == 49):
                    kinds[line] = RESULT
            elif 49 <= first <= 57:
                i = at
                number = 0
                while i < stop and 48 <= buffer[i] <= 57 and i < at + 7:
                    number = number * 10 + (buffer[i] - 48)
                    i += 1
                if i + 2 < stop and buffer[i] == 46 and buffer[i + 1] == 32 and i < at + 7:
                    tail = i + 2
                    regular = True
                    cut = stop
                    equals = -1
                    for j in range(tail, stop):
                        byte = buffer[j]
                        if byte == 59:  # ;
                            cut = j
                            break
                        if byte in (123, 125) or byte >= 128 or byte < 32:
                            regular = False
                            break
                        if byte == 61 and buffer[j - 1] == 32:
                            equals = j
                    if cut < stop and buffer[cut - 1] != 32:
                        regular = False
                    while cut > tail and buffer[cut - 1] == 32:
                        cut -= 1
                    if race:
                        if regular and 0 < cut - tail <= LONGEST:
                            kinds[line] = PLY
                            numbers[line] = number
                    elif regular and 0 < cut - tail <= LONGEST:
                        done = cut
                        if equals > 0:
                            scores[line] = intern(buffer, equals, cut, slots, hashes, word_begins, word_lengths, heap, sizes)
                            done = equals - 1
                        if done > tail and (equals < 0 or scores[line] >= 0):
                            tails[line] = intern(buffer, tail, done, slots, hashes, word_begins, word_lengths, heap, sizes)
                        if tails[line] >= 0:
                            kinds[line] = PLY
                            numbers[line] = number
        if kinds[line] != BLANK:
            before = kinds[line]
        line += 1
        at = end + 1
    return line


def regular_games(kinds: Any, numbers: Any, lines: int, heads: Any, bodies: Any, results: Any, ends: Any) -> int:
    """Where the games are that are regular from the first tag to the result; returns how many.

    A game is its tags, at least one ply with numbers that go up by one (a race may have events between them, or instead), and a result,
    with nothing but blank lines between; before it stands nothing but the result of another and blank lines, behind it nothing but blank
    lines and the tag of another. `heads`, `bodies` and `results` are lines (first tag, first ply, result), `ends` the line behind the game
    and the blanks after it.
    """
    games = 0
    at = 0
    clean = True  # nothing odd stands between here and the game before
    while at < lines:
        if kinds[at] == BLANK:
            at += 1
            continue
        if kinds[at] != TAG or not clean:
            # Something odd: what follows is taken again from the first tag behind a result.
            clean = False
            if kinds[at] == RESULT:
                after = at + 1
                while after < lines and kinds[after] == BLANK:
                    after += 1
                if after >= lines or kinds[after] == TAG:
                    clean = True
            at += 1
            continue
        head = at
        while at < lines and (kinds[at] == TAG or kinds[at] == BLANK):
            at += 1
        body = at
        number = -1
        while at < lines and (kinds[at] == BLANK or kinds[at] == EVENT or (kinds[at] == PLY and (number < 0 or numbers[at] == number))):
            if kinds[at] == PLY:
                number = numbers[at] + 1
            at += 1
        if at == body or at >= lines or kinds[at] != RESULT:
            clean = False
            continue
        result = at
        at += 1
        while at < lines and kinds[at] == BLANK:
            at += 1
        if at < lines and kinds[at] != TAG:
            clean = False
            continue
        heads[games] = head
        bodies[games] = body
        results[games] = result
        ends[games] = at
        games += 1
    return games


def ply_rows(kinds: Any, bodies: Any, results: Any, games: int, starts: Any, lines_of: Any) -> int:
    """The plies of the games, one after the other: `starts` gets where each game's begin (one more than games), `lines_of` their lines."""
    n = 0
    for game in range(games):
        starts[game] = n
        for line in range(bodies[game], results[game]):
            if kinds[line] == PLY:
                lines_of[n] = line
                n += 1
    starts[games] = n
    return n


__all__ = ["BLANK", "EVENT", "OTHER", "PLY", "RESULT", "TAG", "count_lines", "ply_rows", "regular_games", "scan"]
