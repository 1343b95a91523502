"""Pages of the race games (bräde, Dutch TricTrac): their boards, their words, their tables. A further game is a glossary and a line in `shows`."""
