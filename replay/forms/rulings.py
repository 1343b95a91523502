"""Where the book is silent or another house plays otherwise: one value for each point, with the default of docs/rules.md 5.6.

`Rulings` travels with a form; `RULINGS` is the table the documentation is held to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from replay.rules import RuleSet


class Rulings(NamedTuple):
    """How the accounts are kept. The fields are told one by one in `RULINGS`."""

    rates: str = "vienna"
    refait: str = "unit"
    rotation: str = "fixed"
    honours_double: int = 6
    bridge: str = "half"
    queue_ahead: str = "payments"
    queue_three: str = "most"
    paris_queue: str = "halves"
    fish_five: str = "double-or-nothing"
    concede: str = "own-hole"
    grand_arrears: str = "own"
    four_lead: str = "stayer"
    suspend_last: str = "withheld"
    suspend_behind: str = "concede"
    pool_first: str = "whole"
    pool_open: str = "games"
    pool_between: str = "begins"
    honours_open: str = "void"
    honours_fish: str = "ten"
    last_ante: str = "none"
    drain_equal: str = "refait"
    drain_behind: str = "concede"
    drain_order: str = "waited"
    drain_coin: str = "exact"


class Ruling(NamedTuple):
    """One row of the table: the flag's word, its field, its values (the default first), the section of docs/rules.md, what each means."""

    name: str
    field: str
    values: tuple[str | int, ...]
    section: str
    words: tuple[str, ...]
    touches: str = ""
    """The word by which the handed cases name the point, empty where they have none."""


RULINGS: Final[tuple[Ruling, ...]] = (
    Ruling(
        "rates",
        "rates",
        ("vienna", "paris", "progress"),
        "5.2",
        ("lurches at 2, 3, 4, 5", "lurches at 2 and 4, picked up or not", "the rate doubles every six holes: 2, 4, 8, 16"),
    ),
    Ruling("refait", "refait", ("unit", "double"), "5.2", ("each do-over adds one consolation", "each do-over doubles the consolation")),
    Ruling(
        "rotation",
        "rotation",
        ("fixed", "literal"),
        "5.5 E2",
        ("after mark 1 everybody plays two marks running", "the marked player always stays"),
    ),
    Ruling(
        "honours-double", "honours_double", (6, 5), "2.7", ("double where the loser has at most 6 holes", "double where he has at most 5")
    ),
    Ruling(
        "bridge",
        "bridge",
        ("half", "double"),
        "2.7",
        ("a loser of six holes or fewer pays a stake and a half", "he pays two stakes"),
        "bridge_value",
    ),
    Ruling(
        "queue-ahead",
        "queue_ahead",
        ("payments", "in-hand"),
        "5.3 2",
        ("who is ahead is judged by the payments for marks", "by what is left after the marker jetons were put down"),
        "queue_jetons_near_tie",
    ),
    Ruling(
        "queue-three",
        "queue_three",
        ("most", "winners"),
        "5.5 E2",
        ("three for themselves: all marker jetons to the one with most jetons", "shared by all who have won jetons"),
        "queue_jetons_three",
    ),
    Ruling(
        "paris-queue",
        "paris_queue",
        ("halves", "whole"),
        "5.5 E2",
        ("three for themselves: the 20 jetons of the queue of paris are halved where two pay or take", "each pays or takes all of them"),
    ),
    Ruling(
        "fish-five",
        "fish_five",
        ("double-or-nothing", "up"),
        "5.3 5",
        ("five jetons over go double or nothing on the high die", "five jetons over are a fish"),
    ),
    Ruling(
        "concede",
        "concede",
        ("own-hole", "any-time"),
        "5.1",
        (
            "a mark is conceded by going after a hole of one's own, which has broken any lurch",
            "behind an opponent of six or more it is conceded on any roll, and a lurch that stands is paid",
        ),
    ),
    Ruling(
        "grand-arrears",
        "grand_arrears",
        ("own", "both"),
        "5.2",
        (
            "a grand lurch in arrears of an opponent below six is with or without pickup by itself",
            "it is without pickup only where the opponent's holes came without pickup too",
        ),
    ),
    Ruling(
        "four-lead",
        "four_lead",
        ("stayer", "teams"),
        "5.5 E3",
        ("the player who stays leads", "the teams lead by turns"),
        "four_lead",
    ),
    Ruling(
        "suspend-last",
        "suspend_last",
        ("withheld", "offered"),
        "5.4",
        ("à écrire cannot be suspended where that would end the match", "it can, and ends the match"),
        "last_mark_suspend",
    ),
    Ruling(
        "suspend-behind",
        "suspend_behind",
        ("concede", "withheld", "freeze"),
        "5.4",
        (
            "suspending à écrire behind an opponent of six or more concedes the mark",
            "it is not offered",
            "with fewer than six holes of one's own it freezes the mark where it stands",
        ),
        "suspend_when_behind",
    ),
    Ruling(
        "pool-first",
        "pool_first",
        ("whole", "stakes"),
        "5.4",
        ("the only game of a pool, won in the last mark, takes all of it", "it takes the stakes; the loser's payment goes back to him"),
        "pool_first_game_last_mark",
    ),
    Ruling(
        "pool-open",
        "pool_open",
        ("games", "halves"),
        "5.4",
        ("a pool open at the end goes by the games played for it, whenever they fell", "it is halved where none fell in the last mark"),
        "pool_end_unspecified",
    ),
    Ruling(
        "pool-between",
        "pool_between",
        ("begins", "none"),
        "5.4",
        ("a pool drawn between the last two marks is followed by another", "it is not"),
        "pool_between_marks",
    ),
    Ruling(
        "honours-open",
        "honours_open",
        ("void", "ahead"),
        "5.4",
        ("an honours game not over when the match ends is void", "it is won single, off the pool, by the side ahead in holes"),
        "honours_unfinished",
    ),
    Ruling(
        "honours-fish",
        "honours_fish",
        ("ten", "apart"),
        "5.4",
        ("a fish of the honours games is ten jetons like any other, and both accounts come to one sum", "the two accounts stay apart"),
    ),
    Ruling(
        "last-ante",
        "last_ante",
        ("none", "paid"),
        "5.5 D1",
        ("the loser of the deciding match antes no more", "he antes, and the winner takes it"),
        "fill_last_ante",
    ),
    Ruling(
        "drain-equal",
        "drain_equal",
        ("refait", "hold"),
        "5.5 D2",
        ("equal at six or more the match may be annulled", "he who is equal can only hold"),
        "drain_equality",
    ),
    Ruling(
        "drain-behind",
        "drain_behind",
        ("concede", "hold"),
        "5.5 D2",
        ("behind an opponent of six or more one may go and lose", "he who is behind can only hold"),
        "drain_concede",
    ),
    Ruling(
        "drain-order",
        "drain_order",
        ("waited", "drawn"),
        "5.5 D2",
        ("who has waited longest comes in", "who is next in the order drawn comes in"),
        "drain_order",
    ),
    Ruling(
        "drain-coin",
        "drain_coin",
        ("exact", "whole"),
        "5.5 D2",
        (
            "shares and payouts are exact, to the fraction of a coin",
            "whole coins: what does not divide is put in by the first in line, and a part of a coin is not paid, if not less than one",
        ),
    ),
)
"""Every ruling that can be changed."""


