"""Write the golden replays anew: `python tests/golden.py`. Look at the difference before it is kept."""

from pathlib import Path

from analysis.tables import judge
from notation.sources import read_path
from replay.forms.followed import told
from replay.forms.joined import join
from replay.replayer import replay
from reports.text import replay_text
from reports.voices import voice_of

folder = Path("corpora/golden")
folder.mkdir(exist_ok=True)
for path in sorted(Path("corpora/games").glob("*.tgn")):
    text = "\n".join(replay_text(judge(game)) for game in read_path(path)) + "\n"
    (folder / f"{path.stem}.txt").write_text(text, "utf-8")

(folder / "forms").mkdir(exist_ok=True)
for path in sorted(Path("corpora/forms").glob("*.tgn")):
    text = "\n".join("\n".join(told(join(replay(game)))) for game in read_path(path)) + "\n"
    (folder / "forms" / f"{path.stem}.txt").write_text(text, "utf-8")

(folder / "races").mkdir(exist_ok=True)
for path in sorted(Path("corpora/races").glob("*.tgn")):
    matches = [judge(game) for game in read_path(path)]
    text = "\n".join(voice_of(match).replay_text(match) for match in matches) + "\n"
    (folder / "races" / f"{path.stem}.txt").write_text(text, "utf-8")
