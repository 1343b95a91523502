"""The four tables of games that went through the compiled engine: rows of numbers put together as columns (see `analysis.bulk`).

Only rolls where due and marked part become values again, for their findings and what each cost.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

from analysis.auditor import swing
from analysis.columns import TABLES
from analysis.faults import PLAYED, Fault, finished_late, turn_faults
from analysis.findings import Cost, Track
from analysis.phases import PHASES
from analysis.schools import with_schools
from analysis.tables import schema
from analysis.tracks import SIDES, Step
from notation.record import Ply
from replay import course as rows_of
from replay import fast
from replay.engine import due_of
from replay.legality import why_illegal
from replay.moves import placed, settled
from replay.plays import apply_moves
from replay.position import Position
from replay.turns import Turn
from replay.unmade import unmade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from analysis.bulk import Followed
    from analysis.findings import Finding
    from notation.record import Game, Side

    Numbers = NDArray[Any]
    Counts = tuple[int, ...]
    Men = tuple[Counts, Counts, tuple[int, int, int, int], tuple[int, int, int, int]]

DECISIONS = (None, "hold", "go")
VERDICTS = ("none", "legal", "illegal")
STATUSES = ("marked", "missed", "unmade", "void")
STEP = 10
"""Columns of a step of `replay.course.follow`."""
TAGS_TOLD = {"form": "Form", "event": "Event", "site": "Site", "date": "Date", "source": "Source", "variant": "Variant"}
"""Columns of the games that are tags as they were written."""
CODED = ("plies", "jans")
"""Tables whose texts are few and may be categories."""
CODES: dict[Any, Any] = {pl.String: pl.Categorical, pl.UInt32: pl.Int32}


class Assembled:
    """The rows of the games followed, as columns."""

    def __init__(self, text: Followed, followed: Sequence[int]) -> None:
        self.text, self.followed = text, list(followed)
        kept = np.zeros(len(text.headings), bool)
        kept[self.followed] = True
        lengths = np.diff(text.starts)
        self.game_of_all = np.repeat(np.arange(len(text.headings)), lengths)
        self.keep = kept[self.game_of_all]
        self.game_of = self.game_of_all[self.keep]
        every = bool(self.keep.all())  # the usual case: nothing to leave out, and nothing to copy
        self.columns = text.columns if every else text.columns[:, self.keep]
        self.record = text.record if every else text.record[self.keep]
        self.place = np.zeros(len(text.headings), np.int32)
        self.place[self.followed] = text.numbers_of
        self.first_of = text.starts[:-1]
        both = [name for heading in text.headings for name in (heading.values["White"], heading.values["Black"])]
        self.players = pl.Series(both, dtype=text.words)
        self.findings: list[tuple[int, Finding]] = []
        self.perfect: dict[int, tuple[int, int, int]] = {}
        if self.followed:
            self.judge()

    def tables(self) -> dict[str, pl.DataFrame]:
        """The four tables."""
        return {"games": self.games(), "plies": self.plies(), "jans": self.jan_table(), "findings": self.finding_table()}

    # -- findings -----------------------------------------------------------------------------------------------------------------------

    def judge(self) -> None:
        """Make values again of the rolls where due and marked part, and find their faults and what each cost."""
        text = self.text
        engine = fast.engine()
        suspects = np.flatnonzero((text.columns[rows_of.SUSPECT] != 0) & self.keep)
        by_game: dict[int, list[int]] = {}
        for row, game in zip(suspects.tolist(), self.game_of_all[suspects].tolist(), strict=True):
            by_game.setdefault(game, []).append(row)
        men = dict(zip(suspects.tolist(), _men(text.columns[rows_of.TURN :, suspects]), strict=True))
        state, scratch = np.zeros(16, np.int64), (np.zeros(32, np.int64), np.zeros(600, np.int64))
        for game, found in by_game.items():
            first, last = int(text.starts[game]), int(text.starts[game + 1])
            rules = text.headings[game].rules
            holes, disputed = rules.match_holes, rules.raise_fails == "disputed"
            steps = np.zeros((last - first, STEP), np.int32)
            turns, record = text.turns(first, last), text.record[first:last]
            engine.steps_as_played(turns, record, steps)
            perfect = steps.copy()
            changed = int(engine.steps_perfect(turns, record, perfect))
            if changed >= 0:
                until, _, winner = engine.follow(turns, record, changed, last - first, perfect, holes, state)
                self.perfect[game] = (int(state[10]), int(until), int(winner))
            for row in found:
                at = row - first
                turn = self.turn(game, row, turns[at].tolist(), men[row], scratch)
                ended = int(turns[at, rows_of.WON_BEFORE])
                if ended and at:
                    ended += int(turns[at - 1, rows_of.WON_BEFORE])
                found_here = turn_faults(turn, holes, text.headings[game].dialect[0], ended, consent=rules.consent)
                if any(fault.finding.kind in PLAYED for fault in found_here) and self.thrown_early(game, row):
                    found_here = finished_late(found_here, turn)
                for fault in with_schools(turn, found_here, disputed=disputed):
                    self.findings.append((game, self.costed(game, turns, turn, fault, steps, holes, state)))

    def costed(self, game: int, turns: Numbers, turn: Turn, fault: Fault, steps: Numbers, holes: int, state: Numbers) -> Finding:
        """The finding with what it cost; the track itself stays untold, no table has it."""
        right = fault.right
        if right is None:
            return fault.finding
        text = self.text
        first, last = int(text.starts[game]), int(text.starts[game + 1])
        at = turn.index
        kept = steps[at].copy()
        steps[at] = _step_row(right)
        until, _, winner = fast.engine().follow(turns, text.record[first:last], at, last - first, steps, holes, state)
        steps[at] = kept
        end = int(state[9])
        gained = 0
        if end >= 0:
            gained = _lead(int(state[2]), int(state[3]), fault.finding.side) if end >= at else 0
            after = turns[end]
            lead = _lead(int(after[rows_of.AFTER_HOLES_W]), int(after[rows_of.AFTER_HOLES_B]), fault.finding.side)
            gained = gained - lead if end >= at else 0
        was = None if text.winners[game] < 0 else SIDES[int(text.winners[game])]
        now = None if winner < 0 else SIDES[int(winner)]
        cost = Cost(swing(turn, right, fault.finding.side), gained, Track((), None, int(until), "", now), now is not None and now != was)
        return replace(fault.finding, cost=cost)

    def thrown_early(self, game: int, row: int) -> bool:
        """Whether the other threw before the player of this roll had done with his men."""
        text, after = self.text, row + 1
        if after >= int(text.starts[game + 1]) or text.record[after][rows_of.SIDE] == text.record[row][rows_of.SIDE]:
            return False
        words = text.bulk.words
        return words.dialect(*text.headings[game].dialect).body(words.text(int(text.ply_tails[after]))).early

    def turn(self, game: int, row: int, numbers: list[int], men: Men, scratch: tuple[Numbers, Numbers]) -> Turn:
        """One roll as a value again, as `replay.replayer` would have it (the men after it apart, which nobody asks for)."""
        text = self.text
        heading = text.headings[game]
        record = text.record[row]
        me = int(record[rows_of.SIDE])
        side = SIDES[me]
        own, opp, planes, others = men
        dice = high, low = int(record[rows_of.DIE_HIGH]), int(record[rows_of.DIE_LOW])
        before = self.position(numbers, rows_of.BEFORE_POINTS_W, own, opp, me)
        rules = heading.rules
        score, plays = scratch
        score[:] = 0
        number = fast.engine().turn(planes, others, high, low, rules.flags, numbers[rows_of.HISTORY], score, plays)
        due = due_of(score.tolist(), plays[:number].tolist(), planes, doublet=high == low)
        tail = int(text.ply_tails[row])
        words = text.bulk.words
        body = words.dialect(*heading.dialect).body(words.text(tail))
        line = text.first_line + int(text.ply_lines[row])
        ply = Ply(line, int(text.numbers[text.ply_lines[row]]), side, True, body)
        moves = settled(body)
        verdict = VERDICTS[numbers[rows_of.VERDICT]]
        after_men = apply_moves(own, moves) if verdict != "none" else own
        why = ""
        if verdict == "illegal":
            why = why_illegal(own, opp, dice, moves, due, rules, spelling=heading.dialect[0], side=side)
        return Turn(
            index=row - int(text.starts[game]),
            ply=ply,
            side=side,
            dice=dice,
            roll_of_holding=numbers[rows_of.ROLL],
            before=before,
            due=due,
            owed_roller=numbers[rows_of.OWED_ROLLER],
            owed_opponent=numbers[rows_of.OWED_OPPONENT],
            unmade=unmade(due, after_men) if verdict != "none" and after_men is not None else (),
            moves=moves,
            placed=placed(body),
            verdict=verdict,
            why=why,
            marked_roller=numbers[rows_of.MARKED_ROLLER],
            marked_opponent=numbers[rows_of.MARKED_OPPONENT],
            stood_roller=numbers[rows_of.STOOD_ROLLER],
            stood_opponent=numbers[rows_of.STOOD_OPPONENT],
            assumed=False,
            claimed_roller=numbers[rows_of.CLAIMED_ROLLER],
            claimed_opponent=numbers[rows_of.CLAIMED_OPPONENT],
            made_roller=numbers[rows_of.MADE_ROLLER],
            made_opponent=numbers[rows_of.MADE_OPPONENT],
            pegged_roller=numbers[rows_of.PEGGED_ROLLER],
            pegged_opponent=numbers[rows_of.PEGGED_OPPONENT],
            decision=DECISIONS[numbers[rows_of.DECIDED]] or "",
            bore_off=bool(numbers[rows_of.BORE_OFF]),
            after=self.position(numbers, rows_of.AFTER_POINTS_W, own, opp, me),
        )

    @staticmethod
    def position(numbers: list[int], first: int, own: tuple[int, ...], opp: tuple[int, ...], me: int) -> Position:
        """The men before the roll with the score from column `first` on."""
        expected = numbers[rows_of.EXPECTED]
        points_w, holes_w, points_b, holes_b = numbers[first : first + 4]
        return Position(
            white=opp if me else own,
            black=own if me else opp,
            points=(points_w, points_b),
            holes=(holes_w, holes_b),
            bredouille=(bool(numbers[rows_of.BREDOUILLE_W]), bool(numbers[rows_of.BREDOUILLE_B])),
            lurch=(bool(numbers[rows_of.LURCH_W]), bool(numbers[rows_of.LURCH_B])),
            roller="?" if expected < 0 else SIDES[expected],
        )

    # -- the tables ---------------------------------------------------------------------------------------------------------------------

    def key(self, game_of: Numbers) -> dict[str, pl.Series]:
        """The columns `file` and `game`."""
        file = pl.Series([self.text.file], dtype=self.text.words)
        return {"file": file.new_from_index(0, len(game_of)), "game": pl.Series(self.place[game_of])}

    def names(self, game_of: Numbers, side: Numbers) -> pl.Series:
        """The names of the players on these sides of these games."""
        return self.players.gather(pl.Series((2 * game_of + side).astype(np.uint32)))

    def gather(self, texts: Sequence[str | None], index: Numbers) -> pl.Series:
        """The texts of these numbers."""
        return pl.Series(texts, dtype=self.text.words).gather(pl.Series(index.astype(np.uint32)))

    def plies(self) -> pl.DataFrame:
        """One row a roll."""
        text, turns, record = self.text, self.columns, self.record
        game_of = self.game_of
        side = record[:, rows_of.SIDE]
        lines = text.ply_lines[self.keep]
        index = np.arange(len(self.keep))[self.keep] - text.starts[game_of]
        moves = self.moves()
        data: dict[str, Any] = {
            **self.key(game_of),
            "turn": index,
            "ply": text.numbers[lines],
            "line": lines + text.first_line,
            "side": self.gather(SIDES, side),
            "player": self.names(game_of, side),
            "opponent": self.names(game_of, 1 - side),
            "high": record[:, rows_of.DIE_HIGH],
            "low": record[:, rows_of.DIE_LOW],
            "roll_of_holding": turns[rows_of.ROLL],
            "phase": self.gather(PHASES, turns[rows_of.PHASE]),
            "due_roller": turns[rows_of.DUE_ROLLER],
            "due_opponent": turns[rows_of.DUE_OPPONENT],
            "owed_roller": turns[rows_of.OWED_ROLLER],
            "owed_opponent": turns[rows_of.OWED_OPPONENT],
            "marked_roller": turns[rows_of.MARKED_ROLLER],
            "marked_opponent": turns[rows_of.MARKED_OPPONENT],
            "assumed": np.zeros(len(game_of), bool),
            "claimed_roller": turns[rows_of.CLAIMED_ROLLER],
            "claimed_opponent": turns[rows_of.CLAIMED_OPPONENT],
            "unplayable": turns[rows_of.UNPLAYABLE],
            "plays": turns[rows_of.NUMBER_OF_PLAYS],
            "moves": moves,
            "verdict": self.gather(VERDICTS, turns[rows_of.VERDICT]),
            "decision": self.gather(DECISIONS, turns[rows_of.DECIDED]),
            "made_roller": turns[rows_of.MADE_ROLLER],
            "made_opponent": turns[rows_of.MADE_OPPONENT],
            "pegged_roller": turns[rows_of.PEGGED_ROLLER],
            "pegged_opponent": turns[rows_of.PEGGED_OPPONENT],
            "bore_off": turns[rows_of.BORE_OFF] != 0,
            "white_points": turns[rows_of.AFTER_POINTS_W],
            "white_holes": turns[rows_of.AFTER_HOLES_W],
            "black_points": turns[rows_of.AFTER_POINTS_B],
            "black_holes": turns[rows_of.AFTER_HOLES_B],
            "white_bredouille": turns[rows_of.BREDOUILLE_W] != 0,
            "black_bredouille": turns[rows_of.BREDOUILLE_B] != 0,
            "own_points": np.where(side == 0, turns[rows_of.BEFORE_POINTS_W], turns[rows_of.BEFORE_POINTS_B]),
            "own_holes": np.where(side == 0, turns[rows_of.BEFORE_HOLES_W], turns[rows_of.BEFORE_HOLES_B]),
            "other_points": np.where(side == 0, turns[rows_of.BEFORE_POINTS_B], turns[rows_of.BEFORE_POINTS_W]),
            "other_holes": np.where(side == 0, turns[rows_of.BEFORE_HOLES_B], turns[rows_of.BEFORE_HOLES_W]),
        }
        for k, name in enumerate(("own_1", "own_2", "own_4", "own_8", "other_1", "other_2", "other_4", "other_8")):
            data[name] = turns[rows_of.TURN + k]
        return self.typed("plies", data)

    def typed(self, table: str, data: dict[str, Any]) -> pl.DataFrame:
        """Columns in the order and with the types of the table."""
        types = coded(table) if self.text.words == pl.Categorical else schema(table)
        return _filled(data, types)

    def moves(self) -> pl.Series:
        """The column `moves`, dialect by dialect."""
        text = self.text
        texts: list[str | None] = []
        offset = np.zeros(len(text.headings), np.int64)
        begins: dict[tuple[str, str], int] = {}
        for game, heading in enumerate(text.headings):
            if heading.dialect not in begins:
                begins[heading.dialect] = len(texts)
                texts += text.bulk.words.dialect(*heading.dialect).moves
            offset[game] = begins[heading.dialect]
        return self.gather(texts, text.ply_moves[self.keep] + offset[self.game_of])

    def jan_table(self) -> pl.DataFrame:
        """One row a due jan."""
        text, jans = self.text, self.text.jans
        rows = jans[:, rows_of.JAN_TURN]
        kept = self.keep[rows] if len(rows) else np.zeros(0, bool)
        jans, rows = jans[kept], rows[kept]
        game_of = self.game_of_all[rows] if len(rows) else np.zeros(0, np.int64)
        roller = jans[:, rows_of.JAN_ROLLER]
        thrower = text.record[rows, rows_of.SIDE]
        side = np.where(roller == 1, thrower, 1 - thrower)
        place = jans[:, rows_of.JAN_PLACE]
        points = pl.Series(place)
        data: dict[str, Any] = {
            **self.key(game_of),
            "turn": rows - text.starts[game_of],
            "ply": text.numbers[text.ply_lines[rows]],
            "side": self.gather(SIDES, side),
            "player": self.names(game_of, side),
            "roller": roller == 1,
            "phase": self.gather(PHASES, text.columns[rows_of.PHASE][rows]),
            "jan": self.gather(rows_of.CODES, jans[:, rows_of.JAN_CODE]),
            "ways": jans[:, rows_of.JAN_WAYS],
            "points": jans[:, rows_of.JAN_POINTS],
            "place": points.set(points < 0, None) if len(points) else points,
            "doublet": text.record[rows, rows_of.DIE_HIGH] == text.record[rows, rows_of.DIE_LOW],
            "status": self.gather(STATUSES, jans[:, rows_of.JAN_STATUS]),
        }
        return self.typed("jans", data)

    def finding_table(self) -> pl.DataFrame:
        """One row a finding, in the order of play."""
        columns = TABLES["findings"][0]
        data: dict[str, list[object]] = {column.name: [] for column in columns}
        ordered = sorted(self.findings, key=lambda pair: (pair[0], pair[1].turn, pair[1].line, pair[1].kind, pair[1].side))
        for game, finding in ordered:
            judged = _Shown(replace(self.text.headings[game].game, index=int(self.place[game]) - 1))
            row = int(self.text.starts[game]) + finding.turn
            for column in columns:
                value = PHASES[int(self.text.columns[rows_of.PHASE, row])] if column.name == "phase" else column.of(judged, finding)  # type: ignore[arg-type]
                data[column.name].append(value)
        return pl.DataFrame(data, schema=schema("findings"))

    def games(self) -> pl.DataFrame:
        """One row a game."""
        text = self.text
        followed = np.array(self.followed, np.int64)
        first, last = text.starts[followed], text.starts[followed + 1]
        counts = np.zeros(len(text.headings), np.int32)
        for game, finding in self.findings:
            counts[game] += not finding.told
        differs, until, perfect = np.full_like(followed, -1), np.full_like(followed, -1), text.winners[followed].copy()
        for at, game in enumerate(self.followed if self.perfect else ()):
            if game in self.perfect:
                differs[at], until[at], perfect[at] = self.perfect[game]
        headings = [text.headings[game] for game in self.followed]
        end = text.columns[:, last - 1]
        lines, numbers = text.ply_lines, text.numbers
        words = {name: [heading.values.get(tag) or None for heading in headings] for name, tag in TAGS_TOLD.items()}
        data: dict[str, Any] = {
            **words,
            "file": pl.Series([text.file], dtype=pl.String).new_from_index(0, len(followed)),
            "game": self.place[followed],
            "line": [heading.line for heading in headings],
            "white": [heading.values["White"] for heading in headings],
            "black": [heading.values["Black"] for heading in headings],
            "players": [None] * len(headings),
            "standing": [None] * len(headings),
            "spelling": [heading.dialect[0] for heading in headings],
            "marks": pl.Series(["full"], dtype=pl.String).new_from_index(0, len(followed)),
            "result": [heading.result for heading in headings],
            "rules": [heading.rules.name for heading in headings],
            "winner": _sides(text.winners[followed]),
            "turns": last - first,
            "known": last - first,
            "breaks": np.zeros_like(followed),
            "errors": np.zeros_like(followed),
            "findings": counts[followed],
            "white_points": end[rows_of.AFTER_POINTS_W],
            "white_holes": end[rows_of.AFTER_HOLES_W],
            "black_points": end[rows_of.AFTER_POINTS_B],
            "black_holes": end[rows_of.AFTER_HOLES_B],
            "differs_from": _where(differs >= 0, numbers[lines[first + np.maximum(differs, 0)]]),
            "undefined_from": _where((until >= 0) & (until < last - first), numbers[lines[first + np.clip(until, 0, last - first - 1)]]),
            "perfect_winner": _sides(perfect),
        }
        return _filled(data, schema("games"))


def _filled(data: dict[str, Any], types: dict[str, Any]) -> pl.DataFrame:
    """Columns in this order and with these types; one that only other games fill is null."""
    rows = len(next(iter(data.values())))
    empty = {name: pl.Series(name, [None], dtype=kind).new_from_index(0, rows) for name, kind in types.items() if name not in data}
    return pl.DataFrame([empty[name] if name in empty else pl.Series(name, data[name]).cast(kind) for name, kind in types.items()])


class _Shown(NamedTuple):
    """What the columns that ask only for the record need of a judged game."""

    game: Game
    joined: None = None


def coded(table: str) -> dict[str, Any]:
    """Column names to types where texts are categories and no number is unsigned, as a store has them."""
    return {name: CODES.get(kind, kind) for name, kind in schema(table).items()}


def _sides(winners: Numbers) -> pl.Series:
    """The sides of these numbers, null for -1."""
    return pl.Series((*SIDES, None), dtype=pl.String).gather(pl.Series(np.where(winners < 0, 2, winners).astype(np.uint32)))


def _where(known: Numbers, values: Numbers) -> pl.Series:
    """The values where they are known, else null."""
    told = pl.Series(values)
    return told if known.all() else told.set(pl.Series(~known), None)


def _men(columns: Numbers) -> list[Men]:
    """The men of these rolls: the roller's and the other's, as 25 counts and as planes. Rows are the columns of `men` (`replay.course`)."""
    points = np.arange(24)
    sides = []
    for part in (columns[:4], columns[4:8]):
        counts = sum((part[digit][:, None] >> points & 1) << digit for digit in range(4))
        whole = np.concatenate((counts, 15 - counts.sum(1, keepdims=True)), 1)
        sides += [map(tuple, whole.tolist()), map(tuple, part.T.tolist())]
    own, planes, opp, others = sides
    return list(zip(own, opp, planes, others, strict=True))


def _step_row(step: Step) -> list[int]:
    """A step of `analysis.tracks` as a row of `replay.course.follow`."""
    who, points = step.claims[0] if step.claims else (-1, 0)
    return [
        step.mine or 0,
        step.theirs or 0,
        step.mine_extra,
        step.theirs_extra,
        who,
        points or 0,
        int(step.leaves),
        int(step.decides),
        int(step.unmoved),
        1,
    ]


def _lead(white: int, black: int, side: Side) -> int:
    return white - black if side == "W" else black - white