def rulings_of(rules: RuleSet) -> Rulings:
    """Take over what the flags of a rule set say about the accounts; everything else has its default."""
    return Rulings(rates=rules.rates, refait=rules.refait, rotation=rules.rotation, honours_double=rules.honours_double)


def with_rulings(rulings: Rulings, words: str) -> Rulings:
    """Apply `name=value` words, with commas between, to rulings; a name or value that is not known raises ValueError with a sentence."""
    by_name = {row.name: row for row in RULINGS}
    changes: dict[str, str | int] = {}
    for word in filter(None, (part.strip() for part in words.split(","))):
        name, _, written = word.partition("=")
        row = by_name.get(name.strip())
        if row is None:
            raise ValueError(f"no ruling is called {name.strip()!r}; known are {', '.join(by_name)}")
        value = next((value for value in row.values if str(value) == written.strip()), None)
        if value is None:
            raise ValueError(f"{row.name} is {' or '.join(str(value) for value in row.values)}, not {written.strip()!r}")
        changes[row.field] = value
    return Rulings(**{**rulings._asdict(), **changes})


def agreed_rulings(rulings: Rulings, variant: str) -> Rulings:
    """Apply the words of a tag `Variant` that are rulings; any other is a flag of the board, or was warned of in reading."""
    by_name = {row.name: row for row in RULINGS}
    changes: dict[str, str | int] = {}
    for word in variant.lower().split(","):
        name, _, written = (part.strip() for part in word.partition("="))
        row = by_name.get(name)
        value = next((value for value in row.values if str(value) == written), None) if row is not None else None
        if row is not None and value is not None:
            changes[row.field] = value
    return Rulings(**{**rulings._asdict(), **changes})


def grand_lurch(variant: str) -> bool | None:
    """Whether a tag `Variant` says that the grand lurch is in effect (`grand-lurch`, `no-grand-lurch`); None where it says nothing."""
    words = [word.strip() for word in variant.lower().split(",")]
    said = [word for word in words if word in ("grand-lurch", "no-grand-lurch")]
    return None if not said else said[-1] == "grand-lurch"
