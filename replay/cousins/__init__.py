"""Bräde and Dutch TricTrac: what a throw allows, what a play comes to, and when a game is over (docs/rules.md, sections 6 and 7).

Both games are races in which a throw is a row of single steps. The kernels (`brade_steps`, `dutch_steps`) walk every row once, on
plain integers; `brade` and `dutch` put values around them that a program can read.
"""
