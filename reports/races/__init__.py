"""Pages of the race games (bräde, Dutch TricTrac): their boards, their words, their tables.

A further game of the kind is a file in `glossaries`.
"""
