"""Days and hours as the notation writes them: `2026.11.21`, `17??.??.??`, `22:40` (docs/notation.md, sections 2, 4 and 6)."""

from __future__ import annotations

import re
from typing import Final

DATE: Final = r"[0-9?]{4}\.(?:0[1-9?]|1[0-2?]|\?[0-9?])\.(?:0[1-9?]|[12][0-9?]|3[01?]|\?[0-9?])"
"""A date each of whose parts is possible by itself."""
TIME: Final = r"(?:[01][0-9]|2[0-3]):[0-5][0-9]"
CLOCK: Final = r"[0-9]{1,9}:[0-5][0-9](?::[0-5][0-9])?"

_DATE: Final = re.compile(DATE)
_LAST_DAYS: Final = {"02": 29, "04": 30, "06": 30, "09": 30, "11": 30}


def is_date(text: str) -> bool:
    """Whether a text is a date that the calendar has, as far as all its digits are known (`?` stands for one that is not)."""
    return _DATE.fullmatch(text) is not None and in_calendar(text)


def in_calendar(date: str) -> bool:
    """Whether the month of a date, each part of it possible by itself, has such a day."""
    year, month, day = date.split(".")
    if "?" in month:
        return True
    last = _LAST_DAYS.get(month, 31)
    if month == "02" and "?" not in year and not _is_leap(int(year)):
        last = 28
    return day[0] == "?" or int(day.replace("?", "0")) <= last


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
