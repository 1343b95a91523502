"""The forms once more, slowly and from the words of the rulebook: nothing is remembered but what happened, and all is counted from that.

For the default rulings. A match is the list of its events; `reckoned` gives what everybody has in the end. It shares no code with
`replay.forms` but the events themselves; where the book is silent it takes the side docs/rules.md 5.4 and 5.5 take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from replay.forms.events import Award, Bearoff, Decision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from replay.forms.events import Event
    from replay.forms.form import Form

Hole = tuple[str, int, int]
"""What happened in a mark: `hole` by a player so many; `go` or `freeze` by a player (the number is 0)."""


class Race:
    """Points of two players: twelve are a hole, two where the other scored nothing since the first of them (A4)."""

    def __init__(self) -> None:
        self.scores: list[tuple[int, int]] = []

    def scores_of(self, player: int, points: int) -> int:
        """Holes made by these points. The list of scores is kept from the last hole, or the last pickup, on."""
        self.scores.append((player, points))
        mine = [at for at, score in enumerate(self.scores) if score[0] == player]
        total = sum(self.scores[at][1] for at in mine)
        if total < 12:
            return 0
        double = all(score[0] == player for score in self.scores[mine[0] :])
        holes = 0
        while total >= 12:
            holes += 2 if double else 1
            total, double = total - 12, True  # the other's points are gone: what follows comes uninterrupted
        self.scores = [(player, total)] if total else []
        return holes


def holes_of(log: Sequence[Hole], player: int) -> int:
    return sum(number for what, who, number in log if what == "hole" and who == player)


def mark_worth(log: Sequence[Hole], winner: int, loser: int, refaits: int) -> tuple[int, int]:
    """B4, B9, B10: jetons for holes and of consolation."""
    won, lost = holes_of(log, winner), holes_of(log, loser)
    mine = [at for at, entry in enumerate(log) if entry[0] == "hole" and entry[1] == winner]
    theirs = [at for at, entry in enumerate(log) if entry[0] == "hole" and entry[1] == loser]
    rate = 1
    if won >= 6 and not any(mine[0] < at for at in theirs):  # six or more from the first on, no hole of the other between
        before, run = log[: mine[0]], log[mine[0] :]
        failed = holes_of(before, loser) >= 6  # B9.7, B10.6: then the rate is the one the first lurch would have had
        lifted = any(what in ("go", "freeze") and who == (loser if failed else winner) for what, who, _ in (before if failed else run))
        rate = {(False, False): 3, (False, True): 2, (True, False): 5, (True, True): 4}[won >= 12, lifted]
    return rate * won - lost, 2 * rate * (1 + refaits)


def pairings(form: Form, losers: Sequence[int]) -> tuple[tuple[int, int], int]:
    """Who plays the mark after so many, with those who lost them, and who leads it (B2, E1.2, E2.5, E3.2)."""
    number = len(losers)
    if form.seating == "two":
        return (0, 1), form.lead if number % 2 == 0 else 1 - form.lead
    if form.seating == "chouette":
        partner = 1 if number % 4 < 2 else 2
        return (0, partner), 0 if number % 2 == 0 else partner
    pair, leader = form.first, form.first[0]
    for at, loser in enumerate(losers):
        # the marked player stays after the first mark; then everybody plays two marks running, so that he who has just come in stays
        stays = loser if at == 0 else next(who for who in pair if who != leader)
        gone = next(who for who in pair if who != stays)
        comes = next(who for who in range(3) if who not in pair) if form.seating == "round_robin" else gone ^ 1
        pair, leader = (stays, comes), stays
    return (pair[0], pair[1]), leader


def side_of(form: Form, player: int) -> int:
    return {"chouette": int(player > 0), "four": int(player > 1)}.get(form.seating, player)


def settled(form: Form, lost: Sequence[int], jetons: Sequence[int]) -> list[float]:
    """B12, E2.8 to E2.10: the marker jetons to whoever is ahead, then the paris at four jetons, then their queue of twenty."""
    sides = len(lost)
    net = [float(own - put) for own, put in zip(jetons, lost, strict=True)]
    ahead = [side for side in range(sides) if jetons[side] == max(jetons)]
    for side in ahead:
        net[side] += sum(lost) / len(ahead)
    if sides == 2:
        more = 0 if lost[0] > lost[1] else 1
        difference = abs(lost[0] - lost[1])
        pays = 4 * difference + 20 if difference else 0
        net[more] -= pays
        net[1 - more] += pays
        return net
    paris = [2 * (each - form.marks // 3) for each in lost]
    losers, winners = [side for side in range(3) if paris[side] > 0], [side for side in range(3) if paris[side] < 0]
    for loser in losers:
        for winner in winners:
            queue = 20 if len(losers) == len(winners) == 1 else 10
            pays = 4 * min(paris[loser], -paris[winner]) + queue
            net[loser] -= pays
            net[winner] += pays
    return net


def reckoned(form: Form, events: Sequence[Event]) -> dict[str, Any]:
    """A whole match of à écrire or combiné: lost marks, jetons, the net of it, fish of the honours games, who sat for each mark."""
    sides = form.sides
    lost, jetons = [0] * sides, [0] * sides
    losers: list[int] = []
    seated: list[tuple[tuple[int, ...], int]] = []
    fish = [-2.0, -2.0]
    pool: list[int] | None = [4]  # what lies in it: the stakes, then what every loser of a game has put
    takers: list[tuple[int, int]] = []  # of the games played for it: the winner's side, the mark
    race, log, honours, refaits = Race(), list[Hole](), list[tuple[int, int]](), 0
    resting = ""  # "frozen", "paid", "annulled", "honours"
    last = (-1, 0)  # who has just made holes
    over = False

    def begin() -> None:
        pair, leader = pairings(form, losers)
        seated.append((tuple(sorted(pair)), leader))

    def pay(winner: int, loser: int) -> None:
        nonlocal log, refaits, over
        worth, consolation = mark_worth(log, winner, loser, refaits)
        payees = [(winner, worth + consolation)]
        if form.seating == "round_robin":
            payees.append((next(who for who in range(3) if who not in (winner, loser)), consolation))
        for payee, amount in payees:
            jetons[side_of(form, payee)] += amount
            jetons[side_of(form, loser)] -= amount
        lost[side_of(form, loser)] += 1
        losers.append(loser)
        log, refaits = [], 0
        over = len(losers) == form.marks

    def game(side: int, holes: int) -> None:
        """C3, C4, C9: every twelve holes win a game."""
        nonlocal honours, pool, takers
        honours.append((side, holes))
        while (won := sum(number for who, number in honours if who == side)) >= 12:
            other = sum(number for who, number in honours if who != side)
            first = next(at for at, (who, _) in enumerate(honours) if who == side)
            alone = all(who == side for who, _ in honours[first:])
            value = 4 if not other else 3 if alone else 2 if other <= 6 else 1
            fish[side] += value
            fish[1 - side] -= value
            if pool is not None:
                pool.append(value)
                fish[1 - side] -= value
                mark = min(len(losers) + (resting != "paid"), form.marks)
                twice = bool(takers) and takers[-1][0] == side
                takers.append((side, mark))
                if twice:
                    fish[side] += sum(pool)
                    pool, takers = None, []
                    if mark < form.marks:
                        pool = [4]
                        fish[0] -= 2
                        fish[1] -= 2
            honours = [(side, won - 12)] if won > 12 else []

    begin()
    for event in events:
        assert not over
        if isinstance(event, Bearoff):
            continue
        if isinstance(event, Award):
            made = race.scores_of(event.player, event.points)
            if not made:
                continue
            last = (event.player, made)
            if resting in ("", "honours"):
                log.append(("hole", event.player, made))
            if resting != "honours" and form.kind == "combine":
                game(side_of(form, event.player), made)
            continue
        assert isinstance(event, Decision) and event.player == last[0]
        player = event.player
        other = next(who for who in pairings(form, losers if resting != "paid" else losers[:-1])[0] if who != player)
        if event.what == "suspend_honours":
            resting = "honours"
        elif event.what == "suspend_ecrire":
            own, theirs = holes_of(log, player), holes_of(log, other)
            if max(own, theirs) < 6:
                log.append(("freeze", player, 0))
                resting = "frozen"
            elif own == theirs:
                log, refaits, resting = [], refaits + 1, "annulled"
            else:
                pay(*((player, other) if own > theirs else (other, player)))
                resting = "paid"
        elif event.what != "hold":
            race = Race()
            if resting == "paid":
                begin()
            elif event.what == "go" and resting in ("", "honours"):
                log.append(("go", player, 0))
            elif event.what == "refait":
                log, refaits = [], refaits + 1
            elif event.what in ("mark", "concede"):
                pay(*((player, other) if event.what == "mark" else (other, player)))
                if not over:
                    begin()
            resting = ""
    told: dict[str, Any] = {"over": over, "lost": lost, "jetons": jetons, "seated": seated}
    if over:
        told["net"] = settled(form, lost, jetons)
    if over and form.kind == "combine" and pool is not None:
        if not takers:
            shares = [2.0, 2.0]
        else:
            half = sum(pool) if len(takers) == 1 else -(-sum(pool) // 2)
            shares = [float(sum(pool) - half)] * 2
            shares[takers[-1][0]] = float(half)
        fish = [own + share for own, share in zip(fish, shares, strict=True)]
    return told | {"fish": fish if form.kind == "combine" else None}


def filled(form: Form, events: Sequence[Event]) -> list[int]:
    """D1: everybody antes, the loser again; six holes win a match, and all the others beaten running the pool. The net of each player."""
    money = [-form.ante] * form.players
    line, race, holes, beaten = list(form.order), Race(), [0] * form.players, list[int]()
    for event in events:
        if isinstance(event, Decision) and event.what == "go":
            race = Race()
        if not isinstance(event, Award):
            continue
        holes[event.player] += race.scores_of(event.player, event.points)
        if holes[event.player] < 6:
            continue
        winner, loser = event.player, next(who for who in line[:2] if who != event.player)
        beaten = [*beaten, loser] if winner == line[0] else [loser]
        if len(beaten) == form.players - 1:
            money[winner] -= sum(money)
            return money
        money[loser] -= form.ante
        line = [winner, *line[2:], loser]
        race, holes = Race(), [0] * form.players
    return money


def drained(form: Form, events: Sequence[Event]) -> list[float]:
    """D2: five per cent of the pool to the winner of a match for every net hole, until it is empty. The net of each player."""
    money = [-form.pool / form.players] * form.players
    left = float(form.pool)
    seats, line, race, log = list(form.order[:2]), list(form.order[2:]), Race(), list[tuple[int, int]]()
    for event in events:
        if isinstance(event, Award):
            made = race.scores_of(event.player, event.points)
            log += [(event.player, made)] if made else []
        if not isinstance(event, Decision) or event.what == "hold":
            continue
        race = Race()
        if event.what == "refait":
            log = []
        if event.what not in ("mark", "concede"):
            continue
        other = next(who for who in seats if who != event.player)
        winner, loser = (event.player, other) if event.what == "mark" else (other, event.player)
        won, lost = (sum(number for who, number in log if who == each) for each in (winner, loser))
        first = next(at for at, (who, _) in enumerate(log) if who == winner)
        lurch = form.grand_lurch and all(who == winner for who, _ in log[first:])
        pays = min(left, ((2 if lurch else 1) * won - lost) * form.pool / 20)
        money[winner] += pays
        left -= pays
        line.append(winner)
        seats, log = [loser, line.pop(0)], []
        if left < 1e-9:
            break
    return money
